// SPDX-License-Identifier: MIT

package stages

import (
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/sim/body"
)

// TruthOf is a body's truth as missions have it.
func TruthOf(t body.Truth) missions.Truth {
	out := missions.Truth{
		Inventory: t.Inventory, Standing: map[string]int{}, Chat: t.Chat, Position: t.Position, Deaths: t.Deaths,
		Seconds: t.Seconds, Begun: t.Executed, Running: t.Running != "",
	}
	for _, block := range t.Standing {
		out.Standing[block]++
	}
	return out
}
