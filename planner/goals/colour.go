// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// A colour may stand behind its thing: "a bed of red colour", "wool, blue", "3 beds,
// red ones". It binds where the thing has that colour.

// colourLeads lead to a colour, colourEnds follow it.
var (
	colourLeads = newPhrases("of", "in", "of color", "of colour", "of the color", "of the colour", "in color", "in colour", "in the color", "in the colour", "color", "colour", "with color", "with colour", "with the color", "with the colour", "with", "with a", "that is", "that are", "thats", "which is", ",", "of a", "in a", "colored", "coloured", "the", ", the")
	colourEnds  = newPhrases("color", "colour", "colored", "coloured", "one", "ones", "only", "color please", "colors", "colours", "in color", "in colour", "of color", "of colour")
)

// colourAhead is the colour that comes next, empty for none; it is read past.
func (p *parser) colourAhead() string {
	for n := 2; n >= 1; n-- {
		if c := p.ahead(n); c != "" && slices.Contains(p.r.Colours(), strings.ReplaceAll(c, " ", "_")) {
			p.at += n
			return strings.ReplaceAll(c, " ", "_")
		}
	}
	return ""
}

// inColour reads a colour behind a thing that has several.
func (p *parser) inColour(n lexicon.Meaning) lexicon.Meaning {
	if len(n.Items) < 2 || n.Set != nil {
		return n
	}
	next := *p
	led := next.skipLongest(colourLeads)
	comma := led && p.peek() == ","
	c := next.colourAhead()
	if c == "" {
		return n
	}
	ended := next.skipLongest(colourEnds)
	if !next.ends() && !next.endsHere() && !(led || ended) || comma && !ended && next.at < len(next.words) {
		return n
	}
	made, ok := p.r.InColour(n, c)
	if !ok || p.peek() == "with" && !ended {
		return n // a bed with red wool
	}
	p.at = next.at
	return made
}

// colourFirst reads a colour that is said before its thing with a word between:
// "color blue wool".
func (p *parser) colourFirst() (lexicon.Meaning, bool) {
	next := *p
	next.skipLongest(leads)
	led := next.skip("color", "colour", "colored", "coloured")
	c := next.colourAhead()
	if c == "" || !next.skip("color", "colour", "colored", "coloured") && !led {
		return lexicon.Meaning{}, false
	}
	next.skipLongest(leads)
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || len(n.Items) < 2 {
		return lexicon.Meaning{}, false
	}
	made, ok := p.r.InColour(n, c)
	if ok {
		p.at = next.at
	}
	return made, ok
}
