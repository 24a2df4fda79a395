// SPDX-License-Identifier: MIT

package check

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/rules"
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
	info, _ := game.Lookup(r.a().Kind)
	r.step.Expect.Places = info.Alters && info.UsesUp
}

func (r *runner) gain(minimum int, items ...string) {
	r.gains(game.Gain{Items: items, Min: minimum})
}

func (r *runner) gains(g game.Gain) {
	if g.Min > 0 {
		r.step.Expect.Gains = append(r.step.Expect.Gains, g)
	}
}

// annotate enters what n units of an operator need, use up and surely bring.
func (r *runner) annotate(o *rules.Op, n int) {
	if o.Tools != nil {
		r.need(1, r.desk.names(o.Tools)...)
	}
	for _, p := range o.Takes {
		r.uses(int(p.Count)*n, r.desk.names(r.desk.Solver.Meant(p.Alts, r.a().Using))...)
	}
	if r.step.Expect.Places { // what is left of what it uses up shows nothing of what stands
		return
	}
	for _, y := range o.Gives {
		r.gains(game.Gain{Items: []string{r.desk.Solver.Names[y.Item]}, Min: int(y.Sure) * n, More: y.Mean > float64(y.Sure)})
	}
}

// do carries out n units of an operator; the fault is of what it takes or works
// with.
func (r *runner) do(o *rules.Op, n int, until *game.Until) *Fault {
	r.annotate(o, n)
	_, lack := r.l.apply([]*rules.Op{o}, n, rules.Choice{Until: until})
	switch {
	case lack == nil:
		return nil
	case lack.Tools != nil:
		return r.toolLacks(lack)
	}
	var fault *Fault
	for _, p := range o.Takes {
		if items := r.desk.names(
			p.Alts,
		); r.l.Count(items...) < int(p.Count)*n ||
			len(lack.Parts) == 1 && slices.Equal(lack.Parts[0].Alts, p.Alts) {
			f := r.missing(items[0], int(p.Count)*n)
			if fault == nil {
				fault = f
				continue
			}
			fault.wants = append(fault.wants, f.wants...)
		}
	}
	return fault
}

// toolLacks is the fault of an operator without the tool for it, or with one that
// breaks too soon.
func (r *runner) toolLacks(lack *rules.Lack) *Fault {
	tools := r.desk.names(lack.Tools)
	o := lack.Op
	var why game.Message
	count := 1
	switch {
	case lack.Left > 0:
		why = game.Say("fault.breaks", "left", int(lack.Left), "of", int(lack.N), "tool", game.Named(tools[0]))
		count = r.l.Count(tools...) + r.desk.moreTools(lack)
	case o.Kind == game.Mine:
		why = game.Say("fault.tool", "what", game.Named(o.Subject), "tool", game.A(tools[0]))
	case len(tools) == 1:
		return r.missing(tools[0], 1)
	case messages.Has("by." + string(o.Kind)):
		why = game.Say("fault.tool.for", "what", game.Say("by."+string(o.Kind)), "tool", game.A(tools[0]))
	default:
		why = game.Say("fault.tool.this", "tool", game.A(tools[0]))
	}
	return &Fault{Why: why, wants: []techtree.Want{{Items: tools, Count: count}}}
}

// moreTools is how many more of the least tool there must be for all that an operator
// lacks.
func (d drafter) moreTools(lack *rules.Lack) int {
	each := max(d.Solver.Info[lack.Tools[0]].Durability, 1)
	return (int(lack.Uses-lack.Left) + each - 1) / each
}

// reset clears annotations, so that a step may be checked anew.
func (r *runner) reset(seconds float64) {
	r.step.Needs, r.step.Expect, r.step.Batch, r.step.About, r.step.Spread = nil, game.Expect{}, 0, 0, 0
	r.seconds(seconds)
}

func (r *runner) seconds(seconds float64) { r.step.Seconds = tenth(seconds) }

func tenth(x float64) float64 { return math.Round(x*10) / 10 }

func (r *runner) goTo() *Fault {
	a := r.a()
	if a.At == nil {
		if r.onlyItem(game.Name(a.Target)) {
			return wrong("only-item", "thing", game.Named(a.Target))
		}
		r.reset(rules.SearchSeconds)
		r.l.wander()
		return nil
	}
	if dim := a.At.Dimension; dim != "" && r.l.world != "" && dim != r.l.world {
		return wrong("no-walk", "here", game.SayWorld(r.l.world), "world", game.SayWorld(dim))
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
		r.reset(r.desk.walk(r.l, *a.At) + rules.HandSeconds)
		r.l.arrive(*a.At)
		return nil
	}
	b, ok := r.l.v.Block(a.Target)
	if !ok {
		return r.none("no-block", a.Target)
	}
	if !b.Breakable() {
		return wrong("unbreakable", "thing", game.Named(a.Target))
	}
	if f := r.occurs(b); f != nil {
		return f
	}
	n := a.Count()
	shears := r.l.Count("shears") > 0 && b.Shorn(until(a))
	o := r.desk.Solver.Mine(b, shears)
	each := rules.Break(b, r.l.tool(&o))
	unit := rules.StepSeconds + each
	switch {
	case a.At != nil:
		r.reset(r.desk.walk(r.l, *a.At) + each)
	case r.l.atHand(a.Target) >= n:
		r.reset(float64(n) * unit)
	default:
		r.looks(a.Target, o.Searches(int32(n)), float64(n)*unit)
	}
	if a.Until != nil {
		r.luck(a.Until.Count, r.desk.Solver.MeanOf(&o, []string{a.Until.Item}), unit)
	}
	if f := r.do(&o, cmp.Or(r.step.About, n), a.Until); f != nil {
		return f
	}
	r.hopes(b.Yields(shears), n)
	ours := 0
	for ours < n && r.l.takeDown(a.Target) {
		ours++
	}
	ours = max(ours, r.l.stands[a.Target])
	r.l.stands[a.Target] = max(r.l.stands[a.Target]-n, 0)
	if a.At != nil {
		r.l.arrive(*a.At)
	} else if ours < n {
		r.l.wander()
	}
	return nil
}

// until is the item that a mine goes on for; empty for none.
func until(a *game.Action) string {
	if a.Until == nil {
		return ""
	}
	return a.Until.Item
}

func (r *runner) place() *Fault {
	a := r.a()
	if m, ok := r.l.v.MeansOf(a.Block); ok && !m.Placed {
		return wrong("not-placed", "thing", game.Named(a.Block), "item", game.Named(m.Items[0]))
	}
	r.reset(rules.PlaceSeconds)
	if a.At != nil {
		r.step.Seconds = rules.PlaceSeconds + r.desk.walk(r.l, *a.At)
	}
	if f := r.raise(a.Block); f != nil {
		return f
	}
	r.l.stands[a.Block]++
	if a.At != nil {
		r.l.arrive(*a.At)
	}
	if r.l.v.IsStation(a.Block) {
		r.l.setUp(a.Block)
		switch a.Block {
		case data.StationFurnace:
			r.l.Fire = 0
		case data.StationBrewing:
			r.l.Charge = 0
		}
	}
	return nil
}

// missing is the fault of an item that is not held.
func (r *runner) missing(item string, count int) *Fault {
	code := "fault.none-held"
	have := r.l.Count(item)
	if have > 0 {
		code = "fault.few-held"
	}
	return &Fault{
		Why:   game.Say(code, "things", game.Things{Count: count, Items: []string{item}}, "n", have, "how", r.desk.howTo(item)),
		wants: []techtree.Want{{Items: []string{item}, Count: count}},
	}
}

// howTo says in a few words where an item comes from.
func (d drafter) howTo(item string) game.Message {
	v := d.Version
	for _, s := range v.DroppedBy(item) {
		if b, ok := v.Block(s.Block); ok && b.Natural && s.Drop.Chance >= 1 && s.Drop.Min > 0 && !s.Drop.SilkTouch {
			return game.Say("how.mine", "thing", game.Named(s.Block))
		}
	}
	if to := v.SmeltingTo(item); len(to) > 0 && !strings.HasSuffix(item, "_nugget") {
		return game.Say("how.smelt", "thing", game.Named(to[0].Input))
	}
	if maker := v.Maker(item); maker != game.Craft || len(v.Recipes(item)) > 0 {
		return game.Say("how." + string(maker))
	}
	for _, s := range v.DroppedBy(item) {
		if s.Mob != "" {
			return game.Say("how.kill", "mob", game.Named(s.Mob))
		}
	}
	return game.Say("how.get")
}

func (r *runner) attack() *Fault {
	a := r.a()
	m, ok := r.l.v.Mob(a.Target)
	if !ok {
		return r.none("no-mob", a.Target)
	}
	if f := r.elsewhere(m.Name, m.Dimension); f != nil && f.world != "" {
		return f
	}
	o := r.desk.Solver.Attack(m)
	r.looks(a.Target, 1, float64(a.Count())*o.Unit)
	for _, n := range r.step.Enough {
		wanted := n.Count - r.l.Count(n.Items...)
		if wanted <= 0 { // an earlier fight brings it with a little luck
			r.reset(0)
			r.step.Because = game.Say("step.enough")
			return nil
		}
		r.luck(wanted, r.desk.Solver.MeanOf(&o, n.Items), o.Unit)
	}
	defer r.l.wander()
	return r.do(&o, cmp.Or(r.step.About, a.Count()), nil)
}

// digSeconds is about what a block takes that is dug free: soil by hand, rock with a pickaxe.
const digSeconds = 1

func (r *runner) build() *Fault {
	var blocks []string
	stand, seconds := r.desk.Stand(r.a().Edits), 0.0
	for _, e := range r.a().Edits {
		switch {
		case stand[e] || r.l.built[e]:
		case game.IsAir(e.Block):
			seconds += digSeconds
		default:
			blocks = append(blocks, game.Name(e.Block))
		}
	}
	r.reset(seconds + float64(len(blocks))*rules.PlaceSeconds)
	if f := r.raise(blocks...); f != nil {
		return f
	}
	r.l.built = maps.Clone(r.l.built)
	for _, e := range r.a().Edits {
		if r.l.built == nil {
			r.l.built = map[game.Edit]bool{}
		}
		r.l.built[e] = true
	}
	last := r.a().Edits[len(r.a().Edits)-1]
	r.l.arrive(game.Pos{X: last.X, Y: last.Y, Z: last.Z})
	return nil
}

// raise makes blocks stand.
func (r *runner) raise(blocks ...string) *Fault {
	o, unknown := r.desk.Solver.Raise(r.a().Kind, blocks...)
	if unknown != "" {
		return r.none("no-block.placed", unknown)
	}
	return r.do(&o, 1, nil)
}

// bring is a step that adds items.
func (r *runner) bring() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	r.reset(rules.SearchSeconds)
	o := r.desk.Solver.Bring(a.Kind, a.Item)
	if f := r.do(&o, a.Count(), nil); f != nil {
		return f
	}
	if a.At != nil {
		r.l.arrive(*a.At)
	} else {
		r.l.wander()
	}
	return nil
}

func (r *runner) unknownItem(item string) *Fault {
	return r.none("no-item", item)
}

// none is the fault of a name that the game's version does not know.
func (r *runner) none(code, name string) *Fault {
	return wrong(code, "name", name, "version", r.l.v.Name)
}

// hold is a step for which n of the item must be held.
func (r *runner) hold(n int, seconds float64) *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	r.reset(seconds)
	r.need(n, a.Item)
	if r.l.Count(a.Item) < n {
		return r.missing(a.Item, n)
	}
	return nil
}

// spend uses up n of each of the items.
func (r *runner) spend(n int, items ...string) *Fault {
	o := r.desk.Solver.Spend(r.a().Kind, items...)
	return r.do(&o, n, nil)
}

// spendIts is a step that uses up n of its item.
func (r *runner) spendIts(n int, seconds float64) *Fault {
	if _, ok := r.l.v.Item(r.a().Item); !ok {
		return r.unknownItem(r.a().Item)
	}
	r.reset(seconds)
	return r.spend(n, r.a().Item)
}

func (r *runner) consume() *Fault {
	if it, ok := r.l.v.Item(r.a().Item); ok && it.Food == nil && !it.Drink {
		return wrong("not-eaten", "thing", game.Named(it.Name))
	}
	return r.spendIts(1, rules.HandSeconds)
}

func (r *runner) giveAway() *Fault {
	a := r.a()
	if f := r.spendIts(a.Count(), rules.HandSeconds+rules.SearchSeconds/4); f != nil {
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
	seconds := float64(rules.HandSeconds)
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

// hopes enters what is expected of blocks that leave nothing surely: what the mine
// goes on for, or one of several things each time (gravel or flint).
func (r *runner) hopes(yields []data.Yield, n int) {
	until := r.a().Until
	for _, y := range yields {
		switch {
		case y.Sure > 0:
			return
		case until != nil && until.Item == y.Item:
			r.gain(until.Count, y.Item)
			return
		}
	}
	if data.MeanSum(yields) >= 1 {
		names := make([]string, len(yields))
		for i, y := range yields {
			names[i] = y.Item
		}
		r.gain(n, names...)
	}
}

// occurs refuses blocks that stand nowhere by themselves.
func (r *runner) occurs(b *data.Block) *Fault {
	_, seen := r.desk.Seen()[b.Name]
	if seen || b.Structure != "" || r.a().At != nil {
		return nil
	}
	if !b.Natural {
		if r.l.stands[b.Name] > 0 || slices.ContainsFunc(r.l.stations, func(s stood) bool { return s.block == b.Name && r.l.around(s) }) ||
			!r.l.v.IsStation(b.Name) && r.l.v != nil && r.desk.Placed(b.Name) {
			return nil
		}
		return wrong("nowhere", "thing", game.Named(b.Name))
	}
	return r.elsewhere(b.Name, b.Dimension)
}

// mendable says that something may be got or done that mends a fault.
func (f *Fault) mendable() bool { return f.wants != nil || f.station != "" || f.world != "" }

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
	r.looks(a.Target, 1, rules.HandSeconds)
	in := r.interaction()
	if in == nil {
		if it, ok := r.l.v.Item(a.Item); ok && it.Thrown && a.Target == "" && a.At == nil {
			return r.spendIts(1, rules.HandSeconds)
		}
		if a.Item != "" {
			return r.hold(1, rules.HandSeconds)
		}
		return nil
	}
	n, item := 1, a.Item
	if a.Kind == game.Milk {
		n, item = a.Count(), in.With[0]
	}
	o := r.desk.Solver.Use(a.Kind, item, in)
	if f := r.do(&o, n, nil); f != nil {
		return f
	}
	ours := r.l.stands[a.Target] > 0 || slices.Contains(r.l.beside, a.Target)
	b, _ := r.l.v.Block(a.Target)
	defer func() {
		if b != nil && b.Fluid { // there is more of it
			r.l.beside = []string{a.Target, in.Result}
		}
	}()
	if r.l.v.Stands(in) {
		r.l.stands[in.Result] += n
		r.l.stands[a.Target] = max(r.l.stands[a.Target]-n, 0)
	}
	if !ours {
		r.l.wander()
	}
	return nil
}

// farm checks a step of farming and enters its effect.
func (r *runner) farm() *Fault {
	a := r.a()
	defer r.l.wander()
	if a.Kind == game.Plant {
		return r.sow()
	}
	o := r.desk.Solver.Tend(a.Kind, a.Target)
	work := float64(a.Count()) * o.Unit
	if r.looks(a.Target, 1, work); a.Kind == game.Fish || a.Kind == game.Harvest {
		r.reset(rules.SearchSeconds + work)
	}
	if o.Tools != nil && len(o.Tools) == 0 {
		return wrong("no-tool", "version", r.l.v.Name)
	}
	return r.do(&o, a.Count(), nil)
}

// sow takes the seeds out of the inventory. A crop may be named instead of what
// is planted.
func (r *runner) sow() *Fault {
	a := r.a()
	r.reset(rules.SearchSeconds + float64(a.Count())*rules.PlotSeconds)
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
	return r.spend(a.Count(), item)
}
