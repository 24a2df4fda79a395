// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// unasked are the calls that a test does not make.
type unasked interface{ Tasks }

// oneTask is an orchestrator that keeps one task.
type oneTask struct {
	unasked
	rec orchestrator.Record
}

func (o *oneTask) Task(context.Context, string) (orchestrator.Record, error) { return o.rec, nil }

func (o *oneTask) Tasks(context.Context, orchestrator.Query) ([]orchestrator.Task, error) {
	return []orchestrator.Task{o.rec.Task}, nil
}

func (*oneTask) Status(string) (orchestrator.View, error) {
	return orchestrator.View{}, orchestrator.ErrNoBody
}

// TestWhatEndedTellsWhatIsProven: get-task and get-status of a task that is over
// say of each clause by what it is known, and unverified is complete for base
// clients without being verified.
func TestWhatEndedTellsWhatIsProven(t *testing.T) {
	clauses := []game.Clause{
		game.ClauseOf("get", "get 3 diamonds", game.Check{Kind: game.CheckHave, Items: []string{"diamond"}, Count: 3}),
		game.ClauseOf("say", `say "hi"`, game.Check{Kind: game.CheckSaid, Text: "hi"}),
	}
	const seen, missing, told, none = "seen: 3 diamonds held", "missing: 3 diamonds held (0 so far)", "by the body's word", "carried out, but nobody could check it"
	for _, c := range []struct {
		name     string
		state    orchestrator.State
		clauses  []game.Clause
		end      game.End
		held     int
		class    view.Class
		verified bool
		evidence []string
	}{
		{"complete", orchestrator.StateComplete, clauses, game.EndReported, 3, view.Complete, true, []string{seen, told}},
		{"complete, and the diamonds are gone since", orchestrator.StateComplete, clauses, game.EndReported, 0, view.Complete, true, []string{seen, told}},
		{"unverified", orchestrator.StateUnverified, clauses, game.EndGone, 3, view.Complete, false, []string{seen, none}},
		{"unverified, and no clause could be made", orchestrator.StateUnverified, nil, game.EndGone, 3, view.Failed, false, nil},
		{"error", orchestrator.StateError, clauses, game.EndReported, 0, view.Failed, false, []string{missing, told}},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := game.State{Inventory: []game.Stack{{Item: "diamond", Count: c.held}}}
			line := game.Step{Action: game.Action{Kind: game.Chat, Message: "hi"}}
			s := &Service{tasks: tasks{of: &oneTask{rec: orchestrator.Record{
				Task:    orchestrator.Task{ID: "t", State: c.state, Reading: game.Goal{Clauses: c.clauses}, Baseline: &game.Baseline{}},
				Actions: []orchestrator.Action{{Seq: 1, ID: "a", Step: line, Verdict: game.Claimed, End: c.end}},
				Samples: []orchestrator.Sample{{State: state}},
			}}}}
			rec, err := s.tasks.record(t.Context(), "t")
			if err != nil {
				t.Fatal(err)
			}
			last, err := s.current(t.Context(), "b")
			if err != nil || last == nil {
				t.Fatal(last, err)
			}
			row := s.tasks.of.(*oneTask).rec.Task
			player := s.tasks.playerOf(&orchestrator.View{Body: "b", Last: &row})
			list, err := listTasks(t.Context(), &exchange{Line: &Line{svc: s}}, view.TaskQuery{})
			if err != nil || len(list.Tasks) != 1 {
				t.Fatal(list, err)
			}
			for call, got := range map[string]*view.Task{"get-task": &rec.Task, "get-status": last, "the player's last": player.Last, "list-tasks": &list.Tasks[0]} {
				if got.Class != c.class || got.Verified != c.verified || len(got.Clauses) != len(c.evidence) {
					t.Fatalf("%s: %s, verified %v, %d clauses", call, got.Class, got.Verified, len(got.Clauses))
				}
				for i, want := range c.evidence {
					if got.Clauses[i].Evidence != want {
						t.Errorf("%s: clause %d: %q, want %q", call, i+1, got.Clauses[i].Evidence, want)
					}
				}
			}
		})
	}
}

// A search that is done tells where, wherever its task is shown.
func TestWhatWasFoundIsToldWithItsPlace(t *testing.T) {
	look := game.Step{Action: game.Action{Kind: game.Explore, For: "cow"}}
	c := game.ClauseOf("find", "find cow", game.Check{Kind: game.CheckDone, Action: game.Explore, Target: "cow", Count: 1})
	s := &Service{tasks: tasks{states: func(string) *game.State { return nil }, of: &oneTask{rec: orchestrator.Record{
		Task: orchestrator.Task{ID: "t", State: orchestrator.StateComplete, Reading: game.Goal{Clauses: []game.Clause{c}}, Baseline: &game.Baseline{}},
		Actions: []orchestrator.Action{{Seq: 1, ID: "a", Step: look, Verdict: game.Claimed, End: game.EndReported,
			Result: &game.Result{Success: true, Position: &game.Vec3{X: 12.5, Y: 64, Z: -7.5}}}},
	}}}}
	rec, err := s.tasks.record(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	row := s.tasks.of.(*oneTask).rec.Task
	player := s.tasks.playerOf(&orchestrator.View{Body: "b", Last: &row})
	for call, got := range map[string]*view.Task{"get-task": &rec.Task, "the player's last": player.Last, "its event": s.tasks.shown(&row)} {
		if e := got.Clauses[0].Evidence; e != "near 12 64 -8, by the body's word" {
			t.Errorf("%s: %q", call, e)
		}
	}
	if at := rec.Actions[0].At; at == nil || at.X != 12.5 {
		t.Errorf("the action was at %v", at)
	}
}

// More may come of a goal than was asked for; the proof of its clause says how much,
// as its reason does.
func TestTheEvidenceSaysHowMuchCame(t *testing.T) {
	c := game.ClauseOf("craft", "craft 3 torches", game.Check{Kind: game.CheckGain, Items: []string{"torch"}, Count: 3})
	state := game.State{Inventory: []game.Stack{{Item: "torch", Count: 6}}}
	s := &Service{tasks: tasks{states: func(string) *game.State { return &state }, of: &oneTask{rec: orchestrator.Record{
		Task: orchestrator.Task{
			ID: "t", State: orchestrator.StateComplete, Reading: game.Goal{Clauses: []game.Clause{c}},
			Baseline: &game.Baseline{Inventory: map[string]int{"torch": 2}},
		},
		Samples: []orchestrator.Sample{{State: state}},
	}}}}
	rec, err := s.tasks.record(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	list, err := listTasks(t.Context(), &exchange{Line: &Line{svc: s}}, view.TaskQuery{})
	if err != nil {
		t.Fatal(err)
	}
	row := s.tasks.of.(*oneTask).rec.Task
	player := s.tasks.playerOf(&orchestrator.View{Body: "b", Last: &row})
	for call, got := range map[string]*view.Task{"get-task": &rec.Task, "list-tasks": &list.Tasks[0], "the player's last": player.Last, "its event": s.tasks.shown(&row)} {
		if e := got.Clauses[0].Evidence; e != "seen: 4 more torches" || got.Clauses[0].Text != "craft 3 torches" {
			t.Errorf("%s: %q", call, e)
		}
	}
}

// Of what may be many things those are named that there are.
func TestTheEvidenceNamesWhatIsThere(t *testing.T) {
	food := []string{"apple", "mushroom_stew", "bread", "porkchop", "carrot"}
	for _, c := range []struct {
		held, before map[string]int
		kind         game.CheckKind
		shows, ends  string
	}{
		{map[string]int{"apple": 20}, nil, game.CheckHave, "seen: 20 apples held", "Done: 20 apples held, 12 were needed."},
		{map[string]int{"apple": 12, "bread": 8, "dirt": 3}, nil, game.CheckHave, "seen: 12 apples, 8 bread held", "Done: 12 apples, 8 bread held, 12 were needed."},
		{map[string]int{"apple": 12}, nil, game.CheckHave, "seen: 12 apples held", "Done: 12 apples held."},
		{map[string]int{"apple": 22}, map[string]int{"apple": 10}, game.CheckGain, "seen: 12 more apples", "Done: 12 more apples."},
		{map[string]int{"apple": 16}, map[string]int{"apple": 16}, game.CheckHave, "seen: 12 apples held", "Done: 12 apples held (as before anything began)."},
	} {
		goal := game.Goal{Clauses: []game.Clause{game.ClauseOf("get", "get 12 food", game.Check{Kind: c.kind, Items: food, Count: 12})}}
		var state game.State
		for item, n := range c.held {
			state.Inventory = append(state.Inventory, game.Stack{Item: item, Count: n})
		}
		credits := game.Credits{Base: game.Baseline{Inventory: c.before}}
		list := ClausesOf("", goal.Clauses)
		weigh(&list[0], &goal.Clauses[0], &goal.Proven(&state, credits)[0])
		_, ends := goal.Ending("get 12 food", &state, &credits)
		if said := messages.Say(messages.English, ends); list[0].Evidence != c.shows || said != c.ends {
			t.Errorf("%v: %q, %q", c.held, list[0].Evidence, said)
		}
	}
}

// What a body says by its nature may have been seen too: a list of tasks says so as
// everything else does.
func TestAKillThatWasSeenIsSeenInTheLists(t *testing.T) {
	c := game.ClauseOf("kill", "kill 2 cows", game.Check{Kind: game.CheckKilled, Target: "cow", Count: 2})
	fight := game.Step{Action: game.Action{Kind: game.Attack, Target: "cow", Quantity: 2}}
	s := &Service{tasks: tasks{states: func(string) *game.State { return nil }, of: &oneTask{rec: orchestrator.Record{
		Task:    orchestrator.Task{ID: "t", State: orchestrator.StateComplete, Reading: game.Goal{Clauses: []game.Clause{c}}, Baseline: &game.Baseline{}},
		Actions: []orchestrator.Action{{Seq: 1, ID: "a", Step: fight, Verdict: game.Confirmed, End: game.EndReported, Gained: map[string]int{"beef": 5}}},
	}}}}
	rec, err := s.tasks.record(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	list, err := listTasks(t.Context(), &exchange{Line: &Line{svc: s}}, view.TaskQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for call, got := range map[string]*view.Task{"get-task": &rec.Task, "list-tasks": &list.Tasks[0]} {
		if v := &got.Clauses[0]; v.Grade != view.Seen || v.Evidence != "seen: 2 cows killed" {
			t.Errorf("%s: %s, %q", call, v.Grade, v.Evidence)
		}
	}
}

// Every state is one of the base protocol's four words (docs/protocol, Tasks).
func TestEveryStateHasItsClass(t *testing.T) {
	read := game.Goal{Clauses: []game.Clause{{}}}
	for _, c := range []struct {
		task orchestrator.Task
		want view.Class
	}{
		{orchestrator.Task{State: orchestrator.StateQueued}, view.Processing},
		{orchestrator.Task{State: orchestrator.StatePlanning}, view.Processing},
		{orchestrator.Task{State: orchestrator.StateAwaiting}, view.Processing},
		{orchestrator.Task{State: orchestrator.StateRunning}, view.Processing},
		{orchestrator.Task{State: orchestrator.StatePaused}, view.Processing},
		{orchestrator.Task{State: orchestrator.StateStopping}, view.Processing},
		{orchestrator.Task{State: orchestrator.StateInterrupted}, view.Processing},
		{orchestrator.Task{State: orchestrator.StateInterrupted, NeedsPerson: true}, view.Failed},
		{orchestrator.Task{State: orchestrator.StateComplete}, view.Complete},
		{orchestrator.Task{State: orchestrator.StateUnverified}, view.Failed},
		{orchestrator.Task{State: orchestrator.StateUnverified, Reading: read}, view.Complete},
		{orchestrator.Task{State: orchestrator.StateError}, view.Failed},
		{orchestrator.Task{State: orchestrator.StateStopped}, view.Idle},
	} {
		if got := classOf(&c.task); got != c.want {
			t.Errorf("%s, needs a person %v, %d clauses: %s, want %s", c.task.State, c.task.NeedsPerson, len(c.task.Reading.Clauses), got, c.want)
		}
	}
}

// A misspelt goal that a person agreed to is called by what it was taken for, as
// soon as that is known; every other by the person's own words.
func TestAnAcceptedGuessIsCalledByItsReading(t *testing.T) {
	read := game.Goal{Reading: "get 3 diamonds"}
	for _, c := range []struct {
		task orchestrator.Task
		want string
	}{
		{orchestrator.Task{Goal: "get 3 dimnds", Settings: game.Settings{Accepted: "x"}}, "get 3 dimnds"},
		{orchestrator.Task{Goal: "get 3 dimnds", Settings: game.Settings{Accepted: "x"}, Reading: read}, "get 3 diamonds"},
		{orchestrator.Task{Goal: "please get 3 diamonds", Reading: read}, "please get 3 diamonds"},
	} {
		if got := (tasks{}).task(&c.task); got.Title != c.want || got.Goal != c.task.Goal {
			t.Errorf("%q, %q: called %q, want %q", c.task.Goal, c.task.Reading.Reading, got.Title, c.want)
		}
	}
}

// What was seen when a place was reached stays seen in the lists, which have no
// states at hand.
func TestAPlaceThatWasReachedIsSeenInTheLists(t *testing.T) {
	walk := game.ClauseOf("goto", "go to Steve", game.Check{Kind: game.CheckDone, Action: game.Goto, Target: "Steve", Count: 1})
	row := orchestrator.Task{State: orchestrator.StateComplete, Reading: game.Goal{Clauses: []game.Clause{walk}}}
	if v := (tasks{}).task(&row); v.Clauses[0].Evidence != "by the body's word" {
		t.Errorf("not seen: %q", v.Clauses[0].Evidence)
	}
	row.Latched = []int{0}
	if v := (tasks{}).task(&row); v.Clauses[0].Grade != view.Seen || v.Clauses[0].Evidence != "seen: Steve reached" {
		t.Errorf("seen: %q, %q", v.Clauses[0].Grade, v.Clauses[0].Evidence)
	}
}

// noRecords is an orchestrator whose records nobody may read.
type noRecords struct {
	unasked
	*testing.T
	rows []orchestrator.Task
}

func (o *noRecords) Task(context.Context, string) (orchestrator.Record, error) {
	o.Error("a record was read")
	return orchestrator.Record{}, orchestrator.ErrNoTask
}

func (o *noRecords) Tasks(context.Context, orchestrator.Query) ([]orchestrator.Task, error) {
	return o.rows, nil
}

// A list of tasks says of their clauses what get-task says, and reads rows alone.
func TestAListReadsRows(t *testing.T) {
	c := game.ClauseOf("craft", "craft 3 torches", game.Check{Kind: game.CheckGain, Items: []string{"torch"}, Count: 3})
	for _, held := range []int{4, 2} {
		rec := orchestrator.Record{
			Task:    orchestrator.Task{ID: "t", State: orchestrator.StateUnverified, Reading: game.Goal{Clauses: []game.Clause{c}}, Baseline: &game.Baseline{}},
			Samples: []orchestrator.Sample{{State: game.State{Inventory: []game.Stack{{Item: "torch", Count: held}}}}},
		}
		told, err := tasks{of: &oneTask{rec: rec}}.record(t.Context(), "t")
		if err != nil {
			t.Fatal(err)
		}
		row := rec.Task
		row.Proven = row.Reading.Proven(&rec.Samples[0].State, rec.Credits())
		kept, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		row = orchestrator.Task{}
		if err := json.Unmarshal(kept, &row); err != nil {
			t.Fatal(err)
		}
		of := tasks{of: &noRecords{T: t, rows: []orchestrator.Task{row}}}
		list, err := of.weighedHistory(t.Context(), view.TaskQuery{})
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		if got := list[0].Clauses; !reflect.DeepEqual(got, told.Task.Clauses) || got[0].Have == 0 {
			t.Errorf("with %d torches the list says %+v, get-task %+v", held, got, told.Task.Clauses)
		}
		if got := of.shown(&row).Clauses; !reflect.DeepEqual(got, told.Task.Clauses) {
			t.Errorf("with %d torches the event says %+v, get-task %+v", held, got, told.Task.Clauses)
		}
	}
}

// A task of which damage left nothing but its id is listed as the schema says.
func TestATaskWithoutAPolicyIsShownWithTheDefault(t *testing.T) {
	row := orchestrator.Task{ID: "T1", Body: "b", State: orchestrator.StateError}
	if v := (tasks{}).task(&row); !slices.Contains(v.Policy.Values(), string(v.Policy)) {
		t.Errorf("its policy is %q", v.Policy)
	}
}

// given is an orchestrator that keeps what is submitted.
type given struct {
	unasked
	got []orchestrator.Submission
}

func (g *given) Submit(_ context.Context, _ string, s orchestrator.Submission) (string, error) {
	g.got = append(g.got, s)
	return "t", nil
}

// Nobody is there to say yes to what a model guesses of a standing order.
func TestAnOrderIsUnattended(t *testing.T) {
	g := &given{}
	s := &Service{tasks: tasks{of: g}}
	if id, err := s.SubmitOrder(t.Context(), "b", "keep 10 torches", "order 1"); err != nil || id != "t" {
		t.Fatal(id, err)
	}
	if len(g.got) != 1 || !g.got[0].Settings.Unattended || g.got[0].Settings.Guess == game.GuessRun || g.got[0].Call != "order 1" {
		t.Errorf("submitted %+v", g.got)
	}
}
