// SPDX-License-Identifier: MIT

package task

import "github.com/minehand/minehand/game"

// mine is a step that gains n of the block.
func mine(block string, n int) game.Step {
	return game.Step{
		Action: game.Action{Kind: game.Mine, Target: block, Quantity: n},
		Expect: game.Expect{Gains: []game.Gain{{Items: []string{block}, Min: n}}},
		Source: game.FromBuiltin,
	}
}

func say(text string) game.Step {
	return game.Step{Action: game.Action{Kind: game.Chat, Message: text}, Source: game.FromBuiltin}
}

func place(block string) game.Step {
	return game.Step{
		Action: game.Action{Kind: game.Place, Block: block},
		Expect: game.Expect{Uses: []game.Need{{Items: []string{block}, Count: 1}}},
	}
}

func st(items map[string]int, change ...func(*game.State)) game.State {
	hp := 20.0
	s := game.State{Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Health: &hp, Dimension: "overworld", GameMode: "survival", Inventory: []game.Stack{}}
	for item, n := range items {
		s.Inventory = append(s.Inventory, game.Stack{Slot: len(s.Inventory), Item: item, Count: n})
	}
	for _, f := range change {
		f(&s)
	}
	return s
}
