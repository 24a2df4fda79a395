// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// orePoints are the least and most points of experience that a broken ore gives (Minecraft
// Wiki, "Experience").
var orePoints = map[string][2]int{
	"coal_ore": {0, 2}, "nether_gold_ore": {0, 1}, "diamond_ore": {3, 7}, "emerald_ore": {3, 7},
	"lapis_ore": {2, 5}, "nether_quartz_ore": {2, 5}, "redstone_ore": {1, 5},
}

// mined gives the points of a broken block.
func (x *run) mined(block string) {
	if p, ok := orePoints[strings.TrimPrefix(block, "deepslate_")]; ok {
		x.player.points += x.between(p[0], p[1])
	}
}

// between is a number left to chance, apart from the chance of drops.
func (x *run) between(least, most int) int {
	return least + int(x.land.hash("points", x.player.points, int(x.now*ticksPerSecond))%uint64(most-least+1))
}

// slew gives the points of a killed mob: five of a hostile one, ten of a blaze, one to
// three of an animal.
func (x *run) slew(m *data.Mob) {
	switch {
	case m.Name == "blaze":
		x.player.points += 10
	case m.Category == "hostile":
		x.player.points += 5
	default:
		x.player.points += x.between(1, 3)
	}
}

// pointsOf is how many points a level takes in all, up to the sixteenth; level is its
// contrary.
func pointsOf(level int) int { return level*level + 6*level }

func level(points int) int { return int(math.Sqrt(float64(points+9))) - 3 }

// offers are what an enchanting table without bookshelves gives in the first place, by a
// part of the item's name; the last holds for all that it takes.
var offers = []struct {
	part  string
	magic [2]string
}{
	{"axe", [2]string{"efficiency", "unbreaking"}}, // a pickaxe, too
	{"shovel", [2]string{"efficiency", "unbreaking"}},
	{"hoe", [2]string{"efficiency", "unbreaking"}},
	{"sword", [2]string{"sharpness", "unbreaking"}},
	{"crossbow", [2]string{"quick_charge", "piercing"}},
	{"bow", [2]string{"power", "unbreaking"}},
	{"fishing_rod", [2]string{"lure", "unbreaking"}},
	{"trident", [2]string{"impaling", "unbreaking"}},
	{"mace", [2]string{"density", "unbreaking"}},
	{"", [2]string{"protection", "unbreaking"}},
}

// enchant takes the first offer of an enchanting table: one lapis lazuli and one level,
// for which the player has to be of the first level or the second.
func (x *run) enchant() *game.Failure {
	item := x.action.Item
	at := -1
	for i := range x.player.inv {
		if s := &x.player.inv[i]; s.count > 0 && s.item == item && s.magic == "" {
			at = i
		}
	}
	it, ok := x.data.Item(item)
	switch {
	case !ok || !it.Enchantable:
		return fail(game.CodeInvalid, "an enchanting table does not take %s", game.Display(item))
	case at < 0:
		return fail(game.CodeMissingItem, "there is no %s in the inventory that is not enchanted yet", game.Display(item))
	case x.player.inv.count("lapis_lazuli") == 0:
		return fail(game.CodeMissingItem, "enchanting needs 1 more lapis lazuli")
	}
	table, ok := x.station([]string{data.StationEnchanting})
	if !ok {
		return fail(game.CodeNoStation, "enchanting needs an enchanting table placed within %d blocks", stationReach)
	}
	if f := x.workAt(table, craftOpen); f != nil {
		return f
	}
	have := level(x.player.points)
	if asked := max(x.between(1, 8)/3, 1); have < asked {
		return fail(game.CodeMissingLevels, "the offer takes level %d and the player is of level %d: mine ores or fight for more", asked, have)
	}
	x.player.points -= pointsOf(have) - pointsOf(have-1)
	x.take("lapis_lazuli", 1)
	x.used("lapis_lazuli", 1, item)
	for _, o := range offers {
		if strings.Contains(item, o.part) {
			x.player.inv[at].magic = o.magic[x.between(0, 1)]
			break
		}
	}
	return nil
}
