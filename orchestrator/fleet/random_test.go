// SPDX-License-Identifier: MIT

package fleet_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/minehand/minehand/internal/natstest"
	"github.com/minehand/minehand/orchestrator/fleet"
)

// checks of TestWhateverHappensNothingIsLostOrDoubled, each some seconds, and their steps,
// unless a flag asks for more.
const checks, steps = "4", "40"

func TestMain(m *testing.M) {
	natstest.Main()
	_ = flag.Set("rapid.checks", checks) // the command line comes after it
	_ = flag.Set("rapid.steps", steps)
	goleak.VerifyTestMain(m)
}

// quick are times of a cluster that nobody waits for. Nothing that is checked depends on
// how fast a machine is: a slow one lets go of bodies more often.
var quick = fleet.Times{
	Renew: 50 * time.Millisecond, Silent: 400 * time.Millisecond, Lease: 700 * time.Millisecond,
	Grace: 100 * time.Millisecond, Answer: 250 * time.Millisecond,
}

// asleep are those of a node that never notices that its lease has ended, as one that was
// frozen at the worst moment: what it writes is refused by the servers alone.
var asleep = fleet.Times{
	Renew: time.Hour, Silent: time.Hour, Lease: quick.Lease, Grace: quick.Grace, Answer: quick.Answer,
}

// A body of the model numbers what it does: batch k of it is in the log once, after batch
// k-1, whoever wrote it; and frame k is sent once batch k is kept.
type modelBody struct {
	id string

	mu     sync.Mutex
	newest *modelHost // its newest socket
	frames []int      // that it took
	kept   int        // the highest that anybody was told is kept
}

// modelHost is a Minehand of the model: what it knows of a body is the number of its last batch.
type modelHost struct {
	node *fleet.Node
	line *natstest.Proxy

	mu   sync.Mutex
	done map[string]int
	all  []string // every batch that it followed
	told []string // events of other nodes' bodies
	seen chan struct{}
	upTo uint64
	end  context.CancelFunc
	over sync.WaitGroup
}

func (h *modelHost) Present(string) bool { return false }
func (h *modelHost) Call(_ context.Context, call []byte) []byte {
	return append([]byte("heard "), call...)
}
func (h *modelHost) Doing(context.Context) []byte {
	return []byte("Ada acts\nBob rests\n")
}

func (h *modelHost) Told(event []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, string(event))
}

func (h *modelHost) Folded() uint64 { h.mu.Lock(); defer h.mu.Unlock(); return h.upTo }

func (h *modelHost) LetGo(body string, _ bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.done, body)
}

func (h *modelHost) Recover(ctx context.Context, body string, position uint64, _ time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for h.upTo < position {
		seen := h.seen
		h.mu.Unlock()
		select {
		case <-seen:
		case <-ctx.Done():
		}
		h.mu.Lock()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	last := 0
	for _, batch := range h.all {
		if of, n := numbered(batch); of == body {
			last = n
		}
	}
	h.done[body] = last
	return nil
}

// numbered takes apart what a batch of the model says.
func numbered(batch string) (body string, n int) {
	body, rest, _ := strings.Cut(batch, " ")
	number, _, _ := strings.Cut(rest, " ")
	n, _ = strconv.Atoi(number)
	return body, n
}

// act has a body do the next thing, as an agent does: its batch first, then its frame.
func (h *modelHost) act(b *modelBody, size int) {
	h.mu.Lock()
	last, has := h.done[b.id]
	h.mu.Unlock()
	if !has {
		return
	}
	next := last + 1
	batch := fmt.Appendf(nil, "%s %d ", b.id, next)
	batch = append(batch, bytes.Repeat([]byte("x"), size)...)
	if _, err := h.node.Append(b.id, batch); err != nil {
		return
	}
	h.mu.Lock()
	if _, has := h.done[b.id]; has {
		h.done[b.id] = next
	}
	h.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept = max(b.kept, next)
	if b.newest == h {
		b.frames = append(b.frames, next)
	}
}

func joinModel(t *testing.T, url, name string, times fleet.Times) *modelHost {
	t.Helper()
	h := &modelHost{line: natstest.NewProxy(t, url), done: map[string]int{}, seen: make(chan struct{})}
	var err error
	if h.node, err = fleet.Join(t.Context(), fleet.Config{URL: h.line.URL, Node: name, Times: times}); err != nil {
		t.Fatal(err)
	}
	if err := h.node.Serve(h); err != nil {
		t.Fatal(err)
	}
	h.follow(0)
	return h
}

// follow has the host follow the log after a position, until end.
func (h *modelHost) follow(after uint64) {
	ctx, end := context.WithCancel(context.Background())
	h.end = end
	h.over.Go(func() {
		_ = h.node.Follow(ctx, after, func(position uint64, batch []byte) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if len(batch) > 0 {
				h.all = append(h.all, string(batch))
			}
			h.upTo = position
			close(h.seen)
			h.seen = make(chan struct{})
		})
	})
}

func (h *modelHost) close() {
	h.end()
	h.line.Set(natstest.Passing)
	_ = h.node.Close()
	h.over.Wait()
	h.line.Close()
}

// Three nodes whose lines are cut, stalled and made deaf at random while bodies come to
// any of them and act: whatever happens, each batch is in the log once and in order, each
// that was told to be kept is there, and a body takes no frame twice, or one that is not kept.
func TestWhateverHappensNothingIsLostOrDoubled(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		url := natstest.Start(t)
		var hosts []*modelHost
		for i, times := range []fleet.Times{quick, quick, asleep} {
			hosts = append(hosts, joinModel(t, url, fmt.Sprintf("n%d", i), times))
		}
		defer func() {
			for _, h := range hosts {
				h.close()
			}
		}()
		bodies := []*modelBody{{id: "Ada"}, {id: "Bob"}}
		var under sync.WaitGroup
		busy := map[*modelBody]*sync.Mutex{bodies[0]: {}, bodies[1]: {}}
		host := func() *modelHost { return hosts[rapid.IntRange(0, 2).Draw(r, "host")] }
		body := func() *modelBody { return bodies[rapid.IntRange(0, 1).Draw(r, "body")] }
		come := func(b *modelBody, h *modelHost) bool {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			_, done, err := h.node.Take(ctx, b.id, true)
			if err != nil {
				return false
			}
			b.mu.Lock()
			b.newest = h
			b.mu.Unlock()
			done()
			return true
		}
		r.Repeat(map[string]func(*rapid.T){
			"come": func(*rapid.T) { come(body(), host()) },
			"act": func(r *rapid.T) { // one agent acts for a body; another node's may, too
				b, h := body(), host()
				n, big := rapid.IntRange(1, 5).Draw(r, "times"), rapid.IntRange(0, 20).Draw(r, "big") == 0
				under.Go(func() {
					busy[b].Lock()
					defer busy[b].Unlock()
					for range n {
						size := 10
						if big {
							size = 2500 << 10
						}
						h.act(b, size)
					}
				})
			},
			"fault": func(r *rapid.T) {
				host().line.Set(rapid.SampledFrom([]natstest.Mode{natstest.Passing, natstest.Cut, natstest.Deaf, natstest.Stalled}).Draw(r, "mode"))
			},
			"wait": func(r *rapid.T) { time.Sleep(time.Duration(rapid.IntRange(1, 300).Draw(r, "ms")) * time.Millisecond) },
		})
		for _, h := range hosts {
			h.line.Set(natstest.Passing)
		}
		under.Wait()
		// All is well again: every body comes to the first node, within a while, and acts there.
		for _, b := range bodies {
			for until := time.Now().Add(time.Minute); !come(b, hosts[0]); {
				if time.Now().After(until) {
					r.Fatalf("%s cannot be taken though nothing is wrong any more", b.id)
				}
			}
			hosts[0].mu.Lock()
			before := hosts[0].done[b.id]
			hosts[0].mu.Unlock()
			if before < b.kept {
				r.Fatalf("%s: batch %d was told to be kept, and the log ends with %d", b.id, b.kept, before)
			}
			if !slices.IsSorted(b.frames) || len(slices.Compact(slices.Clone(b.frames))) != len(b.frames) {
				r.Fatalf("%s took the frames %v", b.id, b.frames)
			}
			if n := len(b.frames); n > 0 && b.frames[n-1] > before {
				r.Fatalf("%s took frame %d, and the log ends with %d", b.id, b.frames[n-1], before)
			}
		}
		hosts[0].mu.Lock()
		defer hosts[0].mu.Unlock()
		next := map[string]int{}
		for _, batch := range hosts[0].all {
			of, n := numbered(batch)
			if next[of]++; next[of] != n {
				r.Fatalf("the log of %s has batch %d where %d belongs", of, n, next[of])
			}
			if size := len(batch); size > 1000 && size < 2500<<10 {
				r.Fatalf("a batch of %s is not whole", of)
			}
		}
	})
}
