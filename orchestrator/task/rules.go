package task

import (
	"time"

	"github.com/minehand/minehand/game"
)

// Rules are what an owner allows and bounds.
type Rules struct {
	Limits Limits
	Guard  Guard
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
	// WallTime of planning and running that ends a task; default 2 h.
	WallTime time.Duration
	// Health (0..20) at or below which a task without food ends; default 6,
	// negative for never.
	Health float64
	// NewTool is how long getting a tool back that is gone may take, as planned, in
	// game time; more ends the task. Default 10 min, negative for no limit.
	NewTool time.Duration
	// Rounds of planning; default 50.
	Rounds int
	// BadRounds that did not bring the goal nearer; default 3.
	BadRounds int
	// RepeatAfter is the wait before a failed action is repeated; default 5 s.
	RepeatAfter time.Duration
	// ResumeWithin is how long an interrupted task goes on by itself when its
	// body is back; default 10 min.
	ResumeWithin time.Duration
}

// WithDefaults fills in what is left out.
func (l Limits) WithDefaults() Limits {
	def := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	dur := func(v *time.Duration, d time.Duration) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&l.Queue, 16)
	def(&l.Deaths, 3)
	def(&l.Rounds, 50)
	def(&l.BadRounds, 3)
	dur(&l.WallTime, 2*time.Hour)
	dur(&l.RepeatAfter, 5*time.Second)
	dur(&l.ResumeWithin, 10*time.Minute)
	if l.NewTool == 0 {
		l.NewTool = 10 * time.Minute
	}
	if l.Health == 0 {
		l.Health = 6
	}
	return l
}

// Guard is what an owner allows, checked again when an action is sent (rules
// 15 and 16).
type Guard struct {
	// Allow, when not empty, lists the only kinds that are sent; Deny lists
	// kinds that never are.
	Allow, Deny []game.Kind
	// ChatCommands are the commands that a chat line may run, with their
	// prefix: "/home", "#stop". All others are denied.
	ChatCommands []string
}
