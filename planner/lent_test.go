// SPDX-License-Identifier: MIT

package planner_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// What a sentence makes is what its later parts are done with: a tool is lent, not
// used up, and a bucket is the one that is filled.
func TestAToolIsTheOneThatWasMade(t *testing.T) {
	for _, c := range []struct{ goal, inventory, want string }{
		{"make shears and shear a sheep", "iron_ingot=6 crafting_table=1", "Craft 1 shears, Shear 1 sheep"},
		{"get shears and shear 2 sheep", "iron_ingot=6 crafting_table=1", "Craft 1 shears, Shear 2 sheep"},
		{"make shears and shear a sheep", "iron_ingot=6 shears=1", "Craft 1 shears, Shear 1 sheep"},
		{"make 2 shears and shear a sheep", "iron_ingot=6", "Craft 2 shears, Shear 1 sheep"},
		{"make a fishing rod and catch a fish", "string=6 stick=9 crafting_table=1", "Place crafting table, Craft 1 fishing rod, Fish 1 fish"},
		{"make a fishing rod and catch 60 fish", "string=6 stick=9 crafting_table=1", "Place crafting table, Craft 2 fishing rods, Fish 60 fish"},
		{"make a hoe and till 3 dirt", "oak_planks=6 stick=9 crafting_table=1", "Place crafting table, Craft 1 wooden hoe, Till 3 dirt"},
		{"make a stone hoe, till 3 dirt and plant 3 wheat seeds", "cobblestone=6 stick=9 crafting_table=1 wheat_seeds=3", "Place crafting table, Craft 1 stone hoe, Till 3 dirt, Plant 3 wheat seeds"},
		{"craft a hoe and plant 2 wheat seeds", "oak_planks=6 stick=9 crafting_table=1 wheat_seeds=3", "Place crafting table, Craft 1 wooden hoe, Till 2 grass blocks, Plant 2 wheat seeds"},
		{"make a stone pickaxe and mine 2 iron ore with it", "cobblestone=9 stick=9 crafting_table=1", "Place crafting table, Craft 1 stone pickaxe, Mine 2 iron ore"},
		{"make an axe and use it to chop 3 logs", "oak_planks=9 stick=9 crafting_table=1", "Place crafting table, Craft 1 wooden axe, Mine 3 oak logs"},
		{"make a sword and kill 2 zombies with it", "oak_planks=9 stick=9 crafting_table=1", "Place crafting table, Craft 1 wooden sword, Attack 2 zombies"},
		{"make a bucket and milk a cow", "iron_ingot=9 crafting_table=1", "Place crafting table, Craft 1 bucket, Milk 1 cow"},
		{"make 2 buckets and milk a cow", "iron_ingot=9 crafting_table=1", "Place crafting table, Craft 2 buckets, Milk 1 cow"},
		{"make a bucket and milk 2 cows", "iron_ingot=9 crafting_table=1", "Place crafting table, Craft 1 bucket, Craft 1 bucket, Milk 2 cows"},
		{"get a bucket and milk a cow", "iron_ingot=9 crafting_table=1", "Place crafting table, Craft 1 bucket, Milk 1 cow"},
		{"get shears and 3 leaves", "iron_ingot=6 crafting_table=1", "Craft 1 shears, Mine 3 oak leaves"},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if got := strings.Join(described(p), ", "); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
		})
	}
}
