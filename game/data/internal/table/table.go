// SPDX-License-Identifier: MIT

// Package table owns the form in which the rules of one version are embedded:
// gzipped JSON with short keys, one file for every release that differs from the
// one before it, and an index of the releases. The generator writes it, game/data reads it.
//
// Invariants: Encode of equal files gives equal bytes; Decode never returns a
// file larger than MaxBytes or with an index outside its list.
//
// Usage:
//
//	f, err := table.Decode(bytes.NewReader(embedded))
package table

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
)

// MaxBytes caps the unpacked size of a file; the largest known is under 1 MiB.
const MaxBytes = 8 << 20

// File is one version of the game.
type File struct {
	Version      string              `json:"v"`
	Items        []Item              `json:"i"`
	Harvests     [][]string          `json:"h"`
	Blocks       []Block             `json:"b"`
	Recipes      []Recipe            `json:"r"`
	Sets         [][]string          `json:"a"`
	Smeltings    []Smelting          `json:"s"`
	Cuts         []Cut               `json:"c"`
	Smithings    []Smithing          `json:"t"`
	Mobs         []Mob               `json:"m"`
	Interactions []Interaction       `json:"x"`
	Tags         map[string][]string `json:"g"`
}

// Item is data.Item; Display is empty when it is the name in title case.
type Item struct {
	Name       string  `json:"n"`
	Display    string  `json:"d,omitempty"`
	Stack      int     `json:"s,omitempty"` // 0 means 64
	Durability int     `json:"u,omitempty"`
	Class      string  `json:"c,omitempty"`
	Tier       string  `json:"t,omitempty"`
	Speed      float64 `json:"p,omitempty"`
	Hunger     float64 `json:"h,omitempty"`
	Saturation float64 `json:"a,omitempty"`
	Fuel       int     `json:"f,omitempty"`
	FuelLeaves string  `json:"l,omitempty"`
	Leaves     string  `json:"r,omitempty"`
	Block      string  `json:"b,omitempty"`
	Experiment bool    `json:"e,omitempty"`
}

// Block is data.Block; Harvest is 1 + the index in File.Harvests, 0 for none.
type Block struct {
	Name      string  `json:"n"`
	Display   string  `json:"d,omitempty"`
	Hardness  float64 `json:"h"`
	Class     string  `json:"c,omitempty"`
	Harvest   int     `json:"v,omitempty"`
	Drops     []Drop  `json:"r,omitempty"`
	Natural   bool    `json:"w,omitempty"`
	Dimension string  `json:"m,omitempty"`
	Structure string  `json:"s,omitempty"`
}

// Drop is data.Drop; Only is empty, "silk", "nosilk", "shears" or "player".
type Drop struct {
	Item   string  `json:"i"`
	Min    int     `json:"a,omitempty"`
	Max    int     `json:"b"`
	Chance float64 `json:"c,omitempty"` // 0 means 1
	Only   string  `json:"o,omitempty"`
}

// Recipe is data.Recipe; Sets are indices in File.Sets, Counts go with them.
type Recipe struct {
	Result string  `json:"o"`
	Count  int     `json:"n,omitempty"` // 0 means 1
	Sets   []int   `json:"i"`
	Counts []int   `json:"c"`
	Shape  [][]int `json:"s,omitempty"`
}

// Smelting is data.Smelting; Ticks 0 means 200.
type Smelting struct {
	Input    string   `json:"i"`
	Output   string   `json:"o"`
	Stations []string `json:"s"`
	Ticks    int      `json:"t,omitempty"`
}

// Cut is data.Cut.
type Cut struct {
	Input  string `json:"i"`
	Output string `json:"o"`
	Count  int    `json:"n"`
}

// Smithing is data.Smithing.
type Smithing struct {
	Template string `json:"t,omitempty"`
	Base     string `json:"b"`
	Addition string `json:"a"`
	Result   string `json:"o"`
}

// Mob is data.Mob.
type Mob struct {
	Name      string  `json:"n"`
	Display   string  `json:"d,omitempty"`
	Category  string  `json:"c"`
	Health    float64 `json:"h"`
	Drops     []Drop  `json:"r,omitempty"`
	Dimension string  `json:"m,omitempty"`
}

// Interaction is data.Interaction.
type Interaction struct {
	With   []string `json:"w,omitempty"`
	Block  string   `json:"b,omitempty"`
	Mob    string   `json:"m,omitempty"`
	Result string   `json:"o"`
	Min    int      `json:"a"`
	Max    int      `json:"z"`
	Spent  bool     `json:"s,omitempty"`
	Turns  bool     `json:"t,omitempty"`
}

// Encode writes a file or an index.
func Encode(w io.Writer, v any) error {
	zw, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(zw).Encode(v); err != nil {
		return fmt.Errorf("encoding the tables: %w", err)
	}
	return zw.Close()
}

// Decode reads a file that Encode wrote and checks its size and indices.
func Decode(r io.Reader) (*File, error) {
	f := new(File)
	if err := decode(r, f); err != nil {
		return nil, err
	}
	return f, f.Check()
}

func decode(r io.Reader, v any) error {
	zr, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("unpacking the tables: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(zr, MaxBytes+1))
	if err != nil {
		return fmt.Errorf("unpacking the tables: %w", err)
	}
	if len(raw) > MaxBytes {
		return fmt.Errorf("the tables are larger than %d bytes", MaxBytes)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("reading the tables: %w", err)
	}
	return nil
}

// Check says whether every index in the file points at something.
func (f *File) Check() error {
	for _, b := range f.Blocks {
		if b.Harvest < 0 || b.Harvest > len(f.Harvests) {
			return fmt.Errorf("block %s: harvest list %d does not exist", b.Name, b.Harvest)
		}
	}
	for _, r := range f.Recipes {
		if len(r.Sets) != len(r.Counts) {
			return fmt.Errorf("recipe of %s: %d ingredients with %d counts", r.Result, len(r.Sets), len(r.Counts))
		}
		for _, s := range r.Sets {
			if s < 0 || s >= len(f.Sets) {
				return fmt.Errorf("recipe of %s: ingredient set %d does not exist", r.Result, s)
			}
		}
		for _, row := range r.Shape {
			for _, cell := range row {
				if cell < -1 || cell >= len(r.Sets) {
					return fmt.Errorf("recipe of %s: cell %d is no ingredient", r.Result, cell)
				}
			}
		}
	}
	return nil
}
