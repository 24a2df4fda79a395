// SPDX-License-Identifier: MIT

package view

import "time"

// CommandState says where a command of this computer stands that a model asked
// for.
type CommandState string

// The states of such a command.
const (
	// CommandAsks: it waits for answer-command.
	CommandAsks CommandState = "asks"
	// CommandRan: it ran, and Output is what it wrote.
	CommandRan CommandState = "ran"
	// CommandRefused: it did not run, and Refused says why.
	CommandRefused CommandState = "refused"
)

// Values lists all states.
func (CommandState) Values() []string { return words(CommandAsks, CommandRan, CommandRefused) }

// TerminalCommand is a command of this computer that a model asked for while it
// planned (docs/PROVIDERS.md, Commands of your computer).
type TerminalCommand struct {
	ID string `json:"id"`
	// TaskID of the task that is being planned.
	TaskID string `json:"taskId,omitempty"`
	// Provider that asks.
	Provider string `json:"provider,omitempty"`
	// Command as the model wrote it, Description its reason: words of the model.
	Command     string       `json:"command"`
	Description string       `json:"description,omitempty"`
	State       CommandState `json:"state"`
	// Expires is when an unanswered one counts as refused.
	Expires *time.Time `json:"expires,omitempty"`
	// Output is what it wrote, both streams, and Exit its exit code.
	Output string `json:"output,omitempty"`
	Exit   *int   `json:"exit,omitempty"`
	// Refused says why it was not run.
	Refused string `json:"refused,omitempty"`
}

// AnswerCommand lets a command run, or does not.
type AnswerCommand struct {
	// CommandID is the ID of the command.
	CommandID string `json:"commandId"`
	Allow     bool   `json:"allow"`
	// Nobody: there is nobody to say yes or no, so that it is refused.
	Nobody bool `json:"nobody,omitempty"`
}
