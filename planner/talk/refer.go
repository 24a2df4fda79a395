// SPDX-License-Identifier: MIT

package talk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/goals"
)

// What refers to the last request and what came of it.
var (
	repeats = set("again, once more, one more time, do it again, do that again, the same again, same again, repeat, repeat it, repeat that, another time, again please, do it once more, do that once more, and again, redo, redo it, try again, retry, try it again, one more round, same thing again, do the same again, do the same, the same")
	// moreOf follow a number of what was asked for last.
	moreOf = lists("more of them, more of those, more of it, more of that, more of these, of them, of those, more")
	// adds begin what is asked for besides, addEnds end it.
	adds    = lists("and, also, plus, and also, then, and then, now, next, after that, afterwards, and now, ok now, okay now, besides, and after that, well then")
	addEnds = lists("too, as well, also, on top, besides, in addition")
)

// nothingYet answers what refers to a request when there is none.
const nothingYet = "Nothing was asked for yet that this could be about: say the whole of it, such as \"get 3 diamonds\"."

// unclear answers what cannot be joined to the last request.
const unclear = "It is not clear what that is about: say the whole of it, such as \"get 3 diamonds\"."

// followUp sorts what goes on from the last request.
func (l *listener) followUp(t text) (Said, bool) {
	bare := t.bare()
	if repeats[t.phrase()] || repeats[bare.phrase()] {
		return l.again(), true
	}
	if said, ok := l.more(t); ok {
		return said, true
	}
	return l.joined(t)
}

// again is the last request once more: where a number was to be held, as many
// more.
func (l *listener) again() Said {
	if len(l.about.Earlier) == 0 {
		return Said{Kind: FollowUp, Fault: "Nothing was asked for yet that could be done again."}
	}
	list := slices.Clone(l.last)
	for i := range list {
		if list[i].Kind == goals.Get {
			list[i].More = true
		}
	}
	if said, ok := l.worded(FollowUp, list); ok {
		return said
	}
	return Said{Kind: FollowUp, Goal: l.about.Earlier[0], Again: true, Instead: atOnce(l.last)}
}

// counted is the last goal that is about a number of something, -1 for none.
func (l *listener) counted() int {
	for i := len(l.last) - 1; i >= 0; i-- {
		switch g := &l.last[i]; g.Kind {
		case goals.Get, goals.Mine, goals.Craft, goals.Smelt, goals.Grow, goals.Shear, goals.Milk, goals.Catch, goals.Breed, goals.Plant, goals.Till, goals.Kill, goals.Place, goals.Eat, goals.Give, goals.Throw, goals.Deposit, goals.Withdraw:
			if len(g.Items) > 0 {
				return i
			}
		case goals.Goto, goals.Say, goals.Equip, goals.Follow, goals.Sleep, goals.Wait, goals.Interact, goals.Build, goals.Find, goals.Look:
		}
	}
	return -1
}

// more sorts "10 more", "a stack more", "more", "another 5", "another".
func (l *listener) more(t text) (Said, bool) {
	b := t.bare()
	phrase := b.phrase()
	number, isMore := "", false
	switch {
	case phrase == "more" || phrase == "some more" || phrase == "get more" || phrase == "more of that" || phrase == "more of those" || phrase == "more of them" || phrase == "more of it" || phrase == "even more":
		isMore = true
	case phrase == "another" || phrase == "another one" || phrase == "one more" || phrase == "an extra one":
		number, isMore = "1", true
	default:
		rest, which := b.afterAny([]string{"another", "get another", "get"})
		end, ended := rest.beforeAny(moreOf)
		if ended == "" && !strings.Contains(which, "another") {
			return Said{}, false
		}
		number, isMore = end.phrase(), true
	}
	n := 0
	if number != "" {
		if n = l.number(number); n == 0 {
			return Said{}, false
		}
	}
	if !isMore {
		return Said{}, false
	}
	if len(l.about.Earlier) == 0 {
		return Said{Kind: FollowUp, Fault: nothingYet}, true
	}
	i := l.counted()
	if i < 0 {
		return Said{Kind: FollowUp, Fault: unclear}, true
	}
	g := l.last[i]
	g.Refers, g.All, g.Used = false, false, false
	if n > 0 {
		g.Count = n
		if strings.Contains(number, "stack") {
			g.Count = l.stacks(number, &g)
		}
	}
	g.More = g.Kind == goals.Get
	if said, ok := l.worded(FollowUp, []goals.Goal{g}); ok {
		return said, true
	}
	return Said{Kind: FollowUp, Fault: unclear}, true
}

// number is how many a phrase says that is nothing but a number; 0 for another
// phrase.
func (l *listener) number(phrase string) int {
	const any = "dirt" // a thing to be counted, that no number is part of
	list := l.reads("get " + phrase + " " + any)
	if len(list) != 1 || !slices.Equal(list[0].Items, []string{any}) || len(list[0].With) > 0 || slices.Contains(strings.Fields(phrase), any) || strings.Contains(phrase, "the") {
		return 0
	}
	return list[0].Count
}

// stacks is how many of a goal's thing a number of stacks is.
func (l *listener) stacks(number string, g *goals.Goal) int {
	list := l.reads("get " + number + " " + game.Display(g.Items[0]))
	if len(list) != 1 {
		return g.Count
	}
	return list[0].Count
}

// pronouns mean what an earlier request was about.
var pronouns = set("it, them, both, those, these, that, this")

// joined sorts what can be understood only behind the last request: "now smelt
// it", "and a furnace too".
func (l *listener) joined(t text) (Said, bool) {
	rest, begin := t.afterAny(adds)
	rest, end := rest.beforeAny(addEnds)
	refers := slices.ContainsFunc(rest.tokens, func(k token) bool { return pronouns[k.word] })
	within := rest.pointsWithin()
	if rest.empty() || begin == "" && end == "" && !refers {
		return Said{}, false
	}
	alone := l.reads(rest.String())
	if refers && alone != nil {
		if begin == "" && end == "" {
			return Said{}, false // it means something in the text itself: make a chest and place it
		}
		refers = false
	}
	if l.last != nil {
		if list := l.behind(rest.String()); list != nil && (refers || alone != nil) {
			if said, ok := l.worded(FollowUp, list); ok {
				return said, true
			}
		}
	}
	switch {
	case alone != nil:
		return Said{Kind: FollowUp, Goal: rest.String(), Instead: atOnce(alone)}, true
	case refers && !within && len(l.about.Earlier) == 0 && l.verbFirst(rest):
		return Said{Kind: FollowUp, Fault: nothingYet}, true
	}
	return Said{}, false
}

// pointsWithin says that a part of the text stands before the first pronoun, which
// may be about that.
func (t text) pointsWithin() bool {
	for i, k := range t.tokens {
		switch {
		case pronouns[k.word]:
			return false
		case i > 0 && (k.word == comma || k.word == "and" || k.word == "then"):
			return true
		}
	}
	return false
}

// verbFirst says that a text begins as a request does.
func (l *listener) verbFirst(t text) bool {
	for _, f := range goals.Frames() {
		if _, which := t.bare().afterAny(f.Words); which != "" {
			return true
		}
	}
	return false
}

// behind are the goals of a text that stands behind the last request in one
// sentence.
func (l *listener) behind(rest string) []goals.Goal {
	before := goals.Reading{Goals: l.last}.Words()
	for _, link := range []string{" and ", ", then "} {
		list := l.reads(before + link + rest)
		if len(list) <= len(l.last) || (goals.Reading{Goals: list[:len(l.last)]}).String() != (goals.Reading{Goals: l.last}).String() {
			continue
		}
		l.wordedFrom(before + link + rest)
		list = list[len(l.last):]
		for i := range list {
			list[i].Refers, list[i].Used = false, false
		}
		return list
	}
	return nil
}

// The ways to change what was said.
var (
	fixes = lists(
		"no, nope, not that, not this, not that one, not those, not them, not it, no not that, i meant, i mean, i actually meant, what i meant was, sorry i meant, actually, actually i meant, make it, make that, make them, rather, correction, i said, wrong, oops, sorry, change it to, change that to, change to, change it, no wait, wait no, wait i meant, wait i mean, wait not that, wait make it, i meant to say, better, no make it, no make that, i wanted, no i meant, no i said, id rather have, id rather, let it be, or rather, instead, instead of that, instead of it, instead of this, no instead, do this instead, do that instead",
	)
	fixEnds = lists("instead, rather, i meant, i mean, instead please, i said")
	// drops begin what is no longer wanted, dropEnds end it; keeps begin what alone
	// still is.
	drops = lists(
		"not the, not, no, no more, without the, without, leave out the, leave out, leave the, forget the, forget, forget about the, forget about, skip the, skip, drop the, drop, cancel the, cancel, remove the, remove, never mind the, no need for the, no need for, but not the, but no",
		"dont need the, dont need, i dont need the, i dont need, i dont want the, i dont want, i dont want any, dont get the, dont get, dont get any, dont make the, dont make, dont make any, dont bother with the, dont bother with, take back the, take out the",
	)
	dropEnds = lists("out, anymore, any more, any longer, after all, isnt needed, is not needed, arent needed, are not needed, isnt needed anymore, is not needed anymore, arent needed anymore, are not needed anymore, is no longer needed, are no longer needed")
	keeps    = lists("only the, just the, nothing but the")
)

// correction sorts what changes the last request.
func (l *listener) correction(t text) (Said, bool) {
	b := t
	if rest, which := t.afterAny([]string{"please", "ok", "okay", "hey", "well", "oh", "um", "uh", "minehand", "but"}); which != "" {
		b = rest
	}
	for _, t := range []text{b, l.unmarked(b)} { // actually, not the sand
		if said, ok := l.dropped(t); ok {
			return said, true
		}
	}
	old, now, marked := l.versus(b)
	if marked {
		l.turnToPart(old)
	} else {
		now, marked = b, false
		for {
			rest, which := now.afterAny(fixes)
			if which == "" || rest.empty() {
				break
			}
			now, marked = rest, true
		}
		rest, which := now.beforeAny(fixEnds)
		if which != "" && !rest.empty() {
			now, marked = rest, true
		}
	}
	if !marked || now.empty() {
		return Said{}, false
	}
	if rest, _ := now.beforeAny(trails); !rest.empty() {
		now = rest
	}
	// "no" may begin a plain no: what follows has to make sense.
	alone := l.reads(now.String())
	if len(l.about.Earlier) == 0 {
		if alone == nil {
			return Said{Kind: Correction, Fault: nothingYet}, l.thingOrNumber(now)
		}
		return Said{Kind: Goal, Goal: now.String(), Instead: atOnce(alone)}, true
	}
	if list := l.changed(old, now, alone); list != nil && (!atOnce(list) || atOnce(l.last)) {
		if said, ok := l.worded(Correction, list); ok {
			return said, true
		}
	}
	if alone != nil && (l.verbFirst(now) || l.last == nil) {
		if atOnce(alone) {
			return Said{}, false // come here instead
		}
		return Said{Kind: Correction, Goal: now.String(), Instead: atOnce(alone)}, true
	}
	if l.thingOrNumber(now) {
		return Said{Kind: Correction, Fault: "It is not clear what of the last request that changes: say the whole of it anew."}, true
	}
	return Said{}, false
}

// thingOrNumber says that a text names something, or a number.
func (l *listener) thingOrNumber(t text) bool {
	return l.number(t.phrase()) > 0 || l.reads("get "+t.String()) != nil
}

// versus parts "iron, not diamonds", "not 3, 5" and "iron instead of diamonds".
func (l *listener) versus(t text) (old, now text, ok bool) {
	for i := range t.tokens {
		head, tail := text{raw: t.raw, tokens: t.tokens[:i]}, text{raw: t.raw, tokens: t.tokens[i:]}
		if rest, is := tail.after("instead of"); is && !rest.empty() && !head.empty() {
			return rest, head, true
		}
		if rest, is := tail.after("rather than"); is && !rest.empty() && !head.empty() {
			return rest, head, true
		}
	}
	parts := t.parts()
	// The words of a correction stand by themselves: "no, iron, not diamonds".
	for len(parts) > 1 && l.marks(parts[0]) {
		parts = parts[1:]
	}
	switch len(parts) {
	case 1: // iron not diamonds, not 3 but 5
		p := parts[0]
		if rest, is := p.after("not"); is {
			for i := 1; i < len(rest.tokens)-1; i++ {
				if rest.tokens[i].word == "but" {
					return text{raw: p.raw, tokens: rest.tokens[:i]}, text{raw: p.raw, tokens: rest.tokens[i+1:]}, true
				}
			}
		}
		for i := 1; i < len(p.tokens)-1; i++ {
			if p.tokens[i].word == "not" {
				return text{raw: p.raw, tokens: p.tokens[i+1:]}, text{raw: p.raw, tokens: p.tokens[:i]}, true
			}
		}
	case 2:
		if rest, is := parts[0].after("not"); is && !rest.empty() && !pronouns[rest.phrase()] && rest.phrase() != "that one" {
			return rest, l.unmarked(parts[1]), true
		}
		if rest, is := parts[1].after("not"); is && !rest.empty() {
			return rest, l.unmarked(parts[0]), true
		}
	}
	return text{}, t, false
}

// marks says that a text is nothing but the beginning of a correction.
func (l *listener) marks(t text) bool {
	return slices.Contains(fixes, t.phrase())
}

// unmarked is a text without the words that make it a correction.
func (l *listener) unmarked(t text) text {
	for {
		rest, which := t.afterAny(fixes)
		if which == "" || rest.empty() {
			break
		}
		t = rest
	}
	if rest, which := t.beforeAny(fixEnds); which != "" && !rest.empty() {
		t = rest
	}
	return t
}

// dropped sorts "not the torches", "leave out the furnace", "only the logs": a part
// of what was asked for is no longer wanted. It is the newest request with such a part
// that has not ended; with none of them the last one, when something of it is left.
func (l *listener) dropped(t text) (Said, bool) {
	rest, keeping, sure := droppedPart(t)
	things := l.reads("get " + rest.String())
	if rest.empty() || len(things) == 0 || slices.ContainsFunc(things, func(g goals.Goal) bool { return len(g.Items) == 0 || g.Kind != goals.Get }) {
		return Said{}, false
	}
	for i := range l.about.Earlier {
		if l.turnTo(i); !l.isOpen(i) {
			continue
		}
		if left := l.without(things, keeping); left != nil && len(left) == 0 {
			return Said{Kind: Correction, NothingLeft: true}, true
		} else if left != nil {
			return l.worded(Correction, left)
		}
	}
	l.turnTo(0)
	if l.reads(t.String()) != nil { // a request itself: drop the sand
		return Said{}, false
	}
	if left := l.without(things, keeping); len(left) > 0 {
		return l.worded(Correction, left)
	}
	if list := l.withOther(t); list != nil { // without coal
		return l.worded(Correction, list)
	}
	if sure && l.about.Busy {
		return Said{Kind: Correction, Fault: "Nothing that is being done or waits is about that, so there is nothing to leave out."}, true
	}
	return Said{}, false
}

// droppedPart is what a text says is no longer wanted, or with keeping that nothing
// else is; empty when it says neither. sure: it means nothing else.
func droppedPart(t text) (rest text, keeping, sure bool) {
	if kept, which := t.afterAny(keeps); which != "" {
		return kept, true, false
	}
	rest, which := t.bare().afterAny(drops)
	rest, end := rest.beforeAny(dropEnds)
	sets := func(k token) bool { return k.word == "not" || k.word == "but" || k.word == "instead" } // one thing against another
	switch {
	case which == "" && (end == "" || end == "out"), which == "leave the" && end != "out", len(rest.parts()) != 1, slices.ContainsFunc(rest.tokens, sets):
		return text{}, false, false
	}
	return rest, false, which != "no" && which != "no more" // no, sand
}

// without are the goals of the request that is referred to without those about the
// things, or with keeping those about them alone; nil when it is not about them all,
// or stays as it is.
func (l *listener) without(things []goals.Goal, keeping bool) []goals.Goal {
	for i := range things {
		if !slices.ContainsFunc(l.last, func(g goals.Goal) bool { return overlap(g.Items, things[i].Items) }) {
			return nil
		}
	}
	left := slices.DeleteFunc(slices.Clone(l.last), func(g goals.Goal) bool {
		return keeping != slices.ContainsFunc(things, func(thing goals.Goal) bool { return overlap(g.Items, thing.Items) })
	})
	if len(left) == len(l.last) {
		return nil
	}
	return left
}

// turnToPart turns to the newest request that has not ended and is about what a text
// names, when the last one is not.
func (l *listener) turnToPart(t text) {
	for i := range l.about.Earlier {
		if l.turnTo(i); (i == 0 || l.isOpen(i)) && l.about1(t) >= 0 {
			return
		}
	}
	l.turnTo(0)
}

// about1 is the last goal that is about what a text names, -1 for none.
func (l *listener) about1(t text) int {
	list := l.reads("get " + t.String())
	if len(list) != 1 {
		return -1
	}
	for i := len(l.last) - 1; i >= 0; i-- {
		if overlap(l.last[i].Items, list[0].Items) {
			return i
		}
	}
	return -1
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(one string) bool { return slices.Contains(b, one) })
}

// changed are the goals of the last request with one of them changed; nil when it
// is not clear how. alone is how the change reads by itself.
func (l *listener) changed(old, now text, alone []goals.Goal) []goals.Goal {
	if len(l.last) == 0 {
		return nil
	}
	list := slices.Clone(l.last)
	phrase := now.phrase()
	if n := l.number(phrase); n > 0 {
		i := l.counted()
		for k := range list { // not 3, 5
			if was := l.number(old.phrase()); was > 0 && list[k].Count == was {
				i = k
			}
		}
		if i < 0 {
			return nil
		}
		list[i].Count, list[i].All = n, false
		if strings.Contains(phrase, "stack") {
			list[i].Count = l.stacks(phrase, &list[i])
		}
		return list
	}
	if l.verbFirst(now) && alone != nil {
		l.wordedFrom(now.String())
		if len(alone) == 1 && len(list) > 1 { // of several the one that it is nearest to
			for i := range list {
				if list[i].Kind == alone[0].Kind && overlap(list[i].Items, alone[0].Items) {
					list[i] = alone[0]
					return list
				}
			}
		}
		return alone
	}
	target := len(list) - 1
	if !old.empty() {
		if i := l.about1(old); i >= 0 {
			target = i
		}
	}
	g := &list[target]
	if at := l.reads("go to " + strings.TrimPrefix(strings.TrimPrefix(now.String(), "at "), "to ")); len(at) == 1 {
		switch {
		case at[0].At != nil && (g.At != nil || g.Kind == goals.Goto || g.Kind == goals.Place):
			g.At, g.Flat, g.To = at[0].At, at[0].Flat, ""
			return list
		case at[0].To != "" && g.To != "" && len(l.reads("get "+now.String())) == 0:
			g.To = at[0].To
			return list
		}
	}
	if with := l.withOther(now); with != nil {
		return with
	}
	if old.empty() && len(list) > 1 {
		if all := l.inOtherMaterial(list, now); all != nil {
			return all
		}
	}
	if !l.retarget(g, now) {
		return nil
	}
	return list
}

// withWords lead to what a thing is made of or done with, or is not made of.
var withWords = lists("with, using, out of, from, without, without using, not with, not using, not from")

// withOther are the goals of the last request with one of them made of, or done
// with, something else: "no, with coal", "coal instead of charcoal". A thing that
// nothing leads to takes the place of one that was said; where a goal makes that, it
// is made instead. nil when nothing is made or done so.
func (l *listener) withOther(now text) []goals.Goal {
	noun, lead := now.afterAny(withWords)
	for i, was := range slices.Backward(l.last) {
		g := was
		g.With = slices.DeleteFunc(slices.Clone(g.With), bound)
		if lead == "" && len(g.With) == len(was.With) {
			continue
		}
		sentence := g.Words() + " " + cmp.Or(lead, "with") + " " + noun.String()
		read := l.reads(sentence)
		if len(read) != 1 || !slices.Equal(read[0].Items, g.Items) || !slices.ContainsFunc(read[0].With, bound) {
			continue
		}
		l.wordedFrom(sentence)
		list := slices.Clone(l.last)
		list[i] = read[0]
		for k := range list {
			if k != i && slices.ContainsFunc(was.With, func(w goals.Thing) bool { return bound(w) && slices.Equal(w.Items, list[k].Items) }) {
				l.retarget(&list[k], noun)
			}
		}
		return list
	}
	return nil
}

// bound says that a thing is what the goal is made of or done with.
func bound(w goals.Thing) bool { return w.Of || w.Tool }

// inOtherMaterial are goals that are all about tools or armour in the material that a
// text names; nil when one of them is not: "wear iron armor", "no, leather".
func (l *listener) inOtherMaterial(list []goals.Goal, now text) []goals.Goal {
	thing := l.reads("get " + now.String())
	if len(thing) != 1 || l.Outfit(thing[0].Name) {
		return nil
	}
	all := slices.Clone(list)
	for i := range all {
		made, ok := l.inMaterial(all[i].Name, lexicon.Meaning{Name: thing[0].Name, Items: thing[0].Items})
		if !ok {
			return nil
		}
		all[i].Name, all[i].Items = made.Name, made.Items
	}
	l.wordedFrom("get " + now.String())
	return all
}

// quantities begin a number.
var quantities = set("a, an, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, twenty, thirty, forty, fifty, sixty, some, several, half, dozen, stack, hundred, couple, few, lots, all")

// retarget makes a goal be about what a text names: its number stays when no other
// is said, and so does a tool's kind when only a material is.
func (l *listener) retarget(g *goals.Goal, now text) bool {
	if len(g.Items) == 0 {
		return false
	}
	verb := "get"
	switch g.Kind {
	case goals.Mine, goals.Smelt, goals.Place, goals.Craft, goals.Kill, goals.Shear, goals.Milk, goals.Breed, goals.Find, goals.Equip, goals.Eat, goals.Plant, goals.Till, goals.Grow, goals.Catch:
		verb = string(g.Kind)
	default:
	}
	name := now.String()
	got := l.reads(verb + " " + name)
	thing := l.reads("get " + name)
	if len(thing) == 1 && !l.Outfit(thing[0].Name) {
		if made, ok := l.inMaterial(g.Name, lexicon.Meaning{Name: thing[0].Name, Items: thing[0].Items}); ok {
			g.Name, g.Items = made.Name, made.Items
			l.wordedFrom("get " + name)
			return true
		}
	}
	if len(got) != 1 || len(got[0].Items) == 0 {
		if got = thing; len(got) != 1 || len(got[0].Items) == 0 {
			return false
		}
	}
	l.wordedFrom(verb + " " + name)
	l.wordedFrom("get " + name)
	said := slices.ContainsFunc(now.tokens, func(k token) bool { _, err := strconv.Atoi(k.word); return err == nil || quantities[k.word] })
	if said {
		g.Count, g.All = got[0].Count, got[0].All
	}
	if like := l.SameMaterial(lexicon.Meaning{Name: got[0].Name, Items: got[0].Items}, g.Name); like.Name != "" {
		got[0].Name, got[0].Items = like.Name, like.Items
	}
	g.Name, g.Items, g.Product = got[0].Name, got[0].Items, got[0].Product
	if got[0].Kind == goals.Smelt && g.Kind == goals.Craft || g.Kind == goals.Smelt && got[0].Kind == goals.Craft {
		g.Kind = got[0].Kind
	}
	return true
}

// inMaterial is a thing in another material: the iron one of a diamond pickaxe.
func (l *listener) inMaterial(name string, of lexicon.Meaning) (lexicon.Meaning, bool) {
	if kind, ok := strings.CutPrefix(name, "any "); ok { // a pickaxe; no, iron
		if made, ok := l.InMaterial(l.Items[kind], of); ok && made.Name != name {
			return made, true
		}
	}
	for _, kind, ok := strings.Cut(name, "_"); ok; _, kind, ok = strings.Cut(kind, "_") {
		made, of := l.InMaterial(l.Items[strings.ReplaceAll(kind, "_", " ")], of)
		if of && made.Name != name {
			return made, true
		}
	}
	return lexicon.Meaning{}, false
}
