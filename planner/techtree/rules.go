// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// Solver answers problems by the rules of one version. It is safe for
// concurrent use.
type Solver struct {
	v     *data.Version
	names []string
	id    map[string]int32
	info  []*data.Item
	ways  []way
	// waysTo lists the ways to an item, byproductOf the crafts that leave it over,
	// usersOf the ways that take it as ingredient, tool or station.
	waysTo, byproductOf, usersOf [][]int32
	fuels                        []int32
	// burnRanks orders fuels as a body burns them that is not told which, and
	// ranked lists them in that order.
	burnRanks []int
	ranked    []int32
	// fuelOrder is ranked with the fuels after it that a body burns only when told.
	fuelOrder []int32
	// wasted marks the fuels that nobody makes to burn them: all that they come of
	// burns as long by itself.
	wasted []bool
	// burntTo lists the fuels that leave an item, smeltWays the smelts.
	burntTo   map[int32][]int32
	smeltWays []int32
	// cyclic marks items that can be made out of what is made of them: blocks and
	// ingots, but also slabs and what is chiselled from them.
	cyclic []bool
	// stations are the items of the blocks that crafts are done at; -1 for those
	// that the version does not have.
	stations [nStations]int32
	// seeds are what farms plant.
	seeds map[int32]bool

	mu    sync.Mutex
	costs map[string]*costs
	jobs  sync.Pool
}

// The stations in the order in which they are set up.
const (
	stationTable = iota
	stationCutter
	stationSmithing
	stationFurnace
	stationSmoker
	stationBlast
	nStations
)

var stationNames = [nStations]string{data.StationTable, data.StationStonecutter, data.StationSmithing, data.StationFurnace, data.StationSmoker, data.StationBlast}

func (s *Solver) byName(name string) int32 {
	if i, ok := s.id[name]; ok {
		return i
	}
	return -1
}

// way is one manner of coming by an item.
type way struct {
	kind game.Kind
	out  int32
	// n items come surely of one batch (craft), input (smelt), block or mob; mean
	// is the average. For drops left to chance n is 0.
	n    int32
	mean float64
	ings []ing
	// tools lists the items of which one must be in hand; nil for none.
	tools []int32
	// toolset numbers equal lists of tools; -1 for none.
	toolset int32
	// station is the item of the block that must be at hand; -1 for none. kin are
	// those of blocks that serve as well where they stand or are held, but are not
	// made for it: a smoker, a blast furnace.
	station int32
	kin     []int32
	// subject is what the action names: block, mob, recipe or smelting input.
	subject string
	// leaves are given back by a craft.
	leaves []stack
	// dimension of a source.
	dimension string
	// seconds of one batch with the least tool, search those until the first.
	seconds, search float64
	hardness        float64
	class           string
	// turned is the block that a use leaves and that is mined then; placed says
	// that the ingredient is set down first, to be turned.
	turned string
	placed bool
	// farm is set for ways that plant or raise something; casts is how often a rod
	// is thrown out for one of the item.
	farm  *farming
	casts int32
}

// ing is a number of items out of alternatives.
type ing struct {
	alts  []int32
	count int32
}

type stack struct {
	item int32
	n    int32
}

// New compiles the rules of a version. It takes a few milliseconds.
func New(v *data.Version) *Solver {
	s := &Solver{v: v, costs: make(map[string]*costs)}
	items := v.Items()
	s.names = make([]string, len(items))
	s.info = items
	s.id = make(map[string]int32, len(items))
	for i, it := range items {
		s.names[i] = it.Name
		s.id[it.Name] = int32(i)
		if it.FuelTicks > 0 {
			s.fuels = append(s.fuels, int32(i))
		}
	}
	for k, name := range stationNames {
		s.stations[k] = s.byName(name)
	}
	s.addCrafts()
	s.addCuts()
	s.addSmelts()
	s.addBlocks()
	s.addMobs()
	s.addUses()
	s.addFarming()
	s.rankFuels()
	s.addBurnt()
	s.index()
	s.markWasted()
	s.findCycles()
	s.jobs.New = func() any { return newJob(s) }
	return s
}

func (s *Solver) idsOf(names []string) []int32 {
	ids := make([]int32, 0, len(names))
	for _, n := range names {
		if i, ok := s.id[n]; ok {
			ids = append(ids, i)
		}
	}
	return ids
}

// craftSeconds is what one craft action takes beside walking, per batch.
const craftSeconds = 0.25

func (s *Solver) addCrafts() {
	for _, r := range s.v.AllRecipes() {
		out, ok := s.id[r.Result]
		if !ok || r.Count < 1 {
			continue
		}
		w := way{kind: game.Craft, out: out, n: int32(r.Count), mean: float64(r.Count), toolset: -1, station: -1, subject: r.Result, seconds: craftSeconds}
		if r.Table {
			w.station = s.stations[stationTable]
		}
		usable := true
		for _, in := range r.Ingredients {
			alts := s.idsOf(in.Items)
			if len(alts) == 0 {
				usable = false
				break
			}
			w.ings = append(w.ings, ing{alts: alts, count: int32(in.Count)})
			if left := s.info[alts[0]].CraftLeaves; left != "" {
				if i, ok := s.id[left]; ok {
					w.leaves = append(w.leaves, stack{i, int32(in.Count)})
				}
			}
		}
		if usable {
			s.ways = append(s.ways, w)
		}
	}
}

// addCuts adds what craft makes at a stonecutter and at a smithing table.
func (s *Solver) addCuts() {
	add := func(result string, count, station int, parts ...string) {
		w := way{kind: game.Craft, out: s.byName(result), n: int32(count), mean: float64(count), toolset: -1, station: s.stations[station], subject: result, seconds: craftSeconds}
		if w.out < 0 || count < 1 || w.station < 0 {
			return
		}
		for _, part := range parts {
			if part == "" {
				continue
			}
			i := s.byName(part)
			if i < 0 {
				return
			}
			w.ings = append(w.ings, ing{alts: []int32{i}, count: 1})
		}
		s.ways = append(s.ways, w)
	}
	for _, c := range s.v.Cuts() {
		add(c.Output, c.Count, stationCutter, c.Input)
	}
	for _, m := range s.v.Smithings() {
		add(m.Result, 1, stationSmithing, m.Template, m.Base, m.Addition)
	}
}

// ticksPerSecond is the game's clock at its normal rate.
const ticksPerSecond = 20

const smeltTicks = closed.SmeltTicks

func (s *Solver) addSmelts() {
	if s.stations[stationFurnace] < 0 {
		return
	}
	for _, sm := range s.v.Smeltings() {
		in, ok := s.id[sm.Input]
		out, ok2 := s.id[sm.Output]
		if !ok || !ok2 || !slices.Contains(sm.Stations, data.StationFurnace) {
			continue
		}
		w := way{
			kind: game.Smelt, out: out, n: 1, mean: 1, toolset: -1, station: s.stations[stationFurnace], subject: sm.Input,
			ings: []ing{{alts: []int32{in}, count: 1}}, seconds: smeltTicks / ticksPerSecond,
		}
		for _, k := range [...]int{stationSmoker, stationBlast} {
			if s.stations[k] >= 0 && slices.Contains(sm.Stations, stationNames[k]) {
				w.kin = append(w.kin, s.stations[k])
			}
		}
		s.ways = append(s.ways, w)
	}
}

// dropMean is the average number of items of a drop.
func dropMean(d data.Drop) float64 { return d.Chance * float64(d.Min+d.Max) / 2 }

// sure is the number of items that a drop gives at least.
func sure(d data.Drop) int32 {
	if d.Chance < 1 {
		return 0
	}
	return int32(max(d.Min, 0))
}

func (s *Solver) addBlocks() {
	for _, b := range s.v.Blocks() {
		if !b.Natural && b.Structure == "" || b.Hardness < 0 {
			continue
		}
		search := b.Search
		if !b.Natural {
			search = structureSeconds(b.Structure)
		}
		first := len(s.ways)
		for _, d := range b.Drops {
			out, ok := s.id[d.Item]
			if !ok || d.SilkTouch || dropMean(d) <= 0 {
				continue
			}
			w := way{
				kind: game.Mine, out: out, n: sure(d), mean: dropMean(d), toolset: -1, station: -1, subject: b.Name,
				dimension: b.Dimension, hardness: b.Hardness, class: b.Class, search: search,
			}
			if d.Shears {
				w.tools = s.idsOf([]string{"shears"})
			} else if b.Harvest != nil {
				w.tools = s.idsOf(b.Harvest)
			}
			if w.tools != nil && len(w.tools) == 0 {
				continue
			}
			w.seconds = s.breakSeconds(b, w.tools) + pickUpSeconds
			if i := slices.IndexFunc(s.ways[first:], func(o way) bool { return o.out == out && slices.Equal(o.tools, w.tools) }); i >= 0 {
				s.ways[first+i].n += w.n
				s.ways[first+i].mean += w.mean
				continue
			}
			s.ways = append(s.ways, w)
		}
	}
}

// breakSeconds is the time to break a block with the least of the tools that it
// needs, or by hand (Minecraft Wiki, "Breaking").
func (s *Solver) breakSeconds(b *data.Block, tools []int32) float64 {
	if tools == nil {
		return b.Hardness * 1.5
	}
	speed := 0.0
	for _, t := range tools {
		if tool := s.info[t].Tool; tool != nil && tool.Class == b.Class && (speed == 0 || tool.Speed < speed) {
			speed = tool.Speed
		}
	}
	return b.Hardness * 1.5 / max(speed, 1)
}

func (s *Solver) index() {
	n := len(s.names)
	s.waysTo, s.byproductOf, s.usersOf = make([][]int32, n), make([][]int32, n), make([][]int32, n)
	var sets [][]int32
	for i := range s.ways {
		w, wi := &s.ways[i], int32(i)
		s.waysTo[w.out] = append(s.waysTo[w.out], wi)
		for _, l := range w.leaves {
			s.byproductOf[l.item] = append(s.byproductOf[l.item], wi)
		}
		use := func(item int32) {
			if l := s.usersOf[item]; len(l) == 0 || l[len(l)-1] != wi {
				s.usersOf[item] = append(s.usersOf[item], wi)
			}
		}
		for _, in := range w.ings {
			for _, a := range in.alts {
				use(a)
			}
		}
		for _, t := range w.tools {
			use(t)
		}
		if w.station >= 0 {
			use(w.station)
		}
		for _, k := range w.kin {
			use(k)
		}
		if i := w.plants(); i >= 0 {
			use(i)
		}
		if w.tools != nil {
			at := slices.IndexFunc(sets, func(o []int32) bool { return slices.Equal(o, w.tools) })
			if at < 0 {
				at = len(sets)
				sets = append(sets, w.tools)
			}
			w.toolset = int32(at)
		}
	}
}

func (s *Solver) gather(w *way) bool {
	switch w.kind {
	case game.Craft, game.Smelt:
		return false
	default:
	}
	return true
}
