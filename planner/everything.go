package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// noneHeld says that there is nothing to do something with.
func noneHeld(name string, items []string) error {
	what := game.Plural(strings.TrimPrefix(game.Display(name), "any "))
	if len(items) == 1 && !strings.HasPrefix(name, "any ") {
		what = strings.TrimPrefix(game.Counted(2, items[0]), "2 ")
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("The inventory holds no %s", what)}
}

// dropAll throws away, or gives, what is held of some items.
func (d *Desk) dropAll(p *part, to string) error {
	items := d.asDrops(p.goal.Items)
	held, gone := 0, 0
	for _, item := range items {
		n, did := d.req.State.Count(item), d.did(game.Drop, item)
		held, gone = held+n, gone+did
		if n+did > 0 && to == "" {
			p.checks = append(p.checks, game.Check{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: 1})
		}
		if n > 0 {
			p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Drop, Item: item, Quantity: n, To: to}})
		}
	}
	if held+gone == 0 {
		return noneHeld(p.goal.Name, items)
	}
	if to != "" {
		p.checks = []game.Check{{Kind: game.CheckGiven, Items: items, Count: held + gone, To: to}}
	}
	return nil
}

// smeltAll smelts what is held of some items, or what comes out as them.
func (d *Desk) smeltAll(p *part) error {
	left := map[string]int{} // by what comes out
	var inputs, outputs []string
	enter := func(input string) {
		sm, ok := d.rules.version.SmeltingOf(input)
		n := d.req.State.Count(input)
		if !ok || slices.Contains(inputs, input) {
			return
		}
		inputs = append(inputs, input)
		if !slices.Contains(outputs, sm.Output) {
			outputs = append(outputs, sm.Output)
		}
		left[sm.Output] += n
	}
	for _, item := range p.goal.Items {
		enter(item)
		for _, sm := range d.rules.version.SmeltingTo(item) {
			enter(sm.Input)
		}
	}
	if len(inputs) == 0 {
		return &game.ImpossibleError{Reason: sentence(game.Display(p.goal.Items[0])) + " can neither be smelted nor come out of a furnace"}
	}
	for _, output := range outputs {
		made := max(0, d.req.State.Count(output)-d.base([]string{output}))
		if n := left[output] + made; left[output] > 0 || made > 0 {
			d.partGain(p, []string{output}, n, game.Smelt, "")
		}
	}
	if len(p.checks) == 0 {
		return noneHeld(p.goal.Name, inputs[:1])
	}
	return nil
}

// equipAll puts on the best that is held for each slot.
func (d *Desk) equipAll(p *part) error {
	best, held := map[string]string{}, map[string][]string{}
	for _, item := range p.goal.Items {
		if d.req.State.Count(item) > 0 {
			slot := slotOf(item)
			best[slot] = item // the last is the best
			held[slot] = append(held[slot], item)
		}
	}
	for _, slot := range [...]string{"head", "torso", "legs", "feet"} {
		item := best[slot]
		if item == "" {
			continue
		}
		p.checks = append(p.checks, game.Check{Kind: game.CheckEquipped, Items: held[slot], Slot: slot})
		if !d.worn([]string{item}, slot) {
			p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Equip, Item: item, Slot: slot}})
		}
	}
	if len(p.checks) == 0 {
		return &game.ImpossibleError{Reason: "No armor is held; say which to make and put on, for example \"wear iron armor\""}
	}
	return nil
}

// near counts the mobs of a kind that the body lists.
func (d *Desk) near(mob string) int {
	n := 0
	if near := d.req.State.Nearby; near != nil {
		for _, s := range near.Entities {
			if game.Name(s.Name) == mob {
				n++
			}
		}
	}
	return n
}

// dimensions are the worlds of the game with their names in a sentence.
var dimensions = map[string]string{"overworld": "the overworld", "the_nether": "the Nether", "the_end": "the End"}

// dimension is the world that the body is in.
func (d *Desk) dimension() string {
	if at := game.Name(d.req.State.Dimension); at != "" {
		return at
	}
	return "overworld"
}

// enterDimension refuses a way into another world.
func (d *Desk) enterDimension(p *part) error {
	to := p.goal.To
	if d.dimension() == to {
		p.checks = []game.Check{{Kind: game.CheckAt, At: &game.Pos{Dimension: to}, Range: 2 * game.MaxCoordinate}}
		return nil
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("The body is in %s, and no walk leads it through a portal; bring it to %s yourself, or name a place where it is", dimensions[d.dimension()], dimensions[to])}
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
func (d *Desk) walkFlat(p *part) {
	at := game.Pos{X: p.goal.At.X, Y: seaLevel, Z: p.goal.At.Z}
	if b := d.req.Baseline.At; b != nil {
		at.Y = b.Y
	}
	p.checks = []game.Check{{Kind: game.CheckAt, At: &at, Range: flatRange}}
	if now := d.req.State.Position; now != nil && now.Distance(at.Center()) <= flatRange {
		return
	}
	a := game.Action{Kind: game.Goto, At: &at}
	if d.req.Body.CanField(game.Goto, "range") {
		a.Range = flatRange
	}
	p.steps = []game.Step{{Action: a}}
}

func (d *Desk) partKill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Attack); err != nil {
		return err
	}
	m, ok := d.rules.version.Mob(g.Name)
	if at := d.dimension(); ok && m.Dimension != "" && m.Dimension != at && d.near(g.Name) == 0 {
		return &game.ImpossibleError{Reason: fmt.Sprintf("%s is found in %s, and the body is in %s", sentence(game.Display(g.Name)), dimensions[m.Dimension], dimensions[at])}
	}
	done := d.did(game.Attack, g.Name)
	if g.All {
		if n := done + d.near(g.Name); n > 0 {
			g.Count = n
		}
	}
	p.checks = []game.Check{{Kind: game.CheckKilled, Target: g.Name, Count: g.Count}}
	if left := g.Count - done; left > 0 {
		p.steps = []game.Step{{Action: game.Action{Kind: game.Attack, Target: g.Name, Quantity: left}}}
	}
	return nil
}
