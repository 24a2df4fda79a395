// SPDX-License-Identifier: MIT

package journal

import (
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

	mu sync.Mutex
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
		folded: folded, changed: make(chan struct{}),
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
	k.folded, k.fault = max(k.folded, folded), fault
	k.folds++
	close(k.changed)
	k.changed = make(chan struct{})
}

func (k *keeper) lastFault() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.fault
}

// until waits until the record is in the database. The fault of a fold that began
// after the call ends the wait.
func (k *keeper) until(ctx context.Context, last uint64) error {
	k.mu.Lock()
	from := k.folds
	for {
		switch {
		case k.folded >= last:
			k.mu.Unlock()
			return nil
		case k.folds > from+1 && k.fault != nil: // the first may have been under way
			err := k.fault
			k.mu.Unlock()
			return err
		}
		changed := k.changed
		k.mu.Unlock()
		poke(k.wake)
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-k.ended:
			k.mu.Lock()
			defer k.mu.Unlock()
			if k.folded >= last {
				return nil
			}
			return errClosed
		}
		k.mu.Lock()
	}
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

// transact runs f in a transaction; writing is held, or j is not shared yet.
func (j *Journal) transact(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// commit brings facts into the database, with their sequence, in one transaction;
// more may add to it.
func (j *Journal) commit(ctx context.Context, f *facts, more func(*sql.Tx) error) error {
	err := j.transact(ctx, func(tx *sql.Tx) error {
		if err := j.putFacts(ctx, tx, f); err != nil {
			return err
		}
		exec := j.execIn(ctx, tx)
		if f.alive != 0 {
			_ = exec(j.stmts.meta, metaAlive, f.alive) // the last one returns the first error
		}
		for id, seq := range f.seqs {
			if t := f.tasks[id]; t != nil && t.State.Ended() {
				_ = exec(j.stmts.unsequence, id)
			} else {
				_ = exec(j.stmts.sequence, id, seq)
			}
		}
		err := exec(j.stmts.meta, metaFolded, int64(f.last))
		if err == nil {
			err = forgetIn(ctx, tx, f.gone)
		}
		if err == nil && more != nil {
			err = more(tx)
		}
		return err
	})
	if err == nil {
		j.folded = max(j.folded, f.last)
	}
	return err
}

// execIn runs statements in a transaction, until one fails.
func (j *Journal) execIn(ctx context.Context, tx *sql.Tx) func(*sql.Stmt, ...any) error {
	in := make(map[*sql.Stmt]*sql.Stmt)
	var err error
	return func(s *sql.Stmt, args ...any) error {
		if err != nil {
			return err
		}
		t := in[s]
		if t == nil {
			t = tx.StmtContext(ctx, s) //nolint:sqlclosecheck // the transaction's end closes it
			in[s] = t
		}
		_, err = t.ExecContext(ctx, args...)
		return err
	}
}

// putFacts writes the rows of facts.
func (j *Journal) putFacts(ctx context.Context, tx *sql.Tx, f *facts) error {
	exec, s := j.execIn(ctx, tx), &j.stmts
	var err error
	for _, id := range f.order {
		t := f.tasks[id]
		_ = exec(s.task, append(tasksTable.args(t.ID, t.Body, string(t.State), nanos(t.Ended), t.data), t.number)...)
		err = exec(s.undoubt, t.ID)
	}
	for i := range f.moves {
		err = exec(s.move, moveArgs(&f.moves[i])...)
	}
	for _, r := range f.rounds {
		err = exec(s.round, r.args()...)
	}
	args, same := make([]any, 0, actionsAtOnce*actionWidth), sameWords{}
	for _, a := range f.actions {
		if args = a.args(args, same); len(args) == cap(args) {
			err = exec(s.actions, args...)
			args = args[:0]
		}
	}
	for ; len(args) > 0; args = args[actionWidth:] {
		err = exec(s.action, args[:actionWidth]...)
	}
	for i := range f.samples {
		err = exec(s.sample, f.samples[i].args()...)
	}
	if err == nil {
		err = j.putChanges(exec, f.changes)
	}
	if err == nil {
		err = appendWorldMap(ctx, tx, f.places)
	}
	return err
}
