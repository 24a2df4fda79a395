// SPDX-License-Identifier: MIT

package planner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
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
	// Dimension that is asked about: overworld, the_nether, the_end; empty stands
	// for the overworld.
	Dimension string
	// Deny are kinds that the plan must not hold.
	Deny []game.Kind
	// Shown: a person reads the answer, and what would shorten it.
	Shown bool
	// Version of the rules; empty stands for data.DefaultVersion, and one
	// newer than every release with rules uses those of the newest.
	Version string
}

// Solution is a plan that answers a question.
type Solution struct {
	// Reading of a goal's words; empty for items.
	Reading string
	Steps   []game.Step
	// Leftover is what is held at the end, the wanted things included.
	Leftover map[string]int
	// Seconds of game time that the plan is expected to take; Outlook is what else a player
	// wants to know of it, nil for a closed one.
	Seconds float64
	Outlook *game.Outlook
	// Elapsed is how long the planning took.
	Elapsed time.Duration
	// Next is what is left to do then, which depends on how the steps end.
	Next string
	// Notice says when another version's rules stand in, and what else was assumed.
	Notice string
}

// mostAsked bounds every count of a question.
const mostAsked = 100_000

// Ask answers a question by a library. Errors: *book.QuestionError or *game.UnreadableError for
// what was asked, *game.ImpossibleError, *game.GaveUpError, or ctx's.
func Ask(ctx context.Context, library *book.Library, q Question) (Solution, error) {
	if q.Goal != "" { // the phrases take as long to make ready as the version's tables
		var ready sync.WaitGroup
		ready.Go(func() { goals.Grammar().Grammar("en") })
		defer ready.Wait()
	}
	b, err := asking(library, &q)
	if err != nil {
		return Solution{}, err
	}
	start := time.Now()
	s, err := answer(ctx, b, &q)
	messages.Explained(game.Plan{Steps: s.Steps})
	s.Elapsed, s.Notice = time.Since(start), cmp.Or(s.Notice, messages.InEnglish(b.Notice()))
	return s, err
}

// asking checks a question and opens a book for it, with a body that can do
// everything that is not denied.
func asking(library *book.Library, q *Question) (*book.Book, error) {
	if (q.Goal == "") == (len(q.Items) == 0) {
		return nil, book.BadQuestion(`a question needs either a goal such as "get 3 diamonds" or items such as {"diamond": 3}`)
	}
	if _, err := data.Load(q.Version); err != nil {
		return nil, &book.QuestionError{Reason: err.Error()}
	}
	allowed := slices.DeleteFunc(kinds(), func(k game.Kind) bool { return slices.Contains(q.Deny, k) })
	body := game.BodyInfo{Protocol: game.ProtocolV2, Version: q.Version, Actions: allowed, Arguments: game.DeclaredArguments()}
	for _, k := range q.Deny {
		if _, ok := game.Lookup(k); !ok {
			return nil, book.BadQuestion("there is no kind of action %q that could be denied", k)
		}
	}
	b, err := library.Open(game.Request{Goal: q.Goal, Body: body, Shown: q.Shown})
	if err != nil {
		return nil, err
	}
	st, err := held(b.Version, q)
	if err != nil {
		return nil, err
	}
	b = b.WithState(st).WithDenied(q.Deny...)
	b.Closed, b.FreeFuel = q.Closed, q.FreeFuel
	return b, nil
}

// held is the state that a question describes.
func held(v *data.Version, q *Question) (game.State, error) {
	st := game.State{Dimension: game.Name(q.Dimension)}
	if !book.KnownDimension(st.Dimension) && !strings.Contains(st.Dimension, ":") {
		return st, book.BadQuestion("there is no dimension %q; write overworld, the_nether or the_end", q.Dimension)
	}
	for _, name := range slices.Sorted(maps.Keys(q.Inventory)) {
		if game.Name(name) == game.Air { // an empty slot
			continue
		}
		items, err := itemsOf(v, name)
		if err != nil {
			return st, book.BadQuestion("the inventory names %s", err)
		}
		item, n := items[0], q.Inventory[name]
		if n < 0 || n > mostAsked {
			return st, book.BadQuestion("the inventory holds %s; write a count of 0 to %d", game.Counted(n, item), mostAsked)
		}
		if n > 0 {
			st.Inventory = append(st.Inventory, game.Stack{Slot: len(st.Inventory), Item: item, Count: n})
		}
	}
	for name, n := range q.Items {
		if n < 1 || n > mostAsked {
			return st, book.BadQuestion("%s cannot be asked for; write a count of 1 to %d", game.Counted(n, name), mostAsked)
		}
	}
	st.Nearby = &game.Nearby{}
	for _, name := range q.Nearby {
		block := game.Name(name)
		if _, ok := v.Block(block); !ok {
			return st, book.BadQuestion(
				"nearby names %q, which is no block of Minecraft %s; it lists what to work at, such as crafting_table and furnace",
				name, v.Name)
		}
		st.Nearby.Blocks = append(st.Nearby.Blocks, game.Sight{Name: block, Distance: 1})
	}
	return st, nil
}

func answer(ctx context.Context, b *book.Book, q *Question) (Solution, error) {
	var s Solution
	wants := wanted(b.Version, q.Items)
	subgoals, acts := []book.Subgoal{{Wants: wants, Holds: true}}, !q.Closed
	if q.Goal != "" {
		task, err := goals.Read(b, q.Goal)
		if err != nil {
			return s, err
		}
		s.Reading, s.Next, s.Notice = task.Goal.Reading, messages.InEnglish(task.Next), messages.InEnglish(game.Then(b.Notices(task.Notices)...))
		subgoals, acts, wants = task.Subgoals, acts || task.Acts(), task.Wants()
	}
	if acts {
		return act(ctx, b, subgoals, s)
	}
	answer, err := check.Hold(ctx, b, wants)
	if err != nil {
		return s, err
	}
	s.Steps = lists.Of(answer.Steps, func(step *techtree.Step) game.Step {
		return game.Step{Action: step.Action, Source: game.FromBuiltin, Because: step.Why, Seconds: step.Seconds}
	})
	s.Leftover, s.Seconds = answer.Leftover, answer.Seconds
	return s, nil
}

// act plans as for a body in the game.
func act(ctx context.Context, b *book.Book, subgoals []book.Subgoal, s Solution) (Solution, error) {
	steps, err := check.Solve(ctx, b, subgoals)
	if err != nil {
		return s, err
	}
	for i := range steps {
		a := &steps[i].Action
		if info, _ := game.Lookup(a.Kind); b.Closed && info.Gathers {
			return s, messages.Impossible(game.Say("impossible.closed", "what", a.Say()))
		}
	}
	s.Steps, s.Seconds, s.Outlook = steps, game.Lasts(steps), outlook(ctx, b, subgoals, steps)
	s.Leftover = check.Check(b, steps).Leftover()
	return s, nil
}

// itemsOf are the items that a name means: an id, a former or display name, a
// group such as planks.
func itemsOf(v *data.Version, name string) ([]string, error) {
	if _, ok := v.Item(game.Name(name)); ok {
		return []string{game.Name(name)}, nil
	}
	if m, ok := lexicon.Of(v).Items[lexicon.Normal(name)]; ok && m.Set == nil {
		return m.Items, nil
	}
	if nearest, _ := lexicon.Of(v).IsItem(name); nearest != "" {
		return nil, fmt.Errorf("%q, which is no item of Minecraft %s; it may mean %q", name, v.Name, nearest)
	}
	return nil, fmt.Errorf("%q, which is no item of Minecraft %s", name, v.Name)
}

// wanted are the items to be held.
func wanted(v *data.Version, items map[string]int) []techtree.Want {
	var wants []techtree.Want
	for _, name := range slices.Sorted(maps.Keys(items)) {
		if game.Name(name) == game.Air { // an empty slot
			continue
		}
		alternatives, err := itemsOf(v, name)
		if err != nil {
			alternatives = []string{game.Name(name)} // the solver says that there is no such item
		}
		wants = append(wants, techtree.Want{Items: alternatives, Count: items[name]})
	}
	return wants
}
