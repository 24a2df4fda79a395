// SPDX-License-Identifier: MIT

package bodytest

import (
	"fmt"

	"github.com/minehand/minehand/game"
)

// Words are the words of what is remembered: "crafting_table 3 64 0 ours".
func Words(list []game.Landmark) []string {
	out := make([]string, 0, len(list))
	for _, l := range list {
		w := fmt.Sprintf("%s %d %d %d", l.Name, l.At.X, l.At.Y, l.At.Z)
		if l.Kind == game.LandmarkDeath {
			w = "death" + w
		}
		if l.Ours {
			w += " ours"
		}
		for item, n := range l.Contents {
			w += fmt.Sprintf(" %s=%d", item, n)
		}
		out = append(out, w)
	}
	return out
}

// Standing is a state with the feet in the middle of a block, and blocks in
// view as "name x y z".
func Standing(x, z int, blocks ...string) *game.State {
	s := &game.State{Position: &game.Vec3{X: float64(x) + 0.5, Y: 64, Z: float64(z) + 0.5}, Dimension: "overworld",
		World: &game.World{Present: true, ID: "w"}, Nearby: &game.Nearby{}}
	for _, b := range blocks {
		var v game.Sight
		if _, err := fmt.Sscan(b, &v.Name, &v.X, &v.Y, &v.Z); err != nil {
			panic(err)
		}
		v.Distance = s.Position.Distance(game.Vec3{X: v.X + 0.5, Y: v.Y, Z: v.Z + 0.5})
		s.Nearby.Blocks = append(s.Nearby.Blocks, v)
	}
	return s
}
