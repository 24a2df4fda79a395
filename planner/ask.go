package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// Question asks for a plan apart from any body: what would have to be done.
type Question struct {
	// Goal in a player's words, or Items: item -> count to be held at the end,
	// what is held already included. Exactly one of the two is set.
	Goal  string
	Items map[string]int
	// Inventory is what is held, item -> count; tools are unworn.
	Inventory map[string]int
	// Nearby are the stations at hand: crafting_table, furnace ...
	Nearby []string
	// Closed plans from the inventory alone: nothing is mined or killed, and
	// only counts matter, not how many slots they take.
	Closed bool
	// FreeFuel leaves fuel out of account.
	FreeFuel bool
	// Deny are kinds that the plan must not hold.
	Deny []game.Kind
	// Version of the rules; empty stands for data.DefaultVersion, and one
	// without rules of its own uses the nearest lower one.
	Version string
}

// Solution is a plan that answers a question.
type Solution struct {
	// Reading of a goal's words; empty for items.
	Reading string
	Steps   []game.Step
	// Leftover is what is held at the end, the wanted things included.
	Leftover map[string]int
	// Seconds of game time that the plan is expected to take.
	Seconds float64
	// Elapsed is how long the planning took.
	Elapsed time.Duration
	// Next is what is left to do then, which depends on how the steps end.
	Next string
	// Notice says when another version's rules stand in.
	Notice string
}

// QuestionError says that a question makes no sense, and how to mend it.
type QuestionError struct{ Reason string }

func (e *QuestionError) Error() string { return e.Reason }

func badQuestion(format string, args ...any) error {
	return &QuestionError{fmt.Sprintf(format, args...)}
}

// mostAsked bounds every count of a question.
const mostAsked = 100_000

// Ask answers a question. Errors: *QuestionError or *game.UnreadableError for
// what was asked, *game.ImpossibleError, *game.GaveUpError, or ctx's.
func (b *Book) Ask(ctx context.Context, q Question) (Solution, error) {
	d, err := b.asking(&q)
	if err != nil {
		return Solution{}, err
	}
	start := time.Now()
	s, err := d.answer(ctx, &q)
	s.Elapsed, s.Notice, s.Next = time.Since(start), d.Notice, d.next
	return s, err
}

// asking checks a question and opens a desk for it, with a body that can do
// everything that is not denied.
func (b *Book) asking(q *Question) (*Desk, error) {
	if (q.Goal == "") == (len(q.Items) == 0) {
		return nil, badQuestion(`a question needs either a goal such as "get 3 diamonds" or items such as {"diamond": 3}`)
	}
	if _, err := data.Load(q.Version); err != nil {
		return nil, &QuestionError{err.Error()}
	}
	body := game.BodyInfo{Protocol: game.ProtocolV2, Version: q.Version}
	for _, k := range game.Catalogue() {
		if !slices.Contains(q.Deny, k.Kind) {
			body.Actions = append(body.Actions, k.Kind)
		}
	}
	for _, k := range q.Deny {
		if _, ok := game.Lookup(k); !ok {
			return nil, badQuestion("there is no kind of action %q that could be denied", k)
		}
	}
	d, err := b.Desk(game.Request{Goal: q.Goal, Body: body})
	if err != nil {
		return nil, err
	}
	if err := d.lay(q); err != nil {
		return nil, err
	}
	d.config.Deny = append(slices.Clone(d.config.Deny), q.Deny...)
	d.closed, d.freeFuel = q.Closed, q.FreeFuel
	d.req.Baseline = game.BaselineOf(&d.req.State)
	return d, nil
}

// lay puts what a question holds before the desk.
func (d *Desk) lay(q *Question) error {
	v := d.rules.version
	st := &d.req.State
	for _, name := range slices.Sorted(maps.Keys(q.Inventory)) {
		item, n := strings.ReplaceAll(game.Name(name), " ", "_"), q.Inventory[name]
		if _, ok := v.Item(item); !ok {
			return badQuestion("the inventory names %q, which is no item of Minecraft %s", name, v.Name)
		}
		if n < 0 || n > mostAsked {
			return badQuestion("the inventory holds %s; write a count of 0 to %d", game.Counted(n, item), mostAsked)
		}
		if n > 0 {
			st.Inventory = append(st.Inventory, game.Stack{Slot: len(st.Inventory), Item: item, Count: n})
		}
	}
	for name, n := range q.Items {
		if n < 1 || n > mostAsked {
			return badQuestion("%s cannot be asked for; write a count of 1 to %d", game.Counted(n, name), mostAsked)
		}
	}
	st.Nearby = &game.Nearby{}
	for _, name := range q.Nearby {
		block := game.Name(name)
		if _, ok := v.Block(block); !ok {
			return badQuestion("nearby names %q, which is no block of Minecraft %s; it lists what to work at, such as crafting_table and furnace", name, v.Name)
		}
		st.Nearby.Blocks = append(st.Nearby.Blocks, game.Sight{Name: block, Distance: 1})
	}
	return nil
}

func (d *Desk) answer(ctx context.Context, q *Question) (Solution, error) {
	var wants []techtree.Want
	var s Solution
	for _, name := range slices.Sorted(maps.Keys(q.Items)) {
		wants = append(wants, techtree.Want{Items: []string{game.Name(name)}, Count: q.Items[name]})
	}
	if q.Goal != "" {
		task, err := d.Read(q.Goal)
		if err != nil {
			return s, err
		}
		s.Reading = task.Goal.Reading
		if task.acts() {
			return d.act(ctx, task, s)
		}
		for i := range task.parts {
			wants = append(wants, task.parts[i].wants...)
		}
	}
	answer, err := d.rules.solver.Solve(ctx, d.problem(d.ledger(), wants...))
	if err != nil {
		return s, err
	}
	for _, step := range answer.Steps {
		s.Steps = append(s.Steps, game.Step{Action: step.Action, Source: game.FromBuiltin, Why: step.Why, Seconds: step.Seconds})
	}
	s.Leftover, s.Seconds = answer.Leftover, answer.Seconds
	return s, nil
}

// acts reports whether the task is more than to hold something.
func (t *Task) acts() bool {
	return slices.ContainsFunc(t.parts, func(p part) bool { return len(p.steps) > 0 || !p.holds })
}

// act plans a task that has steps of its own.
func (d *Desk) act(ctx context.Context, t Task, s Solution) (Solution, error) {
	steps, err := d.Solve(ctx, t)
	if err != nil {
		return s, err
	}
	for i := range steps {
		a := &steps[i].Action
		if d.closed && gathers(a) {
			return s, &game.ImpossibleError{Reason: fmt.Sprintf("%s needs something from the world, and only what is held may be used", a.Describe())}
		}
		s.Seconds += steps[i].Seconds
	}
	s.Steps = steps
	s.Leftover = d.Check(steps).end.counts
	return s, nil
}

// gathers reports whether an action takes something out of the world.
func gathers(a *game.Action) bool {
	switch a.Kind {
	case game.Mine, game.Attack, game.Collect, game.Milk, game.Shear, game.Harvest, game.Fish, game.Breed, game.Withdraw:
		return true
	}
	return false
}

// Wanting is the task of holding items at the end, item -> count, named by id
// instead of by a player's words.
func (d *Desk) Wanting(items map[string]int) Task {
	var t Task
	for _, name := range slices.Sorted(maps.Keys(items)) {
		item, n := game.Name(name), items[name]
		p := part{holds: true, wants: []techtree.Want{{Items: []string{item}, Count: n}}}
		p.checks = []game.Check{{Kind: game.CheckHave, Items: []string{item}, Count: n}}
		t.parts = append(t.parts, p)
		t.Goal.Checks = append(t.Goal.Checks, p.checks...)
	}
	return t
}
