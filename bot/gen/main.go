// SPDX-License-Identifier: MIT

// Command gen writes the facts about items and mobs that the bot needs, from game/data,
// as JSON: those of all releases together, and of the newest where they differ. The same
// tables give the same bytes.
//
// Usage, from the folder bot: go run ./gen
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/minehand/minehand/game/data"
)

// facts is the form of src/facts.gen.json; bot/src/facts.ts reads it.
type facts struct {
	// About says where the file comes from.
	About string `json:"about"`
	// Fuel is how long an item burns, in ticks. Burning lists those that are burnt
	// of the body's own choice, the first best.
	Fuel    map[string]int `json:"fuel"`
	Burning []string       `json:"burning"`
	// Slots is where an item is worn; what is missing is held in the hand.
	Slots map[string]string `json:"slots"`
	// Always goes down on a full stomach; Meals are what is eaten unasked: out of
	// the hand, without harm, and kept for nothing else.
	Always []string `json:"always"`
	Meals  []string `json:"meals"`
	// Thrown has an effect where it lands.
	Thrown []string `json:"thrown"`
	// Hostile mobs attack a player who did nothing to them.
	Hostile []string `json:"hostile"`
	// Brewing lists what a brewing stand makes of what: base, ingredient, result.
	Brewing [][3]string `json:"brewing"`
	// Smithing lists what a smithing table makes of what: template (empty for none: before
	// 1.20), base, addition, result.
	Smithing [][4]string `json:"smithing"`
	// Bartering is who gives something for what, and what is worn before it.
	Bartering bartering `json:"bartering"`
	// Trading is who trades, and what for.
	Trading trading `json:"trading"`
	// Shorn is what a block leaves to shears alone, which it is broken with for that.
	Shorn map[string][]string `json:"shorn"`
	// Health is the least that a mob has in any version.
	Health map[string]float64 `json:"health"`
}

type bartering struct {
	Mob   string   `json:"mob"`
	Given string   `json:"given"`
	Worn  []string `json:"worn"`
}

type trading struct {
	Mob  string `json:"mob"`
	Coin string `json:"coin"`
}

func main() {
	if err := write("src/facts.gen.json"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(file string) error {
	f, err := collect()
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetIndent("", " ")
	if err := e.Encode(f); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	return os.WriteFile(file, buf.Bytes(), 0o644)
}

func collect() (*facts, error) {
	f := &facts{
		About: "Generated from game/data by bot/gen; do not edit.",
		Fuel:  map[string]int{}, Slots: map[string]string{}, Health: map[string]float64{}, Shorn: map[string][]string{},
	}
	rank := map[string]int{}
	always, meals, thrown, hostile := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, name := range data.Tables() {
		v, err := data.Load(name)
		if err != nil {
			return nil, err
		}
		for _, it := range v.Items() {
			if it.FuelTicks > 0 {
				f.Fuel[it.Name] = it.FuelTicks
			}
			if it.BurnRank > 0 {
				rank[it.Name] = it.BurnRank
			}
			if it.Slot != data.SlotHand {
				f.Slots[it.Name] = it.Slot
			}
			set(always, it.Name, it.Always)
			set(meals, it.Name, !it.Standing && v.Eatable(it.Name))
			set(thrown, it.Name, it.Thrown)
		}
		for _, b := range v.Blocks() {
			for _, d := range b.Drops {
				if d.Shears && !slices.Contains(f.Shorn[b.Name], d.Item) {
					f.Shorn[b.Name] = append(f.Shorn[b.Name], d.Item)
				}
			}
		}
		for _, b := range v.Brewings() {
			if row := [3]string{b.Base, b.With, b.Result}; !slices.Contains(f.Brewing, row) {
				f.Brewing = append(f.Brewing, row)
			}
		}
		for _, s := range v.Smithings() {
			if row := [4]string{s.Template, s.Base, s.Addition, s.Result}; !slices.Contains(f.Smithing, row) {
				f.Smithing = append(f.Smithing, row)
			}
		}
		b := v.Bartering()
		f.Bartering = bartering{b.Mob, b.Given, b.Worn}
		f.Trading = trading{v.Trading().Mob, v.Trading().Coin}
		for _, m := range v.Mobs() {
			set(hostile, m.Name, m.Category == "hostile" && m.Temper != data.Neutral)
			if was, known := f.Health[m.Name]; m.Health > 0 && (!known || m.Health < was) {
				f.Health[m.Name] = m.Health
			}
		}
	}
	f.Burning = slices.Sorted(maps.Keys(rank))
	slices.SortStableFunc(f.Burning, func(a, b string) int { return rank[a] - rank[b] })
	f.Always, f.Meals, f.Thrown, f.Hostile = slices.Sorted(maps.Keys(always)), slices.Sorted(maps.Keys(meals)),
		slices.Sorted(maps.Keys(thrown)), slices.Sorted(maps.Keys(hostile))
	return f, nil
}

func set(of map[string]bool, name string, is bool) {
	if is {
		of[name] = true
	}
}
