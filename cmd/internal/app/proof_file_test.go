// SPDX-License-Identifier: MIT

package app

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/minehand/minehand/cmd/internal/proof"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/view"
)

// kinds of proof, with goals that stand on what is held, on places, on blocks and on the
// player's word. Shown is a part of what the report says.
var provable = []struct {
	goal  string
	held  map[string]int
	state orchestrator.State
	shown string
}{
	{"build a wall 3 wide and 2 high of cobblestone", map[string]int{"cobblestone": 20}, orchestrator.StateComplete, "6 blocks that count"},
	{"get 3 oak logs", nil, orchestrator.StateComplete, "3 places"},
	{"get 2 dirt and place a torch", map[string]int{"torch": 2}, orchestrator.StateComplete, "a look after the end"},
	{"say hello", nil, orchestrator.StateComplete, "comes to 0 places"},
	{"go to 8 64 8, then get 1 dirt", nil, orchestrator.StateComplete, "shows it"},
	{"get a wooden pickaxe", nil, orchestrator.StateComplete, "judged by states"},
	{"mine 3 coal ore", map[string]int{"stone_pickaxe": 2}, orchestrator.StateComplete, ""},
	{"get an iron ingot", nil, orchestrator.StateComplete, ""},
}

// TestAProofIsJudgedAnew: what a goal's file says is what the rules make of it; one that was
// altered is refused, and one that was forged with new sums does not hold.
func TestAProofIsJudgedAnew(t *testing.T) {
	goals := provable
	if testing.Short() || raced.On {
		goals = goals[:3]
	}
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	for n, one := range goals {
		leave, left := context.WithCancel(ctx)
		id := "p" + strconv.Itoa(n+1)
		embedded(leave, t, b, &running, id, sim.Config{Seed: int64(n + 1), Inventory: one.held}, fault.Plan{})
		task := given(ctx, t, c, id, one.goal)
		endedAndShown(t, c, one.goal, task)
		left()
		got, err := c.GetProof(ctx, view.OfTask{TaskID: task})
		if err != nil {
			t.Fatalf("%s: %v", one.goal, err)
		}
		kept, err := proof.Read([]byte(got.File))
		if err != nil {
			t.Fatalf("%s: %v", one.goal, err)
		}
		r := kept.Judge()
		if len(r.Faults) > 0 || r.State != one.state || len(r.Parts) != len(kept.Record.Task.Reading.Clauses) {
			t.Errorf("%s: %+v", one.goal, r)
		}
		if all := strings.Join(append(r.Checked, r.Taken...), "\n"); !strings.Contains(all, one.shown) {
			t.Errorf("%s: %q is not in\n%s", one.goal, one.shown, all)
		}
		if n == 0 {
			alteredAndForged(t, got.File)
		}
	}
	if _, err := c.GetProof(ctx, view.OfTask{}); code(err) != view.CodeInvalid {
		t.Error(err)
	}
}

// alteredAndForged changes the proof of a wall in every way that matters.
func alteredAndForged(t *testing.T, text string) {
	t.Helper()
	for _, change := range [][2]string{
		{`"name": "task"`, `"name": "tasks"`}, {`"by": "`, `"by": "x`}, {"cobblestone", "diamond"}, {`"state": "complete"`, `"state": "unverified"`},
		{`"verdict": "confirmed"`, `"verdict": "failed"`}, {`"saved": "20`, `"saved": "19`}, {`"shown": true`, `"shown": false`},
	} {
		was := strings.Replace(text, change[0], change[1], 1)
		if was == text {
			t.Errorf("%q is not in the file", change[0])
		}
		if _, err := proof.Read([]byte(was)); !errors.As(err, new(*proof.AlteredError)) {
			t.Errorf("%q as %q: %v", change[0], change[1], err)
		}
	}
	for _, other := range []string{"", "{}", "[]", `{"form":"minehand proof 9"}`, text[:len(text)/2], strings.Repeat("[", 100)} {
		if c, err := proof.Read([]byte(other)); err == nil {
			t.Errorf("%.20q is read as %+v", other, c)
		}
	}
	spaced := strings.ReplaceAll(text, "\n", "\n\n  ") // who only laid it out anew altered nothing
	for name, f := range map[string]func(*proof.Content){
		"": func(c *proof.Content) { // another version says in other words what came
			c.Record.Task.Proven[0].Shown, c.Record.Task.Proven[0].Came = nil, []game.Check{{Kind: game.CheckBuilt}}
		},
		"by the rules it is not": func(c *proof.Content) {
			for i := range c.Record.Actions {
				a := &c.Record.Actions[i]
				a.Verdict, a.Used, a.Result = game.Failed, nil, nil
			}
		},
		"is missing":               func(c *proof.Content) { c.Record.Actions[0].Seq = 2 },
		"is no step of a plan":     func(c *proof.Content) { c.Record.Rounds = nil },
		"the rules make of":        func(c *proof.Content) { c.Record.Task.Proven[0].Have++ },
		"last move is not its end": func(c *proof.Content) { c.Record.Moves = nil },
		"nothing can be judged":    func(c *proof.Content) { c.Record.Samples = nil },
		"said to be unverified":    func(c *proof.Content) { c.Record.Task.State = orchestrator.StateUnverified },
	} {
		c, err := proof.Read([]byte(spaced))
		if err != nil {
			t.Fatal(err)
		}
		f(c)
		forged, err := c.File("forger")
		if err != nil {
			t.Fatal(err)
		}
		if c, err = proof.Read(forged); err != nil {
			t.Fatal(err)
		}
		if faults := strings.Join(c.Judge().Faults, " "); (faults == "") != (name == "") || !strings.Contains(faults, name) {
			t.Errorf("%q: %q", name, faults)
		}
	}
	if !bytes.HasSuffix([]byte(text), []byte("}\n")) {
		t.Error("the file has no end")
	}
}
