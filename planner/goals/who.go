// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/book"
)

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
		verb(w) == "" && !number && !isNumber(w) && r.Structures[w] == "" && !placeWords[w]
}

// noNames are words that are nobody's name.
var noNames = wordSet("my your our his back him her it you someone there here somebody everyone everybody anyone anybody nobody spawn nether end overworld village home bed sleep hell to the this that these those")

// who reads a player's or mob's name.
func (p *parser) who() (string, bool) {
	p.skip("my friend", "my buddy", "my brother", "my sister", "our friend")
	article := p.skip("the", "a", "that", "this")
	if p.skip("player") {
		article = false
	}
	w := p.peek()
	if w == "" || connectors[w] || isNumber(w) || noNames[w] && (w != "him" && w != "her" || p.lastPlayer() == "") || refusals[w] || questions[w] {
		return "", false
	}
	switch w {
	case "me", "us", "myself":
		p.at++
		return "me", true
	case "him", "her", "them":
		if to := p.lastPlayer(); to != "" {
			p.at++
			return to, true
		}
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

// lastPlayer is the player that the goals before were about last, empty for none:
// "go to Yuki and give her 2 diamonds".
func (p *parser) lastPlayer() string {
	for i := len(p.goals) - 1; i >= 0; i-- {
		g := p.goals[i]
		switch g.Kind {
		case Goto, Follow, Look, Give:
		default:
			continue
		}
		if _, mob := p.r.Version.Mob(g.To); g.To != "" && g.To != "me" && !mob && !game.KnownWorld(g.To) {
			return g.To
		}
	}
	return ""
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

// who names the player that a goal means; "me" is who asks in the game, else the
// body's owner.
func (d *drafter) who(g Goal) (string, error) {
	if g.To != "me" {
		return g.To, nil
	}
	if s := d.Request.Settings.Speaker; s != "" {
		return s, nil
	}
	if o := d.Request.Body.Owner; o != "" {
		return o, nil
	}
	if n := d.Request.State.Nearby; n != nil && len(n.Players) == 1 {
		return n.Players[0].Name, nil
	}
	if d.alone() {
		return "", &game.ImpossibleError{Reason: "Nobody else is in this world, so nobody can be meant by \"me\""}
	}
	named := strings.Replace(g.Words(), " me", " Steve", 1)
	if d.Request.Body.ID == "" { // asked apart from any body
		return "", book.BadQuestion("there is no player here who could be meant by \"me\"; name the player: %q", named)
	}
	return "", &game.ImpossibleError{Reason: fmt.Sprintf("Nobody told this body who its owner is; name the player: %q", named)}
}
