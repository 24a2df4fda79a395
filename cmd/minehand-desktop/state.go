// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"

	"github.com/minehand/minehand/internal/wholefile"
)

// stateFile keeps the window's size, in the data folder.
const stateFile = "window.json"

// state of the window that survives a restart.
type state struct {
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximised bool `json:"maximised"`
}

// loadState reads what was kept; what is missing, damaged or too small to be used
// has its default.
func loadState(path string) state {
	s := state{Width: 1280, Height: 800}
	kept := s
	if wholefile.ReadJSON(path, &kept) != nil || kept.Width < 420 || kept.Height < 480 || kept.Width > 16384 || kept.Height > 16384 {
		return s
	}
	return kept
}

// saveState replaces the file whole.
func saveState(path string, s state) error {
	data, err := json.Marshal(s)
	if err == nil {
		err = wholefile.Write(path, append(data, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep the window's size: %w", err)
	}
	return nil
}
