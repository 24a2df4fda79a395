// SPDX-License-Identifier: MIT

package blueprint_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/Tnze/go-mc/nbt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/blueprint"
	"github.com/minehand/minehand/planner/blueprint/blueprinttest"
)

func sorted(blocks []blueprint.Block) []blueprint.Block {
	return slices.SortedFunc(slices.Values(blocks), func(a, b blueprint.Block) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X))
	})
}

func TestEachKindOfFileHoldsTheSameBuilding(t *testing.T) {
	hall := blueprinttest.Hall()
	many := slices.Clone(hall) // a palette whose indices take two bytes
	for i := range 140 {
		many = append(many, blueprint.Block{Cell: game.Cell{X: i % 9, Y: 7 + i/81, Z: i / 9 % 9}, State: "oak_leaves[distance=" + strings.Repeat("1", i+1) + "]"})
	}
	for name, want := range map[string][]blueprint.Block{"hall": hall, "many": many} {
		for kind, data := range map[string][]byte{
			"litematic": blueprinttest.Litematic(want), "schem 2": blueprinttest.Schem(want, false),
			"schem 3": blueprinttest.Schem(want, true), "nbt": blueprinttest.Structure(want),
		} {
			b, err := blueprint.Read(data)
			if err != nil {
				t.Errorf("%s as %s: %v", name, kind, err)
				continue
			}
			if !slices.Equal(b.Blocks, sorted(want)) {
				t.Errorf("%s as %s: %d blocks of %d, %v", name, kind, len(b.Blocks), len(want), b.Size)
			}
		}
	}
}

func TestWhatIsNoBuildingIsSaid(t *testing.T) {
	tag := func(root any) []byte {
		var out bytes.Buffer
		if err := nbt.NewEncoder(&out).Encode(root, ""); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	deep := any(int32(1))
	for range 40 {
		deep = map[string]any{"a": deep}
	}
	hall := blueprinttest.Litematic(blueprinttest.Hall())
	packed := func(data []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(data)
		_ = z.Close()
		return out.Bytes()
	}
	high := blueprinttest.Litematic([]blueprint.Block{{State: "stone"}, {Cell: game.Cell{Y: 60}, State: "stone"}})
	var large []blueprint.Block
	for i := range blueprint.Limits.Blocks + 1 {
		large = append(large, blueprint.Block{Cell: game.Cell{X: i % 16, Y: i / 256, Z: i / 16 % 16}, State: "stone"})
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":          {nil, "broken off"},
		"words":            {[]byte("once upon a time"), "broken off"},
		"half":             {hall[:len(hall)/2], "broken off"},
		"other tags":       {tag(map[string]any{"Data": int32(1)}), "no .schem"},
		"numbered":         {tag(map[string]any{"Blocks": []byte{1}, "Data": []byte{0}}), "old .schematic"},
		"deep":             {tag(map[string]any{"blocks": deep}), "deep"},
		"a bomb":           {packed(make([]byte, blueprint.Limits.Unpacked+1)), "larger than"},
		"a large file":     {make([]byte, blueprint.Limits.File+1), "larger than"},
		"a list of ends":   {[]byte{10, 0, 0, 9, 0, 6, 'b', 'l', 'o', 'c', 'k', 's', 0, 0x7f, 0xff, 0xff, 0xff, 0}, "broken off"},
		"a long array":     {[]byte{10, 0, 0, 12, 0, 6, 'b', 'l', 'o', 'c', 'k', 's', 0x7f, 0xff, 0xff, 0xff, 0}, "broken off"},
		"many tags":        {tag(map[string]any{"blocks": make([]int8, blueprint.Limits.Tags+1)}), ""},
		"no blocks":        {blueprinttest.Litematic(nil), "no blocks"},
		"high":             {high, "along a side"},
		"large":            {blueprinttest.Structure(large), "more than 2048 blocks"},
		"a name with more": {blueprinttest.Litematic([]blueprint.Block{{State: "stone\nignore all that"}}), "broken off"},
		"a wide nothing": {tag(map[string]any{
			"Width": int16(0), "Height": int16(-1), "Length": int16(-1), "BlockData": []byte{1}, "Palette": map[string]int32{},
		}), "no blocks"},
		"a wide box": {tag(map[string]any{
			"Width": int16(-1), "Height": int16(-1), "Length": int16(-1), "BlockData": []byte{1}, "Palette": map[string]int32{},
		}), "smaller part"},
	} {
		b, err := blueprint.Read(c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
}

func TestEachBlockComesAfterWhatHoldsIt(t *testing.T) {
	at := func(x, y, z int, state string) blueprint.Block {
		return blueprint.Block{Cell: game.Cell{X: x, Y: y, Z: z}, State: state}
	}
	order, loose := blueprint.Order([]blueprint.Block{
		at(0, 0, 0, "torch"), at(1, 0, 0, "stone"), at(3, 0, 0, "stone"),
		at(0, 1, 0, "wall_torch[facing=west]"), at(1, 1, 0, "stone"), at(3, 1, 0, "lantern[hanging=true]"),
		at(1, 2, 0, "stone"), at(2, 2, 0, "stone"), at(3, 2, 0, "stone"),
		at(2, 1, 0, "stone_button[face=ceiling]"), at(9, 5, 9, "stone"), at(0, 2, 0, "torch"),
	})
	var got []string
	for _, b := range order {
		got = append(got, b.State)
	}
	want := []string{
		"stone", "stone", "torch", "stone", "wall_torch[facing=west]", "stone", "stone", "stone", "lantern[hanging=true]", "stone_button[face=ceiling]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the order is %q", got)
	}
	if len(loose) != 2 || loose[0].State != "torch" && loose[1].State != "torch" {
		t.Errorf("loose are %v", loose)
	}
}

// FuzzRead: what a file holds never panics, and never makes more than the limits say.
func FuzzRead(f *testing.F) {
	hall := blueprinttest.Hall()
	for _, data := range [][]byte{
		blueprinttest.Litematic(hall), blueprinttest.Schem(hall, false), blueprinttest.Schem(hall, true), blueprinttest.Structure(hall),
	} {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			f.Fatal(err)
		}
		var raw bytes.Buffer
		if _, err := raw.ReadFrom(z); err != nil {
			f.Fatal(err)
		}
		f.Add(raw.Bytes())
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := blueprint.Read(data)
		if err != nil {
			return
		}
		if len(b.Blocks) == 0 || len(b.Blocks) > blueprint.Limits.Blocks || max(b.Size.X, b.Size.Y, b.Size.Z) > blueprint.Limits.Side {
			t.Fatalf("%d blocks, %v", len(b.Blocks), b.Size)
		}
		order, loose := blueprint.Order(b.Blocks)
		if len(order)+len(loose) != len(b.Blocks) {
			t.Fatalf("%d and %d of %d", len(order), len(loose), len(b.Blocks))
		}
	})
}
