// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// phrasesIn has own phrases in a file of the test's.
func phrasesIn(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config", PhrasesFile)
	if text != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own.file = func() (string, error) { return path, nil }
	t.Cleanup(func() { own.file, own.list = nil, nil })
	return path
}

func TestRoutinesAreTakenApart(t *testing.T) {
	for text, want := range map[string]string{
		`When I say "good morning", get 3 oak logs, then craft a chest`: "good morning|get 3 oak logs, then craft a chest",
		"when i say light up: craft 4 torches":                          "light up|craft 4 torches",
		"whenever I say 'tidy up' please drop 5 dirt":                   "tidy up|drop 5 dirt",
		"please when I say Restock, do get 5 bread":                     "restock|get 5 bread",
		"when I say nothing in particular":                              "",
		"say when I say hello, wave":                                    "",
	} {
		said, meant, ok := routineOf(text)
		if got := strings.Trim(said+"|"+meant, "|"); got != want || ok != (want != "") {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// A routine is kept in the phrases file, where all else stays as it was, and is done when
// it is said: as a message, as a goal, and where it is only read.
func TestARoutineIsKeptAndDone(t *testing.T) {
	const before = "# mine\nlanguage: en\nmeans: # my own\n  \"dig in\": \"mine 5 dirt\"\nwords:\n  and: [plus]\n"
	path := phrasesIn(t, before)
	planner, err := NewPlanner(settings.Config{}, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = planner.Close() }()
	listen := planner.Listener()
	said := listen.Sort(`when I say "gleam on", craft 4 torches, then place 4 torches`, ui.About{})
	if len(said) != 1 || said[0].Kind != view.SpeechRemark || said[0].Name != "routine-kept" {
		t.Fatalf("%+v", said)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(before, "my own\n", "my own\n  \"gleam on\": \"craft 4 torches, then place 4 torches\"\n", 1); string(raw) != want {
		t.Errorf("the file is\n%s", raw)
	}
	for message, meant := range map[string]string{"Gleam on!": "craft 4 torches, then place 4 torches", "dig in": "mine 5 dirt"} {
		if said = listen.Sort(message, ui.About{}); said[0].Kind != view.SpeechGoal || !strings.Contains(meant, said[0].Goal) {
			t.Errorf("%q is sorted as %+v", message, said)
		}
		if r, err := planner.Reader().Read(t.Context(), message, nil, game.BodyInfo{}, game.State{}); err != nil || !r.Understood {
			t.Errorf("%q is read as %+v, %v", message, r, err)
		}
		plan, err := planner.Plan(t.Context(), game.Request{TaskID: "1", Round: 1, Goal: message, Settings: game.Settings{Provider: "builtin"},
			Body:  game.BodyInfo{ID: "b", Protocol: game.ProtocolV2, Actions: []game.Kind{game.Mine, game.Craft, game.Place, game.Goto}},
			State: game.State{Position: &game.Vec3{}, Inventory: []game.Stack{{Slot: 0, Item: "torch", Count: 9}, {Slot: 1, Item: "coal", Count: 4}, {Slot: 2, Item: "stick", Count: 4}}}})
		if err != nil || len(plan.Steps) == 0 || plan.Goal.Text != meant {
			t.Errorf("%q is planned as %+v, %v", message, plan.Goal, err)
		}
	}
}

// What has a meaning keeps it, and only goals are kept.
func TestWhatIsNoRoutine(t *testing.T) {
	path := phrasesIn(t, "")
	planner, err := NewPlanner(settings.Config{}, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = planner.Close() }()
	for text, name := range map[string]string{
		`when I say "stop", get 3 oak logs`:             "routine-taken",
		`when I say "yes", get 3 oak logs`:              "routine-taken",
		`when I say "get 3 diamonds", get 3 oak logs`:   "routine-taken",
		`when I say "evening", make the house pretty`:   "routine-unread",
		`when I say "evening", get 3 oak logs`:          "routine-kept",
		`when I say "evening is here", wait 10 seconds`: "routine-kept",
		`when I say "good night", get 3 oak logs`:       "routine-kept",
		`when I say "hello, stop", get 3 oak logs`:      "routine-taken",
	} {
		if said := planner.Listener().Sort(text, ui.About{}); said[0].Name != name {
			t.Errorf("%s: %+v, want %s", text, said[0], name)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil || strings.Count(string(raw), "\n") != 5 || !strings.HasPrefix(string(raw), "language: en\nmeans:\n") {
		t.Errorf("the file is %v\n%s", err, raw)
	}
}

// A goal that a model guessed at, and a person said yes to, asks at its end whether that
// was meant. With a yes it is read without the model from then on.
func TestAYesAfterAGuessIsKept(t *testing.T) {
	path := phrasesIn(t, "")
	dir := t.TempDir()
	replies := filepath.Join(dir, "replies.yaml")
	const said = "need some brown muck, 2 of it"
	if err := os.WriteFile(replies, []byte(`- {task: translate, reply: '{"clauses":[{"span":"need some brown muck, 2","verb":"get","quantity":2,"item":"dirt"}]}', times: 1}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := settings.Config{Providers: []providers.Entry{{Name: "mine", Type: "scripted", Config: &providers.Scripted{Path: replies}}}}
	p, err := NewPlanner(cfg, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	b, err := Start(t.Context(), BackendConfig{DataDir: filepath.Join(dir, "data"), Config: cfg, Planner: p, Reader: p.Reader(), Listener: p.Listener(), Providers: p.Sources(), Practice: true})
	if err != nil {
		t.Fatal(err)
	}
	c := b.Connect()
	t.Cleanup(func() {
		_, _ = c.StopPractice(context.Background())
		_ = c.Close()
		_ = b.Close()
		_ = p.Close()
	})
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{}); err != nil {
		t.Fatal(err)
	}
	ends := func(text string, want string) view.Task {
		t.Helper()
		out, err := c.Talk(t.Context(), view.Talk{Text: text})
		if err != nil || out.TaskID == "" {
			t.Fatalf("%q: %+v, %v", text, out, err)
		}
		for agreed := false; ; time.Sleep(10 * time.Millisecond) {
			rec, err := c.GetTask(t.Context(), view.OfTask{TaskID: out.TaskID})
			if err != nil {
				t.Fatal(err)
			}
			if rec.Task.State == view.TaskAwaiting && !agreed {
				agreed = c.AnswerPlan(t.Context(), view.Answer{TaskID: out.TaskID, Revision: rec.Task.Revision, Approve: true}) == nil
			}
			if rec.Task.State.Ended() {
				if rec.Task.State != view.TaskComplete || !strings.HasSuffix(rec.Task.Reason, want) {
					t.Fatalf("%q: %s, %s", text, rec.Task.State, rec.Task.Reason)
				}
				return rec.Task
			}
		}
	}
	ends(said, "Is that what you meant? With a yes it is read so from now on.")
	if out, err := c.Talk(t.Context(), view.Talk{Text: "no"}); err != nil || !strings.HasPrefix(out.Say, "Not kept.") {
		t.Errorf("%+v, %v", out, err)
	}
	if out, err := c.Talk(t.Context(), view.Talk{Text: "yes"}); err != nil || !strings.HasPrefix(out.Say, "Kept: ") {
		t.Fatalf("%+v, %v", out, err)
	}
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), `"`+said+`": "get 2 dirt"`) {
		t.Errorf("%s, %v", raw, err)
	}
	if again := ends(said, "held (as before anything began)."); again.Guess != "" || again.PlannedBy != "built-in planner" {
		t.Errorf("planned by %s, guess %q", again.PlannedBy, again.Guess)
	}
	if out, err := c.Talk(t.Context(), view.Talk{Text: `when I say "muck", get 3 dirt`}); err != nil || out.TaskID != "" || !strings.HasPrefix(out.Say, "Kept: ") {
		t.Fatalf("%+v, %v", out, err)
	}
	if done := ends("muck", "Done: 3 dirt held."); done.Guess != "" {
		t.Errorf("%+v", done)
	}
}
