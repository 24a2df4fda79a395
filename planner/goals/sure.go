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

// What is meant is not always what is said. A reading is sure only where the
// words leave nothing open; where they do it is a guess that somebody has to
// agree to, with the words in question and what they were taken for.

// unsure makes the reading a guess about the words since from.
func (p *parser) unsure(from int, as string) {
	if p.exactly || from >= p.at {
		return
	}
	p.respell(from, p.at-from, as)
}

// definite are the words that point to what was named or is at hand.
var definite = wordSet("the its their those these that this his her")

// nearestWords make one of several the thing that is pointed to.
var nearestWords = wordSet("nearest closest nearby")

// pointsTo says that the words since from point to a thing of the sentence or of
// the world: "the iron", "their leather".
func (p *parser) pointsTo(from int) bool {
	words := p.words[from:p.at]
	return slices.ContainsFunc(words, func(w string) bool { return definite[w] }) && !slices.ContainsFunc(words, func(w string) bool { return nearestWords[w] })
}

// brought is so many of some things that a goal is about, makes or leaves; sure
// says that no fewer come of it.
type brought struct {
	items []string
	count int
	sure  bool
	left  bool // by what is killed
}

// brings are what a goal is about, makes or leaves.
func (r *Reader) brings(g Goal) []brought {
	if g.Kind == Kill {
		var out []brought
		for _, id := range g.Items {
			m, _ := r.Version.Mob(id)
			for _, d := range m.Drops {
				left := []string{d.Item}
				if slices.Contains(r.Items["wool"].Items, d.Item) {
					left = r.Items["wool"].Items
				}
				out = append(out, brought{left, g.Count, !g.All && (d.Min > 0 && d.Chance == 1 || r.alwaysLeft(id, d.Item)), true})
			}
		}
		return out
	}
	made := r.product(g)
	if len(made.Items) == 0 {
		return nil
	}
	out := []brought{{made.Items, g.Count, !g.All, g.Left}}
	if g.Kind != Mine {
		return out
	}
	for _, id := range g.Items {
		b, ok := r.Version.Block(id)
		if !ok {
			continue
		}
		drops, each := b.MainDrops()
		out = append(out, brought{drops, g.Count * max(each, 1), !g.All && each > 0, false})
	}
	return out
}

// alwaysLeft says that an item is the food of a mob, of which each that is killed
// leaves one at least.
func (r *Reader) alwaysLeft(mob, item string) bool {
	n, ok := r.dropped([]string{mob})
	return ok && slices.Contains(n.Items, item)
}

// molts adds what comes out of a furnace for what is brought.
func (r *Reader) molts(list []brought) []brought {
	for _, b := range slices.Clone(list) {
		for _, id := range b.items {
			if sm, ok := r.Version.SmeltingOf(id); ok {
				list = append(list, brought{[]string{sm.Output}, b.count, b.sure, b.left})
			}
		}
	}
	return list
}

// meant is what the last goals that brought one of some items brought of them.
func (p *parser) meant(items []string) (b brought, ok bool) {
	end := p.from
	for k := len(p.groups) - 1; k >= 0; k-- {
		start := p.groups[k]
		if start >= end {
			continue
		}
		b.sure = true
		for _, g := range p.goals[start:end] {
			list := p.r.brings(g)
			if p.kind == Smelt {
				list = p.r.molts(list)
			}
			for _, one := range list {
				common := slices.DeleteFunc(slices.Clone(one.items), func(i string) bool { return !slices.Contains(items, i) })
				if len(common) == 0 {
					continue
				}
				ok = true
				b.items, b.count, b.sure, b.left = append(b.items, common...), b.count+one.count, b.sure && one.sure, b.left || one.left
				break
			}
		}
		if ok {
			return b, true
		}
		end = start
	}
	return b, false
}

// pointedAt is how many of a thing without a number are meant that the words since
// from point to, and which of several alternatives; 0 when they do not. What they
// leave open makes the reading a guess.
func (p *parser) pointedAt(n lexicon.Meaning, from int) (lexicon.Meaning, int) {
	p.left = false
	if !p.pointsTo(from) || n.Set != nil || n.Factor > 0 && p.from == 0 || paired(n) || p.kind == Place && (p.stores() || len(n.Items) > 0 && p.r.wearable(n.Items[0])) {
		return n, 0
	}
	w := p.words[p.at-1]
	several := p.r.plural(w) || severalWord(w) && !p.r.Outfit(n.Name)
	if filled := p.filledBefore(n); filled != "" {
		return lexicon.Meaning{Name: filled, Items: []string{filled}}, 1
	}
	b, ok := p.meant(n.Items)
	if !ok {
		if count := p.few(n); several && count > 1 && p.opens() {
			p.unsure(from, p.r.counted(count, n))
			return n, count
		}
		return n, 1
	}
	if len(b.items) == 1 && len(n.Items) > 1 {
		n = lexicon.Meaning{Name: b.items[0], Items: b.items}
	}
	count := b.count
	if !several && p.kind != Smelt && p.kind != Eat {
		count = 1
	}
	p.left = b.left && count == b.count
	if count > 1 && !b.sure || count != b.count {
		p.unsure(from, p.r.counted(count, n))
	}
	return n, count
}

// filledBefore is the full bucket that "the bucket" is after a goal that fills it;
// empty for none.
func (p *parser) filledBefore(n lexicon.Meaning) string {
	if len(n.Items) != 1 || n.Items[0] != "bucket" || len(p.goals) == 0 {
		return ""
	}
	made := p.r.product(p.goals[len(p.goals)-1])
	if len(made.Items) != 1 || !strings.HasSuffix(made.Items[0], "_bucket") {
		return ""
	}
	return made.Items[0]
}

// cookedBefore is what came of a raw food that was cooked before, for a verb that
// does something with it: "cook 3 beef and eat the beef".
func (p *parser) cookedBefore(n lexicon.Meaning, from int) lexicon.Meaning {
	switch p.kind {
	case Eat, Give, Deposit, Place:
	default:
		return n
	}
	if !p.pointsTo(from) || len(n.Items) == 0 || !p.r.eaten(n.Items[0]) || slices.Contains(p.words[from:p.at], "raw") {
		return n
	}
	for i := p.from - 1; i >= 0; i-- {
		g := p.goals[i]
		about := slices.ContainsFunc(g.Items, func(id string) bool { return slices.Contains(n.Items, id) })
		if about && g.Kind == Smelt && !g.Product {
			made := p.r.molten(g)
			return lexicon.Meaning{Name: made.Name, Items: made.Items}
		}
		if about {
			break
		}
	}
	return n
}

// cookedToo adds what came of a raw food that was cooked before to all of it: "cook 2
// beef and drop all the beef".
func (p *parser) cookedToo(n lexicon.Meaning) lexicon.Meaning {
	if len(n.Items) != 1 {
		return n
	}
	for _, g := range p.goals[:p.from] {
		if g.Kind == Smelt && !g.Product && slices.Equal(g.Items, n.Items) {
			made := p.r.molten(g).Items
			return lexicon.Meaning{Name: anyOf(slices.Concat(n.Items, made)), Items: slices.Concat(n.Items, made)}
		}
	}
	return n
}

// opens says that the verb at hand is about so many of a thing that none can be
// told by the thing alone.
func (p *parser) opens() bool {
	switch p.kind {
	case Mine, Smelt, Place, Get, Craft, Eat, Plant:
		return true
	case Give:
		return p.goesTo()
	default:
		return false
	}
}

// stores says that what is put goes into something.
func (p *parser) stores() bool {
	return p.peek() == "in" || p.peek() == "into" || p.peek() == "inside" || p.peek() == "to" && p.containerAhead(1)
}

// goesTo says that what is given goes to somebody: without, all of it is thrown
// away.
func (p *parser) goesTo() bool { return !dropVerbs[p.said] || p.peek() == "to" }

// counted is a number of a thing as a player says it.
func (r *Reader) counted(n int, m lexicon.Meaning) string {
	return strings.TrimPrefix(Goal{Kind: Get, Name: m.Name, Items: m.Items, Count: n}.Words(), "get ")
}

// few is how many of a thing are a useful amount where a plural has no number.
func (p *parser) few(n lexicon.Meaning) int {
	if p.kind == Eat {
		return 1
	}
	stack := p.r.stack(n)
	makes := 0
	for _, id := range n.Items[:1] {
		for _, rc := range p.r.Version.Recipes(id) {
			if unpacks := len(rc.Ingredients) == 1 && rc.Ingredients[0].Count == 1 && rc.Count == 9; !unpacks {
				makes = max(makes, rc.Count)
			}
		}
	}
	count := max(fewThings, makes)
	if p.kind == Mine || p.kind == Smelt || p.kind == Plant {
		count = someThings
	}
	return max(min(count, stack), 1)
}

// numbers says that each number of the text is one of the reading: none of them
// was passed over. When one was, at is its word.
func (p *parser) numbers() (at int, ok bool) {
	q := &parser{r: p.r, text: p.text, words: p.words, spans: p.spans, exactly: true}
	for q.at < len(q.words) {
		from := q.at
		a, alone := amount{n: 1}, 0.0
		if w := q.peek(); !isNumber(w) && w != "x" && !quantities[w] {
			q.at++
			continue
		}
		if n, err := strconv.ParseFloat(q.peek(), 64); err == nil && isNumber(q.peek()) {
			a.n, a.given, alone = n, true, n
		}
		switch {
		case q.quantity(&a):
		case q.skip("twice"):
			a.n, a.given = 2, true
		case q.skip("thrice"):
			a.n, a.given = 3, true
		default:
			q.at = from + 1
		}
		if !a.given || a.some || a.utmost || a.n == 1 || p.says(a.n, p.spans[from]) || alone != 0 && p.says(alone, p.spans[from]) || p.beside(from) {
			continue
		}
		return from, false
	}
	return 0, true
}

// quantities are the words that a quantity may begin with.
var quantities = func() map[string]bool {
	m := wordSet("twice thrice")
	for phrase := range said {
		m[strings.Fields(phrase)[0]] = true
	}
	for w := range numberWords {
		m[w] = true
	}
	for w := range scaleWords {
		m[w] = true
	}
	return m
}()

// beside says that a number is one of an ingredient or of what is held for a
// goal, which its own words bind, or part of a thing's name.
func (p *parser) beside(at int) bool {
	if k := p.spans[at].at; k > 0 && (p.text[k-1] == '_' || p.spans[at].word != "" && at > 0 && p.spans[at-1].end == k && isName(p.text[p.spans[at-1].at:p.spans[at].end])) {
		return true // Steve_01
	}
	if at > 0 && stepWords[p.words[at-1]] && (at < 2 || connectors[p.words[at-2]]) && at+1 < len(p.words) {
		return true // task 2: get 3 logs
	}
	for k := at - 1; k >= 0 && k > at-12; k-- {
		for _, list := range [...]phrases{materialWords, withWords, givenWords, statedWords, untilWords} {
			q := *p
			if q.at = k; q.longest(list) > 0 {
				return true
			}
		}
	}
	for from := max(0, at-lexicon.MaxWords+1); from <= at; from++ {
		for end := at + 1; end <= min(len(p.words), from+lexicon.MaxWords); end++ {
			if phrase := strings.Join(p.words[from:end], " "); end-from > 1 && (p.r.Items[phrase].Items != nil || p.r.Blocks[phrase].Items != nil) {
				return true
			}
		}
	}
	return false
}

// untilWords lead to a number that another goal is about.
var untilWords = newPhrases("until", "till")

// says tells that a number of the text is one of the goals of its clause, or of
// any when it is in none.
func (p *parser) says(n float64, at token) bool {
	in, said := false, false
	for _, g := range p.goals {
		own := g.Span == (game.Span{}) || at.at >= g.Span.From && at.end <= g.Span.To
		in, said = in || own, said || own && g.says(n)
	}
	return said || !in && slices.ContainsFunc(p.goals, func(g Goal) bool { return g.says(n) })
}

// says tells that a number is one of the goal's.
func (g Goal) says(n float64) bool {
	if g.Kind == Say {
		return true
	}
	for _, own := range [...]int{g.Count, g.Size[0], g.Size[1], g.Keep} {
		f := float64(own)
		if own > 0 && (f == n || n > 0 && math.Mod(f, n) == 0) {
			return true
		}
	}
	for _, unit := range [...]float64{1, 60, 3600, tick} {
		if g.Seconds > 0 && math.Abs(g.Seconds-n*unit) < tick {
			return true
		}
	}
	if g.At != nil && (math.Floor(n) == float64(g.At.X) || math.Floor(n) == float64(g.At.Y) || math.Floor(n) == float64(g.At.Z)) {
		return true
	}
	return false
}

// made says that an item is made: crafted, cut, smithed or brought out of a
// furnace.
func (r *Reader) made(item string) bool {
	v := r.Version
	return len(v.Recipes(item)) > 0 || len(v.SmithingTo(item)) > 0 || len(v.SmeltingTo(item)) > 0 || len(v.CutsTo(item)) > 0 || len(v.InteractionsTo(item)) > 0
}

// shared looks at a thing since from that may have its noun in common with the
// next: the swords of "stone and iron swords". ok is false when nobody can tell
// how many of each are meant.
func (p *parser) shared(n lexicon.Meaning, from int, a *amount) (lexicon.Meaning, bool) {
	if p.peek() != "and" && p.peek() != "," && p.peek() != "or" {
		return n, true
	}
	next := *p
	next.at++
	next.skip("and", "or")
	start := next.at
	own := next.amount()
	begin := next.at
	other, ok := next.exact([]lexicon.Table{p.r.Items, p.r.Blocks})
	if !ok || own.more {
		return n, true
	}
	for k := begin + 1; k < next.at; k++ {
		for first := from; first < p.at; first++ {
			whole := strings.Join(append(slices.Clone(p.words[first:p.at]), p.words[k:next.at]...), " ")
			like, known := p.r.Items[whole]
			if !known || like.Name == other.Name && like.Factor == other.Factor {
				continue
			}
			if a.given && a.of(1, true) > 1 && start == begin && p.peek() != "or" {
				return n, false // 10 oak and birch logs
			}
			if like.Name == n.Name && !a.given && start == begin && p.r.plural(p.words[next.at-1]) && p.several() { // oak and birch logs
				a.n, a.given = float64(p.few(n)), true
			}
			if like.Name == n.Name && like.Factor == n.Factor {
				return n, true
			}
			if like.Set != nil {
				return n, false
			}
			p.unsure(from, whole)
			return like, true
		}
	}
	return n, true
}

// likewise has the things of a list be of the material that is said at its end:
// "a sword and an axe out of iron".
func (p *parser) likewise() bool {
	if p.at == 0 {
		return true // a word that points to what was named
	}
	last := len(p.goals) - 1
	word := p.words[p.at-1]
	for i := p.from; i < last && p.r.Outfit(p.goals[last].Name); i++ {
		g := &p.goals[i]
		made, ok := p.r.OfWord(lexicon.Meaning{Name: g.Name, Items: g.Items}, word)
		if !ok || g.Kind != p.goals[last].Kind {
			continue
		}
		g.Name, g.Items = made.Name, made.Items
		p.respell(p.at-1, 1, "all of "+word)
	}
	return true
}

// foundMob is the mob that was just looked for, when a word for it comes next:
// "find a cow and milk it".
func (p *parser) foundMob() (n lexicon.Meaning, count int, ok bool) {
	if len(p.goals) == 0 || p.from == 0 {
		return n, 0, false
	}
	last := p.goals[len(p.goals)-1]
	if living[last.Kind] && p.groups[len(p.groups)-2] == len(p.goals)-1 && !last.All {
		return p.sameMobs(last)
	}
	if last.Kind == Look || last.Kind == Goto { // look at the cow and kill it
		if _, mob := p.r.Version.Mob(last.To); mob && p.skip("it") {
			return lexicon.Meaning{Name: last.To, Items: []string{last.To}}, 1, true
		}
		return n, 0, false
	}
	if _, mob := p.r.Version.Mob(last.Name); last.Kind != Find || !mob || !p.skip("it") {
		return n, 0, false
	}
	return lexicon.Meaning{Name: last.Name, Items: last.Items}, 1, true
}

// living are the goals whose mobs are there afterwards.
var living = map[Kind]bool{Breed: true, Shear: true, Milk: true}

// sameMobs reads "it", "them", "one of them" for the mobs of the goal before: "breed 2
// cows and milk one".
func (p *parser) sameMobs(last Goal) (n lexicon.Meaning, count int, ok bool) {
	next := *p
	plural, ok := next.pronoun()
	switch count = last.Count; {
	case !ok, next.share < 0, next.share > last.Count, !plural && count > 1, !next.ends() && !next.endsHere():
		return n, 0, false
	case next.share > 0:
		count = next.share
	}
	p.at = next.at
	return lexicon.Meaning{Name: last.Name, Items: last.Items}, count, true
}

// foundFirst takes what is looked for only to be dug as part of the digging:
// "find diamonds and mine 3 of them".
func (p *parser) foundFirst() {
	for k := len(p.goals) - 1; k > 0; k-- {
		g := p.goals[k]
		if g.Kind != Mine && g.Kind != Kill {
			continue
		}
		p.goals = slices.DeleteFunc(p.goals, func(f Goal) bool { return f.found && f.Name == g.Name })
		k = min(k, len(p.goals))
	}
}
