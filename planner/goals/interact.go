// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func interactRow() Frame {
	return Frame{
		Kind: Interact, Slots: []Slot{SlotThing, SlotPlace}, Grade: game.Told,
		Met: "it was used once", Examples: []string{"open the door at 5 64 5"},
		draft: (*drafter).partPlain,
		there: true, product: nothing,
		spoken: spokenInteract(),
	}
}

// partPlain is a goal that one action is.
func (d *drafter) partPlain(p *part) error {
	g := p.goal
	a := game.Action{Kind: game.Wait, Seconds: g.Seconds}
	switch g.Kind {
	case Interact:
		a = game.Action{Kind: game.Interact, Target: g.Items[0], At: g.At}
	case Find:
		a = game.Action{Kind: game.Explore, For: g.Name}
	default:
	}
	return d.once(p, a)
}

// once has an action done that shows by itself that the goal is met.
func (d *drafter) once(p *part, a game.Action) error {
	if err := d.require(p.goal, a.Kind); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: 1, Seconds: a.Seconds}}
	if d.DidAt(a.Kind, a.Subject(), a.At) == 0 {
		p.Steps = []game.Step{{Action: a}}
	}
	return nil
}
