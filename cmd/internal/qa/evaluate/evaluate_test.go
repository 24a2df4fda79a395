// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/llm/scripted"
	readers "github.com/minehand/minehand/planner/goals"
)

func script(t *testing.T, replies ...string) *watched {
	t.Helper()
	var lines []string
	for _, r := range replies {
		raw, err := json.Marshal(map[string]string{"reply": r})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(raw))
	}
	s, err := scripted.Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return &watched{Provider: scripted.New(s), schema: true, most: 600}
}

// The high-level and hybrid examples of the base document run from nothing; the
// low-level one is refused.
func TestTheBaseDocumentsExamplesInTheEmbeddedWorld(t *testing.T) {
	for _, c := range []struct {
		mode    game.Mode
		reply   string
		reached bool
	}{
		{game.HighLevel, `{"commands":[{"action":"mine","target":"diamond_ore","quantity":5},{"action":"craft","item":"diamond_pickaxe","quantity":1}]}`, true},
		{game.Hybrid, `{"plan":[{"type":"goal","description":"Find and mine diamonds","actions":[{"type":"goto","target":"diamond_ore"},{"type":"mine","target":"diamond_ore","quantity":5}]},{"type":"goal","description":"Craft diamond pickaxe","actions":[{"type":"craft","recipe":"diamond_pickaxe"}]}]}`, true},
		{game.LowLevel, `{"actions":[{"type":"goto","x":100,"y":11,"z":200},{"type":"mine","x":100,"y":11,"z":200},{"type":"open_inventory"},{"type":"craft","recipe":"diamond_pickaxe"}]}`, false},
	} {
		r, err := one(context.Background(), script(t, c.reply, c.reply), c.mode, goal{Text: "craft a diamond pickaxe", Ends: "diamond_pickaxe", Count: 1}, 300)
		if err != nil || !r.parsed || r.reached != c.reached || r.done != c.reached || r.valid != c.reached {
			t.Errorf("%v: %v", r, err)
		}
		if c.reached && (r.inserted == 0 || r.sound || r.calls != 1) {
			t.Errorf("%v", r)
		}
	}
}

// The goals that are for the model alone are those that the reader does not know,
// and every goal has its truth.
func TestTheReaderKnowsTheGoalsButThose(t *testing.T) {
	v, err := data.Load(data.DefaultVersion)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range goals {
		if _, err := readers.Of(v).Read(g.Text); (err != nil) != g.Outside {
			t.Errorf("%q: %v", g.Text, err)
		}
		if (g.Said == "") == (g.Ends == "") || g.Ends != "" && g.Count < 1 {
			t.Errorf("%q has no truth", g.Text)
		}
	}
}

// A model that says that something else is meant does not have it called reached.
func TestAFalseSuccessIsCounted(t *testing.T) {
	text := report([]result{
		{mode: game.Hybrid, schema: true, goal: "a workbench would make my day", outside: true, valid: true, reached: true, steps: 1, calls: 1},
	}, 160)
	for _, want := range []string{"| hybrid | yes | 1 | 0 | 0 | 1 | 0 | 1 (0) | 1 | 0 | 1 | 0 | 1 |", "**said to be, and is not**"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestTheReportCounts(t *testing.T) {
	text := report([]result{
		{mode: game.Hybrid, schema: true, goal: "get 3 logs", parsed: true, sound: true, valid: true, reached: true, done: true, steps: 1, calls: 1, input: 1000, output: 50, seconds: 2},
		{mode: game.Hybrid, schema: true, goal: "get bedrock", parsed: true, refused: true, calls: 2, input: 2000, output: 90, seconds: 4, fault: "Bedrock cannot be broken in survival"},
		{mode: game.LowLevel, goal: "get 3 logs", fault: "no JSON 1 | x", calls: 2},
		{mode: game.LowLevel, goal: "get 4 sand", fault: "no JSON 2 | x", calls: 2},
	}, 160)
	for _, want := range []string{
		"| hybrid | yes | 2 | 2 | 1 | 1 | 0 | 1 (0) | 1 | 1 | 0 | 1 | 3 | 3000 + 140 | 3 |\n",
		"| low-level | no | 2 | 0 | 0 | 0 | 0 | 0 (0) | 0 | 0 | 0 | 0 | 4 | 0 + 0 | 0 |\n",
		"| get 3 logs | not asked | not asked | yes | not asked | not asked | not read |\n",
		"| get bedrock | not asked | not asked | called impossible |",
		"| 2 | no JSON N / x |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestWhatPeopleWroteIsKept(t *testing.T) {
	if got := byHand("figures of before\n" + handMark + "\n# By hand\n"); got != handMark+"\n# By hand\n" {
		t.Errorf("kept %q", got)
	}
	if got := byHand("figures alone\n"); got != "" {
		t.Errorf("kept %q of figures alone", got)
	}
}
