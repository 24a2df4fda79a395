// SPDX-License-Identifier: MIT

package view

import (
	"time"

	"github.com/minehand/minehand/game"
)

// Kept is what a player keeps in mind: standing orders, places by their names in the world
// it is in, and what the chests there held.
type Kept struct {
	// Say is what came of the call, for the person.
	Say string `json:"say,omitempty"`
	// Held: a stop holds the standing orders until resume-task.
	Held   bool            `json:"held,omitempty"`
	Orders []StandingOrder `json:"orders"`
	Places []NamedPlace    `json:"places"`
	// Chests are the containers that are remembered, the nearest first; only get-kept
	// has them.
	Chests []Chest `json:"chests,omitempty"`
}

// OrderState is how a standing order stands.
type OrderState string

// The states of a standing order.
const (
	// OrderWaiting: nothing is to be done for it now. OrderRunning: its task runs or
	// waits. OrderFailed: its last run failed; it is tried again. OrderPaused: it was
	// paused.
	OrderWaiting OrderState = "waiting"
	OrderRunning OrderState = "running"
	OrderFailed  OrderState = "failed"
	OrderPaused  OrderState = "paused"
)

// Values lists all states.
func (OrderState) Values() []string {
	return words(OrderWaiting, OrderRunning, OrderFailed, OrderPaused)
}

// StandingOrder is what a player does whenever it has nothing else to do and its condition
// holds.
type StandingOrder struct {
	// Number is its name.
	Number int `json:"number"`
	// Text is how it was said, Goal what is done.
	Text  string     `json:"text"`
	Goal  string     `json:"goal"`
	State OrderState `json:"state"`
	// TaskID is its last task, Reason why that failed.
	TaskID string    `json:"taskId,omitempty"`
	Reason string    `json:"reason,omitempty"`
	Ran    time.Time `json:"ran,omitzero"`
}

// NamedPlace is a place that is remembered by a name.
type NamedPlace struct {
	Name string   `json:"name"`
	At   game.Pos `json:"at"`
}

// Chest is a container with what it held when it was opened last.
type Chest struct {
	Name string   `json:"name"`
	At   game.Pos `json:"at"`
	// Contents, item -> count; left out when it was never opened.
	Contents map[string]int `json:"contents,omitzero"`
	Seen     time.Time      `json:"seen"`
}

// RememberPlace gives a place a name.
type RememberPlace struct {
	Name string `json:"name"`
	// At is the place; left out, where the player stands.
	At *game.Pos `json:"at,omitempty"`
	OfBody
}

// OfPlace names a place.
type OfPlace struct {
	Name string `json:"name"`
	OfBody
}

// AddOrder is a standing order in a person's words.
type AddOrder struct {
	// Text such as "always keep 10 torches" or "every morning harvest the wheat".
	Text string `json:"text"`
	// Accepted is the hash of the reading of its goal (read) that the person agreed to: an
	// order whose goal is only guessed at is not taken without it.
	Accepted string `json:"accepted,omitempty"`
	OfBody
}

// OrderChange is what becomes of a standing order.
type OrderChange string

// The changes.
const (
	OrderPause  OrderChange = "pause"
	OrderResume OrderChange = "resume"
	OrderForget OrderChange = "forget"
)

// Values lists all changes.
func (OrderChange) Values() []string { return words(OrderPause, OrderResume, OrderForget) }

// ChangeOrder changes a standing order.
type ChangeOrder struct {
	// Number of the order; left out, all of them.
	Number int         `json:"number,omitempty"`
	Change OrderChange `json:"change"`
	OfBody
}
