package goals

import (
	"math"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

// defaultWait is how long "wait" is, in seconds.
const defaultWait = 30

// wait reads "wait 10 seconds", "wait a moment", "wait".
func (p *parser) wait() bool {
	if len(p.goals) > 0 && p.goals[len(p.goals)-1].Kind == Plant && p.skipLongest(ripens) {
		p.ripening = true
		return true
	}
	s, ok := p.duration()
	if !ok {
		p.skipLongest(whiles)
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

// find reads "find me a cow", "look for a village": what is looked for until it
// is in sight. Things that no block is are fetched instead, and so are several.
func (p *parser) find() bool {
	start := p.at
	a := p.amount()
	p.skipLongest(leads)
	from := p.at
	if n, ok := p.exact([]lexicon.Table{p.r.Mobs}); ok && p.ends() {
		p.put(Goal{Kind: Find, Name: n.Name, Items: n.Items, Count: 1})
		return true
	}
	p.at = from
	if id := strings.Join(p.words[p.at:min(p.at+1, len(p.words))], "_"); p.liquid(id) {
		p.at++
		if p.ends() {
			p.put(Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1})
			return true
		}
		p.at = from
	}
	if n, ok := p.exact([]lexicon.Table{p.r.Items}); ok {
		if _, block := p.r.Version.Block(n.Name); block && a.of(p.r.stack(n), true) == 1 && n.Factor == 0 && p.ends() {
			p.put(Goal{Kind: Find, Name: n.Name, Items: []string{n.Name}, Count: 1})
			return true
		}
		p.at = start
		return false
	}
	p.at = from
	if p.finds() {
		return true
	}
	if n, ok := p.exact([]lexicon.Table{p.r.Mobs}); ok {
		p.goals = append(p.goals, Goal{Kind: Find, Name: n.Name, Items: n.Items, Count: 1})
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
		if id, ok := p.r.Structures[words]; ok {
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

// ripens are the times of a harvest, which waits for them.
var ripens = newPhrases("for it to grow", "it to grow", "until it grows", "until it has grown", "until it is ripe", "until its ripe", "until it is grown", "for them to grow", "them to grow", "until they grow", "until they have grown", "until they are ripe", "till it grows", "till it is ripe", "till its ripe", "for it to ripen", "it to ripen", "until fully grown", "until it is fully grown", "until they are fully grown", "for the crops to grow", "the crops to grow")

// whiles are short times.
var whiles = newPhrases("a bit", "a little", "a little bit", "a moment", "a sec", "a while", "some time")

// liquid says that a name is a block's that nobody holds as an item.
func (p *parser) liquid(id string) bool {
	_, block := p.r.Version.Block(id)
	return block && !p.r.isItem(id)
}
