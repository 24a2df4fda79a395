// SPDX-License-Identifier: MIT

package goals

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

// maxCount bounds a quantity; more than this many items no inventory holds.
const maxCount = 100_000

// amount is a quantity as it was said.
type amount struct {
	n     float64
	more  bool
	stack bool // of stacks
	some  bool // no more than a stack
	pair  bool // of pairs
	// utmost must be followed by "as you can".
	utmost bool
	given  bool
}

// of is the number of items for a thing.
func (a amount) of(stack int, paired bool) int {
	n := a.n
	switch {
	case !a.given:
		return 1
	case a.stack:
		n *= float64(stack)
	case a.some:
		n = min(n, float64(stack))
	case a.pair && !paired:
		n *= 2
	}
	return max(1, int(n))
}

// said are quantities in words, each with or without "of" behind it.
var said = func() map[string]amount {
	m := map[string]amount{}
	enter := func(a amount, phrases ...string) {
		a.given = true
		for _, p := range phrases {
			m[p] = a
		}
	}
	enter(amount{n: 0.25, stack: true}, "quarter stack", "a quarter stack", "quarter of a stack", "a quarter of a stack", "quarter a stack")
	enter(amount{n: 0.5, stack: true}, "half a stack", "a half stack", "half stack", "half of a stack", "one half stack", "one half of a stack", "one half of stack", "half of stack", "the half of a stack")
	enter(amount{n: 1, stack: true, utmost: true}, "as much", "as many")
	enter(amount{n: 16, some: true}, "enough")
	enter(amount{n: 1, stack: true}, "stack", "full stack", "a full stack", "one full stack", "a whole stack", "stack of", "a stack of", "the stack of")
	enter(amount{n: 1.5, stack: true}, "a stack and a half", "one stack and a half", "one and a half stacks")
	enter(amount{n: 2, stack: true}, "a couple stacks", "a couple of stacks", "couple stacks", "stacks of")
	enter(amount{n: 3, stack: true}, "a few stacks", "few stacks")
	enter(amount{n: 6}, "half a dozen", "half dozen", "a half dozen")
	enter(amount{n: 24}, "a couple dozen", "couple dozen", "a couple of dozen", "dozens")
	enter(amount{n: 2}, "a couple", "couple")
	enter(amount{n: 3, some: true}, "a few", "few")
	enter(amount{n: 5, some: true}, "a handful", "handful")
	enter(amount{n: 8, some: true}, "some", "several", "a bit of", "a little bit of", "a little", "sum")
	enter(amount{n: 32, some: true}, "a lot of", "a lot", "a bunch", "many", "bunch of")
	enter(amount{n: 64, some: true}, "lots", "lots of", "plenty", "loads", "tons", "a ton of", "a load of", "loads of", "tons of")
	enter(amount{n: 1, pair: true}, "a pair", "pair", "one pair")
	return m
}()

// aboutWords before a quantity add nothing.
var aboutWords = newPhrases("at least", "exactly", "about", "around", "roughly", "approximately", "the", "my", "your", "new", "only", "just", "a total of", "any", "like", "maybe", "either")

// amount reads a quantity.
func (p *parser) amount() amount {
	a := amount{n: 1}
	for {
		switch {
		case !a.given && p.named():
			return a
		case !a.given && p.skipFiller():
		case p.skip("more", "extra", "additional"):
			a.more = true
		case !a.given && p.skip("another", "an extra", "an additional", "one more"):
			a.more = true
		case !a.given && p.quantity(&a):
			p.skip("of")
		default:
			return a
		}
	}
}

// named says that what looks like a quantity begins a thing's name: "13 disc",
// "plenty pottery sherd".
func (p *parser) named() bool {
	for n := min(lexicon.MaxWords, len(p.words)-p.at); n >= 2; n-- {
		if _, ok := p.r.Items[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			return true
		}
	}
	return false
}

// skipFiller skips a word that adds nothing to a quantity, unless it begins a
// thing's name ("any log").
func (p *parser) skipFiller() bool {
	at := p.at
	if !p.skipLongest(aboutWords) {
		return false
	}
	if p.words[at] == "any" && p.at == at+1 {
		p.at = at
		return false
	}
	return true
}

// longestSaid is the longest phrase of said, in words.
const longestSaid = 5

func (p *parser) quantity(a *amount) bool {
	for n := min(longestSaid, len(p.words)-p.at); n >= 1; n-- {
		if got, ok := said[strings.Join(p.words[p.at:p.at+n], " ")]; ok && (p.peek() != "enough" || p.nextAre(1, "food")) {
			p.at += n
			got.more = a.more
			*a = got
			return true
		}
	}
	start := p.at
	if p.peek() == "x" && p.at+1 < len(p.words) && isNumber(p.words[p.at+1]) {
		p.at++
	}
	n, ok := p.digits()
	if !ok {
		n, ok = p.numberInWords()
	}
	if !ok || n <= 0 || n > maxCount {
		p.at = start
		return false
	}
	whole := n == math.Trunc(n)
	if p.words[start] != "x" {
		p.skip("x", "times")
	}
	if p.nextAre(0, "and", "a", "half") && (p.nextAre(3, "stack") || p.nextAre(3, "stacks")) {
		n, whole = n+0.5, true
		p.at += 3
	}
	switch {
	case p.skip("stacks", "stack", "full stacks", "full stack", "half stacks"):
		if whole && n >= 1 && p.words[p.at-2] == "half" && p.words[p.at-3] != "a" {
			n /= 2
		}
		a.stack = true
		if p.nextAre(0, "and", "a", "half") {
			p.at += 3
			n += 0.5
		}
		if n*64 > maxCount {
			p.at = start
			return false
		}
	case !whole:
		p.at = start
		return false
	case p.skip("pairs", "pair"):
		a.pair = true
	}
	a.n, a.given = n, true
	return true
}

// digits reads "64", "1.5", "1k", "1,000" and "2 dozen".
func (p *parser) digits() (float64, bool) {
	w := p.peek()
	if !isNumber(w) {
		return 0, false
	}
	n, err := strconv.ParseFloat(w, 64)
	if err != nil {
		return 0, false
	}
	k := p.at
	p.at++
	// A thousand's comma touches the figures on both sides.
	if p.at+1 < len(p.words) && p.words[p.at] == "," && len(p.words[p.at+1]) == 3 && isNumber(p.words[p.at+1]) && len(w) <= 3 &&
		p.spans[k].end == p.spans[p.at].at && p.spans[p.at].end == p.spans[p.at+1].at && !p.nextAre(2, ",") {
		if rest, err := strconv.Atoi(p.words[p.at+1]); err == nil && rest >= 0 {
			p.at += 2
			return n*1000 + float64(rest), true
		}
	}
	if p.peek() == "k" && p.spans[k].end == p.spans[p.at].at {
		p.at++
		return n * 1000, true
	}
	if s, ok := scaleWords[p.peek()]; ok {
		p.at++
		return n * float64(s), true
	}
	return n, true
}

var numberWords = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, //nolint:misspell // people write it
	"fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"single": 1, "thre": 3, "fiv": 5, "fife": 5, "tweny": 20, "twelf": 12,
}

// scaleWords multiply the number before them, or stand alone.
var scaleWords = map[string]int{"hundred": 100, "thousand": 1000, "dozen": 12, "dozens": 12}

// numberInWords reads "a", "twenty five", "one hundred and twenty", "two dozen".
func (p *parser) numberInWords() (float64, bool) {
	total, current, any := 0, 0, false
	for p.at < len(p.words) {
		w := p.words[p.at]
		n, unit := numberWords[w]
		scale, times := scaleWords[w]
		switch {
		case unit && (w == "a" || w == "an" || w == "single"):
			if any && w != "single" || w == "single" && current > 1 {
				return float64(total + current), true
			}
			current = 1
		case unit && n < 10 && current%10 == 0 && (current%100 >= 20 || current%100 == 0), unit && n >= 10 && current%100 == 0:
			current += n
		case times && current <= maxCount/1000 && total == 0:
			current = max(current, 1) * scale
			if scale == 1000 {
				total, current = current, 0
			}
		case w == "and" && any && (total > 0 || current >= 100) && p.at+1 < len(p.words) && numberWords[p.words[p.at+1]] > 0 && p.words[p.at+1] != "a" && p.words[p.at+1] != "an" && scaleWords[p.words[p.at-1]] >= 100:
			// one hundred and twenty
		default:
			return float64(total + current), any
		}
		any = true
		p.at++
	}
	return float64(total + current), any
}

// How many are meant where no number is said.
const (
	someThings = 8 // as "some" is
	fewThings  = 3 // as "a few" is
)

// gatherers are the verbs that are about a heap of something: "gather wood".
var gatherers = wordSet("gather collect")

// severalWord says that a word is a plural, or a noun without one: "logs",
// "sheep", "wood".
func severalWord(w string) bool { return strings.TrimPrefix(game.Counted(2, w), "2 ") == w }

// plural says that a word is another word of a name with an ending: "logs", but
// not "lapis"; of a misspelt one the ending is all that is known.
func (r *Reader) plural(w string) bool {
	if !r.Knows(w) {
		return strings.HasSuffix(w, "s")
	}
	for _, one := range [...]string{strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
		if one != w && r.Knows(one) && game.Plural(one) == w {
			return true
		}
	}
	return false
}

// pointed says that the thing from a word on is one that was meant before: "the
// sheep".
func (p *parser) pointed(from int) bool {
	return slices.ContainsFunc(p.words[from:p.at], func(w string) bool { return pointers[w] })
}

// pointers are the words that point to a thing.
var pointers = wordSet("the my your ur that this its their nearest closest another")

// unnumbered is how many of a thing are meant by the words since from, 0 for no
// more than one.
func (p *parser) unnumbered(n lexicon.Meaning, from int) int {
	w := p.words[p.at-1]
	if p.head != "" {
		w = p.head // flowers of yellow colour
	}
	if p.pointed(from) || from > 0 && (p.words[from] == "its" || p.words[from] == "their") || n.Set != nil || n.Factor > 0 || p.peek() == "or" {
		return 0
	}
	digs, seeks := p.kind == Mine || p.kind == Get, strings.HasSuffix(p.said, " for")
	switch {
	case digs && !seeks && p.r.plural(w) && p.r.gem(n.Items[0]):
		return fewThings
	case digs && gatherers[strings.TrimSuffix(p.said, " up")] && severalWord(w), p.kind == Mine && p.r.plural(w) && !seeks:
		return min(someThings, p.r.stack(n))
	case !seeks && p.r.plural(w) && p.several() && !paired(n):
		return p.few(n)
	}
	return 0
}

// several says that a plural of the verb at hand is more than one thing: "make
// torches", but not "wear boots".
func (p *parser) several() bool {
	switch p.kind {
	case Get, Craft, Smelt, Place, Plant, Throw:
		return true
	default:
		return false
	}
}

// gem says that a thing is an ore or what an ore leaves as it is used.
func (r *Reader) gem(id string) bool {
	if strings.HasSuffix(id, "_ore") {
		return true
	}
	for _, s := range r.Version.DroppedBy(id) {
		if strings.HasSuffix(s.Block, "_ore") && !s.Drop.SilkTouch {
			return true
		}
	}
	return false
}
