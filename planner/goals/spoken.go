// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/skills"
)

// fetches brings things, fills vessels, and gets what a condition names.
func (s *speech) fetches(v *language.Value) bool {
	if vessel := v.Field("vessel"); vessel != nil {
		return s.fill(vessel.Thing(), v.Field("liquid"))
	}
	slot, like := slotOr(v, slotThing, "listed", "hunted", "bare", "taken", "heap"), Goal{Kind: Get}
	switch said := v.Field(slot); slot {
	case "taken":
		if s.lastBox(&Goal{Kind: Withdraw}, nil) {
			like.Kind = Withdraw
			s.lastBox(&like, nil)
		} else if s.atBox() || said.Has("it") {
			return false // out of what, nobody said where it is
		}
	case "listed":
		if s.unsure("a list"); !s.list(v.All(slot)) {
			return false
		}
	case "hunted":
		if said.Thing().Name != "food" {
			return false // a mob is hunted
		}
	case "bare":
		if slices.ContainsFunc(v.All(slot), func(v *language.Value) bool { t := v.Thing(); return t.Name == "" || tell().Cannot[t.Name] }) {
			return false
		}
	}
	return s.about(slot, like, func(g *Goal, t *saidThing) bool {
		if slot == "hunted" {
			g.be(s.r.Items["meat"])
		}
		return s.source(g, t) && s.madeOf(g, v.All(slotOf), false) &&
			(!v.Has(slotUsing) || s.r.shotBy(g.Items) != nil && s.madeOf(g, v.All(slotUsing), true))
	})
}

// slotOr is the first of some slots that a clause has, else usual.
func slotOr(v *language.Value, usual string, others ...string) string {
	if i := slices.IndexFunc(others, v.Has); i >= 0 {
		return others[i]
	}
	return usual
}

// list reports whether things without a word between are a list: three or more, or each with its number, and no two that are one thing.
func (s *speech) list(all []*language.Value) bool {
	numbered := 0
	for i, v := range all {
		t := v.Thing()
		if t.Quantity.Number > 0 {
			numbered++
		}
		if i+1 < len(all) {
			next := all[i+1].Thing()
			if _, one := s.r.Items[t.Name+" "+next.Name]; one && next.Quantity == (language.Quantity{}) {
				return false
			}
		}
	}
	return numbered == len(all) && numbered > 1 || numbered == 0 && len(all) > 2
}

// atBox reports whether the clause before led to a container whose place is not known.
func (s *speech) atBox() bool {
	if s.begun == 0 {
		return false
	}
	g := &s.goals[s.begun-1]
	return (g.Kind == Interact || g.Kind == Find) && s.r.store(first(g.Items)) || g.Kind == Goto && s.r.store(g.To)
}

// fill makes the goal of so many vessels full of something.
func (s *speech) fill(vessel language.Thing, with *language.Value) bool {
	var liquid language.Thing
	if with != nil {
		liquid = with.Thing()
	}
	if k := s.begun - 1; k >= 0 && (with == nil || liquid.It) && s.goals[k].Kind == Find && s.liquid(s.goals[k].Name) {
		liquid.Name = s.goals[k].Name
	}
	n, ok, count := lexicon.Meaning{}, false, 1
	if vessel.Refers() {
		list := s.before(vessel, s.r.product, func(g Goal) bool { return len(g.Items) == 1 && len(s.r.Fills[g.Items[0]]) > 0 })
		if len(list) != 1 {
			return false
		}
		n, ok, count = list[0].thing(), true, list[0].Count
	} else if n, ok = s.noun(vessel, Get); ok && len(n.Items) == 1 {
		count = max(1, int(vessel.Quantity.Number))
		if b, named := s.meant(n.Items, Get); named && vessel.Definite && vessel.Quantity.Number == 0 {
			count = b.count // as there are
		}
	}
	if !ok || len(n.Items) != 1 {
		return false
	}
	g := Goal{Kind: Get, Count: count}
	if g.be(only(s.r.Fills[n.Items[0]][liquid.Name])); vessel.Refers() || vessel.Definite {
		g.Refers, g.Vessel = vessel.Refers(), n.Items[0]
	}
	return s.r.isItem(g.Name) && s.put(g)
}

// until is how many of a thing are to be held at the end of the clause, where it says so.
func (s *speech) until(g *Goal) bool {
	v := s.clause.Field(slotUntil)
	if v == nil {
		return true
	}
	t := v.Thing()
	q := t.Quantity
	if t.Name == "" && t.Kind != "" || q.Number < 1 || q.Relative() ||
		t.It || t.Them && g.Name == "" || s.numbered(false) {
		return false
	}
	if t.Name != "" {
		n, ok := s.one(t, Get)
		if !ok {
			return false
		}
		g.be(n)
	}
	g.Kind, g.Count = Get, pieces(q, s.r.stack(g.thing()), false)
	return true
}

// numbered reports whether a thing of the clause has a number, one that somebody said or any.
func (s *speech) numbered(said bool) bool {
	return slices.ContainsFunc(s.clause.Fields, func(f language.Field) bool {
		q := f.Value.Field("quantity").Quantity()
		return (said || f.Name != slotUntil && f.Name != slotGiven) && f.Value.Has("item") && q.Number > 0 && !(said && q.Some)
	})
}

// source is the mob that a thing is to come of.
func (s *speech) source(g *Goal, t *saidThing) bool {
	v := s.clause.Field(slotFrom)
	if v == nil {
		return true
	}
	m, ok := s.r.Mobs[nameOf(v.Field("mob"))]
	q := v.Field("quantity").Quantity()
	if !ok || q.Relative() {
		return false
	}
	gives := s.r.gives(m.Name, g.Items)
	switch {
	case gives && q.Number <= 1:
		g.From = m.Name
	case gives && t.Thing.Quantity.Number == 0 && !q.Some: // the leather from 3 cows: so many cows
		kind := Kind(s.r.sourceKind(m.Name, g.Items))
		if kind != Shear && kind != Milk {
			kind = Kill
			s.unsure("of " + game.Counted(int(q.Number), m.Name) + " that are killed")
		}
		*g = Goal{Kind: kind, Name: m.Name, Items: m.Items, Count: int(q.Number)}
	case !gives && q.Number == 0 && !slices.ContainsFunc(s.r.Version.Mobs(), func(m *data.Mob) bool { return s.r.gives(m.Name, g.Items) }): // eggs from chickens
		s.unsure("wherever it is found")
	default:
		return false
	}
	return true
}

// madeOf binds what a thing is made of: its material, an ingredient, how much of it. beside: what is said only has to be part of it.
func (s *speech) madeOf(g *Goal, list []*language.Value, beside bool) bool {
	for _, v := range list {
		t := v.Thing()
		if t.Refers() {
			if !s.ofThose(g, t) {
				return false
			}
			continue
		}
		n, ok := s.one(t, Get)
		q := t.Quantity
		if !ok || q.More || q.Half || q.Rest || q.Most {
			return false
		}
		made, kind := s.r.Of(g.thing(), t.Name, n) // of a thing that consists of a material
		if kind {
			g.be(made)
		}
		if kind && q.Number == 0 {
			continue
		}
		if beside && s.r.shot(n) && s.r.shotBy(g.Items) != nil {
			s.also = append(s.also, Goal{Kind: g.Kind, Name: n.Name, Items: n.Items, Count: max(1, int(q.Number))}) // a bow with arrows
			continue
		}
		if !s.r.takes(g.Items, n.Items) {
			if !s.leadsTo(g, n, q, beside) {
				return false
			}
			continue
		}
		s.bindMaterial(g, n)
		if q.Number > 0 && !s.ofSoMany(g, n, q, beside) {
			return false
		}
	}
	return true
}

// leadsTo binds what is no ingredient of a thing and still leads to it, and reports whether
// it does: a station beside it, wood for a chest, grass for seeds.
func (s *speech) leadsTo(g *Goal, n lexicon.Meaning, q language.Quantity, beside bool) bool {
	switch {
	case beside && q.Number <= 1 && len(n.Items) > 0 && s.r.Version.IsStation(n.Items[0]):
	case q.Number > 0:
		return false
	case g.Kind == Craft && s.r.madeBefore(g.Items, n.Items), g.Kind == Get && s.r.leaves(n.Items, g.Items):
	default:
		return false
	}
	if of := s.r.between(g.Items[0], n.Items); g.Kind == Craft && of != nil {
		s.bindMaterial(g, lexicon.Meaning{Name: game.Display(of[0]), Items: of}) // a chest from birch
	}
	return true
}

// ofSoMany has a goal make what so many of an ingredient are enough for; with beside the number must be just what is needed.
func (s *speech) ofSoMany(g *Goal, n lexicon.Meaning, q language.Quantity, beside bool) bool {
	need := s.r.needs(g.Items[0], n.Items)
	said := s.r.count(q, n) * max(n.Factor, 1)
	if need.each == 0 {
		return false
	}
	batches := (max(g.Count, 1) + need.makes - 1) / need.makes
	if beside {
		return said == need.each*batches
	}
	count := said / need.each * need.makes
	if count == 0 || g.Count > 1 && g.Count > count {
		return false
	}
	g.Count = max(g.Count, count)
	return true
}

// ofThose has a goal made of what was brought before.
func (s *speech) ofThose(g *Goal, t language.Thing) bool {
	list := s.before(t, s.r.product, func(m Goal) bool {
		return s.r.takes(g.Items, m.Items) || s.r.madeBefore(g.Items, m.Items) && s.makes(m.Items)
	})
	shared := t.Quantity.Number > 0 || t.Quantity.Half || t.Quantity.Rest
	for _, made := range list {
		if !s.r.takes(g.Items, made.Items) {
			if shared {
				return false
			}
			g.Refers, g.Out = true, append(g.Out, made.Items...)
			s.unsure("of what is held by then")
			continue
		}
		if need := s.r.needs(g.Items[0], made.Items); shared && need.each > 0 { // planks from 3 of them
			count := made.Count / need.each * need.makes
			if count == 0 || count < g.Count && g.Count > need.makes {
				return false
			}
			g.Count = max(g.Count, count)
		}
		s.bindMaterial(g, made.thing())
		g.Refers = true
	}
	return len(list) > 0
}

// crafts makes things: at a table, or in a furnace where only that makes them.
func (s *speech) crafts(v *language.Value) bool {
	if v.Has("input") || v.Has("made") {
		return s.turned(v)
	}
	slot := slotOr(v, slotThing, "further") // and 4 torches with coal
	if slot == "further" && (s.begun == 0 || s.goals[s.begun-1].Kind != Craft || !v.Has(slotUsing) && !v.Has(slotOf)) {
		return false
	}
	return s.about(slot, Goal{}, func(g *Goal, t *saidThing) bool {
		return s.madeOf(g, v.All(slotOf), false) && s.madeOf(g, v.All(slotUsing), true) && s.crafted(g, t)
	})
}

// crafted takes a thing that is made for what is done for it.
func (s *speech) crafted(g *Goal, t *saidThing) bool {
	if len(g.Items) > 1 && !s.clause.Has(slotOf) {
		if g.be(s.materialBefore(g.thing())); len(g.Items) == 1 {
			s.unsure(s.counted(g.Count, g.thing()))
		}
	}
	one, several := strings.CutSuffix(g.Items[0], "s")
	if several && len(g.Items) == 1 && s.r.isItem(one) && game.Plural(one) == g.Items[0] && s.r.takes(g.Items, []string{one}) &&
		t.Thing.Quantity.Number == 0 || s.clause.Has("as") && !t.Thing.Plural && (g.Name == "any fence" || strings.HasSuffix(g.Name, "wall")) {
		return false // bricks: the block, or several of the item; or a wall is built
	}
	switch {
	case g.Kind == Smelt: // of what goes into the furnace
	case !s.r.isItem(g.Items[0]):
		return false // a portal is built of other blocks
	case len(s.r.Version.SmeltingTo(g.Items[0])) > 0 && (len(s.r.Version.Recipes(g.Items[0])) == 0 || strings.HasSuffix(g.Items[0], "_ingot")):
		// Cooked rather than crafted: "make glass". An ingot is crafted only from what is made of ingots.
		g.Kind, g.Product = Smelt, true
	default:
		return slices.ContainsFunc(g.Items, s.r.made) // nobody makes logs
	}
	return true
}

// turned is a craft that names what goes in with its number: "turn 10 logs into planks".
func (s *speech) turned(v *language.Value) bool {
	slot := slotOr(v, "made", slotThing)
	in, out := v.Field("input"), v.Field(slot).Thing()
	if len(v.All(slot)) != 1 || out.Name == "" || in == nil && s.begun == 0 {
		return false
	}
	t := language.Thing{It: true}
	if in != nil {
		t = in.Thing()
	}
	n, named := s.one(out, Craft)
	from, ok := s.turnedFrom(t)
	return named && ok && s.turn(from, n, out.Quantity)
}

// turnedFrom is what another thing is made of, with how many there are.
func (s *speech) turnedFrom(t language.Thing) (from Goal, ok bool) {
	if t.Refers() {
		list := s.before(t, s.r.product, func(g Goal) bool { return len(g.Items) > 0 })
		if len(list) != 1 {
			return from, false
		}
		list[0].Refers = true
		return list[0], true
	}
	m, ok := s.one(t, Get)
	if !ok || t.Quantity.Relative() {
		return from, false
	}
	from.be(m)
	b, named := s.meant(m.Items, Craft)
	if t.Quantity.Number > 0 {
		from.Count = s.r.count(t.Quantity, m) * max(m.Factor, 1)
	} else if named {
		from.Count = b.count
	}
	return from, true
}

// turn makes the goal of making things of others: crafted, or smelted where that does it.
func (s *speech) turn(from Goal, n lexicon.Meaning, q language.Quantity) bool {
	if made := s.r.molten(from); !slices.Equal(made.Items, from.Items) && (meet(made.Items, n.Items) || s.r.severalOf(n, made)) {
		if from.Kind = Smelt; from.Count == 0 {
			from.Count = s.r.few(from.thing(), Smelt)
			s.unsure(s.counted(from.Count, n))
		}
		return (q.Number <= 1 || int(q.Number) == from.Count) && s.put(from)
	}
	if made, ok := s.r.InMaterial(n, from.thing()); ok {
		n = made
	}
	need := s.r.needs(n.Items[0], from.Items)
	if from.All || from.Left || need.each == 0 || !s.r.takes(n.Items, from.Items) {
		return false
	}
	g := Goal{Kind: Craft, Name: n.Name, Items: n.Items, Count: max(1, int(q.Number)), Refers: from.Refers}
	switch {
	case q.Number > 0:
		if from.Count > 0 && (g.Count+need.makes-1)/need.makes*need.each > from.Count {
			return false
		}
	case from.Count > 0:
		if g.Count = from.Count / need.each * need.makes; g.Count == 0 {
			return false
		}
	default:
		if g.Count = need.makes; g.Count < 2 {
			g.Count = fewThings
		}
		s.unsure(s.counted(g.Count, n))
	}
	s.bindMaterial(&g, from.thing())
	return s.put(g)
}

// breaks has blocks mined.
func (s *speech) breaks(v *language.Value) bool {
	slot := slotOr(v, slotThing, "felled")
	return s.about(slot, Goal{}, func(g *Goal, _ *saidThing) bool {
		if wood, ok := strings.CutSuffix(g.Name, "_wood"); ok && slot == "felled" && s.r.wild(wood+"_log") {
			g.be(only(wood + "_log")) // nobody chops bark
		}
		own := func(id string) bool { // a block, or a thing of a mod
			_, block := s.r.Version.Block(id)
			return block || strings.Contains(id, ":")
		}
		return !g.All && (s.r.dug(g.Items) || slices.ContainsFunc(g.Items, own))
	})
}

// smelts puts things into a furnace.
func (s *speech) smelts(v *language.Value) bool {
	slot := slotOr(v, slotThing, "fired")
	return s.about(slot, Goal{}, func(g *Goal, t *saidThing) bool {
		if into := v.Field("into"); into != nil {
			n, ok := s.one(into.Thing(), Get)
			if made := s.r.molten(*g); !ok || !meet(made.Items, n.Items) && !s.r.severalOf(n, made) {
				return false
			}
			if q := into.Thing().Quantity; q.Number > 1 && (t.given && int(q.Number) != g.Count || q.Stacks || q.More) {
				return false
			} else if q.Number > 1 {
				g.Count = int(q.Number)
			}
		}
		return slot != "fired" || slices.ContainsFunc(g.Items, s.r.melts)
	})
}

// gives hands things over, or drops them.
func (s *speech) gives(v *language.Value) bool {
	g, ok := s.begin()
	slot := slotOr(v, slotThing, "brought", "mine")
	if slot != slotThing {
		g.To = "me"
	}
	s.to = g.To
	return ok && (v.Has(slot) || g.To != "") && s.them(slot, g, nil) // and give it to me
}

// throws has what has an effect thrown, and the rest dropped.
func (s *speech) throws(*language.Value) bool {
	return s.about("thrown", Goal{}, func(g *Goal, t *saidThing) bool {
		if !s.r.item(g.Items[0]).Thrown {
			g.Kind = Give
			if !t.given && !g.Refers {
				g.All, g.Count = true, 1
			}
		}
		return g.Kind == Give || !g.All
	})
}

// wears puts things on or takes them in hand, one of each.
func (s *speech) wears(*language.Value) bool {
	return s.them(slotThing, Goal{}, func(g *Goal, t *saidThing) bool {
		q := t.Quantity
		if q.Number > 1 && !t.Them || q.Stacks || q.More || q.Half || g.All {
			return false
		}
		if slices.ContainsFunc(g.Items, func(id string) bool { return !s.r.equipped(id) }) {
			if it, ok := s.r.Version.Item(g.Items[0]); !ok || len(g.Items) > 1 && it.Block != "" {
				return false
			}
			if t.Definite {
				s.unsure("take it in hand")
			}
		}
		return true
	})
}

// sets has things placed.
func (s *speech) sets(v *language.Value) bool {
	at, placed := s.place(v.Field(slotAt))
	if to, known := s.player(v.Field(slotTo)); !known || to != "" && !s.put(Goal{Kind: Goto, To: to}) {
		return false // beside somebody is where it walked to
	}
	slot, like, round := slotOr(v, slotThing, "further", "flower"), Goal{At: at, Site: s.site(v)}, draft{}
	if placed = placed && round.sizes(v.All("round")) && max(round.plain, round.second) <= mostEdged; round.plain > 0 {
		like.Size = skills.Size{Wide: round.plain, Deep: cmp.Or(round.second, round.plain), High: 1}
	}
	if slot == "further" && (s.begun == 0 || s.goals[s.begun-1].Kind != Place || s.goals[s.begun-1].At == nil) { // and a chest at 5 64 5
		return false
	}
	return placed && (like.Site != "") == v.Has("site") && (at == nil || len(v.All(slot)) < 2) && s.about(slot, like, s.stands)
}

// site is where at what the message builds before the clause, or in it, something is to stand; empty for nowhere.
func (s *speech) site(v *language.Value) string {
	if !v.Has("site") || !slices.ContainsFunc(s.goals[s.earlier:], func(g Goal) bool { return g.Kind == Build }) {
		return ""
	}
	return v.Field("site").Fields[0].Name
}

// stands finishes a goal of what is placed: around a building as many are meant as show.
func (s *speech) stands(g *Goal, t *saidThing) bool {
	if g.Site == around && t.Thing.Quantity.Number == 0 {
		g.Count = max(g.Count, someThings)
	}
	if s.kind == Build && g.Of(Fence) { // which it is fitted with
		return false
	}
	if s.clause.Has("flower") && (slices.ContainsFunc(g.Items, s.r.planted) || !slices.Contains(s.r.Items["flower"].Items, g.Items[0])) {
		return false
	}
	return !g.All && slices.ContainsFunc(g.Items, func(id string) bool { return s.r.possible(Get, id) }) &&
		!slices.ContainsFunc(g.Items, func(item string) bool { return slices.Contains(data.WornSlots(), s.r.Version.Slot(item)) })
}

// stores puts things into a container or takes them out: one that stands at a place, or a new one to put them into.
func (s *speech) stores(v *language.Value) bool {
	g := Goal{Kind: s.kind}
	if at := v.Field("spot"); at != nil {
		pos, ok := at.Position()
		if g.At = &pos; !ok {
			return false
		}
	} else if !s.container(v.Field(slotInto), &g) {
		return false
	}
	return s.them(slotThing, g, func(g *Goal, t *saidThing) bool {
		return g.Kind == Deposit || g.All || t.given || !t.Plural
	})
}

// container is where things are stored or taken from.
func (s *speech) container(where *language.Value, g *Goal) bool {
	switch {
	case where == nil:
		return false
	case where.Has("it"):
		return s.lastBox(g, nil)
	case where.Has("one"): // of those that are made
		k := s.begun - 1
		if k < 0 || g.Kind != Deposit || len(s.goals[k].Items) != 1 || !s.r.store(s.goals[k].Items[0]) {
			return false
		}
		g.Into = s.goals[k].Items[0]
		return true
	}
	box, ok := s.r.Items[nameOf(where.Field("item"))]
	if !ok || len(box.Items) != 1 || !s.r.store(box.Items[0]) {
		return false
	}
	if at := where.Field(slotAt); at != nil {
		pos, ok := at.Position()
		g.At = &pos
		return ok
	}
	if s.lastBox(g, box.Items) {
		return true
	}
	if g.Kind == Withdraw {
		return false // which one, nobody said
	}
	if g.Into = box.Items[0]; where.Has("the") {
		s.unsure("in a " + game.Display(g.Into))
	}
	return true
}

// lastBox is the container that a goal before set, made or used.
func (s *speech) lastBox(g *Goal, of []string) bool {
	for _, b := range slices.Backward(s.goals[:s.begun]) {
		box := len(b.Items) == 1 && s.r.store(b.Items[0]) && (of == nil || slices.Equal(of, b.Items))
		switch {
		case (b.Kind == Deposit || b.Kind == Withdraw) && b.At != nil, b.Kind == Interact && box && b.At != nil:
			g.At = b.At
			return true
		case b.Kind == Deposit && b.Into != "" && g.Kind == Deposit:
			g.Into = b.Into
			return true
		case box && slices.Contains([]Kind{Place, Craft, Get}, b.Kind) && g.Kind == Deposit && b.Count == 1:
			g.Into = b.Items[0]
			return true
		}
	}
	return false
}

// nameOf is the text of a leaf, empty for nil.
func nameOf(v *language.Value) string {
	if v == nil {
		return ""
	}
	return v.Text
}

// walks goes to a place or a player.
func (s *speech) walks(v *language.Value) bool {
	if way := v.Field(slotToward); way != nil {
		g := Goal{Kind: Goto, Toward: away, Count: skills.FleeBlocks}
		if side := way.Field("direction"); side != nil {
			g.Toward, g.Count = side.Fields[0].Name, someWay
		}
		if n := way.Field("blocks"); n != nil {
			g.Count = int(n.Number)
		}
		return g.Count > game.GotoRange && s.put(g)
	}
	if spot := v.Field("spot"); spot != nil {
		at, ok := spot.Position()
		return ok && (&game.Action{Kind: game.Goto, At: &at}).Validate() == nil && s.put(Goal{Kind: Goto, At: &at})
	}
	to, known := s.player(v.Field(slotTo))
	places := v.All(slotAt)
	for _, where := range places {
		if g := (Goal{Kind: Goto}); !known || !s.walk(where, &g) || !s.put(g) {
			return false
		}
	}
	return known && (len(places) > 0 || s.put(Goal{Kind: Goto, To: cmp.Or(to, "me")})) // come
}

// walk is a way to a place.
func (s *speech) walk(where *language.Value, g *Goal) bool {
	switch {
	case where.Has("at"):
		at, ok := s.place(where)
		g.At = at
		return ok
	case where.Has("column"):
		at, ok := where.Field("column").Column()
		g.At, g.Flat = &at, true
		return ok
	case where.Has("here"):
		g.To = "me"
		return true
	case where.Has("nether"), where.Has("end"), where.Has("overworld"):
		for _, name := range game.Worlds() {
			if where.Has(strings.TrimPrefix(name, "the_")) {
				g.To = name
			}
		}
		return g.To != ""
	case where.Has("biome"), where.Has("structure"):
		*g = wildPlace(where)
		s.unsure("find a " + game.Display(g.Name))
		return true
	case where.Has("block"):
		n, ok := s.r.Blocks[where.Field("block").Text]
		g.To, g.Items, g.Count = n.Name, n.Items, 1
		return ok && n.Set == nil
	case where.Has("mob"):
		n, ok := s.r.Mobs[where.Field("mob").Text]
		g.To = n.Name
		return ok && len(n.Items) == 1
	}
	return false
}

// follows goes behind players, or a mob.
func (s *speech) follows(v *language.Value) bool {
	g, ok := s.begin()
	if beast := v.Field("target"); beast != nil {
		t := beast.Thing()
		m := s.r.Mobs[t.Name]
		g.To = m.Name
		return ok && len(m.Items) == 1 && t.Quantity.Number <= 1 && s.put(g)
	}
	if g.To = cmp.Or(g.To, "me"); ok {
		s.put(g)
	}
	for _, who := range v.All(slotTo)[min(1, len(v.All(slotTo))):] {
		to, known := s.player(who)
		g.To = to
		ok = ok && known && s.put(g)
	}
	return ok
}

// longestTime is the longest that a goal may last, in seconds.
const longestTime = 86_400

// looks turns to a place, player, block or mob.
func (s *speech) looks(v *language.Value) bool {
	to, ok := s.player(v.Field(slotTo))
	g := Goal{Kind: Look, To: to}
	if where := v.Field(slotAt); where != nil {
		ok = ok && (where.Has("at") || where.Has("block") || where.Has("mob")) && s.walk(where, &g)
	}
	return ok && (g.At != nil || g.To != "") && s.put(g)
}

// mobsCounted reports whether mobs can be counted and told apart as a thing is: they come
// in no stacks or halves, in pairs only to breed, and are made of nothing.
func (s *speech) mobsCounted(t language.Thing) bool {
	q := t.Quantity
	if q.Stacks || q.Half || q.Least || q.Most || q.More && !t.Another && !t.Them || q.Pairs > 0 && s.kind != Breed {
		return false
	}
	return !t.Best && t.Of == "" && len(t.Or) == 0
}

// mobs makes the goals of the clause about the mobs in a slot.
func (s *speech) mobs(slot string, finish func(*Goal, language.Thing) bool) bool {
	for _, value := range s.clause.All(slot) {
		t := value.Thing()
		g := Goal{Kind: s.kind, Count: max(1, int(t.Quantity.Number), 2*int(t.Quantity.Pairs))}
		more, meant := t.Another || t.Quantity.More, s.mobNamed
		if t.Refers() {
			meant = s.mobBefore
		}
		if !s.mobsCounted(t) || more && !s.another(g, max(1, int(t.Quantity.Number))) || !more && !(meant(&g, t) && finish(&g, t) && s.put(g)) {
			return false
		}
	}
	return len(s.goals) > s.begun
}

// mobNamed takes the mob that was named, and how many of it are meant.
func (s *speech) mobNamed(g *Goal, t language.Thing) bool {
	m, ok := s.r.Mobs[t.Name]
	if !ok || len(m.Items) == 0 {
		return false
	}
	unnumbered := t.Quantity.Number == 0 && g.Kind == Kill
	g.be(m)
	mob, one := s.r.Version.Mob(m.Name) // no more than one is fought of a boss, or of what does nothing to who leaves it alone
	one = one && (mob.Temper == data.Boss || mob.Temper == data.Neutral)
	g.All = t.Quantity.All || t.Definite && t.Plural && unnumbered
	if g.All {
		g.Count = allNear
	} else if unnumbered && !t.Definite && !one && (t.Plural || severalWord(lastWord(t.Name))) {
		g.Count = fewThings
	}
	return true
}

// mobBefore is the mob that a goal before found, bred or sheared.
func (s *speech) mobBefore(g *Goal, t language.Thing) bool {
	for _, b := range slices.Backward(s.goals[:s.begun]) {
		name, items := b.Name, b.Items
		if b.Kind == Look || b.Kind == Goto {
			name, items = b.To, []string{b.To}
		}
		if _, ok := s.r.Version.Mob(name); !ok || !slices.Contains([]Kind{Find, Shear, Milk, Breed, Look, Goto}, b.Kind) {
			continue
		}
		g.Name, g.Items = name, items
		if t.Quantity.Number == 0 && t.Them {
			g.Count = max(1, b.Count)
		}
		return (b.Count <= 1 || !t.It) && int(t.Quantity.Number) <= max(1, b.Count) && !t.Quantity.Half && !t.Quantity.Rest
	}
	return false
}

// kills fights mobs.
func (s *speech) kills(v *language.Value) bool {
	return s.mobs(slotThing, func(g *Goal, t language.Thing) bool {
		if drop := v.Field("for"); drop != nil {
			n, ok := s.noun(drop.Thing(), Get)
			if !ok || !s.r.gives(g.Name, n.Items) || drop.Thing().Quantity.Number > 0 {
				return false
			}
			s.unsure("a remark")
		}
		until, mob := v.Field(slotUntil), g.Name
		if until == nil {
			return true
		}
		if t.Quantity.Number > 0 || until.Thing().Name == "" || !s.until(g) || !s.r.gives(mob, g.Items) {
			return false
		}
		g.From, g.All = mob, false
		return true
	})
}

// tends shears, milks or breeds.
func (s *speech) tends(v *language.Value) bool {
	slot := slotOr(v, slotThing, "fed")
	if slot == "fed" {
		s.unsure(string(s.kind))
	}
	return s.mobs(slot, func(g *Goal, _ language.Thing) bool {
		if g.Kind == Breed {
			g.Count = max(g.Count, 2)
		}
		food := v.Field("food")
		if food == nil {
			return true
		}
		n, ok := s.noun(food.Thing(), Get)
		m, known := s.r.Version.Mob(g.Name)
		return ok && known && meet(n.Items, m.Breeding)
	})
}

// catches fishes.
func (s *speech) catches(v *language.Value) bool {
	fishes := s.r.fishes()
	foreign := func(id string) bool { return !slices.Contains(fishes, id) }
	if !v.Has(slotThing) {
		g := Goal{Kind: Catch, Name: "any fish", Items: fishes, Count: someFish}
		if v.Has(slotUntil) {
			g = Goal{Kind: Catch}
			return s.until(&g) && !slices.ContainsFunc(g.Items, foreign) && s.put(g)
		}
		return !v.Has(slotTimes) && s.put(g)
	}
	return s.about(slotThing, Goal{}, func(g *Goal, _ *saidThing) bool {
		if g.Name == "any fish" {
			g.Items = fishes
		} else if len(g.Items) != 1 || foreign(g.Items[0]) {
			return false
		}
		return !g.All
	})
}

// plants sows.
func (s *speech) plants(v *language.Value) bool {
	if !v.Has(slotThing) {
		return s.replant()
	}
	for _, value := range v.All(slotThing) {
		if t := value.Thing(); t.Refers() && !s.again(t, Goal{Kind: Plant}, nil) || !t.Refers() && !s.plant(t) {
			return false
		}
	}
	return true
}

// plant makes the goal of a plant that is named by itself or by its seed.
func (s *speech) plant(t language.Thing) bool {
	n, ok := s.one(t, Plant)
	if !ok || t.Quantity.All || t.Quantity.Half {
		return false
	}
	n = s.r.seedFor(n)
	if len(n.Items) == 0 || !s.r.isItem(n.Items[0]) || !s.r.planted(n.Items[0]) {
		return false
	}
	n.Factor = 0
	one := &saidThing{Meaning: n, Thing: t, count: 1}
	if (t.Definite || t.Quantity != (language.Quantity{})) && !s.number(one, Plant, false) {
		return false
	}
	return s.put(Goal{Kind: Plant, Name: one.Meaning.Name, Items: one.Items, Count: one.count})
}

// replant sows as many as the clause before harvested.
func (s *speech) replant() bool {
	for clause := range s.back() {
		for _, g := range clause {
			n := s.r.seedFor(g.thing())
			if len(n.Items) != 1 || !s.r.planted(n.Items[0]) || !slices.Contains([]Kind{Mine, Grow, Get}, g.Kind) || g.All {
				return false
			}
			s.put(Goal{Kind: Plant, Name: n.Name, Items: n.Items, Count: g.Count})
		}
		return len(s.goals) > s.begun
	}
	return false
}

// tills hoes soil.
func (s *speech) tills(v *language.Value) bool {
	soil := s.r.Version.Soil()
	if v.Has("soil") {
		return s.about("soil", Goal{}, func(g *Goal, _ *saidThing) bool {
			if g.Name == "grass" || g.Name == "short_grass" {
				g.Name = soil[0]
			}
			g.Items = []string{g.Name}
			return !g.All && slices.Contains(soil, g.Name)
		})
	}
	q := v.Field("count").Quantity()
	if q.Relative() || q.Stacks || len(v.All("count")) > 1 {
		return false
	}
	return s.put(Goal{Kind: Till, Name: soil[0], Items: soil[:1], Count: max(1, int(q.Number))})
}

// grows has a crop grown.
func (s *speech) grows(v *language.Value) bool {
	if !v.Has(slotThing) {
		return s.reap()
	}
	return s.about(slotThing, Goal{}, func(g *Goal, t *saidThing) bool {
		crop := ""
		if len(g.Items) == 1 {
			crop = s.r.grown(g.Items[0])
		}
		if g.be(only(crop)); t.Thing.Quantity.Number == 0 {
			g.Count = someCrop
		}
		return crop != "" && !g.All
	})
}

// reap takes in what the message planted, once it is ripe.
func (s *speech) reap() bool {
	for clause := range s.back() {
		for _, g := range clause {
			if reaped := s.r.reaped(g); reaped.Count > 0 {
				s.put(reaped)
			} else if g.Kind != Wait {
				return false
			}
		}
		if len(s.goals) > s.begun {
			return true
		}
	}
	return false
}

// finds looks for what stands or lives in the world, and fetches what does not.
func (s *speech) finds(v *language.Value) bool {
	switch {
	case v.Has("target"):
		return s.findMobs(v.All("target"))
	case v.Has(slotAt):
		return !slices.ContainsFunc(v.All(slotAt), func(at *language.Value) bool { g := wildPlace(at); return g.Name == "" || !s.put(g) })
	case v.Has(slotTo):
		to, ok := s.player(v.Field(slotTo))
		return ok && to != "" && to != strings.ToLower(to) && s.put(Goal{Kind: Goto, To: to})
	}
	slot := slotOr(v, "found", "sought")
	return s.about(slot, Goal{Kind: Get}, func(g *Goal, t *saidThing) bool {
		if liquid := strings.ReplaceAll(t.Thing.Name, " ", "_"); s.liquid(liquid) && (t.Quantity.Number == 0 || t.Quantity.Some) {
			*g = Goal{Kind: Find, Name: liquid, Items: []string{liquid}, Count: 1}
			return true
		}
		if slot == "sought" && len(g.Items) == 1 && s.r.store(g.Items[0]) {
			return false // what is in it is asked for
		}
		_, stands := s.r.Version.Block(g.Name)
		many := t.Thing.Quantity.Number > 1 || t.Thing.Quantity.Stacks || t.Thing.Quantity.Some
		if stands && !many && t.Factor == 0 {
			g.Kind, g.Count, g.Items, g.More = Find, 1, []string{g.Name}, false
			return true
		}
		g.More, g.Found = true, true
		return s.source(g, t) && !g.All && (!s.r.stands(g.Items) || t.Thing.Name == "food")
	})
}

// wildPlace is the search for a biome or a structure; without a name for another place.
func wildPlace(where *language.Value) Goal {
	id := nameOf(where.Field("biome")) + nameOf(where.Field("structure"))
	return Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1}
}

// findMobs looks for one mob of each kind that is named.
func (s *speech) findMobs(targets []*language.Value) bool {
	for _, value := range targets {
		t := value.Thing()
		m, ok := s.r.Mobs[t.Name]
		if !ok || t.Quantity.Number > 1 || t.Quantity.Relative() || t.Refers() {
			return false
		}
		s.put(Goal{Kind: Find, Name: m.Name, Items: m.Items, Count: 1})
	}
	return true
}

// liquid reports whether a name is a block's that nobody holds as an item.
func (s *speech) liquid(id string) bool {
	_, block := s.r.Version.Block(id)
	return block && !s.r.isItem(id)
}

// eats has something eaten: what is named or was brought before, or anything.
func (s *speech) eats(v *language.Value) bool {
	if !v.Has(slotThing) {
		if s.begun > 0 { // it is about what was brought
			return s.again(language.Thing{It: true}, Goal{Kind: Eat}, nil)
		}
		return s.put(Goal{Kind: Eat})
	}
	return s.about(slotThing, Goal{}, func(g *Goal, t *saidThing) bool {
		if g.Name != "any food" || t.Quantity.Number > 0 && !t.Quantity.Some {
			return slices.ContainsFunc(g.Items, s.r.eaten) && !g.All && !g.More
		}
		if g.Refers {
			return true
		}
		*g = Goal{Kind: Eat}
		return s.begun == 0
	})
}

// waits lets time pass.
func (s *speech) waits(v *language.Value) bool {
	g, ok := s.begin()
	if !v.Has(slotTime) {
		if g.Seconds = defaultWait; s.more {
			s.unsure(g.Words()) // "wait, get 3 dirt"
		}
	}
	return ok && s.put(g) && g.Seconds >= tick
}

// says writes into the chat.
func (s *speech) says(v *language.Value) bool {
	said := v.Field(slotSaid)
	message := cmp.Or(v.Field("quoted"), said.Field("quote"), said.Field("rest")).Text
	if hearer := v.Field("hearer"); hearer != nil { // everybody hears it
		if name := nameOf(hearer.Field("name")); name != "" {
			message = name + " " + message
			s.unsure(message)
		} else if !hearer.Has("him") {
			return false
		}
	}
	if greeted := v.Field("greeted"); greeted != nil { // say hello to Bob
		name, known := s.player(greeted)
		if known && name != "me" {
			message += " " + name
		} else if !greeted.Has("him") {
			return false
		}
	}
	message = strings.Join(strings.Fields(message), " ")
	return message != "" && (&game.Action{Kind: game.Chat, Message: message}).Validate() == nil && s.put(Goal{Kind: Say, Text: message})
}

// uses has a block used; one that a use opens or switches is left as it is asked to be.
func (s *speech) uses(v *language.Value) bool {
	t := v.Field(slotThing).Thing()
	n, named := s.one(t, Interact)
	g, ok := s.begin()
	if !ok || !named || t.Quantity.Number > 1 || t.Quantity.All || t.Refers() {
		return false
	}
	g.be(n)
	b, block := s.r.Version.Block(n.Items[0])
	if g.Count = 1; v.Has("as") && block {
		as := v.Field("as").Fields[0].Name
		g.As = stances[b.Moved][as == "open" || as == "on"]
	}
	g.Items = s.r.anyOf(g.Items)
	return (block || !v.Has("as")) && s.put(g)
}

// stances are how a block stands that is opened or switched on, or the other way round, by what a use
// changes of it: what is used once, such as a chest or a button, is no more than used, and never left shut.
var stances = map[string]map[bool]string{
	"powered": {true: "on", false: "off"}, "open": {true: "open", false: "closed"}, "": {false: "closed"},
}

// anyOf are blocks and, where they are several kinds of one, the others that are used as they are: a
// button of stone where any of wood is meant.
func (r *Reader) anyOf(blocks []string) []string {
	_, kind, _ := strings.Cut(blocks[0], "_")
	for _, b := range r.Version.Blocks() {
		if len(blocks) > 1 && kind != "" && strings.HasSuffix(b.Name, "_"+kind) && !slices.Contains(blocks, b.Name) {
			blocks = append(slices.Clip(blocks), b.Name)
		}
	}
	return blocks
}

// builds sets many blocks in a shape.
func (s *speech) builds(v *language.Value) bool {
	at, ok := s.place(v.Field(slotAt))
	if !ok {
		return false
	}
	d := draft{at: at}
	if name := nameOf(cmp.Or(v.Field("shape").Field("file"), v.Field("shape").Field("named"))); name != "" {
		return s.kind == Build && s.put(Goal{Kind: Build, Shape: Blueprint, Text: name, At: at, Count: 1})
	}
	if row := v.All("row"); len(row) > 0 { // of so many blocks
		t := row[0].Thing()
		if d.of, ok = s.one(t, Place); !ok || t.Quantity.Number < 2 || len(row) > 1 {
			return false
		}
		d.shape, d.wide = Row, int(t.Quantity.Number)
	} else if !s.shape(v, &d) {
		return false
	}
	g, ok := s.drafted(v, &d)
	if !ok || g.Kind != s.kind && (g.Kind != Dig || s.kind != Build) || !s.put(g) {
		return false
	}
	site := s.site(v) // and what is to stand around it
	return !v.Has("rim") || site != "" && site != inside && s.about("rim", Goal{Kind: Place, Site: site}, s.stands)
}

// drafted is the goal of a shape that was read, with what it is fitted with.
func (s *speech) drafted(v *language.Value, d *draft) (g Goal, ok bool) {
	shape := cmp.Or(v.Field("shape"), &language.Value{})
	fits := append(shape.All("fit"), v.All("fit")...)
	if shape.Has(string(skills.Storey)) {
		fits = append(fits, language.Make("fitting", language.Field{Name: string(skills.Storey), Value: language.Set()}))
	}
	if !d.sides() || !s.fit(d, fits) {
		return g, false
	}
	guessed := d.usual()
	if block := s.r.Version.Solid(d.of.Items); block != "" {
		d.of = only(block)
	}
	if d.shape.skilled() && !strings.Contains(strings.ToLower(s.span.Of(s.text)), "log") {
		d.of = s.r.planks(d.of)
	}
	if g, ok = d.goal(s.r); ok && guessed {
		s.unsure(Reading{Goals: []Goal{g}, Language: s.language}.Words())
	}
	near := len(s.respelt) > 0 && len(g.Items) > 0 && g.Shape != Field // a word near to another is none for what nothing is built of
	return g, ok && (!near || len(s.r.Version.Placeable(g.Items)) > 0)
}

// fit takes in what a building is fitted with beside the door, the roof and the light of its own.
func (s *speech) fit(d *draft, all []*language.Value) bool {
	for _, v := range all {
		if v.Has("own") && d.shape.Home() || v.Has("yard") && d.shape == Field {
			continue
		}
		f := skills.Fit{Name: v.Fields[0].Name, Count: 1, Long: 1}
		for _, n := range v.All("number") {
			f.Count = int(n.Number)
		}
		if item := v.Field("item"); item != nil {
			n, ok := s.noun(language.Thing{Name: item.Text}, Place)
			if !ok || n.Set != nil || !s.r.Version.Furnishes(n.Items) {
				return false
			}
			if f.Name, f.Items = n.Name, n.Items; s.r.Version.IsBed(n.Items[0]) {
				f.Long = 2
			}
		}
		if !skills.StructureOf(string(d.shape)).Takes(f) {
			return false
		}
		d.fitted = append(d.fitted, f)
	}
	return true
}

// shape reads what is built and how large.
func (s *speech) shape(v *language.Value, d *draft) bool {
	shape := v.Field("shape")
	if further := v.Field("further"); further != nil {
		shape = further
		if s.begun == 0 || s.goals[s.begun-1].Kind != Build {
			return false
		}
	}
	if field := v.Field("field"); field != nil { // what is planted and no wall
		shape = field
		if !field.Has(string(Field)) {
			return false
		}
	}
	// What no word of the phrase says is what the verb is said of.
	d.shape = map[Kind]Shape{Build: Fence, Clear: Area, Dig: Staircase}[s.kind]
	if shape == nil {
		return d.sizes(v.All("size"))
	}
	for _, one := range shapes {
		if shape.Has(string(one)) {
			d.shape = one
		}
	}
	if !d.sizes(append(shape.All("size"), v.All("size")...)) {
		return false
	}
	material := cmp.Or(v.Field("material"), v.Field("stuff"))
	if item := cmp.Or(shape.Field("item"), shape.Field("stuff").Field("item")); item != nil {
		n, ok := s.one(language.Thing{Name: item.Text}, Place)
		d.of = n
		return ok && material == nil
	}
	if material == nil || material.Has("any") {
		return d.shape != ""
	}
	n, ok := s.tool(material)
	if !ok || n.Set != nil || material.Has("it") || material.Has("number") {
		return false
	}
	d.of = n
	return true
}

// sizes takes in measures; false for one that is said twice.
func (d *draft) sizes(all []*language.Value) bool {
	for _, size := range all {
		size = measured(size)
		for field, to := range map[string]*int{
			"wide": &d.wide, "long": &d.long, "deep": &d.deep, "high": &d.high, "number": &d.plain, "across": &d.second,
		} {
			for _, n := range size.All(field) {
				if *to > 0 || n.Number > maxBuilt {
					return false // said twice
				}
				*to = int(n.Number)
			}
		}
		if n := size.Field("radius"); n != nil && d.plain == 0 {
			d.plain = 2*int(n.Number) + 1
			d.second = d.plain
		}
	}
	return true
}

// measured is a size with what its measures say as its own.
func measured(size *language.Value) *language.Value {
	fields := size.With("measure", nil).Fields
	for _, one := range size.All("measure") {
		fields = append(fields, one.Fields...)
	}
	return language.Make("size", fields...)
}

// bindMaterial has a goal made of one of the things that would do: torches of charcoal.
func (s *speech) bindMaterial(g *Goal, n lexicon.Meaning) {
	if made, ok := s.r.InMaterial(g.thing(), n); ok {
		g.be(made)
	}
	need := s.r.needs(g.Items[0], n.Items)
	if need.each == 0 && len(n.Items) == 1 {
		sm, ok := s.r.Version.SmeltingOf(n.Items[0])
		if ok && slices.Contains(g.Items, sm.Output) && (g.Kind == Get || len(s.r.Version.SmeltingTo(sm.Output)) > 1) {
			g.be(n) // charcoal from oak logs
			g.Kind = Smelt
		}
	}
	if need.each == 0 || need.usual && len(n.Items) > 1 || !s.r.madeOtherwise(g.Items[0], n.Items) {
		return
	}
	if g.Kind == Get {
		g.Kind = Craft // sticks from bamboo
	}
	if g.Kind == Craft {
		g.With = append(g.With, Thing{Name: n.Name, Items: n.Items, Of: true})
	}
}
