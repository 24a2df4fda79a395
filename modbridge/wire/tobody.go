// SPDX-License-Identifier: MIT

package wire

import (
	"github.com/minehand/minehand/game"
)

// ToBody is a frame that Minehand sends.
type ToBody interface {
	Message
	toBody()
}

// Types of the frames that Minehand sends.
const (
	TypeRegistered    = "registered"
	TypeExecuteAction = "execute_action"
	TypeStop          = "stop"
	TypeCancel        = "cancel"
	TypeTaskStatus    = "task_status"
	TypeRunCommand    = "run_command"
	TypeWarning       = "warning"
	TypeSay           = "say"
	TypeChangesKept   = "changes_kept"
	TypeSurvey        = "survey"
	TypeSurveyCancel  = "survey_cancel"
)

// Registered answers a register. A version 1 body gets Success alone, and
// never a refusal: it takes any registered for a yes.
type Registered struct {
	Success bool `json:"success"`
	// Error is why it was refused, in a sentence.
	Error    string `json:"error,omitempty"`
	Protocol int    `json:"protocol,omitempty"`
	// SessionID names the session, which outlives sockets.
	SessionID string `json:"sessionId,omitempty"`
	// ResumeToken is to be sent with every later register of this body.
	ResumeToken string `json:"resumeToken,omitempty"`
	// HeartbeatSeconds is how often Minehand pings.
	HeartbeatSeconds int `json:"heartbeatSeconds,omitempty"`
	// GraceSeconds is how long the session outlives its socket.
	GraceSeconds int `json:"graceSeconds,omitempty"`
	// Protected are the places where nothing is broken or built, walking there
	// included. They hold until the next registered.
	Protected []game.Zone `json:"protected,omitempty"`
	// AcceptedActions are the kinds that may be sent to this body, of those that
	// it registered.
	AcceptedActions []game.Kind `json:"acceptedActions,omitempty"`
	// RejectedActions are those that will not be, by name, each with why.
	RejectedActions map[string]string `json:"rejectedActions,omitempty"`
}

// ExecuteAction asks for one action.
type ExecuteAction struct {
	Action game.Action `json:"action"`
	// Lifted names the protected places that this action may change: its goal
	// names them.
	Lifted []string `json:"lifted,omitempty"`
	// Within, when not nil, is where the body looks for what the action does not place.
	Within *game.Area `json:"within,omitempty"`
	// Fault says why the action could not be read, empty when it could. Action
	// then holds what could be: its ID to answer with, and its Kind.
	Fault string `json:"-"`
}

// Stop asks for everything to be stopped.
type Stop struct {
	// ID is repeated by the stopped that answers; version 1 bodies get none.
	ID string `json:"id,omitempty"`
}

// Cancel asks for one action to be given up.
type Cancel struct {
	ActionID string `json:"actionId"`
	// ID is repeated by a stopped that answers it, if one does beside the action's
	// own end.
	ID string `json:"id,omitempty"`
}

// TaskStatus is the line that a mod may draw.
type TaskStatus struct {
	game.TaskStatus
}

// RunCommand runs one of the body's own slash commands.
type RunCommand struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args,omitempty"`
}

// Warning says what of the body's frames was not understood, once for each cause
// of a session. It needs no answer.
type Warning struct {
	Code FaultCode `json:"code"`
	// Message is a sentence for who writes the body.
	Message string `json:"message"`
	// Path of the member in the body's frame, such as data.inventory[3].item; left
	// out when it is about the whole frame.
	Path string `json:"path,omitempty"`
	// Value is what stood there, shortened.
	Value string `json:"value,omitempty"`
}

// Say puts a line into the game's chat, beside whatever action is under way: what
// Minehand answers who spoke to the body there. It needs no answer, and a body that
// cannot say it leaves it.
type Say struct {
	Message string `json:"message"`
	// To is the player to whom it is whispered; left out, everybody hears it.
	To string `json:"to,omitempty"`
}

// ChangesKept says that the changes of a series up to a number are kept: the body
// forgets them. It goes only to a body that registered a series, and needs no answer.
type ChangesKept struct {
	Series string `json:"series"`
	// Through is the highest number that is kept.
	Through int `json:"through"`
}

// Survey asks what stands in a box. It goes only to a body that declares survey in
// its capabilities, beside whatever action is under way, and is answered by surveyed.
type Survey struct {
	game.Survey
}

// SurveyCancel says that nobody waits for a survey any more. One that is still worked
// on is answered with the code interrupted; any other needs no answer.
type SurveyCancel struct {
	ID string `json:"id"`
}

// Type returns "registered"; the other frames' methods likewise return theirs.
func (*Registered) Type() string    { return TypeRegistered }
func (*ExecuteAction) Type() string { return TypeExecuteAction }
func (*Stop) Type() string          { return TypeStop }
func (*Cancel) Type() string        { return TypeCancel }
func (*TaskStatus) Type() string    { return TypeTaskStatus }
func (*RunCommand) Type() string    { return TypeRunCommand }
func (*Warning) Type() string       { return TypeWarning }
func (*Say) Type() string           { return TypeSay }
func (*ChangesKept) Type() string   { return TypeChangesKept }
func (*Survey) Type() string        { return TypeSurvey }
func (*SurveyCancel) Type() string  { return TypeSurveyCancel }

func (*Registered) toBody()    {}
func (*ExecuteAction) toBody() {}
func (*Stop) toBody()          {}
func (*Cancel) toBody()        {}
func (*TaskStatus) toBody()    {}
func (*RunCommand) toBody()    {}
func (*Warning) toBody()       {}
func (*Say) toBody()           {}
func (*ChangesKept) toBody()   {}
func (*Survey) toBody()        {}
func (*SurveyCancel) toBody()  {}
