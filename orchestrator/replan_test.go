// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// failing makes the body fail the action about a subject with a code, as often
// as times says (0: always).
func failing(subject string, code game.Code, times int) func(int, game.Action) bodyFault {
	n := 0
	return func(_ int, a game.Action) (f bodyFault) {
		if a.Subject() == subject || a.Message == subject {
			if n++; times == 0 || n <= times {
				f.Fail = &game.Failure{Code: code}
			}
		}
		return f
	}
}

// failingEach fails each action at what the name begins with.
func failingEach(prefix string, code game.Code) func(int, game.Action) bodyFault {
	return func(_ int, a game.Action) (f bodyFault) {
		if strings.HasPrefix(a.Target, prefix) {
			f.Fail = &game.Failure{Code: code}
		}
		return f
	}
}

// diggingOn plans a diamond and an ore that is another one each round, until there
// are so many diamonds.
func diggingOn(diamonds int, other string) planFunc {
	return func(_ context.Context, req game.Request) (game.Plan, error) {
		return planOf([]game.Check{have("diamond", diamonds)}, mine("diamond", 1), mine(fmt.Sprint(other, req.Round), 1)), nil
	}
}

func subjects(list []game.Action) string {
	var s []string
	for _, a := range list {
		s = append(s, a.Subject()+a.Message)
	}
	return strings.Join(s, " ")
}

func TestReplanTable(t *testing.T) {
	goal := []game.Check{have("diamond", 1)}
	plan := planOf(goal, mine("diamond", 1))
	for _, c := range []struct {
		name   string
		code   game.Code
		times  int
		state  State
		sent   int
		rounds int
		reason string
	}{
		{"timeout is repeated once", game.CodeTimeout, 1, StateComplete, 2, 1, ""},
		{"interrupted is repeated once", game.CodeInterrupted, 1, StateComplete, 2, 1, ""},
		{"internal is repeated once", game.CodeInternal, 1, StateComplete, 2, 1, ""},
		{"no code is repeated once", "", 1, StateComplete, 2, 1, ""},
		{"after the repeat never in a row", game.CodeTimeout, 0, StateError, 2, 3, "Could not mine 1 diamond: it took too long."},
		{"another code never in a row", game.CodeNotFound, 1, StateError, 1, 3, "Could not mine 1 diamond: none was found."},
		{"missing items are not excluded but not repeated either", game.CodeMissingTool, 1, StateError, 1, 3, "the right tool is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, 2, fixed(plan), func(w *world) {
				w.body.Faults = failing("diamond", c.code, c.times)
				id := w.submit(Submission{Goal: "get a diamond"})
				got := w.until(id, c.state, 5*time.Minute)
				if n := len(w.body.Sent()); n != c.sent || got.Round != c.rounds || !strings.Contains(got.Reason, c.reason) {
					t.Errorf("%d sent, %d rounds, %q", n, got.Round, got.Reason)
				}
			})
		})
	}
}

func TestReplanTakesAnotherWay(t *testing.T) {
	var asked []game.Request
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		asked = append(asked, req)
		ore := "diamond_ore"
		if len(req.Exclude) > 0 {
			ore = "deepslate_diamond_ore"
		}
		step := mine("diamond", 1)
		step.Action.Target = ore
		return planOf([]game.Check{have("diamond", 1)}, step), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Drops = map[string]string{"deepslate_diamond_ore": "diamond"}
		w.body.Faults = failing("diamond_ore", game.CodeNotFound, 0)
		id := w.submit(Submission{Goal: "get a diamond"})
		got := w.until(id, StateComplete, time.Minute)
		if got.Round != 2 || got.BadRounds != 1 {
			t.Errorf("%d rounds, %d bad", got.Round, got.BadRounds)
		}
		last := asked[1]
		if last.Round != 2 || len(last.History) != 1 || last.History[0].Outcome.Failure.Code != game.CodeNotFound {
			t.Errorf("the planner was not told: %+v", last)
		}
		if why := w.record(id).Rounds[1].Why; !strings.Contains(why, "none was found") {
			t.Errorf("why %q", why)
		}
	})
}

// TestWhatWasDoneInPartIsNotAskedForWhole: an action whose report was lost had gained
// one of three; the rest is planned for, and no three more are mined.
func TestWhatWasDoneInPartIsNotAskedForWhole(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		return planOf([]game.Check{have("diamond", 3)}, mine("diamond", 3-req.State.Count("diamond"))), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = func(n int, _ game.Action) (f bodyFault) {
			if n == 1 {
				f.Part, f.Lose = 1, true
			}
			return f
		}
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, 5*time.Minute)
		if sent := w.body.Sent(); len(sent) != 2 || sent[1].Quantity != 2 || w.body.Held("diamond") != 3 || got.Round != 2 {
			t.Errorf("%d held after %d rounds, sent %+v", w.body.Held("diamond"), got.Round, sent)
		}
	})
}

func TestRoundsThatBringTheGoalNearerDoNotCount(t *testing.T) {
	inBubble(t, 2, diggingOn(8, "ore"), func(w *world) {
		w.body.Faults = failingEach("ore", game.CodeNotFound)
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, 10*time.Minute)
		if got.Round != 8 || got.BadRounds != 0 {
			t.Errorf("%d rounds, %d bad", got.Round, got.BadRounds)
		}
	})
}

func TestRoundsAreCapped(t *testing.T) {
	inBubble(t, 2, diggingOn(1000, "ore"), func(w *world) {
		w.body.Faults = failingEach("ore", game.CodeNotFound)
		got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Hour)
		if got.Round != 50 || !strings.Contains(got.Reason, "50 rounds") {
			t.Errorf("%d rounds: %s", got.Round, got.Reason)
		}
	})
}

func TestNoOtherWayNamesTheFailure(t *testing.T) {
	n := 0
	p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
		if n++; n > 1 {
			return game.Plan{}, &game.ImpossibleError{Reason: "there is no other source of diamonds"}
		}
		return planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = failing("diamond", game.CodeNotFound, 0)
		got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
		want := "Could not mine 1 diamond: none was found. There is no other way: There is no other source of diamonds."
		if got.Reason != want || got.Impossible {
			t.Errorf("%q impossible=%v", got.Reason, got.Impossible)
		}
	})
}

func TestRule11TheWorstV1IsAnErrorNamingTheFirstContradiction(t *testing.T) {
	for _, policy := range []Policy{Replan, StopOnFailure} {
		inBubble(t, 1, fixed(planOf([]game.Check{have("diamond", 3)}, mine("oak_log", 3), mine("diamond", 3))), func(w *world) {
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
			id := w.submit(Submission{Goal: "get 3 diamonds", Policy: policy})
			got := w.until(id, StateError, 5*time.Minute)
			if !strings.HasPrefix(got.Reason, "Could not mine 3 oak logs: the body says it is done, but nothing was gained") {
				t.Errorf("%s: %q", policy, got.Reason)
			}
		})
	}
	woods := []string{"oak_log", "birch_log", "spruce_log"}
	another := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		return planOf([]game.Check{have("diamond", 3)}, mine(woods[(req.Round-1)%3], 3)), nil
	})
	inBubble(t, 1, another, func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
		got := w.until(w.submit(Submission{Goal: "get 3 diamonds"}), StateError, 5*time.Minute)
		if got.Round != 3 || !strings.HasPrefix(got.Reason, "Could not mine 3 oak logs: the body says it is done, but nothing was gained") {
			t.Errorf("another way each round: %d rounds, %q", got.Round, got.Reason)
		}
	})
	inBubble(t, 1, fixed(planOf([]game.Check{{Kind: game.CheckSaid, Text: "hello"}}, say("hello"))), func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
		w.until(w.submit(Submission{Goal: "say hello"}), StateComplete, time.Minute)
	})
}

func TestOnceKindsAreNotRepeatedInDoubt(t *testing.T) {
	n := 0
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		n++
		return planOf([]game.Check{{Kind: game.CheckSaid, Text: "hi"}, have("diamond", 1)}, say("hi"), mine(fmt.Sprint("x", n), 1), mine("diamond", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
			f.Lose = a.Kind == game.Chat
			if a.Target == "x1" {
				f.Fail = &game.Failure{Code: game.CodeNotFound}
			}
			return f
		}
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateUnverified, 10*time.Minute)
		if got := subjects(w.body.Sent()); got != "hi x1 x2 diamond" {
			t.Errorf("sent %s", got)
		}
		if v := w.verdicts(id); v[0] != game.Claimed || v[2] != game.Claimed {
			t.Errorf("verdicts %v", v)
		}
	})
}

func TestRefusedKindsNeverGoOut(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil, say("/op me"))), func(w *world) {
		got := w.until(w.submit(Submission{Goal: "x", Policy: StopOnFailure}), StateError, time.Minute)
		if len(w.body.Sent()) != 0 || !strings.Contains(got.Reason, "would run a command") {
			t.Errorf("sent %v, %q", w.body.Sent(), got.Reason)
		}
	})
}

func TestV1PlaceGetsAPosition(t *testing.T) {
	for protocol, want := range map[int]*game.Pos{1: {X: 1, Y: 64, Z: 0}, 2: nil} {
		inBubble(t, protocol, fixed(planOf(nil, place("crafting_table"))), func(w *world) {
			w.body.Give("crafting_table", 1)
			w.body.Give("dirt", 1) // where nothing is left, a death could have taken it
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateComplete, time.Minute)
			if got := w.body.Sent()[0].At; (got == nil) != (want == nil) || got != nil && *got != *want {
				t.Errorf("v%d: placed at %v, want %v", protocol, got, want)
			}
		})
	}
}
