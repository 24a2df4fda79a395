// SPDX-License-Identifier: MIT

package data_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/minehand/minehand/game/data"
)

func TestLoad(t *testing.T) {
	for asked, want := range map[string]string{
		"": "1.21.5", "1.21.5": "1.21.5", "1.16.5": "1.16.5", " 1.20.4 ": "1.20.4", "1.20.1": "1.20.1",
		"1.20.6": "1.20.6", "1.21": "1.21", "1.19": "1.19", "1.14.2": "1.14.2", "26.1.2": "26.1.2",
		"26.3": "26.1.2", "27.2.1": "26.1.2", "1.21.5-pre2": "1.21.5",
	} {
		v, err := data.Load(asked)
		if err != nil {
			t.Errorf("Load(%q): %v", asked, err)
			continue
		}
		exact := slices.Contains(data.Versions(), v.Requested)
		if v.Name != want || (v.Notice() == "") != exact {
			t.Errorf("Load(%q) = %s with notice %q, want %s", asked, v.Name, v.Notice(), want)
		}
	}
	for _, asked := range []string{"latest", "1", "1.x", "1.2.3.4", "-1.2", "1.-2", "1.99999"} {
		if v, err := data.Load(asked); err == nil {
			t.Errorf("Load(%q) = %s, want an error", asked, v.Name)
		}
	}
	var old *data.TooOldError
	if _, err := data.Load("1.12.2"); !errors.As(err, &old) || !strings.Contains(err.Error(), "older than 1.14") {
		t.Errorf("Load(1.12.2): %v, want a TooOldError", err)
	}
}

// TestEveryReleaseHasATable: the releases go without a gap from 1.14 on, each with
// its own numbers, and what only later ones have is not in earlier ones.
func TestEveryReleaseHasATable(t *testing.T) {
	releases := data.Versions()
	if len(releases) < 46 || releases[0] != "1.14" {
		t.Fatalf("%d releases from %s", len(releases), releases[0])
	}
	for i, name := range releases {
		v, err := data.Load(name)
		if err != nil || v.Name != name || v.Notice() != "" {
			t.Fatalf("%s: %v", name, err)
		}
		for _, it := range v.Items() {
			if it.Brewed {
				continue // the game has one item for all of them, in every release
			}
			since, ok := data.Since(it.Name)
			if !ok || slices.Index(releases, since) > i && !it.Experiment || !data.EverItem(it.Name) {
				t.Errorf("%s is in %s, and said to come with %q", it.Name, name, since)
			}
		}
	}
	for name, want := range map[string]string{"raw_iron": "1.17", "stick": "1.14", "bee": "1.15", "deepslate": "1.17", "mace": "1.21", "cherry_sapling": "1.20", "breeze": "1.21", "copper_golem": "1.21.9"} {
		if got, ok := data.Since(name); got != want || !ok {
			t.Errorf("Since(%s) = %q, want %s", name, got, want)
		}
	}
	if since, ok := data.Since("wooden_spoon"); ok || data.EverItem("wooden_spoon") {
		t.Errorf("Since(wooden_spoon) = %q", since)
	}
}

func TestLoadTogether(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			v, err := data.Load(data.Versions()[i%len(data.Versions())])
			if err != nil {
				t.Error(err)
				return
			}
			if _, ok := v.Item("stick"); !ok {
				t.Error("no stick")
			}
		})
	}
	wg.Wait()
}

func TestTiers(t *testing.T) {
	for tier, want := range map[string]int{"wood": 0, "gold": 0, "stone": 1, "copper": 1, "iron": 2, "diamond": 3, "netherite": 4, "": -1} {
		if got := data.Tier(tier); got != want {
			t.Errorf("Tier(%q) = %d, want %d", tier, got, want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{"", "1.21.5", "26.1", "1.20-rc1", "..", "1.1.1.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, asked string) {
		v, err := data.Load(asked)
		if err == nil && !slices.Contains(data.Versions(), v.Name) {
			t.Errorf("Load(%q) = %q", asked, v.Name)
		}
	})
}

func ExampleLoad() {
	v, err := data.Load("26.3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Notice())
	for _, r := range v.Recipes("torch") {
		fmt.Println(r.Count, r.Ingredients)
	}
	// Output:
	// Minecraft 26.3 has no rules of its own here; using those of 26.1.2.
	// 4 [{[coal charcoal] 1} {[stick] 1}]
}
