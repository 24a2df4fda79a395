// SPDX-License-Identifier: MIT

package task

import (
	"cmp"
	"time"

	"github.com/minehand/minehand/game"
)

// Rules are what an owner allows and bounds.
type Rules struct {
	Limits Limits
	Guard  game.Guard
	// Protected are the places where nothing is broken or built but by a goal that
	// names them.
	Protected []game.Zone
	// IsFood says which items can be eaten; nil counts none as food.
	IsFood func(item string) bool
}

// Limits bound unattended work. Zero fields take the default.
type Limits struct {
	// Queue is how many goals may wait for a body; default 16.
	Queue int
	// Deaths that end a task; default 3.
	Deaths int
	// Kicks out of the game that end a task; default 5.
	Kicks int
	// WallTime of planning and running that ends a task; default 2 h.
	WallTime time.Duration
	// Health (0..20) at or below which a task without food ends; default 6,
	// negative for never.
	Health float64
	// NewTool is how long getting a tool back that is gone may take, as planned, in
	// game time; more ends the task. Default 10 min, negative for no limit.
	NewTool time.Duration
	// Rounds of planning; default 50. Mishaps use up none: a death, a kick, a lost
	// line, a world or body that is not ready.
	Rounds int
	// BadRounds that brought no clause nearer; default 3.
	BadRounds int
	// RepeatAfter is the wait before a failed action is repeated; default 5 s.
	RepeatAfter time.Duration
	// ResumeWithin is how long an interrupted task goes on by itself when its body is
	// back, and how long a report after an action is waited for; default 10 min.
	ResumeWithin time.Duration
}

// WithDefaults fills in what is left out.
func (l Limits) WithDefaults() Limits {
	l.Queue = cmp.Or(max(l.Queue, 0), 16)
	l.Deaths = cmp.Or(max(l.Deaths, 0), 3)
	l.Kicks = cmp.Or(max(l.Kicks, 0), 5)
	l.Rounds = cmp.Or(max(l.Rounds, 0), 50)
	l.BadRounds = cmp.Or(max(l.BadRounds, 0), 3)
	l.WallTime = cmp.Or(max(l.WallTime, 0), 2*time.Hour)
	l.RepeatAfter = cmp.Or(max(l.RepeatAfter, 0), 5*time.Second)
	l.ResumeWithin = cmp.Or(max(l.ResumeWithin, 0), 10*time.Minute)
	l.NewTool = cmp.Or(l.NewTool, 10*time.Minute)
	l.Health = cmp.Or(l.Health, 6)
	return l
}
