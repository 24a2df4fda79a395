// SPDX-License-Identifier: MIT

package goals

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
)

// lacks names every place that lacks something of a goal verb.
func lacks(t *testing.T, f Frame, list []Frame, docs string) []string {
	t.Helper()
	var out []string
	miss := func(what string, missing bool) {
		if missing {
			out = append(out, what)
		}
	}
	miss("rows of frames.go", !slices.ContainsFunc(list, func(o Frame) bool { return o.Kind == f.Kind }))
	miss("phrases", len(f.Kind.Words()) == 0)
	miss("Slots", len(f.Slots) == 0 && f.Kind != Sleep && f.Kind != Sort)
	miss("Grade", f.Grade != game.Seen && f.Grade != game.Told)
	miss("Met", f.Met == "")
	miss("Examples", len(f.Examples) == 0)
	miss("spoken", f.spoken == nil)
	miss("draft", f.draft == nil)
	miss("docs/GOALS.md", !strings.Contains(docs, "\n| "+string(f.Kind)+" |"))
	if len(out) > 0 {
		return out
	}
	clause, err := exampleOf(t, f)
	switch {
	case err != nil:
		miss("an example that can be planned: "+err.Error(), true)
	case clause == nil:
		miss("a first example that is read as it", true)
	default:
		miss("a proof of its clause", len(clause.Proofs) == 0)
		for _, p := range clause.Proofs {
			miss("the grade of its row in its proof", p.Grade != f.Grade)
		}
	}
	return out
}

// exampleOf is the clause of a verb that its first example makes.
func exampleOf(t *testing.T, f Frame) (*game.Clause, error) {
	t.Helper()
	body := game.BodyInfo{ID: "test", Owner: "Alex", Protocol: game.ProtocolV2, Version: "1.21.5", Surveys: true}
	for _, k := range game.Catalogue() {
		body.Actions = append(body.Actions, k.Kind)
	}
	req := game.Request{Goal: f.Examples[0], Body: body, State: game.State{Position: &game.Vec3{Y: 64}}}
	for x := range 2 { // chests that it has looked into
		at := game.Pos{X: 2 + 3*x, Y: 64}
		req.Known = append(req.Known, game.Landmark{Kind: game.LandmarkContainer, Name: "chest", At: at})
		req.History = append(req.History, game.Attempt{
			Step:    game.Step{Action: game.Action{Kind: game.Interact, Target: "chest", At: &at}},
			Outcome: game.Outcome{Result: &game.Result{Contents: []game.Stack{{Item: []string{"dirt", "stone"}[x], Count: 2}}}}, Verdict: game.Claimed,
		})
	}
	b, err := book.NewLibrary(book.Config{}).Open(req)
	if err != nil {
		return nil, err
	}
	task, err := Read(b, f.Examples[0])
	if err != nil {
		return nil, err
	}
	for i := range task.Goal.Clauses {
		if c := &task.Goal.Clauses[i]; c.Verb == string(f.Kind) {
			return c, nil
		}
	}
	return nil, nil
}

// A verb that is invented for the test is named wherever it lacks something, and
// no real one lacks anything.
func TestAVerbIsNamedWhereItLacksSomething(t *testing.T) {
	raw, err := os.ReadFile("../../docs/GOALS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Frames() {
		if got := lacks(t, f, Frames(), string(raw)); len(got) > 0 {
			t.Errorf("%s lacks %s", f.Kind, strings.Join(got, ", "))
		}
	}
	invented := Frame{Kind: "sparkle"}
	want := []string{"rows of frames.go", "phrases", "Slots", "Grade", "Met", "Examples", "spoken", "draft", "docs/GOALS.md"}
	if got := lacks(t, invented, Frames(), string(raw)); !slices.Equal(got, want) {
		t.Errorf("of an invented verb %q are named, want %q", got, want)
	}
	invented = Frame{
		Kind: Sleep, Slots: []string{"mob"}, Grade: game.Told, Met: "it sits", Examples: []string{"get 3 dirt"},
		slots: "thing", spoken: (*speech).fetches, draft: (*drafter).partGet,
	}
	if got := lacks(t, invented, append(Frames(), invented), string(raw)+"\n| sleep |"); !slices.Equal(got, []string{"a first example that is read as it"}) {
		t.Errorf("of an invented verb whose example is another's %q are named", got)
	}
}
