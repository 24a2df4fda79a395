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
	steps []game.Step
}

// Read reads the request's goal. The error is an *game.UnreadableError, or an
// *game.ImpossibleError for what this body cannot do.
func (d *Desk) Read(text string) (Task, error) {
	reading, err := d.rules.reader.Read(text)
	if err != nil {
		return Task{}, err
	}
	t := Task{Goal: game.Goal{Text: text, Reading: reading.String()}}
	goals := absorb(reading.Goals)
	for _, g := range goals {
		p, err := d.part(g)
		if err != nil {
			return Task{}, err
		}
		t.parts = append(t.parts, p)
		t.Goal.Checks = append(t.Goal.Checks, p.checks...)
	}
	return t, nil
}

// absorb drops goals whose thing a later goal uses up: in "craft a table and
// place it" the placing says it all.
func absorb(goals []goalread.Goal) []goalread.Goal {
	gone := make([]bool, len(goals))
	for k, g := range goals {
		switch g.Kind {
		case goalread.Place, goalread.Give, goalread.Deposit, goalread.Eat, goalread.Smelt:
		default:
			continue
		}
		for i := k - 1; i >= 0; i-- {
			same := goals[i].Name != "" && goals[i].Name == g.Name
			switch goals[i].Kind {
			case goalread.Get, goalread.Mine, goalread.Craft, goalread.Smelt:
				if same && (g.Refers || g.Kind != goalread.Smelt && goals[i].Count <= max(g.Count, 1)) {
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
		d.partGet(&p)
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
	case goalread.Deposit, goalread.Withdraw:
		err = d.partChest(&p)
	case goalread.Give:
		err = d.partGive(&p)
	default:
		err = d.partPlain(&p)
	}
	return p, err
}

// require refuses a goal whose kind the body lacks or a list denies.
func (d *Desk) require(g goalread.Goal, k game.Kind) error {
	if d.denied(k) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("%q is not allowed here, and %s needs it", k, g)}
	}
	if !d.req.Body.Can(k) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("This body cannot %s, and %s needs it", strings.ReplaceAll(string(k), "_", " "), g)}
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

func (d *Desk) partGet(p *part) {
	g := p.goal
	items := d.asDrops(g.Items)
	p.holds = true
	if g.More {
		p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
		p.wants = []techtree.Want{{Items: items, Count: g.Count + d.base(items)}}
		return
	}
	p.checks = []game.Check{{Kind: game.CheckHave, Items: items, Count: g.Count}}
	p.wants = []techtree.Want{{Items: items, Count: g.Count}}
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

func (d *Desk) partKill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Attack); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckKilled, Target: g.Name, Count: g.Count}}
	if left := g.Count - d.did(game.Attack, g.Name); left > 0 {
		p.steps = []game.Step{{Action: game.Action{Kind: game.Attack, Target: g.Name, Quantity: left}}}
	}
	return nil
}

func (d *Desk) partWalk(p *part) error {
	g := p.goal
	kind := game.Goto
	if g.Kind == goalread.Follow {
		kind = game.Follow
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if g.At != nil {
		at := *g.At
		p.checks = []game.Check{{Kind: game.CheckAt, At: &at, Range: game.GotoRange}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Goto, At: &at}}}
		return nil
	}
	who, err := d.who(g)
	if err != nil {
		return err
	}
	if kind == game.Goto && !d.req.Body.CanField(game.Goto, "target") {
		return &game.ImpossibleError{Reason: "This body walks to coordinates only; say where, for example \"go to 100 64 -20\""}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: kind, Target: who, Count: 1}}
	if d.did(kind, who) == 0 {
		p.steps = []game.Step{{Action: game.Action{Kind: kind, Target: who, Seconds: g.Seconds}}}
	}
	return nil
}

// who names the player that a goal means; "me" is the body's owner.
func (d *Desk) who(g goalread.Goal) (string, error) {
	if g.To != "me" {
		return g.To, nil
	}
	if o := d.req.Body.Owner; o != "" {
		return o, nil
	}
	if n := d.req.State.Nearby; n != nil && len(n.Players) == 1 {
		return n.Players[0].Name, nil
	}
	return "", &game.ImpossibleError{Reason: fmt.Sprintf("Nobody told this body who its owner is; name the player: %q", strings.Replace(g.String(), "me", "Steve", 1))}
}

func (d *Desk) partSay(p *part) {
	p.checks = []game.Check{{Kind: game.CheckSaid, Text: p.goal.Text}}
	for _, h := range d.req.History {
		if h.Step.Action.Kind == game.Chat && h.Step.Action.Message == p.goal.Text && (h.Verdict == game.Confirmed || h.Verdict == game.Claimed) {
			return
		}
	}
	p.steps = []game.Step{{Action: game.Action{Kind: game.Chat, Message: p.goal.Text}}}
}

// fullHunger is a full hunger bar (Minecraft Wiki, "Hunger").
const fullHunger = 20

func (d *Desk) partEat(p *part) error {
	g := p.goal
	if err := d.require(g, game.Consume); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckAte}}
	if h := d.req.State.Hunger; h != nil && *h >= fullHunger && g.Name == "" {
		return nil
	}
	if h, b := d.req.State.Hunger, d.req.Baseline.Hunger; h != nil && b != nil && *h > *b {
		return nil
	}
	items := g.Items
	if len(items) == 0 {
		items = d.foods()
	}
	item := d.bestFood(items)
	if item == "" {
		p.wants = []techtree.Want{{Items: items, Count: 1}}
	} else {
		p.wants = []techtree.Want{{Items: []string{item}, Count: 1}}
	}
	p.steps = []game.Step{{Action: game.Action{Kind: game.Consume, Item: item}}}
	return nil
}

// foods lists what may be eaten without a second thought.
func (d *Desk) foods() []string {
	var out []string
	for _, it := range d.rules.version.Items() {
		switch it.Name {
		case "rotten_flesh", "spider_eye", "poisonous_potato", "pufferfish", "chicken", "suspicious_stew", "chorus_fruit", "golden_apple", "enchanted_golden_apple":
			continue
		}
		if it.Food != nil {
			out = append(out, it.Name)
		}
	}
	return out
}

// bestFood is the held food that fills most, empty for none.
func (d *Desk) bestFood(items []string) string {
	best, fill := "", 0.0
	for _, i := range items {
		it, ok := d.rules.version.Item(i)
		if ok && it.Food != nil && d.req.State.Count(i) > 0 && it.Food.Hunger > fill {
			best, fill = i, it.Food.Hunger
		}
	}
	return best
}

func (d *Desk) partEquip(p *part) error {
	g := p.goal
	if err := d.require(g, game.Equip); err != nil {
		return err
	}
	item := g.Items[0]
	for _, i := range g.Items {
		if d.req.State.Count(i) > 0 {
			item = i // the last that is held is the best of a group
		}
	}
	slot := slotOf(item)
	p.holds = true
	p.checks = []game.Check{{Kind: game.CheckEquipped, Items: g.Items, Slot: slot}}
	p.wants = []techtree.Want{{Items: []string{item}, Count: 1}}
	if !d.worn(g.Items, slot) {
		p.steps = []game.Step{{Action: game.Action{Kind: game.Equip, Item: item, Slot: slot}}}
	}
	return nil
}

// worn says that the slot shows one of the items.
func (d *Desk) worn(items []string, slot string) bool {
	if slot == "hand" {
		return slices.Contains(items, game.Name(d.req.State.HeldItem))
	}
	numbers := map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": game.SlotOffhand}
	return slices.ContainsFunc(d.req.State.Inventory, func(s game.Stack) bool {
		return s.Slot == numbers[slot] && slices.Contains(items, game.Name(s.Item))
	})
}

// slotOf is where an item is worn, the hand for what is not worn.
func slotOf(item string) string {
	switch {
	case strings.HasSuffix(item, "_helmet"), strings.HasSuffix(item, "_head"), strings.HasSuffix(item, "_skull"), item == "carved_pumpkin":
		return "head"
	case strings.HasSuffix(item, "_chestplate"), item == "elytra":
		return "torso"
	case strings.HasSuffix(item, "_leggings"):
		return "legs"
	case strings.HasSuffix(item, "_boots"):
		return "feet"
	case item == "shield":
		return "off_hand"
	}
	return "hand"
}

func (d *Desk) partPlace(p *part) error {
	g := p.goal
	if err := d.require(g, game.Place); err != nil {
		return err
	}
	item := d.heldOf(g.Items)
	it, ok := d.rules.version.Item(item)
	if !ok || it.Block == "" {
		return &game.ImpossibleError{Reason: sentence(game.Display(item)) + " is no block that could be placed"}
	}
	p.checks = []game.Check{{Kind: game.CheckPlaced, Items: g.Items, Count: g.Count, At: g.At}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.did(game.Place, i)
	}
	if left <= 0 {
		return nil
	}
	p.wants = []techtree.Want{{Items: []string{item}, Count: left}}
	for range left {
		a := game.Action{Kind: game.Place, Block: item}
		if g.At != nil {
			at := *g.At
			a.At = &at
		}
		p.steps = append(p.steps, game.Step{Action: a})
	}
	return nil
}

// heldOf is the most plentiful of some alternatives, else the first.
func (d *Desk) heldOf(items []string) string {
	best, most := items[0], 0
	for _, i := range items {
		if n := d.req.State.Count(i); n > most {
			best, most = i, n
		}
	}
	return best
}

func (d *Desk) partChest(p *part) error {
	g := p.goal
	kind, check := game.Deposit, game.CheckStored
	if g.Kind == goalread.Withdraw {
		kind, check = game.Withdraw, game.CheckWithdrawn
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	item := d.heldOf(g.Items)
	at := *g.At
	p.checks = []game.Check{{Kind: check, Items: g.Items, Count: g.Count, At: &at}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.did(kind, i)
	}
	if left <= 0 {
		return nil
	}
	if kind == game.Deposit {
		p.wants = []techtree.Want{{Items: []string{item}, Count: left}}
	}
	p.steps = []game.Step{{Action: game.Action{Kind: kind, Item: item, Quantity: left, At: &at}}}
	return nil
}

func (d *Desk) partGive(p *part) error {
	g := p.goal
	if err := d.require(g, game.Drop); err != nil {
		return err
	}
	to := g.To
	if to != "" {
		var err error
		if to, err = d.who(g); err != nil {
			return err
		}
	}
	item := d.heldOf(d.asDrops(g.Items))
	p.checks = []game.Check{{Kind: game.CheckGiven, Items: d.asDrops(g.Items), Count: g.Count, To: to}}
	if to == "" {
		p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: g.Count}}
	}
	left := g.Count
	for _, i := range d.asDrops(g.Items) {
		left -= d.did(game.Drop, i)
	}
	if left > 0 {
		p.wants = []techtree.Want{{Items: []string{item}, Count: left}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Drop, Item: item, Quantity: left, To: to}}}
	}
	return nil
}

// partPlain is a goal that one action is.
func (d *Desk) partPlain(p *part) error {
	g := p.goal
	a := game.Action{Kind: game.Sleep}
	switch g.Kind {
	case goalread.Wait:
		a = game.Action{Kind: game.Wait, Seconds: g.Seconds}
	case goalread.Interact:
		a = game.Action{Kind: game.Interact, Target: g.Items[0], At: g.At}
	}
	if err := d.require(g, a.Kind); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: 1}}
	if d.did(a.Kind, a.Subject()) == 0 {
		p.steps = []game.Step{{Action: a}}
	}
	return nil
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
