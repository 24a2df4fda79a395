// SPDX-License-Identifier: MIT

package talk

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/skills"
)

// How many things one wish sets into a room, and how many blocks around what stands a fence and what is lit are.
const mostInside, fenceApart, lightApart = 4, 2, 6

// placed sorts a wish about what was built or placed: "put a bed in the house", "go inside".
func (l *listener) placed(t text) (Said, bool) {
	if read, ok := l.read(t.String()); l.about.Stood == nil || ok && len(read.Respelt) == 0 {
		return Said{}, false
	}
	if read, left := l.apiece(t, false); len(read.Goals) > 0 && len(left) == 0 {
		said := l.worded(FollowUp, read)
		said.Guess = true
		return said, true
	}
	for wish, at := range l.sites(t) {
		if said, ok := l.there(l.sorter.take(wish), at); ok {
			return said, true
		}
	}
	return Said{}, false
}

// there sorts a wish without its place, which is known.
func (l *listener) there(wish text, at known) (Said, bool) {
	switch read, ok := l.read(wish.String()); {
	case ok:
		said := l.worded(FollowUp, l.at(read, at.where, at.stands))
		fewer := func(g goals.Goal) bool {
			return g.Kind == goals.Get || at.where == "into" && g.Kind == goals.Place && g.Count > mostInside
		}
		said.Guess = said.Guess || slices.ContainsFunc(read.Goals, fewer)
		return said, true
	case wish.bare().is("walk"):
		walk := []goals.Goal{{Kind: goals.Goto, At: spot(at.where, at.stands)}}
		return l.worded(FollowUp, goals.Reading{Goals: walk, Language: l.tongue(wish)}), true
	}
	return Said{}, false
}

// apiece are the goals of a text whose parts stand at several places: "a bed inside and 2 torches by the door". left are the
// parts that are not read, and where they are read loosely what else is left of them.
func (l *listener) apiece(t text, loose bool) (out goals.Reading, left []string) {
	var said, here []goals.Goal
	parts, at := l.spots(t)
	for i := range parts {
		one, more := l.part(parts[i], said, loose)
		left = append(left, more...)
		if len(one.Goals) == 0 || at[i].stands == nil {
			left, one.Goals = append(left, parts[i].String()), nil
		}
		for _, g := range one.Goals {
			if said = append(said, g); g.Kind == goals.Craft { // to stand there
				g.Kind = goals.Get
			}
			here, out.Language = append(here, g), cmp.Or(out.Language, one.Language)
		}
		if next := i + 1; next == len(parts) || at[next].where != at[i].where || len(at[next].stands) != len(at[i].stands) {
			out.Goals, here = append(out.Goals, l.at(goals.Reading{Goals: here}, at[i].where, at[i].stands).Goals...), nil
		}
	}
	return out, left
}

// part is a part of a text behind goals, loosely what is understood of it with what is left.
func (l *listener) part(t text, behind []goals.Goal, loose bool) (one goals.Reading, left []string) {
	if one = l.After(behind, l.unmarked(t.bare()).String()); len(one.Goals) > 0 || !loose {
		return one, nil
	}
	gist, left := l.worth(t, l.tongue(t))
	if one, _ = l.read(gist); gist == "" {
		return goals.Reading{}, nil
	}
	return one, left
}

// spots are the parts of a text, each with its place, or that of the part before or behind it; none where fewer than two name one.
func (l *listener) spots(t text) (parts []text, at []known) {
	places := 0
	for _, p := range t.sides() {
		own := known{}
		for wish, there := range l.sites(p) {
			p, own, places = l.sorter.take(wish), there, places+1
			break
		}
		parts, at = append(parts, p), append(at, own)
	}
	if places < 2 {
		return nil, nil
	}
	for i := range at {
		for _, beside := range [...]int{max(i-1, 0), min(i+1, len(at)-1)} {
			if at[i].stands == nil && !l.verbFirst(parts[max(i, beside)]) {
				at[i] = at[beside]
			}
		}
	}
	return parts, at
}

// wheres are the places at what stands, by the acts that say them.
var wheres = [...]string{"into", "beside", "round", "behind"}

// known is a place at what stands.
type known struct {
	where  string
	stands []game.Edit
}

// sites are the places that a text names where something stands, each with the text without it.
func (l *listener) sites(t text) iter.Seq2[string, known] {
	return func(yield func(string, known) bool) {
		t.acts = l.spoken(t)
		for i := range t.words {
			for _, where := range wheres {
				head, stands, tail := l.where(t, i, where)
				if len(stands) > 0 && !yield(strings.TrimSpace(head.String()+" "+tail.String()), known{where, stands}) {
					return
				}
			}
		}
	}
}

// sited reports whether a text names a place where something stands.
func (l *listener) sited(t text) bool {
	if l.about.Stood != nil {
		for range l.sites(t) {
			return true
		}
	}
	return false
}

// where is what stands at the place that a text names from a word on, and what is before and behind.
func (l *listener) where(t text, i int, where string) (head text, stands []game.Edit, tail text) {
	head, rest := t.with(t.words[:i]), t.with(t.words[i:])
	name, which := rest.after(where)
	for n := min(3, len(name.words)); n > 0 && which != ""; n-- {
		if stands = l.stood(name.with(name.words[:n]).String(), where); len(stands) > 0 {
			behind := name.with(name.words[n:])
			tail, which = behind.after(where + "-end")
			if which == "" && slices.ContainsFunc(wheres[:], func(other string) bool { return behind.begins(other + "-end") }) {
				return head, nil, rest // which says another place
			}
			return head, stands, tail
		}
	}
	if tail, which = rest.after(where + "-it"); which != "" {
		return head, l.stood("", where), tail
	}
	return head, nil, rest
}

// stood is what the newest request of a name left standing, without one the newest with such a place.
func (l *listener) stood(name, where string) []game.Edit {
	shape, things := l.Built(name).Shape, l.Things(goals.Get, name).Goals
	defer l.turnTo(l.of)
	for i := range l.about.Earlier {
		if l.isOpen(i) || name != "" && shape == "" && len(things) == 0 {
			continue
		}
		l.turnTo(i)
		door := slices.ContainsFunc(things, func(g goals.Goal) bool { return strings.HasSuffix(g.Name, "door") })
		built := slices.ContainsFunc(l.last.Goals, func(g goals.Goal) bool {
			if name == "" || door && where != "into" { // before the door is before the house
				return g.Shape.Home() || g.Shape != "" && !g.Of(goals.Fence) && where != "into"
			}
			return g.Shape != "" && g.Shape == shape || g.Shape.Home() && shape.Home()
		})
		stands := l.about.Stood(i)
		if name == "" && !built && where != "beside" {
			continue
		} else if name == "" {
			things = l.last.Goals
		}
		if !built {
			stands = slices.DeleteFunc(stands, func(e game.Edit) bool {
				return !slices.ContainsFunc(things, func(g goals.Goal) bool { return slices.Contains(g.Items, e.Block) })
			})
		}
		if len(stands) > 0 && (where != "into" || len(skills.Inside(skills.Together(stands), 1)) > 0) {
			stands = skills.Together(stands)
			for with := range i + 1 { // what was put in there by then and since
				stands = skills.With(stands, l.about.Stood(with))
			}
			return stands
		}
	}
	return nil
}

// spot is where one stands at a place of what stands.
func spot(where string, stands []game.Edit) *game.Pos {
	c := append(skills.Inside(stands, map[string]int{"into": 1}[where]), skills.Before(stands))[0]
	if low, high := skills.Bounds(stands); where == "behind" {
		c.X, c.Z = low.X+high.X-c.X, low.Z+high.Z-c.Z
	}
	pos := c.In("")
	return &pos
}

// at are goals at a place: in there each thing has its cell, and what else is done walks there.
func (l *listener) at(read goals.Reading, where string, stands []game.Edit) goals.Reading {
	cells := skills.Inside(stands, mostInside)
	size, corner := skills.Ring(stands, fenceApart)
	ring, ok := l.Ring(size, corner.In(""))
	var out []goals.Goal
	for _, g := range read.Goals {
		if g.Kind == goals.Get && len(l.Version.Placeable(g.Items)) == len(g.Items) { // "could I have flowers round it"
			g.Kind = goals.Place
		}
		switch n := min(g.Count, len(cells)); {
		case ok && where == "round" && g.Of(goals.Fence):
			out = append(out, ring)
		case where == "round" && g.Kind == goals.Place:
			low, high := skills.Bounds(stands)
			g.At, g.Size = &game.Pos{X: low.X, Y: skills.Before(stands).Y, Z: low.Z}, skills.Size{Wide: high.X - low.X + 1, Deep: high.Z - low.Z + 1, High: 1}
			out = append(out, g)
		case where == "round" && g.Kind == goals.Light:
			at := spot("into", stands)
			low, high := skills.Bounds(stands)
			g.Count = min(lightApart+max(high.X-at.X, at.X-low.X, high.Z-at.Z, at.Z-low.Z), skills.Lit.Most)
			out = append(out, goals.Goal{Kind: goals.Goto, At: at}, g)
		case g.Kind == goals.Place && where == "into" && n > 0:
			for _, c := range cells[:n] {
				pos := c.In("")
				g.Count, g.At = 1, &pos
				out = append(out, g)
			}
			cells = cells[n:]
		default:
			out = append(out, goals.Goal{Kind: goals.Goto, At: spot(where, stands)}, g)
		}
	}
	read.Goals = out
	return read
}

// among are the earlier requests that made what is named, near: or another home; sure: something did; known: there is such a thing.
func (l *listener) among(name string, sure bool) (out []int, known, near bool) {
	shape, things := l.Built(name, goals.Dig, goals.Clear).Shape, l.Things(goals.Get, name).Goals
	defer l.turnTo(l.of)
	for k, s := range [...]goals.Shape{shape, map[goals.Shape]goals.Shape{goals.House: goals.Hut, goals.Hut: goals.House}[shape]} {
		for i := 0; i < len(l.about.Earlier) && (k == 0 || near || len(out) == 0); i++ {
			if l.turnTo(i); slices.ContainsFunc(l.last.Goals, func(g goals.Goal) bool { return makes(&g, s, things, sure) }) {
				out, near = append(out, i), k > 0
			}
		}
	}
	return out, shape != "" || len(things) > 0, near
}

// makes reports whether a goal builds a shape or a fence that is named or, where it surely was placed, places a thing.
func makes(g *goals.Goal, shape goals.Shape, things []goals.Goal, sure bool) bool {
	set := map[goals.Kind][]string{goals.Place: g.Items, goals.Light: {"torch"}}[g.Kind]
	return g.Shape != "" && g.Shape == shape || slices.ContainsFunc(things, func(thing goals.Goal) bool {
		return thing.Of(g.Shape) || sure && slices.ContainsFunc(thing.Items, func(id string) bool { return slices.Contains(set, id) })
	})
}
