// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// stationReady says that a way's station stands by or is set up already.
func (j *job) stationReady(w *rules.Op) bool {
	return j.atHand(w) || w.WorksAt(func(station int32) bool { return j.placed[j.stationIndex(station)] })
}

func (j *job) stationIndex(station int32) int {
	return max(0, slices.Index(j.s.Stations[:], station))
}

// atHand says whether a station of a way stands by and may serve for the whole
// plan.
func (j *job) atHand(w *rules.Op) bool {
	return w.Station < 0 || !j.ownStation[j.stationIndex(w.Station)] && j.standsBy(w)
}

// standsBy says whether a station of a way stands by at the start.
func (j *job) standsBy(w *rules.Op) bool {
	return w.WorksAt(func(station int32) bool { return slices.Contains(j.p.Stations, j.s.Names[station]) })
}

// stationFor is the station that is set up for a way: the one it is named for,
// unless only kin of it is held.
func (j *job) stationFor(w *rules.Op) int32 {
	if j.surplus(w.Station) <= 0 {
		for _, k := range w.Kin {
			if j.surplus(k) > 0 {
				return k
			}
		}
	}
	return w.Station
}

// setBeside sees that there are as many furnaces as smelts are to be shared among.
func (j *job) setBeside(w *rules.Op) {
	if w.Kind != game.Smelt || j.furnaces < 2 || j.beside {
		return
	}
	j.beside = true
	first := int32(1)
	if j.atHand(w) {
		first = j.standing()
	}
	if more := j.furnaces - first; first > 0 && more > 0 {
		j.placed[rules.Furnace] = true
		j.spend(w.Station, more, w.Out+1)
	}
}

// standing is how many furnaces stand by at the start.
func (j *job) standing() (n int32) {
	for _, block := range j.p.Stations {
		if block == data.StationFurnace {
			n++
		}
	}
	return n
}

// sideBySide is how many furnaces take least time for the smelts of a plan: the last of n
// saves their time divided by n*(n-1), and costs what making one more takes. Those that are
// there cost nothing, so that as many are another number to try. None is worth it for 1.
func (j *job) sideBySide(a Answer) (there, made int32) {
	furnace, seconds, most := j.s.Stations[rules.Furnace], 0.0, 0
	if furnace < 0 || !j.p.Furnaces || !j.p.Fuel && !j.p.FreeFuel {
		return 0, 0
	}
	for i := range a.Steps {
		if s := &a.Steps[i]; s.Action.Kind == game.Smelt {
			seconds += s.Seconds
			most = max(most, s.Action.Quantity)
		}
	}
	pays := (1 + math.Sqrt(1+4*seconds/(j.another(furnace, 0)+rules.PlaceSeconds))) / 2
	there, made = min(j.standing()+j.have[furnace], int32(most), game.MostFurnaces), min(int32(pays), int32(most), game.MostFurnaces)
	return there, made
}

// another is how many seconds one more of an item takes where one was made already.
func (j *job) another(item int32, depth int) float64 {
	best := j.c.best[item]
	if best < 0 || depth > deepestChain {
		return math.Inf(1)
	}
	w := &j.s.Ops[best]
	sum := w.Unit
	for _, in := range w.Takes {
		if a := j.c.cheapest(in.Alts); a >= 0 {
			sum += j.another(a, depth+1) * float64(in.Count)
		}
	}
	return sum / w.Mean
}

// toSetUp is the station that the job set apart for a way, or that was taken along, and that is
// held, -1 for none.
func (c *scheduler) toSetUp(w *rules.Op) int32 {
	station := int32(-1)
	w.WorksAt(func(s int32) bool {
		if c.st.Held[s] > 0 && (c.j.placed[c.j.stationIndex(s)] || c.along&rules.StationBit(c.j.s.Names[s]) != 0) {
			station = s
		}
		return station >= 0
	})
	return station
}

// pack takes the stations along that are ours and needed again. Those of others
// stay; when one of these is needed later the job must bring its own.
func (c *scheduler) pack() {
	for k, item := range c.j.s.Stations {
		n, most := int32(1), int32(1)
		if k == rules.Furnace {
			n, most = max(n, c.fires), max(most, c.j.furnaces)
		}
		if c.ours&(1<<k) != 0 && c.neededLater(item) && c.st.Held[item]-c.usedLater(item) < most && c.j.p.can(game.Mine) {
			c.takeAlong(item, n)
		}
	}
	c.st.Here, c.st.Furnaces, c.ours, c.fires = 0, 0, 0, 0
}

func (c *scheduler) neededLater(station int32) bool {
	return slices.ContainsFunc(c.ops, func(o op) bool {
		w := &c.j.s.Ops[o.way]
		return o.left > 0 && (w.Station == station || slices.Contains(w.Kin, station))
	})
}

// usedLater is how many of an item the crafts to come use up or the wants keep.
func (c *scheduler) usedLater(item int32) int32 {
	return c.j.kept[item] + c.later[item]
}

// takenAlong is why a station is mined.
var takenAlong = game.Say("step.along")

// takeAlong mines so many of a station of ours back.
func (c *scheduler) takeAlong(item, n int32) {
	name := c.j.s.Names[item]
	if b, ok := c.j.s.Version.Block(name); ok {
		o := c.j.s.Mine(b, false)
		if _, lack := c.st.Apply([]*rules.Op{&o}, int(n), rules.Choice{}); lack == nil {
			c.along |= rules.StationBit(name)
			seconds := float64(n) * (c.j.s.BreakLeast(b, o.Tools) + rules.StepSeconds)
			c.emit(game.Action{Kind: game.Mine, Target: name, Quantity: int(n)}, seconds, takenAlong)
		}
	}
}

// setUp places a station for a craft that waits for nothing else: the table
// first, the furnace only when nothing else can be done.
func (c *scheduler) setUp() bool {
	for _, item := range c.j.s.Stations {
		for o := range c.ops {
			p := &c.ops[o]
			w := &c.j.s.Ops[p.way]
			if item < 0 || p.left == 0 || c.stationHere(p) || c.toSetUp(w) != item || !c.ready(p, p.left) && !(c.lean && c.ready(p, 1)) {
				continue
			}
			c.place(item, c.forItem(w.Out))
			for w.Kind == game.Smelt && c.besides(p.left) {
				c.place(c.j.s.Stations[rules.Furnace], c.forItem(w.Out))
			}
			if !c.tight {
				c.crafts()
			}
			return true
		}
	}
	return false
}

// besides says that a furnace is held that is to stand beside those that do, for so many inputs:
// no more than makes them quicker.
func (c *scheduler) besides(inputs int32) bool {
	furnace := c.j.s.Stations[rules.Furnace]
	return c.st.Furnaces > 0 && c.st.Furnaces < c.j.furnaces && c.st.Held[furnace] > c.usedLater(furnace) &&
		rules.Fullest(inputs, c.j.furnaces) < rules.Fullest(inputs, c.st.Furnaces)
}

// lacksFurnaces says that there will be more furnaces for a smelt than stand here now.
func (c *scheduler) lacksFurnaces(w *rules.Op, inputs int32) bool {
	return w.Kind == game.Smelt && c.st.Furnaces < c.j.furnaces && (c.besides(inputs) || slices.ContainsFunc(c.ops, func(o op) bool {
		return o.left > 0 && c.j.s.Ops[o.way].Out == c.j.s.Stations[rules.Furnace]
	}))
}

// side is among how many furnaces k inputs are shared, of which so many stand: as many as
// there is the fuel for.
func (c *scheduler) side(o *op, k, stand int32) int32 {
	n := min(c.j.furnaces, stand, k)
	for ; n > 1 && !c.j.p.FreeFuel; n-- {
		if ticks := int32(c.j.s.Info[o.fuel.item].FuelTicks); rules.FuelFor(k, n, ticks) <= min(o.fuel.units, c.st.Held[o.fuel.item]) {
			break
		}
	}
	return n
}

func (c *scheduler) place(item int32, why game.Message) {
	name := c.j.s.Names[item]
	c.spend(game.Place, name, 1)
	c.st.Here |= rules.StationBit(name)
	if c.stands(name); name == data.StationFurnace {
		c.st.Furnaces++
	}
	c.emit(game.Action{Kind: game.Place, Block: name}, rules.PlaceSeconds, why)
}

// stands enters a station at hand that is ours.
func (c *scheduler) stands(name string) {
	if c.ours |= rules.StationBit(name); name == data.StationFurnace {
		c.fires++
	}
}

// spend uses up n of an item.
func (c *scheduler) spend(kind game.Kind, item string, n int32) {
	o := c.j.s.Spend(kind, item)
	c.st.Apply([]*rules.Op{&o}, int(n), rules.Choice{})
}
