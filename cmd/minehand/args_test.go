// SPDX-License-Identifier: MIT

package main

import "testing"

func TestParseInventory(t *testing.T) {
	got, err := parseInventory(" minecraft:oak_log=3, stick ,oak_log=1,")
	if err != nil || len(got) != 2 || got["oak_log"] != 4 || got["stick"] != 1 {
		t.Fatalf("%v, %v", got, err)
	}
	for _, bad := range []string{"oak_log=0", "oak_log=9223372036854775807", "oak_log=-1", "=3", "oak_log=x", "minecraft:=2"} {
		if got, err := parseInventory(bad); err == nil {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}

func FuzzArgs(f *testing.F) {
	f.Add("oak_log=3,stick")
	f.Add("1-20")
	f.Fuzz(func(t *testing.T, text string) {
		if items, err := parseInventory(text); err == nil {
			for item, n := range items {
				if item == "" || n < 1 {
					t.Fatalf("%q holds %d of %q", text, n, item)
				}
			}
		}
		if seeds, err := parseSeeds(text); err == nil && (len(seeds) == 0 || len(seeds) > maxSeeds || seeds[0] < 1) {
			t.Fatalf("%q is %d seeds", text, len(seeds))
		}
	})
}
