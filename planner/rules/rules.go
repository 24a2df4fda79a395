// SPDX-License-Identifier: MIT

// Package rules is what an action needs and does, for one version of the game and
// the recipes of one body's game: nothing else in the planner knows it.
//
//   - New compiles a data.Version into operators (Op): what an action takes, uses,
//     needs at hand and gives, and how long that takes. Crafts, Smelt, Mine, Attack,
//     Use, Tend, Spend and Bring are the operators of one action, several of a craft
//     in the order in which a body tries them.
//   - State is what is held, how far tools are worn, which stations are at hand and
//     what is left of a fire. Apply alone changes it. It chooses as a body does
//     that is told nothing, or within what a Choice names, and says in a Lack what
//     is missing.
//   - travel.go is the way to another dimension.
//   - durations.go is the one table of how long things take.
//   - Want is what is to be held.
//
// Invariants: a Rules is read-only and may be used from any number of goroutines;
// the same State, operators and Choice always give the same Effect; Apply changes
// nothing when it returns a Lack.
//
// Usage:
//
//	r := rules.New(version)
//	st := r.Open(inventory)
//	effect, lack := st.Apply(r.Crafts("stick"), 4, rules.Choice{})
package rules

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Rules are the operators of one version, with items by number. Read-only.
type Rules struct {
	Version *data.Version
	// Names and Info are the items' names and facts, by number; IDs gives the number.
	Names []string
	Info  []*data.Item
	IDs   map[string]int32
	// Ops are the operators that lead to an item from the open world or from what is
	// held: one for each item that an action is carried out for.
	Ops []Op
	// Stations are the items of the blocks that crafts are done at; -1 for those
	// that the version does not have.
	Stations [NStations]int32
	// Seeds are what farms plant.
	Seeds map[int32]bool
	// Fuels are what burns. BurnRanks orders them as a body burns them that is not
	// told which (0 is burnt only when told), Ranked lists them in that order, and
	// FuelOrder is Ranked with the others after it.
	Fuels, Ranked, FuelOrder []int32
	BurnRanks                []int

	// BrewFuel is what a brewing stand burns, for BrewUses steps each; -1 for none.
	BrewFuel, BrewUses int32

	// crafts are the crafts of an item, in the order in which a body tries them.
	crafts map[int32][]*Op
}

// The stations in the order in which they are set up.
const (
	Table = iota
	Cutter
	Smithing
	Furnace
	Smoker
	Blast
	Brewer
	Enchanter
	NStations
)

// stationNames are the stations, and after them the campfire: it serves where one
// burns, and nobody sets it up to work at.
var stationNames = [...]string{
	data.StationTable, data.StationStonecutter, data.StationSmithing,
	data.StationFurnace, data.StationSmoker, data.StationBlast, data.StationBrewing, data.StationEnchanting, data.StationCampfire,
}

// StationBit is the bit of a station in State.Here and Op.Bits, 0 for what is none.
func StationBit(block string) uint16 {
	if k := slices.Index(stationNames[:], block); k >= 0 {
		return 1 << k
	}
	return 0
}

// Op is one operator: an action, and what one unit of it (a batch, an input, a
// block, a mob) needs and does.
type Op struct {
	Kind game.Kind
	// Subject is what the action names: block, mob, recipe or smelting input.
	Subject string
	// Out is the item that a planner runs it for: N surely come of one unit, Mean on
	// average. N is 0 for what is left to chance.
	Out, N int32
	Mean   float64
	// Gives is all that one unit brings, Out among it.
	Gives []Yield
	// Takes is used up by each unit; what crafting with it leaves comes back, and is
	// listed in Leaves.
	Takes []Part
	// order is that in which a body takes the parts; nil for that of Takes.
	order  []int
	Leaves []Amount
	// Tools lists the items of which one must be in hand; nil for none. Toolset
	// numbers equal lists, -1 for none. Class is the class of tools that is quicker,
	// and that wears where no tool is needed.
	Tools   []int32
	Toolset int32
	Class   string
	// Wear is how often one unit uses the tool.
	Wear int32
	// Station is the item of the block that must be at hand; -1 for none. Kin are
	// those of blocks that serve as well where they stand or are held, but are not
	// made for it: a smoker, a blast furnace. Bits are all of them that serve.
	Station int32
	Kin     []int32
	Bits    uint16
	// At is the station that a craft names, where it could be made in a grid as well.
	At string
	// Ticks is how long a fire burns for one unit, Charge how many steps of a brewing
	// stand one is.
	Ticks, Charge int32
	// Dimension of a source, empty for anywhere.
	Dimension string
	// Setup is how many seconds are paid once for any number of units: the walk to
	// the first. Unit is how many each takes with the least tool.
	Setup, Unit float64
	// Lode is how many units are met at one place, a vein or a structure, before the next
	// is looked for; 0 for what there is enough of.
	Lode     int32
	Hardness float64
	// Turned is the block that a use leaves and that is mined then; Placed says that
	// what is taken is set down first, to be turned.
	Turned string
	Placed bool
	// Farm is set for what plants or raises something; Casts is how often a rod is
	// thrown out for one of the item.
	Farm  *Farm
	Casts int32
}

// Part is a number of items out of alternatives.
type Part struct {
	Alts  []int32
	Count int32
}

// Amount is a number of one item.
type Amount struct{ Item, N int32 }

// Yield is what one unit brings of an item: Sure at least, Mean on average.
type Yield struct {
	Item, Sure int32
	Mean       float64
}

// New compiles the rules of a version. It takes a few milliseconds.
func New(v *data.Version) *Rules {
	r := &Rules{Version: v, IDs: map[string]int32{}, crafts: map[int32][]*Op{}, Info: v.Items(), Ops: make([]Op, 0, 2*len(v.Items()))}
	r.Names = make([]string, len(r.Info))
	for i, it := range r.Info {
		r.Names[i] = it.Name
		r.IDs[it.Name] = int32(i)
		if it.FuelTicks > 0 {
			r.Fuels = append(r.Fuels, int32(i))
		}
	}
	for k := range r.Stations {
		r.Stations[k] = r.ID(stationNames[k])
	}
	r.rankFuels()
	r.addCrafts()
	r.addCuts()
	r.addSmithings()
	r.addSmelts()
	r.addBrews()
	r.addBlocks()
	r.addMobs()
	r.addUses()
	r.addFarming()
	r.addBarters()
	r.addTrades()
	r.finish()
	return r
}

// ID is the number of an item, -1 for a name that the version does not have.
func (r *Rules) ID(name string) int32 {
	if i, ok := r.IDs[name]; ok {
		return i
	}
	return -1
}

// Emptied is what crafting with an item gives back of it, -1 for nothing.
func (r *Rules) Emptied(item int32) int32 { return r.ID(r.Info[item].CraftLeaves) }

// IDsOf are the numbers of the names that the version has.
func (r *Rules) IDsOf(names []string) []int32 {
	ids := make([]int32, 0, len(names))
	for _, n := range names {
		if i, ok := r.IDs[n]; ok {
			ids = append(ids, i)
		}
	}
	return ids
}

// op is an operator that needs nothing, for an item that surely comes n at a time.
func op(kind game.Kind, subject string, out int32, n int, mean, unit float64) Op {
	return Op{Kind: kind, Subject: subject, Out: out, N: int32(n), Mean: mean, Unit: unit, Toolset: -1, Station: -1}
}

// finish fills in what follows from the rest, and numbers equal lists of tools.
func (r *Rules) finish() {
	var sets [][]int32
	for i := range r.Ops {
		o := &r.Ops[i]
		r.complete(o)
		if o.Tools != nil {
			at := slices.IndexFunc(sets, func(s []int32) bool { return slices.Equal(s, o.Tools) })
			if at < 0 {
				at = len(sets)
				sets = append(sets, o.Tools)
			}
			o.Toolset = int32(at)
		}
		if o.Crafts() {
			ways := r.crafts[o.Out]
			if o.Station >= 0 && o.Station == r.Stations[Cutter] && len(ways) > 0 && ways[0].Kind == o.Kind && ways[0].Station != o.Station {
				o.At = r.Names[o.Station]
			}
			r.crafts[o.Out] = append(ways, o)
		}
	}
}

// complete fills in the cells that others imply.
func (r *Rules) complete(o *Op) {
	if o.Gives == nil && o.Out >= 0 {
		o.Gives = []Yield{{o.Out, o.N, o.Mean}}
	}
	for _, station := range append([]int32{o.Station}, o.Kin...) {
		if station >= 0 {
			o.Bits |= StationBit(r.Names[station])
		}
	}
	if !o.Crafts() {
		return
	}
	fewest := func(a, b Part) int { return len(a.Alts) - len(b.Alts) }
	if !slices.IsSortedFunc(o.Takes, fewest) {
		o.order = make([]int, len(o.Takes))
		for i := range o.order {
			o.order[i] = i
		}
		slices.SortStableFunc(o.order, func(a, b int) int { return fewest(o.Takes[a], o.Takes[b]) })
	}
	for _, p := range o.Takes {
		if left := r.Emptied(p.Alts[0]); left >= 0 {
			o.Leaves = append(o.Leaves, Amount{left, p.Count})
		}
	}
}

// WorksAt says that one of the stations that serve an operator is as asked; one
// without a station works anywhere.
func (o *Op) WorksAt(is func(station int32) bool) bool {
	return o.Station < 0 || is(o.Station) || slices.ContainsFunc(o.Kin, is)
}

// Gathers reports whether an operator gets things from the world, and not from
// what is held.
func (o *Op) Gathers() bool { return !o.Crafts() && o.Kind != game.Smelt }

// Crafts reports whether an operator makes whole batches out of parts: in a grid, at a
// station, in a brewing stand.
func (o *Op) Crafts() bool {
	return o.Kind == game.Craft || o.Kind == game.Brew || o.Kind == game.Smith
}
