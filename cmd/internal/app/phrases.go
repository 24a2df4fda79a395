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

// UseOwnPhrases has goals read by a player's own phrases as well, which are in the file
// that path names. The grammar looks at it when it reads for the first time.
func UseOwnPhrases(path func() (string, error)) {
	own.file = path
	goals.OwnPhrases(ownPhrases)
}

// PhrasesPath is where a player's own phrases are.
func PhrasesPath() (string, error) {
	config, err := settings.DefaultPath()
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(config), PhrasesFile), nil
}

func ownPhrases() ([]byte, error) {
	if own.file == nil {
		return nil, nil
	}
	path, err := own.file()
	if err != nil {
		return nil, nil // no config folder, no phrases
	}
	text, err := budget.Phrases.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}
