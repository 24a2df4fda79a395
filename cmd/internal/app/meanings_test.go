// SPDX-License-Identifier: MIT

package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
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
	said := listen.Sort(`when I say "light up", craft 4 torches, then place 4 torches`, ui.About{})
	if len(said) != 1 || said[0].Kind != view.SpeechRemark || said[0].Name != "routine-kept" {
		t.Fatalf("%+v", said)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(before, "my own\n", "my own\n  \"light up\": \"craft 4 torches, then place 4 torches\"\n", 1); string(raw) != want {
		t.Errorf("the file is\n%s", raw)
	}
	for message, meant := range map[string]string{"Light up!": "craft 4 torches, then place 4 torches", "dig in": "mine 5 dirt"} {
		if said = listen.Sort(message, ui.About{}); said[0].Kind != view.SpeechGoal || !strings.Contains(meant, said[0].Goal) {
			t.Errorf("%q is sorted as %+v", message, said)
		}
		if r, err := planner.Reader().Read(t.Context(), message, game.BodyInfo{}, game.State{}); err != nil || !r.Understood {
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
	} {
		if said := planner.Listener().Sort(text, ui.About{}); said[0].Name != name {
			t.Errorf("%s: %+v, want %s", text, said[0], name)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil || strings.Count(string(raw), "\n") != 4 || !strings.HasPrefix(string(raw), "language: en\nmeans:\n") {
		t.Errorf("the file is %v\n%s", err, raw)
	}
}
