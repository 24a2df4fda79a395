// SPDX-License-Identifier: MIT

package techtree_test

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// body says how one chooses what a plan leaves to it.
type body int

const (
	// sensibleBody takes what docs/protocol says.
	sensibleBody body = iota
	// kindBody takes whatever the plan needs it to take.
	kindBody
	// worstBody takes whatever spoils the plan.
	worstBody
)

// replay runs a plan with a body and says what is wrong, empty for nothing;
// small is false when there are too many choices to follow.
func (x *small) replay(steps []techtree.Step, who body) (fault string, small bool) {
	all := reached{seen: map[string]bool{}}
	all.put(x.start())
	for k, s := range steps {
		next := reached{seen: map[string]bool{}}
		for _, st := range all.queue {
			after, stuck := x.act(st, &s.Action, who)
			if stuck && who != kindBody {
				return fmt.Sprintf("step %d (%s) cannot be done with %s", k+1, s.Action.Describe(), x.tell(st)), true
			}
			for _, n := range after {
				next.put(n)
			}
			if len(next.queue) > mostStates {
				return "", false
			}
		}
		if len(next.queue) == 0 {
			return fmt.Sprintf("step %d (%s) cannot be done by any choice", k+1, s.Action.Describe()), true
		}
		all = next
	}
	met := 0
	for _, st := range all.queue {
		if x.met(st) {
			met++
		} else if who != kindBody {
			return "ends with " + x.tell(st), true
		}
	}
	if met == 0 {
		return "the wants are not met by any choice", true
	}
	return "", true
}

// tell lists what there is in a state.
func (x *small) tell(st state) string {
	out := ""
	for k, n := range st {
		if n > 0 {
			out += fmt.Sprintf(" %s=%d", x.names[k], n)
		}
	}
	return out
}

// act does one action from a state in all ways that a body may choose; stuck
// says that some of its choices lead nowhere.
func (x *small) act(st state, a *game.Action, who body) (after []state, stuck bool) {
	type half struct {
		st   state
		made int
	}
	todo := []half{{st, 0}}
	seen := map[string]bool{}
	for len(todo) > 0 {
		h := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if h.made >= max(a.Quantity, 1) {
			after = append(after, h.st)
			continue
		}
		moved := false
		for k := range x.deeds {
			d := &x.deeds[k]
			if d.kind != a.Kind || d.subject != a.Subject() {
				continue
			}
			var next []state
			switch {
			case d.smelts:
				for _, s := range x.fired(h.st, d, a.Fuel) {
					next = x.parts(s, d, 0, next)
				}
			case who == sensibleBody:
				if x.stands(h.st, d) {
					if s := x.takeMost(h.st, d); s != nil {
						next = append(next, s)
					}
				}
			default:
				next = x.every(h.st, d, nil)
			}
			for _, s := range next {
				moved = true
				if key := fmt.Sprint(h.made+d.n) + s.key(); !seen[key] {
					seen[key] = true
					todo = append(todo, half{s, h.made + d.n})
				}
			}
			if moved && who == sensibleBody {
				break
			}
		}
		if !moved {
			stuck = true
		}
	}
	return after, stuck
}

// fired lists the states in which the fire suffices for a smelt when the plan
// names the fuel, or leaves it to the body when the name is empty.
func (x *small) fired(st state, d *deed, named string) []state {
	switch {
	case !x.stands(st, d) || st[d.parts[0].items[0]] == 0:
		return nil
	case x.in.freeFuel:
		return []state{st}
	case named == "":
		return x.fires(st, d)
	}
	k := slices.IndexFunc(x.fuels, func(f fuelItem) bool { return x.names[f.item] == named })
	for k >= 0 && st != nil && st[x.burn] < SmeltTicks {
		st = x.feed(st, x.fuels[k], d.parts[0].items[0])
	}
	if k < 0 || st == nil {
		return nil
	}
	next := slices.Clone(st)
	next[x.burn] -= SmeltTicks
	return []state{next}
}
