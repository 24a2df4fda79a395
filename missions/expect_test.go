// SPDX-License-Identifier: MIT

package missions

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// live is the stage of a body whose world nobody can look into.
type live struct{ Stage }

func (live) World() LiveWorld { return nil }

// played is a run of two goals: the first was planned three times, the last once.
func played() *Result {
	action := func(id string, kind game.Kind, end game.End) view.Action {
		a := view.Action{ID: id, End: end}
		a.Step.Action.Kind = kind
		return a
	}
	return &Result{
		Verdict: "complete", Reason: "Done: 1 stick held.",
		Records: []view.TaskRecord{
			{Task: view.Task{Round: 3, Sent: 2, Failed: 1}, Actions: []view.Action{action("a", game.Mine, game.EndReported), action("b", game.Mine, game.EndUnsent)}},
			{Task: view.Task{Round: 1, Sent: 1, PlannedBy: "the built-in planner"}, Actions: []view.Action{action("c", game.Craft, game.EndReported)}},
		},
		Truth: &Truth{Position: game.Vec3{X: 10.5, Y: 70, Z: 20.5}, Inventory: map[string]int{"stick": 1}, Begun: []string{"a", "c"}, Chat: []string{"hi"}},
	}
}

// TestARunIsJudgedByItsExpectations: the faults are sentences.
func TestARunIsJudgedByItsExpectations(t *testing.T) {
	bound := func(text string) *Bound {
		b := new(Bound)
		if err := b.SetText(text); err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		name   string
		expect Expect
		change func(*Result)
		want   string // a part of the one fault, "" for none
	}{
		{"as it was", Expect{Verdict: "complete", Reason: "done: 1 STICK", Rounds: bound("1"), Actions: bound("3"), Failed: bound("1"), PlannedBy: "built-in"}, nil, ""},
		{"another end", Expect{Verdict: "failed"}, nil, "it ended complete (Done: 1 stick held.), expected failed"},
		{"another sentence", Expect{Reason: "2 sticks"}, nil, `expected a sentence with "2 sticks"`},
		{"rounds of the last goal", Expect{Rounds: bound("3")}, nil, "1 rounds, expected 3"},
		{"actions of all goals", Expect{Actions: bound("<=2")}, nil, "3 actions sent, expected <=2"},
		{"held", Expect{Inventory: map[string]*Bound{"stick": bound("2")}}, nil, "1 stick held, expected 2"},
		{"never", Expect{Never: []string{"mine"}}, nil, "1 actions were mine, expected none"},
		{"said", Expect{Chat: []string{"hi", "hi"}}, nil, `said was ["hi"]`},
		{"planned by another", Expect{PlannedBy: "model"}, nil, `expected "model"`},
		{"in its block", Expect{Position: &Place{X: 10, Y: 70, Z: 20, Within: 1}}, nil, ""},
		{"2 blocks to one side", Expect{Position: &Place{X: 10, Y: 70, Z: 22}}, nil, ""},
		{"2 blocks to the other", Expect{Position: &Place{X: 8, Y: 70, Z: 20}}, nil, ""},
		{"3 blocks to one side", Expect{Position: &Place{X: 10, Y: 70, Z: 23}}, nil, "the player is 3.0 blocks from 10 70 23, expected at most 2"},
		{"3 blocks to the other", Expect{Position: &Place{X: 7, Y: 70, Z: 20}}, nil, "the player is 3.0 blocks from 7 70 20"},
		{"above", Expect{Position: &Place{X: 10, Y: 66, Z: 20}}, nil, "the player is 4.0 blocks from 10 66 20"},
		{"at any height", Expect{Position: &Place{X: 10, Z: 20}}, nil, ""},
		{"begun twice", Expect{}, func(r *Result) { r.Truth.Begun = []string{"a", "c", "a"} }, "the body began the action a twice"},
		{"begun unsent", Expect{}, func(r *Result) { r.Truth.Begun = []string{"b"} }, "the body began the action b, which no goal sent"},
	} {
		p := &play{run: &Run{Mission: &Mission{Expect: c.expect}}, res: played(), stage: live{}}
		if c.change != nil {
			c.change(p.res)
		}
		got := p.judge()
		if (len(got) == 0) != (c.want == "") || len(got) > 1 || c.want != "" && !strings.Contains(got[0], c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestARowAddsUpTheGoals of a run.
func TestARowAddsUpTheGoals(t *testing.T) {
	got := tallyOf(played().Records)
	if got.Sent != 3 || got.Failed != 1 || got.Replanned != 2 || !slices.Equal(got.ids, []string{"a", "c"}) || got.kinds[game.Mine] != 1 {
		t.Errorf("%+v", got)
	}
}

// TestSlowerTimesGiveAMissionLonger, and quicker ones take nothing from it.
func TestSlowerTimesGiveAMissionLonger(t *testing.T) {
	own := 0.5
	for scale, want := range map[float64]time.Duration{1: 2 * time.Minute, 0.5: time.Minute, 0.1: time.Minute} {
		m := Mission{Name: "a", Limits: Limits{Wall: time.Minute}, Timings: Timings{Scale: &own}}
		runs, err := Matrix{Scale: scale}.Runs(nil, []Mission{m})
		if err != nil {
			t.Fatal(err)
		}
		if got := runs[0].Mission; got.Limits.Wall != want || got.Scaled() != scale {
			t.Errorf("at %v it has %s at %v, want %s", scale, got.Limits.Wall, got.Scaled(), want)
		}
	}
}
