// SPDX-License-Identifier: MIT

package chaos

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// diamonds is the goal of the scenarios: mining them is under way one
// second after the start and takes a while.
func diamonds() goal {
	return goal{text: "get 3 diamonds", item: "diamond", count: 3, batch: 1}
}

// scenario carries out the goal with one body of each protocol version and has
// every truth checked; then looks at the task's record.
func scenario(t *testing.T, events []event, faults fault.Plan, look func(t *testing.T, s *stage)) {
	t.Helper()
	for _, kind := range []body.Kind{body.V1, body.V2} {
		t.Run(string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := items{"iron_pickaxe": 1}
				s := play(t, &episode{
					goal: diamonds(), start: start, events: events,
					player: playerConfig{kind: kind, seed: 1, inventory: start, faults: faults},
				})
				for _, w := range s.wrong {
					t.Error(w)
				}
				if s.final.State != orchestrator.StateComplete || len(s.parked) > 0 {
					t.Errorf("it is %s and waited for a person %d times", s.final.State, len(s.parked))
				}
				look(t, s)
				if t.Failed() {
					t.Log(s.told)
				}
			})
		})
	}
}

// was reports whether the task was ever in the state.
func (s *stage) was(state orchestrator.State) bool {
	for _, m := range s.record.Moves {
		if m.State == state {
			return true
		}
	}
	return false
}

// sameAction: one action was sent, and it was the one that got the diamonds.
func sameAction(t *testing.T, s *stage) {
	t.Helper()
	if n := len(s.record.Actions); n != 1 || s.record.Task.Round != 1 {
		t.Errorf("%d actions in %d rounds, want the one that was under way", n, s.record.Task.Round)
	}
	if s.was(orchestrator.StateInterrupted) {
		t.Error("the task was interrupted")
	}
}

// TestOutageOf8s: the session outlives it, and so does the action (rule 7). Its
// end came during the outage or after it, and is not lost.
func TestOutageOf8s(t *testing.T) {
	for _, at := range []time.Duration{2 * time.Second, 10 * time.Second, 20 * time.Second} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			scenario(t, []event{{at: at, what: outage, span: 8 * time.Second}}, fault.Plan{}, sameAction)
		})
	}
}

// TestOutageOf40s: the grace of 30 s is over, the task is interrupted, and goes
// on by itself without doing anything twice (rule 7).
func TestOutageOf40s(t *testing.T) {
	scenario(t, []event{{at: 5 * time.Second, what: outage, span: 40 * time.Second}}, fault.Plan{}, func(t *testing.T, s *stage) {
		if !s.was(orchestrator.StateInterrupted) {
			t.Error("the task was not interrupted")
		}
		if s.ended.Sub(s.begun) > 3*time.Minute {
			t.Errorf("it took %s", s.ended.Sub(s.begun))
		}
	})
}

// TestOutageOf20Minutes: too long to go on unasked; a person resumes the task.
func TestOutageOf20Minutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := items{"iron_pickaxe": 1}
		s := play(t, &episode{
			goal: diamonds(), start: start, events: []event{{at: 5 * time.Second, what: outage, span: 20 * time.Minute}},
			player: playerConfig{kind: body.V2, seed: 1, inventory: start},
		})
		if len(s.wrong) > 0 || len(s.parked) != 1 || s.final.State != orchestrator.StateComplete {
			t.Errorf("%v, it waited for a person: %q\n%s", s.wrong, s.parked, s.told)
		}
	})
}

// TestHalfOpenLineIsReplaced: the body's old socket falls silent without an end
// and it comes back on a new one, which takes over at once (rule 8).
func TestHalfOpenLineIsReplaced(t *testing.T) {
	scenario(t, nil, fault.Plan{HalfOpen: 15, Reconnect: time.Second}, sameAction)
}

// TestSecondBodyOfTheSameName: while a version 2 body is there, another game of
// that name is turned away and the first one's task goes on; a version 1 body
// is replaced by any other on this machine (rule 8).
func TestSecondBodyOfTheSameName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := items{"iron_pickaxe": 1}
		e := &episode{goal: diamonds(), start: start, player: playerConfig{kind: body.V2, seed: 1, inventory: start}}
		var other *player
		s := play(t, e, func(s *stage) {
			s.at(5*time.Second, "another body comes", func() {
				other = newPlayer(t, s.home.net, playerConfig{kind: body.V2, seed: 2})
			})
			s.at(10*time.Second, "it has not come in", func() {
				if tr := other.truth(); tr.Registers == 0 || tr.Connected {
					t.Errorf("registers %d, connected %v", tr.Registers, tr.Connected)
				}
				other.close()
			})
		})
		if len(s.wrong) > 0 || s.final.State != orchestrator.StateComplete {
			t.Errorf("%v\n%s", s.wrong, s.told)
		}
		sameAction(t, s)
		if n := len(other.executed()); n != 0 {
			t.Errorf("the other body was given %d actions", n)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		h := newHome(t)
		first := newPlayer(t, h.net, playerConfig{kind: body.V1, seed: 1})
		time.Sleep(3 * time.Second)
		second := newPlayer(t, h.net, playerConfig{kind: body.V1, seed: 2})
		time.Sleep(time.Second)
		if first.truth().Connected || !second.truth().Connected {
			t.Error("the second version 1 body did not take over")
		}
		first.close()
		time.Sleep(time.Second)
		if link := h.backend.Orchestrator.Views()[0].Link.State; link != game.LinkUp || !second.truth().Connected {
			t.Errorf("the end of the replaced body took the other with it: %s", link)
		}
		second.close()
		h.close()
		time.Sleep(15 * time.Second)
	})
}

// TestServerRestartInTheMiddle: killed or closed, whatever was under way is
// settled first, and the task ends complete by itself (docs/protocol, Journal
// and resume).
func TestServerRestartInTheMiddle(t *testing.T) {
	for _, what := range []deed{kill, restart} {
		for _, away := range []time.Duration{time.Second, 40 * time.Second, 8 * time.Minute} {
			t.Run(fmt.Sprintf("%s for %s", what, away), func(t *testing.T) {
				scenario(t, []event{{at: 5 * time.Second, what: what, span: away}}, fault.Plan{}, func(t *testing.T, s *stage) {
					if s.home.processes < 2 || !s.was(orchestrator.StateInterrupted) {
						t.Error("the restart does not show")
					}
				})
			})
		}
	}
}

// TestManyServerRestarts kills the server every seven seconds of a long plan.
func TestManyServerRestarts(t *testing.T) {
	for _, kind := range []body.Kind{body.V1, body.V2} {
		t.Run(string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &episode{goal: diamonds(), player: playerConfig{kind: kind, seed: 1}}
				for n := range 30 {
					e.events = append(e.events, event{at: time.Duration(7*(n+1)) * time.Second, what: kill, span: time.Second})
				}
				s := play(t, e)
				if len(s.wrong) > 0 || s.final.State != orchestrator.StateComplete || len(s.parked) > 0 {
					t.Errorf("%v\n%s", s.wrong, s.told)
				}
			})
		})
	}
}

// TestKilledAtTheFurnaces kills the server again and again while several furnaces burn side by
// side: what was smelted counts, what was not is smelted then.
func TestKilledAtTheFurnaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := items{"sand": 60, "coal": 12, "furnace": 4}
		e := &episode{
			goal:   goal{text: "get 60 glass", item: "glass", count: 60, batch: 4},
			player: playerConfig{kind: body.V2, seed: 1, inventory: start},
		}
		for n := range 6 {
			e.events = append(e.events, event{at: time.Duration(25*(n+1)) * time.Second, what: kill, span: 40 * time.Second})
		}
		s := play(t, e)
		if len(s.wrong) > 0 || s.final.State != orchestrator.StateComplete || len(s.parked) > 0 || s.home.processes < 3 {
			t.Errorf("%d processes: %v\n%s", s.home.processes, s.wrong, s.told)
		}
	})
}

// TestTenMinutesOfSleep: the clock jumps while an action runs, and while the
// line is down. Neither the deadline nor the grace counts it (rule 7).
func TestTenMinutesOfSleep(t *testing.T) {
	asleep := func(at time.Duration) event { return event{at: at, what: sleepy, span: 10 * time.Minute} }
	t.Run("while an action runs", func(t *testing.T) {
		scenario(t, []event{asleep(5 * time.Second), asleep(9 * time.Second)}, fault.Plan{}, sameAction)
	})
	t.Run("in an outage", func(t *testing.T) {
		scenario(t, []event{{at: 4 * time.Second, what: outage, span: 8 * time.Second}, asleep(6 * time.Second)}, fault.Plan{}, sameAction)
	})
}
