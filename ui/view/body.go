// SPDX-License-Identifier: MIT

package view

import (
	"time"

	"github.com/minehand/minehand/game"
)

// Body is whatever plays, as it said of itself, and how it is connected.
type Body struct {
	// ID is its instanceId.
	ID string `json:"id"`
	// Name is shown to people.
	Name string `json:"name"`
	// Version is Minecraft's.
	Version string `json:"version,omitempty"`
	Loader  string `json:"loader,omitempty"`
	// Protocol is 1 or 2.
	Protocol int `json:"protocol"`
	// Role: self (the player's own game) or companion.
	Role  string `json:"role,omitempty"`
	Owner string `json:"owner,omitempty"`
	// Actions are the kinds that it can do.
	Actions []string `json:"actions"`
	// Protects: it keeps away from protected places itself.
	Protects bool `json:"protects,omitempty"`
	Link     Link `json:"link"`
}

// Link is a body's connection.
type Link struct {
	State game.LinkState `json:"state"`
	// Since is when the state began.
	Since time.Time `json:"since"`
	// GraceEnds is when a body that is reconnecting is given up, GraceSeconds how
	// long it may take in all: "back in 12 s of 30". Left out otherwise.
	GraceEnds    time.Time `json:"graceEnds,omitzero"`
	GraceSeconds int       `json:"graceSeconds,omitempty"`
	// Unresponsive: it did not come to rest in time after a stop or deadline.
	Unresponsive bool `json:"unresponsive,omitempty"`
}

// State is what a body last reported of itself and its world. What it did not
// send is left out.
type State struct {
	At time.Time `json:"at"`
	// Health, Hunger, Saturation and Oxygen go from 0 to 20.
	Health     *float64 `json:"health,omitempty"`
	Hunger     *float64 `json:"hunger,omitempty"`
	Saturation *float64 `json:"saturation,omitempty"`
	Oxygen     *float64 `json:"oxygen,omitempty"`
	// Warning is what endangers the player now, as a sentence: little health, or hunger
	// with nothing to eat. Left out when nothing does, and of states of the past.
	Warning string `json:"warning,omitempty"`
	// Position of the feet, in blocks.
	Position *game.Vec3 `json:"position,omitempty"`
	// Dimension: overworld, the_nether, the_end.
	Dimension string `json:"dimension,omitempty"`
	GameMode  string `json:"gameMode,omitempty"`
	Hardcore  bool   `json:"hardcore,omitempty"`
	// Time of day in ticks, 0..23999 (0 is 6:00).
	Time     *int         `json:"time,omitempty"`
	Weather  string       `json:"weather,omitempty"`
	Biome    string       `json:"biome,omitempty"`
	HeldItem string       `json:"heldItem,omitempty"`
	Armor    []string     `json:"armor,omitempty"`
	World    *game.World  `json:"world,omitempty"`
	Nearby   *game.Nearby `json:"nearby,omitempty"`
	// ViewerURL is where the body's own view can be watched.
	ViewerURL string `json:"viewerUrl,omitempty"`
}

// Inventory is what a body holds.
type Inventory struct {
	At time.Time `json:"at"`
	// Slots that hold something: 0-8 hotbar, 9-35 main, 36-39 armour (feet to
	// head), 40 off hand.
	Slots []game.Stack `json:"slots"`
	// Counts by item, over all slots.
	Counts map[string]int `json:"counts"`
}

// Chat is a line of the game's chat.
type Chat struct {
	Sender  string `json:"sender,omitempty"`
	Message string `json:"message"`
	// Whisper: it was said to this player alone.
	Whisper bool `json:"whisper,omitempty"`
}

// Notice is a sentence that the player should see.
type Notice struct {
	Message string `json:"message"`
	// Messages has the message as one, where it has a code.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Details are what a program said, as it said it, where the message is for a person.
	Details string `json:"details,omitempty"`
	// Retry is the task of a player who is gone that the event's body may be the same
	// as: on a yes, retry-task does it there.
	Retry string `json:"retry,omitempty"`
	// Condition: it warns of the health or hunger of the event's body.
	Condition bool `json:"condition,omitempty"`
}

// Player is a body with all that it is doing.
type Player struct {
	Body Body `json:"body"`
	// Current is the task at hand, Round its plan, Action the action under way and
	// Progress what was last heard of it.
	Current  *Task     `json:"current,omitempty"`
	Round    *Round    `json:"round,omitempty"`
	Action   *Action   `json:"action,omitempty"`
	Progress *Progress `json:"progress,omitempty"`
	Queue    []Task    `json:"queue"`
	// Parked are interrupted tasks that a person has to resume.
	Parked []Task `json:"parked"`
	// Last is the task that ended last since the start.
	Last *Task `json:"last,omitempty"`
	// Fault is a sentence while the journal cannot be written.
	Fault     string     `json:"fault,omitempty"`
	State     *State     `json:"state,omitempty"`
	Inventory *Inventory `json:"inventory,omitempty"`
	Commands  []Command  `json:"commands"`
	// Kept are its standing orders and places; left out where there are none.
	Kept *Kept `json:"kept,omitempty"`
}

// Snapshot is everything that events change, at a place in their order. Events
// after Seq may repeat what is in it already.
type Snapshot struct {
	Epoch   string   `json:"epoch"`
	Seq     uint64   `json:"seq"`
	Players []Player `json:"players"`
	// Settings hold for prompts that say nothing else.
	Settings Settings `json:"settings"`
	// Practice is the embedded world.
	Practice Practice `json:"practice"`
	// Commands of this computer that wait for answer-command.
	Commands []TerminalCommand `json:"commands"`
	// Helpers are those of this Minehand, in or on their way into worlds.
	Helpers []Helper `json:"helpers"`
	// Talk is what was said and made no task, with its answers, oldest first: the last
	// of all bodies together.
	Talk []Spoken `json:"talk"`
}
