// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

// memoryStream is a stream in memory.
type memoryStream struct {
	id int64

	mu      sync.Mutex
	batches [][]byte
	bodies  []string
	more    chan struct{}
	refuses error
	// late, when not nil, holds what is followed back until it is closed.
	late chan struct{}
}

func newMemoryStream(id int64) *memoryStream { return &memoryStream{id: id, more: make(chan struct{})} }

func (s *memoryStream) ID() int64 { return s.id }

func (s *memoryStream) Last() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return uint64(len(s.batches))
}

func (s *memoryStream) Append(body string, batch []byte) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuses != nil {
		return 0, s.refuses
	}
	s.batches, s.bodies = append(s.batches, bytes.Clone(batch)), append(s.bodies, body)
	close(s.more)
	s.more = make(chan struct{})
	return uint64(len(s.batches)), nil
}

func (s *memoryStream) Follow(ctx context.Context, after uint64, take func(uint64, []byte)) error {
	s.mu.Lock()
	late := s.late
	s.mu.Unlock()
	if late != nil {
		select {
		case <-late:
		case <-ctx.Done():
			return nil
		}
	}
	for at := int(after); ; {
		s.mu.Lock()
		list, more := s.batches[at:], s.more
		s.mu.Unlock()
		for _, b := range list {
			at++
			take(uint64(at), b)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-more:
		}
	}
}

func openStreamed(t *testing.T, dir string, s Stream) *Journal {
	t.Helper()
	j, err := Config{Stream: s}.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// ofBody is a batch of a whole task of a body.
func ofBody(id, body string, state orchestrator.State) *orchestrator.Batch {
	now := time.Unix(1_700_000_000, 0)
	return &orchestrator.Batch{
		Body:    body,
		Tasks:   []orchestrator.Task{{ID: id, Body: body, Goal: "get 3 logs", State: state}},
		Moves:   []orchestrator.Move{{Task: id, At: now, State: state}},
		Actions: []orchestrator.Action{{Task: id, Seq: 1, ID: id + "-1", Started: now}},
	}
}

// Every journal of a stream has what any of them wrote, once, also after it was away.
func TestJournalsOfOneStreamTellTheSame(t *testing.T) {
	s := newMemoryStream(7)
	dir := t.TempDir()
	first, second := openStreamed(t, t.TempDir(), s), openStreamed(t, dir, s)
	for i, step := range []struct {
		j    *Journal
		b    *orchestrator.Batch
		away bool
	}{
		{first, ofBody("T1", "Ada", orchestrator.StateQueued), false},
		{second, ofBody("T2", "Bob", orchestrator.StateQueued), true},
		{first, ofBody("T1", "Ada", orchestrator.StateRunning), false},
	} {
		if err := step.j.Append(t.Context(), step.b); err != nil {
			t.Fatal(i, err)
		}
		if step.away {
			if err := second.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	second = openStreamed(t, dir, s)
	for _, j := range []*Journal{first, second} {
		if err := j.Caught(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		rec, err := j.Task(t.Context(), "T1")
		if err != nil || rec.Task.State != orchestrator.StateRunning || len(rec.Moves) != 2 || len(rec.Actions) != 1 {
			t.Errorf("T1 is %+v, %v", rec, err)
		}
		list, err := j.UnfinishedOf(t.Context(), "Bob")
		if err != nil || len(list) != 1 || list[0].Task.ID != "T2" {
			t.Errorf("unfinished of Bob: %+v, %v", list, err)
		}
	}
	if !slices.Equal(s.bodies, []string{"Ada", "Bob", "Ada"}) {
		t.Errorf("the batches are of %v", s.bodies)
	}
	rows, err := first.Tasks(t.Context(), orchestrator.Query{})
	if err != nil || len(rows) != 2 || rows[0].ID != "T2" {
		t.Errorf("the list is %v, %v", rows, err)
	}
	s.refuses = errors.New("not now")
	if err := first.Append(t.Context(), ofBody("T3", "Ada", orchestrator.StateQueued)); !errors.Is(err, s.refuses) {
		t.Errorf("a batch that is not kept: %v", err)
	}
}

// What was in the stream before a journal was opened is never missing from what that tells:
// who asks waits for it.
func TestANewJournalTellsWhatWasThereBefore(t *testing.T) {
	s := newMemoryStream(7)
	if err := openStreamed(t, t.TempDir(), s).Append(t.Context(), ofBody("T1", "Ada", orchestrator.StateComplete)); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	s.late = make(chan struct{})
	s.mu.Unlock()
	j := openStreamed(t, t.TempDir(), s)
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if list, err := j.Tasks(soon, orchestrator.Query{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("before it has come, the list is %v, %v", list, err)
	}
	if _, err := j.Task(soon, "T1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("before it has come, T1 is said to be %v", err)
	}
	close(s.late)
	if list, err := j.Tasks(t.Context(), orchestrator.Query{}); err != nil || len(list) != 1 {
		t.Errorf("the list is %v, %v", list, err)
	}
	if rec, err := j.Task(t.Context(), "T1"); err != nil || rec.Task.State != orchestrator.StateComplete {
		t.Errorf("T1 is %+v, %v", rec, err)
	}
}

// A data folder is of files or of one stream, and says so.
func TestAFolderHasOneHome(t *testing.T) {
	files, shared := t.TempDir(), t.TempDir()
	j, err := Open(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), ofBody("T1", "Ada", orchestrator.StateQueued)); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err = (Config{Stream: newMemoryStream(1)}).Open(t.Context(), shared); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir    string
		stream Stream
		want   error
	}{
		{files, newMemoryStream(1), errOwn},
		{shared, nil, errShared},
		{shared, newMemoryStream(2), errAnew},
	} {
		if _, err := (Config{Stream: c.stream}).Open(t.Context(), c.dir); !errors.Is(err, c.want) {
			t.Errorf("%v, not %v", err, c.want)
		}
	}
}

// What waits for a fold has a bound: the stream waits.
func TestAStreamWaitsForTheFold(t *testing.T) {
	s := newMemoryStream(1)
	b := ofBody("T1", "Ada", orchestrator.StateRunning)
	b.Tasks[0].Goal = string(bytes.Repeat([]byte("x"), 1<<20))
	other := openStreamed(t, t.TempDir(), s)
	for range 12 {
		if err := other.Append(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	j := openStreamed(t, t.TempDir(), s)
	if err := j.Caught(t.Context(), 12); err != nil {
		t.Fatal(err)
	}
	j.shared.mu.Lock()
	defer j.shared.mu.Unlock()
	if n := cap(j.shared.pending); n > 2*foldBytes {
		t.Errorf("%d bytes waited", n)
	}
}

// Of tasks that have ended and are folded nothing stays in memory: neither where they were
// appended, also when they came and were folded before that was noted, nor elsewhere.
func TestAStreamForgetsWhatHasEnded(t *testing.T) {
	s := newMemoryStream(1)
	slow := &slowStream{memoryStream: s}
	writer, reader := openStreamed(t, t.TempDir(), slow), openStreamed(t, t.TempDir(), s)
	slow.j = writer
	for _, id := range []string{"T1", "T2", "T3"} {
		for _, state := range []orchestrator.State{orchestrator.StateQueued, orchestrator.StateComplete} {
			if err := writer.Append(t.Context(), ofBody(id, "Ada", state)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, j := range []*Journal{writer, reader} {
		if err := j.Caught(t.Context(), s.Last()); err != nil {
			t.Fatal(err)
		}
		j.folding.Lock() // the fold has ended, and with it what follows
		j.shared.mu.Lock()
		if n := len(j.shared.owners); n != 0 {
			t.Errorf("%d tasks are remembered", n)
		}
		j.shared.mu.Unlock()
		j.folding.Unlock()
	}
}

// slowStream answers when what was appended is in the history already.
type slowStream struct {
	*memoryStream
	j *Journal
}

func (s *slowStream) Append(body string, batch []byte) (uint64, error) {
	at, err := s.memoryStream.Append(body, batch)
	if err == nil {
		err = s.j.keeper.until(context.Background(), at)
	}
	return at, err
}
