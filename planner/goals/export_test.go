// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/blueprint"
)

// Line is a reading in the form of the files of sentences.
func (r Reading) Line() string {
	parts := make([]string, len(r.Goals))
	for i, g := range r.Goals {
		parts[i] = g.Line()
	}
	return strings.Join(parts, ", ")
}

// Line is a goal in the form of the files of sentences, with ids: "get 3 diamond".
func (g Goal) Line() string {
	beside := func(w Thing) string {
		if w.Not {
			return " without "
		}
		return " with "
	}
	return g.text(beside, func(id string) string { return id }, func(n int, id string) string { return fmt.Sprintf("%d %s", n, id) })
}

// text is the goal with its things named by name and counted by count; lead is
// what stands before a thing that is said beside it.
func (g Goal) text(lead func(Thing) string, name func(id string) string, count func(n int, id string) string) string {
	s := g.core(name, count)
	if g.From != "" {
		s += " from " + name(g.From)
	}
	for i, w := range g.With {
		before := lead(w)
		if i > 0 && lead(g.With[i-1]) == before {
			before = " and "
		}
		if s += before; w.Not {
			s += name(strings.TrimPrefix(w.Name, "any "))
		} else {
			s += count(w.Count, w.Name)
		}
	}
	if g.Biome != "" {
		s += " in " + name(g.Biome)
	}
	return s
}

// core is text without what is said beside it.
func (g Goal) core(name func(id string) string, count func(n int, id string) string) string {
	switch g.Kind {
	case Say:
		return fmt.Sprintf("say %q", g.Text)
	case Goto:
		switch {
		case g.Flat:
			return fmt.Sprintf("goto %d %d", g.At.X, g.At.Z)
		case g.At != nil:
			return "goto " + g.At.String()
		}
		if game.KnownWorld(g.To) {
			return "goto " + name(g.To)
		}
		if g.Toward != "" {
			return fmt.Sprintf("goto %d %s", g.Count, g.Toward)
		}
		return "goto " + g.To
	case Follow:
		if g.Seconds > 0 {
			return fmt.Sprintf("follow %s for %g s", g.To, g.Seconds)
		}
		return "follow " + g.To
	case Guard:
		s := "guard " + cmp.Or(g.To, "here")
		if g.At != nil {
			s = "guard " + g.At.String()
		}
		if g.Seconds > 0 {
			s += fmt.Sprintf(" for %g s", g.Seconds)
		}
		return s
	case Harvest:
		s := "harvest " + name(cmp.Or(g.Name, "all"))
		if g.Again {
			s += " again"
		}
		return s
	case Look:
		if g.At != nil {
			return "look at " + g.At.String()
		}
		return "look at " + g.To
	case Wait:
		return fmt.Sprintf("wait %g s", g.Seconds)
	case Sleep, Sort:
		return string(g.Kind)
	case Grow:
		if g.Refers {
			return "harvest it"
		}
	case Build, Clear, Dig:
		return g.shapeString(name)
	case Light:
		return fmt.Sprintf("light up %d blocks around", g.Count)
	case Find:
		return "find " + name(g.Name)
	case Eat:
		if g.Name != "" && g.Count > 1 {
			return "eat " + count(g.Count, g.Name)
		}
		if g.Name == "" {
			return "eat"
		}
		return "eat " + name(g.Name)
	case Equip:
		if g.All {
			return string(g.Kind) + " all " + name(g.Name)
		}
		if g.Name == "" {
			return string(g.Kind)
		}
		return string(g.Kind) + " " + name(g.Name)
	case Interact:
		s := "interact " + name(g.Name)
		if g.At != nil {
			s += " at " + g.At.String()
		}
		return s
	default:
	}
	things := count(g.Count, g.Name)
	if g.All {
		things = "all " + strings.TrimSuffix(strings.TrimPrefix(count(2, g.Name), "2 "), game.OfAnyKind)
	}
	if g.Name == everythingHeld {
		things = g.Name
	}
	if g.Half {
		things = "half of " + things
	}
	if g.More && g.Kind == Get {
		things = strings.Replace(things, " ", " more ", 1)
	}
	s := string(g.Kind) + " " + things
	if g.To != "" {
		s += " to " + g.To
	}
	if g.At != nil {
		s += " at " + g.At.String()
	}
	if g.Into != "" {
		s += " in a " + g.Into
	}
	if g.Site != "" {
		s += " " + g.Site + " it"
	}
	if g.Keep > 0 {
		s += fmt.Sprintf(" except %d", g.Keep)
	}
	for i, kept := range g.Except {
		s += [...]string{" except ", " and "}[min(i, 1)] + name(strings.TrimPrefix(kept, "any "))
	}
	return s
}

// shapeString is a build goal with its block named by name.
func (g Goal) shapeString(name func(id string) string) string {
	if g.Shape == Blueprint {
		return g.blueprintString()
	}
	var b strings.Builder
	b.WriteString(string(g.Kind) + " ")
	switch size := g.Size; g.Shape {
	case Pillar:
		fmt.Fprintf(&b, "%d high ", size.High)
	case Row, Tunnel, Staircase, Bridge, Steps:
		if size.Wide > 0 {
			fmt.Fprintf(&b, "%d long ", size.Wide)
		}
		if size.Deep > 1 {
			fmt.Fprintf(&b, "%d wide ", size.Deep)
		}
		if g.Shape == Tunnel && size.High > 2 {
			fmt.Fprintf(&b, "%d high ", size.High)
		}
	case Wall:
		fmt.Fprintf(&b, "%dx%d ", size.Wide, size.High)
	case Area, Hole, Tower, Castle, Cube:
		fmt.Fprintf(&b, "%dx%dx%d ", size.Wide, size.Deep, size.High)
	default:
		fmt.Fprintf(&b, "%dx%d ", size.Wide, size.Deep)
	}
	b.WriteString(string(g.Shape))
	if g.Name != "" {
		b.WriteString(" of " + name(g.Name))
	}
	if g.At != nil {
		b.WriteString(" at " + g.At.String())
	}
	for i, f := range g.Fitted {
		b.WriteString([]string{" with ", " and "}[min(i, 1)] + game.Counted(f.Count, f.Name))
	}
	return b.String()
}

// blueprintString is the goal to build one.
func (g Goal) blueprintString() string {
	name := g.Text
	if strings.Contains(name, " ") || !slices.ContainsFunc(blueprint.Extensions, func(e string) bool { return strings.HasSuffix(name, e) }) {
		name = `blueprint "` + name + `"`
	}
	if g.At != nil {
		name += " at " + g.At.String()
	}
	return string(g.Kind) + " " + name
}
