// SPDX-License-Identifier: MIT

package llm

import (
	"encoding/json"
	"strings"
)

// Task names what a request is for. Unknown names are carried unchanged.
type Task string

// The tasks Minehand asks for.
const (
	TaskPlan       Task = "plan"
	TaskChat       Task = "chat"
	TaskCategorize Task = "categorize_prompt"
	TaskDialogue   Task = "npc_dialogue"
	// TaskTranslate is a person's words into clauses; whoever serves plans
	// serves it.
	TaskTranslate Task = "translate"
)

// KnownTasks are those that every model can be asked for, in words of Minehand's own.
var KnownTasks = []Task{TaskPlan, TaskChat, TaskCategorize, TaskDialogue, TaskTranslate}

// DefaultTemperature is what providers send when neither request nor config
// names one: plans want the likely answer, and at 0 small models repeat
// themselves without end.
const DefaultTemperature = 0.2

// Role says who spoke a message.
type Role string

// The roles of the chat format.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Request is one question. The zero value of every field but Prompt works.
type Request struct {
	Task Task
	// Model overrides the provider's configured model. A hint that the
	// provider's models map knows (fast, capable, codegen) is resolved by the
	// router.
	Model string
	// System is sent first, Context after it in order, Prompt last as the
	// user's message. An empty Prompt sends none (Context then ends with what
	// the model is to answer, such as a tool's result).
	System  string
	Context []Message
	Prompt  string

	// Schema binds the reply to a JSON schema, by the strongest means the
	// server knows. The reply must be validated all the same: servers fail
	// open.
	Schema *Schema
	Tools  []Tool

	Temperature *float64 // nil leaves the server's default; a pointer to 0 is sent as 0
	TopP        *float64 // nil leaves the server's default
	Seed        *int64   // nil lets the server choose
	MaxTokens   int      // bounds the reply; 0 leaves the provider's default

	// Params are the task's own parameters, for providers whose protocol has a
	// place for them; System and Prompt say the same in words.
	Params map[string]any

	// FromGame: it holds text of other players or of the world. Such a request
	// never leads to a command on the owner's computer.
	FromGame bool

	// Metadata goes to the audit trail and to providers whose protocol has a
	// place for it; it is never shown to the model.
	Metadata map[string]string

	// OnChunk, when set, gets each piece of the reply as it arrives, in order and
	// from one goroutine. The Response is authoritative: it may differ from the sum
	// of the pieces (a late </think> moves text from content to reasoning). An error
	// from it ends the call and is returned as it is; it must not block, for its
	// time counts as the model's.
	OnChunk func(Chunk) error

	// Progress, when set, hears about the warm-up at each change of phase and
	// at least once a second. It is called from one goroutine at a time, must
	// not block, and is never called after the call returned.
	Progress func(Progress)
}

// Streamed is the request with its reply handed to onChunk as it comes.
func (r Request) Streamed(onChunk func(Chunk) error) Request {
	r.OnChunk = onChunk
	return r
}

// Message is one turn of the conversation so far.
type Message struct {
	Role       Role
	Content    string
	ToolCalls  []ToolCall // echoed with the assistant's turn that made them
	ToolCallID string     // names the call a RoleTool message answers
}

// Schema is a JSON schema a reply must fit.
type Schema struct {
	// Name is sent to the server: letters, digits, _ and -; "reply" if empty.
	Name        string
	Description string
	JSON        json.RawMessage
	// Strict asks for strict adherence; a hosted API then demands that every
	// property is required and nothing additional is allowed.
	Strict bool
}

// SchemaAsWords is the request with its schema told in the system prompt, for
// protocols that have no place for one.
func (r Request) SchemaAsWords() Request {
	if r.Schema != nil {
		r.System = strings.TrimSpace(r.System + "\n\nAnswer with one JSON object and nothing else: no prose, no code fence. " +
			"It must fit this JSON schema:\n" + string(r.Schema.JSON))
	}
	return r
}

// AsText is the whole request as one text, for models that take one: the
// system prompt, the conversation with its speakers, the prompt.
func (r Request) AsText() string {
	var parts []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			parts = append(parts, text)
		}
	}
	add(r.System)
	for _, m := range r.Context {
		said := strings.TrimSpace(m.Content)
		for _, c := range m.ToolCalls {
			said = strings.TrimSpace(said + "\n" + c.Name + " " + c.Arguments)
		}
		if said != "" {
			add(strings.ToUpper(string(m.Role)) + ": " + said)
		}
	}
	add(r.Prompt)
	return strings.Join(parts, "\n\n")
}

// Tool is a function the model may ask to have called.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // the JSON schema of the arguments
}

// ToolCall is the model asking for a tool.
type ToolCall struct {
	// ID is never empty: a missing one is made up.
	ID        string
	Name      string
	Arguments string // the JSON text as the model wrote it; it may be invalid
}

// Scope bounds what a provider may be asked for.
type Scope string

// The scopes. The zero value is unrestricted.
const (
	ScopeUnrestricted   Scope = "unrestricted"
	ScopeImprovement    Scope = "prompt_improvement"
	ScopeCategorization Scope = "categorization"
)

// Known tells whether the scope is one of those above.
func (s Scope) Known() bool {
	return s == "" || s == ScopeUnrestricted || s == ScopeImprovement || s == ScopeCategorization
}

// Allows tells whether the task is within the scope; nothing is within an unknown one.
func (s Scope) Allows(t Task) bool {
	return s == "" || s == ScopeUnrestricted || s == ScopeImprovement && t == TaskChat || s == ScopeCategorization && t == TaskCategorize
}
