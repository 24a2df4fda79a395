// SPDX-License-Identifier: MIT

package table_test

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"strings"
	"testing"

	"github.com/minehand/minehand/game/data/internal/table"
)

func sample() *table.File {
	return &table.File{
		Version:  "1.21.5",
		Items:    []table.Item{{Name: "stick", Fuel: 100}, {Name: "coal"}, {Name: "torch"}},
		Harvests: [][]string{{"wooden_pickaxe"}},
		Blocks:   []table.Block{{Name: "stone", Hardness: 1.5, Harvest: 1, Drops: []table.Drop{{Item: "coal", Max: 1, Chance: 0.5}}}},
		Sets:     [][]string{{"coal"}, {"stick"}},
		Recipes:  []table.Recipe{{Result: "torch", Count: 4, Sets: []int{0, 1}, Counts: []int{1, 1}, Shape: [][]int{{0}, {1}}}},
		Tags:     map[string][]string{"b": {"coal"}, "a": {"stick"}},
	}
}

func encode(tb testing.TB, f *table.File) []byte {
	tb.Helper()
	var buf bytes.Buffer
	if err := table.Encode(&buf, f); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

func TestRoundTrip(t *testing.T) {
	first := encode(t, sample())
	if !bytes.Equal(first, encode(t, sample())) {
		t.Error("equal files give different bytes")
	}
	got, err := table.Decode(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, sample()) {
		t.Errorf("got %+v", got)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*table.File){
		"harvest list":   func(f *table.File) { f.Blocks[0].Harvest = 2 },
		"ingredient set": func(f *table.File) { f.Recipes[0].Sets[0] = 7 },
		"counts":         func(f *table.File) { f.Recipes[0].Counts = nil },
		"cell":           func(f *table.File) { f.Recipes[0].Shape[0][0] = 2 },
		"larger than":    func(f *table.File) { f.Version = strings.Repeat("x", table.MaxBytes+1) },
	} {
		f := sample()
		spoil(f)
		_, err := table.Decode(bytes.NewReader(encode(t, f)))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestTitle(t *testing.T) {
	for name, want := range map[string]string{"iron_ore": "Iron Ore", "stick": "Stick", "music_disc_13": "Music Disc 13", "": "", "a__b": "A  B"} {
		if got := table.Title(name); got != want {
			t.Errorf("Title(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(f, sample()))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		// Text is packed first, so that the fuzzer gets past the checksum.
		var packed bytes.Buffer
		zw := gzip.NewWriter(&packed)
		if _, err := zw.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := zw.Close(); err != nil {
			t.Fatal(err)
		}
		for _, in := range [][]byte{raw, packed.Bytes()} {
			got, err := table.Decode(bytes.NewReader(in))
			if err != nil {
				continue
			}
			if _, err := table.Decode(bytes.NewReader(encode(t, got))); err != nil {
				t.Errorf("what was read cannot be read again: %v", err)
			}
		}
	})
}
