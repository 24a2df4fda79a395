package goalread

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// parser works through the words of one text.
type parser struct {
	r     *Reader
	text  string
	words []string
	spans []token
	at    int
	goals []Goal
	// kind is the verb that still holds: "get 3 logs and 2 torches". said is the
	// verb as it was typed, from the goal that it began with.
	kind Kind
	said string
	from int
	// exactly says that nothing is taken for misspelt.
	exactly bool
	// gerund says that the words before ask for one: "would you mind getting".
	gerund bool
}

// maxGoals bounds the goals of one text.
const maxGoals = 40

// Read reads a goal whole. Errors: *game.UnreadableError, or
// *game.ImpossibleError for a thing that only newer versions have.
func (r *Reader) Read(text string) (Reading, error) {
	if len(text) > maxText {
		return Reading{}, &game.UnreadableError{Text: strings.ToValidUTF8(text[:60], "") + "...", Nearest: []string{"get 3 diamonds"}}
	}
	p, ok := r.parse(text, false)
	if !ok {
		if err := r.elsewhere(text); err != nil {
			return Reading{}, err
		}
		return Reading{}, &game.UnreadableError{Text: text, Nearest: r.nearest(p)}
	}
	return Reading{Goals: p.goals}, nil
}

// parse reads a text, exactly when nothing is to be taken for misspelt; ok says
// that it was read whole.
func (r *Reader) parse(text string, exactly bool) (p *parser, ok bool) {
	p = &parser{r: r, text: text, spans: lex(text), exactly: exactly}
	for _, t := range p.spans {
		p.words = append(p.words, t.word)
	}
	return p, p.read() && len(p.goals) > 0 && !slices.ContainsFunc(p.goals, Goal.placeless)
}

// placeless goals are about a container that nobody named: Minehand opens none.
func (g Goal) placeless() bool {
	return (g.Kind == Deposit || g.Kind == Withdraw) && g.At == nil && g.Into == ""
}

func (p *parser) peek() string {
	if p.at < len(p.words) {
		return p.words[p.at]
	}
	return ""
}

// nextAre reports whether the words from offset on are these.
func (p *parser) nextAre(offset int, words ...string) bool {
	for i, w := range words {
		if k := p.at + offset + i; k >= len(p.words) || p.words[k] != w {
			return false
		}
	}
	return true
}

func (p *parser) skip(words ...string) bool {
	for _, w := range words {
		if parts := strings.Fields(w); p.nextAre(0, parts...) {
			p.at += len(parts)
			return true
		}
	}
	return false
}

// skipLongest skips the longest of the phrases that comes next.
func (p *parser) skipLongest(phrases []string) bool {
	best := 0
	for _, ph := range phrases {
		if parts := strings.Fields(ph); len(parts) > best && p.nextAre(0, parts...) {
			best = len(parts)
		}
	}
	p.at += best
	return best > 0
}

func (p *parser) read() bool {
	for {
		opened := p.open()
		if p.at >= len(p.words) {
			return true
		}
		if len(p.goals) >= maxGoals || questions[p.peek()] {
			return false
		}
		if p.bare() {
			return true
		}
		from := p.at
		kind, ok := p.verbHere()
		switch {
		case ok:
			p.kind, p.said, p.from = kind, strings.Join(p.words[from:p.at], " "), len(p.goals)
			if rest, ok := strings.CutPrefix(p.said, "go "); ok && verbs[rest] != "" && verbs[p.said] == "" {
				p.said = rest // go find
			}
		case p.kind == "":
			p.kind = Get
		case !opened && len(p.goals) > 0 && !p.listed():
			return false
		}
		p.indirect()
		if !p.clause() {
			return false
		}
		for !p.nextAre(0, "as", "well", "as") && p.skipLongest(closers) {
		}
	}
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
		case p.skipLongest(openers):
			p.gerund = gerundOpeners[strings.Join(p.words[from:p.at], " ")]
		default:
			return p.at > start
		}
	}
	return p.at > start
}

// indirect skips for whom a thing is that need not be brought: "get me 3 logs".
func (p *parser) indirect() {
	switch p.kind {
	case Get, Craft, Mine, Smelt, Place:
		p.skip("me", "us", "yourself", "for me", "for us")
	}
}

// verbHere reads the longest verb at hand, or the one that a misspelt word is
// nearest to.
func (p *parser) verbHere() (Kind, bool) {
	for n := min(longestVerb, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		k, ok := verbs[phrase]
		if !ok && p.gerund && n == 1 {
			k, ok = gerunds[phrase]
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
		case phrase == "milk" && !p.mobAt(p.at+1), phrase == "fish" && !isNumber(next) && numberWords[next] == 0 && next != "some":
			return "", false // what cows give, and what is caught
		case phrase == "set" && next == "of":
			return "", false // set of iron tools
		case phrase == "go" && verbs[next] != "":
			p.at++ // go mine
			return p.verbHere()
		}
		p.at += n
		return k, true
	}
	w := p.peek()
	if len(w) < 3 || isNumber(w) || ordinary[w] || p.exactly || p.nounAhead() {
		return "", false
	}
	best, bestKind, tie := 3, Kind(""), false
	for v, k := range verbs {
		if len(v) < 3 || exactVerbs[v] || strings.Contains(v, " ") || w[0] != v[0] || len(w) < 5 && len(v) == len(w) && !swapped(w, v) {
			continue
		}
		d := distance(w, v, 2)
		if d > 1 && len(w) < long {
			continue
		}
		switch {
		case d < best:
			best, bestKind, tie = d, k, false
		case d == best && k != bestKind:
			tie = true
		}
	}
	if best > 2 || tie {
		return "", false
	}
	p.at++
	return bestKind, true
}

// nounAhead says that a quantity or thing begins here.
func (p *parser) nounAhead() bool {
	w := p.peek()
	if _, ok := numberWords[w]; ok {
		return true
	}
	for n := min(maxWords, len(p.words)-p.at); n >= 1; n-- {
		if _, ok := p.r.items[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			return true
		}
	}
	return false
}

func (p *parser) clause() bool {
	switch p.kind {
	case Say:
		return p.say()
	case Goto:
		return p.goTo()
	case Follow:
		return p.follow()
	case Sleep:
		p.skipLongest([]string{"in a bed", "in the bed", "in my bed", "in bed", "until morning", "till morning", "until day", "through the night", "the night"})
		p.goals = append(p.goals, Goal{Kind: Sleep})
		return true
	case Wait:
		return p.wait()
	case Interact:
		return p.interact()
	case Kill:
		return p.kill()
	case Eat:
		return p.eat()
	case Give:
		return p.give()
	case Shear, Milk, Breed:
		return p.animal()
	case Catch:
		return p.catch()
	case Plant:
		return p.plant()
	case Till:
		return p.till()
	case Grow:
		return p.grow()
	case Get:
		if strings.Contains(p.said, "fill") {
			return p.fill()
		}
		if p.find() {
			return true
		}
	case Craft, Place:
		if built, sure := p.shape(); built || sure {
			return built
		}
	}
	return p.things()
}
