// SPDX-License-Identifier: MIT

package game

import (
	"maps"
	"slices"
)

// Mark is the part of a state that an action is compared with.
type Mark struct {
	Counts    map[string]int `json:"c,omitempty"`
	Position  *Vec3          `json:"p,omitempty"`
	Dimension string         `json:"d,omitempty"`
	GameMode  string         `json:"g,omitempty"`
}

// Mark keeps of a state what the action will be compared with after a restart; nil
// when there is nothing.
func (x Expect) Mark(s *State) *Mark {
	if x.Empty() {
		return nil
	}
	m := &Mark{Position: s.Position, Dimension: s.Dimension, GameMode: s.GameMode}
	if s.Inventory == nil {
		return m
	}
	count := func(item string) {
		if m.Counts == nil {
			m.Counts = make(map[string]int, 2)
		}
		m.Counts[item] = s.Count(item)
	}
	for _, g := range x.Gains {
		for _, item := range g.Items {
			count(item)
		}
	}
	for _, u := range x.Uses {
		for _, item := range u.Items {
			count(item)
		}
	}
	return m
}

// State rebuilds a state to compare with from the mark.
func (m *Mark) State() *State {
	if m == nil {
		return nil
	}
	s := &State{Position: m.Position, Dimension: m.Dimension, GameMode: m.GameMode}
	if m.Counts != nil {
		s.Inventory = make([]Stack, 0, len(m.Counts))
	}
	for i, item := range slices.Sorted(maps.Keys(m.Counts)) {
		if m.Counts[item] > 0 {
			s.Inventory = append(s.Inventory, Stack{Slot: i, Item: item, Count: m.Counts[item]})
		}
	}
	return s
}
