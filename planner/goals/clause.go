package goals

import (
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// goTo reads "go to 100 64 -20", "come here", "come back", "go to Steve", "go to
// the crafting table".
func (p *parser) goTo() bool {
	over := p.skip("over", "on over")
	back := p.skip("back")
	if p.skip("to me", "here", "over here", "right here", "me", "to my position", "near to me", "near me", "by me", "next to me", "to my side", "closer to me", "closer") || (back || over || p.said == "come" || p.said == "return" || p.said == "get back") && (p.at >= len(p.words) || connectors[p.peek()] || p.closed()) {
		p.goals = append(p.goals, Goal{Kind: Goto, To: "me"})
		return true
	}
	if next := *p; next.skip("at", "in", "until", "till", "near", "by") { // go at 100 64 -20
		if at, ok := next.position(); ok {
			p.at = next.at
			p.put(Goal{Kind: Goto, At: &at})
			return true
		}
	}
	named := p.skip("to") || p.said == "enter" || strings.HasSuffix(p.said, " to") || p.said == "goto"
	start := p.at
	p.skip("the")
	p.skip("xyz coordinates", "coordinates", "coords", "position", "location", "block", "point", "place")
	if at, ok := p.position(); ok {
		p.goals = append(p.goals, Goal{Kind: Goto, At: &at})
		return true
	}
	if at, ok := p.flat(); ok {
		p.goals = append(p.goals, Goal{Kind: Goto, At: &at, Flat: true})
		return true
	}
	if p.at = start; !named {
		return false
	}
	if p.skip("player", "the player") {
		to, ok := p.who()
		p.goals = append(p.goals, Goal{Kind: Goto, To: to})
		return ok
	}
	if d, ok := p.dimension(); ok {
		p.goals = append(p.goals, Goal{Kind: Goto, To: d})
		return true
	}
	p.skipLongest(articles)
	if n, ok := p.exact([]lexicon.Table{p.r.Blocks}); ok && len(n.Items) == 1 {
		p.goals = append(p.goals, Goal{Kind: Goto, To: n.Name})
		return true
	}
	if p.at = start; p.capital() || p.nameLike() {
		to, ok := p.who()
		p.goals = append(p.goals, Goal{Kind: Goto, To: to})
		return ok
	}
	return false
}

// capital says that the word at hand is written as names are, and nothing after
// it belongs to it: "Steve", not "the Nether".
func (p *parser) capital() bool {
	if p.at >= len(p.words) || noNames[p.peek()] || p.at == 0 {
		return false
	}
	c, before := p.text[p.spans[p.at].at], p.text[p.spans[p.at-1].at]
	end := p.at + 1
	return c >= 'A' && c <= 'Z' && (before < 'A' || before > 'Z') && (end >= len(p.words) || connectors[p.words[end]] || strings.HasPrefix(p.text[p.spans[p.at].end:], "_"))
}

// shortestName is the fewest letters of a player's name (Minecraft Wiki,
// "Player").
const shortestName = 3

// nameLike says that the word at hand is the last of its goal and has no meaning
// that is known, so that it can only be a name: "steve".
func (p *parser) nameLike() bool {
	w := p.peek()
	if len(w) < shortestName || len(w) > longestName || !p.r.unknown(w) {
		return false
	}
	next := *p
	if _, ok := next.asTyped(); !ok || next.at < len(next.words) && !connectors[next.peek()] && !next.closed() {
		return false
	}
	if next.at == p.at+1 {
		_, _, misspelt := p.r.Closest([]string{w}, p.r.Blocks, p.r.Items)
		return !misspelt
	}
	return true
}

// unknown says that a word is neither part of a thing's name nor a word of
// English that is known here.
func (r *Reader) unknown(w string) bool {
	_, number := numberWords[w]
	return !r.Knows(w) && !noNames[w] && !noThings[w] && !refusals[w] && !questions[w] && !connectors[w] &&
		verbs[w] == "" && !number && !isNumber(w) && r.Structures[w] == "" && !placeWords[w]
}

// placeWords are where one goes that is nobody.
var placeWords = wordSet("somewhere nowhere elsewhere anywhere everywhere back inside outside upstairs downstairs underground ahead forward forwards backward backwards left upward upwards downward downwards abroad biome desert jungle savanna plains taiga tundra badlands spawnpoint bedroom crafter surface sunrise below above behind around through over under into onto please thanks respawn")

// noNames are words that are nobody's name.
var noNames = wordSet("him her it you someone somebody everyone everybody anyone anybody nobody spawn nether end overworld village home bed sleep hell to the this that these those")

// who reads a player's or mob's name.
func (p *parser) who() (string, bool) {
	article := p.skip("the", "a", "that", "this")
	if p.skip("player") {
		article = false
	}
	w := p.peek()
	if w == "" || connectors[w] || isNumber(w) || noNames[w] || refusals[w] || questions[w] {
		return "", false
	}
	switch w {
	case "me", "us", "myself":
		p.at++
		return "me", true
	}
	for n := min(lexicon.MaxWords, len(p.words)-p.at); n >= 1; n-- {
		if m, ok := p.r.Mobs[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			p.at += n
			return m.Name, true
		}
	}
	if article {
		return "", false
	}
	return p.asTyped()
}

// longestName is the most letters that a player's name has (Minecraft Wiki,
// "Player").
const longestName = 16

// asTyped reads a name as it stands in the text: player names have capitals,
// digits and underscores.
func (p *parser) asTyped() (string, bool) {
	start := p.spans[p.at].at
	end := start
	for end < len(p.text) && (p.text[end] == '_' || p.text[end] >= '0' && p.text[end] <= '9' || p.text[end] >= 'a' && p.text[end] <= 'z' || p.text[end] >= 'A' && p.text[end] <= 'Z') {
		end++
	}
	for p.at < len(p.words) && p.spans[p.at].at < end {
		p.at++
	}
	return p.text[start:end], end > start && end-start <= longestName
}

func (p *parser) follow() bool {
	p.skip("after")
	to, ok := p.who()
	if !ok {
		return false
	}
	g := Goal{Kind: Follow, To: to}
	if p.skip("around", "everywhere") {
		p.skip("for me")
	}
	if p.peek() == "for" {
		if s, ok := p.duration(); ok {
			g.Seconds = s
		}
	}
	p.goals = append(p.goals, g)
	return true
}

// tick is the game's shortest time, in seconds (Minecraft Wiki, "Tick").
const tick = 0.05

// duration reads "for 30 seconds", "5 minutes".
func (p *parser) duration() (float64, bool) {
	start := p.at
	p.skip("for")
	n := 0.0
	if p.skip("half a", "half an") {
		n = 0.5
	} else if got, ok := p.digits(); ok {
		n = got
	} else if got, ok := p.numberInWords(); ok {
		n = got
	}
	unit := 0.0
	switch p.peek() {
	case "tick", "ticks":
		unit = tick
	case "second", "seconds", "sec", "secs", "s":
		unit = 1
	case "minute", "minutes", "min", "mins", "m":
		unit = 60
	case "hour", "hours", "h":
		unit = 3600
	case "":
		if n >= 1 && p.said == "wait" {
			p.at--
			unit = 1 // wait 10
		}
	}
	if unit == 0 || n <= 0 || n*unit > 86_400 {
		p.at = start
		return 0, false
	}
	p.at++
	return n * unit, true
}

func (p *parser) interact() bool {
	p.skip("the", "a", "on")
	n, ok := p.noun(true)
	if !ok {
		return false
	}
	g := Goal{Kind: Interact, Name: n.Name, Items: n.Items, Count: 1}
	p.place(&g)
	p.goals = append(p.goals, g)
	return true
}

func (p *parser) kill() bool {
	from := p.at
	all := p.all()
	a := p.amount()
	p.skipLongest(leads)
	count := a.of(64, false)
	if all {
		count = allNear
	}
	if strings.HasPrefix(p.said, "hunt") && p.skip("food", "meat") { // what is hunted is eaten
		n := p.r.Items["meat"]
		p.goals = append(p.goals, Goal{Kind: Get, Name: n.Name, Items: n.Items, Count: count})
		return true
	}
	got, ok := p.wholeMob()
	if !ok && !noThings[p.peek()] && !noNames[p.peek()] {
		got, ok = p.nearMob(1)
	}
	if !ok {
		return false
	}
	if p.peek() == "until" || p.peek() == "till" { // kill spiders until you have 10 string
		var n lexicon.Meaning
		until, ok := p.untilAfter(&n)
		if !ok || a.given || len(n.Items) == 0 || !p.r.gives(got.Name, n.Items) {
			return false
		}
		p.put(Goal{Kind: Get, Name: n.Name, Items: n.Items, Count: until.of(p.r.stack(n), paired(n)), From: got.Name})
		return true
	}
	if ok {
		if !a.given && !all {
			if a, ok = p.timesAfter(); ok {
				count = a.of(64, false)
			} else {
				count, ok = p.horde(got, from), true
			}
		}
		count *= p.often()
		p.goals = append(p.goals, Goal{Kind: Kill, Name: got.Name, Items: got.Items, Count: count, All: all})
	}
	return ok
}

// give reads "give Steve 3 diamonds", "give 3 diamonds to Steve", "bring me 5
// torches" and "drop 3 dirt".
func (p *parser) give() bool {
	g := Goal{Kind: Give}
	if plural, ok := p.pronoun(); ok {
		return p.hand(plural, "")
	}
	if p.skip("away", "down"); p.skip("me", "us", "to me", "to us") {
		g.To = "me"
	} else if !p.nounAhead() && !p.amountAhead() && p.giveName() {
		g.To, _ = p.who()
	}
	if g.To != "" {
		if plural, ok := p.pronoun(); ok {
			return p.hand(plural, g.To)
		}
	}
	g.All = p.all()
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.Set != nil {
		return false
	}
	if !a.given {
		if times, ok := p.timesAfter(); ok {
			a = times
		}
	}
	g.Name, g.Items, g.Count = n.Name, n.Items, a.of(p.r.stack(n), paired(n))
	if n.Factor > 0 {
		g.Count *= n.Factor
	}
	g.Count *= p.often()
	if g.All {
		p.skipLongest(heldWords)
	}
	if !p.receiver(g) {
		return false
	}
	if last := &p.goals[len(p.goals)-1]; last.To == "" && !last.All && (p.kind == Throw || p.said == "throw" || p.said == "toss") {
		if thrown(p.r.Version, last.Items[0]) {
			last.Kind = Throw
			return true
		}
		if p.kind == Throw {
			return false
		}
	}
	// "Throw away dirt" is about the dirt there is.
	if last := &p.goals[len(p.goals)-1]; last.To == "" && !a.given && dropVerbs[p.said] {
		last.All, last.Count = true, 1
	}
	return true
}

// hand gives what was just named or made.
func (p *parser) hand(plural bool, to string) bool {
	list := p.lastThings(plural, p.r.product, func(Goal) bool { return true })
	if list == nil {
		return false
	}
	begun := len(p.goals)
	for i, g := range list {
		g.Kind, g.Refers, g.To = Give, true, to
		if i == 0 {
			if !p.receiver(g) {
				return false
			}
			continue
		}
		g.To = p.goals[begun].To
		p.put(g)
	}
	return true
}

// giveName says that a name and then a thing follow: "Steve 3 diamonds".
func (p *parser) giveName() bool {
	old := p.at
	defer func() { p.at = old }()
	if _, ok := p.who(); !ok {
		return false
	}
	if _, ok := p.pronoun(); ok {
		return true
	}
	a := p.amount()
	return a.given || p.nounAhead() || p.peek() == "all"
}

func (p *parser) receiver(g Goal) bool {
	if p.skip("away", "down") {
		p.skip("to")
	}
	if g.To == "" && p.skip("to", "over to", "for", "back to") {
		to, ok := p.who()
		if !ok {
			return false
		}
		g.To = to
		for i := p.from; i < len(p.goals); i++ { // give 3 diamonds and 5 bread to Alex
			if p.goals[i].Kind == Give && p.goals[i].To == "" {
				p.goals[i].To = to
			}
		}
	}
	if g.Count > maxCount {
		return false
	}
	if g.To == "" && bringVerbs[p.said] {
		p.brought = append(p.brought, len(p.goals))
	}
	p.goals = append(p.goals, g)
	return true
}

// bringVerbs are about who speaks, when nobody is named.
var bringVerbs = wordSet("bring deliver")

// articles before a thing add nothing.
var articles = newPhrases("a", "an", "the", "the nearest", "nearest", "the closest", "my", "your")
