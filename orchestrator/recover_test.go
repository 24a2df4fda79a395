package orchestrator

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// TestABodysOwnWordAfterARestart: what it registered with settles the action,
// failures too.
func TestABodysOwnWordAfterARestart(t *testing.T) {
	for name, fails := range map[string]bool{"success": false, "failure": true, "a success that nothing shows": false} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, needing("coal"), func(w *world) {
				w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
				id := w.submit(Submission{Goal: "x"})
				w.until(id, StateRunning, time.Second)
				time.Sleep(time.Second)
				w.crash()
				open := w.body.Sent()[0]
				w.body.Leave()
				w.body = w.body.Again()
				go w.body.Run(w.bctx)
				if name == "success" {
					w.body.Give("coal", 2)
				}
				w.start()
				w.o.Attach(&scripted{Body: w.body, adopt: func(call game.Call) game.Outcome {
					if call.Action.ID != open.ID || call.Action.Target != "coal" || call.Progress == nil {
						t.Errorf("asked for %+v", call)
					}
					for _, p := range []game.ActionProgress{{Message: "still at it"}, {Paused: "screen"}, {Message: "going on"}} {
						call.Progress(call.Action.ID, p)
						time.Sleep(time.Millisecond) // it goes through the inbox
						want := "Finding out how it went: Mine 2 coal."
						if p.Paused != "" {
							want = "Waiting: a screen is open in the game."
						}
						if view, err := w.o.Status(w.body.Info().ID); err != nil || view.Current == nil || view.Current.Waiting != want {
							t.Errorf("after %+v it says %+v, %v", p, view.Current, err)
						}
					}
					if fails {
						return game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeInterrupted, Message: "a wall"}}
					}
					return game.Outcome{End: game.EndReported, Result: &game.Result{Success: true}}
				}})
				w.until(id, StateComplete, time.Minute)
				got := w.record(id).Actions[0]
				want := map[string]game.Verdict{"success": game.Confirmed, "failure": game.Failed, "a success that nothing shows": game.Claimed}[name]
				if got.Verdict != want || got.Ended.IsZero() || got.End != game.EndReported || w.body.Stops() != 0 {
					t.Errorf("%+v, %d stops", got, w.body.Stops())
				}
				if fails != strings.Contains(got.Reason, "a wall") {
					t.Errorf("reason %q", got.Reason)
				}
			})
		})
	}
}

// scripted is a body that answers some calls from a test.
type scripted struct {
	*bodytest.Body
	// do, when not nil, may answer an action; false leaves it to the body.
	do func(call game.Call) (game.Outcome, bool)
	// adopt, when not nil, answers Adopt.
	adopt func(call game.Call) game.Outcome
}

func (s *scripted) Do(ctx context.Context, call game.Call) game.Outcome {
	call.Next = nil // each action comes by here
	if s.do != nil {
		if out, ok := s.do(call); ok {
			return out
		}
	}
	return s.Body.Do(ctx, call)
}

func (s *scripted) Adopt(ctx context.Context, call game.Call) game.Outcome {
	if s.adopt != nil {
		return s.adopt(call)
	}
	return s.Body.Adopt(ctx, call)
}
