// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/techtree"
)

var (
	closedSeed  = flag.Uint64("closed.seed", 7, "seed of the generated closed problems")
	closedCases = flag.Int("closed.cases", raced.Of(2000, 600), "generated closed problems a version")
)

// mostAvoidable: at most one plan in so many problems may be one that a sensible
// body cannot follow though there is another that it can.
const mostAvoidable = 1_000

// mostGivenUp: at most one problem in so many may be given up.
const mostGivenUp = 400

// tally counts what came of the cases of one version.
type tally struct {
	possible, impossible, gaveUp, large, kindOnly, avoidable, worst int
}

// played are the releases that closed mode is held against: those that players
// and their mods stay on.
var played = []string{"1.16.5", "1.18.2", "1.20.1", "1.20.4", "1.21.1", "1.21.4", "1.21.5", "26.1"}

// TestClosedAgainstExhaustiveSearch holds every answer of closed mode against a
// search that tries everything, on instances small enough for it.
func TestClosedAgainstExhaustiveSearch(t *testing.T) {
	for _, version := range raced.Every(8, played) {
		t.Run(version, func(t *testing.T) {
			v, err := data.Load(version)
			if err != nil {
				t.Fatal(err)
			}
			s, all, g := techtree.New(v), manners(v), newGenerator(v)
			cases := *closedCases
			if testing.Short() {
				cases = min(cases, 300)
			}
			var n tally
			for k := range cases {
				in := g.instance(rand.New(rand.NewPCG(*closedSeed, uint64(k))))
				n.judge(t, k, s, reduce(v, all, in))
			}
			t.Logf("%+v", n)
			if n.large*30 > cases {
				t.Errorf("%d of %d were too large to judge", n.large, cases)
			}
			if n.avoidable > max(1, cases/mostAvoidable) { // of a sample one may be
				t.Errorf("%d of %d plans can be spoilt by a body that chooses as docs/protocol says, though there are safe ones", n.avoidable, cases)
			}
			if n.gaveUp > max(1, cases/mostGivenUp) {
				t.Errorf("gave up on %d of %d", n.gaveUp, cases)
			}
		})
	}
}

// judge solves one instance and holds the answer against the truth.
func (n *tally) judge(t *testing.T, k int, s *techtree.Solver, x *small) {
	t.Helper()
	answer, err := s.Solve(context.Background(), x.in.problem())
	var no *game.ImpossibleError
	var unsure *game.GaveUpError
	switch {
	case err == nil:
		n.possible++
		n.judgePlan(t, k, x, answer)
	case errors.As(err, &no):
		n.impossible++
		can, small := x.exhaustive(false)
		if !small {
			n.large++
		}
		if can {
			t.Errorf("case %d, %s: said impossible (%s), but it can be done", k, x.in, err)
		}
	case errors.As(err, &unsure):
		n.gaveUp++
		t.Logf("case %d, %s: gave up: %s", k, x.in, err)
		if x.chain() {
			t.Errorf("case %d, %s: gave up where there is nothing to choose", k, x.in)
		}
	default:
		t.Fatal(err)
	}
}

// judgePlan runs a plan with the bodies there may be.
func (n *tally) judgePlan(t *testing.T, k int, x *small, answer techtree.Answer) {
	t.Helper()
	fault, small := x.replay(answer.Steps, sensibleBody)
	if fault == "" && small {
		if fault, _ := x.replay(answer.Steps, worstBody); fault != "" {
			n.worst++
		}
		return
	}
	kindFault, small := x.replay(answer.Steps, kindBody)
	if !small {
		n.large++
		return
	}
	if kindFault != "" {
		t.Errorf("case %d, %s: the plan does not work: %s\n%v", k, x.in, kindFault, actions(answer))
		return
	}
	n.kindOnly++
	if can, small := x.exhaustive(true); can {
		n.avoidable++
		t.Logf("case %d, %s: a sensible body cannot follow: %s\n%v", k, x.in, fault, actions(answer))
	} else if !small {
		n.large++
	}
}
