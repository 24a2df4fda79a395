// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/blueprint"
)

// blueprintFolder holds buildings as files, in the data folder.
const blueprintFolder = "blueprints"

// blueprintFiles are the names of the files of that folder.
func blueprintFiles(dataDir string) (names []string) {
	all, err := os.ReadDir(filepath.Join(dataDir, blueprintFolder))
	for _, e := range all {
		if err == nil && slices.Contains(blueprint.Extensions, strings.ToLower(filepath.Ext(e.Name()))) {
			names = append(names, e.Name())
		}
	}
	return names
}

// blueprints reads the files of the folder of blueprints in a data folder, by their names
// with or without what these end with. Nothing outside of it is read, whatever a name says.
func blueprints(dataDir string) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		root, err := os.OpenRoot(filepath.Join(dataDir, blueprintFolder))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no folder %s in the data folder yet; make it, put %s into it and ask again", blueprintFolder, name)
		}
		if err != nil {
			return nil, fmt.Errorf("the folder %s of the data folder cannot be opened; see who may read it", blueprintFolder)
		}
		defer root.Close()
		all, err := fs.ReadDir(root.FS(), ".")
		if err != nil {
			return nil, fmt.Errorf("the folder %s of the data folder cannot be read; see who may read it", blueprintFolder)
		}
		var there []string
		for _, e := range all {
			if slices.Contains(blueprint.Extensions, strings.ToLower(filepath.Ext(e.Name()))) {
				there = append(there, e.Name())
			}
		}
		for _, file := range there {
			stem := strings.TrimSuffix(file, filepath.Ext(file))
			if !strings.EqualFold(file, name) && !strings.EqualFold(stem, name) {
				continue
			}
			f, err := root.Open(file)
			if err != nil {
				return nil, fmt.Errorf("%s cannot be opened; see who may read it", file)
			}
			defer f.Close()
			data, err := io.ReadAll(io.LimitReader(f, int64(blueprint.Limits.File)+1))
			if err != nil {
				return nil, fmt.Errorf("%s cannot be read; put it there again", file)
			}
			return data, nil
		}
		if len(there) == 0 {
			return nil, fmt.Errorf("there is no %s: the folder %s of the data folder holds no %s",
				name, blueprintFolder, game.List(blueprint.Extensions))
		}
		return nil, fmt.Errorf("there is no %s in the folder %s of the data folder; there are: %s",
			name, blueprintFolder, game.List(there[:min(len(there), mostShown)]))
	}
}

// mostShown is how many files a sentence lists.
const mostShown = 12
