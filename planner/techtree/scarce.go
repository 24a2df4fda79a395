// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// solveScarce shares out what is scarce by search, then lets the rest be
// exploded and scheduled.
func (j *job) solveScarce(wants []want, avail []bool) (Answer, error) {
	var last error
	for range mostRounds {
		x := newSearch(j, avail)
		x.most = fewNodes
		found := x.run(x.wants(wants))
		if !found && x.gaveUp {
			if !x.relaxed(wants) {
				return Answer{}, j.scarce(wants)
			}
			if a, possible, decided := j.tryAll(x, wants); decided && possible {
				return a, nil
			} else if decided {
				return Answer{}, j.scarce(wants)
			}
			x = newSearch(j, avail)
			x.most = mostNodes
			found = x.run(x.wants(wants))
		}
		if !found {
			if x.gaveUp {
				return Answer{}, messages.GaveUp(game.Say("gave-up.shares", "tried", mostNodes))
			}
			return Answer{}, j.scarce(wants)
		}
		j.restart()
		for tool, n := range j.extra {
			j.spend(tool, n, unknownWhy)
		}
		burnt := j.adopt(x.trail, wants)
		if burnt {
			return j.raw(x.trail)
		}
		if o := j.explode(); o != solved {
			return Answer{}, messages.GaveUp(game.Say("gave-up.rest"))
		}
		answer, again, err := j.schedule(wants)
		if err == nil {
			return answer, nil
		}
		if j.p.Closed {
			return j.raw(x.trail)
		}
		if last = err; !again {
			break
		}
	}
	return Answer{}, last
}

// tryAll decides by trying everything, where that is not too much: of closed
// problems that leave open how things are come by.
func (j *job) tryAll(x *search, wants []want) (a Answer, possible, decided bool) {
	if !j.p.Closed || slices.ContainsFunc(wants, func(w want) bool { return w.Via != "" && w.missing > 0 }) {
		return a, false, false
	}
	y := number(x, wants)
	found, possible, decided := closed.Decide(&y.Problem)
	if decided && possible {
		return y.answer(found), true, true
	}
	if decided || len(wants) == 1 {
		return a, false, decided
	}
	for k := range wants { // what cannot be had alone cannot be had with the rest
		if wants[k].missing == 0 {
			continue
		}
		if _, possible, decided := closed.Try(&number(x, wants[k:k+1]).Problem); decided && !possible {
			return a, false, true
		}
	}
	return a, false, false
}

// wants is the agenda of a whole problem.
func (x *search) wants(wants []want) *elem {
	var a *elem
	for k := len(wants) - 1; k >= 0; k-- {
		w := &wants[k]
		a = push(elem{kind: needAny, way: forWant, n: int32(w.Count), alts: w.ids}, a)
	}
	for k := len(wants) - 1; k >= 0; k-- {
		w := &wants[k]
		if wi := x.j.viaWay(w); w.missing > 0 && w.Via != "" && wi >= 0 {
			a = x.agenda(wi, batchesFor(&x.j.s.Ops[wi], w.missing), x.j.s.Ops[wi].Out, a)
		}
	}
	return a
}

// adopt enters what a search decided. It reports whether fuel was part of it.
func (j *job) adopt(trail []event, wants []want) bool {
	burnt := false
	clear(j.priced)
	for _, e := range trail {
		switch e.kind {
		case evFire:
			w := &j.s.Ops[e.way]
			if j.batches[e.way] == 0 {
				j.ways = append(j.ways, e.way)
			}
			j.batches[e.way] += e.n
			j.touch(w.Out)
			j.made[w.Out] += max(w.N, 1) * e.n
			for _, l := range w.Leaves {
				j.touch(l.Item)
				j.made[l.Item] += l.N * e.n
			}
		case evFuel:
			burnt = true
		default:
		}
	}
	for _, e := range trail {
		switch e.kind {
		case evFire:
			j.workWith(e.way, e.n)
		case evTake:
			j.take(e.way, e.slot, e.item, e.n, j.s.Ops[e.way].Out+1)
		default:
		}
	}
	for i := range wants {
		w := &wants[i]
		w.missing = 0
		j.enterWant(w)
	}
	return burnt
}
