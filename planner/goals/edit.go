// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// A correction is the end of a clause whose verb was said before: what stands in its slots
// takes the place of what stands there.

// tails are the ways to read a text as the end of a clause of a verb, each with the slots
// that it fills; the best first.
func (r *Reader) tails(kind Kind, text string) []language.Reading {
	return slices.DeleteFunc(Grammar().Reader(r.Lexicon).Tail(text, string(kind)), func(t language.Reading) bool {
		v := t.Clauses[0].Value
		return len(v.Fields) == 0 || v.Has(slotAside) || v.Has(slotRather)
	})
}

// Fragment reports whether a text names a thing, a number or another part of a goal, and no verb.
func (r *Reader) Fragment(text string) bool { return len(r.tails(Get, text)) > 0 }

// Things are what a text names that is nothing but things, as goals of a verb behind others,
// which it may refer to.
func (r *Reader) Things(kind Kind, text string, before ...Goal) Reading {
	for _, t := range r.tails(kind, text) {
		v := t.Clauses[0].Value
		if len(v.All(slotThing)) != len(v.Fields) {
			continue
		}
		if made, _, _ := r.ofReading(text, &t, before...); len(made.Goals) > 0 {
			return made
		}
	}
	return Reading{}
}

// Built is what a text names that is built, or made by one of some other verbs: a hut of "the
// little hut"; without a shape for none.
func (r *Reader) Built(text string, or ...Kind) Goal {
	for _, kind := range append([]Kind{Build}, or...) {
		for _, t := range r.tails(kind, text) {
			made, _, _ := r.ofReading(text, &t)
			if len(t.Guesses) == 0 && t.Clauses[0].Value.Has(string(SlotShape)) && len(made.Goals) == 1 {
				return made.Goals[0]
			}
		}
	}
	return Goal{}
}

// After reads a text behind goals, which it may refer to, or tell more of what the last of
// them is about: "and a furnace". The goals are its own.
func (r *Reader) After(before []Goal, text string) Reading {
	if len(before) > 0 {
		last := before[len(before)-1]
		said := last.said(false)
		for _, t := range r.tails(last.Kind, text) {
			if slices.ContainsFunc(t.Clauses[0].Value.Fields, func(f language.Field) bool {
				return !f.Value.Has("item") && !f.Value.Has("direction") || !said.Has(f.Name)
			}) {
				continue
			}
			for _, slot := range [...]string{slotTo, slotInto} { // and to whom, and into what
				if v := t.Clauses[0].Value; said.Has(slot) && !v.Has(slot) {
					t.Clauses[0].Value = v.With(slot, said.Field(slot))
				}
			}
			if read, _, _ := r.ofReading(text, &t, before...); len(read.Goals) > 0 {
				return read
			}
		}
	}
	read, _, _ := r.spokenBy(text, before...)
	return read
}

// Named are the goals, by their places, that are about what a text names, by their thing, by
// what it is done with or by their number; none where one of its things is in none of them.
func (r *Reader) Named(list []Goal, text string) []int {
	for i := range list {
	reading:
		for _, t := range r.tails(list[i].Kind, text) {
			var out []int
			for _, f := range t.Clauses[0].Value.Fields {
				here := len(out)
				for k := range list {
					if r.names(&list[k], f.Value.Thing()) {
						out = append(out, k)
					}
				}
				if len(out) == here {
					continue reading
				}
			}
			return out
		}
	}
	return nil
}

// names reports whether a goal is about a thing, or so many of it.
func (r *Reader) names(g *Goal, t language.Thing) bool {
	items := slices.Clone(g.Items)
	for _, w := range g.With {
		items = append(items, w.Items...)
	}
	if q := t.Quantity; t.Name == "" {
		return q.Number+q.Pairs > 0 && len(items) > 0 && r.count(q, lexicon.Meaning{Name: g.Name, Items: items}) == g.Count
	}
	n, ok := (&speech{r: r}).noun(t, g.Kind)
	mob := r.Mobs[t.Name]
	return slices.ContainsFunc(items, func(id string) bool { return ok && slices.Contains(n.Items, id) || slices.Contains(mob.Items, id) })
}

// edit is a change of one of some goals: what is put into its slots. further is how many of those were empty.
type edit struct {
	at, further int
	fields      []language.Field
	read        *language.Reading
}

// Edit is a reading with a part of its goals changed by a text that is no clause of its own:
// another thing, number, place, player or tool. among are the goals that it may be about;
// nil for all, the newest first.
func (r *Reader) Edit(was Reading, among []int, text string) (Reading, bool) {
	edits := r.edits(was, among, text)
	number := !slices.ContainsFunc(edits, func(e edit) bool {
		return slices.ContainsFunc(e.fields, func(f language.Field) bool { return f.Value.Has("item") })
	})
	slices.SortStableFunc(edits, func(a, b edit) int {
		if number { // of the newest that has one
			return cmp.Or(min(a.further, 1)-min(b.further, 1), b.at-a.at, cmp.Compare(a.read.Weight, b.read.Weight))
		}
		return cmp.Or(cmp.Compare(a.read.Weight, b.read.Weight), a.further-b.further)
	})
	var first Reading
	for i := range edits {
		out, ok := r.edited(was, &edits[i], text)
		if ok && out.String() != was.String() {
			return out, true
		}
		if ok && len(first.Goals) == 0 {
			first = out
		}
	}
	return first, len(first.Goals) > 0
}

// Larger is a reading with what it builds last so many blocks wider and deeper; false where it
// builds nothing of two sides.
func (r *Reader) Larger(was Reading, by int) (Reading, bool) {
	for i, g := range slices.Backward(was.Goals) {
		if s := g.Size; s.Wide > 0 && s.Deep > 0 {
			size := language.Make("size", counting("number", float64(s.Wide+by)), counting("across", float64(s.Deep+by)))
			return r.edited(was, &edit{at: i, fields: []language.Field{{Name: "size", Value: size}}, read: &language.Reading{}}, "")
		}
	}
	return Reading{}, false
}

// edits are the ways in which the words may change one of the goals.
func (r *Reader) edits(was Reading, among []int, text string) []edit {
	var edits []edit
	for i, g := range slices.Backward(was.Goals) {
		if among != nil && !slices.Contains(among, i) {
			continue
		}
		said := g.said(false)
		for _, t := range r.tails(g.Kind, text) {
			e := edit{at: i, fields: t.Clauses[0].Value.Fields, read: &t}
			if f := e.fields; len(f) > 1 && f[0].Name == f[1].Name { // each is of another goal
				continue
			}
			for _, slot := range [...]string{slotTool, slotUsing, slotOf} { // a thing may stand for what the goal is done with
				if v := said.Field(slot); v != nil && len(e.fields) == 1 && e.fields[0].Value.Has("item") && e.fields[0].Name != slot {
					as := language.Make(v.Type, language.Field{Name: "item", Value: e.fields[0].Value.Field("item")})
					edits = append(edits, edit{i, 0, []language.Field{{Name: slot, Value: as}}, &t})
				}
			}
			for _, f := range e.fields {
				if !said.Has(f.Name) {
					e.further++
				}
			}
			edits = append(edits, e)
		}
	}
	return edits
}

// edited is a reading with an edit. What else is about the thing that is changed changes too, where it can.
func (r *Reader) edited(was Reading, e *edit, text string) (Reading, bool) {
	out := Reading{Language: cmp.Or(was.Language, e.read.Language), Respelt: slices.Clone(e.read.Guesses)}
	changed, first := &was.Goals[e.at], e.fields[0]
	old := changed.said(false).Field(first.Name)
	for i, g := range was.Goals {
		said, same := g.said(false), i != e.at
		for _, slot := range [...]string{slotUsing, slotOf} { // as much as the goal needs
			if v := said.Field(slot); v != nil {
				said = said.With(slot, v.With("quantity", nil))
			}
		}
		if i == e.at {
			for _, by := range e.fields {
				by.Value = g.sized(by)
				said = r.put(said, by)
			}
		} else {
			var follows bool
			said, follows = r.alike(said, old, first.Value, g.Count != changed.Count)
			same = same && !follows
		}
		s := r.behind(text, out.Goals)
		switch done := !same && s.take(&language.Clause{Verb: string(g.Kind), Value: said}); {
		case done:
			out.Goals, out.Respelt = s.goals, append(out.Respelt, s.respelt...)
		case i == e.at:
			return out, false
		default:
			out.Goals = append(out.Goals, g)
		}
	}
	for i := range out.Goals {
		out.Goals[i].Span = game.Span{}
	}
	return out, true
}

// sized is what is put into a slot of a goal: of a wall the side that is not said stays.
func (g *Goal) sized(by language.Field) *language.Value {
	v := by.Value
	if g.Shape != Wall || by.Name != "size" || v.Has("number") {
		return v
	}
	if v = measured(v); !v.Has("long") {
		v = g.side(v, "wide", g.Size.Wide)
	}
	return g.side(v, "high", g.Size.High)
}

func (g *Goal) side(v *language.Value, side string, was int) *language.Value {
	if v.Has(side) {
		return v
	}
	return v.With(side, language.Counting(float64(was)))
}

// alike changes in a goal what is the same as what was changed, and reports whether there is any;
// other says that the goal has a number of its own.
func (r *Reader) alike(said, old, now *language.Value, other bool) (_ *language.Value, follows bool) {
	for _, f := range said.Fields {
		if r.follows(old, f.Value, now) {
			follows = true
			if other || !f.Value.Has("quantity") {
				now = now.With("quantity", nil)
			}
			said = said.With(f.Name, r.over(f.Value, now))
		}
	}
	return said, follows
}

// put is a clause with something in a slot, of its own or of what stands in one.
func (r *Reader) put(said *language.Value, by language.Field) *language.Value {
	if i := slices.IndexFunc(said.Fields, func(f language.Field) bool { return f.Value.Has(by.Name) }); i >= 0 && !said.Has(by.Name) {
		return said.With(said.Fields[i].Name, said.Fields[i].Value.With(by.Name, by.Value))
	}
	return said.With(by.Name, r.over(said.Field(by.Name), by.Value))
}

// follows reports whether a slot is about a thing that is changed, or about a piece of the
// outfit that another material is named for: "wear iron armor", "no, leather".
func (r *Reader) follows(old, v, now *language.Value) bool {
	was, name, material := nameOf(old.Field("item")), nameOf(v.Field("item")), nameOf(now.Field("item"))
	if was == "" || was == name {
		return was != ""
	}
	of, _, _ := strings.Cut(was, " ")
	_, one := r.inMaterial(was, material)
	_, other := r.inMaterial(name, material)
	return one && other && strings.HasPrefix(name, of+" ")
}

// over is what stands in a slot once something else was said of it: its number stays when no
// other is said, and so does a tool's kind when only a material is.
func (r *Reader) over(was, now *language.Value) *language.Value {
	item, quantity, before := now.Field("item"), now.Field("quantity"), was.Field("quantity")
	switch {
	case !was.Has("item") || item == nil && quantity == nil:
		return now
	case quantity == nil, quantity.Has("some") && before.Has("number"):
		quantity = before
	case before.Has("more"):
		quantity = quantity.With("more", language.Set())
	}
	if item == nil {
		return was.With("quantity", quantity)
	}
	old, leaf := was.Field("item").Text, *item
	if made, ok := r.inMaterial(old, item.Text); ok {
		leaf = *language.Leaf(item.Type, made)
	} else if like := r.SameMaterial(r.Items[item.Text], strings.ReplaceAll(old, " ", "_")); len(like.Items) == 1 {
		leaf = *language.Leaf(item.Type, game.Display(like.Name))
	}
	leaf.Plural = item.Plural
	return language.Make(was.Type, now.Fields...).With("item", &leaf).With("quantity", quantity)
}

// inMaterial is the name of a thing in another material: the iron one of a diamond pickaxe.
func (r *Reader) inMaterial(name, of string) (string, bool) {
	material := r.Items[of]
	one := len(material.Items) > 0 && slices.Contains(r.Items[name].Items, material.Items[0]) // steak is food
	for kind, ok := name, !one && !r.Outfit(material.Name); ok; _, kind, ok = strings.Cut(kind, " ") {
		made, known := r.InMaterial(r.Items[kind], material)
		if !known {
			made, known = r.OfWord(r.Items[kind], of) // wood is no ingot
		}
		if known && game.Display(made.Name) != name {
			return game.Display(made.Name), true
		}
	}
	return "", false
}
