// SPDX-License-Identifier: MIT

package goals

import (
	"iter"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// What a clause refers to stands in the goals of the clauses before it, the newest first: what they are about, make or leave.

// back are the goals of the clauses before the one at hand, the newest first.
func (s *speech) back() iter.Seq[[]Goal] {
	return func(yield func([]Goal) bool) {
		end := s.begun
		for _, start := range slices.Backward(s.groups) {
			if start < end {
				if !yield(s.goals[start:end]) {
					return
				}
				end = start
			}
		}
	}
}

// again makes goals about what was named or made before: all of it, a number, half or the rest of it, or one more.
func (s *speech) again(t language.Thing, like Goal, finish func(*Goal, *saidThing) bool) bool {
	if q := t.Quantity; t.Another || q.More && q.Number >= 1 {
		return s.another(like, max(1, int(q.Number)))
	}
	of := s.r.product
	if like.Kind == Smelt || like.Kind == Mine {
		of = s.itself
	}
	if s.oneOfIt(t, like) {
		return true
	}
	list := s.before(t, of, func(g Goal) bool { return s.suits(like, g) })
	s.found(t, like, list)
	for i, made := range list {
		g := like
		g.Name, g.Items, g.Count, g.All, g.Left, g.Refers = made.Name, made.Items, max(1, made.Count), made.All, made.Left, true
		if like.Kind == Equip {
			g.Count, g.All = 1, false
		}
		one := &saidThing{Meaning: g.thing(), Thing: t, count: g.Count, given: true}
		if !s.enter(g, one, finish) || i > 0 && s.goals[len(s.goals)-1].Kind != s.goals[s.begun].Kind {
			return false
		}
	}
	return len(list) > 0
}

// oneOfIt takes "make one" behind what was asked for as the way to get it.
func (s *speech) oneOfIt(t language.Thing, like Goal) bool {
	k := s.begun - 1
	if like.Kind != Craft || t.Quantity.Number != 1 || k < 0 || s.goals[k].Kind != Get || s.goals[k].Count != 1 || s.groups[len(s.groups)-2] != k {
		return false
	}
	g := s.goals[k]
	g.Kind = Craft
	if !slices.ContainsFunc(g.Items, s.r.made) {
		return false
	}
	if k >= s.earlier {
		s.goals, s.begun = s.goals[:k], k
		s.groups[len(s.groups)-1] = k
	}
	return s.put(g)
}

// found leaves out a search for what the clause itself brings: "find a tree and chop it down".
func (s *speech) found(t language.Thing, like Goal, list []Goal) {
	k := s.begun - 1
	if len(list) != 1 || k < s.earlier || !s.goals[k].Found || like.Kind != Mine && like.Kind != Get {
		return
	}
	if t.It {
		list[0].Count = max(1, s.goals[k].Count)
		if s.goals[k].Count == fewThings {
			list[0].Count = 1
		}
	}
	s.goals, s.begun = s.goals[:k], k
	s.groups[len(s.groups)-1] = k
}

// itself is what a verb is done to of what a goal was about: what is mined leaves what is smelted, and
// a block that is no item what that leaves: potatoes in a field are a potato each.
func (s *speech) itself(g Goal) Goal {
	switch {
	case g.Kind == Kill:
		return s.r.product(g)
	case g.Kind == Plant, g.Kind == Build, // that is reaped, and a wall that is dug up again is no stone of the hills
		g.Name == "" && slices.Contains([]Kind{Find, Goto, Look}, g.Kind):
		return Goal{}
	case len(g.Items) == 1 && !s.r.isItem(g.Items[0]):
		if b, ok := s.r.Version.Block(g.Items[0]); ok {
			if drops, _ := b.MainDrops(); len(drops) > 0 {
				return g.of(drops[0], drops[0])
			}
		}
	}
	return g.of(g.Name, g.Items...)
}

// suits reports whether a verb can be done to what a goal brought.
func (s *speech) suits(like, g Goal) bool {
	switch like.Kind {
	case Equip:
		return !slices.ContainsFunc(g.Items, func(item string) bool { return !s.r.equipped(item) })
	case Smelt:
		return s.r.smelts(g.Items[0])
	case Plant:
		return s.r.planted(g.Items[0])
	case Eat:
		return slices.ContainsFunc(g.Items, s.r.eaten)
	default:
		return g.Name != everythingHeld // "it" is not all that is carried then
	}
}

// before are the things of the newest clause that brought some that suit. Of a plural all must.
func (s *speech) before(t language.Thing, of func(Goal) Goal, suits func(Goal) bool) []Goal {
	q := t.Quantity
	if q.More || q.Stacks || q.Some || q.Least || q.Pairs > 0 || q.All && !t.Them {
		return nil
	}
	shared := q.Half || q.Rest || q.Number > 0
	for clause := range s.back() {
		fitting, whole, known := s.suiting(clause, q, of, suits)
		switch {
		case !known:
			return nil
		case len(fitting) == 0:
			continue
		case t.Them && !whole, shared && (len(fitting) > 1 || !s.share(&fitting[0], q)):
			return nil
		}
		return fitting
	}
	return nil
}

// suiting are the things of a clause's goals that suit; whole: all of them do. known is
// false where it is not clear of which of what a mob leaves a number is meant.
func (s *speech) suiting(clause []Goal, q language.Quantity, of func(Goal) Goal, suits func(Goal) bool) (fitting []Goal, whole, known bool) {
	whole = true
	for _, g := range clause {
		if g.Refers && g.Kind.row().uses && (q.Rest || int(q.Number) > g.Count) {
			continue
		}
		if g.Kind == Kill && q.Number > 0 && s.kind == Get {
			return nil, false, false
		}
		if made := of(g); len(made.Items) > 0 && suits(made) {
			fitting = append(fitting, made)
		} else {
			whole = false
		}
	}
	return fitting, whole, true
}

// share makes a goal about what was named one about a part of it, and reports whether it is known how many that are.
func (s *speech) share(g *Goal, q language.Quantity) bool {
	if q.Number > 0 {
		known := !g.All && !g.Left && !s.goals[s.begun-1].Found
		if q.Number != float64(int(q.Number)) || known && int(q.Number) > g.Count {
			return false
		}
		g.Count, g.All, g.Left = int(q.Number), false, false
		return true
	}
	if g.All || g.Left || g.Count < 1 {
		return false
	}
	if q.Half {
		g.Count /= 2
		return g.Count > 0
	}
	used := s.used(g.Items)
	g.Count -= used
	return used > 0 && g.Count >= 1
}

// used counts the things that goals before use up of what is referred to.
func (s *speech) used(items []string) int {
	used := 0
	for i := range s.goals[:s.begun] {
		by := &s.goals[i]
		if by.Refers && by.Kind.row().uses && meet(by.Items, items) {
			used += by.Count
		}
	}
	return used
}

// another is so many more of what the same verb was about before, or one that brings the same: "get a chest", "make one more".
func (s *speech) another(like Goal, count int) bool {
	if s.begun == 0 {
		return false
	}
	last := s.goals[s.begun-1]
	if last.Kind == Get && like.Kind == Craft && slices.ContainsFunc(last.Items, s.r.made) {
		last.Kind = Craft
	}
	if last.Kind != like.Kind || last.Refers || last.Name == "" {
		return false
	}
	last.Count, last.All, last.Span = count, false, game.Span{}
	last.More = last.Kind == Get
	return s.put(last)
}

// pointedAt is how many of a thing are meant that is pointed to: what was brought before, else what is held of it or the one that is there.
func (s *speech) pointedAt(one *saidThing, kind Kind) bool {
	n := one.Meaning
	several := one.Plural || !s.r.Outfit(n.Name) && (severalWord(lastWord(one.Thing.Name)) || severalWord(lastWord(game.Display(n.Name))))
	if kind == Deposit {
		one.Quantity.All = several || s.r.stack(n) > 1 || s.begun > 0
		return true
	}
	if n.Factor > 0 && s.begun == 0 || paired(n) {
		return true
	}
	b, ok := s.meant(n.Items, kind)
	if !ok {
		return s.atHand(one, kind, several)
	}
	if len(b.items) == 1 && len(n.Items) > 1 {
		one.Meaning = lexicon.Meaning{Name: b.items[0], Items: b.items}
	}
	count := b.count
	if !several && kind != Smelt && kind != Eat {
		count = 1
	}
	one.left = b.left && count == b.count
	if count > 1 && !b.sure || count != b.count {
		s.unsure(s.counted(count, one.Meaning))
	}
	one.count, one.given = count, true
	return true
}

// atHand is how many of a thing are meant that is pointed to and was not named before.
func (s *speech) atHand(one *saidThing, kind Kind, several bool) bool {
	n := one.Meaning
	few := s.r.few(n, kind)
	if kind == Plant {
		few = fewThings
	}
	switch {
	case kind == Give && s.to == "", (kind == Give || kind == Deposit) && (one.Plural || several && s.r.stack(n) > 1):
		one.Quantity.All = true // "the iron" is what is held of it
	case kind == Withdraw && one.Plural, several && few > 1 && slices.Contains([]Kind{Mine, Smelt, Place, Get, Craft, Eat, Plant}, kind):
		s.guess(one, few)
		one.given = true
	}
	return true
}

// meant is what the last goals that brought one of some items brought of them.
func (s *speech) meant(items []string, kind Kind) (b brought, ok bool) {
	for clause := range s.back() {
		b.sure = true
		for _, g := range clause {
			list := s.r.brings(g)
			if kind == Smelt {
				list = s.r.molts(list)
			}
			for _, one := range list {
				common := slices.DeleteFunc(slices.Clone(one.items), func(i string) bool { return !slices.Contains(items, i) })
				if len(common) > 0 {
					ok = true
					b.items, b.count, b.sure, b.left = append(b.items, common...), b.count+one.count, b.sure && one.sure, b.left || one.left
					break
				}
			}
		}
		if ok {
			return b, true
		}
	}
	return b, false
}

// lastKilled is the mob of the goals that killed last, empty for none and for several kinds.
func (s *speech) lastKilled() string {
	for clause := range s.back() {
		kills := slices.DeleteFunc(slices.Clone(clause), func(g Goal) bool { return g.Kind != Kill })
		if slices.ContainsFunc(kills, func(g Goal) bool { return g.Name != kills[0].Name }) {
			return ""
		} else if len(kills) > 0 {
			return kills[0].Name
		}
	}
	return ""
}

// lastPlayer is the player that the goals before were about last, empty for none: "go to Yuki and give her 2 diamonds".
func (s *speech) lastPlayer() string {
	for _, g := range slices.Backward(s.goals) {
		_, mob := s.r.Version.Mob(g.To)
		if slices.Contains([]Kind{Goto, Follow, Look, Give}, g.Kind) && g.To != "" && g.To != "me" && !mob && !game.KnownWorld(g.To) {
			return g.To
		}
	}
	return ""
}

// makes says that a goal of the sentence brings some items for others to be made of.
func (s *speech) makes(items []string) bool {
	return slices.ContainsFunc(s.goals, func(g Goal) bool { return g.Kind.row().makes && slices.Equal(s.r.product(g).Items, items) })
}

// materialBefore makes a tool or piece of armour of any material the one that is
// made of what the goals before bring: "smelt 8 iron and make a chestplate".
func (s *speech) materialBefore(n lexicon.Meaning) lexicon.Meaning {
	kind, any := strings.CutPrefix(n.Name, "any ")
	if !any || !s.r.Outfit(kind) {
		return n
	}
	for _, g := range slices.Backward(s.goals) {
		brought := s.r.product(g).Items
		if len(brought) != 1 {
			continue
		}
		uses := s.r.Version.UsesOf(brought[0])
		if sm, ok := s.r.Version.SmeltingOf(brought[0]); ok {
			uses = slices.Concat(uses, s.r.Version.UsesOf(sm.Output))
		}
		made := slices.DeleteFunc(slices.Clone(n.Items), func(id string) bool {
			return !slices.ContainsFunc(uses, func(u data.Recipe) bool { return u.Result == id })
		})
		if len(made) == 1 {
			return only(made[0])
		}
	}
	return n
}
