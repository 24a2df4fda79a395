// SPDX-License-Identifier: MIT

package judge

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// verb is what a clause asks for, in this package's own words.
type verb string

const (
	get   verb = "get"
	mine  verb = "mine"
	craft verb = "craft"
	smelt verb = "smelt"
	eat   verb = "eat"
	drop  verb = "drop"
	store verb = "store"
	take  verb = "take"
	place verb = "place"
	wear  verb = "wear"
	hold  verb = "hold"
	walk  verb = "walk"
	say   verb = "say"
	kill  verb = "kill"
	shear verb = "shear"
	milk  verb = "milk"
	catch verb = "catch"
	till  verb = "till"
)

// told are the verbs that no state of a body shows: a body that lies is believed.
var told = map[verb]bool{say: true, kill: true, till: true}

// meant is a clause as it was meant, whatever is read of it.
type meant struct {
	verb verb
	// item is the item, the block, the mob, or the line that is said; out is what a
	// furnace makes of it, what a broken block leaves.
	item, out string
	n         int
	at        game.Pos
}

func (m meant) String() string {
	if m.verb == walk {
		return fmt.Sprintf("%s %d %d %d", m.verb, m.at.X, m.at.Y, m.at.Z)
	}
	return fmt.Sprintf("%s %d %s", m.verb, m.n, m.item)
}

// goal is a sentence with what it means and what the player starts with.
type goal struct {
	number  int
	text    string
	clauses []meant
	start   map[string]int
	seed    int64
	// spawn is where the player begins; a chest stands at chest, nil for none.
	spawn game.Pos
	chest *game.Pos
}

// names are the items of the goals as people write them: of one, of several.
var names = map[string][2]string{
	"oak_log": {"oak log", "oak logs"}, "cobblestone": {"cobblestone", "cobblestone"}, "dirt": {"dirt", "dirt"}, "sand": {"sand", "sand"},
	"stick": {"stick", "sticks"}, "oak_planks": {"oak planks", "oak planks"}, "torch": {"torch", "torches"}, "coal": {"coal", "coal"},
	"ladder": {"ladder", "ladders"}, "chest": {"chest", "chests"}, "furnace": {"furnace", "furnaces"}, "bread": {"bread", "bread"}, "bowl": {"bowl", "bowls"},
	"wooden_pickaxe": {"wooden pickaxe", "wooden pickaxes"}, "stone_sword": {"stone sword", "stone swords"}, "stone_axe": {"stone axe", "stone axes"},
	"iron_helmet": {"iron helmet", "iron helmets"}, "iron_boots": {"iron boots", "iron boots"}, "iron_chestplate": {"iron chestplate", "iron chestplates"}, "shield": {"shield", "shields"},
	"beef": {"beef", "beef"}, "porkchop": {"porkchop", "porkchops"}, "potato": {"potato", "potatoes"}, "raw_iron": {"raw iron", "raw iron"},
	"cooked_beef": {"cooked beef", "cooked beef"}, "cooked_porkchop": {"cooked porkchop", "cooked porkchops"}, "baked_potato": {"baked potato", "baked potatoes"}, "iron_ingot": {"iron ingot", "iron ingots"},
	"apple": {"apple", "apples"}, "carrot": {"carrot", "carrots"}, "stone": {"stone", "stone"}, "coal_ore": {"coal ore", "coal ore"}, "iron_ore": {"iron ore", "iron ore"},
	"cow": {"cow", "cows"}, "pig": {"pig", "pigs"}, "chicken": {"chicken", "chickens"}, "sheep": {"sheep", "sheep"}, "glass": {"glass", "glass"}, "leather": {"leather", "leather"},
	"stone_slab": {"stone slab", "stone slabs"}, "bucket": {"bucket", "buckets"}, "diamond": {"diamond", "diamonds"},
}

// some is a number of something as it is written.
func some(n int, item string) string {
	if n == 1 {
		one := names[item][0]
		if strings.HasSuffix(one, "s") { // boots
			return one
		}
		if strings.ContainsRune("aeiou", rune(one[0])) {
			return "an " + one
		}
		return "a " + one
	}
	return fmt.Sprintf("%d %s", n, names[item][1])
}

// counted is a number that is always written as one.
func counted(n int, item string) string {
	if n == 1 {
		return "1 " + names[item][0]
	}
	return some(n, item)
}

// thing is something that a clause can bring, with what has to be there for it to
// be quick.
type thing struct {
	item, out string
	most      int
	kit       map[string]int
}

var (
	gets = []thing{
		{"oak_log", "", 5, nil}, {"cobblestone", "", 6, pick}, {"stick", "", 8, nil}, {"oak_planks", "", 8, nil}, {"coal", "", 3, pick}, {"torch", "", 8, pick},
		{"dirt", "", 6, nil}, {"sand", "", 4, nil}, {"leather", "", 2, map[string]int{"iron_sword": 1}}, {"iron_ingot", "", 2, map[string]int{"iron_pickaxe": 1, "furnace": 1}}, {"diamond", "", 2, pick},
	}
	mines = []thing{
		{"oak_log", "oak_log", 5, nil}, {"stone", "cobblestone", 6, pick}, {"coal_ore", "coal", 3, pick}, {"iron_ore", "raw_iron", 3, pick}, {"dirt", "dirt", 6, nil}, {"sand", "sand", 4, nil},
	}
	crafts = []thing{
		{"stick", "", 8, nil}, {"oak_planks", "", 8, map[string]int{"oak_log": 1}}, {"torch", "", 4, map[string]int{"coal": 1}}, {"ladder", "", 3, map[string]int{"stick": 7}}, {"chest", "", 1, map[string]int{"oak_planks": 8}},
		{"furnace", "", 1, pick}, {"bread", "", 3, map[string]int{"wheat": 9}}, {"bowl", "", 4, nil}, {"wooden_pickaxe", "", 1, nil}, {"stone_sword", "", 1, pick}, {"stone_axe", "", 1, pick},
		{"shield", "", 1, map[string]int{"iron_ingot": 1}}, {"iron_helmet", "", 1, map[string]int{"iron_ingot": 5}}, {"iron_boots", "", 1, map[string]int{"iron_ingot": 4}},
	}
	smelts = []thing{
		{"beef", "cooked_beef", 3, hearth("beef", 4)}, {"porkchop", "cooked_porkchop", 3, hearth("porkchop", 3)}, {"potato", "baked_potato", 3, hearth("potato", 5)}, {"raw_iron", "iron_ingot", 3, hearth("raw_iron", 3)}, {"sand", "glass", 2, hearth("sand", 4)},
	}
	pick = map[string]int{"iron_pickaxe": 1}
)

func hearth(input string, n int) map[string]int {
	return map[string]int{input: n, "furnace": 1, "coal": 3}
}

// foods that are eaten, with the hunger that one stills.
var foods = map[string]int{"bread": 5, "apple": 4, "carrot": 3, "cooked_beef": 8, "cooked_porkchop": 8, "baked_potato": 5}

// startHunger is the player's at the start: it may eat, and does not yet do so unasked.
const startHunger = 8

// drawer draws one goal.
type drawer struct {
	rng  *rand.Rand
	goal goal
	used map[string]bool // things that a clause is about already
	fed  int
	text []string
	v1   bool // only what a body of version 1 can do
}

// draw makes the goal of a number from the seed.
func draw(seed uint64, number int, v1 bool) goal {
	d := &drawer{rng: rand.New(rand.NewPCG(seed, uint64(number))), used: map[string]bool{}, v1: v1}
	d.goal.number, d.goal.seed = number, 1+d.rng.Int64N(40)
	d.goal.spawn = spawnOf(d.goal.seed)
	d.goal.start = map[string]int{"crafting_table": 1}
	if d.rng.IntN(3) == 0 {
		d.goal.start = map[string]int{}
	}
	want := 2 + d.rng.IntN(3)
	for tries := 0; len(d.goal.clauses) < want && tries < 100; tries++ {
		d.clause()
	}
	d.join()
	return d.goal
}

// spawns are where the players of worlds begin, by seed.
var spawns = map[int64]game.Pos{}

func spawnOf(seed int64) game.Pos {
	at, ok := spawns[seed]
	if !ok {
		w, err := sim.New(sim.Config{Seed: seed, Speed: sim.Unlimited})
		if err != nil {
			panic(err)
		}
		at = w.Facts().Position.Block()
		spawns[seed] = at
	}
	return at
}

// join writes the clauses out as one sentence.
func (d *drawer) join() {
	var b strings.Builder
	for i, t := range d.text {
		switch {
		case i == 0:
		case d.goal.clauses[i-1].verb == say: // what follows is said as well otherwise
			b.WriteString(", then ")
		case i == len(d.text)-1:
			b.WriteString(d.one(" and ", " and then ", ", then "))
		default:
			b.WriteString(d.one(", ", ", then ", " and "))
		}
		b.WriteString(t)
	}
	d.goal.text = b.String()
}

func (d *drawer) one(list ...string) string { return list[d.rng.IntN(len(list))] }

func (d *drawer) upTo(n int) int { return 1 + d.rng.IntN(n) }

func (d *drawer) have(kit map[string]int) {
	for item, n := range kit {
		d.goal.start[item] = max(d.goal.start[item], n)
	}
}

func (d *drawer) add(m meant, text string) {
	d.goal.clauses = append(d.goal.clauses, m)
	d.text = append(d.text, text)
}

// clause draws one more, and may draw one that does something with what it
// brings.
func (d *drawer) clause() {
	draws := []func(){d.gains, d.gains, d.gains, d.gains, d.uses, d.uses, d.goes, d.says}
	if !d.v1 {
		draws = append(draws, d.mobs, d.chests)
	}
	draws[d.rng.IntN(len(draws))]()
}

// fresh draws a thing that no clause is about.
func (d *drawer) fresh(list []thing) (thing, bool) {
	t := list[d.rng.IntN(len(list))]
	if d.used[t.item] || d.used[t.out] && t.out != "" {
		return t, false
	}
	d.used[t.item] = true
	if t.out != "" {
		d.used[t.out] = true
	}
	d.have(t.kit)
	return t, true
}

func (d *drawer) gains() {
	kind := d.rng.IntN(4)
	t, ok := d.fresh([][]thing{gets, mines, crafts, smelts}[kind])
	if !ok {
		return
	}
	n := d.upTo(t.most)
	m := meant{item: t.item, out: t.item, n: n}
	switch kind {
	case 0:
		m.verb = get
		d.add(m, d.one("get ", "collect ", "fetch ", "gather ")+some(n, t.item))
	case 1:
		m.verb, m.out = mine, t.out
		d.add(m, d.one("mine ", "dig up ", "break ")+counted(n, t.item))
	case 2:
		m.verb = craft
		d.add(m, d.one("make ", "craft ")+some(n, t.item))
	case 3:
		m.verb, m.out = smelt, t.out
		words := d.one("smelt ", "cook ")
		if foods[t.out] == 0 {
			words = "smelt "
		}
		d.add(m, words+counted(n, t.item))
	}
	if d.rng.IntN(2) == 0 {
		d.product(m)
	}
}

// product draws what is done with what a clause brings.
func (d *drawer) product(m meant) {
	them := "it"
	if m.n > 1 && names[m.out][0] != names[m.out][1] {
		them = "them"
	}
	if m.verb == smelt || m.verb == mine {
		them = "it"
		if m.n > 1 {
			them = "them"
		}
	}
	after := meant{item: m.out, out: m.out, n: m.n}
	ways := []func(){func() { after.verb = drop; d.add(after, d.one("drop ", "throw away ")+them) }}
	if !d.v1 {
		ways = append(ways, func() { after.verb = store; d.add(after, d.one("put ", "store ")+them+" in a chest") })
	} else {
		ways = nil
	}
	if hunger := foods[m.out]; hunger > 0 && !d.v1 && startHunger+d.fed+hunger*m.n <= 20 {
		ways = append(ways, func() { d.fed += hunger * m.n; after.verb = eat; d.add(after, "eat "+them) })
	}
	switch m.out {
	case "torch", "cobblestone", "oak_planks", "dirt", "furnace":
		if m.n <= 4 {
			ways = append(ways, func() { after.verb = place; d.add(after, "place "+them) })
		}
	case "iron_helmet", "iron_boots":
		ways = append(ways, func() { after.verb = wear; d.add(after, d.one("wear it", "put it on")) })
	case "stone_sword", "wooden_pickaxe", "stone_axe":
		ways = append(ways, func() { after.verb = hold; d.add(after, "hold it") })
	}
	if d.v1 && (after.verb == wear || after.verb == hold) || len(ways) == 0 {
		return
	}
	if d.v1 {
		switch m.out {
		case "torch", "cobblestone", "oak_planks", "dirt", "furnace":
		default:
			return
		}
	}
	ways[d.rng.IntN(len(ways))]()
}

// uses draws a clause about something that the player has from the start.
func (d *drawer) uses() {
	item := d.one("torch", "cobblestone", "dirt", "bread", "apple", "carrot", "iron_chestplate", "stone_axe")
	if d.used[item] || d.v1 && foods[item]+len(item) > 0 && item != "torch" && item != "cobblestone" && item != "dirt" {
		return
	}
	d.used[item] = true
	n := d.upTo(3)
	m := meant{item: item, out: item, n: n}
	d.have(map[string]int{item: n + d.rng.IntN(3)})
	switch hunger := foods[item]; {
	case hunger > 0 && startHunger+d.fed+hunger*n <= 20 && d.rng.IntN(3) > 0:
		d.fed += hunger * n
		m.verb = eat
		d.add(m, "eat "+some(n, item))
	case item == "iron_chestplate":
		m.verb, m.n = wear, 1
		d.add(m, d.one("wear ", "put on ")+some(1, item))
	case item == "stone_axe":
		m.verb, m.n = hold, 1
		d.add(m, d.one("hold ", "equip ")+some(1, item))
	case hunger == 0 && (d.v1 || d.rng.IntN(2) == 0):
		m.verb = place
		d.add(m, d.one("place ", "put down ")+some(n, item))
	case d.rng.IntN(2) == 0:
		m.verb = drop
		d.add(m, d.one("drop ", "throw away ")+some(n, item))
	default:
		m.verb = store
		d.add(m, d.one("put ", "store ")+some(n, item)+" in a chest")
	}
}

func (d *drawer) goes() {
	if d.used["place"] {
		return
	}
	d.used["place"] = true
	at := game.Pos{X: d.goal.spawn.X + d.rng.IntN(60) - 30, Y: d.goal.spawn.Y, Z: d.goal.spawn.Z + d.rng.IntN(60) - 30}
	d.add(meant{verb: walk, n: 1, at: at}, fmt.Sprintf("%s %d %d %d", d.one("go to", "walk to"), at.X, at.Y, at.Z))
}

func (d *drawer) says() {
	if d.used["line"] || len(d.text) == 0 {
		return
	}
	d.used["line"] = true
	line := d.one("hello", "ready", "thanks")
	d.add(meant{verb: say, item: line, n: 1}, "say "+line)
}

func (d *drawer) mobs() {
	if d.used["mob"] {
		return
	}
	d.used["mob"] = true
	n := d.upTo(2)
	switch d.rng.IntN(5) {
	case 0, 1:
		mob := d.one("cow", "pig", "chicken", "sheep")
		d.have(map[string]int{"iron_sword": 1})
		d.add(meant{verb: kill, item: mob, n: n}, d.one("kill ", "hunt ")+some(n, mob))
	case 2:
		d.have(map[string]int{"shears": 1})
		d.add(meant{verb: shear, item: "sheep", n: n}, "shear "+some(n, "sheep"))
	case 3:
		d.have(map[string]int{"bucket": 1})
		d.add(meant{verb: milk, item: "cow", n: 1}, "milk a cow")
	case 4:
		d.have(map[string]int{"iron_hoe": 1})
		d.add(meant{verb: till, item: "farmland", n: n + 1}, fmt.Sprintf("till %d dirt", n+1))
	}
}

// chests draws something for and out of the chest that stands in the world.
func (d *drawer) chests() {
	item := d.one("coal", "sand", "oak_log", "apple")
	if d.used[item] || d.goal.chest != nil {
		return
	}
	at := d.goal.spawn
	at.X, at.Z = at.X+3, at.Z+3
	d.used[item], d.goal.chest = true, &at
	n := 2 + d.rng.IntN(3)
	d.have(map[string]int{item: n + d.rng.IntN(2)})
	in := fmt.Sprintf("the chest at %d %d %d", at.X, at.Y, at.Z)
	d.add(meant{verb: store, item: item, out: item, n: n, at: at}, fmt.Sprintf("put %s in %s", counted(n, item), in))
	if d.rng.IntN(2) == 0 {
		k := d.upTo(n - 1)
		d.add(meant{verb: take, item: item, out: item, n: k, at: at}, fmt.Sprintf("take %s from %s", counted(k, item), in))
	}
}
