// SPDX-License-Identifier: MIT

package view

import (
	"encoding/json"

	"github.com/minehand/minehand/game"
)

// CommandSource says whose slash command it is.
type CommandSource string

// The sources. Where two have the same name, the first of this list wins.
const (
	SourceBuiltin CommandSource = "builtin"
	// SourceAction: one of the catalogue's kinds of action.
	SourceAction CommandSource = "action"
	// SourceBody: the active body's own.
	SourceBody CommandSource = "body"
	// SourceMission: a mission's name.
	SourceMission CommandSource = "mission"
)

// Values lists all sources.
func (CommandSource) Values() []string {
	return words(SourceBuiltin, SourceAction, SourceBody, SourceMission)
}

// Command is a slash command.
type Command struct {
	// Name without the slash.
	Name        string        `json:"name"`
	Description string        `json:"description,omitempty"`
	Source      CommandSource `json:"source"`
	Args        Args          `json:"args"`
}

// ArgsNeed says whether a command takes arguments.
type ArgsNeed string

// The needs.
const (
	ArgsNone     ArgsNeed = "none"
	ArgsOptional ArgsNeed = "optional"
	ArgsRequired ArgsNeed = "required"
)

// Values lists all needs.
func (ArgsNeed) Values() []string { return words(ArgsNone, ArgsOptional, ArgsRequired) }

// Args are the arguments of a command.
type Args struct {
	Type ArgsNeed `json:"type"`
	// Schema of the first argument.
	Schema *ArgSchema `json:"schema,omitempty"`
	// Rest are the arguments after it, in their order.
	Rest []ArgSchema `json:"rest,omitempty"`
}

// ArgType says what an argument is.
type ArgType string

// The types of arguments.
const (
	ArgText     ArgType = "free_text"
	ArgEnum     ArgType = "enum"
	ArgModel    ArgType = "model_selector"
	ArgPicker   ArgType = "picker"
	ArgItem     ArgType = "item"
	ArgBlock    ArgType = "block"
	ArgPlace    ArgType = "coordinates"
	ArgInstance ArgType = "instance"
	ArgQuantity ArgType = "quantity"
	ArgTask     ArgType = "task"
)

// Values lists all types.
func (ArgType) Values() []string {
	return words(ArgText, ArgEnum, ArgModel, ArgPicker, ArgItem, ArgBlock, ArgPlace, ArgInstance, ArgQuantity, ArgTask)
}

// ArgSchema is one argument, for whoever offers completions.
type ArgSchema struct {
	Type ArgType `json:"type"`
	// Name of the argument, by which it can be given anywhere: radius=16.
	Name string `json:"name,omitempty"`
	// Required: it cannot be left out, though it is not the first.
	Required bool `json:"required,omitempty"`
	// Values of an enum.
	Values      []string `json:"values,omitempty"`
	Placeholder string   `json:"placeholder,omitempty"`
	// CompletionSource names where values come from: models, providers, instances,
	// items, blocks, targets, tasks, missions, commands. get_completions has them.
	CompletionSource string `json:"completionSource,omitempty"`
}

// SlashCommand is a command as it was typed.
type SlashCommand struct {
	// Command is its name, with or without the slash.
	Command string `json:"command"`
	Args    string `json:"args,omitempty"`
	// Noted: what makes no task is kept in the talk, with its answer, as what is said is.
	Noted bool `json:"noted,omitempty"`
	OfBody
}

// CommandData is what came of a slash command.
type CommandData struct {
	// Text says it in words, for whoever shows it as it is.
	Text string `json:"text"`
	// Call is the call that was made, Result the data of its answer.
	Call   string          `json:"call,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	// TaskID of the task that was made.
	TaskID string `json:"taskId,omitempty"`
}

// The types of the answers to a slash command: TypeAccepted comes before the
// result of one that takes long.
const (
	TypeCommandResult   = "command_result"
	TypeCommandAccepted = "command_accepted"
)

// Commands is the answer to get_all_commands.
type Commands struct {
	Commands []Command `json:"commands"`
}

// CompleteWhat asks for what may be typed next.
type CompleteWhat struct {
	// Command whose arguments are typed, with or without the slash; empty when its
	// own name is.
	Command string `json:"command"`
	// Prefix is what was typed so far, of the arguments or of the name.
	Prefix string `json:"prefix"`
	// Like, where mobs and blocks are offered, is one of them in whose place another is
	// wanted: for a mob those are mobs alone.
	Like string `json:"like,omitempty"`
	OfBody
}

// Completion is one way to go on.
type Completion struct {
	// Value replaces the prefix.
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// Completions is the answer to get_completions, best first; at most 50.
type Completions struct {
	Completions []Completion `json:"completions"`
}

// RunCommand runs one of a body's own commands.
type RunCommand struct {
	Name string `json:"name"`
	Args string `json:"args,omitempty"`
	OfBody
}

// RanCommand is what the body answered.
type RanCommand struct {
	Data json.RawMessage `json:"data,omitempty"`
}

// Settings hold for prompts that say nothing else, until Minehand ends. What is
// left out is as the configuration says.
type Settings struct {
	Mode game.Mode `json:"mode,omitempty"`
	// Provider names who plans.
	Provider    string    `json:"provider,omitempty"`
	Model       *ModelRef `json:"model,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	Policy      Policy    `json:"policy,omitempty"`
	Approve     *bool     `json:"approve,omitempty"`
}

// ModelRef names a model.
type ModelRef struct {
	ID       string `json:"id"`
	Provider string `json:"provider"`
	Name     string `json:"name"`
}

// ChangeSettings changes settings; what is left out stays.
type ChangeSettings struct {
	Mode     game.Mode `json:"mode,omitempty"`
	Provider string    `json:"provider,omitempty"`
	// Model is PROVIDER/MODEL, or a model of the provider that is set.
	Model       string   `json:"model,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
	Policy      Policy   `json:"policy,omitempty"`
	Approve     *bool    `json:"approve,omitempty"`
}

// StateChanges are the settings that changed, by name; null for one that was
// taken back.
type StateChanges = map[string]any

// ChangedSettings is the answer to set-settings.
type ChangedSettings struct {
	Settings     Settings     `json:"settings"`
	StateChanges StateChanges `json:"stateChanges"`
}
