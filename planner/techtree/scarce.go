// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// solveScarce shares out what is scarce by package closed, then lets the rest be exploded and
// scheduled.
func (j *job) solveScarce(wants []want, avail []bool) (Answer, error) {
	y := j.number(avail, wants)
	y.bindVias(wants)
	found, possible, decided := closed.Decide(&y.Problem)
	if !possible && !decided {
		decided = y.cannotAlone()
	}
	switch {
	case possible:
	case decided && !y.beside:
		return Answer{}, j.scarce(wants)
	default:
		return Answer{}, messages.GaveUp(game.Say("gave-up.shares", "tried", closed.MostTried))
	}
	if j.p.Closed || j.pooled() {
		return y.answer(found), nil
	}
	var last error
	for range mostRounds {
		j.restart()
		for tool, n := range j.extra {
			j.spend(tool, n, unknownWhy)
		}
		y.adopt(found.Moves)
		for _, w := range wants {
			w.missing = 0
			j.enterWant(&w)
		}
		if o := j.explode(); o != solved {
			return Answer{}, messages.GaveUp(game.Say("gave-up.rest"))
		}
		answer, again, err := j.schedule(wants)
		if err == nil {
			return answer, nil
		}
		if last = err; !again {
			break
		}
	}
	return Answer{}, last
}

// cannotAlone says that one of several wants cannot be had even alone.
func (y *numbered) cannotAlone() bool {
	all := y.Wants
	defer func() { y.Wants = all }()
	for k := range all {
		if y.Wants = all[k : k+1]; len(all) == 1 || all[k].Missing == 0 {
			continue
		}
		if _, possible, decided := closed.Try(&y.Problem); decided && !possible {
			return true
		}
	}
	return false
}

// free says that an item has an open source: it is not scarce.
func (j *job) free(item int32) bool { return !math.IsInf(j.c.price[item], 1) }

// pooled says that only what is held can be burnt.
func (j *job) pooled() bool { return !j.p.FreeFuel && !slices.ContainsFunc(j.s.Fuels, j.free) }

// viable says that a way can be run, counts aside.
func (j *job) viable(wi int32, avail []bool) bool {
	return j.c.open[wi] && j.workable(&j.s.Ops[wi], avail)
}

// adopt enters the crafts and smelts of a plan: all that they make, then what they work with
// and take.
func (y *numbered) adopt(moves []closed.Move) {
	j := y.j
	clear(j.priced)
	each := func(do func(m *closed.Move, wi, k int32)) {
		for i := range moves {
			if d := &y.Deeds[moves[i].Deed]; d.Kind != game.Place {
				o := d.Ops[moves[i].Way]
				n := 0
				for o != &y.Rules.Ops[n] {
					n++
				}
				do(&moves[i], y.ways[n], int32(o.Units(int(moves[i].N))))
			}
		}
	}
	each(func(_ *closed.Move, wi, k int32) {
		w := &j.s.Ops[wi]
		if j.batches[wi] == 0 {
			j.ways = append(j.ways, wi)
		}
		j.batches[wi] += k
		j.touch(w.Out)
		j.made[w.Out] += max(w.N, 1) * k
		for _, l := range w.Leaves {
			j.touch(l.Item)
			j.made[l.Item] += l.N * k
		}
	})
	each(func(m *closed.Move, wi, k int32) {
		j.workWith(wi, k)
		y.take(m, wi, k)
	})
}

// take enters what a move takes, part by part as closed.Problem orders them: what has fewest
// alternatives there are first.
func (y *numbered) take(m *closed.Move, wi, k int32) {
	w, took := &y.j.s.Ops[wi], slices.Clone(m.Took)
	if took == nil {
		took = []rules.Amount{{Item: y.local[w.Takes[0].Alts[0]], N: k}}
	}
	alts := func(slot int) (n int) {
		for _, a := range w.Takes[slot].Alts {
			if _, ok := y.local[a]; ok {
				n++
			}
		}
		return n
	}
	slots := make([]int, len(w.Takes))
	for slot := range slots {
		slots[slot] = slot
	}
	slices.SortStableFunc(slots, func(a, b int) int { return alts(a) - alts(b) })
	at := 0
	for _, slot := range slots {
		for need := k * w.Takes[slot].Count; need > 0 && at < len(took); {
			n := min(need, took[at].N)
			if n > 0 {
				y.j.take(wi, int16(slot), y.items[took[at].Item], n, w.Out+1)
			}
			need -= n
			if took[at].N -= n; took[at].N == 0 {
				at++
			}
		}
	}
}
