// SPDX-License-Identifier: MIT

package talk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
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
	roundWhat    = "refer.round"
	provisoWhat  = "refer.proviso"
)

// followUp sorts what goes on from the last request.
func (l *listener) followUp(t text) (Said, bool) {
	if t.is("repeat") || t.bare().is("repeat") {
		return l.again(), true
	}
	if said, ok := l.more(t); ok {
		return said, true
	}
	if read, is := l.ofKind(t, false); is && len(read.Goals) == 0 {
		return Said{Kind: FollowUp, Fault: unclear}, true
	} else if is {
		return l.worded(FollowUp, read), true
	}
	return l.joined(t)
}

// ofOne is what a text says of "one": "a stone", "gold"; empty where it says nothing of any.
func (t text) ofOne() text {
	t, _ = t.bare().after("add")
	t, _ = t.after("wish")
	t, _ = t.before("add-end")
	if rest, which := t.before("one"); which != "" {
		return rest
	} else if rest, which := t.after("one-of"); which != "" {
		return rest
	}
	return t.with(nil)
}

// ofKind is the last request with another material, or how many of it, for "a stone one" and
// "two of gold"; wished: for "i want it of gold", too. is reports whether a text says that, with no goals where there is no such thing.
func (l *listener) ofKind(t text, wished bool) (read goals.Reading, is bool) {
	rest := t.ofOne()
	if wished && rest.empty() {
		rest = l.wishedOf(t)
	}
	if rest.empty() || l.verbFirst(rest) && len(rest.words) < 3 { // make one
		return read, false
	}
	return l.kinds(rest)
}

// kinds is ofKind by what is said of "one".
func (l *listener) kinds(rest text) (read goals.Reading, is bool) {
	led := l.verbFirst(rest)
	kind := func(g *goals.Goal) string {
		return cmp.Or(string(g.Shape), g.Name[strings.LastIndexAny(g.Name, "_ ")+1:])
	}
	own := func(g goals.Goal) string { // in the language of the request
		words := strings.Fields(goals.Reading{Goals: []goals.Goal{g}, Language: l.last.Language}.Words())
		return words[len(words)-1]
	}
	n, at := len(l.last.Goals), -1
	if led && n > 0 {
		read, _ = l.read(rest.String() + " " + kind(&l.last.Goals[n-1]))
		return read, true
	}
	read = l.last
	for i, g := range slices.Backward(l.last.Goals) { // each that is of the same
		material, _ := rest.after("article")
		said := rest.String()
		for _, words := range [...]string{material.String(), said, said + " " + kind(&g), said + " " + own(g)} { // a wooden sword
			one, ok := l.Edit(read, []int{i}, words)
			if ok && len(one.Goals) == n && kind(&one.Goals[i]) == kind(&g) && one.String() != read.String() &&
				(at < 0 || g.Turns(&l.last.Goals[at], &read.Goals[at])) {
				read, at = one, max(at, i)
				break
			}
		}
	}
	if at < 0 {
		return goals.Reading{}, l.fetched(rest)
	}
	return read, true
}

// wishedOf is what a text wishes that is no thing: of iron, in "i want it of iron".
func (l *listener) wishedOf(t text) text {
	want, wish := t.bare().past("person", "pronoun").after("wish")
	if wish == "" || len(l.Things(goals.Get, want.String()).Goals) > 0 {
		return t.with(nil)
	}
	return want
}

// again is the last request once more: where a number was to be held, as many more.
func (l *listener) again() Said {
	switch {
	case len(l.about.Earlier) == 0:
		return Said{Kind: FollowUp, Fault: nothingAgain}
	case len(l.last.Goals) == 0:
		return Said{Kind: FollowUp, Goal: l.about.Earlier[0], Again: true}
	}
	again := l.last
	again.Goals = slices.Clone(again.Goals)
	for i := range again.Goals {
		again.Goals[i].More = again.Goals[i].More || again.Goals[i].Kind == goals.Get
	}
	return l.worded(FollowUp, again)
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
		if number = end.phrase(); number == "" || ended == "" && (lead == "" || another == "") || len(l.Things(goals.Get, number).Goals) > 0 || !l.Fragment(number) {
			return Said{}, false
		}
	}
	if len(l.about.Earlier) == 0 {
		return Said{Kind: FollowUp, Fault: nothingYet}, true
	}
	for _, g := range slices.Backward(l.last.Goals) {
		one := goals.Reading{Goals: []goals.Goal{g}, Language: l.last.Language}
		if one.Goals[0].Refers, one.Goals[0].All, one.Goals[0].Used = false, false, false; number != "" {
			made, ok := l.Edit(one, nil, number)
			if !ok {
				continue
			}
			one = made
		}
		if len(g.Items) > 0 {
			one.Goals[0].More = g.Kind == goals.Get
			return l.worded(FollowUp, one), true
		}
	}
	return Said{Kind: FollowUp, Fault: unclear}, true
}

// joined sorts what can be understood only behind the last request: "now smelt it", "and a furnace too".
func (l *listener) joined(t text) (Said, bool) {
	rest, begin := t.after("add")
	rest, end := rest.before("add-end")
	within := rest.pointsWithin()
	if rest.empty() {
		return Said{}, false
	}
	alone := l.reads(rest.String())
	pronoun := rest.has("pronoun")
	refers := pronoun || alone == nil && l.verbFirst(rest) // make one more
	if begin == "" && end == "" && (!refers || alone != nil) {
		return Said{}, false // it means something in the text itself: make a chest and place it
	}
	refers = refers && alone == nil
	points := pronoun && !within && l.verbFirst(rest) // at what stands in no word of it
	if points && l.about.Refused {
		return Said{Kind: FollowUp, Fault: unclear}, true
	}
	before := l.before()
	if slices.ContainsFunc(rest.rests(), func(rest text) bool { return rest.begins("both") }) {
		before = l.both(before)
	}
	if len(before) > 0 && (refers || alone != nil || begin != "") {
		if read := l.After(before, rest.String()); len(read.Goals) > 0 {
			read.Goals = handedOver(read.Goals)
			for i := range read.Goals {
				read.Goals[i].Refers, read.Goals[i].Used = false, false
			}
			return l.worded(FollowUp, read), true
		}
	}
	switch {
	case alone != nil:
		return Said{Kind: FollowUp, Goal: rest.String(), Instead: atOnce(alone)}, true
	case points && len(l.about.Earlier) == 0:
		return Said{Kind: FollowUp, Fault: nothingYet}, true
	}
	return Said{}, false
}

// both are what was brought, as one request brought it: "both" of one thing are that and what the request before it brought.
func (l *listener) both(list []goals.Goal) []goals.Goal {
	if len(list) == 1 && list[0].Count != 2 && len(l.about.Earlier) > 1 {
		read, _ := l.read(l.about.Earlier[1])
		list = slices.Concat(read.Goals, list)
	}
	for i := range list {
		if list[i].Kind == goals.Craft {
			list[i].Kind = goals.Get
		}
		list[i].Span = game.Span{From: i, To: i + 1}
	}
	return list
}

// handedOver is without what is dropped of what has just been given: "bring it and drop it for me".
func handedOver(list []goals.Goal) []goals.Goal {
	return slices.DeleteFunc(slices.Clone(list), func(g goals.Goal) bool {
		given := func(o goals.Goal) bool { return o.Kind == goals.Give && o.To != "" && slices.Equal(o.Items, g.Items) }
		return g.Kind == goals.Give && g.To == "" && slices.ContainsFunc(list, given)
	})
}

// before are the goals that a text may refer to: those of the last request, and what was asked about since, to be looked for or fetched.
func (l *listener) before() []goals.Goal {
	out := slices.Clone(l.last.Goals)
	if l.about.Asked == "" {
		return out
	}
	for _, g := range slices.Concat(l.Things(goals.Get, l.about.Asked).Goals, l.Things(goals.Kill, l.about.Asked).Goals) {
		if g.Kind == goals.Kill {
			g.Kind = goals.Find
		}
		out = append(out, g)
	}
	return out
}

// pointsWithin says that a part of the text stands before the first pronoun, which may be about that.
func (t text) pointsWithin() bool {
	for i := range t.words {
		word := t.with(t.words[i:])
		switch {
		case t.with(t.words[i : i+1]).is("pronoun"):
			return false
		case i > 0 && (t.words[i].Text == language.Comma || word.begins("joins")):
			return true
		}
	}
	return false
}

// verbFirst says that a text begins as a request does.
func (l *listener) verbFirst(t text) bool {
	return goals.Grammar().Reader(l.Lexicon).Led(t.bare().String())
}

// correction sorts what changes the last request.
func (l *listener) correction(t text) (Said, bool) {
	b, _ := t.after("fix-lead")
	for _, t := range []text{b, l.unmarked(b)} { // actually, not the sand
		if said, ok := l.dropped(t); ok {
			return said, true
		}
	}
	old, now, marked := l.versus(b)
	if marked {
		l.turnToPart(old)
	} else {
		now = l.unmarked(b)
		marked = len(now.words) < len(b.words)
	}
	if !marked || now.empty() {
		return Said{}, false
	}
	if rest, _ := now.before("trail"); !rest.empty() {
		now = rest
	}
	if read, _ := l.ofKind(now, true); len(read.Goals) > 0 {
		return l.worded(Correction, read), true
	}
	// "no" may begin a plain no: what follows has to make sense.
	alone := l.reads(now.String())
	if len(l.about.Earlier) == 0 {
		if alone == nil {
			return Said{Kind: Correction, Fault: nothingYet}, l.Fragment(now.String())
		}
		// Of what is not wanted nothing is known yet. "no torches" says no to what it names, "no, torches" does not.
		no := b.begins("drop-weak") && len(b.words) > 1 && b.words[1].Text != language.Comma && !b.with(b.words[1:2]).is("fix")
		return Said{Kind: Goal, Goal: now.String(), Instead: atOnce(alone)}, old.empty() && !no
	}
	_, thing := l.Items[now.bare().phrase()] // "torch" begins "torch up the cave", too
	if alone != nil && (l.verbFirst(now) && !thing || len(l.last.Goals) == 0) {
		switch read, _ := l.read(now.String()); {
		case atOnce(alone) && !atOnce(l.last.Goals):
			return Said{}, false // come here instead
		case len(l.last.Goals) == 0:
			return Said{Kind: Correction, Goal: now.String(), Instead: atOnce(alone)}, true
		default:
			return l.worded(Correction, l.instance(read)), true
		}
	}
	named := old
	if old.empty() && len(l.Things(goals.Get, now.String()).Goals) > 0 { // the helmet of diamond
		named = now
	}
	if read, ok := l.Edit(l.last, l.Named(l.last.Goals, named.String()), now.String()); ok {
		return l.worded(Correction, read), true
	}
	if said, ok := l.revised(b); ok {
		return said, true
	}
	return Said{Kind: Correction, Fault: changesWhat}, l.Fragment(now.String())
}

// revised is the request that is referred to as a text changes it. A person is asked where a part of the text is left over.
func (l *listener) revised(t text) (Said, bool) {
	was := l.last
	left, read := l.changed(t), l.last
	if l.last = was; read.String() == was.String() || slices.ContainsFunc(left, l.adds) {
		return Said{}, false
	}
	said := l.worded(Correction, read)
	said.Gist.Left, said.Guess = strings.Join(left, " ... "), said.Guess || len(left) > 0
	return said, true
}

// adds reports whether words that change nothing wish for another thing: "a sword, too".
func (l *listener) adds(words string) bool {
	return slices.ContainsFunc(l.sorter.take(words).rests(), l.fetched)
}

// changed has the parts of a text change the last request, each in the slot that it fits. It returns the words that fit none.
func (l *listener) changed(t text) (left []string) {
	if t = l.unmarked(t.past("joins", "proviso", "lead").bare()); t.empty() || l.fitted(t, len(l.last.Goals) > 1) {
		return nil
	} else if behind, in := t.after("aside"); in != "" && l.fitted(behind, len(l.last.Goals) > 1) { // in wood
		return nil
	}
	for i := 1; i < len(t.words); i++ {
		joins := len(t.words[i].Text) == t.words[i].Span.To-t.words[i].Span.From // "é" is no "e"
		if tail := t.with(t.words[i:]); t.words[i].Text == language.Comma || joins && tail.begins("joins") {
			left = l.changed(t.with(t.words[:i]))
			return append(left, l.changed(tail)...)
		}
	}
	if behind := t.with(t.words[1:]); len(t.words) > 1 && l.verbFirst(t) && l.reads(t.String()) == nil { // make it, or make
		if left = l.changed(behind); len(left) == 0 || left[0] != behind.String() {
			return left
		}
	}
	if l.twoFitted(t) {
		return nil
	}
	for i := 1; i < len(t.words); i++ {
		last := t.with(t.words[i-1:])
		if goals.Negates(last.words[0].Text) || l.verbFirst(last) || last.with(last.words[:1]).numbered() {
			break
		} else if l.fitted(t.with(t.words[i:]), true) {
			return []string{t.with(t.words[:i]).String()}
		}
	}
	if _, chat := remark(t); chat || l.idle(t, false) || t.begins("not-this") && l.Named(l.last.Goals, t.String()) == nil {
		return nil
	}
	return []string{t.String()}
}

// twoFitted puts the two parts of a text in slots that they fit, with no sign between them.
func (l *listener) twoFitted(t text) bool {
	was := l.last
	return slices.ContainsFunc(t.rests(), func(rest text) bool {
		l.last = was
		head := t.with(t.words[:len(t.words)-len(rest.words)])
		done := !head.empty() && l.fitted(head, true) && l.fitted(rest, true)
		if !done {
			l.last = was
		}
		return done
	})
}

// fitted puts a text in the slot of the last request that it fits; known: a thing is one that it names.
func (l *listener) fitted(t text, known bool) bool {
	if read, _ := l.ofKind(t, false); len(read.Goals) > 0 {
		l.last = read
		return true
	}
	among := l.Named(l.last.Goals, t.String())
	if l.put(t) {
		return true
	}
	read, ok := goals.Reading{}, false
	if !known || among != nil || !l.fetched(t) {
		read, ok = l.Edit(l.last, among, t.String())
	}
	if !ok && (!known || len(l.last.Goals) > 1) {
		read, _ = l.kinds(t) // an adjective: "golden"
		ok = len(read.Goals) > 0
	}
	if ok {
		l.last = read
	}
	return ok
}

// fetched reports whether a text names a thing.
func (l *listener) fetched(t text) bool { return len(l.Things(goals.Get, t.String()).Goals) > 0 }

// put puts what was asked for where a text says, of what stands: "into the house".
func (l *listener) put(t text) bool {
	was := l.last
	t.acts = l.spoken(t)
	for _, where := range wheres {
		if l.about.Stood == nil {
			break
		}
		_, stands, tail := l.where(t, 0, where)
		if l.last = was; len(stands) > 0 && tail.empty() {
			if leads(was.Goals) { // to another place
				l.last.Goals = was.Goals[1:]
			}
			l.last = l.at(l.last, where, stands)
			return true
		}
	}
	return false
}

// givenUp sorts what takes the place of an open part, or of nothing: "forget the diamonds, make a sword instead".
func (l *listener) givenUp(t text) (Said, bool) {
	given, now, ok := t.parted("give-up")
	now = l.unmarked(now)
	read, whole := l.read(now.String())
	if all, is := l.read(t.String()); !ok || given.empty() || given.is("pronoun") || is && len(all.Respelt) == 0 {
		return Said{}, false
	}
	if l.turnToPart(given); l.isOpen(l.of) && !atOnce(read.Goals) && len(l.Named(l.last.Goals, given.String())) > 0 {
		left, _ := l.without(given, false)
		switch kept, _ := now.after("keep"); {
		case len(l.Named(left.Goals, kept.String())) > 0 && !now.numbered(): // just the sword, of an iron one
			return l.worded(Correction, left), true
		case whole:
			read.Goals = slices.Concat(slices.DeleteFunc(read.Goals, among(left.Goals, now.numbered())), left.Goals)
			return l.worded(Correction, read), true
		}
	}
	if l.turnTo(0); !whole {
		return Said{}, false
	}
	return Said{Kind: Goal, Goal: now.String(), Instead: atOnce(read.Goals)}, true
}

// numbered reports whether a text says how many.
func (t text) numbered() bool {
	list := goals.Grammar().Grammars()
	return slices.ContainsFunc(t.words, func(w language.SpokenWord) bool {
		return strings.ContainsAny(w.Text, "123456789") || slices.ContainsFunc(list, func(g *language.Grammar) bool { return g.Numeral(w.Text) })
	})
}

// among is whether a goal whose number was not said is one of others: "just the pork" of 5 porkchops.
func among(list []goals.Goal, numbered bool) func(goals.Goal) bool {
	return func(g goals.Goal) bool {
		return !numbered && slices.ContainsFunc(list, func(o goals.Goal) bool { return g.Kind == o.Kind && slices.Equal(g.Items, o.Items) })
	}
}

// amended sorts parts of a request alone, of which none is one itself, while the last one is open: "5 by 5, out of dirt".
func (l *listener) amended(t text) (Said, bool) {
	if t.asked || !l.isOpen(0) || len(l.last.Goals) == 0 || l.verbFirst(t) || l.reads(l.raw) != nil {
		return Said{}, false
	}
	said, ok := l.revised(t)
	return said, ok && !said.Guess
}

// remade sorts "make it bigger", by a block on each side, and "make the house out of stone", of what
// was built last. What stands stays, so that a person has to agree to another of stone.
func (l *listener) remade(t text) (Said, bool) {
	b, by := t.bare(), 2
	now, which := b.after("remake")
	now, _ = now.before("remake-end")
	if parts := b.parts(); len(parts) == 2 && (parts[0].is("bigger") || l.idle(parts[0], true)) {
		b = parts[1].bare() // it is too small, make it twice as big
	}
	twice := b.is("double")
	switch {
	case b.is("fence-it"):
		return Said{Kind: FollowUp, Fault: roundWhat}, true
	case twice:
	case b.is("smaller"):
		by = -by
	case which != "" && !now.empty():
		by = 0
	case !b.is("bigger"):
		return Said{}, false
	}
	for i := range l.about.Earlier {
		l.turnTo(i)
		if n := len(l.last.Goals); twice && n > 0 {
			by = l.last.Goals[n-1].Size.Wide
		}
		read, ok := l.Larger(l.last, by)
		if ok && by == 0 {
			read, ok = l.Edit(l.last, nil, now.String())
		}
		if ok {
			said := l.worded(Correction, read)
			said.Guess = said.Guess || by == 0 && !l.isOpen(i)
			return said, true
		}
	}
	if l.turnTo(0); twice {
		return l.again(), true
	}
	return Said{Kind: Correction, Fault: unclear}, by != 0
}

// instance is the last request with a goal in the place of the one that it is nearest to; else what was read by itself.
func (l *listener) instance(read goals.Reading) goals.Reading {
	if len(read.Goals) != 1 || len(l.last.Goals) < 2 {
		return read
	}
	all, own := slices.Clone(l.last.Goals), read.Goals[0]
	i := slices.IndexFunc(all, func(g goals.Goal) bool {
		return g.Kind == own.Kind && slices.ContainsFunc(g.Items, func(id string) bool { return slices.Contains(own.Items, id) })
	})
	if i >= 0 {
		all[i], read.Goals = own, all
	}
	return read
}

// versus parts "iron, not diamonds", "not 3, 5", "iron instead of diamonds" and "it is of iron, I wanted diamonds".
func (l *listener) versus(t text) (old, now text, ok bool) {
	if old, is := t.past("fix", "lead").after("as-is"); is != "" {
		for i, wish := range old.rests() {
			if now := wish.past("wished", "fix"); len(now.words) < len(wish.words) {
				return old.with(old.words[:i]), l.unmarked(now), true
			}
		}
	}
	for i := range t.words {
		head, tail := t.with(t.words[:i]), t.with(t.words[i:])
		if rest, which := tail.after("instead-of"); which != "" && !rest.empty() && !head.empty() {
			return rest, head, true
		}
	}
	parts := t.parts()
	// The words of a correction stand by themselves: "no, iron, not diamonds".
	for len(parts) > 1 && parts[0].is("fix") {
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
			return rest, l.unmarked(parts[1].past("but")), true
		}
		if rest, which := parts[1].after("not-this"); which != "" && !rest.empty() {
			return rest, l.unmarked(parts[0]), true
		}
	}
	return t.with(nil), t, false
}

// unmarked is a text without the words that make it a correction.
func (l *listener) unmarked(t text) text {
	for {
		rest, which := t.after("fix")
		if which == "" || rest.empty() || t.negates(rest) {
			break
		}
		t = rest
	}
	if rest, which := t.before("fix-end"); which != "" && !rest.empty() {
		t = rest
	}
	return t
}

// negates reports whether a text says "not" of what its rest says: a no in a language that has one word for both, with no sign behind it.
func (t text) negates(rest text) bool {
	n := len(t.words) - len(rest.words) - 1
	no := t.with(t.words[n : n+1])
	return !no.empty() && (n == 0 || t.words[n-1].Text == language.Comma) && no.is("no") && goals.Negates(no.words[0].Text) &&
		!rest.with(rest.words[:1]).numbered()
}

// dropped sorts "not the torches", "leave out the furnace", "only the logs": a part of what was asked for is no longer wanted. It is
// the newest request with such a part that has not ended; with none of them the last one, when something of it is left.
func (l *listener) dropped(t text) (Said, bool) {
	rest, keeping, sure := droppedPart(t)
	if rest.empty() || len(l.Things(goals.Get, rest.String()).Goals)+len(l.Things(goals.Kill, rest.String()).Goals) == 0 {
		return Said{}, false
	}
	for i := range l.about.Earlier {
		if l.turnTo(i); !l.isOpen(i) {
			continue
		}
		switch left, ok := l.without(rest, keeping); {
		case ok && len(left.Goals) == 0:
			return Said{Kind: Correction, NothingLeft: true}, true
		case ok:
			return l.worded(Correction, left), true
		}
	}
	l.turnTo(0)
	if l.reads(t.String()) != nil { // a request itself: drop the sand
		return Said{}, false
	}
	if left, ok := l.without(rest, keeping); ok && len(left.Goals) > 0 {
		return l.worded(Correction, left), true
	}
	if read, ok := l.Edit(l.last, nil, t.String()); ok { // without coal
		return l.worded(Correction, read), true
	}
	return Said{Kind: Correction, Fault: nothingLeft}, sure && l.about.Busy
}

// droppedPart is what a text says is no longer wanted, or with keeping that nothing else is. sure: it means nothing else.
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
	case !sure && rest.begins("aside"), which == "" && (end == "" || out != ""), len(rest.parts()) != 1, rest.has("drop-not"): // one thing against another
		return t.with(nil), false, false
	}
	return rest, false, sure || which == ""
}

// without is the request referred to without the goals that a text names, or of those alone; false where it stays, or is about none.
func (l *listener) without(named text, keeping bool) (goals.Reading, bool) {
	at, left := l.Named(l.last.Goals, named.String()), l.last
	left.Goals = nil
	for i, g := range l.last.Goals {
		if keeping == slices.Contains(at, i) {
			left.Goals = append(left.Goals, g)
		}
	}
	return left, len(at) > 0 && len(left.Goals) < len(l.last.Goals)
}

// turnToPart turns to the newest request that has not ended and is about what a text names, when the last one is not.
func (l *listener) turnToPart(t text) {
	for i := range l.about.Earlier {
		if l.turnTo(i); (i == 0 || l.isOpen(i)) && l.Named(l.last.Goals, t.String()) != nil {
			return
		}
	}
	l.turnTo(0)
}
