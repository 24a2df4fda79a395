// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// told registers a body that reports changes and answers surveys.
func told(b *body, series string) {
	b.register(wire.Register{
		Series: series, ResumeToken: b.token, Running: []string{},
		Capabilities: &wire.Capabilities{Actions: []game.Kind{game.Mine}, Changes: true, Survey: true},
	})
}

// telling is a house with the body b, registered like that in the series s.
func telling(t *testing.T) (*house, *body) {
	t.Helper()
	h := newHouse(t, modbridge.Config{})
	b := h.dial("b", 2)
	told(b, "s")
	return h, b
}

// dug is a change of that number.
func dug(n int) game.Change {
	return game.Change{N: n, X: n, Y: 63, Z: 0, From: "dirt", To: game.Air, Why: game.WhyWay}
}

func numbers(list []game.Reported) string {
	words := make([]string, 0, len(list))
	for _, c := range list {
		word := fmt.Sprintf("%s%d", c.Series, c.N)
		if c.Lost {
			word += " lost"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// TestRule19ChangesAreTakenOnce, from whichever frame they come, again after a line
// that broke, and are forgotten when they are kept.
func TestRule19ChangesAreTakenOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		s := h.session("b")
		state := stateOf()
		state.Dimension, state.World = "the_nether", &game.World{Present: true, ID: "save"}
		b.send(&wire.StateUpdate{InstanceID: "b", Data: state, Changes: []game.Change{dug(1), dug(2)}})
		b.send(&wire.StateUpdate{InstanceID: "b", Data: state, Changes: []game.Change{dug(1), dug(2), dug(3)}})
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Changes: []game.Change{dug(2), dug(3), dug(4)}})
		synctest.Wait()
		if got := numbers(s.Changes()); got != "s1, s2, s3, s4" {
			t.Fatalf("taken: %s", got)
		}
		if c := s.Changes()[3]; c.World != "save" || c.Dimension != "the_nether" {
			t.Errorf("a change is in %q, %q", c.World, c.Dimension)
		}
		s.Keep("s", 3)
		if kept := want[*wire.ChangesKept](b); kept.Series != "s" || kept.Through != 3 {
			t.Errorf("told %+v", kept)
		}
		if got := numbers(s.Changes()); got != "s4" {
			t.Errorf("left: %s", got)
		}
		b.drop()
		b2 := h.dial("b", 2)
		b2.token = b.token
		told(b2, "s")
		b2.send(&wire.StateUpdate{InstanceID: "b", Data: state, Changes: []game.Change{dug(4), dug(5)}})
		b2.send(&wire.ActionFailed{InstanceID: "b", ActionID: "B", Changes: []game.Change{dug(4), dug(5), dug(8)}})
		synctest.Wait()
		if got := numbers(s.Changes()); got != "s4, s5, s7 lost, s8" {
			t.Errorf("after a broken line: %s", got)
		}
		told(b2, "again")
		b2.send(&wire.ActionComplete{InstanceID: "b", ActionID: "B", Changes: []game.Change{dug(1), {N: 3, Lost: true}, dug(4)}})
		synctest.Wait()
		if got := numbers(s.Changes()); got != "s4, s5, s7 lost, s8, again1, again3 lost, again4" {
			t.Errorf("with another series: %s", got)
		}
		b2.forget()
		if s.Keep("s", 8); len(b2.waiting()) > 0 {
			t.Error("a body is told of a series that it no longer counts in")
		}
	})
}

// TestRule19StatesSayWhatWasPlacedByThen: what broke something is no placement, what was lost
// may have been one.
func TestRule19StatesSayWhatWasPlacedByThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		s := h.session("b")
		put := func(n int) game.Change { return game.Change{N: n, From: "air", To: "torch", Why: game.WhyGoal} }
		for _, c := range []struct {
			told []game.Change
			want int
		}{
			{nil, 0},
			{[]game.Change{dug(1), put(2)}, 2},
			{[]game.Change{dug(3)}, 2},
			{[]game.Change{dug(5)}, 5},
			{[]game.Change{{N: 6, Lost: true}}, 6},
		} {
			b.send(&wire.StateUpdate{InstanceID: "b", Data: stateOf(), Changes: c.told})
			synctest.Wait()
			if got := s.Snapshot().State.Placed; got != (game.Placed{Series: "s", N: c.want}) {
				t.Errorf("after %v: %+v, want %d", c.told, got, c.want)
			}
		}
	})
}

// TestRule19WhereItWasChangedIsKnown: what comes before the first state of a line, as the
// progress of an action that goes on over a restart may, is of a world that nobody knows. It
// is not taken, and the body sends it again.
func TestRule19WhereItWasChangedIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Changes: []game.Change{dug(1), dug(2)}})
		synctest.Wait()
		s := h.session("b")
		if got := numbers(s.Changes()); got != "" {
			t.Errorf("taken before a state: %s", got)
		}
		state := stateOf()
		state.Dimension, state.World = "overworld", &game.World{Present: true, ID: "save"}
		b.send(&wire.StateUpdate{InstanceID: "b", Data: state, Changes: []game.Change{dug(1), dug(2)}})
		synctest.Wait()
		for _, c := range s.Changes() {
			if c.World != "save" || c.Dimension != "overworld" {
				t.Errorf("%d is in %q, %q", c.N, c.World, c.Dimension)
			}
		}
		b.drop()
		b2 := h.dial("b", 2)
		b2.token = b.token
		told(b2, "s")
		b2.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Changes: []game.Change{dug(1), dug(2), dug(3)}})
		elsewhere := state
		elsewhere.World = &game.World{Present: true, ID: "another"}
		b2.send(&wire.StateUpdate{InstanceID: "b", Data: elsewhere, Changes: []game.Change{dug(1), dug(2), dug(3)}})
		synctest.Wait()
		if list := s.Changes(); numbers(list) != "s1, s2, s3" || list[2].World != "another" {
			t.Errorf("on another line: %+v", list)
		}
	})
}

// TestRule19SilentBodiesReportNothing: those of version 1, those that declare no
// changes, and those that name no series.
func TestRule19SilentBodiesReportNothing(t *testing.T) {
	for name, protocol := range map[string]int{"version 1": 1, "nothing declared": 2, "no series": 2} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, modbridge.Config{})
			b := h.dial("b", protocol)
			b.register(wire.Register{Series: map[string]string{"nothing declared": "s"}[name],
				Capabilities: &wire.Capabilities{Actions: []game.Kind{game.Mine}, Changes: name == "no series"}})
			b.send(&wire.StateUpdate{InstanceID: "b", Data: stateOf(), Changes: []game.Change{dug(1)}})
			synctest.Wait()
			s := h.session("b")
			if got := s.Changes(); len(got) > 0 || s.Info().Series != "" {
				t.Errorf("%s: it reports %v in the series %q", name, got, s.Info().Series)
			}
			if _, err := s.Survey(t.Context(), game.Survey{Radius: 1}); err == nil || !strings.Contains(err.Error(), "cannot look around") {
				t.Errorf("%s: asked for a survey: %v", name, err)
			}
			s.Keep("s", 1)
			if got := b.waiting(); len(got) > 0 {
				t.Errorf("%s: it was sent %v", name, got)
			}
		})
	}
}

// asked begins a survey and returns what came of it.
func asked(ctx context.Context, s *modbridge.Session, box game.Box) func() ([]game.Surveyed, error) {
	var got []game.Surveyed
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		got, err = s.Survey(ctx, game.Survey{Box: &box})
	}()
	return func() ([]game.Surveyed, error) { <-done; return got, err }
}

// TestRule20SurveysAreAnswered, in halves where the whole is too large.
func TestRule20SurveysAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		b.state()
		synctest.Wait()
		s := h.session("b")
		box := game.Box{From: game.Cell{X: -4, Y: 60, Z: 0}, To: game.Cell{X: 3, Y: 61, Z: 1}}
		answer := asked(t.Context(), s, box)
		ask := want[*wire.Survey](b)
		b.send(&wire.Surveyed{InstanceID: "b", Surveyed: game.Surveyed{ID: ask.ID, Box: box, Code: game.CodeTooLarge, Error: "too much"}})
		for range 2 {
			half := want[*wire.Survey](b)
			m := game.Surveyed{ID: half.ID, Box: *half.Box, Dimension: "overworld"}
			m.Answer(func(c game.Cell) (string, bool) { return map[int]string{60: "stone", 61: "air"}[c.Y], c.X < 3 }, nil)
			b.send(&wire.Surveyed{InstanceID: "b", Surveyed: m})
		}
		list, err := answer()
		if err != nil || len(list) != 2 {
			t.Fatal(list, err)
		}
		seen := game.Cells{}
		for i := range list {
			seen.Add(&list[i])
		}
		if len(seen) != 28 || seen[game.Pos{X: -4, Y: 60, Z: 1, Dimension: "overworld"}] != "stone" || seen[game.Pos{X: 2, Y: 61, Dimension: "overworld"}] != "air" {
			t.Errorf("it shows %v", seen)
		}
		if !list[0].Complete || list[1].Complete {
			t.Error("a part that is not loaded counts as complete")
		}

		// What comes for another box, and what does not add up.
		answer = asked(t.Context(), s, box)
		ask = want[*wire.Survey](b)
		other := game.Surveyed{ID: ask.ID, Box: game.BoxAround(game.Cell{}, 1), Palette: []string{"air"}, Blocks: [][2]int{{0, 27}}, Complete: true}
		b.send(&wire.Surveyed{InstanceID: "b", Surveyed: other})
		if _, err := answer(); err == nil || !strings.Contains(err.Error(), "another place") {
			t.Errorf("another box: %v", err)
		}
		answer = asked(t.Context(), s, box)
		ask = want[*wire.Survey](b)
		short := game.Surveyed{ID: ask.ID, Box: box, Palette: []string{"air"}, Blocks: [][2]int{{0, 31}}}
		b.send(&wire.Surveyed{InstanceID: "b", Surveyed: short})
		began := time.Now()
		if _, err := answer(); err == nil || time.Since(began) != 10*time.Second {
			t.Errorf("runs that do not add up: %v after %s", err, time.Since(began))
		}
		if m := want[*wire.SurveyCancel](b); m.ID != ask.ID {
			t.Errorf("cancelled %q, want %q", m.ID, ask.ID)
		}

		// Who asked goes away; the line breaks.
		ctx, cancel := context.WithCancel(t.Context())
		answer = asked(ctx, s, box)
		ask = want[*wire.Survey](b)
		cancel()
		if _, err := answer(); !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		if m := want[*wire.SurveyCancel](b); m.ID != ask.ID {
			t.Errorf("cancelled %q, want %q", m.ID, ask.ID)
		}
		answer = asked(t.Context(), s, box)
		want[*wire.Survey](b)
		b.drop()
		if _, err := answer(); err == nil || !strings.Contains(err.Error(), "went down") {
			t.Errorf("with a broken line: %v", err)
		}
	})
}

// TestRule20ABoxHasBounds: nothing goes out that no body answers.
func TestRule20ABoxHasBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		box := game.Box{To: game.Cell{X: game.SurveySide}}
		_, err := h.session("b").Survey(t.Context(), game.Survey{Box: &box})
		if diff := cmp.Diff("the box has 33 x 1 x 1 blocks; at most 32 along each side are surveyed at once", fmt.Sprint(err)); diff != "" {
			t.Error(diff)
		}
		if got := b.waiting(); len(got) > 0 {
			t.Errorf("it was sent %v", got)
		}
	})
}

// TestRule19BadEntriesHoldUpNothing: entries that make no sense, that come twice or in any
// order, and numbers that are left out lose no other change, the body is warned once for
// each cause, and a series that counts wildly ends nothing.
func TestRule19BadEntriesHoldUpNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		b.state()
		synctest.Wait()
		b.forget()
		s := h.session("b")
		tell := func(entries ...string) {
			b.raw(`{"type":"action_progress","instanceId":"b","actionId":"A","changes":[` + strings.Join(entries, ",") + `]}`)
			synctest.Wait()
		}
		good := func(n int) string {
			return fmt.Sprintf(`{"n":%d,"x":%d,"y":63,"z":0,"from":"dirt","to":"air","why":"way","dimension":"the_end"}`, n, n)
		}
		tell(good(2), good(1), good(2), `{"n":3,"x":"far"}`, good(4), `"nothing"`, good(6))
		if got := numbers(s.Changes()); got != "s1, s2, s3 lost, s4, s5 lost, s6" {
			t.Errorf("taken: %s", got)
		}
		if c := s.Changes()[0]; c.Dimension != "the_end" {
			t.Errorf("a change in another dimension is in %q", c.Dimension)
		}
		tell(`{"n":7,"x":"farther"}`)
		b.mu.Lock()
		warnings := b.warnings
		b.mu.Unlock()
		if len(warnings) != 1 || warnings[0].Code != wire.BadChanges || warnings[0].Path != "changes[3]" || !strings.Contains(warnings[0].Message, "whole numbers") {
			t.Errorf("warned of %+v", warnings)
		}
		tell(good(1_000_000_000), good(8))
		if got := numbers(s.Changes()[6:]); got != "s7 lost, s8, s999999999 lost, s1000000000" {
			t.Errorf("after a leap: %s", got)
		}
		s.Keep("s", 1_000_000_000)
		if kept := want[*wire.ChangesKept](b); kept.Through != 1_000_000_000 || len(s.Changes()) > 0 {
			t.Errorf("kept %+v, left %v", kept, s.Changes())
		}
	})
}

// TestRule19WhatDoesNotFitIsSentAgain: no more waits than has room, and what did not find
// it is taken when the body tells it again.
func TestRule19WhatDoesNotFitIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := telling(t)
		b.state()
		s := h.session("b")
		const room, all = 4096, 5000
		send := func(from int) {
			for n := from; n <= all; n += wire.MaxChanges {
				var list []game.Change
				for k := n; k < min(n+wire.MaxChanges, all+1); k++ {
					list = append(list, dug(k))
				}
				b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Changes: list})
				synctest.Wait()
			}
		}
		send(1)
		if got := s.Changes(); len(got) != room || got[room-1].N != room {
			t.Fatalf("%d wait, up to %d", len(got), got[len(got)-1].N)
		}
		s.Keep("s", room)
		send(room + 1)
		if got := s.Changes(); len(got) != all-room || got[0].Lost || got[0].N != room+1 {
			t.Errorf("then %d wait, from %+v", len(got), got[0])
		}
	})
}
