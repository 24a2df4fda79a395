// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/minehand/minehand/game/data"
)

// TestEveryReleaseHasItsItems: what the tables of a release have and what the data that the
// bot plays by has for that release is the same, for each that it describes: items that do
// not exist 0, existing ones unknown 0.
func TestEveryReleaseHasItsItems(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(root, "bot", "node_modules", "minecraft-data", "minecraft-data", "data")
	read := func(v any, elem ...string) {
		text, err := os.ReadFile(filepath.Join(append([]string{folder}, elem...)...))
		if err == nil {
			err = json.Unmarshal(text, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var paths struct {
		PC map[string]struct{ Items string }
	}
	read(&paths, "dataPaths.json")
	release, looked := regexp.MustCompile(`^\d+(\.\d+){1,2}$`), 0
	for name, at := range paths.PC {
		v, err := data.Load(name)
		if err != nil || !release.MatchString(name) || v.Notice() != "" { // older than the tables, a snapshot
			continue
		}
		looked++
		var items []struct{ Name string }
		read(&items, at.Items, "items.json")
		there := map[string]bool{"air": true}
		for _, it := range items {
			there[it.Name] = true
			if _, known := v.Item(it.Name); !known && it.Name != "air" {
				t.Errorf("%s has %s, which is unknown", name, it.Name)
			}
		}
		for _, it := range v.Items() {
			id := it.Name
			switch { // the game has one item for all potions, and one for those that are thrown
			case it.Brewed && it.Thrown:
				id = "splash_potion"
			case it.Brewed:
				id = "potion"
			}
			if !there[id] {
				t.Errorf("%s has no %s", name, it.Name)
			}
		}
	}
	if looked < 30 {
		t.Errorf("only %d releases: the test looks in the wrong place", looked)
	}
	t.Logf("%d releases", looked)
}
