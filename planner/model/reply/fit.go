// SPDX-License-Identifier: MIT

package reply

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// fit brings an action into what the body can do, where that changes nothing of
// what is meant.
func (n *normaliser) fit(a game.Action) ([]game.Action, error) {
	info, ok := game.Lookup(a.Kind)
	if !ok {
		return nil, fmt.Errorf("there is no such action; use one of %s", n.kinds())
	}
	if _, counted := info.Field("quantity"); !counted {
		a.Quantity = 0
	}
	if _, placed := info.Field(game.FieldPosition); !placed {
		a.At = nil
	}
	if a.Kind == game.Build && !n.env.Body.Can(game.Build) && n.env.Body.Can(game.Place) {
		return n.placeEach(a)
	}
	if a.Kind == game.Goto && a.At == nil && a.Target != "" && !n.env.Body.CanField(game.Goto, "target") {
		if at, seen := n.whereSeen(a.Target); seen {
			n.note("%s is seen at %s", a.Target, at)
			a.Target, a.At = "", &at
		}
	}
	return []game.Action{a}, nil
}

// placeEach is a build by a body that places one block at a time.
func (n *normaliser) placeEach(a game.Action) ([]game.Action, error) {
	if len(a.Edits) > maxEntries {
		return nil, fmt.Errorf("this body places one block at a time; build at most %d", maxEntries)
	}
	actions := make([]game.Action, len(a.Edits))
	for i, e := range a.Edits {
		actions[i] = game.Action{Kind: game.Place, Block: e.Block, At: &game.Pos{X: e.X, Y: e.Y, Z: e.Z}}
	}
	n.note("this body places one block at a time")
	return actions, nil
}

// whereSeen is the nearest place in view with a thing or player of that name.
func (n *normaliser) whereSeen(name string) (game.Pos, bool) {
	view := n.env.State.Nearby
	if view == nil {
		return game.Pos{}, false
	}
	var best *game.Sight
	for _, list := range [...][]game.Sight{view.Blocks, view.Entities, view.Players} {
		for i := range list {
			if s := &list[i]; (game.Name(s.Name) == name || s.Name == name) && (best == nil || s.Distance < best.Distance) {
				best = s
			}
		}
	}
	if best == nil {
		return game.Pos{}, false
	}
	return best.At().Block(), true
}

// foldWalks takes out each goto to a thing that the body cannot walk to by name
// when the step after it goes there by itself. What is left is a fault.
func (n *normaliser) foldWalks() {
	if n.env.Body.CanField(game.Goto, "target") {
		return
	}
	steps := n.out.Steps
	for i := len(steps) - 1; i >= 0; i-- {
		a := steps[i].Action
		if a.Kind != game.Goto || a.At != nil || a.Target == "" {
			continue
		}
		if i+1 < len(steps) && walksItself(steps[i+1].Action) {
			n.out.Notes = append(n.out.Notes, fmt.Sprintf("going to %s is part of: %s", game.Display(a.Target), steps[i+1].Action.Describe()))
			steps = slices.Delete(steps, i, i+1)
			continue
		}
		n.out.Faults = append(
			n.out.Faults,
			fmt.Sprintf("step %d (%s): this body walks to coordinates only; give x, y and z, or leave the step out", i+1, a.Describe()),
		)
		steps[i].Action = game.Action{Kind: game.OpenInventory}
	}
	n.out.Steps = steps
}

// walksItself says that a body goes to what the action is about.
func walksItself(a game.Action) bool {
	info, _ := game.Lookup(a.Kind)
	return info.WalksItself
}
