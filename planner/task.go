package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

// Task is a goal that the reader understood.
type Task struct {
	// Goal has the words, the reading and the checks.
	Goal game.Goal

	parts []part
}

// part is one of the goals of a task: what must be held for it, and what is
// done then.
type part struct {
	goal   goalread.Goal
	checks []game.Check
	wants  []techtree.Want
	// holds says that the wants remain at the end; else the steps use them up.
	holds bool
	// first is what must be held before the wants are planned: a seed that only
	// its own crop brings.
	first []techtree.Want
	steps []game.Step
}

// Read reads the request's goal. The error is an *game.UnreadableError, or an
// *game.ImpossibleError for what this body cannot do.
func (d *Desk) Read(text string) (Task, error) {
	reading, err := d.rules.reader.Read(text)
	if err != nil {
		return Task{}, err
	}
	t := Task{Goal: game.Goal{Text: text, Reading: reading.Words()}}
	goals := absorb(d.madeFirst(d.left(reading.Goals)))
	d.taken, d.placing, d.next = nil, nil, ""
	for _, g := range goals {
		p, err := d.part(g)
		if err != nil {
			return Task{}, err
		}
		t.parts = append(t.parts, p)
		t.Goal.Checks = append(t.Goal.Checks, p.checks...)
	}
	t.Goal.Checks = builtTogether(t.Goal.Checks)
	return t, nil
}

// left makes goals that are about what was mined be about what mining leaves:
// "mine 64 stone and put it in the chest" stores cobblestone.
func (d *Desk) left(goals []goalread.Goal) []goalread.Goal {
	out := slices.Clone(goals)
	for k := range out {
		g := &out[k]
		i := k - 1
		for i >= 0 && (goals[i].Name != g.Name || goals[i].Refers) {
			i--
		}
		if !g.Refers || i < 0 || goals[i].Kind != goalread.Mine || len(g.Items) != 1 {
			continue
		}
		b, ok := d.rules.version.Block(g.Items[0])
		if !ok || !b.Natural {
			continue
		}
		if drops, each := mainDrops(b); len(drops) == 1 {
			g.Items, g.Count = drops, g.Count*each
		}
	}
	return out
}

// absorb drops goals whose thing a later goal uses up: in "craft a table and
// place it" the placing says it all.
func absorb(goals []goalread.Goal) []goalread.Goal {
	gone := make([]bool, len(goals))
	goals = slices.Clone(goals)
	for k, g := range goals {
		switch g.Kind {
		case goalread.Sleep:
			ownBed(goals, gone, k)
			continue
		case goalread.Place, goalread.Give, goalread.Deposit, goalread.Eat, goalread.Smelt, goalread.Plant:
		default:
			continue
		}
		for i := k - 1; i >= 0; i-- {
			same := goals[i].Name != "" && goals[i].Name == g.Name
			switch goals[i].Kind {
			case goalread.Get, goalread.Mine, goalread.Craft, goalread.Smelt:
				into := g.Into != "" && goals[i].Count <= 1 && slices.Equal(goals[i].Items, []string{g.Into})
				if into || same && (g.Refers || g.Kind != goalread.Smelt && goals[i].Count <= max(g.Count, 1)) {
					gone[i] = true
				}
			}
		}
	}
	var out []goalread.Goal
	for i, g := range goals {
		if !gone[i] {
			out = append(out, g)
		}
	}
	return out
}

func (d *Desk) part(g goalread.Goal) (part, error) {
	p := part{goal: g}
	var err error
	switch g.Kind {
	case goalread.Get:
		err = d.partGet(&p)
	case goalread.Mine:
		err = d.partMine(&p)
	case goalread.Craft:
		d.partGain(&p, g.Items, g.Count, game.Craft, "")
	case goalread.Smelt:
		err = d.partSmelt(&p)
	case goalread.Kill:
		err = d.partKill(&p)
	case goalread.Goto, goalread.Follow:
		err = d.partWalk(&p)
	case goalread.Say:
		d.partSay(&p)
	case goalread.Eat:
		err = d.partEat(&p)
	case goalread.Equip:
		err = d.partEquip(&p)
	case goalread.Place:
		err = d.partPlace(&p)
	case goalread.Deposit:
		err = d.partDeposit(&p)
	case goalread.Withdraw:
		err = d.partWithdraw(&p)
	case goalread.Give:
		err = d.partGive(&p)
	case goalread.Build:
		err = d.partBuild(&p)
	case goalread.Shear:
		err = d.partShear(&p)
	case goalread.Milk:
		err = d.partMilk(&p)
	case goalread.Breed:
		err = d.partBreed(&p)
	case goalread.Catch:
		err = d.partCatch(&p)
	case goalread.Plant:
		err = d.partPlant(&p)
	case goalread.Till:
		err = d.partTill(&p)
	case goalread.Grow:
		d.partGrow(&p)
	case goalread.Sleep:
		err = d.partSleep(&p)
	default:
		err = d.partPlain(&p)
	}
	return p, err
}

// require refuses a goal whose kind the body lacks or a list denies.
func (d *Desk) require(g goalread.Goal, k game.Kind) error {
	if d.denied(k) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("%q is not allowed here, and %s needs it", k, g.Words())}
	}
	if !d.req.Body.Can(k) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("This body cannot %s, and %s needs it", strings.ReplaceAll(string(k), "_", " "), g.Words())}
	}
	return nil
}

// did counts how often an action was confirmed or claimed in this task.
func (d *Desk) did(k game.Kind, subject string) int {
	n := 0
	for _, h := range d.req.History {
		a := h.Step.Action
		if a.Kind != k || subject != "" && a.Subject() != subject || h.Verdict != game.Confirmed && h.Verdict != game.Claimed {
			continue
		}
		switch r := h.Outcome.Result; {
		case k == game.Attack && r != nil && r.Killed != nil:
			n += *r.Killed
		default:
			n += a.Count()
		}
	}
	return n
}

func (d *Desk) partGet(p *part) error {
	g := p.goal
	if g.Name == "nether_portal" {
		return &game.ImpossibleError{Reason: "A nether portal is nothing to hold, and no body builds one; it takes 10 obsidian, and flint and steel to light it: \"get 10 obsidian and flint and steel\""}
	}
	items := d.asDrops(g.Items)
	p.holds = true
	if g.More {
		p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
		p.wants = []techtree.Want{{Items: items, Count: g.Count + d.base(items)}}
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckHave, Items: items, Count: g.Count}}
	p.wants = []techtree.Want{{Items: items, Count: g.Count}}
	return nil
}

// asDrops turns ores, which only silk touch brings, into what they drop, unless
// they are held.
func (d *Desk) asDrops(items []string) []string {
	if len(items) != 1 || !strings.HasSuffix(items[0], "_ore") || d.req.State.Count(items[0]) > 0 {
		return items
	}
	b, ok := d.rules.version.Block(items[0])
	if !ok {
		return items
	}
	for _, y := range blockYield(b, false) {
		if y.item == items[0] {
			return items
		}
	}
	for _, y := range blockYield(b, false) {
		if y.sure > 0 {
			return []string{y.item}
		}
	}
	return items
}

// partGain is "so many more", by one kind of action.
func (d *Desk) partGain(p *part, items []string, n int, via game.Kind, target string) {
	p.holds = true
	p.checks = append(p.checks, game.Check{Kind: game.CheckGain, Items: items, Count: n})
	p.wants = append(p.wants, techtree.Want{Items: items, Count: n + d.base(items), Via: via, Target: target})
}

func (d *Desk) partMine(p *part) error {
	g := p.goal
	var drops []string
	target, each, certain := "", 1, true
	for k, name := range g.Items {
		b, ok := d.rules.version.Block(name)
		if !ok || !b.Natural && b.Breakable() && d.minedAs(name) {
			// An item that several blocks leave: "mine 3 diamonds".
			d.partGain(p, g.Items, g.Count, game.Mine, "")
			return nil
		}
		if !b.Breakable() {
			return &game.ImpossibleError{Reason: sentence(game.Display(name)) + " cannot be broken in survival"}
		}
		if k == 0 {
			target = name
		}
		items, sure := mainDrops(b)
		if len(items) == 0 {
			certain = false
			continue
		}
		for _, i := range items {
			if !slices.Contains(drops, i) {
				drops = append(drops, i)
			}
		}
		if len(g.Items) == 1 {
			each = sure
		}
	}
	if len(g.Items) > 1 {
		target = ""
	}
	if certain && len(drops) > 0 {
		if len(drops) > 1 && target != "" {
			// Gravel or flint: every block leaves one of them.
			p.checks = []game.Check{{Kind: game.CheckGain, Items: drops, Count: g.Count}}
			left := g.Count + d.base(drops)
			for _, i := range drops {
				left -= d.req.State.Count(i)
			}
			if left > 0 {
				p.steps = []game.Step{{Action: game.Action{Kind: game.Mine, Target: target, Quantity: left}}}
			}
			return nil
		}
		d.partGain(p, drops, g.Count*each, game.Mine, d.oreTarget(target))
		return nil
	}
	// Nothing sure comes of it: the breaking itself is the goal.
	name := g.Items[0]
	left := g.Count - d.did(game.Mine, name)
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Mine, Target: name, Count: g.Count}}
	if left > 0 {
		p.steps = []game.Step{{Action: game.Action{Kind: game.Mine, Target: name, Quantity: left}}}
	}
	return nil
}

// oreTarget lets the deepslate form of an ore stand in for the plain one: a
// target is named only when there is no such form or it alone is excluded.
func (d *Desk) oreTarget(block string) string {
	if strings.HasSuffix(block, "_ore") {
		if _, ok := d.rules.version.Block("deepslate_" + block); ok {
			return ""
		}
	}
	return block
}

// minedAs says that natural blocks leave an item of that name.
func (d *Desk) minedAs(item string) bool {
	for _, s := range d.rules.version.DroppedBy(item) {
		if b, ok := d.rules.version.Block(s.Block); ok && b.Natural && !s.Drop.SilkTouch {
			return true
		}
	}
	return false
}

func (d *Desk) partSmelt(p *part) error {
	g := p.goal
	if g.All {
		return d.smeltAll(p)
	}
	input := g.Items[0]
	sm, ok := d.rules.version.SmeltingOf(input)
	if !ok || g.Product {
		if len(d.rules.version.SmeltingTo(input)) == 0 {
			return &game.ImpossibleError{Reason: sentence(game.Display(input)) + " can neither be smelted nor come out of a furnace"}
		}
		d.partGain(p, g.Items, g.Count, game.Smelt, "")
		return nil
	}
	target := input
	if drops := d.asDrops([]string{input}); drops[0] != input {
		target = drops[0] // an ore: what it drops is smelted
	}
	d.partGain(p, []string{sm.Output}, g.Count, game.Smelt, target)
	return nil
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
