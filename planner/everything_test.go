// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// Goals about animals, fields and water, and about all that is held or near.
func TestGoalsOfFarmsAndOfEverything(t *testing.T) {
	gain := func(n int, items ...string) []game.Check {
		return []game.Check{{Kind: game.CheckGain, Items: items, Count: n}}
	}
	done := func(kind game.Kind, target string, n int) []game.Check {
		return []game.Check{{Kind: game.CheckDone, Action: kind, Target: target, Count: n}}
	}
	for _, c := range []struct {
		goal, inventory string
		checks          []game.Check
		steps           string // the last ones
	}{
		{"milk a cow", "bucket", gain(1, "milk_bucket"), "Milk 1 cow"},
		{"breed cows", "wheat=3", done(game.Breed, "cow", 1), "Breed 1 pair of cows"},
		{"breed 4 pigs", "potato=9", done(game.Breed, "pig", 2), "Breed 2 pairs of pigs"},
		{"fish for 2 cod", "fishing_rod", gain(2, "cod"), "Fish 2 cod"},
		{"catch 3 fish", "fishing_rod", gain(3, "cod", "salmon", "pufferfish", "tropical_fish"), "Fish 3 fish"},
		{"plant 2 wheat", "wheat_seeds=2 wooden_hoe", done(game.Plant, "wheat_seeds", 2), "Till 2 grass blocks|Plant 2 wheat seeds"},
		{"plant a tree", "birch_sapling=2", done(game.Plant, "birch_sapling", 1), "Plant 1 birch sapling"},
		{"get 2 carrots and plant them", "carrot=2 stone_hoe", done(game.Plant, "carrot", 2), "Plant 2 carrots"},
		{"till 3 dirt", "iron_hoe", done(game.Till, "dirt", 3), "Till 3 dirt"},
		{"fill a bucket with water", "bucket", []game.Check{{Kind: game.CheckHave, Items: []string{"water_bucket"}, Count: 1}}, "water"},
		{"drop all dirt", "dirt=70 stone=1", done(game.Drop, "dirt", 1), "Drop 70 dirt"},
		{"drop everything", "dirt=70 stone=1", append(done(game.Drop, "stone", 1), done(game.Drop, "dirt", 1)...), "Drop 1 stone|Drop 70 dirt"},
		{"drop all dirt except 5", "dirt=70 stone=1", done(game.Drop, "dirt", 65), "Drop 65 dirt"},
		{"give me half your bread", "bread=7", []game.Check{{Kind: game.CheckGiven, Items: []string{"bread"}, Count: 4, To: "Alex"}}, "Drop 4 bread"},
		{"store the dirt in a chest, keep 2", "dirt=7 chest", []game.Check{{Kind: game.CheckStored, Items: []string{"dirt"}, Count: 5, Target: "chest"}}, "Place chest"},
		{"give me everything", "bread=3", []game.Check{{Kind: game.CheckGiven, Items: []string{"bread"}, Count: 3, To: "Alex"}}, "Drop 3 bread"},
		{"store everything in a chest", "dirt=7 chest", []game.Check{{Kind: game.CheckStored, Items: []string{"dirt"}, Count: 7, Target: "chest"}}, "Place chest"},
		{"smelt all the iron", "raw_iron=3 coal=1 furnace", gain(3, "iron_ingot"), "Smelt 3 raw iron"},
		{"go to the overworld", "", []game.Check{{Kind: game.CheckAt, At: &game.Pos{Dimension: "overworld"}, Range: 2 * game.MaxCoordinate}}, ""},
		{"give me all the bread", "bread=3", []game.Check{{Kind: game.CheckGiven, Items: []string{"bread"}, Count: 3, To: "Alex"}}, "Drop 3 bread"},
		{"put on armor", "leather_boots iron_boots", []game.Check{{Kind: game.CheckEquipped, Items: []string{"leather_boots", "iron_boots"}, Slot: "feet"}}, "Equip iron boots"},
		{"find me a cow", "", done(game.Explore, "cow", 1), "Look around for cow"},
		{"go to 100 200", "", []game.Check{{Kind: game.CheckAt, At: &game.Pos{X: 100, Y: 64, Z: 200}, Range: 16}}, "Go to 100 64 200"},
		{"go to 3 5", "", []game.Check{{Kind: game.CheckAt, At: &game.Pos{X: 3, Y: 64, Z: 5}, Range: 16}}, ""},
		{"kill a cow", "", []game.Check{{Kind: game.CheckKilled, Target: "cow", Count: 1}}, "Attack 1 cow"},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if !reflect.DeepEqual(p.Goal.Checks(), c.checks) {
				t.Errorf("checks %+v, want %+v", p.Goal.Checks(), c.checks)
			}
			if got := strings.Join(described(p), "|"); c.steps == "" && got != "" || !strings.HasSuffix(got, c.steps) {
				t.Errorf("steps %s, want them to end with %s", got, c.steps)
			}
		})
	}
}

// What cannot be done is said truthfully.
func TestGoalsOfOtherWorldsAndMobs(t *testing.T) {
	for goal, want := range map[string]string{
		"kill the ender dragon": "Ender dragon is found in the End, and the body is in the overworld",
		"go to the end":         "no walk leads it through a portal",
		"get a nether portal":   "10 obsidian, and flint and steel",
		"breed zombies":         "not bred",
		"shear a pig":           "not shorn",
		"milk a pig":            "give no milk",
		"put on armor":          "No armor is held",
		"give me all the bread": "no bread",
		"throw away dirt":       "no dirt",
		"smelt all the iron":    "no raw iron",
		"drop all logs":         "no logs",
	} {
		_, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("")})
		var no *game.ImpossibleError
		if !errors.As(err, &no) || !strings.Contains(no.Reason, want) {
			t.Errorf("%q: %v, want impossible: %s", goal, err, want)
		}
	}
	nether := holding("iron_sword")
	nether.Dimension = "the_nether"
	p := plan(t, game.Request{Goal: "kill a blaze", Body: v2Body("1.21.5"), State: nether})
	if got := described(p); !slices.Equal(got, []string{"Attack 1 blaze"}) {
		t.Errorf("in the Nether with a sword: %v", got)
	}
}

// Who is unarmed makes a sword before he fights what fights back, when that is
// quickly done.
func TestHostileMobsAreFoughtWithASword(t *testing.T) {
	near := holding("cobblestone=2 stick=1 crafting_table")
	near.Nearby = &game.Nearby{Entities: []game.Sight{{Name: "zombie", Distance: 9}, {Name: "zombie", Distance: 12}, {Name: "cow", Distance: 3}}}
	p := plan(t, game.Request{Goal: "kill all zombies", Body: v2Body("1.21.5"), State: near})
	if got := described(p); !slices.Equal(got, []string{"Place crafting table", "Craft 1 stone sword", "Attack 2 zombies"}) {
		t.Errorf("unarmed: %v", got)
	}
	p = plan(t, game.Request{Goal: "get a wooden sword and kill 2 zombies", Body: v2Body("1.21.5"), State: near})
	if got := described(p); slices.Contains(got, "Craft 1 stone sword") {
		t.Errorf("with a sword to be made: %v", got)
	}
	p = plan(t, game.Request{Goal: "kill 2 zombies", Body: v2Body("1.21.5"), State: holding("wooden_axe")})
	if got := described(p); !slices.Equal(got, []string{"Attack 2 zombies"}) {
		t.Errorf("with an axe: %v", got)
	}
}

// What is put on is made at once: one ore trip, one furnace.
func TestArmourToWearIsMadeTogether(t *testing.T) {
	made := plan(t, game.Request{Goal: "get iron armor", Body: v2Body("1.21.5"), State: holding("")})
	worn := plan(t, game.Request{Goal: "wear iron armor", Body: v2Body("1.21.5"), State: holding("")})
	if got, want := len(worn.Steps), len(made.Steps)+4; got != want {
		t.Errorf("%d steps to wear it, want %d: %v", got, want, described(worn))
	}
}

// What only its own crop brings is fetched before it is grown.
func TestCropsAreGrownFromSeedsThatAreFetchedFirst(t *testing.T) {
	for goal, want := range map[string]string{
		"grow 10 carrots": "Harvest", "grow 5 melons": "Harvest", "grow 4 wheat": "Harvest", "grow 3 sugar cane": "Harvest",
	} {
		p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("")})
		if !slices.ContainsFunc(described(p), func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("%s: %v", goal, described(p))
		}
	}
}

// Nobody's own animal is counted among those that are to be killed.
func TestAnAnimalThatIsSomebodysIsNotCounted(t *testing.T) {
	near := holding("iron_sword")
	near.Nearby = &game.Nearby{Entities: []game.Sight{{Name: "wolf", Distance: 4, Owned: true}, {Name: "wolf", Distance: 9}, {Name: "wolf", Distance: 12}}}
	p := plan(t, game.Request{Goal: "kill all wolves", Body: v2Body("1.21.5"), State: near})
	if got := described(p); !slices.Equal(got, []string{"Attack 2 wolves"}) {
		t.Errorf("%v", got)
	}
}
