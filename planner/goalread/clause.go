package goalread

import (
	"strings"
)

// say takes the rest of the text as it was typed.
func (p *parser) say() bool {
	lower := strings.ToLower(p.text)
	// Find the verb again in the text: the last words read end there.
	rest, at := "", 0
	for k := 0; k < p.at; k++ {
		i := strings.Index(lower[at:], p.words[k])
		if i < 0 {
			if p.words[k] == "," || p.words[k] == "and" {
				continue
			}
			return false
		}
		at += i + len(p.words[k])
	}
	if len(lower) != len(p.text) {
		return false
	}
	rest = strings.TrimSpace(p.text[at:])
	rest = strings.TrimSpace(strings.TrimPrefix(rest, ":"))
	p.at = len(p.words)
	if n := len(rest); n >= 2 && (rest[0] == '"' || rest[0] == '\'') {
		if end := strings.IndexByte(rest[1:], rest[0]); end == n-2 {
			rest = rest[1 : n-1]
		} else if end > 0 {
			// What follows the quote is another goal.
			p.words = append(p.words[:p.at:p.at], tokens(rest[end+2:])...)
			p.text += " " // the words no longer match; a second say reads no text
			rest = rest[1 : end+1]
		}
	}
	rest = strings.Join(strings.Fields(rest), " ")
	if rest == "" || len([]rune(rest)) > 256 {
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Say, Text: rest})
	return true
}

func (p *parser) goTo() bool {
	p.skip("back")
	if p.skip("to me", "here", "over here", "me", "back") {
		p.goals = append(p.goals, Goal{Kind: Goto, To: "me"})
		return true
	}
	p.skip("to")
	p.skip("the")
	p.skip("coordinates", "coords", "position", "location", "block", "point")
	at, ok := p.position()
	if !ok {
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Goto, At: &at})
	return true
}

// who reads a player's or mob's name.
func (p *parser) who() (string, bool) {
	p.skip("the player", "player", "the", "a")
	w := p.peek()
	if w == "" || connectors[w] || isNumber(w) {
		return "", false
	}
	switch w {
	case "me", "us", "myself":
		p.at++
		return "me", true
	}
	if n, ok := p.r.mobs[w]; ok {
		p.at++
		return n.name, true
	}
	return p.asTyped(), true
}

// asTyped reads a name as it stands in the text: player names have capitals,
// digits and underscores.
func (p *parser) asTyped() string {
	for _, f := range strings.FieldsFunc(p.text, func(c rune) bool {
		return !(c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}) {
		if words := tokens(f); len(words) > 0 && p.nextAre(0, words...) {
			p.at += len(words)
			return f
		}
	}
	p.at++
	return p.words[p.at-1]
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

// duration reads "for 30 seconds", "5 minutes".
func (p *parser) duration() (float64, bool) {
	start := p.at
	p.skip("for")
	a := p.amount()
	unit := 0.0
	switch p.peek() {
	case "second", "seconds", "sec", "secs", "s":
		unit = 1
	case "minute", "minutes", "min", "mins", "m":
		unit = 60
	case "hour", "hours", "h":
		unit = 3600
	}
	if unit == 0 || !a.given || float64(a.n)*unit > 86_400 {
		p.at = start
		return 0, false
	}
	p.at++
	return float64(a.n) * unit, true
}

func (p *parser) interact() bool {
	p.skip("the", "a", "on")
	n, ok := p.noun(true)
	if !ok {
		return false
	}
	g := Goal{Kind: Interact, Name: n.name, Items: n.items, Count: 1}
	p.place(&g)
	p.goals = append(p.goals, g)
	return true
}

func (p *parser) kill() bool {
	a := p.amount()
	for n := min(maxWords, len(p.words)-p.at); n >= 1; n-- {
		if got, ok := p.r.mobs[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			p.at += n
			p.goals = append(p.goals, Goal{Kind: Kill, Name: got.name, Items: got.items, Count: a.of(1)})
			return true
		}
	}
	if got, ok := p.r.closest(p.peek(), p.r.mobList, []map[string]noun{p.r.mobs}); ok {
		p.at++
		p.goals = append(p.goals, Goal{Kind: Kill, Name: got.name, Items: got.items, Count: a.of(1)})
		return true
	}
	return false
}

func (p *parser) eat() bool {
	p.skip("up")
	if p.at >= len(p.words) || connectors[p.peek()] || p.skip("something", "some food", "food", "anything", "a meal", "dinner", "lunch", "breakfast") {
		p.goals = append(p.goals, Goal{Kind: Eat})
		return true
	}
	if p.pronoun() {
		if last := p.lastThing(); last != nil {
			p.goals = append(p.goals, Goal{Kind: Eat, Name: last.Name, Items: last.Items, Count: 1, Refers: true})
			return true
		}
		return false
	}
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.set != nil {
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Eat, Name: n.name, Items: n.items, Count: max(1, a.n)})
	return true
}

// give reads "give Steve 3 diamonds", "give 3 diamonds to Steve", "bring me 5
// torches" and "drop 3 dirt".
func (p *parser) give() bool {
	g := Goal{Kind: Give}
	if p.pronoun() {
		last := p.lastThing()
		if last == nil {
			return false
		}
		g = *last
		g.Kind, g.Refers, g.At, g.More = Give, true, nil, false
		return p.receiver(g)
	}
	if p.skip("me", "us") {
		g.To = "me"
	} else if !p.nounAhead() && !isNumber(p.peek()) && p.giveName() {
		g.To, _ = p.who()
	}
	if g.To != "" && p.pronoun() {
		last := p.lastThing()
		if last == nil {
			return false
		}
		to := g.To
		g = *last
		g.Kind, g.Refers, g.At, g.More, g.To = Give, true, nil, false, to
		return p.receiver(g)
	}
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.set != nil {
		return false
	}
	g.Name, g.Items, g.Count = n.name, n.items, a.of(p.r.stack(n))
	if n.factor > 0 {
		g.Count *= n.factor
	}
	return p.receiver(g)
}

// giveName says that a name and then a thing follow: "Steve 3 diamonds".
func (p *parser) giveName() bool {
	old := p.at
	defer func() { p.at = old }()
	if _, ok := p.who(); !ok {
		return false
	}
	if p.pronoun() {
		return true
	}
	a := p.amount()
	return a.given || p.nounAhead()
}

func (p *parser) receiver(g Goal) bool {
	if p.skip("away", "down") {
		p.skip("to")
	}
	if g.To == "" && p.skip("to", "over to", "for") {
		to, ok := p.who()
		if !ok {
			return false
		}
		g.To = to
	}
	if g.Count > maxCount {
		return false
	}
	p.goals = append(p.goals, g)
	return true
}
