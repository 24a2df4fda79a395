// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// code is that of a refusal; empty for none.
func code(err error) view.Code {
	if refused := (*view.RefusedError)(nil); errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

// Every client hears that the protected places are others, whoever changed them:
// a map that shows one which is no more would have its owner trust in it.
func TestProtectedPlacesAreTold(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct{ config, told string }{
		{"protect: [{name: the castle, x: 0, y: 64, z: 0}, {name: mill, x: 9, y: 64, z: 0}]\n", `"the castle", "mill"`},
		{"planner: {approve: true}\n", "nothing"},
	} {
		cfg, err := settings.Parse([]byte(change.config))
		if err != nil {
			t.Fatal(err)
		}
		b.configure(cfg)
		b.configure(cfg) // which changes nothing
		e := next(t, c, "word of the places", func(e view.Event) bool { return e.Kind == view.EventSettings })
		if e.StateChanges["protect"] != change.told {
			t.Errorf("told %v, not that %s is protected", e.StateChanges, change.told)
		}
	}
}

// Every call about goals, on a real backend with its practice world: what they
// answer, and how they refuse.
func TestCallsOfAClient(t *testing.T) {
	cfg, err := settings.Parse([]byte("protect: [{name: the castle, x: 0, y: 64, z: 0}]\nproviders: [{name: away, type: openai, config: {url: 'http://192.0.2.1:1234', api_key_env: KEY_OF_AWAY}}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "", func(string) string { return "the secret" })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := Start(t.Context(), BackendConfig{
		DataDir: filepath.Join(t.TempDir(), "data"), Config: cfg, Planner: p, Reader: p.Reader(), Listener: p.Listener(), Providers: p.Sources(), Practice: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	c, ctx := b.Connect(), t.Context()
	defer c.Close()
	none := view.OfBody{}
	if err := c.Hello(ctx, view.Hello{Client: "tester"}); err != nil {
		t.Fatal(err)
	}

	// Nobody is there.
	if r, err := c.Read(ctx, view.ReadPrompt{Prompt: "get 3 diamonds"}); err != nil || !r.Understood || len(r.Clauses) != 1 || r.Clauses[0].Want != 3 {
		t.Errorf("read: %+v, %v", r, err)
	}
	if r, err := c.Read(ctx, view.ReadPrompt{Prompt: "xyzzy"}); err != nil || r.Understood || r.Missing == "" {
		t.Errorf("read nonsense: %+v, %v", r, err)
	}
	if h, err := c.HowToMake(ctx, view.MakeWhat{Item: "minecraft:iron_pickaxe", Count: 2}); err != nil || h.Item != "iron_pickaxe" || h.Count != 2 || len(h.Needs) != 2 || len(h.Missing) != 2 || len(h.Steps) < 10 || h.Seconds == 0 {
		t.Errorf("how to make: %+v, %v", h, err)
	}
	for _, bad := range []view.MakeWhat{{Item: "xyzzy"}, {Item: ""}, {Item: "cake", Count: -1}} {
		if h, err := c.HowToMake(ctx, bad); err == nil {
			t.Errorf("%+v is made: %+v", bad, h)
		}
	}
	for name, call := range map[string]func() error{
		"send":   func() error { _, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 1 oak log"}); return err },
		"pause":  func() error { return c.PauseTask(ctx, none) },
		"resume": func() error { return c.ResumeTask(ctx, view.Resume{}) },
		"skip":   func() error { return c.SkipAction(ctx, none) },
		"clear":  func() error { _, err := c.ClearQueue(ctx, view.Clear{}); return err },
		"state":  func() error { _, err := c.GetState(ctx, none); return err },
		"queue":  func() error { _, err := c.GetQueue(ctx, none); return err },
	} {
		if err := call(); code(err) != view.CodeNoBody {
			t.Errorf("%s with nobody there: %v", name, err)
		}
	}
	if _, err := c.GetTask(ctx, view.OfTask{TaskID: "none"}); code(err) != view.CodeNoTask {
		t.Errorf("no such task: %v", err)
	}
	if list, err := c.ListProviders(ctx); err != nil || len(list) < 3 || list[0].Name != "auto" || !list[0].Default {
		t.Errorf("providers: %+v, %v", list, err)
	} else {
		for _, v := range list {
			if v.Local == (v.Name == "away") {
				t.Errorf("%s is said to be at %q, local %v", v.Name, v.Host, v.Local)
			}
		}
	}
	shown, err := c.GetConfig(ctx)
	if err != nil || shown.Settings["protect"] == nil || strings.Contains(string(mustJSON(t, shown)), "secret") {
		t.Errorf("config: %s, %v", mustJSON(t, shown), err)
	}

	// Somebody is.
	if _, err := c.StartPractice(ctx, view.PracticeStart{Speed: 2}); err != nil {
		t.Fatal(err)
	}
	if list, err := c.ListBodies(ctx); err != nil || len(list) != 1 || list[0].Link.State != game.LinkUp || list[0].Name != practiceName {
		t.Errorf("bodies: %+v, %v", list, err)
	}
	if st, err := c.GetState(ctx, none); err != nil || st.Health == nil || st.Position == nil || st.Time == nil {
		t.Errorf("state: %+v, %v", st, err)
	}
	if inv, err := c.GetInventory(ctx, none); err != nil || len(inv.Slots) != 0 {
		t.Errorf("inventory: %+v, %v", inv, err)
	}
	if m, err := c.GetMap(ctx, view.LookAround{}); err != nil || len(m.Zones) != 1 {
		t.Errorf("zones: %+v, %v", m.Zones, err)
	}
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		t.Fatal(err)
	}
	yes := true
	q, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 30 oak logs", Settings: view.PromptSettings{Approve: &yes}})
	if err != nil {
		t.Fatal(err)
	}
	state := func(want view.TaskState) *view.Task {
		t.Helper()
		return next(t, c, "the task's being "+string(want), func(e view.Event) bool { return e.Task != nil && e.TaskID == q.TaskID && e.Task.State == want }).Task
	}
	waits := state(view.TaskAwaiting)
	edit := view.Edit{TaskID: q.TaskID, Revision: waits.Revision + 7, Actions: []game.Action{{Kind: game.Mine, Target: "oak_log", Quantity: 30}}}
	if _, err := c.EditPlan(ctx, edit); code(err) != view.CodeConflict {
		t.Errorf("an edit of another revision: %v", err)
	}
	edit.Revision = waits.Revision
	edited, err := c.EditPlan(ctx, edit)
	if err != nil || !edited.Success || edited.Edited == "" || edited.Revision <= waits.Revision {
		t.Errorf("the plan could not be edited: %+v, %v", edited, err)
	}
	again := state(view.TaskAwaiting)
	bad := view.Edit{TaskID: q.TaskID, Revision: again.Revision, Actions: []game.Action{{Kind: game.Craft, Recipe: "bedrock", Quantity: 1}}}
	if _, err := c.EditPlan(ctx, bad); code(err) != view.CodeImpossible || !strings.Contains(err.Error(), "bedrock") {
		t.Errorf("an edit that cannot be carried out: %v", err)
	}
	if again = state(view.TaskAwaiting); again.Revision <= edited.Revision {
		t.Errorf("the plan has the revision %d after %d", again.Revision, edited.Revision)
	}
	change, err := c.SlashCommand(ctx, view.SlashCommand{Command: "/edit", Args: "add mine dirt 2"})
	if again = state(view.TaskAwaiting); err != nil || !strings.HasPrefix(change.Text, "Changed as you asked: 2 steps") {
		t.Errorf("/edit: %+v, %v", change, err)
	}
	if err := c.AnswerPlan(ctx, view.Answer{TaskID: q.TaskID, Revision: again.Revision, Approve: true}); err != nil {
		t.Fatal(err)
	}
	state(view.TaskRunning)
	if _, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 1 dirt"}); err != nil {
		t.Fatal(err)
	}
	if list, err := c.GetQueue(ctx, none); err != nil || len(list.Queued) != 1 || len(list.Parked) != 0 {
		t.Errorf("queue: %+v, %v", list, err)
	}
	if err := c.PauseTask(ctx, none); err != nil {
		t.Fatal(err)
	}
	state(view.TaskPaused)
	if _, err := c.RetryTask(ctx, view.Retry{TaskID: q.TaskID}); code(err) != view.CodeNothing {
		t.Errorf("a retry of what goes on: %v", err)
	}
	if err := c.ResumeTask(ctx, view.Resume{}); err != nil {
		t.Fatal(err)
	}
	e := next(t, c, "going on", func(e view.Event) bool {
		return e.Task != nil && e.TaskID == q.TaskID && (e.Task.State == view.TaskRunning || e.Task.State == view.TaskAwaiting)
	})
	if e.Task.State == view.TaskAwaiting { // it had begun, and this is a round of its own
		if err := c.AnswerPlan(ctx, view.Answer{TaskID: q.TaskID, Revision: e.Task.Revision, Approve: true}); err != nil {
			t.Fatal(err)
		}
		state(view.TaskRunning)
	}
	if err := c.SkipAction(ctx, none); err != nil && code(err) != view.CodeNothing { // it may be between two
		t.Error(err)
	}
	// A stop that reaches nobody says so: whoever asked for it believes it.
	if err := c.StopTask(ctx, view.OfBody{Instance: "nobody_1"}); err == nil || !strings.Contains(err.Error(), "nobody_1") {
		t.Errorf("a stop of a body that is not there: %v", err)
	}
	if err := c.StopTask(ctx, none); err != nil {
		t.Fatal(err)
	}
	state(view.TaskStopped)
	if n, err := c.ClearQueue(ctx, view.Clear{}); err != nil || n.Cleared != 1 {
		t.Errorf("cleared: %+v, %v", n, err)
	}
	re, err := c.RetryTask(ctx, view.Retry{TaskID: q.TaskID})
	if err != nil || re.TaskID == q.TaskID {
		t.Fatalf("retry: %+v, %v", re, err)
	}
	if rec, err := c.GetTask(ctx, view.OfTask{TaskID: re.TaskID}); err != nil || rec.Task.RetryOf != q.TaskID || rec.Task.Goal != "get 30 oak logs" {
		t.Errorf("the retry: %+v, %v", rec.Task, err)
	}
	if rec, err := c.GetTask(ctx, view.OfTask{TaskID: q.TaskID}); err != nil || len(rec.Rounds) == 0 || len(rec.Moves) < 5 || rec.Task.State != view.TaskStopped {
		t.Errorf("the stopped task: %+v, %v", rec, err)
	}
	if list, err := c.ListTasks(ctx, view.TaskQuery{Limit: 2}); err != nil || len(list.Tasks) != 2 || list.Tasks[0].ID != re.TaskID {
		t.Errorf("history: %+v, %v", list, err)
	}
	if _, err := c.ListTasks(ctx, view.TaskQuery{Limit: -1}); err == nil {
		t.Error("a history of -1 tasks")
	}

	// A model that nobody configured.
	if _, err := c.ListModels(ctx, view.OfProvider{Provider: "nobody"}); err == nil {
		t.Error("models of nobody")
	}
	if r, err := c.TestProvider(ctx, view.OfProvider{Provider: "nobody"}); err == nil {
		t.Errorf("nobody was tested: %+v", r)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
