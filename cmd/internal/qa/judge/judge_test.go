// SPDX-License-Identifier: MIT

package judge

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/ui/view"
)

// usual is how many goals there are when nothing else is said.
var usual = raced.Of(200, 20)

var (
	flagGoals = flag.Int("judge.goals", usual, "how many goals the plain body is given; each of the others, and each scripted model, gets a fifth")
	flagSeed  = flag.Uint64("judge.seed", 1, "seed of the goals")
	flagMode  = flag.String("judge.mode", "", "try this body alone")
	flagOnly  = flag.Int("judge.only", -1, "carry out only the goal of this number")
)

// wanted is how many the plain body is given; few with -short, where nobody said a
// number.
func wanted() int {
	if testing.Short() && *flagGoals == usual {
		return 20
	}
	return *flagGoals
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// mode is a kind of body, and what of its reports can be relied on.
type mode struct {
	name   string
	kind   body.Kind
	faults string
	// lies: it may say that something was done which was not. blind: its states
	// carry no inventory.
	lies, blind bool
	// complete is how many of a hundred goals must at least end complete, or the
	// rest shows nothing.
	complete int
	// speed of the world: game seconds a second.
	speed float64
}

var modes = []mode{
	{name: "plain", kind: body.V2, complete: 95, speed: 60},
	{name: "v1", kind: body.V1, complete: 70, speed: 60},
	{name: "v1-worst", kind: body.V1Worst, lies: true, speed: 60},
	{name: "deltas-without-states", kind: body.V2, faults: "no-inventory=on,no-result-state=on,false-delta=0.15", lies: true, blind: true, speed: 60},
	{name: "states-without-inventory", kind: body.V2, faults: "no-inventory=on,false-success=0.1", lies: true, blind: true, speed: 60},
	{name: "false-deltas", kind: body.V2, faults: "no-result-state=on,false-delta=0.15", lies: true, speed: 60},
	{name: "place-without-effect", kind: body.V2, faults: "no-effect=0.5", lies: true, speed: 60},
	{name: "lost-acknowledgements", kind: body.V2, faults: "lose=0.15", complete: 30, speed: 2},
}

// inHand are the verbs that only an inventory shows.
var inHand = map[verb]bool{get: true, mine: true, craft: true, smelt: true, eat: true, drop: true, milk: true, shear: true, catch: true}

// TestWhatIsSaidIsTrue carries out goals of several clauses and compares what
// Minehand says at the end with what the world shows.
func TestWhatIsSaidIsTrue(t *testing.T) {
	for i := range modes {
		m := &modes[i]
		if *flagMode != "" && *flagMode != m.name {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			n := wanted()
			if m.name != "plain" {
				n /= 5
			}
			ends := map[view.TaskState]int{}
			for _, tr := range all(t, m, *flagSeed, n) {
				ends[tr.said.State]++
				wrong := tr.wrong()
				if len(wrong) == 0 && *flagOnly < 0 {
					continue
				}
				t.Logf("%d %q from %v, world %d: %s (%s)\n%s", tr.number, tr.text, tr.start, tr.seed, tr.said.State, tr.said.Reason, tr.account())
				for _, w := range wrong {
					t.Error(w)
				}
				t.Logf("repeat: go test ./cmd/internal/qa/judge -count=1 -v -judge.mode=%s -judge.seed=%d -judge.only=%d -judge.goals=%d", m.name, *flagSeed, tr.number, wanted())
			}
			t.Logf("%s: %v", m.name, ends)
			if done := ends[view.TaskComplete]; *flagOnly < 0 && done*100 < n*m.complete {
				t.Errorf("only %d of %d goals ended complete", done, n)
			}
		})
	}
}

// wrong is what does not hold of what Minehand said.
func (tr *trial) wrong() []string {
	var list []string
	every := tr.every()
	for _, f := range tr.facts {
		if f.verb == say && tr.doneTwice(f.item) {
			list = append(list, fmt.Sprintf("%q was said more than once", f.item))
		}
	}
	switch tr.said.State {
	case view.TaskComplete:
		for _, f := range tr.facts {
			if !f.true() && !(tr.mode.lies && told[f.verb]) {
				list = append(list, fmt.Sprintf("complete, and it is not true: %s", f))
			}
			if tr.mode.blind && inHand[f.verb] {
				list = append(list, fmt.Sprintf("complete, and no state could show it: %s", f.meant))
			}
		}
	case view.TaskError:
		if every && !tr.mode.blind {
			list = append(list, "an error, and every clause is true")
		}
	case view.TaskUnverified:
		if every && tr.mode.faults == "" && !tr.mode.lies {
			list = append(list, "unverified, and an honest body showed everything")
		}
	case view.TaskStopped:
		list = append(list, "stopped, and nobody asked for it")
	default:
		if !tr.said.NeedsPerson {
			list = append(list, "it did not end")
		}
	}
	if tr.mode.name == "plain" {
		list = append(list, tr.disagreements()...)
	}
	return list
}

// every tells whether all that was meant is true.
func (tr *trial) every() bool {
	return !slices.ContainsFunc(tr.facts, func(f fact) bool { return !f.true() })
}

// disagreements compares the clauses one by one.
func (tr *trial) disagreements() []string {
	if len(tr.said.Clauses) != len(tr.facts) {
		return nil // the reader may take a thing and what is done with it as one
	}
	var list []string
	for i, f := range tr.facts {
		if c := tr.said.Clauses[i]; c.Met != f.true() {
			list = append(list, fmt.Sprintf("clause %d (%s) is said to be met: %v; in truth %s", i+1, c.Text, c.Met, f))
		}
	}
	return list
}

func (tr *trial) doneTwice(line string) bool {
	n := 0
	for _, o := range tr.seen {
		if o.Name == line && o.What == "said" {
			n++
		}
	}
	return n > 1
}

// account is what is said and what is true, for people.
func (tr *trial) account() string {
	var b strings.Builder
	for _, c := range tr.said.Clauses {
		fmt.Fprintf(&b, "  said: %s met %v (%s) %s\n", c.Text, c.Met, c.Grade, c.Evidence)
	}
	for _, f := range tr.facts {
		fmt.Fprintf(&b, "  true: %s\n", f)
	}
	return b.String() + tr.story
}
