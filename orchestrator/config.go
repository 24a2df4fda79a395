// SPDX-License-Identifier: MIT

package orchestrator

import (
	"log/slog"

	"github.com/minehand/minehand/game"
)

// Config of an Orchestrator. Planner and Journal are required; the zero value
// of every other field works.
type Config struct {
	Planner Planner
	Journal Journal
	Limits  Limits
	Guard   Guard
	// Protected are the places where nothing is broken or built but by a goal that
	// names them.
	Protected []game.Zone
	// IsFood says which items can be eaten; nil counts none as food.
	IsFood func(item string) bool
	// StopAway stops a body whose session is over as soon as it is back, also when
	// this process has ended until then (rule 10); nil when nobody can.
	StopAway func(bodyID string)
	// Log; nil means silence.
	Log *slog.Logger
}
