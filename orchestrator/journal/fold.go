package journal

import (
	"context"
	"database/sql"
	"errors"
	"os"
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

// fold brings what the log has into the database.
func (j *Journal) fold() {
	j.folding.Lock()
	defer j.folding.Unlock()
	pending, last := j.log.take()
	ctx := context.Background()
	done := newFacts()
	rest := pending
	for len(rest) > 0 {
		f, n := newFacts(), 0
		for n < len(rest) && n < foldChunk {
			rec, size := recordAt(rest[n:])
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
		for id, seq := range f.seqs {
			done.seqs[id] = seq
		}
		done.places = append(done.places, f.places...)
		done.last = f.last
		rest = rest[n:]
	}
	j.log.give(pending, done)
	if stale := j.log.stale(); len(stale) > 0 {
		j.drop(ctx, stale)
	}
	j.keeper.over(last, nil)
}

// store commits facts, and looks for what is old enough to go when an hour has
// passed.
func (j *Journal) store(ctx context.Context, f *facts) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if err := j.commit(ctx, f, nil); err != nil {
		return err
	}
	if now := time.Unix(0, f.alive); f.alive != 0 && now.Sub(j.pruned) > pruneEvery {
		if err := j.prune(ctx, now); err != nil {
			j.pruned = time.Time{} // the next sign of life tries again
		}
	}
	return nil
}

// drop deletes closed segments once the database is synced past them. What cannot
// be deleted is tried again at the next start.
func (j *Journal) drop(ctx context.Context, stale []string) {
	if err := j.checkpoint(ctx); err != nil {
		j.log.mu.Lock()
		j.log.closed = append(stale, j.log.closed...)
		j.log.mu.Unlock()
		return
	}
	for _, name := range stale {
		_ = os.Remove(name)
	}
}

// checkpoint brings the database to the disk.
func (j *Journal) checkpoint(ctx context.Context) error {
	var busy, log, done int
	if err := j.db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &log, &done); err != nil {
		return err
	}
	if busy != 0 {
		return errors.New("the database is busy")
	}
	return nil
}

const (
	metaAlive  = "alive"
	metaFolded = "folded"
)

// commit brings facts into the database, with their sequence, in one transaction;
// more may add to it.
func (j *Journal) commit(ctx context.Context, f *facts, more func(*sql.Tx) error) (err error) {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	in := make(map[*sql.Stmt]*sql.Stmt)
	exec := func(s *sql.Stmt, args ...any) {
		if err != nil {
			return
		}
		t := in[s]
		if t == nil {
			t = tx.StmtContext(ctx, s) //nolint:sqlclosecheck // the transaction's end closes it
			in[s] = t
		}
		_, err = t.ExecContext(ctx, args...)
	}
	s := &j.stmts
	for _, id := range f.order {
		t := f.tasks[id]
		exec(s.task, t.ID, t.Body, string(t.State), nanos(t.Ended), t.data)
		exec(s.undoubt, t.ID)
	}
	for i := range f.moves {
		m := &f.moves[i]
		exec(s.move, m.Task, nanos(m.At), string(m.State), m.Round, m.Reason)
	}
	for _, r := range f.rounds {
		exec(s.round, r.Task, r.Round, r.Revision, nanos(r.At), r.Why, string(r.Plan), r.Error)
	}
	args, same := make([]any, 0, actionsAtOnce*actionWidth), sameWords{}
	for _, a := range f.actions {
		if args = a.args(args, same); len(args) == cap(args) {
			exec(s.actions, args...)
			args = args[:0]
		}
	}
	for ; len(args) > 0; args = args[actionWidth:] {
		exec(s.action, args[:actionWidth]...)
	}
	for i := range f.samples {
		x := &f.samples[i]
		exec(s.sample, x.Task, nanos(x.At), string(x.State))
	}
	if err == nil {
		err = appendWorldMap(ctx, tx, f.places)
	}
	if f.alive != 0 {
		exec(s.meta, metaAlive, f.alive)
	}
	for id, seq := range f.seqs {
		if t := f.tasks[id]; t != nil && t.State.Ended() {
			exec(s.unsequence, id)
		} else {
			exec(s.sequence, id, seq)
		}
	}
	exec(s.meta, metaFolded, int64(f.last))
	if err == nil && more != nil {
		err = more(tx)
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}
