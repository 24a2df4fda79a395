package techtree

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// pack takes the stations along that are ours and needed again. Those of others
// stay; when one of these is needed later the job must bring its own.
func (c *scheduler) pack() bool {
	for k, item := range c.j.s.stations {
		if item < 0 || !c.at[k].here {
			continue
		}
		if c.at[k].ours && c.neededLater(item) && c.inv[item] <= c.usedLater(item) && c.j.p.can(game.Mine) {
			c.takeAlong(item)
		}
		c.at[k] = standing{}
	}
	return true
}

func (c *scheduler) neededLater(station int32) bool {
	for k := range c.ops {
		if c.ops[k].left > 0 && c.j.s.ways[c.ops[k].way].station == station {
			return true
		}
	}
	return false
}

// usedLater is how many of an item the crafts to come use up or the wants keep.
func (c *scheduler) usedLater(item int32) int32 {
	n := c.j.kept[item]
	for k := range c.ops {
		for _, t := range c.ops[k].from {
			if t.item == item {
				n += t.units
			}
		}
	}
	return n
}

// takeAlong mines a station of ours back.
func (c *scheduler) takeAlong(item int32) {
	name := c.j.s.names[item]
	b, ok := c.j.s.v.Block(name)
	if !ok {
		return
	}
	if b.Harvest != nil {
		tools := c.j.s.idsOf(b.Harvest)
		if c.room(tools) == 0 {
			return
		}
		c.wear(tools, b.Class, 1)
	}
	c.change(item, 1)
	c.emit(game.Action{Kind: game.Mine, Target: name, Quantity: 1}, c.breakTime(b)+pickUpSeconds, "to take it along")
}

func (c *scheduler) breakTime(b *data.Block) float64 {
	return c.j.s.breakSeconds(b, c.j.s.idsOf(b.Harvest))
}

// setUp places a station for a craft that waits for nothing else: the table
// first, the furnace only when nothing else can be done.
func (c *scheduler) setUp() bool {
	for k, item := range c.j.s.stations {
		if item < 0 || c.at[k].here || c.inv[item] == 0 {
			continue
		}
		for o := range c.ops {
			p := &c.ops[o]
			w := &c.j.s.ways[p.way]
			if p.left == 0 || w.station != item || !c.ready(p, p.left) && !(c.lean && c.ready(p, 1)) {
				continue
			}
			c.place(item, "for "+game.Display(c.j.s.names[w.out]))
			c.crafts()
			return true
		}
	}
	return false
}

func (c *scheduler) place(item int32, why string) {
	c.change(item, -1)
	c.at[c.j.stationIndex(item)] = standing{here: true, ours: true}
	c.emit(game.Action{Kind: game.Place, Block: c.j.s.names[item]}, placeSeconds, why)
}

// placeSeconds is looking for a free spot and placing.
const placeSeconds = 1
