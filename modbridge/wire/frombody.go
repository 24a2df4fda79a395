// SPDX-License-Identifier: MIT

package wire

import (
	"encoding/json"

	"github.com/minehand/minehand/game"
)

// Message is any frame.
type Message interface {
	// Type is the frame's "type".
	Type() string
}

// FromBody is a frame that a body sends.
type FromBody interface {
	Message
	// Instance is the frame's instanceId, empty when it carries none.
	Instance() string
}

// Types of the frames that a body sends.
const (
	TypeRegister       = "register"
	TypeStateUpdate    = "state_update"
	TypeActionComplete = "action_complete"
	TypeActionFailed   = "action_failed"
	TypeLog            = "log"
	TypeActionProgress = "action_progress"
	TypeActionPaused   = "action_paused"
	TypeActionResumed  = "action_resumed"
	TypeStopped        = "stopped"
	TypeChatMessage    = "chat_message"
	TypeEvent          = "event"
	TypeUserRequest    = "user_request"
	TypeCommandResult  = "command_result"
	TypeSurveyed       = "surveyed"
)

// Register is the first frame of a socket. Version 1 knows instanceId and
// version only.
type Register struct {
	InstanceID string `json:"instanceId"`
	// Version of Minecraft.
	Version string `json:"version,omitempty"`
	// Protocol is 2 for version 2; 0 and 1 mean version 1.
	Protocol int `json:"protocol,omitempty"`
	// Name is shown to people.
	Name string `json:"name,omitempty"`
	// Role is self (the player's own game) or companion.
	Role string `json:"role,omitempty"`
	// Owner is the player whose body it is.
	Owner string `json:"owner,omitempty"`
	// Token is the body token that a listener beyond loopback asks for.
	Token string `json:"token,omitempty"`
	// ResumeToken proves that this is the body of the live session.
	ResumeToken string `json:"resumeToken,omitempty"`
	// Loader is what the body runs in: fabric, forge, mineflayer.
	Loader string `json:"loader,omitempty"`
	// Capabilities lists the kinds of actions; left out, those of version 1.
	Capabilities *Capabilities `json:"capabilities,omitempty"`
	// World the body is in.
	World *game.World `json:"world,omitempty"`
	// Running are the ids of the actions still being worked on. It settles them
	// after an outage, with Finished; a body that sends neither keeps no record.
	Running []string `json:"running,omitzero"`
	// Finished are the last terminal messages, whether or not they went out.
	Finished []Finished `json:"finished,omitzero"`
	// Commands are the body's own slash commands.
	Commands []Command `json:"commands,omitempty"`
	// Series names the count of the body's changes: another text whenever their numbers
	// begin at 1 again, which is at every start of the body. A body that declares changes
	// in its capabilities sends it.
	Series string `json:"series,omitempty"`
	// Items that the game has beyond its release, each an id or {id, display, stack,
	// durability, fuelTicks, leaves} (rule 22).
	Items []game.ExtraItem `json:"items,omitempty"`
	// Recipes that the game has beyond its release, in the form of data packs.
	Recipes []game.ExtraRecipe `json:"recipes,omitempty"`
	// Tags that the recipes name, each with its items.
	Tags map[string][]string `json:"tags,omitempty"`
	// RecipesComplete: the recipes are all that the game has; those of the release do not
	// count.
	RecipesComplete bool `json:"recipesComplete,omitempty"`
	// Extra is what was read of these four, nil for nothing.
	Extra *game.Extra `json:"-"`
}

// Settles reports whether the body says what became of its actions.
func (r *Register) Settles() bool { return r.Running != nil || r.Finished != nil }

// Capabilities says what a body can do.
type Capabilities struct {
	Actions []game.Kind `json:"actions"`
	// Arguments are those that came after the kinds of version 2, as kind.name; one that is
	// not listed is not sent.
	Arguments []string `json:"arguments,omitempty"`
	// Protects is true for a body that keeps away from the protected places of
	// registered; false, or left out, is to say that it cannot.
	Protects bool `json:"protects,omitempty"`
	// Changes is true for a body that reports every block that it breaks or places.
	Changes bool `json:"changes,omitempty"`
	// Survey is true for a body that answers survey.
	Survey bool `json:"survey,omitempty"`
}

// Finished is one terminal message that may have been lost: Result of a
// success, else Error and Code.
type Finished struct {
	ActionID string       `json:"actionId"`
	Result   *game.Result `json:"result,omitempty"`
	Error    string       `json:"error,omitempty"`
	Code     game.Code    `json:"code,omitempty"`
}

// Command is one slash command of the body's own.
type Command struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Args is the argument's schema: {type: none | optional | required, schema}.
	Args json.RawMessage `json:"args,omitempty"`
}

// StateUpdate is the body's current state.
type StateUpdate struct {
	InstanceID string     `json:"instanceId"`
	Data       game.State `json:"data"`
	// Changes are what the body broke and placed and was not told to be kept, the oldest
	// first; at most 256 in a frame.
	Changes []game.Change `json:"changes,omitempty"`
}

// ActionComplete is the terminal message of an action that ended well, unless
// Result.Success is false.
type ActionComplete struct {
	InstanceID string      `json:"instanceId"`
	ActionID   string      `json:"actionId"`
	Result     game.Result `json:"result"`
	// Changes as in state_update.
	Changes []game.Change `json:"changes,omitempty"`
}

// ActionFailed is the terminal message of an action that failed.
type ActionFailed struct {
	InstanceID string    `json:"instanceId"`
	ActionID   string    `json:"actionId"`
	Error      string    `json:"error"`
	Code       game.Code `json:"code,omitempty"`
	Retryable  *bool     `json:"retryable,omitempty"`
	// Changes as in state_update.
	Changes []game.Change `json:"changes,omitempty"`
}

// ActionProgress says how far an action is. Fraction is 0..1, nil when the
// body cannot tell.
type ActionProgress struct {
	InstanceID string   `json:"instanceId"`
	ActionID   string   `json:"actionId"`
	Message    string   `json:"message,omitempty"`
	Fraction   *float64 `json:"fraction,omitempty"`
	// Changes as in state_update.
	Changes []game.Change `json:"changes,omitempty"`
}

// ActionPaused stops the action's clock, until action_resumed.
type ActionPaused struct {
	InstanceID string `json:"instanceId"`
	ActionID   string `json:"actionId"`
	// Reason: player_input, screen, game_paused, dead.
	Reason string `json:"reason,omitempty"`
}

// ActionResumed starts the action's clock again.
type ActionResumed struct {
	InstanceID string `json:"instanceId"`
	ActionID   string `json:"actionId"`
	Reason     string `json:"reason,omitempty"`
}

// Stopped answers a stop: nothing is being done any more.
type Stopped struct {
	InstanceID string `json:"instanceId"`
	// ID is that of the stop, or cancel, that is answered: a late answer then ends
	// nothing that was sent after its stop.
	ID string `json:"id,omitempty"`
}

// Log is a line for the log.
type Log struct {
	InstanceID string `json:"instanceId"`
	Message    string `json:"message"`
}

// ChatMessage is a line of the game's chat.
type ChatMessage struct {
	InstanceID string `json:"instanceId"`
	Sender     string `json:"sender,omitempty"`
	Message    string `json:"message"`
	// Whisper: it was said to this player alone, so that it is meant for the body
	// without naming it.
	Whisper bool `json:"whisper,omitempty"`
}

// Event is something that happened: died, respawned, hurt, dimension_changed.
type Event struct {
	InstanceID string          `json:"instanceId"`
	Name       string          `json:"name"`
	Data       json.RawMessage `json:"data,omitempty"`
}

// UserRequest is what a player asked for by a key or a chat line in the game.
// One that is refused is answered by a task_status of state "error" without a
// taskId.
type UserRequest struct {
	InstanceID string `json:"instanceId"`
	// Kind: goal, stop, pause, resume, approve.
	Kind string `json:"kind"`
	// Text is the goal's words.
	Text string `json:"text,omitempty"`
}

// CommandResult answers a RunCommand with the same ID.
type CommandResult struct {
	InstanceID string          `json:"instanceId"`
	ID         string          `json:"id"`
	Success    bool            `json:"success"`
	Data       json.RawMessage `json:"data,omitempty"`
	Error      string          `json:"error,omitempty"`
}

// Surveyed answers a survey with the same id.
type Surveyed struct {
	InstanceID string `json:"instanceId"`
	game.Surveyed
}

// Type returns "register"; the other frames' methods likewise return theirs.
func (*Register) Type() string       { return TypeRegister }
func (*StateUpdate) Type() string    { return TypeStateUpdate }
func (*ActionComplete) Type() string { return TypeActionComplete }
func (*ActionFailed) Type() string   { return TypeActionFailed }
func (*ActionProgress) Type() string { return TypeActionProgress }
func (*ActionPaused) Type() string   { return TypeActionPaused }
func (*ActionResumed) Type() string  { return TypeActionResumed }
func (*Stopped) Type() string        { return TypeStopped }
func (*Log) Type() string            { return TypeLog }
func (*ChatMessage) Type() string    { return TypeChatMessage }
func (*Event) Type() string          { return TypeEvent }
func (*UserRequest) Type() string    { return TypeUserRequest }
func (*CommandResult) Type() string  { return TypeCommandResult }
func (*Surveyed) Type() string       { return TypeSurveyed }

// Instance returns the frame's instanceId.
func (m *Register) Instance() string       { return m.InstanceID }
func (m *StateUpdate) Instance() string    { return m.InstanceID }
func (m *ActionComplete) Instance() string { return m.InstanceID }
func (m *ActionFailed) Instance() string   { return m.InstanceID }
func (m *ActionProgress) Instance() string { return m.InstanceID }
func (m *ActionPaused) Instance() string   { return m.InstanceID }
func (m *ActionResumed) Instance() string  { return m.InstanceID }
func (m *Stopped) Instance() string        { return m.InstanceID }
func (m *Log) Instance() string            { return m.InstanceID }
func (m *ChatMessage) Instance() string    { return m.InstanceID }
func (m *Event) Instance() string          { return m.InstanceID }
func (m *UserRequest) Instance() string    { return m.InstanceID }
func (m *CommandResult) Instance() string  { return m.InstanceID }
func (m *Surveyed) Instance() string       { return m.InstanceID }
