// SPDX-License-Identifier: MIT

package game

import (
	"maps"
	"slices"
	"time"
)

// Mark is the part of a state that an action is compared with.
type Mark struct {
	Counts    map[string]int `json:"c,omitempty"`
	Position  *Vec3          `json:"p,omitempty"`
	Dimension string         `json:"d,omitempty"`
	GameMode  string         `json:"g,omitempty"`
	World     string         `json:"w,omitempty"`
	Died      time.Time      `json:"x,omitzero"`
	Placed    Placed         `json:"b,omitzero"`
	// Rest is how many items were held beside those that are counted.
	Rest int `json:"r,omitempty"`
}

// Mark keeps of a state what the action will be compared with after a restart; nil
// when there is nothing.
func (x Expect) Mark(s *State) *Mark {
	if x.Empty() {
		return nil
	}
	m := &Mark{Position: s.Position, Dimension: s.Dimension, GameMode: s.GameMode, World: s.WorldID(), Died: s.Died, Placed: s.Placed}
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
	m.Rest = s.held()
	for _, n := range m.Counts {
		m.Rest -= n
	}
	return m
}

// State rebuilds a state to compare with from the mark; the rest is a stack without a
// name.
func (m *Mark) State() *State {
	if m == nil {
		return nil
	}
	s := &State{Position: m.Position, Dimension: m.Dimension, GameMode: m.GameMode, Died: m.Died, Placed: m.Placed}
	if m.World != "" {
		s.World = &World{Present: true, ID: m.World}
	}
	if m.Counts != nil {
		s.Inventory = make([]Stack, 0, len(m.Counts))
	}
	for i, item := range slices.Sorted(maps.Keys(m.Counts)) {
		if m.Counts[item] > 0 {
			s.Inventory = append(s.Inventory, Stack{Slot: i, Item: item, Count: m.Counts[item]})
		}
	}
	if m.Rest > 0 && s.Inventory != nil {
		s.Inventory = append(s.Inventory, Stack{Slot: len(s.Inventory), Count: m.Rest})
	}
	return s
}
