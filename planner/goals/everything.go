package goals

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
func (d *drafter) dropAll(p *part, to string) error {
	items := d.asDrops(p.goal.Items)
	held, gone := 0, 0
	for _, item := range items {
		n, did := d.Request.State.Count(item), d.Did(game.Drop, item)
		held, gone = held+n, gone+did
		if n+did > 0 && to == "" {
			p.checks = append(p.checks, game.Check{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: 1})
		}
		if n > 0 {
			p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Drop, Item: item, Quantity: n, To: to}})
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
func (d *drafter) smeltAll(p *part) error {
	left := map[string]int{} // by what comes out
	var inputs, outputs []string
	enter := func(input string) {
		sm, ok := d.Version.SmeltingOf(input)
		n := d.Request.State.Count(input)
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
		for _, sm := range d.Version.SmeltingTo(item) {
			enter(sm.Input)
		}
	}
	if len(inputs) == 0 {
		return &game.ImpossibleError{Reason: game.Sentence(game.Display(p.goal.Items[0])) + " can neither be smelted nor come out of a furnace"}
	}
	for _, output := range outputs {
		made := max(0, d.Request.State.Count(output)-d.Base(output))
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
func (d *drafter) equipAll(p *part) error {
	best, held := map[string]string{}, map[string][]string{}
	for _, item := range p.goal.Items {
		if d.Request.State.Count(item) > 0 {
			slot := d.Version.Slot(item)
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
		if !d.Wears([]string{item}, slot) {
			p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Equip, Item: item, Slot: slot}})
		}
	}
	if len(p.checks) == 0 {
		return &game.ImpossibleError{Reason: "No armor is held; say which to make and put on, for example \"wear iron armor\""}
	}
	return nil
}

// dimensionNames are the worlds of the game with their names in a sentence.
var dimensionNames = map[string]string{"overworld": "the overworld", "the_nether": "the Nether", "the_end": "the End"}

// enterDimension refuses a way into another world.
func (d *drafter) enterDimension(p *part) error {
	to := p.goal.To
	if d.Dimension() == to {
		p.checks = []game.Check{{Kind: game.CheckAt, At: &game.Pos{Dimension: to}, Range: 2 * game.MaxCoordinate}}
		return nil
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("The body is in %s, and no walk leads it through a portal; bring it to %s yourself, or name a place where it is", dimensionNames[d.Dimension()], dimensionNames[to])}
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

func (d *drafter) partKill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Attack); err != nil {
		return err
	}
	m, ok := d.Version.Mob(g.Name)
	if at := d.Dimension(); ok && m.Dimension != "" && m.Dimension != at && d.Near(g.Name) == 0 {
		return &game.ImpossibleError{Reason: fmt.Sprintf("%s is found in %s, and the body is in %s", game.Sentence(game.Display(g.Name)), dimensionNames[m.Dimension], dimensionNames[at])}
	}
	done := d.Did(game.Attack, g.Name)
	switch n := done + d.Near(g.Name); {
	case !g.All:
	case done > 0 && d.KilledLast(g.Name): // those that came in view since are others
		g.Count = done
	case n > 0:
		g.Count = n
	}
	p.checks = []game.Check{{Kind: game.CheckKilled, Target: g.Name, Count: g.Count}}
	if left := g.Count - done; left > 0 {
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Attack, Target: g.Name, Quantity: left}}}
	}
	return nil
}
