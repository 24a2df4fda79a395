// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

func gotoRow() Frame {
	return Frame{
		Kind: Goto, Slots: []Slot{SlotPlace, SlotPlayer}, Grade: game.Seen,
		Words:    words("go to, goto, go, walk to, walk, travel to, travel, run to, run, move to, move, head to, head over to, come to, come, navigate to, return to, go over to, get over, get to, get back, return, walk over to, enter, visit, travel into, head into"),
		Met:      "the feet are there, within 2 blocks (16 when no height was said); of a walk to a player or a thing, a state shows that within 4 blocks, else the body says so",
		Examples: []string{"go to 100 64 -20", "go to 100 200", "100 64 -20", "come here", "go to Steve"},
		near:     []string{"go to 100 64 -20", "come here"},
		read:     (*parser).goTo, draft: (*drafter).partWalk,
		product: nothing,
		spoken:  spokenWalk(),
	}
}

// goTo reads "go to 100 64 -20", "come here", "come back", "go to Steve", "go to
// the crafting table".
func (p *parser) goTo() bool {
	over := p.skip("over", "on over")
	back := p.skip("back")
	if p.skip("to me", "near of me", "near from me", "here", "over here", "right here", "me", "to my position", "near to me", "near me", "by me", "next to me", "to my side", "back to me", "back at me", "closer to me", "closer") || (back || over || p.said == "come" || p.said == "return" || p.said == "get back") && (p.at >= len(p.words) || connectors[p.peek()] || p.closed()) {
		p.goals = append(p.goals, Goal{Kind: Goto, To: "me"})
		return true
	}
	if k := len(p.goals) - 1; k >= 0 && (p.goals[k].Kind == Find || p.goals[k].Kind == Goto) {
		if next := *p; next.skip("there", "over there", "to it", "to there", "in it", "into it", "inside") && next.ends() { // find a desert and go there
			p.unsure(p.at, "where that is")
			p.at = next.at
			return true
		}
	}
	if next := *p; next.skip("in the position", "at the position", "at position", "at coordinates", "at the coordinates", "in position", "to position", "at", "in", "on", "until", "till", "near", "by") { // go at 100 64 -20
		if at, ok := next.position(); ok {
			p.at = next.at
			p.put(Goal{Kind: Goto, At: &at})
			return true
		}
	}
	if next := *p; next.skip("near to", "near", "close to", "next to", "beside") && (next.capital() || next.peek() == "player" || next.nextAre(0, "the", "player")) {
		p.at, p.said = next.at, "go to" // go near to the player Alex
	}
	named := p.skip("to", "into") || p.said == "enter" || p.said == "visit" || strings.HasSuffix(p.said, " into") || strings.HasSuffix(p.said, " to") || p.said == "goto"
	start := p.at
	p.skip("the")
	p.skip("xyz coordinates", "coordinates", "coordinate", "the coordinate", "coord", "coords", "position", "location", "block", "point", "place")
	if at, ok := p.position(); ok {
		p.goals = append(p.goals, Goal{Kind: Goto, At: &at})
		return true
	}
	if at, ok := p.flat(); ok {
		p.goals = append(p.goals, Goal{Kind: Goto, At: &at, Flat: true})
		return true
	}
	if p.at = start; !named {
		return false
	}
	if p.skip("player", "the player") {
		to, ok := p.who()
		p.goals = append(p.goals, Goal{Kind: Goto, To: to})
		return ok
	}
	if d, ok := p.dimension(); ok {
		p.goals = append(p.goals, Goal{Kind: Goto, To: d})
		return true
	}
	p.skipLongest(articles)
	if n, ok := p.exact([]lexicon.Table{p.r.Blocks}); ok && len(n.Items) == 1 {
		p.goals = append(p.goals, Goal{Kind: Goto, To: n.Name})
		return true
	}
	if p.at = start; p.findsPlace() {
		return true
	}
	if p.at = start; p.capital() || p.nameLike() {
		to, ok := p.who()
		p.goals = append(p.goals, Goal{Kind: Goto, To: to})
		return ok
	}
	return false
}

// findsPlace takes a way to a biome or structure, of which nobody knows where it is,
// for looking for one.
func (p *parser) findsPlace() bool {
	from := p.at
	p.skipLongest(articles)
	id, ok := p.biomeName()
	if !ok {
		for n := 2; n >= 1 && !ok; n-- {
			if id, ok = p.r.Structures[p.ahead(n)]; ok {
				p.at += n
			}
		}
	}
	if !ok || !p.ends() && !p.endsHere() {
		return false
	}
	p.unsure(from, "find a "+game.Display(id))
	p.put(Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1})
	return true
}

func (d *drafter) partWalk(p *part) error {
	g := p.goal
	kind := game.Goto
	if g.Kind == Follow {
		kind = game.Follow
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if game.KnownWorld(g.To) {
		return d.enterDimension(p)
	}
	walk, err := d.walk(g, kind)
	switch {
	case err != nil:
		return err
	case g.Flat:
		d.walkFlat(p, walk)
		return nil
	case g.At != nil:
		p.checks = []game.Check{{Kind: game.CheckAt, At: walk.At, Range: game.GotoRange}}
		p.Steps = []game.Step{{Action: walk}}
		return nil
	}
	if kind == game.Goto && !d.Request.Body.CanField(game.Goto, "target") {
		return &game.ImpossibleError{Reason: "This body walks to coordinates only; say where, for example \"go to 100 64 -20\""}
	}
	p.told = true
	p.checks = []game.Check{{Kind: game.CheckDone, Action: kind, Target: walk.Target, Count: 1, Seconds: walk.Seconds}}
	if d.Did(kind, walk.Target) == 0 {
		p.Steps = []game.Step{{Action: walk}}
	}
	return nil
}

// walk is the action of a goal to go somewhere or to follow.
func (d *drafter) walk(g Goal, kind game.Kind) (game.Action, error) {
	if g.At == nil {
		who, err := d.who(g)
		return game.Action{Kind: kind, Target: who, Seconds: g.Seconds}, err
	}
	at := *g.At
	a := game.Action{Kind: kind, At: &at}
	if g.Flat {
		at.Y = seaLevel
		if b := d.Request.Baseline.At; b != nil {
			at.Y = b.Y
		}
		if d.Request.Body.CanField(game.Goto, "range") {
			a.Range = flatRange
		}
	}
	return a, nil
}

// afterWalk has a goal that names no place done where the walk before it in the
// sentence led, and keeps the walk for those behind it.
func (d *drafter) afterWalk(p *part) error {
	g := p.goal
	switch g.Kind {
	case Goto:
		d.there, d.flat = nil, g.Flat
		if !game.KnownWorld(g.To) {
			walk, err := d.walk(g, game.Goto)
			if err != nil {
				return err
			}
			d.there = &walk
		}
	case Follow:
		d.there = nil
	default:
		if g.Kind.row().there && g.At == nil && g.To == "" {
			p.There = d.there
		}
	}
	if len(p.Steps) > 0 && p.Steps[0].Action.Kind == game.Goto {
		p.There = nil
	}
	return nil
}

// arrived is where the walk before a goal led to; nil as long as that cannot be
// known, for the ground there was not seen.
func (d *drafter) arrived() *game.Pos {
	if d.there.At != nil && !d.flat {
		return d.there.At
	}
	if at := d.WentTo(d.there); at != nil || d.there.At == nil {
		return at
	}
	if b := d.Request.Baseline.At; b != nil && b.Center().Distance(d.there.At.Center()) <= flatRange {
		return b
	}
	if now := d.Request.State.Position; now != nil && now.Distance(d.there.At.Center()) <= flatRange {
		at := now.Feet()
		return &at
	}
	return nil
}

// enterDimension goes into another world, where the body goes through portals.
func (d *drafter) enterDimension(p *part) error {
	to := p.goal.To
	p.checks = []game.Check{{Kind: game.CheckAt, At: &game.Pos{Dimension: to}, Range: 2 * game.MaxCoordinate}}
	switch at := d.Dimension(); {
	case at == to:
		return nil
	case d.Leads(at, to):
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Travel, Target: to}}}
		return nil
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("The body is in %s, and no walk leads it through a portal; bring it to %s yourself, or name a place where it is", game.WorldName(d.Dimension()), game.WorldName(to))}
}

const (
	// flatRange is how far, in blocks, a walk may end from a place whose height
	// was not said: the ground there may lie higher or lower.
	flatRange = 16
	// seaLevel stands for a height that is not known, in blocks.
	seaLevel = 64
)

// walkFlat walks to a place without a height, at the height of where the task
// began.
func (d *drafter) walkFlat(p *part, walk game.Action) {
	p.checks = []game.Check{{Kind: game.CheckAt, At: walk.At, Range: flatRange}}
	if now := d.Request.State.Position; now != nil && now.Distance(walk.At.Center()) <= flatRange {
		return
	}
	p.Steps = []game.Step{{Action: walk}}
}

// dimensions are the worlds that a goal may name.
var dimensions = map[string]string{"the nether": "the_nether", "nether": "the_nether", "hell": "the_nether", "the end": "the_end", "end": "the_end", "end dimension": "the_end", "overworld": "overworld", "the overworld": "overworld"}

// dimension reads the name of a world when nothing belongs to it behind it.
func (p *parser) dimension() (string, bool) {
	for n := 2; n >= 1; n-- {
		if d, ok := dimensions[p.ahead(n)]; ok && (p.at+n == len(p.words) || connectors[p.words[p.at+n]]) {
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

// placeWords are where one goes that is nobody.
var placeWords = wordSet("somewhere nowhere elsewhere anywhere everywhere back inside outside upstairs downstairs underground ahead forward forwards backward backwards left upward upwards downward downwards abroad biome desert jungle savanna plains taiga tundra badlands spawnpoint bedroom crafter surface sunrise below above behind around through over under into onto please thanks respawn")
