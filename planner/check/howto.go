// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// HowTo is the way to a thing.
type HowTo struct {
	// Thing is what was asked for, the first of its items the one that is made; Set is all of
	// several things, of which that is the first.
	Thing game.Things
	Set   []game.Things
	// Name is what it is called where it is no item.
	Name string
	// By says how the last step is done: "craft it from 3 wheat at a crafting table".
	By game.Message
	// Needs are the ingredients of the last step, Missing those of them that are not
	// held.
	Needs, Missing []game.Need
	// Steps are what would be done from what the body holds, and how long they take
	// in game seconds.
	Steps   []game.Message
	Seconds float64
	// Impossible says why there is no way.
	Impossible game.Message
}

// solveTime bounds how long a way is looked for.
const solveTime = 3 * time.Second

// Make says how many of a thing are made, beside what is held, or of several things.
func Make(ctx context.Context, b *book.Book, things ...game.Things) HowTo {
	h := HowTo{Thing: things[0], Set: things}
	ctx, cancel := context.WithTimeout(ctx, solveTime)
	defer cancel()
	var wants []techtree.Want
	for _, t := range things {
		wants = append(wants, techtree.Want{Items: t.Items, Count: b.Held(t.Items...) + t.Count})
	}
	answer, err := Hold(ctx, b, wants)
	var gaveUp *game.GaveUpError
	switch {
	case errors.As(err, &gaveUp), errors.Is(err, context.DeadlineExceeded):
		h.Impossible = game.Say("make.slow")
	case err != nil:
		h.Impossible = game.SayError(err)
	default:
		h.fill(b, answer)
	}
	return h
}

// fill says what the solver found.
func (h *HowTo) fill(b *book.Book, answer techtree.Answer) {
	h.Seconds = answer.Seconds
	for _, step := range answer.Steps {
		h.Steps = append(h.Steps, step.Action.Say())
	}
	for i := len(answer.Steps) - 1; i >= 0 && (h.By.Code == "" || len(h.Set) > 1); i-- {
		h.by(b.Version, &answer.Steps[i].Action)
	}
	h.lacks(b)
}

// Building is what a structure is built from that needs those items, of so many blocks in all; one
// that needs none is dug.
func Building(b *book.Book, name, size string, blocks int, needs []game.Need) HowTo {
	h := HowTo{Thing: game.Things{Count: 1, Items: []string{name}}, Name: name, Needs: needs}
	h.By = game.Say("make.dig", "size", size, "n", blocks)
	if len(needs) > 0 {
		h.By = game.Say("make.build", "size", size, "items", listed(needs))
	}
	h.lacks(b)
	return h
}

// lacks sets what of the ingredients is not held.
func (h *HowTo) lacks(b *book.Book) {
	for _, n := range h.Needs {
		if held := b.Held(n.Items...); held < n.Count {
			h.Missing = append(h.Missing, game.Need{Items: n.Items, Count: n.Count - held})
		}
	}
}

// by tells the step that brings the thing.
func (h *HowTo) by(v *data.Version, a *game.Action) {
	if h.By.Code == "" {
		h.By = game.Say("lower", "text", a.Say())
	}
	made := slices.IndexFunc(h.Set, func(t game.Things) bool { return t.Items[0] == game.Name(a.Recipe) })
	switch recipes := v.Recipes(game.Name(a.Recipe)); {
	case a.Kind == game.Smelt && len(h.Set) == 1:
		h.Needs = []game.Need{{Items: []string{game.Name(a.Item)}, Count: h.Thing.Count}}
		h.By = game.Say("make.smelt", "items", listed(h.Needs))
	case a.Kind == game.Craft && len(recipes) > 0 && made >= 0:
		r := recipes[0]
		batches := (h.Set[made].Count + r.Count - 1) / r.Count
		for _, in := range r.Ingredients {
			i := slices.IndexFunc(h.Needs, func(n game.Need) bool { return slices.Equal(n.Items, in.Items) })
			if i < 0 {
				i, h.Needs = len(h.Needs), append(h.Needs, game.Need{Items: in.Items})
			}
			h.Needs[i].Count += in.Count * batches
		}
		code := "make.craft"
		if r.Table {
			code = "make.table"
		}
		h.By = game.Say(code, "items", listed(h.Needs))
	}
}

func listed(needs []game.Need) (parts []game.Message) {
	for _, n := range needs {
		parts = append(parts, game.Say("text", "text", game.Things{Count: n.Count, Items: n.Items}))
	}
	return parts
}

// mostSteps is how many steps are told in words.
const mostSteps = 8

// thing is what was asked for, as it is said.
func (h *HowTo) thing() any {
	if h.Name != "" {
		return h.Name
	} else if len(h.Set) < 2 {
		return h.Thing
	}
	var parts game.Parts
	for _, t := range h.Set {
		parts = append(parts, game.Say("text", "text", t))
	}
	return parts
}

// Way tells all of it.
func (h *HowTo) Way() game.Message {
	if h.Impossible.Code != "" {
		return game.Say("make.impossible", "thing", h.thing(), "why", h.Impossible)
	}
	way, steps := game.Say("make.way", "thing", h.thing(), "by", h.By), h.Steps
	if len(steps) < 2 {
		return way
	} else if len(steps) > mostSteps {
		steps = append(steps[:mostSteps:mostSteps], game.TextOf("..."))
	}
	return game.Then(way, game.Say("make.steps", "n", len(h.Steps), "time", game.Seconds(h.Seconds), "steps", game.Parts(steps)))
}

// Lacks tells what of the ingredients is missing.
func (h *HowTo) Lacks() game.Message {
	switch {
	case h.Impossible.Code != "":
		return h.Way()
	case len(h.Missing) == 0:
		return game.Say("make.enough", "thing", h.thing(), "by", h.By)
	}
	return game.Say("make.lacks", "thing", h.thing(), "items", listed(h.Missing), "by", h.By)
}
