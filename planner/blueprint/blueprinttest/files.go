// SPDX-License-Identifier: MIT

// Package blueprinttest writes files of buildings for tests, as the mods save them.
//
// Usage:
//
//	os.WriteFile("shed.litematic", blueprinttest.Litematic(blueprinttest.Shed()), 0o600)
package blueprinttest

import (
	"bytes"
	"compress/gzip"
	"math/bits"
	"slices"
	"strings"

	"github.com/Tnze/go-mc/nbt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/blueprint"
)

type state struct {
	Name       string
	Properties map[string]string `nbt:",omitempty"`
}

// palette are the states of some blocks, air first, and the index of each block.
type palette struct {
	states []state
	of     map[string]int
	size   game.Cell
	cells  map[game.Cell]int
}

func paletteOf(blocks []blueprint.Block) palette {
	p := palette{states: []state{{Name: "minecraft:air"}}, of: map[string]int{}, cells: map[game.Cell]int{}}
	for _, b := range blocks {
		if _, known := p.of[b.State]; !known {
			p.of[b.State] = len(p.states)
			name, list, _ := strings.Cut(strings.TrimSuffix(b.State, "]"), "[")
			s := state{Name: "minecraft:" + name}
			for part := range strings.SplitSeq(list, ",") {
				if k, v, ok := strings.Cut(part, "="); ok {
					if s.Properties == nil {
						s.Properties = map[string]string{}
					}
					s.Properties[k] = v
				}
			}
			p.states = append(p.states, s)
		}
		p.cells[b.Cell] = p.of[b.State]
		p.size = game.Cell{X: max(p.size.X, b.X+1), Y: max(p.size.Y, b.Y+1), Z: max(p.size.Z, b.Z+1)}
	}
	return p
}

// each calls with the palette's index of each cell, x counting fastest, then z.
func (p *palette) each(with func(i, index int)) {
	i := 0
	for y := range p.size.Y {
		for z := range p.size.Z {
			for x := range p.size.X {
				with(i, p.cells[game.Cell{X: x, Y: y, Z: z}])
				i++
			}
		}
	}
}

// Litematic writes a .litematic of one region that leads backwards along x.
func Litematic(blocks []blueprint.Block) []byte {
	p := paletteOf(blocks)
	width := max(2, bits.Len(uint(len(p.states)-1)))
	words := make([]int64, (p.size.X*p.size.Y*p.size.Z*width+63)/64)
	p.each(func(i, index int) {
		at := i * width
		words[at/64] |= int64(uint64(index) << (at % 64))
		if at%64+width > 64 {
			words[at/64+1] |= int64(uint64(index) >> (64 - at%64))
		}
	})
	type vector struct {
		X int32 `nbt:"x"`
		Y int32 `nbt:"y"`
		Z int32 `nbt:"z"`
	}
	type region struct {
		Position, Size    vector
		BlockStatePalette []state
		BlockStates       []int64
	}
	return pack("", map[string]any{
		"Version": int32(6), "MinecraftDataVersion": int32(3953),
		"Regions": map[string]any{"Unnamed": region{
			vector{int32(p.size.X) - 1, 0, 0}, vector{-int32(p.size.X), int32(p.size.Y), int32(p.size.Z)}, p.states, words,
		}},
	})
}

// Schem writes a .schem of Sponge's second version, or of the third.
func Schem(blocks []blueprint.Block, third bool) []byte {
	p := paletteOf(blocks)
	names := map[string]int32{"minecraft:air": 0}
	for s, i := range p.of {
		names["minecraft:"+s] = int32(i)
	}
	var data []byte
	p.each(func(_, index int) {
		for ; index >= 0x80; index >>= 7 {
			data = append(data, byte(index)|0x80)
		}
		data = append(data, byte(index))
	})
	root := map[string]any{"Width": int16(p.size.X), "Height": int16(p.size.Y), "Length": int16(p.size.Z)}
	if !third {
		root["Version"], root["Palette"], root["BlockData"] = int32(2), names, data
		return pack("Schematic", root)
	}
	root["Version"], root["Blocks"] = int32(3), map[string]any{"Palette": names, "Data": data}
	return pack("", map[string]any{"Schematic": root})
}

// Structure writes an .nbt as a structure block does.
func Structure(blocks []blueprint.Block) []byte {
	p := paletteOf(blocks)
	type block struct {
		State int32   `nbt:"state"`
		Pos   []int32 `nbt:"pos,list"`
	}
	var list []block
	for _, b := range blocks {
		list = append(list, block{int32(p.of[b.State]), []int32{int32(b.X), int32(b.Y), int32(b.Z)}})
	}
	return pack("", map[string]any{"blocks": list, "palette": p.states})
}

// pack is a tag in gzip. What it is given, the library can write.
func pack(name string, root any) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if err := nbt.NewEncoder(z).Encode(root, name); err != nil {
		panic(err)
	}
	_ = z.Close()
	return out.Bytes()
}

// Hall is a hall of 9 by 9, 7 high, of 306 blocks: pillars of logs, walls of planks, a floor
// of cobblestone, a flat roof with an edge of slabs, a bench, a door and torches at the walls.
func Hall() []blueprint.Block {
	var out []blueprint.Block
	put := func(x, y, z int, state string) {
		at := game.Cell{X: x, Y: y, Z: z}
		if i := slices.IndexFunc(out, func(b blueprint.Block) bool { return b.Cell == at }); i >= 0 {
			out[i].State = state
			return
		}
		out = append(out, blueprint.Block{Cell: at, State: state})
	}
	const side, high = 9, 5
	walls(put, side, high)
	for x := 2; x < side-2; x++ {
		put(x, 1, side-2, "oak_planks")
	}
	for x := range side {
		state := "oak_slab[type=bottom]"
		if x == 0 || x == side-1 {
			state = "oak_log[axis=y]"
			put(x, high+1, side-1, state)
		}
		put(x, high+1, 0, state)
	}
	put(1, 2, 2, "wall_torch[facing=east]")
	put(side-2, 2, 2, "wall_torch[facing=west]")
	put(side/2, 1, 1, "oak_stairs[facing=south,half=bottom]")
	for x := 2; x < side-2; x++ {
		put(x, high, 4, "oak_log[axis=x]")
	}
	put(side/2, 1, 0, "oak_door[facing=north,half=lower]")
	put(side/2, 2, 0, "oak_door[facing=north,half=upper]")
	return out
}

// Shed is a roof of sponges, which nothing yields on land, on four posts of logs over a floor of cobblestone, of 30 blocks.
func Shed() []blueprint.Block {
	var out []blueprint.Block
	layer := func(y int, state string, all bool) {
		for z := range 3 {
			for x := range 3 {
				if all || x != 1 && z != 1 {
					out = append(out, blueprint.Block{Cell: game.Cell{X: x, Y: y, Z: z}, State: state})
				}
			}
		}
	}
	layer(0, "cobblestone", true)
	for y := 1; y <= 3; y++ {
		layer(y, "oak_log[axis=y]", false)
	}
	layer(4, "sponge", true)
	return out
}

// walls puts floor, walls with a door and windows, and ceiling.
func walls(put func(x, y, z int, state string), side, high int) {
	outer := func(n int) bool { return n == 0 || n == side-1 }
	for z := range side {
		for x := range side {
			put(x, 0, z, "cobblestone")
			edge, corner := outer(x) || outer(z), outer(x) && outer(z)
			for y := 1; y < high && edge; y++ {
				switch {
				case corner:
					put(x, y, z, "oak_log[axis=y]")
				case x == side/2 && z == 0 && y < 3: // the door
				case y == 2 && (x == side/2 || z == side/2): // windows
				default:
					put(x, y, z, "oak_planks")
				}
			}
			put(x, high, z, "oak_planks")
		}
	}
}
