// SPDX-License-Identifier: MIT

package game

import (
	"fmt"
	"slices"
)

// Concern is what endangers a player. The zero value is none; a graver one has the
// higher Grade.
type Concern struct {
	Grade int
	// Sentence says it to people.
	Sentence string
}

const (
	// hungryAt is the hunger, of 20, at which sprinting ends (minecraft.wiki, Hunger).
	hungryAt = 6
	// weakAt is the health, of 20, that one blow of a creeper ends.
	weakAt = 6
)

// Feeds reports whether something to eat is held. food reports which items are eaten; nil
// counts none.
func (s *State) Feeds(food func(item string) bool) bool {
	return food != nil && slices.ContainsFunc(s.Inventory, func(st Stack) bool { return food(st.Item) })
}

// Concern is what endangers the player of a survival world as it stands: little
// health, or hunger with nothing to eat. food reports which items are eaten.
func (s *State) Concern(food func(item string) bool) Concern {
	if s.Dead() || s.GameMode != "" && s.GameMode != "survival" {
		return Concern{}
	}
	hungry := s.Hunger != nil && *s.Hunger <= hungryAt && s.Inventory != nil && !s.Feeds(food)
	switch {
	case s.Health != nil && *s.Health <= weakAt && hungry:
		return Concern{
			4,
			fmt.Sprintf("Health is down to %.3g of 20, hunger to %.3g of 20, and nothing to eat is held: bring food.", *s.Health, *s.Hunger),
		}
	case s.Health != nil && *s.Health <= weakAt:
		return Concern{3, fmt.Sprintf("Health is down to %.3g of 20.", *s.Health)}
	case hungry && *s.Hunger == 0:
		return Concern{2, "Starving: nothing to eat is held. Bring food, or ask for some."}
	case hungry:
		return Concern{1, fmt.Sprintf("Hungry (%.3g of 20), and nothing to eat is held: bring food, or ask for some.", *s.Hunger)}
	}
	return Concern{}
}
