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
