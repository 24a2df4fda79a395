// SPDX-License-Identifier: MIT

package talk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// Codes of the sentences that answer what cannot be joined to a request.
const (
	nothingYet   = "refer.nothing-yet"
	nothingAgain = "refer.nothing-again"
	unclear      = "refer.unclear"
	changesWhat  = "refer.changes-what"
	nothingLeft  = "refer.nothing-left"
)

// followUp sorts what goes on from the last request.
func (l *listener) followUp(t text) (Said, bool) {
	if t.is("repeat") || t.bare().is("repeat") {
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
		return Said{Kind: FollowUp, Fault: nothingAgain}
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
		case goals.Goto, goals.Say, goals.Equip, goals.Enchant, goals.Follow, goals.Sleep, goals.Wait, goals.Interact, goals.Build, goals.Find, goals.Look, goals.Clear, goals.Dig, goals.Light:
		}
	}
	return -1
}

// more sorts "10 more", "a stack more", "more", "another 5", "another".
func (l *listener) more(t text) (Said, bool) {
	b := t.bare()
	number := ""
	switch {
	case b.is("more"):
	case b.is("one-more"):
		number = "1"
	default:
		rest, lead := b.after("more-lead")
		_, another := b.after("more-another")
		end, ended := rest.before("more-of")
		if ended == "" && (lead == "" || another == "") {
			return Said{}, false
		}
		number = end.phrase()
	}
	n := 0
	if number != "" {
		if n = l.Count(number, some); n == 0 {
			return Said{}, false
		}
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
		g.Count = l.Count(number, g)
	}
	g.More = g.Kind == goals.Get
	if said, ok := l.worded(FollowUp, []goals.Goal{g}); ok {
		return said, true
	}
	return Said{Kind: FollowUp, Fault: unclear}, true
}

// some is a goal about a thing to be counted, where it does not matter what.
var some = goals.Goal{Items: []string{"dirt"}}

// joined sorts what can be understood only behind the last request: "now smelt
// it", "and a furnace too".
func (l *listener) joined(t text) (Said, bool) {
	rest, begin := t.after("add")
	rest, end := rest.before("add-end")
	refers := rest.has("pronoun")
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
	for i := range t.words {
		word := t.with(t.words[i:])
		_, joins := word.after("joins")
		switch {
		case t.with(t.words[i : i+1]).is("pronoun"):
			return false
		case i > 0 && (t.words[i].Text == language.Comma || joins != ""):
			return true
		}
	}
	return false
}

// verbFirst says that a text begins as a request does.
func (l *listener) verbFirst(t text) bool {
	for _, f := range goals.Frames() {
		if t.bare().begins(f.Kind.Words()) {
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

// correction sorts what changes the last request.
func (l *listener) correction(t text) (Said, bool) {
	b := t
	if rest, which := t.after("fix-lead"); which != "" {
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
			rest, which := now.after("fix")
			if which == "" || rest.empty() {
				break
			}
			now, marked = rest, true
		}
		rest, which := now.before("fix-end")
		if which != "" && !rest.empty() {
			now, marked = rest, true
		}
	}
	if !marked || now.empty() {
		return Said{}, false
	}
	if rest, _ := now.before("trail"); !rest.empty() {
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
		return Said{Kind: Correction, Fault: changesWhat}, true
	}
	return Said{}, false
}

// thingOrNumber says that a text names something, or a number.
func (l *listener) thingOrNumber(t text) bool {
	return l.Count(t.phrase(), some) > 0 || l.reads("get "+t.String()) != nil
}

// versus parts "iron, not diamonds", "not 3, 5" and "iron instead of diamonds".
func (l *listener) versus(t text) (old, now text, ok bool) {
	for i := range t.words {
		head, tail := t.with(t.words[:i]), t.with(t.words[i:])
		if rest, which := tail.after("instead-of"); which != "" && !rest.empty() && !head.empty() {
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
		if rest, which := p.after("not-this"); which != "" {
			for i := 1; i < len(rest.words)-1; i++ {
				if now, but := rest.with(rest.words[i:]).after("but"); but != "" {
					return rest.with(rest.words[:i]), now, true
				}
			}
		}
		for i := 1; i < len(p.words)-1; i++ {
			if old, not := p.with(p.words[i:]).after("not-this"); not != "" {
				return old, p.with(p.words[:i]), true
			}
		}
	case 2:
		if rest, which := parts[0].after("not-this"); which != "" && !rest.empty() && !rest.is("pronoun") && !parts[0].is("fix") {
			return rest, l.unmarked(parts[1]), true
		}
		if rest, which := parts[1].after("not-this"); which != "" && !rest.empty() {
			return rest, l.unmarked(parts[0]), true
		}
	}
	return t.with(nil), t, false
}

// marks says that a text is nothing but the beginning of a correction.
func (l *listener) marks(t text) bool {
	return t.is("fix")
}

// unmarked is a text without the words that make it a correction.
func (l *listener) unmarked(t text) text {
	for {
		rest, which := t.after("fix")
		if which == "" || rest.empty() {
			break
		}
		t = rest
	}
	if rest, which := t.before("fix-end"); which != "" && !rest.empty() {
		t = rest
	}
	return t
}

// dropped sorts "not the torches", "leave out the furnace", "only the logs": a part
// of what was asked for is no longer wanted. It is the newest request with such a part
// that has not ended; with none of them the last one, when something of it is left.
func (l *listener) dropped(t text) (Said, bool) {
	rest, keeping, sure := droppedPart(t)
	if rest.empty() {
		return Said{}, false
	}
	things := l.reads("get " + rest.String())
	if len(things) == 0 || slices.ContainsFunc(things, func(g goals.Goal) bool { return len(g.Items) == 0 || g.Kind != goals.Get }) {
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
		return Said{Kind: Correction, Fault: nothingLeft}, true
	}
	return Said{}, false
}

// droppedPart is what a text says is no longer wanted, or with keeping that nothing
// else is; empty when it says neither. sure: it means nothing else.
func droppedPart(t text) (rest text, keeping, sure bool) {
	if kept, which := t.after("keep"); which != "" {
		return kept, true, false
	}
	left, leave := t.bare().after("drop-leave")
	rest, which := t.bare().after("drop")
	_, out := rest.before("drop-out")
	if leave != "" && out != "" {
		rest, which = left, leave
	}
	sure = which != "" && !t.bare().with(t.bare().words[:len(t.bare().words)-len(rest.words)]).is("drop-weak") // no, sand
	rest, end := rest.before("drop-end")
	switch {
	case which == "" && (end == "" || out != ""), len(rest.parts()) != 1, rest.has("drop-not"): // one thing against another
		return t.with(nil), false, false
	}
	return rest, false, sure || which == ""
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
	if l.Count(phrase, some) > 0 {
		i := l.counted()
		for k := range list { // not 3, 5
			if was := l.Count(old.phrase(), list[k]); was > 0 && list[k].Count == was {
				i = k
			}
		}
		if i < 0 {
			return nil
		}
		list[i].Count, list[i].All = l.Count(phrase, list[i]), false
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

// withOther are the goals of the last request with one of them made of, or done
// with, something else: "no, with coal", "coal instead of charcoal". A thing that
// nothing leads to takes the place of one that was said; where a goal makes that, it
// is made instead. nil when nothing is made or done so.
func (l *listener) withOther(now text) []goals.Goal {
	noun, lead := now.after("with")
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
	said := now.has("number") || slices.ContainsFunc(now.words, func(w language.SpokenWord) bool { _, err := strconv.Atoi(w.Text); return err == nil })
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
