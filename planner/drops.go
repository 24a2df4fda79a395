package planner

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// yield is what breaking one block brings of an item.
type yield struct {
	item string
	sure int
	mean float64
}

// blockYield adds up the drops of a block; shears says whether it is broken
// with shears.
func blockYield(b *data.Block, shears bool) []yield {
	var out []yield
	for _, d := range b.Drops {
		if d.SilkTouch || d.Shears && !shears {
			continue
		}
		k := slices.IndexFunc(out, func(y yield) bool { return y.item == d.Item })
		if k < 0 {
			k = len(out)
			out = append(out, yield{item: d.Item})
		}
		if d.Chance >= 1 {
			out[k].sure += d.Min
		}
		out[k].mean += d.Chance * float64(d.Min+d.Max) / 2
	}
	return out
}

// mainDrops lists what surely comes of one block and how much of it: one item,
// or several of which one drops each time. It is empty when nothing is sure.
func mainDrops(b *data.Block) (items []string, each int) {
	ys := blockYield(b, false)
	for _, y := range ys {
		if y.sure > 0 {
			return []string{y.item}, y.sure
		}
	}
	if sumMeans(ys) < 1 {
		return nil, 0
	}
	for _, y := range ys {
		items = append(items, y.item)
	}
	return items, 1
}

func sumMeans(ys []yield) float64 {
	sum := 1e-9
	for _, y := range ys {
		sum += y.mean
	}
	return sum
}

// drops enters what the blocks leave.
func (r *runner) drops(b *data.Block, n int) {
	a := r.a()
	yields := blockYield(b, r.l.counts["shears"] > 0 && slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Shears }))
	sureItems := 0
	for _, y := range yields {
		if y.sure > 0 {
			sureItems++
			r.gain(y.sure*n, y.item)
			r.l.add(y.item, y.sure*n)
			continue
		}
		if a.Until != nil && a.Until.Item == y.item {
			r.gain(a.Until.Count, y.item)
			r.l.add(y.item, a.Until.Count)
			sureItems++
			continue
		}
		if lucky := r.l.hope(y.item, float64(n)*y.mean); lucky > 0 {
			r.l.add(y.item, lucky)
		}
	}
	if sureItems == 0 && sumMeans(yields) >= 1 {
		// One of several things drops each time: gravel or flint.
		names := make([]string, len(yields))
		for i, y := range yields {
			names[i] = y.item
		}
		r.gain(n, names...)
	}
}

// tool sees that something held will harvest the block, often enough.
func (r *runner) tool(b *data.Block, n int) *Fault {
	if b.Harvest == nil {
		if b.Hardness > 0 {
			r.l.useTool(func(item string) bool {
				it, ok := r.l.v.Item(item)
				return ok && it.Tool != nil && it.Tool.Class == b.Class
			}, n)
		}
		return nil
	}
	r.need(1, b.Harvest...)
	fits := func(item string) bool { return slices.Contains(b.Harvest, item) }
	left := 0
	for _, w := range r.l.wear {
		if fits(w.item) {
			left += w.left
		}
	}
	if left >= n || b.Hardness == 0 && left > 0 {
		if b.Hardness > 0 {
			r.l.useTool(fits, n)
		}
		return nil
	}
	least := game.Display(b.Harvest[0])
	if left == 0 {
		return &Fault{
			Text:  fmt.Sprintf("%s needs %s %s or better, and none is held; craft one first", game.Display(b.Name), article(least), least),
			wants: []techtree.Want{{Items: b.Harvest, Count: 1}},
		}
	}
	return &Fault{
		Text:  fmt.Sprintf("the tools held break after %d of the %d blocks; craft another %s first", left, n, least),
		wants: []techtree.Want{{Items: b.Harvest, Count: r.l.sum(b.Harvest) + (n-left+58)/59}},
	}
}

// occurs refuses blocks that stand nowhere by themselves.
func (r *runner) occurs(b *data.Block) *Fault {
	_, seen := r.desk.seen()[b.Name]
	if seen || b.Structure != "" || r.a().At != nil {
		return nil
	}
	if !b.Natural {
		if r.l.stands[b.Name] > 0 || slices.ContainsFunc(r.l.stations, func(s stood) bool { return s.block == b.Name && r.l.around(s) }) || !isStation(b.Name) && r.l.v != nil && madeByHand(r.desk, b.Name) {
			return nil
		}
		return &Fault{Text: fmt.Sprintf("%s does not occur in the world by itself; craft it instead", game.Display(b.Name))}
	}
	at := game.Name(r.desk.req.State.Dimension)
	if at == "" {
		at = "overworld"
	}
	if b.Dimension != "" && b.Dimension != at {
		return &Fault{Text: fmt.Sprintf("%s is found in %s, and the body is in %s", game.Display(b.Name), game.Display(b.Dimension), game.Display(at))}
	}
	return nil
}

// madeByHand says that the task placed such a block before.
func madeByHand(d *Desk, block string) bool {
	return slices.ContainsFunc(d.req.History, func(a game.Attempt) bool {
		return a.Step.Action.Kind == game.Place && a.Step.Action.Block == block
	})
}
