// SPDX-License-Identifier: MIT

package talk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/techtree"
)

// HowTo is the way to a thing.
type HowTo struct {
	// Item and Count are what was asked for, Name how it is said: "1 cake".
	Item  string
	Count int
	Name  string
	// By says how the last step is done: "craft it from 3 wheat at a crafting table".
	By string
	// Needs are the ingredients of the last step, Missing those of them that are not
	// held.
	Needs, Missing []game.Need
	// Steps are what would be done from what the body holds, and how long they take
	// in game seconds.
	Steps   []string
	Seconds float64
	// Impossible is a sentence when there is no way.
	Impossible string
}

// solveTime bounds how long a way is looked for.
const solveTime = 3 * time.Second

// everybody is a body that can do everything, for questions when none is there.
func everybody(body game.BodyInfo) game.BodyInfo {
	if body.ID != "" {
		return body
	}
	body.Protocol = game.ProtocolV2
	for _, k := range game.Catalogue() {
		body.Actions = append(body.Actions, k.Kind)
	}
	return body
}

// errNoThing: what was asked about is nothing of the version.
var errNoThing = errors.New("there is no such thing")

// Make says how count of a thing are made, beside what is held. The thing is named
// as players do, or by its id.
func (s *Sorter) Make(ctx context.Context, name string, count int, body game.BodyInfo, state game.State) (HowTo, error) {
	if count < 0 || count > 10_000 {
		return HowTo{}, fmt.Errorf("a count of %d does not work; use 1 to 10000, or leave it out for 1", count)
	}
	b, err := s.library.Open(game.Request{Goal: "make " + name, Body: everybody(body), State: state, Round: 1})
	if err != nil {
		return HowTo{}, err
	}
	r := goals.Of(b.Version).Things(goals.Get, name)
	if len(r.Goals) != 1 || len(r.Goals[0].Items) == 0 {
		return HowTo{}, fmt.Errorf("%w as %q in Minecraft %s; name one item, such as cake or iron pickaxe", errNoThing, name, b.Version.Name)
	}
	items := r.Goals[0].Items
	if count == 0 {
		count = max(r.Goals[0].Count, 1)
	}
	h := HowTo{Item: items[0], Count: count, Name: game.CountedAny(count, items)}
	ctx, cancel := context.WithTimeout(ctx, solveTime)
	defer cancel()
	want := techtree.Want{Items: items, Count: b.Held(items...) + count}
	answer, err := check.Hold(ctx, b, []techtree.Want{want})
	var gaveUp *game.GaveUpError
	switch {
	case errors.As(err, &gaveUp), errors.Is(err, context.DeadlineExceeded):
		h.Impossible = "No way was found in the time there is: ask for fewer."
	case err != nil:
		h.Impossible = err.Error()
	default:
		h.fill(b, answer)
	}
	return h, nil
}

// fill says in words what the solver found.
func (h *HowTo) fill(b *book.Book, answer techtree.Answer) {
	h.Seconds = answer.Seconds
	for _, step := range answer.Steps {
		h.Steps = append(h.Steps, step.Action.Describe())
	}
	for i := len(answer.Steps) - 1; i >= 0 && h.By == ""; i-- {
		h.by(b.Version, &answer.Steps[i].Action)
	}
	for _, n := range h.Needs {
		if held := b.Held(n.Items...); held < n.Count {
			h.Missing = append(h.Missing, game.Need{Items: n.Items, Count: n.Count - held})
		}
	}
}

// by tells the step that brings the thing.
func (h *HowTo) by(v *data.Version, a *game.Action) {
	switch a.Kind {
	case game.Craft:
		recipes := v.Recipes(game.Name(a.Recipe))
		if len(recipes) == 0 || game.Name(a.Recipe) != h.Item && len(h.Needs) > 0 {
			h.By = lower(a.Describe())
			return
		}
		r := recipes[0]
		batches := (h.Count + r.Count - 1) / r.Count
		for _, in := range r.Ingredients {
			h.Needs = append(h.Needs, game.Need{Items: in.Items, Count: in.Count * batches})
		}
		h.By = "craft it from " + listed(h.Needs)
		if r.Table {
			h.By += " at a crafting table"
		}
	case game.Smelt:
		h.Needs = []game.Need{{Items: []string{game.Name(a.Item)}, Count: max(a.Quantity, 1)}}
		h.By = "smelt " + game.Counted(h.Count, game.Name(a.Item)) + " in a furnace"
		h.Needs[0].Count = h.Count
	default:
		h.By = lower(a.Describe())
	}
}

func listed(needs []game.Need) string {
	parts := make([]string, len(needs))
	for i, n := range needs {
		parts[i] = game.CountedAny(n.Count, n.Items)
	}
	return game.List(parts)
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// mostSteps is how many steps are told in words.
const mostSteps = 8

// Words tells the whole way.
func (h *HowTo) Words() string {
	if h.Impossible != "" {
		return game.Sentence(h.Name) + ": " + lower(h.Impossible)
	}
	text := game.Sentence(h.Name) + ": " + h.By + "."
	if len(h.Steps) > 1 {
		text += fmt.Sprintf(" From what is held that takes %d actions", len(h.Steps))
		if h.Seconds >= 1 {
			text += ", about " + duration(h.Seconds) + " in the game"
		}
		text += ": " + strings.Join(h.Steps[:min(len(h.Steps), mostSteps)], ", ")
		if more := len(h.Steps) - mostSteps; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		text += "."
	}
	return text
}

// Lacks tells what of the ingredients is missing.
func (h *HowTo) Lacks() string {
	switch {
	case h.Impossible != "":
		return h.Words()
	case len(h.Needs) == 0:
		return "For " + h.Name + ": " + h.By + "."
	case len(h.Missing) == 0:
		return "For " + h.Name + " nothing is missing: " + h.By + "."
	}
	return "For " + h.Name + ", " + listed(h.Missing) + " are missing: " + h.By + "."
}

func duration(seconds float64) string {
	if seconds < 90 {
		return fmt.Sprintf("%.0f s", seconds)
	}
	return fmt.Sprintf("%.0f min", seconds/60)
}

// Can lists goals that can be asked for in that state.
func (s *Sorter) Can(body game.BodyInfo, state game.State) []string {
	b, err := s.library.Open(game.Request{Goal: "help", Body: everybody(body), State: state, Round: 1})
	if err != nil {
		return nil
	}
	var help *game.UnreadableError
	if _, err := goals.Read(b, "help"); errors.As(err, &help) {
		return help.Nearest
	}
	return nil
}
