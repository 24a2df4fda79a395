package data_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/minehand/minehand/game/data"
)

func TestLoad(t *testing.T) {
	for asked, want := range map[string]string{
		"": "1.21.5", "1.21.5": "1.21.5", "1.16.5": "1.16.5", " 1.20.4 ": "1.20.4",
		"1.20.6": "1.20.4", "1.21": "1.20.4", "1.21.11": "1.21.5", "26.1": "26.1", "27.2.1": "26.1",
		"1.12.2": "1.16.5", "1.21.5-pre2": "1.21.5", "1.19": "1.16.5",
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
	v, err := data.Load("1.20.6")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Notice())
	for _, r := range v.Recipes("torch") {
		fmt.Println(r.Count, r.Ingredients)
	}
	// Output:
	// Minecraft 1.20.6 has no rules of its own here; using those of 1.20.4.
	// 4 [{[coal charcoal] 1} {[stick] 1}]
}
