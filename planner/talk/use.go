// SPDX-License-Identifier: MIT

package talk

import "github.com/minehand/minehand/game"

// Eatable are the items that can be eaten, of those that are held.
func (s *Sorter) Eatable(body game.BodyInfo, state game.State) map[string]int {
	b, out := s.book(&About{Body: everybody(body), State: state}), map[string]int{}
	for _, stack := range state.Inventory {
		if item := game.Name(stack.Item); b != nil && b.Version.Eatable(item) {
			out[item] += stack.Count
		}
	}
	return out
}

// Use says what items or a block are for, by the rules of the game; nothing for none.
func (s *Sorter) Use(items []string, body game.BodyInfo, state game.State) []game.Message {
	if b := s.book(&About{Body: everybody(body), State: state}); b != nil && len(items) > 0 {
		return b.Uses(items[0])
	}
	return nil
}
