// SPDX-License-Identifier: MIT

package game

import "testing"

// TestFeetStandOnWhatIsNotQuiteABlockHigh: farmland is 15/16 of a block, soul
// sand 7/8; who stands on it has its feet in the block above.
func TestFeetStandOnWhatIsNotQuiteABlockHigh(t *testing.T) {
	for _, c := range []struct {
		y    float64
		want int
	}{{64, 64}, {63.9375, 64}, {63.94, 64}, {63.875, 64}, {63.5, 63}, {64.42, 64}, {-0.0625, 0}, {-59, -59}} {
		if got := (Vec3{X: -0.5, Y: c.y, Z: 8.5}).Feet(); got != (Pos{X: -1, Y: c.want, Z: 8}) {
			t.Errorf("feet at %v stand in %v, not at height %d", c.y, got, c.want)
		}
	}
}
