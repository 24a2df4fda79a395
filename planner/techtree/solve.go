// SPDX-License-Identifier: MIT

package techtree

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/rules"
)

// improve looks for a better way than the first that was found, or for one where there was none.
func (j *job) improve(wants []want, avail []bool, answer Answer, err error) (Answer, error) {
	if j.p.Closed {
		if err == nil && len(answer.Steps) > 0 {
			answer = j.settle(wants, avail, answer)
		}
		return answer, err
	}
	if err == nil && len(answer.Steps) > 0 {
		answer = j.cheaper(wants, avail, answer)
	}
	if !j.stockIsEmpty && !j.p.Brief && (err != nil || len(answer.Steps) > 0) {
		answer, err = j.sparing(wants, answer, err)
	}
	return answer, err
}

// Solve finds a way to the wants. The error is ctx's, an *game.ImpossibleError
// or an *game.GaveUpError.
func (s *Solver) Solve(ctx context.Context, p Problem) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	j := s.jobs.Get().(*job)
	defer func() {
		j.done()
		s.jobs.Put(j)
	}()
	if !game.KnownWorld(p.Dimension) { // as one that was not told: it is tried
		p.Dimension = overworld
	}
	j.load(&p)
	j.ended = func() bool { return ctx.Err() != nil }
	wants, err := j.readWants()
	if err != nil {
		return Answer{}, err
	}
	if err := j.fits(wants); err != nil {
		return Answer{}, err
	}
	j.c = s.sources(&p, j.held())
	avail := j.mark()
	for _, w := range wants {
		if err := j.available(w, avail); err != nil {
			return Answer{}, err
		}
	}
	answer, err := j.solve(slices.Clone(wants), avail)
	if p.Thorough {
		return answer, err
	}
	answer, err = j.improve(wants, avail, answer, err)
	if errors.Is(err, ErrStuck) && forget(wants) {
		// Slime balls "by crafting" come out of blocks of slime balls: when the way
		// asked for leads in a circle, any way will do.
		clear(j.extra)
		answer, err = j.solve(wants, avail)
	}
	if errors.Is(err, ErrStuck) && len(p.Seen) > 0 {
		// What is in view can make things so cheap that the best ways lead in a
		// circle: a block of gold gives the pickaxe for the stone of the pickaxe that
		// it needs itself. Any other order of prices will do.
		p.Seen = nil
		return s.Solve(ctx, p)
	}
	return answer, err
}

// forget drops the ways asked for, and reports whether there were any.
func forget(wants []want) bool {
	any := false
	for i := range wants {
		any = any || wants[i].Via != ""
		wants[i].Via, wants[i].Target = "", ""
	}
	return any
}

// want is a Want with items by number and what is still missing of it.
type want struct {
	Want
	ids     []int32
	missing int32
}

func (j *job) readWants() ([]want, error) {
	wants := make([]want, 0, len(j.p.Wants))
	for _, w := range j.p.Wants {
		in := want{Want: w, ids: j.s.IDsOf(w.Items)}
		if len(in.ids) == 0 {
			return nil, j.unknown(w)
		}
		in.missing = int32(w.Count)
		for _, i := range in.ids {
			in.missing -= j.have[i]
		}
		in.missing = max(in.missing, 0)
		wants = append(wants, in)
	}
	return wants, nil
}

// mark finds what can be had at all. It fills reach with what the stock has a
// part in.
func (j *job) mark() []bool {
	avail := make([]bool, len(j.have))
	for i := range avail {
		avail[i] = !math.IsInf(j.c.price[i], 1)
	}
	if j.stockIsEmpty {
		return avail
	}
	var queue []int32
	for _, i := range j.items {
		if j.have[i] > 0 {
			avail[i], j.reach[i] = true, true
			queue = append(queue, i)
		}
	}
	for {
		if len(queue) == 0 {
			if queue = j.afterFire(avail, queue); len(queue) == 0 {
				return avail
			}
		}
		item := queue[0]
		queue = queue[1:]
		for _, wi := range j.s.usersOf[item] {
			w := &j.s.Ops[wi]
			leads := func(out int32) bool { return !avail[out] || !j.reach[out] && !w.Gathers() }
			fresh := leads(w.Out) || slices.ContainsFunc(w.Leaves, func(l rules.Amount) bool { return leads(l.Item) })
			if !fresh || !j.c.open[wi] || !j.workable(w, avail) {
				continue
			}
			for k := -1; k < len(w.Leaves); k++ {
				out := w.Out
				if k >= 0 {
					out = w.Leaves[k].Item
				}
				if leads(out) {
					avail[out] = true
					j.reach[out] = j.reach[out] || !w.Gathers()
					j.touch(out)
					queue = append(queue, out)
				}
			}
		}
	}
}

// workable says whether a way's ingredients, tool and station can be had.
func (j *job) workable(w *rules.Op, avail []bool) bool {
	if j.noFire && w.Kind == game.Smelt {
		return false
	}
	has := func(i int32) bool { return avail[i] }
	for _, in := range w.Takes {
		if !slices.ContainsFunc(in.Alts, has) {
			return false
		}
	}
	if w.Tools != nil && !slices.ContainsFunc(w.Tools, has) {
		return false
	}
	if i := w.Plants(); i >= 0 && !avail[i] {
		return false
	}
	if !j.reachable(w, avail) {
		return false
	}
	return (w.Charge == 0 || avail[j.s.BrewFuel]) && (j.atHand(w) || !j.c.noPlace && w.WorksAt(has))
}

// mostRounds bounds how often a schedule may ask for one more tool or for a
// station of its own.
const mostRounds = 8

func (j *job) solve(wants []want, avail []bool) (Answer, error) {
	var last error
	for range mostRounds {
		j.restart()
		o := j.enter(wants)
		if o == solved {
			o = j.explode()
		}
		if o == exhausted && !j.p.Closed {
			return Answer{}, messages.GaveUp(game.Say("gave-up.steps"))
		}
		if o != solved && j.sparse {
			return Answer{}, ErrStuck
		}
		if o != solved {
			return j.solveScarce(wants, avail)
		}
		if j.least() > j.limit {
			return Answer{}, errDearer
		}
		answer, again, err := j.schedule(wants)
		if err == nil {
			return answer, nil
		}
		if last = err; !again {
			break
		}
	}
	// What the body would choose may spoil the plan; whoever runs it can see.
	clear(j.extra)
	j.restart()
	if j.enter(wants) == solved && j.explode() == solved {
		c := newScheduler(j, wants, false)
		c.angelic = true
		if answer, _, err := c.run(); err == nil {
			return answer, nil
		}
	}
	if j.p.Closed {
		// What a craft leaves over was counted on before there was any of it.
		clear(j.extra)
		return j.solveScarce(wants, avail)
	}
	return Answer{}, last
}

// enter puts the wants into the job.
func (j *job) enter(wants []want) outcome {
	for tool, n := range j.extra {
		j.spend(tool, n, unknownWhy)
	}
	for i := range wants {
		if o := j.enterWant(&wants[i]); o != solved {
			return o
		}
	}
	for k := range j.p.First {
		w := want{Want: j.p.First[k].Want}
		if w.ids = j.s.IDsOf(w.Items); len(w.ids) == 0 {
			return short
		}
		j.holdAny(&w, gearWhy-int32(k))
	}
	return solved
}

func (j *job) enterWant(w *want) outcome {
	missing := w.missing
	if missing > 0 && w.Via != "" {
		wi := j.viaWay(w)
		if wi < 0 {
			return short
		}
		k := batchesFor(&j.s.Ops[wi], missing)
		j.touch(j.s.Ops[wi].Out)
		j.why[j.s.Ops[wi].Out] = wantedWhy
		j.run(wi, k)
	}
	j.holdAny(w, wantedWhy)
	return solved
}

// holdAny keeps what is wanted of any of some items: what there is, and more of the one that
// costs least.
func (j *job) holdAny(w *want, why int32) {
	left := int32(w.Count)
	for _, i := range w.ids {
		if k := min(left, j.surplus(i)); k > 0 {
			j.hold(i, k, why)
			left -= k
		}
	}
	if left <= 0 {
		return
	}
	best := w.ids[0]
	if len(w.ids) > 1 {
		best = j.cheapestWant(w.ids, left)
	}
	j.hold(best, left, why)
}

// hold keeps n more of an item.
func (j *job) hold(i, n, why int32) {
	j.touch(i)
	if why == wantedWhy || j.why[i] == unknownWhy {
		j.why[i] = why
	}
	j.kept[i] += n
	clear(j.priced)
	j.push(i)
}

// viaWay is the cheapest way of the kind that a want names.
func (j *job) viaWay(w *want) int32 {
	best, price, held := int32(-1), math.Inf(1), j.heldMarks()
	for _, i := range w.ids {
		for _, wi := range j.s.waysTo[i] {
			if !j.fitsVia(w, wi) {
				continue
			}
			unit := j.c.wayPrice(j.s, wi, held)
			if way := &j.s.Ops[wi]; way.Gathers() && w.missing > 0 { // the search is paid once
				unit += way.Walks(j.c.search[wi], batchesFor(way, w.missing))/float64(w.missing) - j.c.search[wi]*shareOfSearch(way)/way.Mean
			}
			if !j.stockIsEmpty && !j.s.Ops[wi].Gathers() {
				if u, _ := j.stockPrice(&j.s.Ops[wi], i, 3); u < unit {
					unit = u
				}
			}
			if unit < price {
				best, price = wi, unit
			}
		}
	}
	return best
}

func (j *job) fitsVia(w *want, wi int32) bool {
	way := &j.s.Ops[wi]
	return way.Kind == w.Via && j.c.open[wi] && (w.Target == "" || w.Target == way.Subject)
}

// heldMarks lists what is at hand to work with, by item.
func (j *job) heldMarks() []bool {
	at := make([]bool, len(j.have))
	for _, h := range j.held() {
		at[h] = true
	}
	return at
}

// fits refuses what no inventory can hold. In closed problems only counts matter.
func (j *job) fits(wants []want) error {
	if j.p.Closed {
		return nil
	}
	slots := 0
	for _, w := range wants {
		stack := 1
		for _, i := range w.ids {
			stack = max(stack, j.s.Info[i].Stack)
		}
		slots += (w.Count + stack - 1) / stack
	}
	if slots > game.SlotsMain {
		return impossible("why.slots", "has", game.SlotsMain, "needs", slots)
	}
	return nil
}
