// SPDX-License-Identifier: MIT

package journal

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// keepEvery is how often what was written is brought to the disk, while anything
	// is; a log that rested for that long is folded.
	keepEvery = time.Second
	// foldChunk is how many bytes of the log go into one transaction: who needs the
	// database meanwhile waits for one.
	foldChunk = 1 << 20
)

// keeper folds the log into the database. The zero value of its signals works.
type keeper struct {
	// wake asks for a fold, dirty says that there is something to keep; each has room
	// for one.
	wake, dirty chan struct{}
	stop, ended chan struct{}

	// armed: dirty was said, and keepEvery has not passed.
	armed atomic.Bool

	mu  sync.Mutex
	now foldState
}

// foldState is how far folding has come.
type foldState struct {
	// folded is the last record that is in the database, changed is closed and made
	// anew when a fold ended, and fault is how the last one did. folds counts them.
	folded  uint64
	folds   uint64
	changed chan struct{}
	fault   error
}

func newKeeper(folded uint64) *keeper {
	return &keeper{
		wake: make(chan struct{}, 1), dirty: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{}),
		now: foldState{folded: folded, changed: make(chan struct{})},
	}
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// noticed arms the clock after something was written.
func (k *keeper) noticed() {
	if !k.armed.Load() && k.armed.CompareAndSwap(false, true) {
		poke(k.dirty)
	}
}

// over says how a fold ended.
func (k *keeper) over(folded uint64, fault error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	was := k.now
	k.now = foldState{max(was.folded, folded), was.folds + 1, make(chan struct{}), fault}
	close(was.changed)
}

func (k *keeper) state() foldState {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

func (k *keeper) lastFault() error { return k.state().fault }

// until waits until the record is in the database. The fault of a fold that began
// after the call ends the wait.
func (k *keeper) until(ctx context.Context, last uint64) error {
	now := k.state()
	from := now.folds
	for now.folded < last {
		if now.folds > from+1 && now.fault != nil { // the first may have been under way
			return now.fault
		}
		poke(k.wake)
		select {
		case <-now.changed:
			now = k.state()
		case <-ctx.Done():
			return ctx.Err()
		case <-k.ended:
			if now = k.state(); now.folded < last {
				return errClosed
			}
		}
	}
	return nil
}

// keep is the keeper's goroutine: it ends when stop is closed.
func (j *Journal) keep() {
	k := j.keeper
	defer close(k.ended)
	clock := time.NewTimer(time.Hour)
	defer clock.Stop()
	clock.Stop()
	var seen uint64
	for {
		select {
		case <-k.stop:
			return
		case <-k.wake:
			j.fold()
		case <-k.dirty:
			clock.Reset(keepEvery)
		case <-clock.C:
			last := j.log.lastOfAll()
			rests := last == seen
			seen = last
			_ = j.log.sync(last) // the next append says what is wrong
			if rests {
				j.fold()
			}
			if !rests || k.lastFault() != nil {
				clock.Reset(keepEvery)
				continue
			}
			k.armed.Store(false)
			if j.log.lastOfAll() != last { // one came just now
				k.noticed()
			}
		}
	}
}

// fold brings what the log has into the database. Only what is on the disk is
// folded, so that the database is never ahead of the log.
func (j *Journal) fold() {
	j.folding.Lock()
	defer j.folding.Unlock()
	unsynced := j.log.sync(j.log.lastOfAll())
	if errors.Is(unsynced, errClosed) {
		unsynced = nil // and so synced, or told by close
	}
	pending, last := j.log.take()
	ctx := context.Background()
	done := newFacts()
	rest := pending
	for len(rest) > 0 {
		f, n := newFacts(), 0
		for n < len(rest) {
			rec, size := recordAt(rest[n:])
			if n >= foldChunk && rec.global != f.last { // a stream's batch has one number
				break
			}
			if size == 0 || rec.broken {
				// Memory that changed by itself is beyond help; the log has what was written.
				j.log.untake(rest)
				j.keeper.over(done.last, errFact)
				return
			}
			if err := f.add(&rec); err != nil {
				j.log.untake(rest)
				j.keeper.over(done.last, err)
				return
			}
			n += size
		}
		if err := j.store(ctx, f); err != nil {
			j.log.untake(rest)
			j.keeper.over(done.last, j.say(err))
			return
		}
		maps.Copy(done.seqs, f.seqs)
		maps.Copy(done.tasks, f.tasks)
		done.places = append(done.places, f.places...)
		done.last = f.last
		rest = rest[n:]
	}
	j.log.give(pending, done)
	if stale := j.log.stale(); len(stale) > 0 {
		j.drop(ctx, stale)
	}
	j.keeper.over(last, j.say(unsynced))
}

// store commits facts. A database that turns out to be damaged is mended first.
func (j *Journal) store(ctx context.Context, f *facts) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	err := j.commit(ctx, f, nil)
	if err != nil && j.healed(ctx, j.generation.Load(), err) {
		err = j.commit(ctx, f, nil)
	}
	return err
}

// drop hands over closed segments to be kept, once the database is synced past them.
// What fails is tried again with the next, and at the end.
func (j *Journal) drop(ctx context.Context, stale []string) {
	j.writing.Lock()
	defer j.writing.Unlock()
	if !j.held {
		err := j.checkpoint(ctx, j.db)
		if err == nil {
			j.done = append(j.done, stale...)
			poke(j.careNow)
			return
		}
		j.logger.Warn("the history cannot be brought to the disk yet; its log stays", "error", err)
	}
	j.log.unstale(stale)
}

// takeFolded hands over the segments that are folded and synced.
func (j *Journal) takeFolded() []string {
	j.writing.Lock()
	defer j.writing.Unlock()
	list := j.done
	j.done = nil
	return list
}

// checkpoint brings a database to the disk.
func checkpoint(ctx context.Context, db *sql.DB) error {
	var busy, log, done int
	if err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &log, &done); err != nil {
		return err
	}
	if busy != 0 {
		return errors.New("the database is busy")
	}
	return nil
}

const (
	metaAlive         = "alive"
	metaFolded        = "folded"
	metaStream        = "stream"
	metaSummed        = "summed"
	metaVerified      = "verified"
	metaVerifiedTasks = "verified_tasks"
	metaDropped       = "dropped"
	metaDroppedAt     = "dropped_at"
)

// writes runs f with writing held, unless the journal is closed.
func (j *Journal) writes(f func() error) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return errClosed
	}
	return f()
}

// executor runs a statement of a transaction, unless one before it failed.
type executor func(query string, args ...any)

// transact runs f in a transaction, which ends with the first error of f or of what it has
// done; writing is held, or j is not shared yet.
func (j *Journal) transact(ctx context.Context, f func(tx *sql.Tx, do executor) error) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	in := map[string]*sql.Stmt{}
	ferr := f(tx, func(query string, args ...any) {
		if err != nil {
			return
		}
		s := in[query]
		if ready := j.ready[query]; s == nil && ready != nil {
			s = tx.StmtContext(ctx, ready) //nolint:sqlclosecheck // the transaction's end closes it
			in[query] = s
		}
		if s == nil {
			_, err = tx.ExecContext(ctx, query, args...)
			return
		}
		_, err = s.ExecContext(ctx, args...)
	})
	if err = cmp.Or(err, ferr); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// commit brings facts into the database, with their sequence, in one transaction;
// more may add to it.
func (j *Journal) commit(ctx context.Context, f *facts, more func(*sql.Tx, executor) error) error {
	err := j.transact(ctx, func(tx *sql.Tx, do executor) error {
		if err := putFacts(do, f); err != nil {
			return err
		}
		if f.alive != 0 {
			do(putMeta, metaAlive, f.alive)
		}
		for id, seq := range f.seqs {
			if t := f.tasks[id]; t != nil && t.State.Ended() {
				do(noSequence, id)
			} else {
				do(putSequence, id, seq)
			}
		}
		do(putMeta, metaFolded, int64(f.last))
		forget(do, f.gone)
		if more != nil {
			return more(tx, do)
		}
		return nil
	})
	if err == nil {
		j.folded = max(j.folded, f.last)
	}
	return err
}

// putFacts writes the rows of facts.
func putFacts(do executor, f *facts) error {
	for _, id := range f.order {
		t := f.tasks[id]
		do(putTask, append(tasksTable.args(t.ID, t.Body, string(t.State), nanos(t.Ended), t.data), t.number)...)
		do(noDoubt, t.ID)
	}
	for i := range f.moves {
		do(putMove, moveArgs(&f.moves[i])...)
	}
	for _, r := range f.rounds {
		do(putRound, r.args()...)
	}
	args, same := make([]any, 0, actionsAtOnce*actionWidth), sameWords{}
	for _, a := range f.actions {
		if args = a.args(args, same); len(args) == cap(args) {
			do(putActions, args...)
			args = args[:0]
		}
	}
	for ; len(args) > 0; args = args[actionWidth:] {
		do(putAction, args[:actionWidth]...)
	}
	for i := range f.samples {
		do(putSample, f.samples[i].args()...)
	}
	return cmp.Or(putChanges(do, f.changes), putWorldMap(do, f.places))
}
