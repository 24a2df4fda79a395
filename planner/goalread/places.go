package goalread

import (
	"math"
	"strconv"

	"github.com/minehand/minehand/game"
)

// defaultWait is how long "wait" is, in seconds.
const defaultWait = 30

// wait reads "wait 10 seconds", "wait a moment", "wait".
func (p *parser) wait() bool {
	s, ok := p.duration()
	if !ok {
		p.skipLongest([]string{"a bit", "a little", "a little bit", "a moment", "a sec", "a while", "some time"})
		if p.at < len(p.words) && !connectors[p.peek()] && !p.closed() || p.peek() == "," && len(p.goals) == 0 {
			return false // "wait, get wood" is said to who does something else
		}
		s = defaultWait
	}
	p.goals = append(p.goals, Goal{Kind: Wait, Seconds: s})
	return true
}

// dimensions are the worlds that a goal may name.
var dimensions = map[string]string{"the nether": "the_nether", "nether": "the_nether", "hell": "the_nether", "the end": "the_end", "end": "the_end", "end dimension": "the_end", "overworld": "overworld", "the overworld": "overworld"}

// dimension reads the name of a world when nothing belongs to it behind it.
func (p *parser) dimension() (string, bool) {
	for n := 2; n >= 1; n-- {
		if p.at+n > len(p.words) {
			continue
		}
		words := p.words[p.at]
		if n == 2 {
			words += " " + p.words[p.at+1]
		}
		if d, ok := dimensions[words]; ok && (p.at+n == len(p.words) || connectors[p.words[p.at+n]]) {
			p.at += n
			return d, true
		}
	}
	return "", false
}

// leastBare: a text of three numbers is a place when one of them has as many
// figures; "1 2 3" is no goal.
const leastBare = 2

// bare reads a text that is a place and nothing else.
func (p *parser) bare() bool {
	if p.at != 0 || !isNumber(p.peek()) && p.peek() != "x" {
		return false
	}
	start := p.at
	at, ok := p.position()
	figures := 0
	for _, c := range [...]int{at.X, at.Y, at.Z} {
		figures = max(figures, len(strconv.Itoa(max(c, -c))))
	}
	if !ok || p.at < len(p.words) || figures < leastBare {
		p.at = start
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Goto, At: &at})
	return true
}

// flat reads a place without its height: "100 200", "x=10, z=20".
func (p *parser) flat() (game.Pos, bool) {
	start := p.at
	var c [2]int
	for i := range c {
		if i > 0 {
			p.skip(",")
		}
		p.skip([]string{"x", "z"}[i])
		f, err := strconv.ParseFloat(p.peek(), 64)
		if err != nil || !isNumber(p.peek()) || math.Abs(f) > game.MaxCoordinate {
			p.at = start
			return game.Pos{}, false
		}
		c[i] = int(math.Floor(f))
		p.at++
	}
	if p.at < len(p.words) && !connectors[p.peek()] && !p.closed() || p.peek() == "," && p.at+1 < len(p.words) && isNumber(p.words[p.at+1]) {
		p.at = start
		return game.Pos{}, false
	}
	return game.Pos{X: c[0], Z: c[1]}, true
}

// finders ask for what may be no item: a cow, a village.
var finders = wordSet("find locate")

// find reads "find me a cow", "look for a village": what is looked for until it
// is in sight. Items are fetched instead.
func (p *parser) find() bool {
	if !finders[p.said] && p.said != "look for" && p.said != "search for" {
		return false
	}
	start := p.at
	p.amount()
	p.skipLongest(leads)
	from := p.at
	if _, ok := p.exact([]map[string]noun{p.r.items}); ok {
		p.at = start
		return false
	}
	p.at = from
	if p.finds() {
		return true
	}
	if n, ok := p.exact([]map[string]noun{p.r.mobs}); ok {
		p.goals = append(p.goals, Goal{Kind: Find, Name: n.name, Items: n.items, Count: 1})
		return true
	}
	for n := 2; n >= 1; n-- {
		if p.at+n > len(p.words) {
			continue
		}
		words := p.words[p.at]
		if n == 2 {
			words += " " + p.words[p.at+1]
		}
		if id, ok := structures[words]; ok {
			p.at += n
			p.goals = append(p.goals, Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1})
			return true
		}
	}
	p.at = start
	return false
}

// finds reads a player who is looked for: "find Steve".
func (p *parser) finds() bool {
	start := p.at
	named := p.skip("player", "the player")
	if !named && (!p.capital() || !p.nameLike()) {
		return false
	}
	to, ok := p.who()
	if !ok || p.at < len(p.words) && !connectors[p.peek()] && !p.closed() {
		p.at = start
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Goto, To: to})
	return true
}

// structures are what the world builds by itself (Minecraft Wiki, "Structure"),
// with what players call it.
var structures = map[string]string{
	"village": "village", "town": "village", "mineshaft": "mineshaft", "mine shaft": "mineshaft", "stronghold": "stronghold", "dungeon": "dungeon", "shipwreck": "shipwreck",
	"desert temple": "desert_pyramid", "desert pyramid": "desert_pyramid", "jungle temple": "jungle_pyramid", "pillager outpost": "pillager_outpost", "outpost": "pillager_outpost",
	"ruined portal": "ruined_portal", "igloo": "igloo", "woodland mansion": "woodland_mansion", "mansion": "woodland_mansion", "ocean monument": "ocean_monument",
	"nether fortress": "nether_fortress", "fortress": "nether_fortress", "bastion": "bastion_remnant", "ancient city": "ancient_city", "end city": "end_city", "trial chamber": "trial_chambers", "trial chambers": "trial_chambers",
}
