// SPDX-License-Identifier: MIT

package view

import (
	"time"

	"github.com/minehand/minehand/internal/lists"
)

// EventKind says which member of an Event is set.
type EventKind string

// The kinds of events; EventKinds describes them.
const (
	EventTask      EventKind = "task"
	EventClause    EventKind = "clause"
	EventRound     EventKind = "round"
	EventAction    EventKind = "action"
	EventProgress  EventKind = "progress"
	EventBody      EventKind = "body"
	EventState     EventKind = "state"
	EventInventory EventKind = "inventory"
	EventChat      EventKind = "chat"
	EventNotice    EventKind = "notice"
	EventCommands  EventKind = "commands"
	EventSettings  EventKind = "settings"
	EventPractice  EventKind = "practice"
	EventTerminal  EventKind = "terminal"
	EventHelper    EventKind = "helper"
	EventMissions  EventKind = "missions"
	EventTalk      EventKind = "talk"
	EventChanges   EventKind = "changes"
	EventLog       EventKind = "log"
	EventKept      EventKind = "kept"
	EventThread    EventKind = "thread"
)

// Values lists all kinds.
func (EventKind) Values() []string {
	return lists.Of(EventKinds, func(e *EventInfo) string { return string(e.Kind) })
}

// EventInfo describes one kind of event.
type EventInfo struct {
	Kind EventKind
	// Member of Event, by its name in JSON, that carries the payload.
	Member string
	// Coalesced: only the newest one of a body counts, and at most 5 a second are
	// sent for a body. All others are outcomes and are never dropped.
	Coalesced bool
	Doc       string
}

// EventKinds is the table of events. It is not to be changed.
var EventKinds = []EventInfo{
	{Kind: EventTask, Member: "task", Doc: "a task changed in more than its step"},
	{Kind: EventClause, Member: "clause", Doc: "what is known of a clause of the task changed"},
	{Kind: EventRound, Member: "round", Doc: "a plan was made or changed, or the planner had a fault"},
	{Kind: EventAction, Member: "action", Doc: "an action began or ended"},
	{Kind: EventProgress, Member: "progress", Coalesced: true, Doc: "what is heard of a running action or of planning"},
	{Kind: EventBody, Member: "info", Doc: "a body came, went, or its connection changed"},
	{Kind: EventState, Member: "state", Coalesced: true, Doc: "health, hunger, position, time and weather of a body"},
	{Kind: EventInventory, Member: "inventory", Coalesced: true, Doc: "what a body holds"},
	{Kind: EventChat, Member: "chat", Doc: "a line of the game's chat"},
	{Kind: EventNotice, Member: "notice", Doc: "a sentence that the player should see"},
	{Kind: EventCommands, Member: "commands", Doc: "the slash commands of a body's own"},
	{Kind: EventSettings, Member: "stateChanges", Doc: "settings changed: those that did, by name"},
	{Kind: EventPractice, Member: "practice", Doc: "the practice world was started, stopped, or changed its speed"},
	{Kind: EventTerminal, Member: "terminal", Doc: "a model asks for a command of this computer, or such a command ran or was refused"},
	{Kind: EventHelper, Member: "helper", Doc: "a helper that this Minehand brings into a world came farther, failed or left"},
	{Kind: EventMissions, Member: "missions", Coalesced: true, Doc: "a run of missions began, came farther or ended"},
	{Kind: EventLog, Member: "log", Coalesced: true, Doc: "a body's own word on what it does"},
	{Kind: EventTalk, Member: "spoken",
		Doc: "something was said that made no task, or its guess no longer waits, or it was taken out of the talk"},
	{Kind: EventKept, Member: "kept", Doc: "the standing orders or places of a body are others, or stand otherwise"},
	{Kind: EventThread, Member: "thread", Doc: "a thread of the history got a name, or was deleted with the tasks that it names"},
	{Kind: EventChanges, Member: "changes", Doc: "more is known of what a task changed in its world"},
}

// Event is one thing that happened. Seq grows by at least one; what was
// coalesced leaves gaps.
type Event struct {
	Type  string    `json:"type"`
	Epoch string    `json:"epoch"`
	Seq   uint64    `json:"seq"`
	At    time.Time `json:"at"`
	Kind  EventKind `json:"kind"`
	// Body is the instance that the event is about.
	Body string `json:"body"`
	// TaskID of every event that belongs to a task.
	TaskID string `json:"taskId,omitempty"`

	Task         *Task        `json:"task,omitempty"`
	Clause       *Clause      `json:"clause,omitempty"`
	Round        *Round       `json:"round,omitempty"`
	Action       *Action      `json:"action,omitempty"`
	Progress     *Progress    `json:"progress,omitempty"`
	Info         *Body        `json:"info,omitempty"`
	State        *State       `json:"state,omitempty"`
	Inventory    *Inventory   `json:"inventory,omitempty"`
	Chat         *Chat        `json:"chat,omitempty"`
	Notice       *Notice      `json:"notice,omitempty"`
	Commands     []Command    `json:"commands,omitempty"`
	StateChanges StateChanges `json:"stateChanges,omitempty"`
	Practice     *Practice    `json:"practice,omitempty"`
	// Terminal belongs to the task of TaskID.
	Terminal *TerminalCommand `json:"terminal,omitempty"`
	Helper   *Helper          `json:"helper,omitempty"`
	// Missions belongs to no body.
	Missions *MissionProgress `json:"missions,omitempty"`
	Spoken   *Spoken          `json:"spoken,omitempty"`
	Changes  *Changes         `json:"changes,omitempty"`
	Log      *BodyLog         `json:"log,omitempty"`
	Kept     *Kept            `json:"kept,omitempty"`
	Thread   *Thread          `json:"thread,omitempty"`
}

// BodyLog is a line that a body wrote for its log.
type BodyLog struct {
	Message string `json:"message"`
}

// TypeEvent is the type of every event on the wire.
const TypeEvent = "event"
