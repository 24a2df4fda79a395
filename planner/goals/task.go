package goals

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// Task is a goal's text as it was understood.
type Task struct {
	// Goal has the words, the reading and the checks.
	Goal game.Goal
	// Subgoals are what there is to do for it, in order.
	Subgoals []book.Subgoal
	// Notices are sentences that the player should see.
	Notices []string
	// Next is what another round does when this one's plan ran to its end, empty
	// for nothing: "fill the chest".
	Next string
}

// Acts reports whether the task is more than to hold something.
func (t Task) Acts() bool {
	return slices.ContainsFunc(t.Subgoals, func(g book.Subgoal) bool { return len(g.Steps) > 0 || !g.Holds })
}

// Wants are what the subgoals want together.
func (t Task) Wants() []techtree.Want {
	var wants []techtree.Want
	for i := range t.Subgoals {
		wants = append(wants, t.Subgoals[i].Wants...)
	}
	return wants
}

// drafter writes the subgoals of one reading down. One goroutine.
type drafter struct {
	*book.Book
	// taken are the places that the builds of the goal take up.
	taken map[game.Pos]bool
	// placing are the containers that the goal sets up.
	placing map[string]bool
	// worn are the things that the goal puts on, by their slot.
	worn map[string]Goal
	// full is what a body that is not hungry leaves uneaten: another bread.
	full    string
	notices []string
	next    string
	// there is the last walk of the goals so far, flat that its height was not
	// said. later says that the rest waits until it led somewhere.
	there *game.Action
	flat  bool
	later bool
}

// part is one of the goals of a text.
type part struct {
	book.Subgoal

	goal   Goal
	checks []game.Check
}

// Read reads the text of a goal for the body of a book. The error is an
// *game.UnreadableError, a *game.GuessError for what was not read surely and
// nobody agreed to, or an *game.ImpossibleError for what this body cannot do.
func Read(b *book.Book, text string) (Task, error) {
	reading, err := Of(b.Version).Read(text)
	var unread *game.UnreadableError
	if errors.As(err, &unread) && unread.Help {
		possible := func(g Goal) bool {
			_, err := (&drafter{Book: b}).part(g)
			return err == nil
		}
		return Task{}, &game.UnreadableError{Text: text, Help: true, Nearest: helpOf(possible, Of(b.Version))}
	}
	if err != nil {
		return Task{}, err
	}
	t := Task{Goal: game.Goal{Text: text, Reading: reading.Words()}}
	d := &drafter{Book: b}
	for _, g := range absorb(b, d.madeFirst(d.left(reading.Goals))) {
		p, err := d.part(g)
		if err != nil {
			return Task{}, err
		}
		p.Words, p.ID, p.Wears = g.Words(), g.String(), g.Kind == Equip
		if err := d.afterWalk(&p); err != nil {
			return Task{}, err
		}
		beside, err := d.beside(g)
		if err != nil {
			return Task{}, err
		}
		if t.Goal.Clauses = append(t.Goal.Clauses, p.clause()); d.later {
			continue
		}
		if len(p.Steps)+len(p.Wants)+len(p.First) > 0 {
			t.Subgoals = append(t.Subgoals, beside...)
		}
		t.Subgoals = append(t.Subgoals, p.Subgoal)
	}
	if d.full != "" && b.Met(t.Subgoals) {
		return Task{}, &game.ImpossibleError{Reason: fmt.Sprintf("You are not hungry enough to eat %s; ask again later", d.full)}
	}
	t.Notices, t.Next = d.notices, d.next
	if len(reading.Respelt) > 0 && b.Request.Settings.Accepted == "" {
		return Task{}, &game.GuessError{Guess: game.NewGuess(text, t.Goal.Reading, t.Goal.Clauses, reading.Respelt)}
	}
	return t, nil
}

// clause is the part as it is shown and judged.
func (p *part) clause() game.Clause {
	g := &p.goal
	c := game.ClauseOf(string(g.Kind), g.Words(), p.checks...)
	c.To, c.At = g.To, g.At
	if c.To == "" {
		c.To = g.Into
	}
	if g.Seconds > 0 {
		c.Limit = &game.Limit{Seconds: g.Seconds}
	}
	if g.Name != "" {
		thing := game.Thing{Quantity: g.Count, More: g.More, All: g.All, Item: g.Name}
		if len(g.Items) > 1 {
			thing.Item, thing.Group = "", g.Name
		}
		c.Things = []game.Thing{thing}
	}
	return c
}

// Wanting is the task of holding items at the end, item -> count, named by id
// instead of by a player's words.
func Wanting(items map[string]int) Task {
	var t Task
	for _, name := range slices.Sorted(maps.Keys(items)) {
		item, n := game.Name(name), items[name]
		t.Subgoals = append(t.Subgoals, book.Subgoal{Holds: true, Wants: []techtree.Want{{Items: []string{item}, Count: n}}})
		t.Goal.Clauses = append(t.Goal.Clauses, game.ClauseOf("get", "get "+game.Counted(n, item), game.Check{Kind: game.CheckHave, Items: []string{item}, Count: n}))
	}
	return t
}

// notice adds a sentence for the player, once.
func (d *drafter) notice(text string) {
	if !slices.Contains(d.notices, text) {
		d.notices = append(d.notices, text)
	}
}

// left makes goals that are about what was mined be about what mining leaves:
// "mine 64 stone and put it in the chest" stores cobblestone.
func (d *drafter) left(goals []Goal) []Goal {
	out := slices.Clone(goals)
	for k := range out {
		g := &out[k]
		i := k - 1
		for i >= 0 && (goals[i].Name != g.Name || goals[i].Refers) {
			i--
		}
		if !g.Refers || i < 0 || goals[i].Kind != Mine || len(g.Items) != 1 {
			continue
		}
		b, ok := d.Version.Block(g.Items[0])
		if !ok || !b.Natural {
			continue
		}
		if drops, each := b.MainDrops(); len(drops) == 1 {
			g.Items, g.Count = drops, g.Count*each
		}
	}
	return out
}

// absorb marks what a later goal uses up, and drops goals that only want to hold
// it: in "get a table and place it" the placing says it all.
func absorb(b *book.Book, goals []Goal) []Goal {
	reader := Of(b.Version)
	gone := make([]bool, len(goals))
	goals = slices.Clone(goals)
	for k, g := range goals {
		switch g.Kind {
		case Sleep:
			ownBed(b, goals, gone, k)
			continue
		case Place, Give, Deposit, Eat, Smelt, Plant, Throw:
		default:
			continue
		}
		for i := k - 1; i >= 0; i-- {
			same := goals[i].Name != "" && goals[i].Name == g.Name
			into := g.Into != "" && goals[i].Count <= 1 && slices.Equal(goals[i].Items, []string{g.Into})
			switch goals[i].Kind {
			case Get:
				gone[i] = gone[i] || into || same && (g.Refers || g.Kind != Smelt && goals[i].Count <= max(g.Count, 1))
			case Mine, Craft, Smelt, Shear, Milk, Catch, Grow:
				goals[i].Used = goals[i].Used || into || same && (g.Refers || g.Kind != Smelt) || slices.Equal(reader.product(goals[i]).Items, g.Items)
			default:
			}
		}
	}
	var out []Goal
	for i, g := range goals {
		if !gone[i] {
			out = append(out, g)
		}
	}
	return out
}

func (d *drafter) part(g Goal) (part, error) {
	p := part{goal: g}
	var err error
	if g.Used && d.partUsed(&p) {
		return p, nil
	}
	switch g.Kind {
	case Get:
		err = d.partGet(&p)
	case Mine:
		err = d.partMine(&p)
	case Craft:
		d.partCraft(&p)
	case Smelt:
		err = d.partSmelt(&p)
	case Kill:
		err = d.partKill(&p)
	case Goto, Follow:
		err = d.partWalk(&p)
	case Say:
		d.partSay(&p)
	case Eat:
		err = d.partEat(&p)
	case Equip:
		err = d.partEquip(&p)
	case Place:
		err = d.partPlace(&p)
	case Deposit:
		err = d.partDeposit(&p)
	case Withdraw:
		err = d.partWithdraw(&p)
	case Give:
		err = d.partGive(&p)
	case Build:
		err = d.partBuild(&p)
	case Shear:
		err = d.partShear(&p)
	case Milk:
		err = d.partMilk(&p)
	case Breed:
		err = d.partBreed(&p)
	case Catch:
		err = d.partCatch(&p)
	case Plant:
		err = d.partPlant(&p)
	case Till:
		err = d.partTill(&p)
	case Grow:
		err = d.partGrow(&p)
	case Sleep:
		err = d.partSleep(&p)
	case Throw:
		err = d.partThrow(&p)
	case Interact, Find, Wait:
		err = d.partPlain(&p)
	}
	return p, err
}

// require refuses a goal whose kind the body lacks or a list denies.
func (d *drafter) require(g Goal, k game.Kind) error {
	if d.Denied(k) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("%q is not allowed here, and %s needs it", k, g.Words())}
	}
	if !d.Request.Body.Can(k) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("This body cannot %s, and %s needs it", strings.ReplaceAll(string(k), "_", " "), g.Words())}
	}
	return nil
}

func (d *drafter) partGet(p *part) error {
	g := p.goal
	if g.Name == "nether_portal" {
		return &game.ImpossibleError{Reason: "A nether portal is nothing to hold, and no body builds one; it takes 10 obsidian, and flint and steel to light it: \"get 10 obsidian and flint and steel\""}
	}
	items := d.asDrops(g.Items)
	p.Holds = true
	if g.More {
		p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
		p.Wants = []techtree.Want{{Items: items, Count: g.Count + d.Base(items...)}}
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckHave, Items: items, Count: g.Count}}
	p.Wants = []techtree.Want{{Items: items, Count: g.Count}}
	if cheap := d.cheap(items); len(cheap) < len(items) {
		if left := g.Count - d.Held(items...) + d.Held(cheap...); left > d.Held(cheap...) {
			p.Wants[0] = techtree.Want{Items: cheap, Count: left}
		}
	}
	if g.From != "" {
		p.Wants[0].Via, p.Wants[0].Target = Of(d.Version).sourceKind(g.From, items), g.From
	}
	return nil
}

// asDrops turns ores, which only silk touch brings, into what they drop, unless
// they are held.
func (d *drafter) asDrops(items []string) []string {
	if len(items) != 1 || !strings.HasSuffix(items[0], "_ore") || d.Request.State.Count(items[0]) > 0 {
		return items
	}
	b, ok := d.Version.Block(items[0])
	if !ok {
		return items
	}
	yields := b.Yields(false)
	if slices.ContainsFunc(yields, func(y data.Yield) bool { return y.Item == items[0] }) {
		return items
	}
	for _, y := range yields {
		if y.Sure > 0 {
			return []string{y.Item}
		}
	}
	return items
}

// cheap are those of some alternatives that a goal of no material is planned
// with: a sword is not made of the diamonds that are held.
func (d *drafter) cheap(items []string) []string {
	if len(items) < 2 {
		return items
	}
	return Of(d.Version).Cheap(items)
}

// partCraft makes so many more. Of several materials the cheap ones are used, and
// the player is told.
func (d *drafter) partCraft(p *part) {
	g := p.goal
	d.partGain(p, g.Items, g.Count, game.Craft, "")
	if cheap := d.cheap(g.Items); len(cheap) < len(g.Items) {
		p.Wants[0].Items, p.Wants[0].Count = cheap, g.Count+d.Base(cheap...)
		d.notice(fmt.Sprintf("No material was said for the %s; nothing dear is spent on it. Say for example \"%s\" for another.",
			strings.TrimPrefix(g.Name, "any "), Goal{Kind: Craft, Name: g.Items[len(g.Items)-2], Count: g.Count}.Words()))
	}
}

// partGain is "so many more", by one kind of action.
func (d *drafter) partGain(p *part, items []string, n int, via game.Kind, target string) {
	p.Holds = true
	p.checks = append(p.checks, game.Check{Kind: game.CheckGain, Items: items, Count: n})
	p.Wants = append(p.Wants, techtree.Want{Items: items, Count: n + d.Base(items...), Via: via, Target: target})
}

func (d *drafter) partMine(p *part) error {
	g := p.goal
	var drops []string
	target, each, certain := "", 1, true
	for k, name := range g.Items {
		b, ok := d.Version.Block(name)
		if !ok || !b.Natural && b.Breakable() && d.minedAs(name) {
			// An item that several blocks leave: "mine 3 diamonds".
			d.partGain(p, g.Items, g.Count, game.Mine, "")
			return nil
		}
		if !b.Breakable() {
			return &game.ImpossibleError{Reason: game.Sentence(game.Display(name)) + " cannot be broken in survival"}
		}
		if k == 0 {
			target = name
		}
		items, sure := b.MainDrops()
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
			left := g.Count + d.Base(drops...)
			for _, i := range drops {
				left -= d.Request.State.Count(i)
			}
			if left > 0 {
				p.Steps = []game.Step{{Action: game.Action{Kind: game.Mine, Target: target, Quantity: left}}}
			}
			return nil
		}
		d.partGain(p, drops, g.Count*each, game.Mine, d.oreTarget(target))
		return nil
	}
	// Nothing sure comes of it: the breaking itself is the goal.
	name := g.Items[0]
	left := g.Count - d.Did(game.Mine, name)
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Mine, Target: name, Count: g.Count}}
	if left > 0 {
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Mine, Target: name, Quantity: left}}}
	}
	return nil
}

// oreTarget lets the deepslate form of an ore stand in for the plain one: a
// target is named only when there is no such form or it alone is excluded.
func (d *drafter) oreTarget(block string) string {
	if strings.HasSuffix(block, "_ore") {
		if _, ok := d.Version.Block("deepslate_" + block); ok {
			return ""
		}
	}
	return block
}

// minedAs says that natural blocks leave an item of that name.
func (d *drafter) minedAs(item string) bool {
	for _, s := range d.Version.DroppedBy(item) {
		if b, ok := d.Version.Block(s.Block); ok && b.Natural && !s.Drop.SilkTouch {
			return true
		}
	}
	return false
}

func (d *drafter) partSmelt(p *part) error {
	g := p.goal
	if g.All {
		return d.smeltAll(p)
	}
	input := g.Items[0]
	sm, ok := d.Version.SmeltingOf(input)
	if !ok || g.Product {
		if len(d.Version.SmeltingTo(input)) == 0 {
			return &game.ImpossibleError{Reason: game.Sentence(game.Display(input)) + " can neither be smelted nor come out of a furnace"}
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

// partUsed is a goal whose product a later one uses up: actions that brought it
// show it. It reports whether the goal is such a one.
func (d *drafter) partUsed(p *part) bool {
	g := p.goal
	want := techtree.Want{Items: d.cheap(g.Items), Count: g.Count, Via: game.Craft}
	done := game.Check{Kind: game.CheckDone, Action: game.Craft, Items: g.Items, Count: g.Count}
	each := 1
	switch g.Kind {
	case Craft:
	case Smelt:
		if g.All {
			return false
		}
		out, inputs := d.smelted(g)
		if out == "" {
			return false
		}
		want.Items, want.Via, done.Action, done.Items = []string{out}, game.Smelt, game.Smelt, inputs
	case Mine:
		items, blocks, n := d.mined(g)
		if len(items) != 1 {
			return false
		}
		each = n
		want.Items, want.Via, done.Action, done.Items = items, game.Mine, game.Mine, blocks
		if len(g.Items) == 1 && slices.Contains(blocks, g.Items[0]) {
			want.Target = d.oreTarget(g.Items[0])
		}
	default:
		return false
	}
	p.checks = []game.Check{done}
	left := g.Count
	for _, item := range done.Items {
		left -= d.Did(done.Action, item)
	}
	if left > 0 {
		want.Count = left*each + d.Held(want.Items...)
		p.First = []techtree.Want{want}
	}
	return true
}

// smelted is what a smelt goal brings, and the inputs that it may be made of.
func (d *drafter) smelted(g Goal) (output string, inputs []string) {
	if sm, ok := d.Version.SmeltingOf(d.asDrops(g.Items[:1])[0]); ok && !g.Product {
		inputs = d.asDrops(g.Items[:1])
		if !slices.Contains(inputs, g.Items[0]) {
			inputs = append(slices.Clone(inputs), g.Items[0])
		}
		return sm.Output, inputs
	}
	for _, sm := range d.Version.SmeltingTo(g.Items[0]) {
		inputs = append(inputs, sm.Input)
	}
	if inputs == nil {
		return "", nil
	}
	return g.Items[0], inputs
}

// mined is what a mine goal brings, the blocks that it may come of, and how much
// one block leaves.
func (d *drafter) mined(g Goal) (items, blocks []string, each int) {
	if b, ok := d.Version.Block(g.Items[0]); ok && (b.Natural || !d.minedAs(g.Items[0])) {
		items, each = b.MainDrops()
		blocks = g.Items
		if deep := "deepslate_" + g.Items[0]; d.oreTarget(g.Items[0]) == "" {
			blocks = append(slices.Clone(blocks), deep)
		}
		return items, blocks, each
	}
	for _, s := range d.Version.DroppedBy(g.Items[0]) {
		if b, ok := d.Version.Block(s.Block); ok && b.Natural && !s.Drop.SilkTouch {
			blocks = append(blocks, s.Block)
		}
	}
	return g.Items[:1], blocks, 1
}

// beside are the subgoals for what is said beside a goal: what to hold for it,
// and the biome to do it in.
func (d *drafter) beside(g Goal) ([]book.Subgoal, error) {
	var out []book.Subgoal
	for _, w := range g.With {
		want := techtree.Want{Items: w.Items, Count: w.Count}
		if d.Held(w.Items...) < w.Count {
			out = append(out, book.Subgoal{Words: "have " + game.CountedAny(w.Count, w.Items), First: []techtree.Want{want}})
		}
	}
	if g.Biome == "" || game.Name(d.Request.State.Biome) == g.Biome || d.Did(game.Explore, g.Biome) > 0 {
		return out, nil
	}
	if err := d.require(g, game.Explore); err != nil {
		return nil, err
	}
	return append(out, book.Subgoal{
		Words: "find " + game.Display(g.Biome), Steps: []game.Step{{Action: game.Action{Kind: game.Explore, For: g.Biome}, Why: "it is to be done there"}},
	}), nil
}

// partThrow throws things to have their effect.
func (d *drafter) partThrow(p *part) error {
	g := p.goal
	if err := d.require(g, game.Use); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Use, Items: g.Items, Count: g.Count}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.Did(game.Use, i)
	}
	if left <= 0 {
		return nil
	}
	item := d.MostHeld(g.Items)
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	for range left {
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Use, Item: item}})
	}
	return nil
}
