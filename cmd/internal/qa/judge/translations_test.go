// SPDX-License-Identifier: MIT

package judge

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/ui/view"
)

// handed is a sentence with the clauses that a model puts it into.
type handed struct {
	Goal    string
	Clauses []written
}

// handedOf reads the translations of a file of planner/model/testdata.
func handedOf(t *testing.T, name string) (list []handed) {
	t.Helper()
	f, err := os.Open("../../../../planner/model/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var h handed
		if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
			t.Fatal(err)
		}
		list = append(list, h)
	}
	return list
}

// hander is a model that hands out these clauses, and has no plan besides.
type hander struct {
	*persona
	clauses []written
}

// Generate implements llm.Provider.
func (h hander) Generate(_ context.Context, req llm.Request) (llm.Response, error) {
	said := `{"impossible":"no"}`
	if req.Task == llm.TaskTranslate {
		said = inJSON(h.clauses)
	}
	return llm.Response{Content: said, Model: "handed", FinishReason: llm.FinishStop, SchemaBound: req.Schema != nil}, nil
}

func (h hander) Default() string                       { return "handed" }
func (h hander) Provider(string) (llm.Provider, error) { return h, nil }
func (h hander) At(string) (llm.Provider, error)       { return h, nil }

// handers asks for each goal the model that translates it.
type handers map[string]*planner.Auto

// Plan implements orchestrator.Planner.
func (h handers) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	return h[req.Goal].Plan(ctx, req)
}

// chests are where the goals of the files say that one stands.
var chests = map[string]*game.Pos{"4 64 9": {X: 4, Y: 64, Z: 9}}

// equipped is what a player starts with for a translation: enough for most, and nothing
// of what is to be got.
func (h *handed) equipped() map[string]int {
	start := kit("iron_pickaxe", "iron_axe", "iron_sword", "furnace", "coal=8", "oak_log=12", "stick=30", "oak_planks=40", "cobblestone=16", "stone=20",
		"dirt=20", "apple=4", "sand=12", "carrot=8", "wheat_seeds=12", "wheat=20", "milk_bucket=6", "sugar=8", "egg=8", "bucket=2", "iron_ingot=12",
		"shears", "fishing_rod", "snowball=4", "iron_hoe", "white_bed", "bread=8", "torch=8", "beetroot_seeds=8")
	for _, c := range h.Clauses {
		if item, _ := c["item"].(string); c["verb"] == "get" {
			delete(start, item)
		}
	}
	return start
}

// meant are the clauses that the judge knows to tell; none when it knows none of them.
func (h *handed) meant() (list []meant) {
	verbs := map[string]verb{"get": get, "mine": mine, "craft": craft, "eat": eat, "place": place, "kill": kill, "shear": shear, "milk": milk}
	for _, c := range h.Clauses {
		v, known := verbs[c["verb"].(string)]
		n, _ := c["quantity"].(float64)
		item, _ := c["item"].(string)
		if !known {
			return nil
		}
		out := item
		if item == "stone" && v == mine {
			out = "cobblestone"
		}
		list = append(list, does(v, int(cmp.Or(n, 1)), item, out))
	}
	return list
}

// translated has the translations of a file carried out in the embedded world, with
// whoever is there to say yes to a guess, and counts the ends. The model is asked
// for every goal, though the reader may have read it.
func translated(t *testing.T, file string, right bool, asked func(*view.Task) bool, guess string) map[view.TaskState]int {
	t.Helper()
	list := handedOf(t, file)
	if len(list) < 60 {
		t.Fatalf("%d translations", len(list))
	}
	list = list[:raced.Of(len(list), together)]
	library := book.NewLibrary(planner.Config{})
	who := handers{}
	var trials []*trial
	for k := range list {
		h := &list[k]
		who[h.Goal] = planner.NewAuto(planner.NewBuiltin(planner.Config{}), model.New(library, hander{&persona{name: "handed"}, h.Clauses}, model.Config{}), "")
		g := goal{number: k, text: h.Goal, start: h.equipped(), seed: int64(k + 1)}
		if right {
			g.clauses = h.meant()
		}
		for at, p := range chests {
			if strings.Contains(h.Goal, at) {
				g.chest = p
			}
		}
		tr := &trial{goal: g, mode: &modes[0], asked: asked, guess: guess, provider: "handed"}
		for _, name := range []string{"Bob", "Steve", "Alex"} {
			if strings.Contains(h.Goal, name) {
				tr.owner = name
			}
		}
		if *flagOnly < 0 || k == *flagOnly {
			trials = append(trials, tr)
		}
	}
	ends := map[view.TaskState]int{}
	for from := 0; from < len(trials); from += together {
		some := trials[from:min(from+together, len(trials))]
		synctest.Test(t, func(t *testing.T) { carryOut(t, some, who) })
		for _, tr := range some {
			ends[tr.said.State]++
			if tr.said.State == view.TaskComplete && !tr.every() {
				t.Errorf("%q is complete, and it is not true\n%s", tr.text, tr.account())
			}
			if right == (tr.said.State != view.TaskComplete) || *flagOnly >= 0 {
				t.Logf("%d %q: %s (%s)", tr.number, tr.text, tr.said.State, tr.said.Reason)
			}
		}
	}
	t.Logf("%s: %v", file, ends)
	return ends
}

// TestTranslationsCarriedOut carries translations out, which planner's tests only plan:
// wrong ones, written with sight of the frames alone, never end complete, nobody being
// there, or somebody who says no, or guesses being run unasked; of right ones at least
// 50 do, a yes to a guess included.
func TestTranslationsCarriedOut(t *testing.T) {
	if testing.Short() {
		t.Skip("240 goals")
	}
	yes := func(*view.Task) bool { return true }
	no := func(waits *view.Task) bool { return waits.Guess == "" }
	for _, c := range []struct {
		about, file, guess string
		asked              func(*view.Task) bool
		least, most        int
	}{
		{"wrong, and nobody there", "translated-wrong.jsonl", "", nil, 0, 0},
		{"wrong, and somebody says no", "translated-wrong.jsonl", "", no, 0, 0},
		{"wrong, and guesses run", "translated-wrong.jsonl", game.GuessRun, nil, 0, 0},
		{"right, and somebody says yes", "translated-right.jsonl", "", yes, 50, 1000},
	} {
		t.Run(c.about, func(t *testing.T) {
			if n := translated(t, c.file, c.least > 0, c.asked, c.guess)[view.TaskComplete]; *flagOnly < 0 && (n < min(c.least, raced.Of(c.least, 1)) || n > c.most) {
				t.Errorf("%d end complete, want %d to %d", n, c.least, c.most)
			}
		})
	}
}
