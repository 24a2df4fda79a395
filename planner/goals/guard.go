// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/skills"
)

func guardRow() Frame {
	return Frame{
		Kind: Guard, Slots: []Slot{SlotPlayer, SlotPlace, SlotTime}, Grade: game.Seen,
		Met: "the time is over (the next morning when none is said), and a state shows the body alive within 8 blocks " +
			"and nothing hostile there",
		Examples: []string{"guard this place", "guard me for 10 minutes", "guard 100 64 -20"},
		draft:    (*drafter).partGuard,
		there:    true, product: nothing,
		spoken: &spoken{slots("at to", map[string]string{slotTime: "time"}), func(s *speech, v *language.Value) bool {
			at, ok := s.place(v.Field(slotAt))
			to, known := s.player(v.Field(slotTo))
			g := Goal{Kind: Guard, At: at, To: to}
			if t := v.Field(slotTime); t != nil {
				g.Seconds = t.Seconds()
			}
			return ok && known && s.put(g) && g.Seconds <= longestTime
		}},
	}
}

// partGuard guards a place or a player until the time is over or it is morning; what was broken
// off goes on for the rest.
func (d *drafter) partGuard(p *part) error {
	who, err := d.who(p.goal)
	a := game.Action{Kind: game.Defend, At: p.goal.At, Target: who}
	if err == nil && a.At == nil && who == "" {
		var here game.Cell
		here, err = d.here()
		at := here.In(d.Dimension())
		a.At = &at
	}
	if err != nil {
		return err
	}
	morning := d.UntilSeconds(&game.Until{Phase: "day"})
	a.Seconds = skills.GuardFor(d.Request.History, &a, p.goal.Seconds, morning, d.ByDay())
	return d.once(p, a)
}
