// SPDX-License-Identifier: MIT

package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// Change is one change of a plan that waits: a step that is taken out, or moved, or
// an action that is put behind the last.
type Change struct {
	// From is the step's number, from 1; 0 for one that is added. To is where it goes; 0
	// is out.
	From, To int
	Add      game.Action
}

// change reads "remove 2", "move 3 1" or "add mine oak_log 4".
func change(args string) (any, error) {
	verb, rest, _ := strings.Cut(args, " ")
	words := strings.Fields(rest)
	numbers := make([]int, len(words))
	counted := len(words) > 0
	for i, w := range words {
		n, err := strconv.Atoi(w)
		numbers[i], counted = n, counted && err == nil && n > 0
	}
	switch {
	case verb == "remove" && counted && len(numbers) == 1:
		return Change{From: numbers[0]}, nil
	case verb == "move" && counted && len(numbers) == 2:
		return Change{From: numbers[0], To: numbers[1]}, nil
	case verb == "add" && rest != "":
		line := Split(rest)
		kind, known := game.Lookup(game.Kind(strings.ToLower(strings.TrimPrefix(line.Command, "/"))))
		if !known || kind.Local {
			return nil, sentence("%q is no action: add one such as mine oak_log 4", line.Command)
		}
		c := action(&kind)
		r, err := routeAction(c, line.Args, view.OfBody{})
		if err != nil {
			return nil, err
		}
		return Change{Add: r.Params.(view.Prompt).Settings.Actions[0]}, nil //nolint:forcetypeassert // what routeAction makes
	}
	return nil, sentence("write remove 2, move 3 1, or add mine oak_log 4; /plan shows the steps with their numbers")
}

// Of are the actions of a plan's steps with the change.
func (c Change) Of(steps []view.Step) ([]game.Action, error) {
	list := make([]game.Action, len(steps))
	for i := range steps {
		list[i] = steps[i].Action
		list[i].ID = ""
	}
	if c.From == 0 {
		return append(list, c.Add), nil
	}
	if most := len(list); c.From > most || c.To > most {
		return nil, sentence("the plan that waits has %s", game.Numbered(most, "step"))
	}
	moved := list[c.From-1]
	if list = slices.Delete(list, c.From-1, c.From); c.To > 0 {
		list = slices.Insert(list, c.To-1, moved)
	}
	return list, nil
}
