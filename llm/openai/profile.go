// SPDX-License-Identifier: MIT

package openai

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/llm"
)

// rung is a way of asking for a reply that fits a schema, strongest first.
type rung int

const (
	rungSchema rung = iota // response_format json_schema
	rungTool               // one tool whose arguments are the schema
	rungPrompt             // the schema in the prompt
	rungNone               // the request has no schema
)

func (r rung) String() string {
	return [...]string{"json_schema", "tool", "prompt", ""}[r]
}

// profile is what was learned about one model on one server by asking it.
type profile struct {
	rung     rung
	refused  map[string]bool // fields of a request; never changed in place
	fold     bool            // the system prompt goes into the user's first message
	noStream bool            // refuses to stream, or answers in one piece
	hollow   bool            // answers with empty members when it has nothing to say
	prefill  float64         // tokens of a prompt read in a second; 0: not measured
	speed    float64         // tokens written in a second; 0: not measured
}

// Fields that bound a reply. Servers know the one, the other or both.
const (
	maxTokens     = "max_tokens"
	maxCompletion = "max_completion_tokens"
)

// without is the profile after a refusal of a request with these fields; false
// when the refusal names none that can be left out, renamed or put elsewhere.
func (p profile) without(e *llm.Error, at rung, sent map[string]any) (profile, bool) {
	if !p.noStream && (e.Param == "stream" || mentions(e.Detail, streamWords)) {
		p.noStream = true
		return p, true
	}
	if !p.fold && mentions(e.Detail, systemWords) {
		p.fold = true
		return p, true
	}
	for _, field := range slices.Sorted(maps.Keys(sent)) {
		if needed := slices.Contains(fixed[:], field) || slices.Contains(rungFields[at], field); needed || p.refused[field] || !named(e, field) {
			continue
		}
		if p.refused = maps.Clone(p.refused); p.refused == nil {
			p.refused = map[string]bool{}
		}
		p.refused[field] = true
		return p, true
	}
	return p, false
}

// fixed are the fields that no request can do without.
var fixed = [...]string{"model", "messages", "stream"}

// rungFields make a rung; without them it is another one.
var rungFields = map[rung][]string{rungSchema: {"response_format"}, rungTool: {"tools", "tool_choice"}}

// What errors say that mean streaming, or a system prompt.
var (
	streamWords = []string{"streaming", "stream=true", "stream: true", "'stream'", `"stream"`, "stream is not", "not support stream", "verified to stream"}
	systemWords = []string{"system role", "role 'system'", `role "system"`, "system message", "developer instruction", "system instruction"}
)

// named reports whether a refusal means this field: by its param, or as a word
// of its text.
func named(e *llm.Error, field string) bool {
	if e.Param == field || strings.HasPrefix(e.Param, field+".") {
		return true
	}
	text := e.Detail
	for {
		at := strings.Index(text, field)
		if at < 0 {
			return false
		}
		before, after := text[:at], text[at+len(field):]
		if !wordEnds(before, len(before)-1) && !wordEnds(after, 0) {
			return true
		}
		text = after
	}
}

// wordEnds reports whether the byte at i belongs to a name.
func wordEnds(text string, i int) bool {
	return i >= 0 && i < len(text) && (text[i] == '_' || 'a' <= text[i] && text[i] <= 'z' || 'A' <= text[i] && text[i] <= 'Z')
}

// limitField is the field that bounds a reply, empty when the server refuses
// both.
func (p profile) limitField(hosted bool) string {
	names := []string{maxTokens, maxCompletion}
	if hosted {
		slices.Reverse(names)
	}
	for _, name := range names {
		if !p.refused[name] {
			return name
		}
	}
	return ""
}

// sentences tell a person what was learned.
func (p profile) sentences() []string {
	var out []string
	say := func(yes bool, format string, args ...any) {
		if yes {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	fields := slices.Sorted(maps.Keys(p.refused))
	say(len(fields) > 0, "It refuses %s: requests go without.", strings.Join(fields, ", "))
	say(p.fold, "It knows no system prompt: ours goes into the first message.")
	say(p.noStream, "It answers in one piece: no word is shown before the last.")
	say(p.rung == rungTool, "It cannot bind an answer to a schema: it is asked through a tool call.")
	say(p.rung == rungPrompt, "It cannot bind an answer to a schema: the schema goes into the prompt, and more answers are unusable.")
	say(p.prefill > 0, "It reads about %.0f tokens a second.", p.prefill)
	say(p.speed > 0, "It writes about %.1f tokens a second.", p.speed)
	return out
}

type profileKey struct{ server, model string }

// Memory remembers what was learned, per server and model. It lives as long as
// the process: an update of the server is met at the next start. Safe for
// concurrent use.
type Memory struct {
	mu    sync.Mutex
	known map[profileKey]profile
}

// NewMemory is an empty memory.
func NewMemory() *Memory { return &Memory{known: map[profileKey]profile{}} }

func (m *Memory) of(server, model string) profile {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[profileKey{server, model}]
}

func (m *Memory) learn(server, model string, change func(*profile)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.known[profileKey{server, model}]
	change(&p)
	m.known[profileKey{server, model}] = p
}
