package goalread

import (
	"strings"

	"github.com/minehand/minehand/game"
)

// parser works through the words of one text.
type parser struct {
	r     *Reader
	text  string
	words []string
	at    int
	goals []Goal
	// kind is the verb that still holds: "get 3 logs and 2 torches".
	kind Kind
	verb bool
}

// maxGoals bounds the goals of one text.
const maxGoals = 40

// Read reads a goal whole, or returns an *game.UnreadableError.
func (r *Reader) Read(text string) (Reading, error) {
	if len(text) > maxText {
		return Reading{}, &game.UnreadableError{Text: text[:60] + "...", Nearest: []string{"get 3 diamonds"}}
	}
	p := &parser{r: r, text: text, words: tokens(text)}
	if !p.read() || len(p.goals) == 0 {
		return Reading{}, &game.UnreadableError{Text: text, Nearest: r.nearest(p)}
	}
	return Reading{Goals: p.goals}, nil
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
		if len(p.goals) >= maxGoals {
			return false
		}
		kind, ok := p.verbHere()
		switch {
		case ok:
			p.kind, p.verb = kind, true
		case p.kind == "":
			p.kind = Get
		case !opened && len(p.goals) > 0:
			return false
		}
		p.open2()
		if !p.clause() {
			return false
		}
		for p.skipLongest(closers) {
		}
	}
}

// open skips what stands between and before goals and reports whether there
// was something.
func (p *parser) open() bool {
	start := p.at
	for p.at < len(p.words) && (connectors[p.peek()] || p.skipLongest(openers)) {
		if connectors[p.peek()] {
			p.at++
		}
	}
	return p.at > start
}

// open2 skips what stands between a verb and its thing.
func (p *parser) open2() {
	if p.kind == Get || p.kind == Craft || p.kind == Mine {
		p.skip("me some", "us some", "yourself", "me", "us", "for me")
		if p.words[max(p.at-1, 0)] == "some" {
			p.at--
		}
	}
}

// verbHere reads the longest verb at hand, or the one that a misspelt word is
// nearest to.
func (p *parser) verbHere() (Kind, bool) {
	for n := 3; n >= 1; n-- {
		if p.at+n > len(p.words) {
			continue
		}
		if k, ok := verbs[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			if (k == Goto && n == 1) && p.at+1 < len(p.words) {
				if _, verb := verbs[p.words[p.at+1]]; verb && p.words[p.at] == "go" {
					p.at++ // go mine
					return p.verbHere()
				}
			}
			p.at += n
			return k, true
		}
	}
	w := p.peek()
	if len(w) < 3 || isNumber(w) || p.nounAhead() {
		return "", false
	}
	best, bestKind, tie := 3, Kind(""), false
	for v, k := range verbs {
		if len(v) < 3 || strings.Contains(v, " ") {
			continue
		}
		d := distance(w, v, 2)
		if d > 1 && len(w) < 6 || w[0] != v[0] || len(w) < 5 && !swapped(w, v) && len(v) == len(w) {
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
		p.goals = append(p.goals, Goal{Kind: Sleep})
		return true
	case Wait:
		s, ok := p.duration()
		if ok {
			p.goals = append(p.goals, Goal{Kind: Wait, Seconds: s})
		}
		return ok
	case Interact:
		return p.interact()
	case Kill:
		return p.kill()
	case Eat:
		return p.eat()
	case Give:
		return p.give()
	}
	return p.things()
}

func (r *Reader) stack(n noun) int {
	if it, ok := r.v.Item(n.items[0]); ok {
		return it.Stack
	}
	return 64
}

// noun reads the longest thing at hand, else the one nearest to the words up
// to the next connector.
func (p *parser) noun(blocks bool) (noun, bool) {
	p.skip("of", "the", "my", "some")
	maps := []map[string]noun{p.r.items, p.r.blocks}
	if blocks {
		maps = []map[string]noun{p.r.blocks, p.r.items}
	}
	if got, ok := p.exact(maps); ok {
		return got, true
	}
	if p.skipLongest(unitWords) {
		if got, ok := p.exact(maps); ok {
			return got, true
		}
	}
	return p.near(maps)
}

// unitWords stand before a thing and add nothing.
var unitWords = []string{"pieces of", "piece of", "blocks of", "block of", "units of", "bits of", "items of"}

// exact reads the longest phrase at hand that has a meaning.
func (p *parser) exact(maps []map[string]noun) (noun, bool) {
	for n := min(maxWords, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		for _, m := range maps {
			if got, ok := m[phrase]; ok {
				p.at += n
				p.skipBlockWord(phrase)
				return got, true
			}
		}
	}
	return noun{}, false
}

// skipBlockWord passes over "blocks" in "10 dirt blocks".
func (p *parser) skipBlockWord(phrase string) {
	if !strings.Contains(phrase, "block") {
		p.skip("blocks", "block", "items", "item")
	}
}
