// SPDX-License-Identifier: MIT

package prompt_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model/prompt"
)

var update = flag.Bool("update", false, "write the prompts and schemas into testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var modes = []game.Mode{game.HighLevel, game.LowLevel, game.Hybrid}

func body(protocol int) game.BodyInfo {
	b := game.BodyInfo{ID: "body", Protocol: protocol, Actions: game.V1Kinds()}
	if protocol >= game.ProtocolV2 {
		b.Actions = nil
		for _, k := range game.Catalogue() {
			if !k.Local {
				b.Actions = append(b.Actions, k.Kind)
			}
		}
	}
	return b
}

func ask(t testing.TB, mode game.Mode, protocol int) prompt.Ask {
	t.Helper()
	v, err := data.Load(data.DefaultVersion)
	if err != nil {
		t.Fatal(err)
	}
	health, hunger := 20.0, 17.0
	b := body(protocol)
	return prompt.Ask{
		Mode: mode, Goal: "get a diamond pickaxe", Body: b, Kinds: prompt.Kinds(b.Can), Version: v, Wanted: []string{"diamond_pickaxe"},
		Checks: []game.Check{{Kind: game.CheckHave, Items: []string{"diamond_pickaxe"}, Count: 1}},
		State: &game.State{
			Position: &game.Vec3{X: 10.5, Y: 64, Z: -3.2}, Health: &health, Hunger: &hunger, Dimension: "overworld",
			Inventory: []game.Stack{{Slot: 0, Item: "dirt", Count: 64}, {Slot: 1, Item: "stick", Count: 2}},
			Nearby:    &game.Nearby{Blocks: []game.Sight{{Name: "minecraft:oak_log", X: 12, Y: 64, Z: -3, Distance: 2}, {Name: "stone", X: 9, Y: 62, Z: -3, Distance: 2.5}}},
		},
		History: []game.Attempt{
			{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Craft, Recipe: "stick", Quantity: 2}}, Verdict: game.Confirmed},
			{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 3}}, Verdict: game.Failed, Outcome: game.Outcome{Failure: &game.Failure{Code: game.CodeNotFound, Message: "no diamond ore in reach"}}},
		},
		Known: []game.Landmark{
			{Kind: game.LandmarkSite, Name: "oak_log", At: game.Pos{X: 40, Y: 64}}, {Kind: game.LandmarkStation, Name: "crafting_table", At: game.Pos{X: 60, Y: 64, Z: 9}},
			{Kind: game.LandmarkContainer, Name: "chest", At: game.Pos{X: 61, Y: 64, Z: 9}, Contents: map[string]int{"diamond": 3}}, {Kind: game.LandmarkDeath, At: game.Pos{X: 90, Y: 12, Z: -7}},
		},
		Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "diamond_ore", Code: game.CodeNotFound, Reason: "no diamond ore in reach"}},
	}
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s changed:\n%s", name, got)
	}
}

func TestPrompts(t *testing.T) {
	for _, mode := range modes {
		p := ask(t, mode, game.ProtocolV1).Write(4000)
		if p.Shortened {
			t.Errorf("%s: shortened at %d tokens", mode, p.Tokens)
		}
		golden(t, string(mode)+".txt", p.System+"\n\n=====\n\n"+p.User+"\n")
	}
	p := ask(t, game.Hybrid, game.ProtocolV2).Write(4000)
	golden(t, "hybrid-v2.txt", p.System+"\n\n=====\n\n"+p.User+"\n")
}

func TestTheBudgetShortensStateAndHistoryAndNeverTheInstructions(t *testing.T) {
	a := ask(t, game.Hybrid, game.ProtocolV1)
	for i := range 40 {
		a.State.Inventory = append(a.State.Inventory, game.Stack{Slot: i, Item: "item_with_a_long_name_" + strings.Repeat("x", i), Count: 3})
		a.History = append(a.History, game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Mine, Target: "stone", Quantity: i + 1}}, Verdict: game.Confirmed})
		a.State.Nearby.Blocks = append(a.State.Nearby.Blocks, game.Sight{Name: "block_" + strings.Repeat("y", i), Distance: float64(i)})
	}
	full := a.Write(1 << 20)
	last := full.Tokens
	for tokens := full.Tokens; tokens > 300; tokens -= 50 {
		p := a.Write(tokens)
		if p.System != full.System || !strings.HasPrefix(p.User, "Goal: get a diamond pickaxe\n") || !strings.Contains(p.User, "do not plan it again:\n- mine diamond_ore") {
			t.Fatalf("at %d tokens the instructions changed:\n%s", tokens, p.User)
		}
		if p.Tokens > last {
			t.Fatalf("a smaller budget of %d gave a longer prompt", tokens)
		}
		last = p.Tokens
	}
	short := a.Write(1150)
	if !strings.Contains(short.User, "diamond_pickaxe: craft") || short.Tokens > 1150 {
		t.Errorf("the facts went before the state (%d tokens):\n%s", short.Tokens, short.User)
	}
	if bare := a.Write(0); !bare.Shortened || strings.Contains(bare.User, "Done so far") {
		t.Errorf("nothing was left out:\n%s", bare.User)
	}
}

func TestThePromptFitsSmallContexts(t *testing.T) {
	for _, protocol := range []int{game.ProtocolV1, game.ProtocolV2} {
		for _, mode := range modes {
			budget := llm.PromptBudget(4096, 1300)
			if p := ask(t, mode, protocol).Write(budget); p.Tokens > budget {
				t.Errorf("protocol %d, %s: %d tokens, %d fit a context of 4096", protocol, mode, p.Tokens, budget)
			}
		}
	}
}

// The example varies with the goal, and names nothing that is in the game.
func TestTheExampleVariesAndNamesNothing(t *testing.T) {
	seen := map[string]bool{}
	for _, goal := range []string{"get 3 diamonds", "make it bright", "build a hut", "something to eat", "a boat", "get wood", "a red bed", "fish"} {
		a := ask(t, game.LowLevel, game.ProtocolV1)
		a.Goal = goal
		p := a.Write(4000)
		if again := a.Write(4000); again.System != p.System {
			t.Error("the same goal has another example")
		}
		for _, act := range p.Example {
			id := act.Subject()
			seen[id] = true
			_, block := a.Version.Block(id)
			_, item := a.Version.Item(id)
			if id == "" || block || item {
				t.Errorf("the example for %q names %q", goal, id)
			}
		}
	}
	if len(seen) < 4 {
		t.Errorf("all goals have %v", seen)
	}
}

func TestSchemas(t *testing.T) {
	for _, protocol := range []int{game.ProtocolV1, game.ProtocolV2} {
		b := body(protocol)
		for _, mode := range modes {
			s := prompt.Schema(mode, prompt.Kinds(b.Can), b)
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, s.JSON, "", " "); err != nil {
				t.Fatal(err)
			}
			if protocol == game.ProtocolV1 {
				golden(t, "schema-"+string(mode)+".json", pretty.String()+"\n")
			}
			kinds := prompt.Kinds(b.Can)
			if n, most := len(s.JSON), 800+147*len(kinds); n > most { // what all kinds share, and each of them
				t.Errorf("the schema of %s has %d bytes for %d kinds; at most %d are allowed", mode, n, len(kinds), most)
			}
			for _, word := range []string{"pattern", "maxLength", "$ref", "oneOf", "oak_log"} {
				if bytes.Contains(s.JSON, []byte(`"`+word+`"`)) {
					t.Errorf("the schema of %s has %q", mode, word)
				}
			}
			compiled := compile(t, s.JSON)
			p := ask(t, mode, protocol).Write(4000)
			_, answer, _ := strings.Cut(p.System, "Example, with things that are not in the game, for another goal (")
			_, answer, _ = strings.Cut(answer, "): ")
			for text, valid := range map[string]bool{
				answer:            true,
				`{"commands":{}}`: false, `{"commands":[{"action":"dance"}]}`: false, `{"actions":[{"type":"mine"}]}`: protocol == game.ProtocolV2 && mode == game.LowLevel,
			} {
				var v any
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					t.Fatalf("%v in %s", err, text)
				}
				if err := compiled.Validate(v); (err == nil) != valid {
					t.Errorf("%s, protocol %d: %s: %v", mode, protocol, text, err)
				}
			}
		}
	}
}

func compile(t *testing.T, raw []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("plan.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("plan.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRepairQuotesTheFaults(t *testing.T) {
	var faults []string
	for range 15 {
		faults = append(faults, "step 1 (Craft 1 torch): it needs 1 more coal (mine coal ore first)")
	}
	got := prompt.Repair(faults, prompt.Hidden{})
	if strings.Count(got, "more coal") != 12 || !strings.Contains(got, "and 3 more faults") {
		t.Error(got)
	}
}

// What several mobs leave is told of the one to hunt for it.
func TestFactsNameTheMobToHunt(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	for item, mob := range map[string]string{"string": "spider", "gunpowder": "creeper", "feather": "chicken", "blaze_rod": "blaze"} {
		p := prompt.Ask{Goal: "get 3 " + item, Version: v, Wanted: []string{item}}.Write(4000)
		if want := item + ": dropped by " + mob; !strings.Contains(p.User, want) {
			t.Errorf("the prompt does not say %q:\n%s", want, p.User)
		}
	}
}
