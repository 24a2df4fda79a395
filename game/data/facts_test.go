// SPDX-License-Identifier: MIT

package data_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game/data"
)

// fact is one line of testdata/facts.txt.
type fact struct {
	line int
	when data.Span
	kind string
	args []string
	want string
}

// TestFacts puts every hand-written fact to every version that it covers.
func TestFacts(t *testing.T) {
	facts := readFacts(t)
	asked := 0
	for _, name := range data.Tables() {
		v, err := data.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			if !f.when.Holds(name) {
				continue
			}
			asked++
			if fault := ask(v, f); fault != "" {
				t.Errorf("%s, facts.txt:%d: %s %s = %s: %s", name, f.line, f.kind, strings.Join(f.args, " "), f.want, fault)
			}
		}
	}
	if len(facts) < 200 || asked < 1000 {
		t.Errorf("%d facts asked %d times, want at least 200 and 1000", len(facts), asked)
	}
}

func readFacts(t *testing.T) []fact {
	t.Helper()
	file, err := os.Open("testdata/facts.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []fact
	scan := bufio.NewScanner(file)
	for line := 1; scan.Scan(); line++ {
		text, _, _ := strings.Cut(scan.Text(), "#")
		left, want, ok := strings.Cut(text, "=")
		words := strings.Fields(left)
		if len(words) == 0 {
			continue
		}
		f, span := fact{line: line, want: strings.TrimSpace(want)}, 0
		for words[span] == "since" || words[span] == "until" {
			span += 2
		}
		if f.when, err = data.ParseSpan(strings.Join(words[:span], " ")); err != nil {
			t.Fatalf("facts.txt:%d: %v", line, err)
		}
		if words = words[span:]; words[0] == "all" {
			words = words[1:]
		}
		if !ok || len(words) < 2 {
			t.Fatalf("facts.txt:%d is no fact", line)
		}
		f.kind, f.args = words[0], words[1:]
		out = append(out, f)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// same compares what the tables say with what the fact says.
func same(got any, want string) string {
	if text := fmt.Sprint(got); text != want {
		return "the tables say " + text
	}
	return ""
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// ask gives the fault of the tables against a fact, empty for none.
func ask(v *data.Version, f fact) string {
	name := f.args[0]
	switch f.kind {
	case "item":
		_, ok := v.Item(name)
		return same(yes(ok), f.want)
	case "block":
		_, ok := v.Block(name)
		return same(yes(ok), f.want)
	case "mob":
		_, ok := v.Mob(name)
		return same(yes(ok), f.want)
	case "tag":
		return same(yes(slices.Contains(v.Tag(name), f.args[1])), f.want)
	case "stack", "durability", "fuel", "food", "speed", "leaves":
		return askItem(v, f)
	case "hardness", "harvest", "drop", "natural", "vein":
		return askBlock(v, f)
	case "craft":
		return askCraft(v, name, f.want)
	case "mix":
		return same(yes(mixes(v, f.args)), f.want)
	case "smelt":
		s, _ := v.SmeltingOf(name)
		got := s.Output + " " + strings.Join(s.Stations, ",")
		if s.Output == "" {
			got = "none"
		}
		return same(got, f.want)
	case "cut":
		for _, c := range v.CutsTo(f.args[1]) {
			if c.Input == name {
				return same(c.Count, f.want)
			}
		}
		return "no such recipe"
	case "use":
		for _, i := range v.InteractionsTo(f.want) {
			if slices.Contains(i.With, name) && i.Block+i.Mob == f.args[1] {
				return ""
			}
		}
		return "no such interaction"
	case "smith":
		return askSmith(v, f)
	case "health", "category", "kill":
		return askMob(v, f)
	}
	return "no such kind of fact"
}

func askItem(v *data.Version, f fact) string {
	it, ok := v.Item(f.args[0])
	if !ok {
		return "no such item"
	}
	switch f.kind {
	case "stack":
		return same(it.Stack, f.want)
	case "durability":
		return same(it.Durability, f.want)
	case "fuel":
		return same(it.FuelTicks, f.want)
	case "leaves":
		return same(it.CraftLeaves, f.want)
	case "food":
		if it.Food == nil {
			return same("none", f.want)
		}
		return same(fmt.Sprint(it.Food.Hunger, " ", it.Food.Saturation), f.want)
	}
	if it.Tool == nil {
		return "no tool"
	}
	return same(it.Tool.Speed, f.want)
}

func askBlock(v *data.Version, f fact) string {
	b, ok := v.Block(f.args[0])
	if !ok {
		return "no such block"
	}
	switch f.kind {
	case "hardness":
		return same(b.Hardness, f.want)
	case "harvest":
		tool := f.args[1]
		if tool == "hand" {
			tool = ""
		}
		return same(yes(b.HarvestedBy(tool)), f.want)
	case "vein":
		return same(b.Vein, f.want)
	case "natural":
		if !b.Natural {
			return same("no", f.want)
		}
		return same(b.Dimension, f.want)
	}
	return askDrop(b.Drops, f.args[1], f.want)
}

// askDrop accepts the fact if one of the drops is it.
func askDrop(drops []data.Drop, item, want string) string {
	said := []string{}
	for _, d := range drops {
		if d.Item != item {
			continue
		}
		text := fmt.Sprintf("%d-%d", d.Min, d.Max)
		if d.Chance != 1 {
			text += fmt.Sprintf(" %g%%", d.Chance*100)
		}
		amount := text
		switch {
		case d.SilkTouch:
			text += " silk"
		case d.NoSilkTouch:
			text += " nosilk"
		case d.Shears:
			text += " shears"
		case d.PlayerKill:
			text += " player"
		}
		if text == want || (d.NoSilkTouch && amount == want) {
			return ""
		}
		said = append(said, text)
	}
	if len(said) == 0 {
		said = append(said, "none")
	}
	return same(strings.Join(said, "; "), want)
}

func askMob(v *data.Version, f fact) string {
	m, ok := v.Mob(f.args[0])
	if !ok {
		return "no such mob"
	}
	switch f.kind {
	case "health":
		return same(m.Health, f.want)
	case "category":
		return same(m.Category+" "+m.Dimension, f.want)
	}
	return askDrop(m.Drops, f.args[1], f.want)
}

func askSmith(v *data.Version, f fact) string {
	words := strings.Fields(f.want)
	for _, s := range v.SmithingTo(words[0]) {
		if s.Base != f.args[0] || s.Addition != f.args[1] {
			continue
		}
		if len(words) == 1 || words[1] == s.Template {
			return ""
		}
	}
	return fmt.Sprint("the tables say ", v.SmithingTo(words[0]))
}

// askCraft accepts the fact if one recipe makes it of these ingredients.
func askCraft(v *data.Version, result, want string) string {
	recipes := v.Recipes(result)
	if want == "none" {
		return same(len(recipes), "0")
	}
	counted, rest, _ := strings.Cut(want, ":")
	rest = strings.TrimSpace(rest)
	ingredients, grid := rest[:strings.LastIndex(rest, " ")], rest[strings.LastIndex(rest, " ")+1:]
	for _, r := range recipes {
		if fmt.Sprint(r.Count) == strings.TrimSpace(counted) && r.Table == (grid == "table") && madeOf(r, ingredients) {
			return ""
		}
	}
	return fmt.Sprintf("the tables say %v", recipes)
}

func madeOf(r data.Recipe, ingredients string) bool {
	parts := strings.Split(ingredients, " + ")
	if len(parts) != len(r.Ingredients) {
		return false
	}
	for _, p := range parts {
		count, item, _ := strings.Cut(strings.TrimSpace(p), " ")
		if !slices.ContainsFunc(r.Ingredients, func(i data.Ingredient) bool {
			return fmt.Sprint(i.Count) == count && slices.Contains(i.Items, item)
		}) {
			return false
		}
	}
	return true
}

func mixes(v *data.Version, args []string) bool {
	for _, r := range v.Recipes(args[0]) {
		for _, i := range r.Ingredients {
			if slices.Contains(i.Items, args[1]) && slices.Contains(i.Items, args[2]) {
				return true
			}
		}
	}
	return false
}

// TestReviewedNamesExist: what facts.json names is in some version, and a pattern
// stands for something.
func TestReviewedNamesExist(t *testing.T) {
	raw, err := os.ReadFile("facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var sections map[string]any
	if err := json.Unmarshal(raw, &sections); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, name := range data.Tables() {
		v, err := data.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range v.Items() {
			known[it.Name] = true
		}
		for _, b := range v.Blocks() {
			known[b.Name] = true
		}
		for _, m := range v.Mobs() {
			known[m.Name] = true
		}
	}
	is := func(name string) bool {
		if !strings.Contains(name, "*") {
			return known[name]
		}
		for k := range known {
			if ok, err := path.Match(name, k); err == nil && ok {
				return true
			}
		}
		return false
	}
	asked := 0
	var look func(at string, v any)
	look = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, in := range v {
				if k != "source" && k != "about" && k != "why" && k != "prefix" && k != "since" && k != "who" && k != "called" {
					look(at+"."+k, in)
				}
			}
		case []any:
			for _, in := range v {
				look(at, in)
			}
		case string:
			if asked++; v != "" && !is(v) {
				t.Errorf("facts.json%s names %q, which is in no version", at, v)
			}
		}
	}
	look("", sections)
	if asked < 300 {
		t.Errorf("%d names were looked at: the test looks in the wrong place", asked)
	}
}
