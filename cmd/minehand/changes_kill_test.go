// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/ui/view"
)

// altered is what differs in a world: cell -> what stood there and what does.
func altered(w *sim.World) map[game.Pos][2]string {
	list := map[game.Pos][2]string{}
	for _, c := range w.Altered() {
		list[c.At()] = [2]string{c.From, c.To}
	}
	return list
}

// TestALedgerOutlivesAKilledServer kills `minehand serve` again and again while a body breaks
// and places, which plays on: what the task is said to have changed, which the card shows, is
// what differs in the world, with nothing missing or twice; and what is said of putting it back,
// amid kills too, is what stands there then.
func TestALedgerOutlivesAKilledServer(t *testing.T) {
	for n, one := range []struct {
		goal string
		with sim.Config
	}{
		{"build a 5x3 wall of cobblestone", sim.Config{Speed: 30}},
		{"get a furnace", sim.Config{Speed: 30}},
		{"build a pillar of dirt 4 high", sim.Config{Speed: 2}},
		{"get 2 coal", sim.Config{Speed: 10, Inventory: map[string]int{"wooden_pickaxe": 1, "cobblestone": 4}}},
	} {
		goal, with := one.goal, one.with
		with.Seed, with.Made = int64(n+1), goal
		t.Run(goal, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			s := newServer(ctx, t)
			w, err := sim.New(with)
			if err != nil {
				t.Fatal(err)
			}
			var over error
			left := make(chan struct{})
			playing, leave := context.WithCancel(ctx)
			defer func() {
				leave()
				if <-left; playing.Err() == nil {
					t.Errorf("the body left: %v", over)
				}
			}()
			go func() {
				defer close(left)
				over = body.New(w, body.Config{URL: fmt.Sprintf("ws://127.0.0.1:%d/", s.port), InstanceID: "builder"}).Run(playing)
			}()

			id := s.submit(goal)
			kills := s.killAsItChanges(id, w, 5)
			if kills == 0 {
				t.Fatal("it was over before the server was killed once")
			}
			if damaged, err := filepath.Glob(filepath.Join(s.dir, "*damaged*")); err != nil || len(damaged) > 0 {
				t.Fatalf("after %d kills something counts as damaged: %v, %v", kills, damaged, err)
			}
			before, task := altered(w), s.record(id)
			// What the body broke last, before it heard that the task is over, may be on its way.
			for limit := time.Now().Add(time.Minute); !maps.Equal(before, listed(task.Changes)) && time.Now().Before(limit); {
				time.Sleep(100 * time.Millisecond)
				before, task = altered(w), s.record(id)
			}
			if diff := cmp.Diff(before, listed(task.Changes)); diff != "" || !task.Changes.Told || task.Changes.Incomplete {
				t.Fatalf("after %d kills the ledger is not what differs (- world, + ledger): %+v\n%s", kills, task.Changes, diff)
			}

			q, err := s.client.PutBack(ctx, view.OfTask{TaskID: id})
			if err != nil {
				if strings.Contains(err.Error(), "There is nothing that can be put back") {
					return
				}
				t.Fatal(err)
			}
			kills += s.killAsItChanges(q.TaskID, w, 2)
			after, outcome := altered(w), map[string]int{}
			for at, was := range before {
				switch now, differs := after[at]; {
				case !differs:
					outcome["restored"]++
				case now != was && now[1] != game.Air:
					outcome["refilled"]++
				default:
					outcome["missing"]++
				}
			}
			back := s.record(q.TaskID)
			if diff := cmp.Diff(outcome, back.Changes.Outcome); diff != "" {
				t.Errorf("after %d kills put back (%s: %s) is told otherwise than the world is (- world, + told):\n%s", kills, back.Task.State, back.Task.Reason, diff)
			}
			t.Logf("%d kills, %d cells, put back: %v", kills, len(before), outcome)
		})
	}
}

// killAsItChanges kills the server up to so many times while a task goes on, each time when
// some more blocks of the world have changed, and waits for its end.
func (s *server) killAsItChanges(id string, w *sim.World, most int) (kills int) {
	s.t.Helper()
	var last map[game.Pos][2]string
	ended := func() bool {
		task := s.record(id).Task
		if task.NeedsPerson {
			s.t.Fatalf("it waits for a person: %s", task.Reason)
		}
		return task.State.Ended()
	}
	for ; kills < most; kills++ {
		over, changes := false, 0
		eventually(s.t, patience, "the world to change, or the end of "+id, func() bool {
			if now := altered(w); !maps.Equal(now, last) {
				last = now
				changes++
			}
			over = ended()
			return over || changes > kills%3
		})
		if over {
			return kills
		}
		s.kill()
		s.start()
	}
	eventually(s.t, patience, "the end of "+id, ended)
	return kills
}

// record is all that is known of a task.
func (s *server) record(id string) view.TaskRecord {
	s.t.Helper()
	r, err := s.client.GetTask(s.ctx, view.OfTask{TaskID: id})
	if err != nil {
		s.t.Fatalf("%v; %s", err, s.err.String())
	}
	return r
}

// listed are the cells of a ledger.
func listed(c *view.Changes) map[game.Pos][2]string {
	list := map[game.Pos][2]string{}
	for _, l := range c.List {
		list[game.Pos{X: l.X, Y: l.Y, Z: l.Z, Dimension: l.Dimension}] = [2]string{l.From, l.To}
	}
	return list
}
