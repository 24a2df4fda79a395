// SPDX-License-Identifier: MIT

package app

import (
	"path/filepath"
	"testing"
)

// What all did together was asked of each of them too, and is put back as a whole.
func TestAShareIsOfWhatAllWereAskedFor(t *testing.T) {
	k := &keeping{talker: &talker{T: t}, dir: filepath.Join(t.TempDir(), "data"), players: 2}
	t.Cleanup(func() { k.stop() })
	k.start(map[string]int{"cobblestone": 40})
	k.does("build a 5x3 wall of cobblestone with everyone")
	asks := func() {
		t.Helper()
		k.answers(map[string]string{
			"what did you do?":                  "build a 5x3 wall of cobblestone",
			"did you build a wall?":             "build a 5x3 wall of cobblestone",
			"how many cobblestone did you use?": "15 cobblestone",
			"is the wall finished?":             "15 blocks built",
			"is the wall still standing?":       "Of the 15 places",
			"where is the wall?":                "built: at",
		})
	}
	asks()
	k.whom.Instance = "everyone"
	asks()
	k.whom.Instance = ""
	k.does("undo")
	k.tells("is the wall still standing?", "put back")
}
