// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
)

// readActions reads a JSON list of actions in the protocol's shape, such as
// [{"type": "mine", "target": "oak_log", "quantity": 3}].
func readActions(path string) ([]game.Action, error) {
	data, err := budget.ActionList.ReadFile(path)
	if errors.Is(err, budget.ErrOver) {
		return nil, badInput("--actions: %w", err)
	}
	if err != nil {
		return nil, badInput("--actions: the file cannot be read: %w", err)
	}
	list, err := parseActions(data)
	if err != nil {
		return nil, badInput("--actions: %s: %w", path, err)
	}
	return list, nil
}

func parseActions(data []byte) ([]game.Action, error) {
	var list []game.Action
	if err := budget.ActionList.JSON(data, &list); err != nil {
		return nil, fmt.Errorf(`it is not a JSON list of actions, such as [{"type": "mine", "target": "oak_log"}]: %w`, game.JSONFault(err))
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the list of actions is empty")
	}
	for i := range list {
		list[i].ID = "" // every action sent gets an id of its own
		if err := list[i].Validate(); err != nil {
			return nil, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return list, nil
}
