// SPDX-License-Identifier: MIT

package lexicon_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// slip is a name with a letter too many, too few, another, or two that changed places.
func slip(r *rand.Rand, name string) string {
	b := []byte(name)
	i := 1 + r.IntN(len(b)-1)
	switch r.IntN(4) {
	case 0:
		return name[:i] + name[i+1:]
	case 1:
		return name[:i] + name[i-1:]
	case 2:
		if i+1 < len(b) && b[i] != ' ' && b[i+1] != ' ' {
			b[i], b[i+1] = b[i+1], b[i]
		}
	default:
		if b[i] != ' ' {
			b[i] = byte('a' + r.IntN(26))
		}
	}
	return string(b)
}

// Names with slips are known for what they are nearest to, and hardly ever taken for
// another: each item of a version once with one slip, with two, and without blanks.
func TestNamesWithSlips(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	l, r := lexicon.Of(v), rand.New(rand.NewPCG(31, 31))
	for _, c := range []struct {
		what  string
		typed func(string) string
		least float64
	}{
		{"one slip", func(n string) string { return slip(r, n) }, 0.95},
		{"two slips", func(n string) string { return slip(r, slip(r, n)) }, 0.85},
		{"no blanks", func(n string) string { return strings.ReplaceAll(n, " ", "") }, 0.98},
	} {
		all, right, wrong := 0, 0, 0
		for _, it := range v.Items() {
			name := game.Display(it.Name)
			if len(name) < 4 {
				continue
			}
			all++
			if m, ok := l.Item(c.typed(name)); ok && m.Items[0] == it.Name {
				right++
			} else if ok {
				wrong++
			}
		}
		if t.Logf("%s: %d of %d right, %d wrong", c.what, right, all, wrong); float64(right) < c.least*float64(all) || wrong*200 > all {
			t.Errorf("%s: %d of %d right, %d wrong", c.what, right, all, wrong)
		}
	}
	for _, typed := range []string{
		"copper sword", "stone bed", "steel ingot", "plutonium", "firewood", "iron knife", "emerald sword", "magic wand", "tin ore", "ruby", "rope",
	} {
		if m, ok := l.Item(typed); ok {
			t.Errorf("%q is taken for %s", typed, m.Name)
		}
	}
}

// A potion is called by its effect, on either side, and by what was added to it, where it fits.
func TestPotions(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	l := lexicon.Of(v)
	for name, id := range map[string]string{
		"potion of strength":                  "strength_potion",
		"strength potion":                     "strength_potion",
		"potion of strength II":               "strong_strength_potion",
		"potions of strength ii":              "strong_strength_potion",
		"swiftness potion II":                 "strong_swiftness_potion",
		"strong potion of healing":            "strong_healing_potion",
		"extended potion of strength":         "long_strength_potion",
		"long potion of fire resistance":      "long_fire_resistance_potion",
		"longer swiftness potions":            "long_swiftness_potion",
		"splash potion of healing II":         "splash_strong_healing_potion",
		"extended splash potion of poison":    "splash_long_poison_potion",
		"splash extended potions of weakness": "splash_long_weakness_potion",
	} {
		if m, ok := l.Items[lexicon.Normal(name)]; !ok || len(m.Items) != 1 || m.Items[0] != id {
			t.Errorf("%s is %v, not %s", name, m.Items, id)
		}
	}
}
