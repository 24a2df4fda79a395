// SPDX-License-Identifier: MIT

package missions

import (
	"context"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
)

// Launcher makes the stage that a run is played on.
type Launcher interface {
	// Launch starts server and world. Errors are faults of the machine, or a
	// *SkipError.
	Launch(ctx context.Context, s Setup) (Stage, error)
}

// SkipError says why a mission cannot be played on a stage.
type SkipError struct{ Why string }

func (e *SkipError) Error() string { return e.Why }

// Setup is what a stage is to be.
type Setup struct {
	// Config of the server: YAML. Replies of its provider "scripted", "" for none, as
	// JSON; the launcher puts them into a file and names it in place of RepliesFile.
	Config  map[string]any
	Replies []byte
	World   World
	Start   Start
	// Faults of the world's body, as sim/fault reads them.
	Faults string
}

// RepliesFile stands in a Setup's Config for the file of its replies.
const RepliesFile = "REPLIES"

// Stage is a server with a body. Its methods are called by one goroutine.
type Stage interface {
	// Connect returns a new client of the server.
	Connect(ctx context.Context) (*client.Client, error)
	// World is the embedded world; nil for a live body.
	World() LiveWorld
	// Body is the instance that plays.
	Body() string
	// Kill ends the server as kill -9 does; Revive starts another on what it left.
	Kill(ctx context.Context) error
	Revive(ctx context.Context) error
	// Close ends everything. It is idempotent.
	Close() error
}

// LiveWorld is an embedded world that is being played in.
type LiveWorld interface {
	// Marks tells of the faults of single actions as they begin.
	Marks() <-chan Mark
	// Truth is what is true in the world now.
	Truth(ctx context.Context) (Truth, error)
	// SetSpeed changes how fast its time passes; 0 stops it.
	SetSpeed(ctx context.Context, speed float64) error
}

// Mark is a fault that begins.
type Mark struct {
	Action int    `json:"action"`
	What   string `json:"what"`
}

// Truth is what is true in a world, whatever a server says.
type Truth struct {
	Inventory map[string]int `json:"inventory"`
	// Standing are blocks that the player placed and that stand, by name.
	Standing map[string]int `json:"standing"`
	// Chat are the lines that the player said.
	Chat     []string  `json:"chat"`
	Position game.Vec3 `json:"position"`
	Deaths   int       `json:"deaths"`
	// Seconds that passed in the game.
	Seconds float64 `json:"seconds"`
	// Begun are the ids of the actions that the body began, in order.
	Begun []string `json:"begun"`
	// Running: an action is under way.
	Running bool `json:"running"`
}
