// SPDX-License-Identifier: MIT

package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// runner runs one step.
type runner struct {
	desk drafter
	l    *state
	step *game.Step
}

func (r *runner) a() *game.Action { return &r.step.Action }

func (r *runner) need(count int, items ...string) {
	r.step.Needs = append(r.step.Needs, game.Need{Items: items, Count: count})
}

// uses is what must be held and leaves the inventory.
func (r *runner) uses(count int, items ...string) {
	r.need(count, items...)
	r.step.Expect.Uses = append(r.step.Expect.Uses, game.Need{Items: items, Count: count})
}

func (r *runner) gain(minimum int, items ...string) {
	if minimum > 0 {
		r.step.Expect.Gains = append(r.step.Expect.Gains, game.Gain{Items: items, Min: minimum})
	}
}

// reset clears annotations, so that a step may be checked anew.
func (r *runner) reset(seconds float64) {
	r.step.Needs, r.step.Expect, r.step.Seconds, r.step.Batch = nil, game.Expect{}, math.Round(seconds*10)/10, 0
}

func (r *runner) goTo() *Fault {
	a := r.a()
	if a.At == nil {
		if r.onlyItem(game.Name(a.Target)) {
			return &Fault{Text: fmt.Sprintf("%s is an item, which stands nowhere to go to; craft, mine or collect it instead", game.Display(a.Target))}
		}
		r.reset(searchSeconds)
		r.l.wander()
		return nil
	}
	if dim := a.At.Dimension; dim != "" && r.desk.Request.State.Dimension != "" && dim != game.Name(r.desk.Request.State.Dimension) {
		return &Fault{Text: fmt.Sprintf("the body is in %s and cannot walk to %s", game.Display(r.desk.Request.State.Dimension), game.Display(dim))}
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
	r.uses(1, item)
	if r.l.counts[item] < 1 {
		return r.missing(item, 1)
	}
	r.l.add(item, -1)
	r.l.stands[a.Block]++
	if a.At != nil {
		r.l.arrive(*a.At)
	}
	if r.l.v.IsStation(a.Block) {
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
func (d drafter) howTo(item string) string {
	v := d.Version
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
		r.uses(need[item], item)
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

// spend is a step that uses up n of its item.
func (r *runner) spend(n int, seconds float64) *Fault {
	if f := r.hold(n, seconds); f != nil {
		return f
	}
	r.step.Expect.Uses = r.step.Needs
	r.l.add(r.a().Item, -n)
	return nil
}

func (r *runner) consume() *Fault {
	if it, ok := r.l.v.Item(r.a().Item); ok && it.Food == nil && !strings.Contains(it.Name, "potion") && it.Name != "milk_bucket" {
		return &Fault{Text: fmt.Sprintf("%s cannot be eaten or drunk", game.Display(it.Name))}
	}
	return r.spend(1, smallSeconds)
}

func (r *runner) giveAway() *Fault {
	a := r.a()
	if f := r.spend(a.Count(), smallSeconds+searchSeconds/4); f != nil {
		return f
	}
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
		seconds = r.desk.UntilSeconds(a.Until)
	}
	r.reset(seconds)
	r.step.Expect.Seconds = a.Seconds
	switch a.Kind {
	case game.Chat, game.Look, game.Wait, game.Interact:
		return nil
	default:
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

// drops enters what the blocks leave.
func (r *runner) drops(b *data.Block, n int) {
	a := r.a()
	yields := b.Yields(r.l.counts["shears"] > 0 && slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Shears }))
	sureItems := 0
	for _, y := range yields {
		if y.Sure > 0 {
			sureItems++
			r.gain(y.Sure*n, y.Item)
			r.l.add(y.Item, y.Sure*n)
			continue
		}
		if a.Until != nil && a.Until.Item == y.Item {
			r.gain(a.Until.Count, y.Item)
			r.l.add(y.Item, a.Until.Count)
			sureItems++
			continue
		}
		if lucky := r.l.hope(y.Item, float64(n)*y.Mean); lucky > 0 {
			r.l.add(y.Item, lucky)
		}
	}
	if sureItems == 0 && data.MeanSum(yields) >= 1 {
		// One of several things drops each time: gravel or flint.
		names := make([]string, len(yields))
		for i, y := range yields {
			names[i] = y.Item
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
	_, seen := r.desk.Seen()[b.Name]
	if seen || b.Structure != "" || r.a().At != nil {
		return nil
	}
	if !b.Natural {
		if r.l.stands[b.Name] > 0 || slices.ContainsFunc(r.l.stations, func(s stood) bool { return s.block == b.Name && r.l.around(s) }) || !r.l.v.IsStation(b.Name) && r.l.v != nil && r.desk.Placed(b.Name) {
			return nil
		}
		return &Fault{Text: fmt.Sprintf("%s does not occur in the world by itself; craft it instead", game.Display(b.Name))}
	}
	at := r.desk.Dimension()
	if b.Dimension != "" && b.Dimension != at && book.KnownDimension(at) {
		return &Fault{Text: fmt.Sprintf("%s is found in %s, and the body is in %s", game.Display(b.Name), game.Display(b.Dimension), game.Display(at))}
	}
	return nil
}

// interaction is what using the step's item on its target gives, nil for what
// is not known to give anything.
func (r *runner) interaction() *data.Interaction {
	a := r.a()
	if a.Target == "" {
		return nil
	}
	all := r.l.v.Interactions()
	for i := range all {
		in := &all[i]
		switch {
		case in.Block+in.Mob != a.Target:
		case a.Kind == game.Milk && in.Result == "milk_bucket":
			return in
		case a.Kind == game.Use && slices.Contains(in.With, a.Item):
			return in
		}
	}
	return nil
}

// use enters what an item gives that is used on a block or mob; other uses only
// need the item.
func (r *runner) use() *Fault {
	a := r.a()
	r.reset(r.desk.search(a.Target) + smallSeconds)
	in := r.interaction()
	if in == nil {
		if it, ok := r.l.v.Item(a.Item); ok && it.Thrown && a.Target == "" && a.At == nil {
			return r.spend(1, smallSeconds)
		}
		if a.Item != "" {
			return r.hold(1, smallSeconds)
		}
		return nil
	}
	n, item := 1, a.Item
	if a.Kind == game.Milk {
		n, item = a.Count(), in.With[0]
	}
	r.need(n, item)
	if r.l.counts[item] < n {
		return r.missing(item, n)
	}
	if in.Spent {
		r.step.Expect.Uses = r.step.Needs
		r.l.add(item, -n)
	} else {
		r.l.useTool(func(held string) bool { return held == item }, n)
	}
	ours := r.l.stands[a.Target] > 0
	if r.l.v.Stands(in) {
		r.l.stands[in.Result] += n
		r.l.stands[a.Target] = max(r.l.stands[a.Target]-n, 0)
	} else {
		r.l.add(in.Result, in.Min*n)
		r.gain(in.Min*n, in.Result)
	}
	if !ours {
		r.l.wander()
	}
	return nil
}

// Durations of farming, in seconds of game time.
const (
	plotSeconds  = 2
	breedSeconds = 5
	// castSeconds is one catch (Minecraft Wiki, "Fishing": 6 to 34 s).
	castSeconds = 20
)

// farm checks a step of farming and enters its effect.
func (r *runner) farm() *Fault {
	a := r.a()
	n := a.Count()
	switch a.Kind {
	case game.Till:
		r.reset(r.desk.search(a.Target) + float64(n)*plotSeconds)
		defer r.l.wander()
		return r.inHand("tilling", n, "hoe")
	case game.Shear:
		r.reset(r.desk.search(a.Target) + float64(n)*smallSeconds)
		if f := r.inHand("shearing", n, "shears"); f != nil {
			return f
		}
		for _, in := range r.l.v.Interactions() {
			if in.Mob == a.Target && slices.Contains(in.With, "shears") {
				r.l.add(in.Result, in.Min*n)
				r.gain(in.Min*n, in.Result)
			}
		}
	case game.Fish:
		r.reset(searchSeconds + float64(n)*castSeconds)
		r.need(1, "fishing_rod")
		if r.l.counts["fishing_rod"] < 1 {
			return r.missing("fishing_rod", 1)
		}
		if _, ok := r.l.v.Item(a.Target); ok {
			r.l.add(a.Target, n)
			r.gain(n, a.Target)
		}
	case game.Plant:
		return r.sow()
	case game.Harvest:
		r.reap()
	case game.Breed:
		return r.breed()
	default:
	}
	r.l.wander()
	return nil
}

// breed takes the food of the pairs out of the inventory.
func (r *runner) breed() *Fault {
	a := r.a()
	r.reset(r.desk.search(a.Target) + float64(a.Count())*breedSeconds)
	var foods []string
	if m, ok := r.l.v.Mob(a.Target); ok {
		foods = m.Breeding
	}
	need := 2 * a.Count()
	if len(foods) == 0 {
		r.l.wander() // tamed first, or unknown: the body will say
		return nil
	}
	r.uses(need, foods...)
	for _, food := range foods {
		if r.l.counts[food] >= need {
			r.l.add(food, -need)
			r.l.wander()
			return nil
		}
	}
	return r.missing(foods[0], need)
}

// inHand sees that a tool is held and wears it.
func (r *runner) inHand(doing string, n int, class string) *Fault {
	tools := r.l.v.ToolsOf(class)
	r.need(1, tools...)
	if r.l.sum(tools) > 0 {
		r.l.useTool(func(item string) bool { return slices.Contains(tools, item) }, n)
		return nil
	}
	if len(tools) == 0 {
		return &Fault{Text: fmt.Sprintf("there is no tool for %s in Minecraft %s", doing, r.l.v.Name)}
	}
	f := r.missing(tools[0], 1)
	f.wants[0].Items = tools
	f.Text = fmt.Sprintf("%s needs %s %s or the like, and none is held; craft one first", doing, article(tools[0]), game.Display(tools[0]))
	return f
}

// sow takes the seeds out of the inventory. A crop may be named instead of what
// is planted.
func (r *runner) sow() *Fault {
	a := r.a()
	r.reset(searchSeconds + float64(a.Count())*plotSeconds)
	item := a.Target
	if it, ok := r.l.v.Item(item); !ok || it.Block == "" {
		for _, it := range r.l.v.Items() {
			if it.Block == a.Target {
				item = it.Name
			}
		}
	}
	if _, ok := r.l.v.Item(item); !ok {
		return r.unknownItem(item)
	}
	r.uses(a.Count(), item)
	if r.l.counts[item] < a.Count() {
		return r.missing(item, a.Count())
	}
	r.l.add(item, -a.Count())
	r.l.wander()
	return nil
}

// reap enters what crops surely leave.
func (r *runner) reap() {
	a := r.a()
	r.reset(searchSeconds + float64(a.Count())*plotSeconds)
	b, ok := r.l.v.Block(a.Target)
	if crop, grows := r.l.v.CropOfBlock(a.Target); grows && crop.Stays {
		b, ok = r.l.v.Block(crop.Harvest)
	}
	if !ok {
		b, ok = r.cropOf(a.Target)
	}
	if !ok {
		return
	}
	for _, y := range b.Yields(false) {
		if y.Sure > 0 {
			r.l.add(y.Item, y.Sure*a.Count())
			r.gain(y.Sure*a.Count(), y.Item)
		}
	}
}

// cropOf is the block that an item is harvested from.
func (r *runner) cropOf(item string) (*data.Block, bool) {
	for _, s := range r.l.v.DroppedBy(item) {
		if b, ok := r.l.v.Block(s.Block); ok && s.Drop.Chance >= 1 && s.Drop.Min > 0 && !s.Drop.SilkTouch && !s.Drop.Shears {
			return b, true
		}
	}
	return nil, false
}
