// SPDX-License-Identifier: MIT

package openai

import "sync"

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

// traits is what was learned about one model on one server.
type traits struct {
	rung     rung
	noStream bool // refuses stream:true
	noUsage  bool // refuses stream_options
}

type traitsKey struct{ server, model string }

// Memory remembers, per server and model, how far down the ladder of
// structured output a model has to be asked and what else it refuses. It lives
// as long as the process: an update of the server is met at the next start.
// Safe for concurrent use.
type Memory struct {
	mu    sync.Mutex
	known map[traitsKey]traits
}

// NewMemory is an empty memory.
func NewMemory() *Memory { return &Memory{known: map[traitsKey]traits{}} }

func (m *Memory) of(server, model string) traits {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[traitsKey{server, model}]
}

func (m *Memory) learn(server, model string, change func(*traits)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.known[traitsKey{server, model}]
	change(&t)
	m.known[traitsKey{server, model}] = t
}
