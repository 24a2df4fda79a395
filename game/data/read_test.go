// SPDX-License-Identifier: MIT

package data

import (
	"encoding/json"
	"testing"

	"github.com/minehand/minehand/game/data/internal/table"
)

// FuzzConvert checks that any file that Decode lets through can be indexed.
func FuzzConvert(f *testing.F) {
	f.Add([]byte(`{"b":[{"n":"stone","r":[{"i":"stone","b":1}]}],"m":[{"n":"cow","r":[{"i":"stone","b":1}]}],"a":[["x"]],"r":[{"o":"y","i":[0],"c":[1],"s":[[0]]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file := new(table.File)
		if json.Unmarshal(raw, file) != nil || file.Check() != nil {
			return
		}
		got := convert(file)
		for _, b := range got.blocks {
			if got.blockByName[b.Name] == nil {
				t.Errorf("block %q cannot be found", b.Name)
			}
		}
	})
}
