// SPDX-License-Identifier: MIT

package stages

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/missions"
)

// bodyID is the instance of every world's body.
const bodyID = "mission"

// files are the folder of one stage: config, replies and data.
type files struct{ dir string }

// newFiles writes what a server is to read. base are settings of its owner's, such
// as providers; those of the mission come before them.
func newFiles(s *missions.Setup, base map[string]any) (files, error) {
	dir, err := os.MkdirTemp("", "minehand-mission-")
	if err != nil {
		return files{}, fmt.Errorf("there is no place for a mission's files: %w", err)
	}
	f := files{dir}
	config := map[string]any{}
	maps.Copy(config, base)
	maps.Copy(config, s.Config)
	if s.Replies != nil {
		list, _ := config["providers"].([]any)
		own, _ := base["providers"].([]any)
		config["providers"] = slices.Concat(list, own)
	}
	raw, err := json.Marshal(config) // which is YAML
	if err == nil {
		text := strings.ReplaceAll(string(raw), strconv.Quote(missions.RepliesFile), strconv.Quote(f.replies()))
		err = os.WriteFile(f.config(), []byte(text), 0o600)
	}
	if err == nil && s.Replies != nil {
		err = os.WriteFile(f.replies(), s.Replies, 0o600)
	}
	if err != nil {
		_ = f.remove()
		return files{}, fmt.Errorf("the files of the mission cannot be written: %w", err)
	}
	return f, nil
}

func (f files) config() string  { return filepath.Join(f.dir, "config.yaml") }
func (f files) replies() string { return filepath.Join(f.dir, "replies.json") }
func (f files) data() string    { return filepath.Join(f.dir, "data") }
func (f files) remove() error   { return os.RemoveAll(f.dir) }

// speedOf is a world's speed; one that is not named waits for nothing.
func speedOf(w *missions.World) float64 {
	if w.Speed == 0 {
		return math.Inf(1)
	}
	return w.Speed
}
