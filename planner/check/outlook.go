// SPDX-License-Identifier: MIT

package check

import (
	"cmp"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
)

// pace is how far the time of what needs no luck is off, as a share of it: of 45 plays of 15
// goals in the embedded world four fifths lay within the range then (docs/EVALUATION.md).
const pace = 0.2

// Outlook is how long checked steps take, four times in five, and what may go wrong; nil when
// they take no time that anybody knows.
func Outlook(b *book.Book, steps []game.Step) *game.Outlook {
	seconds := game.Lasts(steps)
	if seconds == 0 {
		return nil
	}
	variance := pace * seconds * pace * seconds
	for i := range steps {
		variance += steps[i].Spread * steps[i].Spread
	}
	o := &game.Outlook{}
	o.Least, o.Most = rules.Range(seconds, variance)
	o.Risks = drafter{b}.risks(steps, o.Most)
	return o
}

// SideBySide says what smelting in several furnaces saves; nil where none does.
func SideBySide(steps []game.Step) []game.Message {
	most, takes, alone := 0, 0.0, 0.0
	for i := range steps {
		if a := &steps[i].Action; a.Furnaces > 1 {
			most = max(most, a.Furnaces)
			takes += steps[i].Seconds
			alone += steps[i].Seconds * float64(a.Count()) / rules.Fullest(a.Count(), a.Furnaces)
		}
	}
	if most == 0 {
		return nil
	}
	lasting := func(seconds float64) game.Message { return game.SayLasting(time.Duration(seconds) * time.Second) }
	return []game.Message{game.Say("shorter.furnaces", "n", most, "short", lasting(takes), "long", lasting(alone))}
}

// risks are what may go wrong with steps that take at most so long.
func (d drafter) risks(steps []game.Step, most float64) []game.Message {
	var out []game.Message
	fights, worlds := map[string]int{}, map[string]bool{}
	for i := range steps {
		a := &steps[i].Action
		if n := d.hostiles(a); n > 0 && a.Kind == game.Attack && steps[i].Seconds > 0 {
			fights[a.Target] += cmp.Or(steps[i].About, n)
		}
		if world := game.Name(a.Target); a.Kind == game.Travel && world != "overworld" && !worlds[world] {
			worlds[world] = true
			out = append(out, game.Say("risk.world", "world", game.SayWorld(world)))
		}
	}
	if len(fights) > 0 {
		out = append(out, game.Say("risk.fights", "things", fights))
	}
	if dark := d.UntilSeconds(&game.Until{Phase: "night"}); dark > 0 && dark < most && d.ByDay() {
		out = append(out, game.Say("risk.night"))
	}
	return out
}
