// SPDX-License-Identifier: MIT

package blueprint

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/Tnze/go-mc/nbt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
)

// Extensions are what the names of such files end with.
var Extensions = []string{".schem", ".litematic", ".nbt"}

// Blueprint is a building as a file holds it, from its lowest corner.
type Blueprint struct {
	Size game.Cell
	// Blocks are all that is no air, in no order that means anything.
	Blocks []Block
}

// Block is a block state in its cell: "oak_stairs[facing=north,half=bottom]".
type Block struct {
	game.Cell

	State string
}

// errForeign: it holds tags, and none of the three shapes.
var errForeign = errors.New("it is no .schem, .litematic or .nbt of a structure; save the building as one of these")

// errNumbered: a .schematic, whose numbers no release since 1.13 knows.
var errNumbered = errors.New("it is an old .schematic, which numbers its blocks; " +
	"open it in WorldEdit or Litematica and save it as .schem or .litematic")

// Read reads a file. The error is a sentence that goes on from the file's name.
func Read(data []byte) (*Blueprint, error) {
	raw, err := unpack(data)
	if err != nil {
		return nil, err
	}
	top, err := scan(raw)
	if err != nil {
		return nil, err
	}
	var into reader
	switch {
	case top["Regions"]:
		into = &litematic{}
	case top["Schematic"]:
		into = &wrapped{}
	case top["BlockData"]:
		into = &sponge{}
	case top["blocks"]:
		into = &structure{}
	case top["Blocks"]:
		return nil, errNumbered
	default:
		return nil, errForeign
	}
	if err := nbt.Unmarshal(raw, into); err != nil {
		return nil, errBroken
	}
	b := &building{}
	if err := into.read(b); err != nil {
		return nil, err
	}
	return b.whole()
}

// reader is one of the shapes.
type reader interface{ read(b *building) error }

// unpack is a file without its packing, if it has one.
func unpack(data []byte) ([]byte, error) {
	if len(data) > Limits.File {
		return nil, fmt.Errorf("it is larger than %d MB; save a smaller part of it", Limits.File>>20)
	}
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, errBroken
	}
	raw, err := io.ReadAll(io.LimitReader(z, int64(Limits.Unpacked)+1))
	if err != nil {
		return nil, errBroken
	}
	if len(raw) > Limits.Unpacked {
		return nil, fmt.Errorf("unpacked it is larger than %d MB; save a smaller part of it", Limits.Unpacked>>20)
	}
	return raw, nil
}

// building collects blocks wherever they are.
type building struct{ blocks []Block }

// written is how a block state is.
var written = pattern.Of(`^[a-z0-9_.:/-]{1,80}(\[[a-z0-9_=,]{0,200}\])?$`)

// put adds a block, unless it is air.
func (b *building) put(at game.Cell, state string) error {
	if game.IsAir(state) || state == "structure_void" {
		return nil
	}
	if !written().MatchString(state) {
		return errBroken
	}
	if len(b.blocks) == Limits.Blocks {
		return fmt.Errorf("it has more than %d blocks, which is more than anybody carries; save a smaller part of it", Limits.Blocks)
	}
	b.blocks = append(b.blocks, Block{at, state})
	return nil
}

// whole is what was collected, with its lowest corner at 0 0 0.
func (b *building) whole() (*Blueprint, error) {
	if len(b.blocks) == 0 {
		return nil, errors.New("it holds no blocks; save it again with the building inside")
	}
	low, high := b.blocks[0].Cell, b.blocks[0].Cell
	for _, k := range b.blocks {
		low = game.Cell{X: min(low.X, k.X), Y: min(low.Y, k.Y), Z: min(low.Z, k.Z)}
		high = game.Cell{X: max(high.X, k.X), Y: max(high.Y, k.Y), Z: max(high.Z, k.Z)}
	}
	out := &Blueprint{Size: game.Cell{X: high.X - low.X + 1, Y: high.Y - low.Y + 1, Z: high.Z - low.Z + 1}}
	if s := out.Size; max(s.X, s.Y, s.Z) > Limits.Side {
		return nil, fmt.Errorf("it is %d by %d and %d high; at most %d blocks along a side", s.X, s.Z, s.Y, Limits.Side)
	}
	seen := map[game.Cell]bool{}
	for _, k := range b.blocks {
		k.Cell = game.Cell{X: k.X - low.X, Y: k.Y - low.Y, Z: k.Z - low.Z}
		if !seen[k.Cell] { // regions may overlap
			seen[k.Cell] = true
			out.Blocks = append(out.Blocks, k)
		}
	}
	slices.SortFunc(out.Blocks, func(a, b Block) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X))
	})
	return out, nil
}

// box has a block of a palette put into each cell of a box, x counting fastest, then z.
func (b *building) box(at game.Cell, wide, high, deep int, state func(i int) (string, error)) error {
	if wide == 0 || high == 0 || deep == 0 {
		return nil
	}
	if wide > Limits.Cells || high > Limits.Cells/wide || deep > Limits.Cells/wide/high {
		return fmt.Errorf("it takes up %d by %d by %d cells; save a smaller part of it", wide, deep, high)
	}
	i := 0
	for y := range high {
		for z := range deep {
			for x := range wide {
				name, err := state(i)
				if err == nil {
					err = b.put(game.Cell{X: at.X + x, Y: at.Y + y, Z: at.Z + z}, name)
				}
				if err != nil {
					return err
				}
				i++
			}
		}
	}
	return nil
}

// named is a state as the game saves it.
type named struct {
	Name       string
	Properties map[string]string
}

// states are a palette as strings.
func states(palette []named) []string {
	out := make([]string, len(palette))
	for i := range palette {
		out[i] = palette[i].state()
	}
	return out
}

// state is it in one string, its properties by name.
func (n named) state() string {
	if len(n.Properties) == 0 {
		return game.Name(n.Name)
	}
	list := make([]string, 0, len(n.Properties))
	for _, k := range slices.Sorted(maps.Keys(n.Properties)) {
		list = append(list, k+"="+n.Properties[k])
	}
	return game.Name(n.Name) + "[" + strings.Join(list, ",") + "]"
}

// wrapped is Sponge's third version: the second inside a tag, its blocks inside another.
type wrapped struct {
	Schematic struct {
		sponge

		Blocks struct {
			Palette map[string]int32
			Data    []byte
		}
	}
}

func (w *wrapped) read(b *building) error {
	s := w.Schematic.sponge
	s.Palette, s.BlockData = w.Schematic.Blocks.Palette, w.Schematic.Blocks.Data
	return s.read(b)
}

// sponge is a .schem: indices into a palette of states, each as short as it can be written.
type sponge struct {
	Width, Height, Length int16
	Palette               map[string]int32
	BlockData             []byte
}

func (s *sponge) read(b *building) error {
	palette := make(map[int]string, len(s.Palette))
	for name, i := range s.Palette {
		palette[int(i)] = game.Name(name)
	}
	data := s.BlockData
	// The sides are unsigned; each cell takes a byte at least.
	return b.box(game.Cell{}, int(uint16(s.Width)), int(uint16(s.Height)), int(uint16(s.Length)), func(int) (string, error) {
		n, shift := 0, 0
		for {
			if len(data) == 0 || shift > 28 {
				return "", errBroken
			}
			k := data[0]
			data = data[1:]
			n |= int(k&0x7f) << shift
			if shift += 7; k < 0x80 {
				break
			}
		}
		name, known := palette[n]
		if !known {
			return "", errBroken
		}
		return name, nil
	})
}

// structure is an .nbt: a list of blocks, each with its place.
type structure struct {
	Palette  []named   `nbt:"palette"`
	Palettes [][]named `nbt:"palettes"`
	Blocks   []struct {
		State int32   `nbt:"state"`
		Pos   []int32 `nbt:"pos"`
	} `nbt:"blocks"`
}

func (s *structure) read(b *building) error {
	palette := s.Palette
	if palette == nil && len(s.Palettes) > 0 { // one of several looks
		palette = s.Palettes[0]
	}
	all := states(palette)
	for _, k := range s.Blocks {
		if len(k.Pos) != 3 || k.State < 0 || int(k.State) >= len(all) {
			return errBroken
		}
		if err := b.put(game.Cell{X: int(k.Pos[0]), Y: int(k.Pos[1]), Z: int(k.Pos[2])}, all[k.State]); err != nil {
			return err
		}
	}
	return nil
}

// litematic is a .litematic: boxes, whose cells are indices of as many bits as the palette
// asks for, one behind the other.
type litematic struct {
	Regions map[string]struct {
		Position, Size    struct{ X, Y, Z int32 }
		BlockStatePalette []named
		BlockStates       []int64
	}
}

func (l *litematic) read(b *building) error {
	for _, name := range slices.Sorted(maps.Keys(l.Regions)) {
		r := l.Regions[name]
		low := func(at, size int32) int { return int(at) + min(int(size)+1, 0) } // a side may lead backwards
		wide, high, deep := abs(r.Size.X), abs(r.Size.Y), abs(r.Size.Z)
		palette := states(r.BlockStatePalette)
		each := max(2, bits.Len(uint(max(len(palette)-1, 0))))
		at := game.Cell{X: low(r.Position.X, r.Size.X), Y: low(r.Position.Y, r.Size.Y), Z: low(r.Position.Z, r.Size.Z)}
		err := b.box(at, wide, high, deep, func(i int) (string, error) {
			from := i * each
			word, off := from/64, from%64
			if word >= len(r.BlockStates) || off+each > 64 && word+1 >= len(r.BlockStates) {
				return "", errBroken
			}
			n := uint64(r.BlockStates[word]) >> off
			if off+each > 64 {
				n |= uint64(r.BlockStates[word+1]) << (64 - off)
			}
			if n &= 1<<each - 1; n >= uint64(len(palette)) {
				return "", errBroken
			}
			return palette[n], nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func abs(n int32) int { return max(int(n), -int(n)) }
