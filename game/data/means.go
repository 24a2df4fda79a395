// SPDX-License-Identifier: MIT

package data

import "slices"

// Farmland is the block that a hoe leaves and that crops grow on.
const Farmland = "farmland"

// Means is how a block comes to stand where it is to stand.
type Means struct {
	// Items: one of them is used up, or wears where it is a Tool.
	Items []string
	Tool  bool
	// Leaves is what is left of the item; empty for nothing.
	Leaves string
	// Placed: the item is placed as it is.
	Placed bool
	// On are the blocks that it is made of or stands on, where not every firm one will do.
	On []string
}

// MeansOf is how a block comes to stand: farmland under a hoe, a crop of its seed, a liquid
// out of its bucket, and any other of the item that places it. False for what nobody can make
// stand.
func (v *Version) MeansOf(block string) (Means, bool) {
	if block == Farmland {
		return Means{Items: v.ToolsOf("hoe"), Tool: true, On: v.soil}, true
	}
	if b, ok := v.Block(block); ok && b.Fluid {
		for _, in := range v.interactions {
			if in.Block == block && in.Spent {
				return Means{Items: []string{in.Result}, Leaves: in.With[0]}, true
			}
		}
		return Means{}, false
	}
	if c, ok := v.CropOfBlock(block); ok && c.Block == block && c.Farmland {
		return Means{Items: []string{c.Seed}, On: []string{Farmland}}, true
	}
	item, ok := v.placer(block)
	return Means{Items: []string{item}, Placed: true}, ok
}

// FieldCrop is the crop of a field that is planted with one of some items; wheat where none is
// named. False for what grows on no field, or stays when it is taken in.
func (v *Version) FieldCrop(items ...string) (Crop, bool) {
	for _, c := range v.crops {
		named := len(items) == 0
		for _, name := range [...]string{c.Item, c.Seed, c.Block} {
			named = named || slices.Contains(items, name)
		}
		if named && c.Field && c.Farmland && !c.Stays {
			return c, true
		}
	}
	return Crop{}, false
}
