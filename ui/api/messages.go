package api

import (
	"encoding/json"
	"errors"

	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui"
)

// The messages that a client may send.
const (
	typeAuth      = "auth"
	typeSubscribe = "subscribe"
	typeDetect    = "detect-instances"
	typeConnect   = "connect-instance"
	typePrompt    = "send-prompt"
	typeStop      = "stop-task"
	typeStatus    = "get-status"
	typeResume    = "resume-task"
	typeClear     = "clear-queue"
	typeAnswer    = "answer-plan"
)

// request is any message of a client; which members count is said by Type.
type request struct {
	Type string `json:"type"`
	// ID is the client's own; the answer repeats it. A call with an id and
	// payload that were answered before gets the same answer again.
	ID         callID            `json:"id"`
	Token      string            `json:"token"`
	InstanceID string            `json:"instanceId"`
	Prompt     string            `json:"prompt"`
	Settings   ui.PromptSettings `json:"settings"`
	Epoch      string            `json:"epoch"`
	Since      uint64            `json:"since"`
	ui.Answer
}

// callID is the client's id of a call as it wrote it: a string or a number in
// JSON. Empty when it gave none.
type callID string

// UnmarshalJSON takes strings and numbers.
func (id *callID) UnmarshalJSON(data []byte) error {
	switch c := data[0]; {
	case string(data) == "null":
	case string(data) == `""`:
	case c == '"', c == '-', c >= '0' && c <= '9':
		*id = callID(data)
	default:
		return errors.New("the id has to be a string or a number")
	}
	return nil
}

// MarshalJSON writes the id as it came.
func (id callID) MarshalJSON() ([]byte, error) { return []byte(id), nil }

// response answers one request.
type response struct {
	Type    string `json:"type"`
	ID      callID `json:"id,omitempty"`
	Command string `json:"command"`
	Success bool   `json:"success"`
	Data    any    `json:"data,omitempty"`
	// Error is a sentence with the fix.
	Error string `json:"error,omitempty"`
}

// event is one event of the stream.
type event struct {
	Type string `json:"type"`
	orchestrator.Event
}

// Subscribed is the data of the answer to subscribe. Snapshot is set when the
// events asked for are gone: it stands for all of them, and events go on from
// its place.
type Subscribed struct {
	Epoch    string                 `json:"epoch"`
	Since    uint64                 `json:"since"`
	Snapshot *orchestrator.Snapshot `json:"snapshot,omitempty"`
}

// success is the data of a call that has nothing to tell, as in the base
// protocol.
type success struct {
	Success bool `json:"success"`
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil { // only plain data comes here: a bug, not an input
		data, _ = json.Marshal(response{Type: "response", Error: "Minehand could not write its answer: " + err.Error()})
	}
	return data
}
