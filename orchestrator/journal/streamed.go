// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

// Stream is a log that several machines share. A body's batches are in the order in
// which they were appended; one machine at a time appends them.
type Stream interface {
	// ID tells one stream from another that was made anew under the same name. It is
	// not 0.
	ID() int64
	// Last is where it ended when this machine joined it, or later.
	Last() uint64
	// Append adds a batch of a body, or with "" of this machine itself. It returns where
	// that is when it is kept for good. After an error it is either not there, or the
	// body is no more this machine's and who takes it next finds what is there.
	Append(body string, batch []byte) (position uint64, err error)
	// Follow calls take for each whole batch after a position, in the stream's order,
	// until ctx ends or the stream is beyond help. It waits while take does.
	Follow(ctx context.Context, after uint64, take func(position uint64, batch []byte)) error
}

var (
	errShared = &fault{ErrOtherHome, "in a cluster; set cluster.url in the config as before, " +
		"or choose another folder with --data-dir", nil}
	errOwn = &fault{ErrOtherHome, "in its own files; a Minehand of a cluster needs a new folder, " +
		"choose one with --data-dir", nil}
	errAnew = &fault{ErrOtherHome, "in a cluster whose log was made anew since; " +
		"choose a new folder with --data-dir, or bring the old log back", nil}
	errBehind = errors.New("the cluster's log cannot be followed at the moment; check that its servers run")
)

// broughtWithin is how long what is in the stream may take to come from there.
const broughtWithin = 10 * time.Second

// streamed is a log whose home is a stream. What this machine appends comes back with
// what others do, and all of it is folded in the stream's order; the number of a record
// is where its batch is.
type streamed struct {
	stream Stream
	log    *slog.Logger
	end    context.CancelFunc
	ended  chan struct{}

	waiting
	// brought is up to where the stream has come, last is the last that is known to be
	// there. moved is closed, and made anew, when brought grows or pending shrinks.
	brought, last uint64
	moved         chan struct{}
	closed        bool
}

func newStreamed(s Stream, log *slog.Logger) *streamed {
	return &streamed{stream: s, log: log, waiting: newWaiting(), moved: make(chan struct{})}
}

// streamOf is the stream that a folder follows, 0 for none.
func (j *Journal) streamOf(ctx context.Context) (id int64, err error) {
	return number(ctx, j.db, `SELECT value FROM meta WHERE name = ?`, metaStream)
}

// join has the folder follow a stream, from where it was.
func (j *Journal) join(ctx context.Context, s Stream, files bool) error {
	of, err := j.streamOf(ctx)
	if err != nil {
		return err
	}
	folded, seqs, err := position(ctx, j.db)
	switch {
	case err != nil:
		return err
	case of == 0 && (folded > 0 || files):
		return errOwn
	case of == 0:
		if _, err := j.db.ExecContext(ctx, `INSERT INTO meta (name, value) VALUES (?, ?)`, metaStream, s.ID()); err != nil {
			return err
		}
	case of != s.ID():
		return errAnew
	}
	l := j.shared
	l.brought, l.begun, j.folded = folded, max(folded, s.Last()), folded
	l.last = l.begun
	for id, seq := range seqs {
		l.owners[id] = &owner{seq: seq, last: l.begun}
	}
	j.recovered = true
	return nil
}

// follow takes in what the stream brings, until close.
func (l *streamed) follow(k *keeper) {
	ctx, cancel := context.WithCancel(context.Background())
	l.end, l.ended = cancel, make(chan struct{})
	go func() {
		defer close(l.ended)
		err := l.stream.Follow(ctx, l.brought, func(position uint64, batch []byte) { l.bring(ctx, k, position, batch) })
		if err != nil && ctx.Err() == nil {
			l.log.Error("the cluster's log cannot be followed any more", "error", err)
		}
	}()
}

// bring takes in a batch. It waits while too much is not folded.
func (l *streamed) bring(ctx context.Context, k *keeper, position uint64, batch []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.pending) >= foldBytes {
		moved := l.moved
		l.mu.Unlock()
		poke(k.wake)
		select {
		case <-moved:
		case <-ctx.Done():
		}
		l.mu.Lock()
		if ctx.Err() != nil {
			return
		}
	}
	for rest := batch; len(rest) > 0; {
		rec, size := recordAt(rest)
		if size == 0 || rec.broken {
			l.log.Error("a part of the cluster's log cannot be read and is left out", "at", position)
			break
		}
		from := len(l.pending)
		l.pending = append(l.pending, rec.whole...)
		seal(l.pending[from:], position, l.took(rec.whole, position).seq)
		rest = rest[size:]
	}
	l.brought, l.last = position, max(l.last, position)
	l.move()
	k.noticed()
	if len(l.pending) >= foldBytes {
		poke(k.wake)
	}
}

// move tells who waits; mu is held.
func (l *streamed) move() {
	close(l.moved)
	l.moved = make(chan struct{})
}

func (l *streamed) append(d *draft, fault func() error) (last uint64, full bool, err error) {
	l.mu.Lock()
	closed, much := l.closed, len(l.pending) >= foldBytes
	l.mu.Unlock()
	if closed {
		return 0, false, errClosed
	}
	if much {
		if err := fault(); err != nil {
			return 0, false, err
		}
	}
	from := 0
	for _, end := range d.ends {
		seal(d.buf[from:end], 0, 0) // who takes it in numbers it
		from = end
	}
	at, err := l.stream.Append(d.body, d.buf)
	if err != nil {
		return 0, false, err
	}
	d.durable = false // it is
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = max(l.last, at)
	from = 0
	for _, end := range d.ends {
		rec := d.buf[from:end]
		id := string(rec[headSize : headSize+int(rec[24])])
		from = end
		if l.owners[id] == nil {
			if l.brought >= at { // it came, and is folded
				continue
			}
			l.owners[id] = &owner{}
		}
		l.owners[id].last = max(l.owners[id].last, at)
	}
	for _, w := range d.worlds {
		l.worlds[w] = max(l.worlds[w], at)
	}
	return at, false, nil
}

// sync waits until what is there has come.
func (l *streamed) sync(seq uint64) error {
	var clock <-chan time.Time
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.brought < seq && !l.closed && len(l.pending) < foldBytes { // what waits goes first
		moved := l.moved
		l.mu.Unlock()
		if clock == nil {
			t := time.NewTimer(broughtWithin)
			defer t.Stop()
			clock = t.C
		}
		late := false
		select {
		case <-moved:
		case <-clock:
			late = true
		}
		l.mu.Lock()
		if late && l.brought < seq {
			return errBehind
		}
	}
	return nil
}

func (l *streamed) take() (pending []byte, last uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pending, l.pending = l.pending, nil
	l.move()
	return pending, l.brought
}

func (l *streamed) untake(pending []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = append(pending, l.pending...)
}

func (l *streamed) give(_ []byte, f *facts) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folded(f)
}

func (l *streamed) lastOfAll() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// close ends the following.
func (l *streamed) close() error {
	l.mu.Lock()
	l.closed = true
	l.move()
	l.mu.Unlock()
	if l.end != nil {
		l.end()
		<-l.ended
	}
	return nil
}

// What files alone have: nothing is taken back of a stream, and no segment is closed.

func (l *streamed) withdraw(uint64, uint64) bool { return false }
func (l *streamed) begin() (int, error)          { return 0, nil }
func (l *streamed) stale() []string              { return nil }
func (l *streamed) unstale([]string)             {}
func (l *streamed) voids() map[uint64]bool       { return nil }

// Caught waits until all up to a place in the stream is in the history.
func (j *Journal) Caught(ctx context.Context, position uint64) error {
	j.shared.mu.Lock()
	j.shared.last = max(j.shared.last, position)
	j.shared.mu.Unlock()
	return j.keeper.until(ctx, position)
}

// Folded is up to where the history is.
func (j *Journal) Folded() uint64 {
	return j.keeper.state().folded
}

// UnfinishedOf is Unfinished for one body.
func (j *Journal) UnfinishedOf(ctx context.Context, body string) ([]orchestrator.Record, error) {
	tasks, err := j.open(ctx, body)
	if err != nil {
		return nil, j.say(err)
	}
	var records []orchestrator.Record
	for _, o := range tasks {
		rec, err := j.task(ctx, o.id, false)
		switch {
		case errors.Is(err, orchestrator.ErrNoTask):
			continue
		case err != nil:
			return nil, fmt.Errorf("the task %s cannot be read: %w", o.id, j.say(err))
		case !rec.Task.State.Ended():
			rec.Doubt = o.doubt
			records = append(records, rec)
		}
	}
	return records, nil
}
