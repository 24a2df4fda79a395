// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// errands gives one action after the other: the next of list for each end that a body
// reported. before, when not nil, is called first.
type errands struct {
	list   []game.Call
	before func()
	ends   []game.Outcome
}

func (e *errands) next(out game.Outcome) (*game.Call, bool) {
	if e.before != nil {
		e.before()
	}
	e.ends = append(e.ends, out)
	if len(e.list) == 0 {
		return nil, true
	}
	call := e.list[0]
	e.list = e.list[1:]
	return &call, true
}

// following begins A, which the calls follow, and reports its end.
func following(t *testing.T, b *body, s *modbridge.Session, calls ...game.Call) (*doing, *errands) {
	t.Helper()
	e := &errands{list: calls}
	call := mine("A")
	call.Next = e.next
	d := begin(t, s, call)
	want[*wire.ExecuteAction](b)
	return d, e
}

// TestRule02OneActionFollowsAnother: one call carries out all of them, one at a time.
func TestRule02OneActionFollowsAnother(t *testing.T) {
	joined(t, func(t *testing.T, _ int, _ *house, b *body, s *modbridge.Session) {
		d, e := following(t, b, s, mine("B"), mine("C"))
		for _, id := range []string{"B", "C"} {
			b.complete(string(rune(id[0] - 1)))
			if got := want[*wire.ExecuteAction](b).Action.ID; got != id {
				t.Fatalf("action %q went out, want %q", got, id)
			}
			if d.ended() {
				t.Fatal("the call ended although an action followed")
			}
		}
		expectEnd(t, s.Do(t.Context(), mine("X")), game.EndUnsent, game.CodeInternal)
		b.fail("C", "there is none", game.CodeNotFound)
		if out := d.outcome(t); out.End != "" || len(e.ends) != 3 {
			t.Fatalf("ended %+v after %d ends, want none that is left to the caller and 3", out, len(e.ends))
		}
		expectEnd(t, e.ends[0], game.EndReported, "")
		expectEnd(t, e.ends[2], game.EndReported, game.CodeNotFound)
		b.finish(t, atWork(t, b, s, "D"), "D")
	})
}

// TestRule02AnEndThatIsNotTakenIsTheCallers: as if nothing had been asked.
func TestRule02AnEndThatIsNotTakenIsTheCallers(t *testing.T) {
	joined(t, func(t *testing.T, _ int, _ *house, b *body, s *modbridge.Session) {
		call := mine("A")
		call.Next = func(game.Outcome) (*game.Call, bool) { return nil, false }
		d := begin(t, s, call)
		want[*wire.ExecuteAction](b)
		b.finish(t, d, "A")
	})
}

// TestRule05AnActionThatFollowsHasItsOwnDeadline, and ends the call like any other.
func TestRule05AnActionThatFollowsHasItsOwnDeadline(t *testing.T) {
	joinedV2(t, func(t *testing.T, _ *house, b *body, s *modbridge.Session) {
		d, e := following(t, b, s, mine("B"))
		time.Sleep(50 * time.Second)
		b.state()
		b.complete("A")
		want[*wire.ExecuteAction](b)
		b.live()
		time.Sleep(50 * time.Second)
		if d.ended() {
			t.Fatal("B ended by the deadline of A")
		}
		expectEnd(t, d.outcome(t), game.EndDeadline, game.CodeTimeout)
		if len(e.ends) != 1 {
			t.Fatalf("%d ends were to be followed, want that of A alone", len(e.ends))
		}
	})
}

// TestRule01WhatFollowsIsAnAction, whole and with an id.
func TestRule01WhatFollowsIsAnAction(t *testing.T) {
	for name, bad := range map[string]game.Action{"no id": mine("").Action, "no target": {ID: "B", Kind: game.Mine}} {
		t.Run(name, func(t *testing.T) {
			joined(t, func(t *testing.T, _ int, _ *house, b *body, s *modbridge.Session) {
				d, _ := following(t, b, s, game.Call{Action: bad})
				b.complete("A")
				expectEnd(t, d.outcome(t), game.EndUnsent, game.CodeInvalid)
				b.finish(t, atWork(t, b, s, "C"), "C")
			})
		})
	}
}

// TestWhatComesWhileAnActionIsWrittenGoesOut behind it, also where it is the newest of
// its kind alone.
func TestWhatComesWhileAnActionIsWrittenGoesOut(t *testing.T) {
	joinedV2(t, func(t *testing.T, _ *house, b *body, s *modbridge.Session) {
		for range cap(b.pongs) + 1 { // more than it takes in: it reads nothing now
			if err := b.ws.WriteControl(9, nil, time.Now().Add(time.Second)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		d := begin(t, s, mine("A"))
		synctest.Wait()
		s.Tell(game.TaskStatus{TaskID: "t", State: "running"})
		synctest.Wait()
		written := time.Now()
		for range cap(b.pongs) + 1 {
			<-b.pongs
		}
		want[*wire.ExecuteAction](b)
		if got, late := want[*wire.TaskStatus](b), time.Since(written); got.TaskID != "t" || late != 0 {
			t.Errorf("it was told of %+v after %v", got, late)
		}
		b.finish(t, d, "A")
	})
}

// TestRule07AnActionThatFollowsWaitsForTheLine: it goes out once the body is back.
func TestRule07AnActionThatFollowsWaitsForTheLine(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		d, e := following(t, b, s, mine("B"))
		e.before = sync.OnceFunc(func() {
			b.drop()
			time.Sleep(time.Second) // for another goroutine to read that
		})
		b.complete("A")
		time.Sleep(2 * time.Second)
		b = b.back(h, wire.Register{Running: []string{}})
		b.state()
		if got := want[*wire.ExecuteAction](b).Action.ID; got != "B" {
			t.Fatalf("action %q went out, want B", got)
		}
		b.complete("B")
		if out := d.outcome(t); out.End != "" || len(e.ends) != 2 {
			t.Fatalf("ended %+v after %d ends, want 2 that were taken", out, len(e.ends))
		}
	})
}

// TestRule09ABodyIsReadWhileItsReportIsDealtWith: what follows an end may wait for a
// disk; the connection does not.
func TestRule09ABodyIsReadWhileItsReportIsDealtWith(t *testing.T) {
	joinedV2(t, func(t *testing.T, _ *house, b *body, s *modbridge.Session) {
		d, e := following(t, b, s, mine("B"), mine("C"))
		disk := make(chan struct{})
		e.before = func() { <-disk }
		b.complete("A")
		time.Sleep(time.Second)
		b.state("dirt", 3)
		synctest.Wait()
		if n := readers(); n != 2 {
			t.Fatalf("%d goroutines read, or did before the disk held them up, want 2", n)
		}
		if got := held(s, "dirt"); got != 3 {
			t.Fatalf("a state with 3 dirt was read as %d", got)
		}
		if err := b.ws.WriteControl(9, []byte("there?"), time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		if got := <-b.pongs; got != "there?" {
			t.Fatalf("the ping was answered by %q", got)
		}
		close(disk)
		for _, id := range []string{"B", "C"} {
			if got := want[*wire.ExecuteAction](b).Action.ID; got != id {
				t.Fatalf("action %q went out, want %q", got, id)
			}
			b.complete(id)
		}
		if out := d.outcome(t); out.End != "" {
			t.Fatalf("ended %+v, want an end that was taken", out)
		}
		b.finish(t, atWork(t, b, s, "D"), "D")
		time.Sleep(time.Second)
		synctest.Wait()
		if n := readers(); n != 1 {
			t.Fatalf("%d goroutines read, want 1", n)
		}
	})
}

// readers counts the goroutines that read a connection.
func readers() int {
	stacks := make([]byte, 1<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "modbridge.(*conn).read(")
}

// TestRule10NothingFollowsAStop: neither what comes of an end that was on its way, nor
// what was to go out at once.
func TestRule10NothingFollowsAStop(t *testing.T) {
	joined(t, func(t *testing.T, _ int, _ *house, b *body, s *modbridge.Session) {
		ctx, stop := context.WithCancel(t.Context())
		e := &errands{list: []game.Call{mine("B")}}
		e.before = func() {
			stop()
			s.Stop()
		}
		call := mine("A")
		call.Next = e.next
		out := make(chan game.Outcome, 1)
		go func() { out <- s.Do(ctx, call) }()
		want[*wire.ExecuteAction](b)
		b.complete("A")
		expectEnd(t, <-out, game.EndUnsent, game.CodeInterrupted)
		expectFrames(t, b, wire.TypeStop)
	})
}

// TestRule16ALineThatFollowsKeepsThePace: it waits for its turn without holding up
// who reads.
func TestRule16ALineThatFollowsKeepsThePace(t *testing.T) {
	joined(t, func(t *testing.T, _ int, _ *house, b *body, s *modbridge.Session) {
		lines := make([]game.Call, 3*game.ChatBurst)
		for i := range lines {
			lines[i] = game.Call{Action: game.Action{ID: string(rune('B' + i)), Kind: game.Chat, Message: "hello"}}
		}
		d, _ := following(t, b, s, lines...)
		b.live()
		start := time.Now()
		b.complete("A")
		for range lines {
			b.complete(want[*wire.ExecuteAction](b).Action.ID)
		}
		if out := d.outcome(t); out.End != "" {
			t.Fatalf("ended %+v, want an end that was taken", out)
		}
		if took, least := time.Since(start), (2*game.ChatBurst-1)*game.ChatEvery; took < least {
			t.Fatalf("%d lines took %s, want %s at least", len(lines), took, least)
		}
	})
}
