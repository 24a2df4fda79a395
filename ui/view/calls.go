// SPDX-License-Identifier: MIT

package view

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/minehand/minehand/game"
)

// CallID is the client's id of a call as it wrote it: a string or a number in
// JSON. Empty when it gave none.
type CallID string

// UnmarshalJSON takes strings and numbers.
func (id *CallID) UnmarshalJSON(data []byte) error {
	switch c := data[0]; {
	case string(data) == "null", string(data) == `""`:
	case c == '"', c == '-', c >= '0' && c <= '9':
		*id = CallID(data)
	default:
		return errors.New("the id has to be a string or a number")
	}
	return nil
}

// MarshalJSON writes the id as it came.
func (id CallID) MarshalJSON() ([]byte, error) {
	return []byte(cmp.Or(id, "null")), nil
}

// Response answers one call.
type Response struct {
	// Type is "response"; to a slash command, "command_result", which
	// "command_accepted" precedes when it takes long.
	Type string `json:"type"`
	// ID is the call's.
	ID CallID `json:"id,omitempty"`
	// Command is the call's type.
	Command string `json:"command"`
	Success bool   `json:"success"`
	// Data is the call's result, or {"success": false}.
	Data json.RawMessage `json:"data,omitempty"`
	// StateChanges are the settings that a slash command changed.
	StateChanges StateChanges `json:"stateChanges,omitempty"`
	// Error is a sentence with the fix, Code its kind; every refusal has both.
	Error string `json:"error,omitempty"`
	Code  Code   `json:"code,omitempty"`
	// Messages has Error as a message, by its field's name, where there is one.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Replayed: the call was answered before under this id, and nothing was done
	// again.
	Replayed bool `json:"replayed,omitempty"`
}

// TypeResponse is the type of every answer on the wire.
const TypeResponse = "response"

// Code is why a call could not be done.
type Code string

// The codes: every refusal has one.
const (
	// CodeConflict: the plan has changed or was answered since, the id was used before
	// with other content, or what there can be one of is there already.
	CodeConflict Code = "conflict"
	// CodeNoBody: no such body is there, or nobody is.
	CodeNoBody Code = "no_body"
	// CodeNoTask: there is no such task.
	CodeNoTask Code = "no_task"
	// CodeQueueFull: as many goals, or calls of the client, wait as may, or as many
	// helpers are in worlds.
	CodeQueueFull Code = "queue_full"
	// CodeNothing: the call needs a task in another state, or something that runs.
	CodeNothing Code = "nothing_to_do"
	// CodeStopped: a stop overtook the prompt, or ended the task.
	CodeStopped Code = "stopped"
	// CodeGuess: the prompt was only guessed at; read says how, and accepted agrees.
	CodeGuess Code = "guess"
	// CodeAskRules: a server outside this network is only joined when the person
	// says that its rules allow bots.
	CodeAskRules Code = "ask_rules"
	// CodeLocked: a PIN locks the settings, and this was not it.
	CodeLocked Code = "locked"
	// CodeNoProvider: there is no such provider, or none to ask.
	CodeNoProvider Code = "no_provider"
	// CodeNotServed: the provider is not there for the task, or the task lacks
	// something.
	CodeNotServed Code = "not_served"
	// CodeTimeout: the provider did not answer in time.
	CodeTimeout Code = "timeout"
	// CodeUnavailable: this Minehand does not do it, or is closing; of a provider, it may
	// not be asked now: a spent budget, a limit of its own, no agreement to send text
	// away.
	CodeUnavailable Code = "unavailable"
	// CodeProvider: it was asked, and failed.
	CodeProvider Code = "provider_failed"
	// CodeUnauthorized: the control token is missing or wrong.
	CodeUnauthorized Code = "unauthorized"
	// CodeNoCall: nothing is served under that address and method.
	CodeNoCall Code = "no_call"
	// CodeBadRequest: what was sent cannot be read.
	CodeBadRequest Code = "bad_request"
	// CodeTooLarge: more was sent than is read.
	CodeTooLarge Code = "too_large"
	// CodeImpossible: the rules of the game, or what is protected or forbidden, are
	// against it.
	CodeImpossible Code = "impossible"
	// CodeInvalid: a member is missing or has a value that does not fit.
	CodeInvalid Code = "invalid"
	// CodeNotFound: there is no such thing as was named: a command, a set of missions, a
	// run, a helper, a world.
	CodeNotFound Code = "not_found"
	// CodeNotUnderstood: the words, or a part of them, were not understood.
	CodeNotUnderstood Code = "not_understood"
	// CodeFailed: it could not be done for another reason, which the sentence names.
	CodeFailed Code = "failed"
)

// Values lists all codes.
func (Code) Values() []string {
	return words(CodeConflict, CodeNoBody, CodeNoTask, CodeQueueFull, CodeNothing, CodeStopped, CodeGuess, CodeAskRules, CodeLocked,
		CodeNoProvider, CodeNotServed, CodeTimeout, CodeUnavailable, CodeProvider, CodeUnauthorized, CodeNoCall, CodeBadRequest,
		CodeTooLarge, CodeImpossible, CodeInvalid, CodeNotFound, CodeNotUnderstood, CodeFailed)
}

// RefusedError is a call that could not be done.
type RefusedError struct {
	Code     Code
	Sentence string
	// Say is the sentence as a message, where there is one.
	Say game.Message
}

func (e *RefusedError) Error() string { return e.Sentence }

// Refuse is a refusal of a kind, with a sentence as fmt.Sprintf makes it.
func Refuse(code Code, format string, args ...any) error {
	return &RefusedError{Code: code, Sentence: fmt.Sprintf(format, args...)}
}

// Into decodes the result of a call that was done; one that was not is a
// *RefusedError.
func (r *Response) Into(result any) error {
	switch {
	case !r.Success:
		return &RefusedError{Code: r.Code, Sentence: r.Error, Say: r.Messages["error"]}
	case result == nil:
		return nil
	}
	return json.Unmarshal(r.Data, result)
}

// Nothing is the params of calls that take none.
type Nothing struct{}

// OfBody are the params of calls about one body.
type OfBody struct {
	// Instance is the body, or instance_PID of the process that it lives in; left
	// out, the client's active one.
	Instance string `json:"instance,omitempty"`
}

// Named is the name of the body that the call is about. Every params type with
// such a name has this method, so that either name works in every call.
func (b *OfBody) Named() *string { return &b.Instance }

// Success is the result of calls that have nothing to tell.
type Success struct {
	Success bool `json:"success"`
	// Message is a sentence about how it was done, where that is worth one.
	Message string `json:"message,omitempty"`
}

// Hello names the client.
type Hello struct {
	// Client is an id of the client's own making that it keeps over reconnects; its
	// active body and the answers to its call ids belong to it.
	Client string `json:"client"`
}

// Instance is one entry of detect-instances: a Minecraft that runs on this
// computer, or a body whose process is not one.
type Instance struct {
	// ID is instance_PID for a process; for a body without one, its own id.
	ID string `json:"id"`
	// PID is 0 when the system does not tell the process of a body.
	PID      int    `json:"pid"`
	Name     string `json:"name"`
	Platform string `json:"platform"`
	// Version is the game's, empty when nothing tells; VersionHint is then a guess
	// that may be wrong.
	Version     string `json:"version"`
	VersionHint string `json:"versionHint,omitempty"`
	// Loader is vanilla, forge, neoforge, fabric, quilt, paper and the like, empty
	// when it is not known.
	Loader        string `json:"loader"`
	LoaderVersion string `json:"loaderVersion"`
	// Role is client or server for a process, and what the body said for a body.
	Role string `json:"role"`
	// Launcher is what started the process, empty when that is not known.
	Launcher string `json:"launcher"`
	// Worlds are those that can be joined on this computer.
	Worlds []OpenWorld `json:"worlds"`
	// Bodies are the ids of the connected bodies that live in it. With none it
	// cannot be given goals yet.
	Bodies []string `json:"bodies"`
}

// OpenWorld is a world that can be joined on this computer.
type OpenWorld struct {
	// Name is its message of the day in plain text: of a world opened to LAN
	// "PLAYER - WORLD".
	Name    string `json:"name"`
	Address string `json:"address"`
	Port    int    `json:"port"`
	// Kind is lan for a player's own world, server for a server's.
	Kind string `json:"kind"`
	// Version is the game's in the world's own words, Protocol its number.
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Online   int    `json:"online"`
	Max      int    `json:"max"`
	// Modded is forge, neoforge, fabric or modded where the world tells, and Mods
	// those that it names.
	Modded string   `json:"modded,omitempty"`
	Mods   []string `json:"mods,omitempty"`
	// Grade says how well the bot knows the version: tested, untested or
	// unsupported.
	Grade string `json:"grade"`
}

// Connect chooses the client's active body.
type Connect struct {
	InstanceID string `json:"instanceId"`
}

// Named is the name of the body that the call is about.
func (c *Connect) Named() *string { return &c.InstanceID }

// Connected is the answer to connect-instance.
type Connected struct {
	Success    bool   `json:"success"`
	InstanceID string `json:"instanceId"`
	// Message says where the body that was meant is gone, and which one this is.
	Message string `json:"message,omitempty"`
}

// Prompt is a goal for a body.
type Prompt struct {
	// Prompt is the goal's words; empty when settings.actions are given.
	Prompt   string         `json:"prompt"`
	Settings PromptSettings `json:"settings,omitzero"`
	// Accepted is the hash of a reading (see read) that the person agreed to. The
	// prompt is refused when it reads differently by now.
	Accepted string `json:"accepted,omitempty"`
	OfBody
}

// PromptSettings are the settings of one prompt; what is left out takes the
// configured value.
type PromptSettings struct {
	game.Settings
	Policy Policy `json:"policy,omitempty"`
	// Approve: each plan waits for a yes.
	Approve *bool `json:"approve,omitempty"`
	// Actions is a ready list to run as it is, instead of a goal.
	Actions []game.Action `json:"actions,omitempty"`
}

// Queued is the answer to a call that made a task.
type Queued struct {
	Success bool   `json:"success"`
	TaskID  string `json:"taskId"`
	// Instance is the body that does it.
	Instance string `json:"instance,omitempty"`
	// Message names it in a sentence where the body that was meant is gone and it went
	// to another.
	Message string `json:"message,omitempty"`
}

// Status is the answer to get-status.
type Status struct {
	Status Class `json:"status"`
	// CurrentTask is the one at hand, else the next, else one that waits for a
	// person, else the last that ended; null when there is none.
	CurrentTask        *Task    `json:"currentTask"`
	ConnectedInstances []string `json:"connectedInstances"`
	// ActiveInstance is empty while none is chosen and not exactly one is there.
	ActiveInstance string `json:"activeInstance"`
}

// ReadPrompt asks how a prompt reads.
type ReadPrompt struct {
	Prompt string `json:"prompt"`
	OfBody
}

// Reading is how a prompt was understood, without any model.
type Reading struct {
	// Act is what the words are when they are no request: a question, a remark.
	Act SpeechKind `json:"act,omitempty"`
	// Understood: all of it was.
	Understood bool `json:"understood"`
	// Text is the goal in a canonical short form.
	Text    string   `json:"text,omitempty"`
	Clauses []Clause `json:"clauses"`
	// Missing is a sentence about what was not understood, or cannot be as the world is.
	Missing string `json:"missing,omitempty"`
	// Messages are sentences of this as messages, by the field that has them in English.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Unreadable: the words were not understood, whatever the world is like.
	Unreadable bool `json:"unreadable,omitempty"`
	// Part of the prompt that was not understood, as it was typed.
	Part string `json:"part,omitempty"`
	// Guess is a prompt that may have been meant, Question asks whether it was. It is
	// not begun before somebody agrees: send-prompt with accepted.
	Guess    string `json:"guess,omitempty"`
	Question string `json:"question,omitempty"`
	// Partly is what was understood of a prompt that is not read, with the slot that is
	// open; absent for nothing. Its hole is filled by sending before, the answer and after as
	// one prompt, or by saying the answer alone.
	Partly *game.Partial `json:"partly,omitempty"`
	// Nearest are prompts that would be understood.
	Nearest []string `json:"nearest,omitempty"`
	// Hash names this reading, for send-prompt's accepted.
	Hash string `json:"hash"`
	// Start is when it is done if it is said (talk) as things are; left out where it is no
	// request.
	Start Start `json:"start,omitempty"`
}

// Answer is what a person says to a plan that waits for approval.
type Answer struct {
	TaskID string `json:"taskId"`
	// Revision is the task's: the plan that was looked at.
	Revision int `json:"revision"`
	// Approve lets it run, else the task ends with Reason. All covers the task's
	// later rounds too, unless they bring a new kind of action.
	Approve bool   `json:"approve"`
	All     bool   `json:"all,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// Edit replaces the actions of a plan that waits for approval.
type Edit struct {
	TaskID string `json:"taskId"`
	// Revision is the task's: the plan that was looked at.
	Revision int           `json:"revision"`
	Actions  []game.Action `json:"actions"`
}

// Edited is what came of an edit.
type Edited struct {
	Success bool `json:"success"`
	// Revision is the task's now: the plan to answer, or to edit again.
	Revision int `json:"revision"`
	// Edited says in a sentence what was put in or back, and what for.
	Edited string `json:"edited"`
}

// OfTask names a task.
type OfTask struct {
	TaskID string `json:"taskId"`
}

// Resume goes on with a task.
type Resume struct {
	// TaskID picks one of several interrupted tasks, or one held goal, which goes on
	// alone; left out, the newest, and all that is held.
	TaskID string `json:"taskId,omitempty"`
	OfBody
}

// Clear lets go of what waits.
type Clear struct {
	// TaskID picks the one task to let go of, whoever it waits for; left out, all that
	// wait for the body.
	TaskID string `json:"taskId,omitempty"`
	OfBody
}

// Retry repeats a task that ended.
type Retry struct {
	TaskID string `json:"taskId"`
	// Instance that does it; left out, the one that did it before.
	Instance string `json:"instance,omitempty"`
}

// Named is the name of the body that the call is about.
func (r *Retry) Named() *string { return &r.Instance }

// Cleared is the answer to clear-queue.
type Cleared struct {
	Success bool `json:"success"`
	// Cleared is how many tasks were let go of.
	Cleared int `json:"cleared"`
}

// Queue is what waits for a body.
type Queue struct {
	// Queued begin by themselves, one after the other, unless they are held.
	Queued []Task `json:"queued"`
	// Parked are interrupted tasks that a person has to resume.
	Parked []Task `json:"parked"`
}

// TaskQuery selects tasks of the history.
type TaskQuery struct {
	// Instance, when given, selects that body's tasks.
	Instance string `json:"instance,omitempty"`
	// Before, when given, selects tasks older than this one.
	Before string `json:"before,omitempty"`
	// Words, when given, selects tasks of which each of these words is said: in the goal, its reading,
	// its actions, or the sentence of its end.
	Words string `json:"words,omitempty"`
	// Limit is the most tasks to return, 1 to 1000; left out, 100.
	Limit int `json:"limit,omitempty"`
}

// Named is the name of the body that the call is about.
func (q *TaskQuery) Named() *string { return &q.Instance }

// Tasks is a part of the history, newest first.
type Tasks struct {
	Tasks []Task `json:"tasks"`
}

// TypePlanner is the type of the planners of Minehand's own.
const TypePlanner = "planner"

// BuiltinOnly is the name of the planner that asks no model.
const BuiltinOnly = "builtin"

// Provider is a source of plans that prompts may choose.
type Provider struct {
	Name string `json:"name"`
	// Type: planner (Minehand's own) or the type of the config's entry.
	Type string `json:"type"`
	// Default: it is asked when a prompt names none.
	Default bool `json:"default"`
	// Model that it is asked for; empty for the loaded one.
	Model string `json:"model,omitempty"`
	// Host that the text is sent to; empty for none beyond Minehand itself.
	Host string `json:"host,omitempty"`
	// Local: the text stays on this computer.
	Local bool `json:"local"`
	// Title is what people call it, when that is not its name.
	Title string `json:"title,omitempty"`
	// Tasks that it serves; none means all.
	Tasks []string `json:"tasks,omitempty"`
	// ByName: it is asked only when it is chosen by name; for one that is not local
	// because nobody agreed to more.
	ByName bool `json:"byName,omitempty"`
	// Resting says why it is left out at the moment; empty when it is not.
	Resting string `json:"resting,omitempty"`
	// Messages has Resting as a message, by its field's name, where there is one.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// CallsToday and TokensToday are its use since midnight.
	CallsToday  int `json:"callsToday,omitempty"`
	TokensToday int `json:"tokensToday,omitempty"`
}

// OfProvider names a provider of list-providers; "" means whoever would answer.
type OfProvider struct {
	Provider string `json:"provider,omitempty"`
}

// ProviderHealth is what a provider says of itself, without its model being asked.
type ProviderHealth struct {
	// Server names the software: "LM Studio".
	Server string `json:"server"`
	Model  string `json:"model"`
	// Loaded: the model is known to be in memory.
	Loaded bool `json:"loaded"`
	// ContextLength in tokens; 0 when it is not known.
	ContextLength int `json:"contextLength,omitempty"`
	// Unasked says what was found out in place of asking, where a program has no
	// question for it; empty when the provider answered.
	Unasked string `json:"unasked,omitempty"`
	// Learned is what asking its model has shown since Minehand began, a sentence
	// each.
	Learned   []string `json:"learned,omitempty"`
	LatencyMS int      `json:"latencyMs"`
}

// FindingMark is what a finding asks of the person.
type FindingMark string

// The marks.
const (
	// FindingOK: all is well.
	FindingOK FindingMark = "ok"
	// FindingNote: it works, and something is good to know.
	FindingNote FindingMark = "note"
	// FindingFix: it does not work; the sentence names the fix.
	FindingFix FindingMark = "fix"
)

// Values lists all marks.
func (FindingMark) Values() []string { return words(FindingOK, FindingNote, FindingFix) }

// Finding is one thing that was found when something was looked at.
type Finding struct {
	Mark FindingMark `json:"mark"`
	// Text is a sentence; Say is the same as a message, left out where there is none.
	Text string       `json:"text"`
	Say  game.Message `json:"say,omitzero"`
}

// Diagnosis is what was found of a provider or the history, in the order in which it was looked at.
type Diagnosis struct {
	Findings []Finding `json:"findings"`
}

// Models are those that a provider lists.
type Models struct {
	Models []Model `json:"models"`
}

// Model is one that may be asked for.
type Model struct {
	ID string `json:"id"`
	// Loaded: in memory now.
	Loaded        bool `json:"loaded"`
	ContextLength int  `json:"contextLength,omitempty"`
	// Reasoning: it thinks before it answers.
	Reasoning bool `json:"reasoning,omitempty"`
}

// ProviderTest is what a provider answered to one small question.
type ProviderTest struct {
	Model     string `json:"model"`
	Said      string `json:"said"`
	LatencyMS int    `json:"latencyMs"`
	Tokens    int    `json:"tokens"`
	// Estimated: nobody counted the tokens, they are guessed from the texts.
	Estimated bool `json:"tokensEstimated,omitempty"`
	// Findings say how fast it answers and what it is good for, in the order in
	// which it was asked.
	Findings []Finding `json:"findings,omitempty"`
}

// AskProvider asks a provider to do a task: chat (improve a prompt),
// categorize_prompt, npc_dialogue, or one that it lists.
type AskProvider struct {
	// Provider of list-providers; empty for whoever answers.
	Provider string `json:"provider,omitempty"`
	Task     string `json:"task"`
	// Context holds the task's parameters: message, prompt, blocks for chat; prompt,
	// available_blocks for categorize_prompt; npc_name, npc_context, player_message,
	// scene_context for npc_dialogue.
	Context map[string]any `json:"context,omitempty"`
	// UserID is who asks, for the record.
	UserID string `json:"user_id,omitempty"`
}

// Speech is what somebody said into a page, as it was recorded.
type Speech struct {
	// Audio in base64.
	Audio string `json:"audio"`
	// Type of the recording, as browsers name it: audio/webm;codecs=opus.
	Type string `json:"mime"`
}

// Heard is what was said.
type Heard struct {
	// Text is empty where nothing was heard.
	Text string `json:"text"`
}

// ProviderAnswer is what came of a task.
type ProviderAnswer struct {
	// Output is a text, or the object of a task that has a form.
	Output   any            `json:"output"`
	Metadata AnswerMetadata `json:"metadata"`
}

// AnswerMetadata says who answered.
type AnswerMetadata struct {
	// Provider that answered; empty for Minehand's own reader, which needs no model.
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"`
	Tokens   int    `json:"tokens,omitempty"`
	// Estimated: nobody counted the tokens, they are guessed from the texts.
	Estimated  bool     `json:"tokens_estimated,omitempty"`
	Confidence *float64 `json:"confidence,omitempty"`
	// Passed are those that were asked before and did not answer.
	Passed []PassedOver `json:"passed,omitempty"`
}

// PassedOver is a provider that did not answer, and why.
type PassedOver struct {
	Provider string `json:"provider"`
	// Cause is a sentence that names the fix.
	Cause string `json:"cause"`
}

// Config is the configuration that holds, without secrets.
type Config struct {
	// Path of the file; empty when there is none.
	Path string `json:"path,omitempty"`
	// Settings by their names in the file; null, or nothing, stands for the default.
	Settings map[string]any `json:"settings"`
	// Changeable are the names of those that change-config takes; none where the
	// configuration cannot be changed.
	Changeable []string `json:"changeable"`
	// Locked: changing them needs the PIN.
	Locked bool `json:"locked,omitempty"`
	// Rows are the settings that a page shows, in its order, with their texts.
	Rows []SettingRow `json:"rows,omitempty"`
}

// SettingRow is a setting as a page shows it: options to pick one from, a switch for
// true and false, or a list, with or without switches.
type SettingRow struct {
	// Key is its name in the file.
	Key string `json:"key"`
	// Group is the section of the page: safety.
	Group string `json:"group"`
	Label string `json:"label,omitempty"`
	// Sentence says what it is for, without a full stop.
	Sentence string `json:"sentence"`
	// Changeable: change-config takes it.
	Changeable bool `json:"changeable,omitempty"`
	// Value is what holds; nothing for a list, which stands in the settings.
	Value    any             `json:"value,omitempty"`
	Options  []SettingOption `json:"options,omitempty"`
	Switches []SettingSwitch `json:"switches,omitempty"`
}

// SettingOption is a value that a setting may have.
type SettingOption struct {
	Value any    `json:"value"`
	Text  string `json:"text"`
}

// SettingSwitch is on while none of the entries Off are in the setting's list.
type SettingSwitch struct {
	Label    string   `json:"label"`
	Sentence string   `json:"sentence"`
	Off      []string `json:"off"`
}

// ChangeConfig changes settings of the configuration.
type ChangeConfig struct {
	// Set are new values by their names ("limits.wall_time": "30m"); null goes back to
	// the default. get-config says which may be changed.
	Set map[string]any `json:"set,omitempty"`
	// PIN that locks the settings, where one does.
	PIN string `json:"pin,omitempty"`
	// NewPIN of 4 to 12 digits locks them from now on; empty, they are locked no more.
	NewPIN *string `json:"newPin,omitempty"`
}

// Place is a point in the stream of events.
type Place struct {
	Epoch string `json:"epoch,omitempty"`
	Since uint64 `json:"since,omitempty"`
}

// Subscribed is the answer to subscribe. Snapshot is set when the events asked
// for are gone, or no place was named: it stands for all of them.
type Subscribed struct {
	Epoch    string    `json:"epoch"`
	Since    uint64    `json:"since"`
	Snapshot *Snapshot `json:"snapshot,omitempty"`
}
