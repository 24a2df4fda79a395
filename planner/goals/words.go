// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/planner/blueprint"
	"github.com/minehand/minehand/planner/language"
)

// A goal is worded by the phrases that read it: said is the clause that asks for it, and the grammar of a language writes that.

// String is the goal as the clause that asks for it, with ids: what has the same string is the same.
func (g Goal) String() string { return g.said(true).String() }

// Words is the goal as a player says it, in English: "get 3 diamonds".
func (g Goal) Words() string { return g.in(english()) }

// in is the goal in the words of a language, else of English.
func (g Goal) in(own *language.Grammar) string {
	text, _ := worded(own, g)
	return text
}

// worded are goals in the words of a language, those that it has no words for in English, with the language that it is.
func worded(own *language.Grammar, goals ...Goal) (string, *language.Grammar) {
	if own == nil {
		own = english()
	}
	text, ok := write(own, goals...)
	switch {
	case ok:
		return text, own
	case len(goals) < 2 && own != english():
		return worded(english(), goals...)
	case len(goals) < 2: // a name that no phrase can hold
		return Reading{Goals: goals}.String(), own
	}
	return strings.Join(lists.Of(goals, func(g *Goal) string { return g.in(own) }), ", "), own
}

// write says goals in the words of a language, with "of any kind" and "1 sword" where that has words for them.
func write(own *language.Grammar, goals ...Goal) (string, bool) {
	for _, kinds := range []bool{true, false} {
		clauses := make([]*language.Value, len(goals))
		for i, g := range goals {
			if own != english() && g.Count == 1 && paired(lexicon.Meaning{Items: g.Items}) {
				g.Count = 0 // "1 jambières"
			}
			clauses[i] = g.said(kinds)
		}
		if text, err := own.Write(clauses, nil); err == nil {
			return text, true
		}
	}
	return "", false
}

// Words is the reading as a player says it, in the language that it was read in.
func (r Reading) Words() string {
	text, _ := worded(Grammar().Grammar(r.Language), r.Goals...)
	return text
}

// String is the reading in the form that tells readings apart.
func (r Reading) String() string {
	return strings.Join(lists.Of(r.Goals, (*Goal).String), ", ")
}

// clause gathers the slots of one.
type clause []language.Field

func (c *clause) add(slot string, v *language.Value) {
	*c = append(*c, language.Field{Name: slot, Value: v})
}

// counting is a field that holds a number.
func counting(name string, n float64) language.Field {
	return language.Field{Name: name, Value: language.Counting(n)}
}

// of adds a value with one field, when there is a text for it.
func (c *clause) of(slot, kind, field, leaf, text string) {
	if text != "" {
		c.add(slot, language.Make(kind, language.Field{Name: field, Value: language.Leaf(leaf, text)}))
	}
}

// outOf adds what something is made or taken out of: languages with cases have the form for that which follows a number.
func (c *clause) outOf(slot, kind, name string, number float64) {
	if name != "" {
		item := *language.Leaf("item", game.Display(name))
		item.Number = number
		c.add(slot, language.Make(kind, language.Field{Name: "item", Value: &item}))
	}
}

// flag adds a value that is one flag.
func (c *clause) flag(slot, kind, flag string) {
	c.add(slot, language.Make(kind, language.Field{Name: flag, Value: language.Set()}))
}

// lasts adds a time.
func (c *clause) lasts(seconds float64) {
	const minute = 60
	unit := 1.0
	if seconds >= minute && math.Mod(seconds, minute) == 0 {
		unit = minute
	}
	if seconds > 0 {
		c.add(slotTime, language.Make("time", counting("number", seconds/unit), counting("seconds", unit)))
	}
}

// how is how many of a thing are said.
type how struct {
	count           int
	more, all, half bool
	// kinds: that any kind of it does.
	kinds bool
}

// quantity is the value of a number, nil where none is said.
func (h how) quantity() *language.Value {
	var q clause
	for flag, on := range map[string]bool{"half": h.half, "all": h.all && !h.half, "more": h.more && !h.half} {
		if on {
			q.add(flag, language.Set())
		}
	}
	if h.count > 0 && !h.all && !h.half {
		q.add("number", language.Counting(float64(h.count)))
	}
	if len(q) == 0 {
		return nil
	}
	return language.Make("quantity", q...)
}

// named is a number of what a name stands for: an id, "any log", "coal or charcoal".
func (h how) named(slot, name string) *language.Value {
	kind, leaf := slot, "item"
	if slot == typeBeast {
		leaf = "mob"
	}
	if name == everythingHeld {
		return language.Make(kind, language.Field{Name: everythingHeld, Value: language.Set()})
	}
	var t clause
	quantity := h.quantity()
	if quantity != nil {
		t.add("quantity", quantity)
	}
	for i, one := range strings.Split(name, " or ") {
		id, group := strings.CutPrefix(one, "any ")
		item := *language.Leaf(leaf, game.Display(id))
		if item.Plural = h.count > 1 || h.all || h.half; quantity != nil && !h.all && !h.half {
			item.Number = float64(h.count)
		}
		t.add([...]string{"item", "or"}[min(i, 1)], &item)
		if i == 0 && group && h.kinds && !h.all && quantity != nil && !strings.Contains(name, " or ") && slot != typeBeast {
			t.add("any", language.Set())
		}
	}
	return language.Make(kind, t...)
}

// said is the clause that asks for the goal: each of its parts is a slot, so that nothing is dropped that the phrases of
// its verb cannot say. kinds: it says of a group that any kind does, and of one tool that it is one.
func (g Goal) said(kinds bool) *language.Value {
	var c clause
	some := how{count: g.Count, more: g.More && g.Kind == Get, all: g.All, half: g.Half, kinds: kinds}
	main, _, _ := strings.Cut(g.Kind.row().slots, " ")
	slot, kind := typed(main)
	switch g.Kind {
	case Find, Interact, Harvest:
		some = how{}
	case Equip:
		some = how{all: g.All}
	case Eat:
		if some.count <= 1 {
			some = how{}
		}
	case Smelt:
		if g.Product {
			slot = "into" // "smelt 3 stone" makes smooth stone
		}
	case Place:
		if g.Size.Wide > 0 {
			c.add("round", language.Make("size", counting("number", float64(g.Size.Wide)), counting("across", float64(g.Size.Deep))))
		}
	case Light:
		c.add("size", language.Make("size", counting("number", float64(g.Count))))
	default:
	}
	switch {
	case g.Shape != "":
		g.shaped(&c)
	case g.Name == "", g.Kind == Grow && g.Refers: // harvest it
	case g.Kind == Eat && g.Refers && g.Name == "any food":
		c.flag(slot, kind, "it")
	default:
		c.add(slot, some.named(kind, g.Name))
	}
	if g.As != "" {
		c.flag("as", "stance", g.As)
	}
	if g.Again {
		c.flag("again", typeThing, "it")
	}
	if g.Site != "" {
		c.flag("site", "site", g.Site)
	}
	g.where(&c)
	c.lasts(g.Seconds)
	if g.Shape == "" {
		c.of(slotSaid, "text", "quote", "quote", g.Text)
	}
	g.besides(&c, kinds)
	return language.Do(string(g.Kind), c...)
}

// where are the slots of a place, a container and of who is meant.
func (g Goal) where(c *clause) {
	stored := g.Kind == Deposit || g.Kind == Withdraw
	switch {
	case g.Into != "" && g.At != nil:
		var box clause
		box.add("item", language.Leaf("item", game.Display(g.Into)))
		box.add("at", language.Leaf("position", g.At.String()))
		c.add(slotInto, language.Make(typeBox, box...))
	case stored && g.At != nil:
		c.add("spot", language.Leaf("position", g.At.String()))
	case g.Toward != "":
		way := clause{counting("blocks", float64(g.Count))}
		if g.Toward == away {
			way.add(away, language.Set())
		} else {
			way.flag("direction", "direction", g.Toward)
		}
		c.add(slotToward, language.Make("way", way...))
	case g.At != nil && g.Flat:
		c.of(slotAt, typePlace, "column", "column", fmt.Sprintf("%d %d", g.At.X, g.At.Z))
	case g.At != nil:
		c.of(slotAt, typePlace, "at", "position", g.At.String())
	case g.Kind == Goto && game.KnownWorld(g.To):
		c.flag(slotAt, typePlace, strings.TrimPrefix(g.To, "the_"))
		return
	case g.Kind == Goto && len(g.Items) > 0:
		c.of(slotAt, typePlace, "block", "item", game.Display(strings.TrimPrefix(g.To, "any ")))
		return
	case g.Kind == Withdraw:
		c.outOf(slotInto, typeBox, g.Into, 2)
	default:
		c.outOf(slotInto, typeBox, g.Into, 0)
	}
	if g.To == "me" {
		c.flag(slotTo, typePlayer, g.To)
	} else {
		c.of(slotTo, typePlayer, "name", "name", g.To)
	}
}

// besides are the slots of what is said beside a goal.
func (g Goal) besides(c *clause, kinds bool) {
	c.of(slotFrom, "source", "mob", "mob", game.Display(g.From))
	c.of(slotIn, "region", "biome", "biome", g.Biome)
	if g.Keep > 0 {
		c.add(slotKeep, how{count: g.Keep}.quantity())
	}
	for _, kept := range g.Except {
		c.add(slotExcept, how{}.named(typeThing, kept))
	}
	for _, w := range g.With {
		switch {
		case w.Not:
			c.add(slotWithout, how{}.named(typeThing, w.Name))
		case w.Of && g.Kind == Craft:
			c.add(slotUsing, how{count: w.Count}.named(typeThing, w.Name))
		case w.Of:
			c.add(slotOf, how{count: w.Count}.named(typeThing, w.Name))
		case w.Tool:
			item := *language.Leaf("item", game.Display(strings.TrimPrefix(w.Name, "any ")))
			item.Plural = w.Count > 1
			tool := clause{{Name: "item", Value: &item}}
			if w.Count > 1 || kinds && w.Count > 0 {
				tool.add("number", language.Counting(float64(w.Count)))
			}
			c.add(slotTool, language.Make("tool", tool...))
		default:
			c.add(slotGiven, how{count: w.Count}.named(typeThing, w.Name))
		}
	}
}

// shaped are the slots of what is built, cleared or dug.
func (g Goal) shaped(c *clause) {
	if g.Shape == Blueprint {
		if strings.Contains(g.Text, " ") || !slices.ContainsFunc(blueprint.Extensions, func(e string) bool { return strings.HasSuffix(g.Text, e) }) {
			c.of("shape", "shape", "named", "stem", g.Text)
		} else {
			c.of("shape", "shape", "file", "file", g.Text)
		}
		return
	}
	var size clause
	measure := func(name string, n int) {
		if n > 0 {
			size.add(name, language.Counting(float64(n)))
		}
	}
	side := func(name string, n int) {
		if n > 0 {
			size.add("measure", language.Make("measure", counting(name, float64(n))))
		}
	}
	switch s := g.Size; g.Shape {
	case Pillar:
		side("high", s.High)
	case Row, Tunnel, Staircase, Bridge, Steps:
		if side("long", s.Wide); s.Deep > 1 {
			side("wide", s.Deep)
		}
		if g.Shape == Tunnel && s.High > 2 {
			side("high", s.High)
		}
	case Wall:
		measure("number", s.Wide)
		measure("across", s.High)
	case Area, Hole, Tower, Castle, Cube:
		measure("number", s.Wide)
		measure("across", s.Deep)
		measure("high", s.High)
	default:
		measure("number", s.Wide)
		measure("across", s.Deep)
	}
	shape := clause{{Name: string(g.Shape), Value: language.Set()}}
	if len(size) > 0 {
		shape.add("size", language.Make("size", size...))
	}
	c.add("shape", language.Make("shape", shape...))
	for _, f := range g.Fitted {
		fit := clause{{Name: f.Name, Value: language.Set()}}
		if len(f.Items) > 0 {
			item := *language.Leaf("item", game.Display(strings.TrimPrefix(f.Name, "any ")))
			if fit = (clause{{Name: "item", Value: &item}}); f.Count > 1 {
				item.Plural, item.Number = true, float64(f.Count)
				fit.add("number", language.Counting(item.Number))
			}
		}
		c.add("fit", language.Make("fitting", fit...))
	}
	if g.Name == AnyBlock {
		c.flag("material", "tool", "any")
	} else {
		c.outOf("material", "tool", strings.TrimPrefix(g.Name, "any "), 5)
	}
}

// counted is a number of a thing as a player says it, in the language of the words.
func (s *speech) counted(n int, m lexicon.Meaning) string {
	words := Reading{Goals: []Goal{{Kind: Get, Name: m.Name, Items: m.Items, Count: n}}, Language: s.language}.Words()
	if own := Grammar().Grammar(s.language); own != nil {
		return strings.TrimSpace(strings.TrimPrefix(words, own.Bare(string(Get))))
	}
	return strings.TrimPrefix(words, string(Get)+" ")
}
