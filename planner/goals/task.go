// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/techtree"
)

// Task is a goal's text as it was understood.
type Task struct {
	// Goal has the words, the reading and the checks.
	Goal game.Goal
	// Subgoals are what there is to do for it, in order.
	Subgoals []book.Subgoal
	// Notices are sentences that the player should see.
	Notices []game.Message
	// Next is what another round does when this one's plan ran to its end, empty for nothing: "fill the chest".
	Next game.Message
}

// Acts reports whether the task is more than to hold something.
func (t Task) Acts() bool {
	return slices.ContainsFunc(t.Subgoals, func(g book.Subgoal) bool { return len(g.Steps) > 0 || !g.Holds })
}

// Wants are what the subgoals want together.
func (t Task) Wants() []techtree.Want {
	return slices.Concat(lists.Of(t.Subgoals, func(s *book.Subgoal) []techtree.Want { return s.Wants })...)
}

// drafter writes the subgoals of one reading down. One goroutine.
type drafter struct {
	*book.Book
	// taken are the places that the builds of the goal take up.
	taken map[game.Pos]bool
	// raised is what they built last.
	raised []game.Edit
	// placing are the containers that the goal sets up.
	placing map[string]bool
	// worn are the things that the goal puts on, by their slot.
	worn map[string]Goal
	// tilled is how much soil the goals so far till, sown how much of it they plant.
	tilled, sown int
	// shots is how many kills of the goals so far take a shot.
	shots int
	// full says how far a body that is not hungry any more came with eating.
	full, next game.Message
	notices    []game.Message
	language   string // of the text
	// there is the last walk of the goals so far, flat that its height was not said. later says that the rest waits until it led somewhere.
	there      *game.Action
	flat       bool
	later, led bool // led: one of the goals so far is a walk, wherever that led
}

func newDrafter(b *book.Book) *drafter {
	return &drafter{Book: b, taken: map[game.Pos]bool{}, placing: map[string]bool{}, worn: map[string]Goal{}}
}

// part is one of the goals of a text.
type part struct {
	book.Subgoal

	goal   Goal
	checks []game.Check
	// told says that no state can show it, though one shows most goals of its verb.
	told bool
	// later says that the next round says what it is met by.
	later bool
}

// Read reads the text of a goal for the body of a book. The error is an *game.UnreadableError, a *game.GuessError for what
// was not read surely and nobody agreed to, or an *game.ImpossibleError for what this body cannot do.
func Read(b *book.Book, text string) (Task, error) {
	reading, err := readingOf(b, text)
	var unread *game.UnreadableError
	if errors.As(err, &unread) && unread.Help {
		possible := func(g Goal) bool {
			_, err := newDrafter(b).part(g)
			return err == nil
		}
		return Task{}, &game.UnreadableError{Text: text, Help: true, Nearest: helpOf(possible, Of(b.Version))}
	}
	if err != nil {
		return Task{}, err
	}
	t, err := taskOf(b, text, reading)
	if err != nil {
		return Task{}, err
	}
	if len(reading.Respelt) > 0 && b.Request.Settings.Accepted == "" {
		return Task{}, &game.GuessError{Guess: game.NewGuess(text, t.Goal.Reading, t.Goal.Clauses, reading.Respelt)}
	}
	return t, nil
}

// Keep reads a text for a task to keep, for the body of a book; nil for what is no reading of the words: an answer to a
// question, a thing that only another version has. What the request of the book has kept is not read again.
func Keep(b *book.Book, text string) *game.Reading {
	kept, why := Try(b, text)
	if why != nil {
		return why()
	}
	return kept
}

// Try reads a text as Keep does. Of one that is not read, what Keep returns is made by why
// alone: finding out what is the matter takes longer than reading does.
func Try(b *book.Book, text string) (kept *game.Reading, why func() *game.Reading) {
	version := b.Game()
	if b.Request.Read.Of(text, version) {
		return b.Request.Read, nil
	}
	reading, fault := Of(b.Version).read(text)
	if fault != nil {
		return nil, func() *game.Reading {
			var unread *game.UnreadableError
			if !errors.As(fault(), &unread) || unread.Help {
				return nil
			}
			return &game.Reading{Text: text, Version: version, Unread: unread}
		}
	}
	return Keeping(b, text, reading), nil
}

// Keeping is what a task keeps of a reading, whose words a text is.
func Keeping(b *book.Book, text string, reading Reading) *game.Reading {
	list, err := json.Marshal(reading.Goals)
	if err != nil {
		return nil
	}
	return &game.Reading{Text: text, Version: b.Game(), Language: reading.Language, Respelt: reading.Respelt, Goals: list}
}

// readingOf is what a text was read as, or is now.
func readingOf(b *book.Book, text string) (Reading, error) {
	if b.Request.Read.Of(text, b.Game()) {
		return Kept(b.Request.Read)
	}
	return Of(b.Version).Read(text)
}

// Kept is what was kept of a text; nil is no reading of one.
func Kept(read *game.Reading) (Reading, error) {
	if read == nil {
		return Reading{}, errNoReading
	}
	if read.Unread != nil {
		return Reading{}, read.Unread
	}
	reading := Reading{Language: read.Language, Respelt: read.Respelt}
	if err := json.Unmarshal(read.Goals, &reading.Goals); err != nil {
		return Reading{}, fmt.Errorf("what %q was read as can no longer be read; send it again: %w", read.Text, err)
	}
	return reading, nil
}

// errNoReading: a text says nothing that could be kept.
var errNoReading = errors.New("there is no reading of it")

// taskOf is what there is to do for a text as it was understood.
func taskOf(b *book.Book, text string, reading Reading) (Task, error) {
	words, own := worded(Grammar().Grammar(reading.Language), reading.Goals...)
	t := Task{Goal: game.Goal{Text: text, Reading: words}}
	d := newDrafter(b)
	d.language = reading.Language
	for _, g := range absorb(b, d.madeFirst(d.leftByKills(d.left(reading.Goals)))) {
		later, next := d.later, d.next
		p, err := d.part(g)
		if err != nil {
			return Task{}, err
		}
		if later {
			d.next = next // that of the goal which waits
		}
		p.Words, p.Wears = g.in(own), g.Kind == Equip
		if err := d.afterWalk(&p); err != nil {
			return Task{}, err
		}
		beside, err := d.beside(g, p.Steps)
		if err != nil {
			return Task{}, err
		}
		if g.waits {
			if d.later = true; !later {
				d.next = game.TextOf(p.Words)
			}
		}
		t.Goal.Clauses = append(t.Goal.Clauses, p.clause(own))
		if d.later && (later || g.waits || len(p.Steps) == 0) { // what waits for its own steps takes them
			continue
		}
		if len(p.Steps)+len(p.Wants)+len(p.Tools)+len(p.First) > 0 {
			t.Subgoals = append(t.Subgoals, beside...)
		}
		t.Subgoals = append(t.Subgoals, p.Subgoal)
	}
	if d.full.Code != "" && b.Met(t.Subgoals) {
		return Task{}, messages.Impossible(d.full)
	}
	t.Notices, t.Next = d.notices, d.next
	return t, nil
}

// clause is the part as it is shown and judged.
func (p *part) clause(own *language.Grammar) game.Clause {
	g := &p.goal
	c := game.ClauseOf(string(g.Kind), g.in(own), p.checks...)
	c.Foreign = own != english() && c.Text != g.Words()
	for i := range c.Proofs {
		if c.Proofs[i].Grade = g.Kind.row().Grade; p.told {
			c.Proofs[i].Grade = game.Told
		}
	}
	c.To, c.At, c.Span, c.Later = g.To, g.At, g.Span, p.later
	c.To = cmp.Or(c.To, g.Into)
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

// notice adds a sentence for the player, once.
func (d *drafter) notice(code string, values ...any) {
	d.notices = append(d.notices, game.Say("notice."+code, values...))
}

// left makes goals that are about what was mined be about what mining leaves: "mine 64 stone and put it in the chest" stores cobblestone.
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

// absorb marks what a later goal uses up, and drops goals that only want to hold it: in "get a table and place it" the placing says it all.
func absorb(b *book.Book, goals []Goal) []Goal {
	reader := Of(b.Version)
	gone := make([]bool, len(goals))
	goals = slices.Clone(goals)
	for k, g := range goals {
		if g.Kind == Sleep {
			ownBed(b, goals, gone, k)
		}
		if g.Kind == Milk {
			g.Vessel = "bucket"
		}
		if g.Refers {
			reader.ownMaterial(goals[:k], gone, &g)
		}
		if !g.Kind.row().uses && g.Vessel == "" {
			continue
		}
		for i := k - 1; i >= 0; i-- {
			if before := &goals[i]; g.Vessel != "" {
				gone[i] = before.fillsUp(g) || gone[i]
			} else {
				gone[i] = gone[i] || reader.usedUp(before, g)
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

// fillsUp marks a goal whose vessel a later one fills, and reports whether it only wants to hold that.
func (g *Goal) fillsUp(later Goal) bool {
	if !slices.Equal(g.Items, []string{later.Vessel}) {
		return false
	}
	if g.Kind.row().makes {
		g.Used = true
		return false
	}
	return g.Kind == Get && g.Count <= later.Count
}

// usedUp marks a goal that a later one uses up what it brings, and reports whether it only wants to hold that.
func (r *Reader) usedUp(g *Goal, later Goal) bool {
	same := g.Name != "" && g.Name == later.Name
	into := later.Into != "" && slices.Equal(g.Items, []string{later.Into})
	switch {
	case g.Kind == Get && same && later.Refers && !later.All && later.Count+g.parted < g.Count:
		g.parted += max(later.Count, 1) // get 5 logs and drop 3 of them: the others are held
	case g.Kind == Get:
		return into && g.Count <= 1 || same && (later.Refers || later.Kind != Smelt && g.Count == max(later.Count, 1))
	case g.Kind.row().makes:
		g.Used = g.Used || into || same && (later.Refers || later.Kind != Smelt) || slices.Equal(r.product(*g).Items, later.Items)
	}
	return false
}

// part writes down what there is to do for a goal.
func (d *drafter) part(g Goal) (part, error) {
	p := part{goal: g}
	if g.Used && d.partUsed(&p) {
		return p, nil
	}
	row := g.Kind.row()
	for _, k := range row.needs {
		if err := d.require(g, k); err != nil {
			return p, err
		}
	}
	if row.draft != nil {
		return p, row.draft(d, &p)
	}
	return p, nil
}

// impossible is the refusal of a goal: a code with its values.
func impossible(code string, values ...any) error {
	return messages.Impossible(game.Say(code, values...))
}

// require refuses a goal whose kind the body lacks or a list denies.
func (d *drafter) require(g Goal, k game.Kind) error {
	if d.Denied(k) {
		return impossible("impossible.denied", "kind", game.Say("lower", "text", game.Say("verb."+string(k))), "goal", g.Words())
	}
	if !d.Request.Body.Can(k) {
		return impossible("impossible.cannot", "kind", game.Say("lower", "text", game.Say("verb."+string(k))), "goal", g.Words())
	}
	return nil
}

// partGain is "so many more", by one kind of action.
func (d *drafter) partGain(p *part, items []string, n int, via game.Kind, target string) {
	p.Holds = true
	p.checks = append(p.checks, game.Check{Kind: game.CheckGain, Items: items, Count: n})
	p.Wants = append(p.Wants, techtree.Want{Items: items, Count: n + d.Base(items...), Via: via, Target: target})
}

// missingOf is how many of a gain are still wanted.
func (d *drafter) missingOf(items []string, n int) int {
	return n + d.Base(items...) - d.Held(items...)
}

// done is how often the task did something to one of some things.
func (d *drafter) done(k game.Kind, things ...string) (n int) {
	for _, id := range things {
		n += d.Did(k, id)
	}
	return n
}

// times has an action done to its target so often that the results show it, and is how often that is left to be done.
func (d *drafter) times(p *part, a game.Action, n int) int {
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Target: a.Target, Count: n}}
	if a.Quantity = n - d.Did(a.Kind, a.Target); a.Quantity > 0 {
		p.do(a)
	}
	return a.Quantity
}

// gains has so many more of some items come of an action: a state shows them, or the results where a
// later goal uses them up. It is how often the action is left to be done.
func (d *drafter) gains(p *part, n int, items []string, a game.Action) int {
	if p.goal.Used {
		return d.times(p, a, n)
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: n}}
	if a.Quantity = d.missingOf(items, n); a.Kind == game.Shear {
		a.Quantity = min(a.Quantity, n-d.Did(a.Kind, a.Target)) // each leaves one at least
	}
	if a.Quantity > 0 {
		p.do(a)
	}
	return a.Quantity
}

// do adds a step.
func (p *part) do(a game.Action) { p.Steps = append(p.Steps, game.Step{Action: a}) }

// want adds what is to be held.
func (p *part) want(n int, items ...string) {
	p.Wants = append(p.Wants, techtree.Want{Items: items, Count: n})
}

// partUsed is a goal whose product a later one uses up: actions that brought it show it. It reports whether the goal is such a one.
func (d *drafter) partUsed(p *part) bool {
	g := p.goal
	want, of, each := techtree.Want{Items: d.cheap(g.Items), Via: d.Version.Maker(g.Items[0])}, g.Items, 1
	switch {
	case g.Kind == Craft && len(g.madeOf()) == 0:
	case g.Kind == Smelt && !g.All:
		want.Via = game.Smelt
		if want.Items, of, want.Target = d.smelted(g); want.Items == nil {
			return false
		}
	case g.Kind == Mine:
		want.Via = game.Mine
		if want.Items, of, each = d.mined(g); len(want.Items) != 1 {
			return false
		}
		if len(g.Items) == 1 && slices.Contains(of, g.Items[0]) {
			want.Target = d.oreTarget(g.Items[0])
		}
	default:
		return false
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: want.Via, Items: of, Count: g.Count}}
	if left := g.Count - d.done(want.Via, of...); left > 0 {
		want.Count = left*each + d.Held(want.Items...)
		p.First = []techtree.Want{want}
	}
	return true
}

// beside are the subgoals for what is said beside a goal: what to hold for its steps, and the biome to do them in.
func (d *drafter) beside(g Goal, steps []game.Step) ([]book.Subgoal, error) {
	var out []book.Subgoal
	for _, w := range g.With {
		if w.Of || w.Not {
			continue
		}
		if err := d.fits(g, w); err != nil {
			return nil, err
		}
		out = append(out, d.equipment(g, w, steps)...)
	}
	if g.Biome == "" || game.Name(d.Request.State.Biome) == g.Biome || d.Did(game.Explore, g.Biome) > 0 {
		return out, nil
	}
	if err := d.require(g, game.Explore); err != nil {
		return nil, err
	}
	return append(out, book.Subgoal{
		Words: "find " + game.Display(g.Biome),
		Steps: []game.Step{{Action: game.Action{Kind: game.Explore, For: g.Biome}, Because: game.Say("step.there")}},
	}), nil
}

// equipment is what has to be held of a thing that a goal is done with, and of its arrows.
func (d *drafter) equipment(g Goal, w Thing, steps []game.Step) (out []book.Subgoal) {
	have := book.Subgoal{Words: "have " + game.CountedAny(w.Count, w.Items)}
	want := []techtree.Want{{Items: w.Items, Count: w.Count}}
	if have.Tools = want; !w.Tool {
		have.Tools, have.First = nil, want
	}
	if d.Held(w.Items...) < w.Count {
		out = append(out, have)
	}
	if shots := Of(d.Version).shotBy(w.Items); w.Tool && g.Kind == Kill && shots != nil {
		for i := range steps {
			d.shots += steps[i].Action.Count()
		}
		if d.Held(shots...) < d.shots {
			out = append(out, book.Subgoal{Words: "have " + game.Counted(d.shots, shots[0]), Tools: []techtree.Want{{Items: shots, Count: d.shots}}})
		}
	}
	return out
}
