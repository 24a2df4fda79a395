// SPDX-License-Identifier: MIT

package scriptbody

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"github.com/minehand/minehand/game/data"
)

// TestThePartsShareNoNames: in one file the later of two would stand for both.
func TestThePartsShareNoNames(t *testing.T) {
	names := regexp.MustCompile(`(?m)^(?:def |class )?([A-Za-z_]\w*)(?:\(| = |:$)`)
	of, n := map[string]string{}, 0
	for _, part := range parts {
		text, err := src.ReadFile("src/" + part + ".py")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range names.FindAllSubmatch(text, -1) {
			name := string(m[1])
			if other, taken := of[name]; taken && other != part {
				t.Errorf("%s is in %s and in %s", name, other, part)
			}
			of[name], n = part, n+1
		}
	}
	if n < 50 {
		t.Errorf("only %d names were found", n)
	}
}

// TestTheScriptsFoods: what the script eats unasked fills as the tables say and does no harm,
// and nothing else of the newest version does; a drink is left for what else it does.
func TestTheScriptsFoods(t *testing.T) {
	_, rest, found := bytes.Cut(Script(), []byte("\nFOODS = {"))
	table, _, ended := bytes.Cut(rest, []byte("}"))
	if !found || !ended {
		t.Fatal("the script has no FOODS")
	}
	v, err := data.Load(data.Newest())
	if err != nil {
		t.Fatal(err)
	}
	eaten := map[string]bool{}
	for _, row := range regexp.MustCompile(`"([a-z_]+)": (\d+)`).FindAllSubmatch(table, -1) {
		name := string(row[1])
		fills, _ := strconv.ParseFloat(string(row[2]), 64)
		if it, ok := v.Item(name); !ok || !v.Eatable(name) || it.Food.Hunger != fills {
			t.Errorf("%s fills %g in the script", name, fills)
		}
		eaten[name] = true
	}
	for _, it := range v.Items() {
		if v.Eatable(it.Name) && !it.Standing && !it.Always && !eaten[it.Name] {
			t.Errorf("%s is not eaten", it.Name)
		}
	}
}
