package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Durations of farming, in seconds of game time.
const (
	plotSeconds  = 2
	breedSeconds = 5
	// castSeconds is one catch (Minecraft Wiki, "Fishing": 6 to 34 s).
	castSeconds = 20
)

// fruits are what stems bear beside themselves.
var fruits = map[string]string{"melon_stem": "melon", "pumpkin_stem": "pumpkin"}

// loves is what two animals are bred with (Minecraft Wiki, "Breeding").
var loves = map[string][]string{
	"cow": {"wheat"}, "mooshroom": {"wheat"}, "sheep": {"wheat"}, "goat": {"wheat"}, "pig": {"carrot", "potato", "beetroot"},
	"rabbit": {"carrot", "dandelion", "golden_carrot"}, "turtle": {"seagrass"}, "bee": {"poppy", "dandelion", "cornflower"}, "fox": {"sweet_berries", "glow_berries"},
	"hoglin": {"crimson_fungus"}, "strider": {"warped_fungus"}, "camel": {"cactus"}, "armadillo": {"spider_eye"},
	"chicken": {"wheat_seeds", "beetroot_seeds", "melon_seeds", "pumpkin_seeds", "torchflower_seeds", "pitcher_pod"},
}

// farm checks a step of farming and enters its effect.
func (r *runner) farm() *Fault {
	a := r.a()
	n := a.Count()
	switch a.Kind {
	case game.Till:
		r.reset(r.desk.search(a.Target) + float64(n)*plotSeconds)
		defer r.l.wander()
		return r.inHand("tilling", n, func(item string) bool { return strings.HasSuffix(item, "_hoe") })
	case game.Shear:
		r.reset(r.desk.search(a.Target) + float64(n)*smallSeconds)
		if f := r.inHand("shearing", n, func(item string) bool { return item == "shears" }); f != nil {
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
	}
	r.l.wander()
	return nil
}

// breed takes the food of the pairs out of the inventory.
func (r *runner) breed() *Fault {
	a := r.a()
	r.reset(r.desk.search(a.Target) + float64(a.Count())*breedSeconds)
	foods, need := loves[a.Target], 2*a.Count()
	if len(foods) == 0 {
		r.l.wander() // tamed first, or unknown: the body will say
		return nil
	}
	r.need(need, foods...)
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
func (r *runner) inHand(doing string, n int, fits func(item string) bool) *Fault {
	var tools []string
	for _, it := range r.l.v.Items() {
		if fits(it.Name) && it.Tool != nil {
			tools = append(tools, it.Name)
		}
	}
	r.need(1, tools...)
	if r.l.sum(tools) > 0 {
		r.l.useTool(fits, n)
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
	r.need(a.Count(), item)
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
	if ok && fruits[b.Name] != "" {
		b, ok = r.l.v.Block(fruits[b.Name])
	}
	if !ok {
		b, ok = r.cropOf(a.Target)
	}
	if !ok {
		return
	}
	for _, y := range blockYield(b, false) {
		if y.sure > 0 {
			r.l.add(y.item, y.sure*a.Count())
			r.gain(y.sure*a.Count(), y.item)
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
