// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

// parser works through the words of one text.
type parser struct {
	r     *Reader
	text  string
	words []string
	spans []token
	at    int
	goals []Goal
	// groups are where the goals of each verb begin.
	groups []int
	// stuck is the word at which a clause was not understood, -1 for none.
	stuck int
	// kind is the verb that still holds: "get 3 logs and 2 torches". said is the
	// verb as it was typed, from the goal that it began with.
	kind Kind
	said string
	from int
	// respelt are the words that were taken for others.
	respelt []game.Respelling
	// exactly says that nothing is taken for misspelt.
	exactly bool
	// counted says that a number was said since the verb.
	counted bool
	// numbered says that one of the list since the verb has a number of its own.
	numbered bool
	// ripening says that a harvest must follow: "wait for it to grow".
	ripening bool
	// brought are the goals to bring something to nobody who was named.
	brought []int
	// share is the number of "3 of them", 0 for all of them.
	share int
	// left says that what was pointed to is what was killed leaves.
	left bool
	// head is the noun of the last thing where more stands behind it: the "beds" of
	// "beds of red colour".
	head string
	// coloured says that a colour stood behind it.
	coloured bool
	// explicit says that a number was said before the last thing.
	explicit bool
	// biomeBefore is where the first goal is to be done, said before it.
	biomeBefore string
	// each is how many of each thing of a list are wanted, 0 when nothing is said.
	each int
	// before is what is said to be there, or to be used, before the goal: "using an
	// iron pickaxe, mine 3 diamonds".
	before []Thing
	// gerund says that the words before ask for one: "would you mind getting".
	gerund bool
}

// maxGoals bounds the goals of one text.
const maxGoals = 40

// Read reads a goal whole. Errors: *game.UnreadableError, or
// *game.ImpossibleError for a thing that only newer versions have.
func (r *Reader) Read(text string) (Reading, error) {
	if len(text) > maxText {
		return Reading{}, &game.UnreadableError{Text: strings.ToValidUTF8(text[:60], "") + "...", Part: "so long a text"}
	}
	if asksForHelp(text) {
		return Reading{}, &game.UnreadableError{Text: text, Help: true, Nearest: helpOf(func(Goal) bool { return true }, r)}
	}
	if said, read := r.spokenBy(text); read {
		return said, nil
	}
	p, ok := r.parse(text, false)
	if !ok {
		if err := r.elsewhere(text); err != nil {
			return Reading{}, err
		}
		return Reading{}, r.unread(p)
	}
	return Reading{Goals: p.goals, Respelt: p.respelt}, nil
}

// parse reads a text, exactly when nothing is to be taken for misspelt; ok says
// that it was read whole.
func (r *Reader) parse(text string, exactly bool) (p *parser, ok bool) {
	p = &parser{r: r, text: text, stuck: -1, spans: lex(text), exactly: exactly}
	for _, t := range p.spans {
		p.words = append(p.words, r.corrected(t.word))
	}
	if ok = p.read(); ok {
		var at int
		if at, ok = p.numbers(); !ok {
			p.stuck = at
		}
	}
	p.foundFirst()
	for i := range p.goals {
		p.r.measure(&p.goals[i])
	}
	for _, i := range p.brought {
		if i < len(p.goals) && p.goals[i].To == "" {
			p.goals[i].To = "me"
		}
	}
	return p, ok && !p.ripening && len(p.goals) > 0 && !slices.ContainsFunc(p.goals, Goal.placeless)
}

// placeless goals are about a container that nobody named: Minehand opens none.
func (g Goal) placeless() bool {
	return (g.Kind == Deposit || g.Kind == Withdraw) && g.At == nil && g.Into == ""
}

func (p *parser) read() bool {
	for {
		if p.wishes() {
			continue
		}
		opened := p.open()
		if p.at >= len(p.words) {
			return true
		}
		if p.isSo() || p.closedLate() || p.addsNothing() || p.keeps() || p.unlike() || p.notThat() {
			continue
		}
		if len(p.goals) >= maxGoals || questions[p.peek()] && !p.does() {
			p.stuck = p.at
			return false
		}
		if p.bare() {
			return true
		}
		from := p.at
		if (opened || len(p.goals) == 0) && p.toolFirst() {
			from, opened = p.at, true
		} else if (opened || len(p.goals) == 0) && p.useToMake() {
			from, opened = p.at, true
		}
		if p.aside() || p.closedLate() || p.at > 0 && p.loose(len(p.goals)-1) {
			continue
		}
		if p.placeFirst() || p.goesFirst() {
			continue
		}
		if p.statedFirst() {
			continue
		}
		if len(p.goals) > 0 {
			if told, ok := p.stated(); told && ok {
				continue
			} else if told {
				p.stuck = from
				return false
			}
			if p.ofEach() {
				continue
			}
		}
		kind, ok := p.verbHere()
		switch {
		case ok:
			p.kind, p.said, p.from = kind, strings.Join(p.words[from:p.at], " "), len(p.goals)
			p.groups = append(p.groups, p.from)
			p.counted, p.numbered = false, false
			if rest, ok := strings.CutPrefix(p.said, "go "); ok && verb(rest) != "" && verb(p.said) == "" {
				p.said = rest // go find
			}
		case p.kind == "" && tell().cannot[p.peek()] && !p.r.isItem(p.peek()):
			p.stuck = from // hide
			return false
		case p.kind == "":
			p.kind, p.groups = Get, append(p.groups, 0)
		case !opened && len(p.goals) > 0 && !p.listed(), p.kind == Say && !p.quoteAhead():
			p.stuck = from
			return false
		}
		p.stuck = from
		if !ok && len(p.goals) > 0 && p.numberOf() {
			return false
		}
		if p.skipLongest(adverbs); ok {
			p.indirect()
			p.skipLongest(adverbs)
			p.toolNext()
		}
		if ok {
			p.stuck = p.at
		}
		begun := len(p.goals)
		if p.from == len(p.goals) {
			p.eachFirst()
		}
		if p.twoVerbs(); !p.sameAgain() && !p.clause() || !p.modifiers(begun) || !p.useBefore(begun) {
			return false
		}
		if end := min(p.at, len(p.spans)); end > from {
			for i := begun; i < len(p.goals); i++ {
				if p.goals[i].Span == (game.Span{}) {
					p.goals[i].Span = game.Span{From: p.spans[from].at, To: p.spans[end-1].end}
				}
			}
		}
		p.stuck = -1
		for !p.nextAre(0, "as", "well", "as") && (p.loose(begun) || p.lateCount(begun) || p.unlike() || p.notThat() || asideOwners[p.peek()] && p.aside() || p.skipLongest(closers) || p.purpose() || p.aside()) {
		}
	}
}

// numberOf says that what follows tells apart what was named, without a verb of its
// own: "2 swords, one of stone and one of iron".
func (p *parser) numberOf() bool {
	w := p.peek()
	return strings.HasPrefix(p.goals[len(p.goals)-1].Name, "any ") && (isNumber(w) || numberWords[w] > 0 && w != "a" && w != "an") && p.at+1 < len(p.words) && p.words[p.at+1] == "of" && !p.named()
}

// purpose passes over what a thing is for: "so i can sleep", "so that we see".
// Nothing in it may be of weight: a number, a refusal.
func (p *parser) purpose() bool {
	start := p.at
	if !p.skip("so that", "so", "because", "cause", "cuz") || !p.skip("i", "we", "its", "it", "im", "you") {
		p.at = start
		return false
	}
	for ; p.at < len(p.words) && !ordered[p.peek()]; p.at++ {
		w := p.peek()
		joined := connectors[w] && p.at+1 < len(p.words) && verb(p.words[p.at+1]) != ""
		if isNumber(w) || refusals[w] || numberWords[w] > 1 || joined {
			p.at = start // "so we can sleep and get wood": is the wood another goal?
			return false
		}
	}
	return true
}

// ordered end what a thing is for.
var ordered = map[string]bool{",": true, "then": true, "finally": true, "afterwards": true}

// stated reads a sentence that says what there is: "You have 2 sticks." told says
// that it is one, ok that it was read.
func (p *parser) stated() (told, ok bool) {
	if !p.skipLongest(statedWords) {
		return false, false
	}
	things, ok := p.list(true)
	if !ok {
		return true, false
	}
	g := &p.goals[p.groups[len(p.groups)-1]]
	g.With = append(g.With[:len(g.With):len(g.With)], things...)
	return true, true
}

// statedWords begin what says what there is.
var statedWords = newPhrases("you have", "you already have", "you got", "you are given", "you start with", "i have", "i already have", "i gave you", "we have", "we already have", "there is", "there are")

// ofEach reads "one of each", "2 of each" behind a list without numbers.
func (p *parser) ofEach() bool {
	start := p.at
	a := p.amount()
	if p.counted || !a.given || a.more || a.stack || !p.skip("each", "of each") {
		p.at = start
		return false
	}
	p.skip("of them", "kind", "one", "item", "thing")
	if !p.ends() || p.from >= len(p.goals) {
		p.at = start
		return false
	}
	for i := p.from; i < len(p.goals); i++ {
		p.goals[i].Count = a.of(1, true)
	}
	return true
}

// open skips what stands between and before goals and reports whether there
// was something.
func (p *parser) open() bool {
	start := p.at
	for p.at < len(p.words) {
		from := p.at
		switch {
		case connectors[p.peek()]:
			p.at++
		case len(p.goals) > 0 && p.peek() == "before" && p.at+1 < len(p.words) && table().gerunds[p.words[p.at+1]] != "":
			p.at++ // cook the beef before eating it
			p.gerund = true
			return true
		case p.longest(emptyWords) > 0 && p.nextAre(p.longest(emptyWords), "and"):
			return p.at > start // with an empty inventory and a chest nearby
		case len(p.goals) > 0 && p.peek() == "after" && p.at+1 < len(p.words) && verb(p.words[p.at+1]) != "":
			p.at++ // harvest the carrots and after plant them
		case stepWords[p.peek()] && p.stepAhead():
			p.at += 2
		case p.skipLongest(openers):
			p.gerund = gerundOpeners[strings.Join(p.words[from:p.at], " ")]
		default:
			return p.at > start
		}
	}
	return p.at > start
}

// stepAhead says that a number and then a goal's verb follow the word at hand.
func (p *parser) stepAhead() bool {
	next := *p
	if next.at++; !isNumber(next.peek()) {
		return false
	}
	next.at++
	next.skip(",")
	return next.verbAhead()
}

// does says that "do" is said for "make": "do 2 chests".
func (p *parser) does() bool {
	next := *p
	if !next.skip("do") {
		return false
	}
	next.skip("for me", "for us", "me")
	_, number := numberWords[next.peek()]
	return number || isNumber(next.peek()) || next.peek() == "the" || next.peek() == "some" || len(p.goals) > 0 && next.nounAhead()
}

// isSo passes over how things are, without a subject: "is dark, put a torch",
// "sleep now, is night".
func (p *parser) isSo() bool {
	if p.peek() != "is" || p.at+1 >= len(p.words) || !isSoWords[p.words[p.at+1]] {
		return false
	}
	next := *p
	for next.at++; isSoWords[next.peek()]; next.at++ {
	}
	if next.at < len(next.words) && next.peek() != "," {
		return false
	}
	p.at = next.at
	return true
}

// isSoWords are how things are.
var isSoWords = wordSet("dark night cold late raining rainy day morning hot dangerous important urgent necessary very so too getting near evening wet empty scary nice good enough almost already soon")

// lateCount reads a number behind what is said beside a thing that has none: "mine
// gold with the iron pick, at least nine", "search diamonds for me, i need 3".
func (p *parser) lateCount(begun int) bool {
	next := *p
	if p.explicit || begun != len(p.goals)-1 {
		return false
	}
	if !next.quantityLater() {
		next = *p
		next.skip(",")
	}
	g := &p.goals[begun]
	switch {
	case g.All || g.Refers || len(g.Items) == 0 || numberWords[next.peek()] == 1 && !next.nextAre(1, "stack"):
		return false
	case g.Kind != Get && g.Kind != Mine && g.Kind != Craft && g.Kind != Smelt && (g.Kind != Give || p.explicit):
		return false
	}
	a := next.amount()
	if !a.given || a.more || a.some || a.utmost {
		return false
	}
	next.skipLongest(pieceWords)
	next.skipLongest(laterEnds)
	if !next.ends() && !next.endsHere() || next.peek() == "," && next.at+1 < len(next.words) && isNumber(next.words[next.at+1]) {
		return false
	}
	p.at = next.at
	g.Count = a.of(p.r.stack(lexicon.Meaning{Name: g.Name, Items: g.Items}), false)
	p.explicit = true
	return g.Count <= maxCount
}

// wishes passes over what somebody wants to do without having ordered it: "get 3
// leather i wanna make boots".
func (p *parser) wishes() bool {
	next := *p
	if p.needsDrop() {
		return true
	}
	if len(p.goals) == 0 || !next.skip("i wanna", "i want to", "i would like to", "im gonna", "i am going to", "im going to", "we wanna", "we want to", "im trying to", "i will", "ill", "we will") {
		return false
	}
	for next.at < len(next.words) && !ordered[next.peek()] && !connectors[next.peek()] {
		if w := next.peek(); isNumber(w) || refusals[w] || numberWords[w] > 1 || asideWeighs[w] {
			return false
		}
		next.at++
	}
	if next.at < len(next.words) && !ordered[next.peek()] {
		return false
	}
	from := p.at
	p.at = next.at
	p.unsure(from, "a remark")
	return true
}

// needsDrop passes over what a mob is killed for: "kill an enderman, i need the
// pearl".
func (p *parser) needsDrop() bool {
	next := *p
	k := len(p.goals) - 1
	if k < 0 || p.goals[k].Kind != Kill || !next.skip("i need", "we need", "i want", "we want") {
		return false
	}
	if !next.skip("the", "its", "their", "his") {
		return false
	}
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || !p.r.gives(p.goals[k].Name, n.Items) || !next.ends() {
		return false
	}
	p.unsure(p.at, "a remark")
	p.at = next.at
	return true
}

// closedLate skips what adds nothing where it stands behind a comma: ", thanks".
func (p *parser) closedLate() bool {
	next := *p
	if len(p.goals) == 0 || !next.skipLongest(closers) || next.at < len(p.words) && !connectors[next.peek()] {
		return false
	}
	p.at = next.at
	return true
}

// indirect skips for whom a thing is that need not be brought: "get me 3 logs".
func (p *parser) indirect() {
	if p.kind.row().forWhom {
		p.skip("me", "us", "yourself", "for me", "for us", "to me", "to us")
		if p.at+1 < len(p.words) && !connectors[p.words[p.at+1]] {
			p.skip("there", "over there") // place there a chest
		}
	}
}

// verbHere reads the longest verb at hand, or the one that a misspelt word is
// nearest to.
func (p *parser) verbHere() (Kind, bool) {
	for n := min(table().longest, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		k, ok := table().verbs[phrase]
		if !ok && (p.gerund || len(p.goals) == 0 && !p.nounAhead()) && n == 1 {
			k, ok = table().gerunds[phrase]
		}
		if !ok {
			continue
		}
		next := ""
		if p.at+n < len(p.words) {
			next = p.words[p.at+n]
		}
		switch {
		case phrase == "pick" && (next == "" || connectors[next] || next == "axe" || next == "axes"):
			return "", false // the tool
		case phrase == "hoe" && !soils[next] && !isNumber(next) && numberWords[next] == 0 && next != "the":
			return "", false // the tool
		case phrase == "milk" && next != "it" && next != "them" && next != "one" && next != "both" && !p.mobAt(p.at+1), phrase == "fish" && !isNumber(next) && numberWords[next] == 0 && next != "some" && !slices.Contains(p.r.fishes(), next):
			return "", false // what cows give, and what is caught
		case phrase == "set" && next == "of":
			return "", false // set of iron tools
		case phrase == "go to" && verb(next) != "" && verb(next) != Get && verb(phrase+" "+next) == "" && (p.at+n+1 >= len(p.words) || !isNumber(p.words[p.at+n+1])):
			p.at += 2 // go to kill
			return p.verbHere()
		case (phrase == "go" || phrase == "combat") && verb(next) != "":
			p.at++ // go mine, combat: kill a zombie
			return p.verbHere()
		}
		p.at += n
		return k, true
	}
	w := p.peek()
	if len(w) < 3 || isNumber(w) || p.exactly || p.longest(givenWords) > 0 || p.nounAhead() {
		return "", false
	}
	best, bestKind, bestVerb, tie := 3, Kind(""), "", false
	for v, k := range table().verbs {
		if len(v) < 3 || table().exact[v] || strings.Contains(v, " ") || w[0] != v[0] || len(w) < 5 && len(v) == len(w) && !lexicon.Swapped(w, v) {
			continue
		}
		d := lexicon.Distance(w, v, 2)
		if d > 1 && len(w) < longVerb {
			continue
		}
		switch {
		case d < best:
			best, bestKind, bestVerb, tie = d, k, v, false
		case d == best && k != bestKind:
			tie = true
		}
	}
	if best > 2 || tie {
		return "", false
	}
	p.respell(p.at, 1, bestVerb)
	p.at++
	return bestKind, true
}

// nounAhead says that a quantity or thing begins here.
func (p *parser) nounAhead() bool {
	w := p.peek()
	if _, ok := numberWords[w]; ok {
		return true
	}
	for n := min(lexicon.MaxWords, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		if p.r.Items[phrase].Items != nil || p.r.Mobs[phrase].Items != nil || p.r.Items[phrase].Set != nil {
			return true
		}
	}
	return false
}

// clause reads what stands behind a verb.
func (p *parser) clause() bool {
	read := p.kind.row().read
	return read != nil && read(p)
}

// adverbs behind a verb add nothing.
var adverbs = newPhrases("quickly", "quick", "please", "pls", "plz", "just", "now", "also", "first", "immediately")

// put appends a goal.
func (p *parser) put(g Goal) { p.goals = append(p.goals, g) }

// modifiers reads what is said beside the goals from begun on: what to hold for
// them, and where to do them. Each binds, or the sentence is not read.
func (p *parser) modifiers(begun int) bool {
	for p.at < len(p.words) && begun < len(p.goals) {
		start := p.at
		if next := *p; next.skip(",") && next.longest(givenWords) > 0 {
			p.at = next.at // mine stone with a pickaxe, given a pickaxe
		}
		if b, ok := p.biome(); ok {
			for i := p.from; i < len(p.goals); i++ { // 2 cows and 3 pigs in plains
				p.goals[i].Biome = b
			}
			continue
		}
		if p.loose(begun) {
			continue
		}
		if p.closed() {
			return true
		}
		stated := p.longest(givenWords) > 0
		things, ok := p.given()
		if !ok {
			return p.at == start
		}
		if things == nil {
			return true
		}
		if slices.ContainsFunc(p.goals[min(p.from, begun):], func(g Goal) bool { return slices.ContainsFunc(things, func(w Thing) bool { return p.r.idle(g, w) }) }) {
			p.at, p.stuck = start, start
			return false
		}
		for i := p.from; i < len(p.goals); i++ { // a tool is held for each of a list
			if !stated || i == p.from {
				p.goals[i].With = append(p.goals[i].With[:len(p.goals[i].With):len(p.goals[i].With)], things...)
			}
		}
	}
	return true
}

// biome reads "in plains", "in a desert biome".
func (p *parser) biome() (string, bool) {
	start := p.at
	if !p.skip("in", "from") {
		return "", false
	}
	p.skip("a", "an", "the")
	if id, ok := p.biomeName(); ok {
		return id, true
	}
	p.at = start
	return "", false
}

// biomeName reads the name of a biome, with which a goal may end.
func (p *parser) biomeName() (string, bool) {
	start := p.at
	for n := min(lexicon.MaxWords, len(p.words)-p.at); n >= 1; n-- {
		if id, ok := p.r.Biomes[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			p.at += n
			p.skip("biome", "biomes")
			if p.ends() || p.endsHere() {
				return id, true
			}
		}
		p.at = start
	}
	return "", false
}

// ends says that a goal may end here.
func (p *parser) ends() bool { return p.at >= len(p.words) || connectors[p.peek()] || p.closed() }

var (
	// withWords name a tool for a goal, givenWords what is there for it.
	withWords  = newPhrases("with", "using", "by using", "with the help of", "by means of")
	givenWords = newPhrases("given", "given that you have", "given that i have", "given you have", "starting from", "starting with", "starting out with", "having")
)

// given reads "with a stone pickaxe", "given a bucket and 3 sticks". ok is false
// when it begins so and cannot be read; nil with ok means that it does not.
func (p *parser) given() (things []Thing, ok bool) {
	start := p.at
	stated := p.skipLongest(givenWords)
	if !stated && (!slices.Contains(p.kind.row().Slots, SlotTool) || !p.skipLongest(withWords)) {
		return nil, true
	}
	if tool, ok := p.justMade(); ok && !stated {
		return []Thing{tool}, true
	}
	if things, ok = p.list(stated); things == nil {
		p.at = start
	}
	return things, ok
}

// justMade reads "it" for a tool that was just named or made: "make a bow and
// kill a skeleton with it".
func (p *parser) justMade() (Thing, bool) {
	start := p.at
	if _, ok := p.pronoun(); ok && p.share == 0 && p.ends() {
		made := p.lastThings(false, p.r.product, func(g Goal) bool {
			return p.handles(lexicon.Meaning{Name: g.Name, Items: g.Items})
		})
		if len(made) == 1 {
			return Thing{Name: made[0].Name, Items: made[0].Items, Count: 1, Tool: true}, true
		}
	}
	p.at = start
	return Thing{}, false
}

// list reads the things of given. stated: they are there, instead of being used.
func (p *parser) list(stated bool) (things []Thing, ok bool) {
	start := p.at
	for {
		a := p.amount()
		n, found := p.exact([]lexicon.Table{p.r.Items})
		if p.peek() == "of" && p.at+1 < len(p.words) {
			if made, ok := p.r.OfWord(n, p.words[p.at+1]); ok && found {
				n = made // with a pickaxe of stone
				p.at += 2
			}
		}
		p.skipLongest(kindWords)
		if !found || n.Set != nil || n.Factor > 0 || !stated && !p.handles(n) || a.given && !stated && a.of(1, true) > 1 {
			p.at = start
			return nil, !stated && p.bowAndArrows(n)
		}
		things = append(things, Thing{Name: n.Name, Items: n.Items, Count: a.of(p.r.stack(n), paired(n)), Tool: !stated})
		if !stated {
			for p.alsoHeld(&things) {
			}
		}
		next := p.at
		if p.skip("and", ","); !stated || p.at == next {
			p.at = next
			break
		}
		p.skip("and")
		if verb(p.peek()) != "" || !p.amountAhead() && !p.nounAhead() {
			p.at = next
			break
		}
	}
	next := *p
	if _, somewhere := next.biome(); !p.ends() && !p.endsHere() && !somewhere {
		p.at = start
		return nil, false
	}
	return things, true
}

// alsoHeld reads "and a shield", "and 20 arrows" behind a weapon that a goal is done
// with, when that ends the goal.
func (p *parser) alsoHeld(things *[]Thing) bool {
	next := *p
	if !next.skip("and") {
		return false
	}
	a := next.amount()
	if mob := next; a.of(64, true) == 1 {
		if _, ok := mob.mob(false); ok && mob.skip("nearby", "near you", "around", "close by", "near") {
			p.unsure(p.at, "wherever it is found")
			p.at = mob.at
			return true
		}
	}
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || len(n.Items) != 1 || n.Set != nil || !next.ends() && !next.endsHere() {
		return false
	}
	arrows := p.r.shot(n)
	if !arrows && (!p.handles(n) || a.of(1, true) > 1) {
		return false
	}
	from := p.at + 1
	p.at = next.at
	if !a.given && arrows && p.r.plural(p.words[p.at-1]) {
		a.n, a.given = float64(p.few(n)), true
		p.unsure(from, p.r.counted(p.few(n), n))
	}
	*things = append(*things, Thing{Name: n.Name, Items: n.Items, Count: a.of(p.r.stack(n), paired(n)), Tool: true})
	return true
}

// bowAndArrows leaves "a bow with 64 arrows" to lists.
func (p *parser) bowAndArrows(n lexicon.Meaning) bool { return p.r.shot(n) }

// handles says that a thing is used for the verb at hand: a tool, a weapon.
func (p *parser) handles(n lexicon.Meaning) bool {
	if !slices.Contains(p.kind.row().Slots, SlotTool) {
		return false
	}
	it, ok := p.r.Version.Item(n.Items[0])
	return ok && (it.Tool != nil || it.Weapon || it.Durability > 0 || p.kind == Milk || p.fillsBucket(n))
}

// fillsBucket says that a thing is the empty bucket of a goal about a full one.
func (p *parser) fillsBucket(n lexicon.Meaning) bool {
	k := len(p.goals) - 1
	return k >= 0 && k >= p.from && n.Items[0] == "bucket" && strings.HasSuffix(p.goals[k].Name, "_bucket")
}

// corrected is a usual misspelling of a word put right, or one that is drawn out:
// "wooood". A word of the reader's own is none.
func (r *Reader) corrected(w string) string {
	if verb(w) != "" || isNumber(w) {
		return w
	}
	if right, ok := shorthand[w]; ok {
		return right
	}
	if right := r.Corrected(w); right != w {
		return right
	}
	for most := 2; most >= 1 && !r.Knows(w); most-- {
		if short := squeezed(w, most); short != w && (r.Knows(short) || verb(short) != "" || closers[short] != nil || openers[short] != nil) {
			return short
		}
	}
	return w
}

// squeezed is a word without more than so many of a letter in a row, where it has
// three or more.
func squeezed(w string, most int) string {
	var b strings.Builder
	for i := 0; i < len(w); {
		end := i
		for end < len(w) && w[end] == w[i] {
			end++
		}
		n := end - i
		if n > 2 {
			n = most
		}
		b.WriteString(w[i : i+n])
		i = end
	}
	return b.String()
}

// longVerb is how long, in letters, a verb must be to hold two slips.
const longVerb = 9

func (r *Reader) isItem(id string) bool { _, ok := r.Version.Item(id); return ok }

// part is what of a text was not understood: from the word that nothing was made
// of to the end of its clause. Empty stands for the whole.
func (p *parser) part() string {
	if p.stuck < 0 || p.stuck >= len(p.words) {
		return ""
	}
	end := p.stuck
	for end < len(p.words) && (end == p.stuck || !connectors[p.words[end]]) {
		end++
	}
	return p.text[p.spans[p.stuck].at:p.spans[end-1].end]
}

// helps are the texts that ask what can be asked.
var helps = wordSet("help ? commands whatcanyoudo whatcanido whatcaniask whatcaniaskyou whatcanisay howdoesthiswork helpme whatdoyoudo whatcanyoudoforme")

// noPoints takes out what parts words.
var noPoints = strings.NewReplacer(" ", "", "!", "", ".", "")

func asksForHelp(text string) bool {
	const longestHelp = 40
	if len(text) > longestHelp {
		return false
	}
	word := noPoints.Replace(strings.ToLower(text))
	return helps[word] || helps[strings.TrimSuffix(word, "?")]
}

// mostHelp is how many goals help names.
const mostHelp = 10

// helpOf are goals that can be asked for, one of each of the first verbs whose
// goals suit.
func helpOf(suits func(Goal) bool, r *Reader) []string {
	var out []string
	for _, f := range table().rows {
		if len(out) == mostHelp {
			break
		}
		if p, ok := r.parse(f.Examples[0], false); ok && !slices.ContainsFunc(p.goals, func(g Goal) bool { return !suits(g) }) {
			out = append(out, f.Examples[0])
		}
	}
	return out
}
