// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"math"
)

// Vec3 is a point in the world in blocks: x east, y up, z south.
type Vec3 struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// Block returns the block that contains the point.
func (v Vec3) Block() Pos {
	return Pos{X: int(math.Floor(v.X)), Y: int(math.Floor(v.Y)), Z: int(math.Floor(v.Z))}
}

// sunken is how far below the next block a body stands on farmland and paths (a
// sixteenth) and on soul sand, chests and mud (an eighth) at most.
const sunken = 0.2

// Feet is the block of a body's feet that stands at v. On a block that is not
// quite full that is the one above it, which Block does not say.
func (v Vec3) Feet() Pos {
	return Vec3{X: v.X, Y: v.Y + sunken, Z: v.Z}.Block()
}

// Distance is the straight distance between two points, in blocks.
func (v Vec3) Distance(o Vec3) float64 {
	return math.Sqrt((v.X-o.X)*(v.X-o.X) + (v.Y-o.Y)*(v.Y-o.Y) + (v.Z-o.Z)*(v.Z-o.Z))
}

// Within reports whether feet at the point are at most reach blocks from the
// block; 0 stands for goto's default of 1.
func (v Vec3) Within(block Pos, reach float64) bool {
	if reach <= 0 {
		reach = 1
	}
	near := Vec3{
		X: clamp(v.X, float64(block.X), float64(block.X)+1), Y: clamp(v.Y, float64(block.Y), float64(block.Y)+1),
		Z: clamp(v.Z, float64(block.Z), float64(block.Z)+1),
	}
	return v.Distance(near) <= reach
}

func clamp(v, low, high float64) float64 { return max(low, min(v, high)) }

// Finite reports whether no coordinate is NaN or infinite.
func (v Vec3) Finite() bool {
	for _, f := range [3]float64{v.X, v.Y, v.Z} {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
	}
	return true
}

// Pos is a block position. Dimension is empty for the current dimension.
type Pos struct {
	X         int    `json:"x"`
	Y         int    `json:"y"`
	Z         int    `json:"z"`
	Dimension string `json:"dimension,omitempty"`
}

// Before orders positions, by X, then Z, then Y, so that what is chosen from equals
// is always the same.
func (p Pos) Before(q Pos) bool {
	return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Z, q.Z), cmp.Compare(p.Y, q.Y)) < 0
}

// String renders the position as players write it: "100 64 -20".
func (p Pos) String() string {
	if p.Dimension != "" {
		return fmt.Sprintf("%d %d %d in %s", p.X, p.Y, p.Z, Display(p.Dimension))
	}
	return fmt.Sprintf("%d %d %d", p.X, p.Y, p.Z)
}

// Center is the middle of the block's floor, where feet stand.
func (p Pos) Center() Vec3 {
	return Vec3{X: float64(p.X) + 0.5, Y: float64(p.Y), Z: float64(p.Z) + 0.5}
}

// Limits of Minecraft's worlds, in blocks (Java Edition world border and the
// widest build height of a data pack dimension).
const (
	MaxCoordinate = 30_000_000
	minHeight     = -2032
	maxHeight     = 2031
)

func (p Pos) validate() error {
	if p.X < -MaxCoordinate || p.X > MaxCoordinate || p.Z < -MaxCoordinate || p.Z > MaxCoordinate {
		return fmt.Errorf("the position %s lies outside the world, which ends at %d blocks", p, MaxCoordinate)
	}
	if p.Y < minHeight || p.Y > maxHeight {
		return fmt.Errorf("the height y=%d lies outside the world; use %d to %d", p.Y, minHeight, maxHeight)
	}
	return nil
}
