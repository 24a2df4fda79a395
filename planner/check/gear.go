// SPDX-License-Identifier: MIT

package check

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

const (
	// weapon is what an unarmed body makes before it fights what fights back, light what it
	// takes along into the dark.
	weapon, light = "stone_sword", "torch"
	// weaponSeconds is how long making a weapon may take, rationSeconds how long finding
	// food may, but no more than half of the work; all else may take one part of so many.
	weaponSeconds, rationSeconds, gearShare = 60, 300, 5
	// longFight is how many hostile mobs are fought without food, rations how much of it is
	// got before more of them and before another dimension.
	longFight, rations = 20, 8
	// filling is what one of the rations gives at least, in points of hunger.
	filling = 5
	// longWork is from how many seconds on food is thought of, longDark from how many of
	// mining what lies deep light is; deep is how long that is looked for at least.
	longWork, longDark, deep = 600, 300, 20
	// torches light one cave after another.
	torches = 16
	// pointSeconds is how long a point of hunger or saturation lasts at work: that of
	// the embedded world's hungriest long runs (100 iron blocks), by its exhaustion of
	// sprinting, digging and healing (minecraft.wiki, Hunger).
	pointSeconds = 240
	// runSeconds is how long one lasts on the run from mob to mob and from plant to plant: that
	// of 144 sugar canes and fifty cows there.
	runSeconds = 30
	// enough hunger is left when work ends: sprinting takes more than this.
	enough = 6
	// mostRations are got at once.
	mostRations = 32
)

// toil is what steps ask of a body.
type toil struct {
	seconds, dark float64
	// runs are the seconds that are run from one thing to the next, of all.
	runs float64
	// fights is how many mobs fight back; abroad is the dimension that the steps lead to,
	// empty for none.
	fights int
	abroad string
}

// add counts a step in.
func (t *toil) add(d drafter, l *state, a *game.Action, seconds float64) {
	b, block := d.Version.Block(a.Target)
	m, mob := d.Version.Mob(a.Target)
	if mob && seconds == 0 { // nobody has reckoned it yet
		seconds = m.Search + rules.Kill(m)*float64(a.Count())
	}
	t.seconds += seconds
	t.fights += d.hostiles(a)
	if mob && a.Kind == game.Attack || block && a.Kind == game.Mine && b.Hardness == 0 {
		t.runs += seconds
	}
	switch {
	case a.Kind == game.Travel && a.Target != book.Overworld && a.Target != l.world:
		t.abroad = a.Target
	case a.Kind == game.Attack && mob && m.Dimension != "" && m.Dimension != book.Overworld && m.Dimension != l.world:
		t.abroad = m.Dimension
	case a.Kind == game.Mine && block && b.Natural && b.Harvest != nil && b.Search >= deep:
		t.dark += seconds
	}
}

// hostiles is how many mobs that fight back an action is to kill.
func (d drafter) hostiles(a *game.Action) int {
	if a.Kind == game.Defend {
		return guardFights
	}
	m, ok := d.Version.Mob(a.Target)
	if !ok || a.Kind != game.Attack || m.Category != "hostile" {
		return 0
	}
	return a.Count()
}

// piece is something to hold for a toil, and how many seconds it may cost.
type piece struct {
	techtree.Gear
	most float64
}

// gear is what a body lacks for a toil beside what it will hold: a weapon before fights, gold
// to wear where piglins live, food for the hours, light for the dark.
func (d drafter) gear(l *state, t *toil, held []techtree.Want) []piece {
	if d.Closed || l.bare {
		return nil
	}
	var list []piece
	add := func(code string, most float64, n int, items ...string) {
		list = append(list, piece{techtree.Gear{Want: techtree.Want{Items: items, Count: n}, Why: game.Say(code)}, most})
	}
	share := t.seconds / gearShare
	if (t.fights > 0 || t.abroad != "") && !d.holdsAny(l, held, d.isWeapon) {
		most := float64(weaponSeconds)
		if t.fights == 0 {
			most = min(most, share)
		}
		add("step.fight", most, 1, weapon)
	}
	if gold := d.gold(t.abroad); gold != nil && !d.holdsAny(l, held, func(item string) bool { return slices.Contains(gold, item) }) {
		add("step.gold", share, 1, gold...)
	}
	n, why, most := 0, "step.eat.long", max(share, min(rationSeconds, t.seconds/2))
	if (t.fights > longFight || t.abroad != "") && !d.holdsAny(l, held, d.Version.Eatable) {
		if n = rations; t.abroad == "" {
			why, most = "step.eat", rationSeconds
		}
	}
	if t.seconds >= longWork && !(len(held) == 1 && d.Version.Eatable(held[0].Items[0])) {
		n = max(n, min(int(math.Ceil(d.hungerBy(l, t)/filling)), mostRations))
	}
	if n > 0 {
		add(why, most, n, d.filling()...)
	}
	if t.dark >= longDark && !d.holdsAny(l, held, d.shines) {
		add("step.light", share, torches, light)
	}
	return list
}

// isWeapon says that something is held to fight with.
func (d drafter) isWeapon(item string) bool {
	it, ok := d.Version.Item(item)
	return ok && it.Weapon
}

// shines says that something lights the place where it is set down.
func (d drafter) shines(item string) bool {
	b, ok := d.Version.Block(item)
	return ok && b.Light > 0
}

// gold are the pieces of it that keep piglins from attacking where a dimension is theirs, and
// that a body puts on where it wears nothing yet; none where it wears one, or cannot.
func (d drafter) gold(dimension string) []string {
	offers := d.Version.Bartering()
	m, ok := d.Version.Mob(offers.Mob)
	if !ok || m.Dimension != dimension || dimension == "" || !d.Can(game.Equip) {
		return nil
	}
	var free []string
	for _, item := range offers.Worn {
		slot := d.Version.Slot(item)
		if d.Wears(offers.Worn, slot) {
			return nil
		}
		if !slices.ContainsFunc(d.Request.State.Inventory, func(s game.Stack) bool { return d.Wears([]string{game.Name(s.Item)}, slot) }) {
			free = append(free, item)
		}
	}
	return free
}

// dressFirst puts on gold that is held by then before the first way to where piglins live.
func (d drafter) dressFirst(steps []game.Step) []game.Step {
	for i := range steps {
		a := &steps[i].Action
		if a.Kind != game.Travel {
			continue
		}
		held := d.open()
		for _, item := range d.gold(a.Target) {
			dressed := func(s game.Step) bool { return s.Action.Kind == game.Equip && s.Action.Item == item }
			if slices.ContainsFunc(steps[:i], dressed) {
				return steps
			}
			if held.Count(item) > 0 || crafted(steps[:i], item) {
				on := steps[i]
				on.Action, on.Because = game.Action{Kind: game.Equip, Item: item, Slot: d.Version.Slot(item)}, game.Say("step.gold")
				return slices.Insert(steps, i, on)
			}
		}
		return steps
	}
	return steps
}

// hungerBy is how many points of food a body lacks by the end of a toil.
func (d drafter) hungerBy(l *state, t *toil) float64 {
	s := &d.Request.State
	if s.Hunger == nil || s.GameMode != "" && s.GameMode != "survival" {
		return 0
	}
	has := *s.Hunger - enough
	if s.Saturation != nil {
		has += *s.Saturation
	}
	for item, n := range l.Counts() {
		if it, ok := d.Version.Item(item); ok && d.Version.Eatable(item) {
			has += float64(n) * it.Food.Hunger
		}
	}
	return (t.seconds-t.runs)/pointSeconds + t.runs/runSeconds - has
}

// filling is any food that fills well and stacks: what does not takes a slot each.
func (d drafter) filling() []string {
	var items []string
	for _, it := range d.Version.Items() {
		if d.Version.Eatable(it.Name) && it.Food.Hunger >= filling && it.Stack > 1 {
			items = append(items, it.Name)
		}
	}
	return items
}

// holdsAny says that something of a sort is held or will be.
func (d drafter) holdsAny(l *state, held []techtree.Want, sort func(item string) bool) bool {
	for item := range l.Counts() {
		if sort(item) {
			return true
		}
	}
	return slices.ContainsFunc(held, func(w techtree.Want) bool { return sort(w.Items[0]) })
}

// errLaden is errTooMuch of a plan with what is taken along: it may fit in halves, else it
// goes without.
var errLaden = errors.New("no room for what is taken along")

// geared is the way to the wants with what a body lacks for it, as far as that is cheap; laden
// says that it has more than they ask for. What is taken along is chosen by brief plans.
func (d drafter) geared(ctx context.Context, l *state, wants []techtree.Want) (best way, laden bool, err error) {
	ahead := l.ahead
	defer func() { l.first, l.ahead, l.brief = nil, toil{}, false }()
	l.brief = l.Slots > 0 && !d.Closed && !l.thorough
	best, err = d.plan(ctx, l, wants)
	if err != nil && l.brief {
		l.brief = false
		best, err = d.plan(ctx, l, wants)
	}
	if err != nil {
		return way{}, false, err
	}
	for i := range best.steps {
		ahead.add(d, l, &best.steps[i].Action, best.steps[i].Seconds)
	}
	for _, p := range d.gear(l, &ahead, wants) {
		before := l.first
		l.first = append(before[:len(before):len(before)], p.Gear)
		with, err := d.plan(ctx, l, wants)
		switch {
		case errors.Is(err, techtree.ErrFull) && d.Version.Eatable(p.Items[0]):
			return best, false, errors.Join(errTooMuch, errLaden)
		case err == nil && with.seconds-best.seconds <= p.most:
			best, laden = with, true
		default:
			l.first = before
		}
	}
	if l.brief {
		l.brief = false
		if full, err := d.plan(ctx, l, wants); err == nil {
			best = full
		}
	}
	return best, laden, ctx.Err()
}

// explain gives the steps for what the solver was asked for the reasons why it was, as far as
// there are any.
func explain(steps []game.Step, why func(a *game.Action) game.Message) {
	for i := range steps {
		if s := &steps[i]; s.Because.Code == techtree.AskedFor.Code {
			s.Because = why(&s.Action).Or(s.Because)
		}
	}
}

const (
	// quicker is how many seconds another tool must save, quickerShare one part of so many of
	// what the plan takes; sooner is how many one that the plan makes anyway must save by being
	// made before.
	quicker, quickerShare, sooner = 10, 20, 0.5
	// fewBlocks are dug with what there is.
	fewBlocks = 16
)

// tools are the next two better tools of the sort that saves most time.
func (d drafter) tools(l *state, steps []game.Step) (better []string) {
	have, saves, most, class := l.Counts(), map[string]float64{}, 0.0, ""
	for i := range steps {
		a := &steps[i].Action
		have[a.Recipe]++
		n := cmp.Or(steps[i].About, a.Count())
		b, ok := d.Version.Block(a.Target)
		if !ok || a.Kind != game.Mine || b.Class == "" || n < fewBlocks {
			continue
		}
		list, best, now := d.toolsOf(b.Class), -1, rules.Break(b, nil)
		for k, it := range list {
			if have[it.Name] > 0 {
				best, now = k, rules.Break(b, it)
			}
		}
		for _, it := range list[best+1:] {
			if saves[it.Name] += float64(n) * (now - rules.Break(b, it)); saves[it.Name] > most {
				most, class = saves[it.Name], b.Class
			}
		}
	}
	least := max(quicker, game.Lasts(steps)/quickerShare)
	for _, it := range d.toolsOf(class) {
		if saves[it.Name] >= least || saves[it.Name] >= quicker && crafted(steps, it.Name) {
			better = append(better, it.Name)
		}
	}
	return better[:min(len(better), 2)]
}

// crafted says that a step makes an item.
func crafted(steps []game.Step, item string) bool {
	return slices.ContainsFunc(steps, func(s game.Step) bool { return s.Action.Recipe == item })
}

// toolsOf are the tools of a class, the slowest first.
func (d drafter) toolsOf(class string) []*data.Item {
	var list []*data.Item
	for _, it := range d.Version.Items() {
		if it.Tool != nil && it.Tool.Class == class && class != "" {
			list = append(list, it)
		}
	}
	slices.SortStableFunc(list, func(a, b *data.Item) int { return cmp.Compare(a.Tool.Speed, b.Tool.Speed) })
	return list
}

// sharpen makes a better tool first where that saves more than it takes, and plans the wants
// with it; who has to throw things away makes none.
func (d drafter) sharpen(ctx context.Context, before, l *state, steps []game.Step, wants []techtree.Want, group string) []game.Step {
	if d.Closed || l.thorough || l.bare || slices.ContainsFunc(steps, func(s game.Step) bool { return s.Because.Code == makeRoom.Code }) {
		return steps
	}
	for _, tool := range d.tools(before, steps) {
		margin := float64(quicker)
		if crafted(steps, tool) {
			margin = sooner
		}
		with := before.clone()
		with.ahead = toil{}
		first, err := d.solveHalves(ctx, with, []techtree.Want{{Items: []string{tool}, Count: 1}}, group, 0)
		if err != nil || game.Lasts(first) > game.Lasts(steps) {
			continue
		}
		explain(first, func(*game.Action) game.Message { return game.Say("step.tool") })
		with.ahead = before.ahead
		for i := range first { // what the whole asks for is taken along
			with.ahead.add(d, with, &first[i].Action, first[i].Seconds)
		}
		rest, err := d.solveHalves(ctx, with, wants, group, mostHalvings)
		if all := slices.Concat(first, rest); err == nil && game.Lasts(all) <= game.Lasts(steps)-margin {
			steps, *l = all, *with
		}
	}
	return steps
}
