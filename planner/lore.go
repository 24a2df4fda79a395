// SPDX-License-Identifier: MIT

package planner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
)

// Lore answers what the rules of the game say of things, with no model.
type Lore struct{ Library *book.Library }

// open is a book for a question about something: of a body that can do everything where none is there.
func (l Lore) open(about string, body game.BodyInfo, state game.State) (*book.Book, error) {
	if body.ID == "" {
		body.Protocol, body.Actions = game.ProtocolV2, kinds()
	}
	return l.Library.Open(game.Request{Goal: about, Body: body, State: state, Round: 1})
}

// kinds are all kinds of action.
func kinds() []game.Kind {
	return lists.Of(game.Catalogue(), func(k *game.KindInfo) game.Kind { return k.Kind })
}

// Make says how count of a thing are made, beside what is held. The thing is named
// as players do, or by its id.
func (l Lore) Make(ctx context.Context, name string, count int, body game.BodyInfo, state game.State) (check.HowTo, error) {
	if count < 0 || count > 10_000 {
		return check.HowTo{}, fmt.Errorf("a count of %d does not work; use 1 to 10000, or leave it out for 1", count)
	}
	b, err := l.open("make "+name, body, state)
	if err != nil {
		return check.HowTo{}, err
	}
	r := goals.Of(b.Version).Things(goals.Get, name)
	if len(r.Goals) == 0 || slices.ContainsFunc(r.Goals, func(g goals.Goal) bool { return len(g.Items) == 0 }) {
		return check.HowTo{}, fmt.Errorf("no item of Minecraft %s is called %q; name one, such as cake or iron pickaxe. "+
			"What a building takes is in its plan, once it is asked for", b.Version.Name, name)
	}
	var things []game.Things
	for _, g := range r.Goals {
		things = append(things, game.Things{Count: cmp.Or(count, max(g.Count, 1)), Items: g.Items})
	}
	return check.Make(ctx, b, things...), nil
}

// Can lists goals that can be asked for in that state, or those of the wishes that can be read, in the words of a language.
func (l Lore) Can(body game.BodyInfo, state game.State, language string, wishes ...string) []string {
	b, err := l.open("help", body, state)
	if err != nil {
		return nil
	}
	var help *game.UnreadableError
	if _, err := goals.Read(b, "help"); len(wishes) == 0 && errors.As(err, &help) {
		wishes = help.Nearest
	}
	var out []string
	for _, text := range wishes {
		if read, err := goals.Of(b.Version).Read(text); err == nil {
			read.Language = cmp.Or(language, "en")
			out = append(out, read.Words())
		}
	}
	return out
}

// Grows are the things that can be planted.
func (l Lore) Grows(body game.BodyInfo, state game.State) (out []string) {
	b, err := l.open("plant", body, state)
	if err != nil {
		return nil
	}
	for _, c := range b.Version.Crops() {
		name := c.Item
		if c.Harvest == "" { // a tree
			name = c.Seed
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Eatable are the items that can be eaten, of those that are held.
func (l Lore) Eatable(body game.BodyInfo, state game.State) map[string]int {
	b, err := l.open("eat", body, state)
	out := map[string]int{}
	for _, stack := range state.Inventory {
		if item := game.Name(stack.Item); err == nil && b.Version.Eatable(item) {
			out[item] += stack.Count
		}
	}
	return out
}

// Takes says how long so many of an item take to grow or to be smelted; nothing for what does neither.
func (l Lore) Takes(item string, n int, body game.BodyInfo, state game.State) []game.Message {
	b, err := l.open("takes", body, state)
	if err != nil {
		return nil
	}
	return b.Takes(item, n)
}

// Use says what items or a block are for, by the rules of the game; nothing for none.
func (l Lore) Use(items []string, body game.BodyInfo, state game.State) []game.Message {
	b, err := l.open("use", body, state)
	if err == nil && len(items) > 0 {
		return b.Uses(items[0])
	}
	return nil
}
