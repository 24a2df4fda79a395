package planner

import (
	"fmt"
	"math"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// runner runs one step.
type runner struct {
	desk *Desk
	l    *ledger
	step *game.Step
}

func (r *runner) a() *game.Action { return &r.step.Action }

func (r *runner) need(count int, items ...string) {
	r.step.Needs = append(r.step.Needs, game.Need{Items: items, Count: count})
}

func (r *runner) gain(minimum int, items ...string) {
	if minimum > 0 {
		r.step.Expect.Gains = append(r.step.Expect.Gains, game.Gain{Items: items, Min: minimum})
	}
}

// reset clears annotations, so that a step may be checked anew.
func (r *runner) reset(seconds float64) {
	r.step.Needs, r.step.Expect, r.step.Seconds = nil, game.Expect{}, math.Round(seconds*10)/10
}

func (r *runner) goTo() *Fault {
	a := r.a()
	if a.At == nil {
		if r.onlyItem(a.Target) {
			return &Fault{Text: fmt.Sprintf("%s is an item, which stands nowhere to go to; craft, mine or collect it instead", game.Display(a.Target))}
		}
		r.reset(searchSeconds)
		r.l.wander()
		return nil
	}
	if dim := a.At.Dimension; dim != "" && r.desk.req.State.Dimension != "" && dim != game.Name(r.desk.req.State.Dimension) {
		return &Fault{Text: fmt.Sprintf("the body is in %s and cannot walk to %s", game.Display(r.desk.req.State.Dimension), game.Display(dim))}
	}
	r.reset(r.desk.walk(r.l, *a.At))
	at := *a.At
	r.step.Expect.At, r.step.Expect.Within = &at, math.Max(a.Range, game.GotoRange)
	r.l.arrive(at)
	r.desk.walked(r.l, a)
	return nil
}

// onlyItem says whether a name is an item's and neither a block's nor a mob's.
// Other names may be players' and places'.
func (r *runner) onlyItem(name string) bool {
	_, item := r.l.v.Item(name)
	_, block := r.l.v.Block(name)
	_, mob := r.l.v.Mob(name)
	return item && !block && !mob
}

func (r *runner) mine() *Fault {
	a := r.a()
	if a.Target == "" {
		r.reset(r.desk.walk(r.l, *a.At) + smallSeconds)
		r.l.arrive(*a.At)
		return nil
	}
	b, ok := r.l.v.Block(a.Target)
	if !ok {
		return &Fault{Text: fmt.Sprintf("there is no block %q in Minecraft %s", a.Target, r.l.v.Name)}
	}
	if !b.Breakable() {
		return &Fault{Text: fmt.Sprintf("%s cannot be broken in survival", game.Display(a.Target))}
	}
	if f := r.occurs(b); f != nil {
		return f
	}
	n := a.Count()
	tool := r.l.bestTool(b)
	r.reset(r.desk.search(a.Target) + float64(n)*(stepSeconds+breakSeconds(r.l.v, b, tool)))
	if a.At != nil {
		r.step.Seconds = r.desk.walk(r.l, *a.At) + breakSeconds(r.l.v, b, tool)
	}
	if f := r.tool(b, n); f != nil {
		return f
	}
	ours := r.l.takeDown(a.Target) || r.l.stands[a.Target] > 0
	r.l.stands[a.Target] = max(r.l.stands[a.Target]-n, 0)
	r.drops(b, n)
	if a.At != nil {
		r.l.arrive(*a.At)
	} else if !ours || n > 1 {
		r.l.wander()
	}
	return nil
}

func (r *runner) place() *Fault {
	a := r.a()
	item, ok := r.blockItem(a.Block)
	if !ok {
		return &Fault{Text: fmt.Sprintf("there is no block %q that could be placed in Minecraft %s", a.Block, r.l.v.Name)}
	}
	r.reset(placeSeconds)
	if a.At != nil {
		r.step.Seconds = placeSeconds + r.desk.walk(r.l, *a.At)
	}
	r.need(1, item)
	if r.l.counts[item] < 1 {
		return r.missing(item, 1)
	}
	r.l.add(item, -1)
	r.l.stands[a.Block]++
	if a.At != nil {
		r.l.arrive(*a.At)
	}
	if isStation(a.Block) {
		r.l.setUp(a.Block)
		if a.Block == data.StationFurnace {
			r.l.burn = 0
		}
	}
	return nil
}

// blockItem is the item that places a block.
func (r *runner) blockItem(block string) (string, bool) {
	if _, ok := r.l.v.Item(block); ok {
		return block, true
	}
	for _, it := range r.l.v.Items() {
		if it.Block == block {
			return it.Name, true
		}
	}
	return "", false
}

// missing is the fault of an item that is not held.
func (r *runner) missing(item string, count int) *Fault {
	have := r.l.counts[item]
	return &Fault{
		Text:  fmt.Sprintf("it needs %s and %s held; %s", game.Counted(count, item), held(have), r.desk.howTo(item)),
		wants: []techtree.Want{{Items: []string{item}, Count: count}},
	}
}

func held(n int) string {
	if n == 0 {
		return "none is"
	}
	return fmt.Sprintf("only %d are", n)
}

// howTo says in a few words how an item is come by.
func (d *Desk) howTo(item string) string {
	v := d.rules.version
	for _, s := range v.DroppedBy(item) {
		if b, ok := v.Block(s.Block); ok && b.Natural && s.Drop.Chance >= 1 && s.Drop.Min > 0 && !s.Drop.SilkTouch {
			return fmt.Sprintf("mine %s first", game.Display(s.Block))
		}
	}
	if to := v.SmeltingTo(item); len(to) > 0 && !strings.HasSuffix(item, "_nugget") {
		return fmt.Sprintf("smelt %s first", game.Display(to[0].Input))
	}
	if len(v.Recipes(item)) > 0 {
		return "craft it first"
	}
	for _, s := range v.DroppedBy(item) {
		if s.Mob != "" {
			return fmt.Sprintf("kill %s for it first", game.Display(s.Mob))
		}
	}
	return "get it first"
}

func (r *runner) attack() *Fault {
	a := r.a()
	m, ok := r.l.v.Mob(a.Target)
	if !ok {
		return &Fault{Text: fmt.Sprintf("there is no mob %q in Minecraft %s", a.Target, r.l.v.Name)}
	}
	n := a.Count()
	r.reset(r.desk.search(a.Target) + float64(n)*techtree.Kill(m))
	for _, d := range m.Drops {
		if d.Chance >= 1 && d.Min > 0 && !d.PlayerKill {
			r.gain(d.Min*n, d.Item)
			r.l.add(d.Item, d.Min*n)
		} else if k := r.l.hope(d.Item, d.Chance*float64(d.Min+d.Max)/2*float64(n)); k > 0 {
			r.l.add(d.Item, k)
		}
	}
	r.l.wander()
	return nil
}

func (r *runner) build() *Fault {
	need := map[string]int{}
	var order []string
	for _, e := range r.a().Edits {
		item, ok := r.blockItem(game.Name(e.Block))
		if !ok {
			return &Fault{Text: fmt.Sprintf("there is no block %q that could be placed in Minecraft %s", e.Block, r.l.v.Name)}
		}
		if need[item] == 0 {
			order = append(order, item)
		}
		need[item]++
	}
	r.reset(float64(len(r.a().Edits)) * placeSeconds)
	var fault *Fault
	for _, item := range order {
		r.need(need[item], item)
		if r.l.counts[item] >= need[item] {
			continue
		}
		f := r.missing(item, need[item])
		if fault == nil {
			fault = f
			continue
		}
		fault.wants = append(fault.wants, f.wants...)
	}
	if fault != nil {
		return fault
	}
	for _, item := range order {
		r.l.add(item, -need[item])
	}
	last := r.a().Edits[len(r.a().Edits)-1]
	r.l.arrive(game.Pos{X: last.X, Y: last.Y, Z: last.Z})
	return nil
}

// bring is a step that adds items.
func (r *runner) bring() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	r.reset(searchSeconds)
	r.gain(a.Count(), a.Item)
	r.l.add(a.Item, a.Count())
	if a.At != nil {
		r.l.arrive(*a.At)
	} else {
		r.l.wander()
	}
	return nil
}

func (r *runner) unknownItem(item string) *Fault {
	return &Fault{Text: fmt.Sprintf("there is no item %q in Minecraft %s", item, r.l.v.Name)}
}

// hold is a step for which n of the item must be held.
func (r *runner) hold(n int, seconds float64) *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	r.reset(seconds)
	r.need(n, a.Item)
	if r.l.counts[a.Item] < n {
		return r.missing(a.Item, n)
	}
	return nil
}

func (r *runner) consume() *Fault {
	if it, ok := r.l.v.Item(r.a().Item); ok && it.Food == nil && !strings.Contains(it.Name, "potion") && it.Name != "milk_bucket" {
		return &Fault{Text: fmt.Sprintf("%s cannot be eaten or drunk", game.Display(it.Name))}
	}
	if f := r.hold(1, smallSeconds); f != nil {
		return f
	}
	r.l.add(r.a().Item, -1)
	return nil
}

func (r *runner) giveAway() *Fault {
	a := r.a()
	if f := r.hold(a.Count(), smallSeconds+searchSeconds/4); f != nil {
		return f
	}
	r.l.add(a.Item, -a.Count())
	if a.At != nil {
		r.l.arrive(*a.At)
	} else if a.To != "" {
		r.l.wander()
	}
	return nil
}

// other is a step without an effect that could be written down.
func (r *runner) other() *Fault {
	a := r.a()
	seconds := float64(smallSeconds)
	switch {
	case a.Seconds > 0:
		seconds = a.Seconds
	case a.Kind == game.Explore:
		seconds = max(a.MaxSeconds, 60)
	case a.Kind == game.Sleep:
		seconds = 10
	case a.Kind == game.Follow || a.Kind == game.Wait:
		seconds = r.desk.untilSeconds(a.Until)
	}
	r.reset(seconds)
	switch a.Kind {
	case game.Chat, game.Look, game.Wait, game.Interact:
		return nil
	}
	r.l.wander()
	if a.Kind == game.Explore {
		r.desk.walked(r.l, a)
	}
	return nil
}

func article(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an"
	}
	return "a"
}
