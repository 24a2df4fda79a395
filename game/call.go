// SPDX-License-Identifier: MIT

package game

import "time"

// Call is one action on its way to a body.
type Call struct {
	// Action with its id set.
	Action Action
	// Lifted names the protected places that the action may change, because its
	// goal names them.
	Lifted []string
	// Within, when not nil, is where the body looks for what the action does not place.
	Within *Area
	// Seconds is the expected duration in game seconds; 0 means unknown. The
	// deadline follows from it.
	Seconds float64
	// Expect is the change that shows its success between two states. It settles an
	// action whose report was lost in an outage, for bodies that keep no record of
	// their actions.
	Expect Expect
	// Progress, when not nil, is told what a body reports while it works on the action
	// with that id. It must return at once.
	Progress func(id string, p ActionProgress)
	// Next, when not nil, may take in that the body reported the end of the action,
	// on the goroutine that read the report and before anybody else hears of it, and
	// says which action goes out then, nil for none: so that one follows another
	// without a change of goroutines. taken is false where the end is left to whoever
	// called. It is asked again for each action that it gave, which is not changed before
	// it ended.
	Next func(Outcome) (next *Call, taken bool)
}

// ActionProgress is what a body says of a running action.
type ActionProgress struct {
	Message string `json:"message,omitempty"`
	// Fraction 0..1; negative when the body gave none.
	Fraction float64 `json:"fraction"`
	// Paused is the reason while the clock stands still (player_input, screen,
	// game_paused, world_paused, dead), empty when it runs.
	Paused string `json:"paused,omitempty"`
}

// Waiting is what a paused action waits for.
func (p ActionProgress) Waiting() Message {
	switch p.Paused {
	case "player_input", "screen", "game_paused", "world_paused", "dead":
		return Say("wait." + p.Paused)
	}
	return Say("wait.paused", "why", Display(p.Paused))
}

// LinkState says how a body is connected.
type LinkState string

// The states of a link.
const (
	LinkUp   LinkState = "connected"
	LinkDown LinkState = "reconnecting"
	LinkGone LinkState = "gone"
)

// Link is a body's connection as a client sees it.
type Link struct {
	State LinkState `json:"state"`
	// Since is when the state began; GraceEnds when a session that is
	// reconnecting is given up (zero otherwise).
	Since     time.Time `json:"since"`
	GraceEnds time.Time `json:"graceEnds,omitzero"`
	// Unresponsive: it did not come to rest in time after a stop or deadline.
	Unresponsive bool `json:"unresponsive,omitempty"`
}

// TaskStatus is the one line of a task that a body can draw in the game.
type TaskStatus struct {
	TaskID  string `json:"taskId"`
	State   string `json:"state"`
	Step    int    `json:"step"`
	Of      int    `json:"of"`
	Message string `json:"message,omitempty"`
}
