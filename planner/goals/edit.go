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

// A correction is the end of a clause whose verb was said before: what stands in its slots takes the place of what stands there.

// tails are the ways to read a text as the end of a clause of a verb, each with the slots that it fills; the best first.
func (r *Reader) tails(kind Kind, text string) []language.Reading {
	return slices.DeleteFunc(Grammar().Reader(r.Lexicon).Tail(text, string(kind)), func(t language.Reading) bool {
		v := t.Clauses[0].Value
		return len(v.Fields) == 0 || v.Has(slotAside) || v.Has(slotRather)
	})
}

// Fragment reports whether a text names a thing, a number or another part of a goal, and no verb.
func (r *Reader) Fragment(text string) bool { return len(r.tails(Get, text)) > 0 }

// Sought reports whether a text names what can be looked for, other than players.
func (r *Reader) Sought(text string) bool {
	return slices.ContainsFunc(r.tails(Find, text), func(t language.Reading) bool { return !t.Clauses[0].Value.Has(slotTo) })
}

// Things are what a text names that is nothing but things, as goals of a verb behind others, which it may refer to.
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

// Built is what a text names that is built, or made by one of some other verbs: a hut of "the little hut"; without a shape for none.
func (r *Reader) Built(text string, or ...Kind) Goal {
	for _, kind := range append([]Kind{Build}, or...) {
		for _, t := range r.tails(kind, text) {
			made, _, _ := r.ofReading(text, &t)
			if len(t.Guesses) == 0 && t.Clauses[0].Value.Has("shape") && len(made.Goals) == 1 {
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

// Edit is a reading with its goals changed by a text that is no clause of its own: another thing, material, number,
// place, player or tool, in each goal of which that was said alike. among are those that it may be about; nil for all.
func (r *Reader) Edit(was Reading, among []int, text string) (Reading, bool) {
	out, at := r.edit(was, among, text)
	for j := range was.Goals {
		if at < 0 || len(out.Goals) != len(was.Goals) || out.Goals[j].Words() != was.Goals[j].Words() || among != nil && !slices.Contains(among, j) ||
			!was.Goals[j].Turns(&was.Goals[at], &out.Goals[at]) {
			continue
		}
		one, k := r.edit(out, []int{j}, text)
		if k == j && len(one.Goals) == len(out.Goals) && was.Goals[j].Turns(&was.Goals[j], &one.Goals[j]) {
			out = one
		}
	}
	return out, at >= 0
}

// Turns reports whether what a change turned into another was said alike of a goal, or not at all.
func (g *Goal) Turns(was, now *Goal) bool {
	of, kind := g.Name[:g.cut()], was.Name[was.cut():]
	switch built := g.Shape != "" && was.Shape == now.Shape; {
	case was.Name != now.Name && (built || kind != "" && kind == now.Name[now.cut():]): // of another material
		return built || of == was.Name[:was.cut()] || of == "any "
	case was.Name != now.Name || was.Shape != now.Shape:
		return g.Name == was.Name && g.Shape == was.Shape && g.Name != ""
	case was.Count != now.Count && g.Shape == "":
		return g.Count == was.Count
	}
	return g.To == was.To && (g.At == was.At || g.At != nil && was.At != nil && *g.At == *was.At)
}

// cut is where the kind of a thing begins in its name.
func (g *Goal) cut() int { return strings.LastIndexAny(g.Name, "_ ") + 1 }

// edit is that of the newest goal which the text fits best, and which that is; below 0 for none.
func (r *Reader) edit(was Reading, among []int, text string) (first Reading, at int) {
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
	at = -1
	for i := range edits {
		out, ok := r.edited(was, &edits[i], text)
		if ok && out.String() != was.String() {
			return out, edits[i].at
		}
		if ok && at < 0 {
			first, at = out, edits[i].at
		}
	}
	return first, at
}

// Larger is a reading with what it builds last so many blocks wider and deeper; false where it builds nothing of two sides.
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
		said, tails := g.said(false), r.tails(g.Kind, text)
		if g.Shape != "" { // which a thing alone may be of
			tails = slices.Concat(tails, r.tails(Get, text))
		}
		for _, t := range tails {
			e := edit{at: i, fields: t.Clauses[0].Value.Fields, read: &t}
			if f := e.fields; len(f) > 1 && f[0].Name == f[1].Name { // each is of another goal
				continue
			} else if v := t.Clauses[0].Value.Field("shape"); v != nil && v.Span == (game.Span{}) { // a verb that is not there says it
				continue
			}
			for _, slot := range [...]string{slotTool, slotUsing, slotOf, slotThing, "material"} { // a thing may stand for what the goal is done with
				v := said.Field(slot)
				if _, of := r.inMaterial(nameOf(v.Field("item")), nameOf(e.fields[0].Value.Field("item"))); slot == slotThing && (e.fields[0].Name != slotOf || !of) {
					continue // and its material for the thing
				}
				if v != nil && len(e.fields) == 1 && e.fields[0].Value.Has("item") && e.fields[0].Name != slot {
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

// edited is a reading with an edit.
func (r *Reader) edited(was Reading, e *edit, text string) (Reading, bool) {
	out, g := Reading{Language: cmp.Or(was.Language, e.read.Language), Respelt: slices.Clone(e.read.Guesses)}, was.Goals[e.at]
	said := g.said(false)
	for _, slot := range [...]string{slotUsing, slotOf} { // as much as the goal needs
		if v := said.Field(slot); v != nil {
			said = said.With(slot, v.With("quantity", nil))
		}
	}
	for _, by := range e.fields {
		by.Value = g.sized(by)
		said = r.put(said, by)
	}
	s := r.behind(text, slices.Clone(was.Goals[:e.at]))
	if !s.take(&language.Clause{Verb: string(g.Kind), Value: said}) {
		return out, false
	}
	out.Goals, out.Respelt = slices.Concat(s.goals, was.Goals[e.at+1:]), append(out.Respelt, s.respelt...)
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
	v = measured(v)
	for side, was := range map[string]int{"wide": g.Size.Wide, "high": g.Size.High} {
		if !v.Has(side) && (side == "high" || !v.Has("long")) {
			v = v.With(side, language.Counting(float64(was)))
		}
	}
	return v
}

// put is a clause with something in a slot, of its own or of what stands in one.
func (r *Reader) put(said *language.Value, by language.Field) *language.Value {
	if i := slices.IndexFunc(said.Fields, func(f language.Field) bool { return f.Value.Has(by.Name) }); i >= 0 && !said.Has(by.Name) {
		return said.With(said.Fields[i].Name, said.Fields[i].Value.With(by.Name, by.Value))
	}
	return said.With(by.Name, r.over(said.Field(by.Name), by.Value))
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
