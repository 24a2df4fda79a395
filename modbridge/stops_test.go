package modbridge_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestRule06EachStopHasItsAnswer: the answer to a second stop ends nothing that
// was sent after the answer to the first; a body that stops unasked later does.
func TestRule06EachStopHasItsAnswer(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		s.Stop()
		s.Stop()
		want[*wire.Stop](b)
		want[*wire.Stop](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		synctest.Wait()
		if err := s.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		synctest.Wait()
		if d.ended() {
			t.Fatal("the answer to a stop that was given before it ended the action")
		}
		b.send(&wire.Stopped{InstanceID: "b"})
		if o := d.outcome(t); o.Failure == nil || o.Failure.Code != game.CodeInterrupted {
			t.Errorf("a body that stopped by itself: %s %+v", o.End, o.Failure)
		}
		begin(t, s, mine("C"))
		id := want[*wire.ExecuteAction](b).Action.ID
		s.Stop() // answered by the action's own end, as rule 6 allows
		want[*wire.Stop](b)
		b.send(&wire.ActionFailed{InstanceID: "b", ActionID: id, Error: "stopped", Code: game.CodeInterrupted})
		time.Sleep(8 * time.Second)
		d = begin(t, s, mine("D"))
		want[*wire.ExecuteAction](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		if o := d.outcome(t); o.Failure == nil || o.Failure.Code != game.CodeInterrupted {
			t.Errorf("a body that stopped by itself seconds later: %s %+v", o.End, o.Failure)
		}
	})
}

// TestRule10ARefusedNameKeepsTheStop: a body that asks for a taken name and
// comes back as itself still gets the stop that it is owed.
func TestRule10ARefusedNameKeepsTheStop(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		h.join("c", protocol)
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.send(&wire.Register{InstanceID: "c", Protocol: 2, Version: "1.21.5"})
		d.outcome(t)
		<-b.done
		again := h.dial("b", protocol)
		again.register(wire.Register{})
		want[*wire.Stop](again)
	})
}
