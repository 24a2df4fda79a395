// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/planner/goals"
)

// PhrasesFile is the name of a player's own phrases, in the folder of the config file.
const PhrasesFile = "phrases.local.yaml"

// UseOwnPhrases has goals read by a player's own phrases as well. The file is looked at
// when a message is read by the grammar for the first time.
func UseOwnPhrases() { goals.OwnPhrases(ownPhrases) }

// PhrasesPath is where a player's own phrases are.
func PhrasesPath() (string, error) {
	config, err := settings.DefaultPath()
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(config), PhrasesFile), nil
}

func ownPhrases() ([]byte, error) {
	path, err := PhrasesPath()
	if err != nil {
		return nil, nil // no config folder, no phrases
	}
	text, err := budget.Phrases.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}
