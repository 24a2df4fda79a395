// SPDX-License-Identifier: MIT

package check

import "github.com/minehand/minehand/game/data"

// guardFights is how many hostile mobs a guard is armed for.
const guardFights = 5

// guard takes its time, and ends within the radius with nothing hostile there.
func (r *runner) guard() *Fault {
	a := r.a()
	w, seconds := a.Watches(hostileMobs(r.l.v))
	r.reset(seconds)
	if r.step.Expect.Seconds, r.step.Expect.Watch = seconds, w; a.At != nil {
		r.l.arrive(*a.At)
	} else {
		r.l.wander()
	}
	return nil
}

// hostileMobs are those that attack who does nothing to them.
func hostileMobs(v *data.Version) []string {
	var names []string
	for _, m := range v.Mobs() {
		if m.Category == "hostile" && m.Temper != data.Neutral {
			names = append(names, m.Name)
		}
	}
	return names
}
