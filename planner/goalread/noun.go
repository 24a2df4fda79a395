package goalread

import "strings"

// stack is the stack size of what a phrase stands for.
func (r *Reader) stack(n noun) int {
	if it, ok := r.v.Item(n.items[0]); ok {
		return it.Stack
	}
	return 64
}

// paired says that a thing is called a pair: boots, leggings, shears.
func (n noun) paired() bool {
	for _, end := range [...]string{"boots", "leggings", "shears"} {
		if len(n.items) > 0 && strings.HasSuffix(n.items[0], end) {
			return true
		}
	}
	return false
}

// leads before a thing add nothing.
var leads = []string{"of", "the", "my", "your", "some", "nearest", "closest", "nearby", "actual", "real", "the nearest", "the closest", "that", "this", "these", "those"}

// noun reads the longest thing at hand, else the one nearest to the words up
// to the next connector.
func (p *parser) noun(blocks bool) (noun, bool) {
	n, ok := p.anyNoun(blocks)
	if ok {
		p.skipLongest(kindWords)
	}
	return n, ok
}

// kindWords behind a thing add nothing.
var kindWords = []string{"of any kind", "of any sort", "of any type", "of any color", "of any colour", "of any wood"}

func (p *parser) anyNoun(blocks bool) (noun, bool) {
	maps := []map[string]noun{p.r.items, p.r.blocks}
	if blocks {
		maps = []map[string]noun{p.r.blocks, p.r.items}
	}
	if got, ok := p.whole(maps); ok {
		return got, true
	}
	for p.skipLongest(leads) {
		if got, ok := p.whole(maps); ok {
			return got, true
		}
	}
	if p.skipLongest(unitWords) {
		p.skipLongest(leads)
		if got, ok := p.whole(maps); ok {
			return got, true
		}
	}
	return p.near(maps, 1)
}

// whole reads an exact phrase, or a misspelt longer one when a word is left
// over behind it: "iron pickax" is no iron.
func (p *parser) whole(maps []map[string]noun) (noun, bool) {
	return p.wholeIn(p.r.phrases, maps)
}

func (p *parser) wholeIn(list *spellings, maps []map[string]noun) (noun, bool) {
	start := p.at
	got, ok := p.exact(maps)
	if !ok || !p.leftOver() || p.outfitAhead(got) {
		return got, ok
	}
	end := p.at
	p.at = start
	if longer, ok := p.nearIn(list, maps, end-start+1); ok {
		return longer, true
	}
	p.at = end
	return got, true
}

// followers may stand behind a thing.
var followers = wordSet("at in into inside from out to on onto down for x with around everywhere nearest as or until till")

// leftOver says that the next word belongs to nothing that is known to follow a
// thing.
func (p *parser) leftOver() bool {
	w := p.peek()
	return w != "" && !connectors[w] && !isNumber(w) && !followers[w] && verbs[w] == "" && !p.closed()
}

// unitWords stand before a thing and add nothing.
var unitWords = []string{"pieces of", "piece of", "blocks of", "block of", "units of", "bits of", "items of", "units", "pieces", "loaves of", "loaf of", "chunks of", "chunk of"}

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
