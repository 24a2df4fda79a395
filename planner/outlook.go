// SPDX-License-Identifier: MIT

package planner

import (
	"cmp"
	"context"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/techtree"
)

const (
	// worthTelling is from how many seconds on a plan is looked over for what would shorten
	// it, helps the share of them that has to be saved.
	worthTelling = 120
	helps        = 0.25
	// giftsTried is for how many things that a player may give a plan is made anew.
	giftsTried = 4
	// commonSpeed is that of the quickest tools that a player gives away: those of iron.
	commonSpeed = 6
)

// outlook is what a player wants to know of a plan before it runs. What else would shorten it takes
// some more plans: it is looked for where somebody sees it.
func outlook(ctx context.Context, b *book.Book, subgoals []book.Subgoal, steps []game.Step) *game.Outlook {
	o := check.Outlook(b, steps)
	if o != nil && b.Request.Shown && !b.Closed {
		o.Shorter = append(check.SideBySide(steps), shorter(ctx, b, subgoals, steps)...)
	}
	return o
}

// gift is something that a player may give, and how long the steps take that it spares.
type gift struct {
	item    string
	count   int
	seconds float64
}

// shorter says what of a player's would save most of the time.
func shorter(ctx context.Context, b *book.Book, subgoals []book.Subgoal, steps []game.Step) []game.Message {
	now := game.Lasts(steps)
	if now < worthTelling {
		return nil
	}
	least, best := now*(1-helps), gift{}
	for _, g := range gifts(b, subgoals, steps) {
		st := b.Request.State
		st.Inventory = append(slices.Clone(st.Inventory), game.Stack{Slot: len(st.Inventory), Item: g.item, Count: g.count})
		with, err := check.Solve(ctx, b.WithState(st), subgoals)
		if took := game.Lasts(with); err == nil && took < least {
			least, best = took, g
		}
	}
	if best.item == "" {
		return nil
	}
	return []game.Message{game.Say("shorter.given", "things", map[string]int{best.item: best.count}, "n", int(100*(1-least/now)))}
}

// gifts are what steps bring on the way, and tools for what they mine, those that most time
// goes into first. What was asked for is none.
func gifts(b *book.Book, subgoals []book.Subgoal, steps []game.Step) []gift {
	var list []gift
	add := func(item string, n int, seconds float64) {
		for i := range subgoals {
			if slices.ContainsFunc(subgoals[i].Wants, func(w techtree.Want) bool { return slices.Contains(w.Items, item) }) {
				return
			}
		}
		k := slices.IndexFunc(list, func(g gift) bool { return g.item == item })
		if k < 0 {
			k = len(list)
			list = append(list, gift{item: item})
		}
		list[k].count += n
		list[k].seconds += seconds
	}
	for i := range steps {
		s := &steps[i]
		for _, g := range s.Expect.Gains {
			if len(g.Items) == 1 && g.Min > 0 {
				add(g.Items[0], g.Min, s.Seconds)
			}
		}
		if tool := toolFor(b, &s.Action); tool != "" && b.Held(tool) == 0 {
			add(tool, 0, s.Seconds)
		}
	}
	for i := range list {
		list[i].count = max(list[i].count, 1)
	}
	slices.SortStableFunc(list, func(a, b gift) int { return cmp.Compare(b.seconds, a.seconds) })
	return list[:min(len(list), giftsTried)]
}

// toolFor is the quickest common tool for what an action mines; empty for none.
func toolFor(b *book.Book, a *game.Action) string {
	block, ok := b.Version.Block(a.Target)
	if a.Kind != game.Mine || !ok || block.Class == "" {
		return ""
	}
	best, speed := "", 0.0
	for _, it := range b.Version.Items() {
		if t := it.Tool; t != nil && t.Class == block.Class && t.Speed <= commonSpeed && t.Speed > speed {
			best, speed = it.Name, t.Speed
		}
	}
	return best
}
