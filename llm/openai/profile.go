// SPDX-License-Identifier: MIT

package openai

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/internal/wholefile"
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

// profile is what was learned about one model on one server by asking it. Its JSON is
// what is kept over a restart.
type profile struct {
	Rung    rung            `json:"rung,omitempty"`
	Refused map[string]bool `json:"refused,omitempty"` // fields of a request; never changed in place
	Fold    bool            `json:"fold,omitempty"`    // the system prompt goes into the user's first message
	Whole   bool            `json:"whole,omitempty"`   // refuses to stream, or answers in one piece
	Hollow  bool            `json:"hollow,omitempty"`  // answers with empty members when it has nothing to say
	Prefill float64         `json:"prefill,omitempty"` // tokens of a prompt read in a second; 0: not measured
	Speed   float64         `json:"speed,omitempty"`   // tokens written in a second; 0: not measured
	// Context is how many tokens it reads at most, as a refusal said or a prompt showed
	// that was cut; 0 when neither happened.
	Context int `json:"context,omitempty"`
	// Mark is what the server's list says of itself and the model, Build what its replies
	// do: with another, everything is learned again.
	Mark  string    `json:"mark,omitempty"`
	Build string    `json:"build,omitempty"`
	Since time.Time `json:"since"`
}

// rests reports whether the profile says what o does, but for speeds, which differ each
// time.
func (p profile) rests(o profile) bool {
	measured := (p.Prefill > 0) == (o.Prefill > 0)
	p.Prefill, p.Speed, p.Since = o.Prefill, o.Speed, o.Since
	return measured && reflect.DeepEqual(p, o)
}

// Fields that bound a reply. Servers know the one, the other or both.
const (
	maxTokens     = "max_tokens"
	maxCompletion = "max_completion_tokens"
)

// without is the profile after a refusal of a request with these fields; false
// when the refusal names none that can be left out, renamed or put elsewhere.
func (p profile) without(e *llm.Error, at rung, sent map[string]any) (profile, bool) {
	if !p.Whole && (e.Param == "stream" || mentions(e.Detail, streamWords)) {
		p.Whole = true
		return p, true
	}
	if !p.Fold && mentions(e.Detail, systemWords) {
		p.Fold = true
		return p, true
	}
	for _, field := range slices.Sorted(maps.Keys(sent)) {
		if needed := slices.Contains(fixed[:], field) || slices.Contains(rungFields[at], field); needed || p.Refused[field] || !named(e, field) {
			continue
		}
		if p.Refused = maps.Clone(p.Refused); p.Refused == nil {
			p.Refused = map[string]bool{}
		}
		p.Refused[field] = true
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
	streamWords = []string{"streaming", "stream=true", "stream: true",
		"'stream'", `"stream"`, "stream is not", "not support stream", "verified to stream"}
	systemWords = []string{"system role", "role 'system'", `role "system"`, "system message", "developer instruction", "system instruction"}
)

// named reports whether a refusal means this field: by its param, or as a word
// of its text.
func named(e *llm.Error, field string) bool {
	word := regexp.MustCompile(`(^|[^A-Za-z_])` + regexp.QuoteMeta(field) + `($|[^A-Za-z_])`)
	return e.Param == field || strings.HasPrefix(e.Param, field+".") || word.MatchString(e.Detail)
}

// limitField is the field that bounds a reply, empty when the server refuses
// both.
func (p profile) limitField(hosted bool) string {
	names := []string{maxTokens, maxCompletion}
	if hosted {
		slices.Reverse(names)
	}
	for _, name := range names {
		if !p.Refused[name] {
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
	fields := slices.Sorted(maps.Keys(p.Refused))
	say(len(fields) > 0, "It refuses %s: requests go without.", strings.Join(fields, ", "))
	say(p.Fold, "It knows no system prompt: ours goes into the first message.")
	say(p.Whole, "It answers in one piece: no word is shown before the last.")
	say(p.Rung == rungTool, "It cannot bind an answer to a schema: it is asked through a tool call.")
	say(p.Rung == rungPrompt, "It cannot bind an answer to a schema: the schema goes into the prompt, and more answers are unusable.")
	say(p.Context > 0, "It reads %d tokens at most.", p.Context)
	say(p.Prefill > 0, "It reads about %.0f tokens a second.", p.Prefill)
	say(p.Speed > 0, "It writes about %.1f tokens a second.", p.Speed)
	return out
}

type profileKey struct {
	Server string `json:"server"`
	Model  string `json:"model"`
}

// keptProfile is a line of the file that a memory is kept in.
type keptProfile struct {
	profileKey
	profile
}

const (
	// learnedFor is how long what was learned holds: a hosted service changes unseen.
	learnedFor = 30 * 24 * time.Hour
	// mostKept bounds the profiles in the file; the newest are kept.
	mostKept = 200
)

// Memory remembers what was learned, per server and model, for as long as the process
// lives, and longer with KeepIn. Safe for concurrent use.
type Memory struct {
	mu    sync.Mutex
	known map[profileKey]profile
	file  string // empty: it is not kept
}

// NewMemory is an empty memory.
func NewMemory() *Memory { return &Memory{known: map[profileKey]profile{}} }

// KeepIn takes in what the file holds, and keeps there what is learned from now on. A
// file that cannot be read or written costs nothing but learning again. Processes may
// share one.
func (m *Memory) KeepIn(file string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.file = file
	m.takeIn()
}

// takeIn reads the file; of each profile the newer one stands. mu is held.
func (m *Memory) takeIn() {
	var list []keptProfile
	if wholefile.ReadJSON(m.file, &list) != nil {
		return
	}
	for _, k := range list {
		if old, ok := m.known[k.profileKey]; time.Since(k.Since) < learnedFor && (!ok || old.Since.Before(k.Since)) {
			m.known[k.profileKey] = k.profile
		}
	}
}

// keep writes the file, with what other processes learned; mu is held.
func (m *Memory) keep() {
	if m.file == "" {
		return
	}
	m.takeIn()
	list := make([]keptProfile, 0, len(m.known))
	for key, p := range m.known {
		list = append(list, keptProfile{key, p})
	}
	slices.SortFunc(list, func(a, b keptProfile) int { return b.Since.Compare(a.Since) })
	_ = os.MkdirAll(filepath.Dir(m.file), 0o700)                            // writing says it
	_ = wholefile.WriteJSON(m.file, list[:min(len(list), mostKept)], 0o600) // else it is learned again
}

func (m *Memory) of(server, model string) profile {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at(profileKey{server, model})
}

// at is what is known and not too old; mu is held.
func (m *Memory) at(key profileKey) profile {
	p := m.known[key]
	if time.Since(p.Since) > learnedFor {
		return profile{Mark: p.Mark}
	}
	return p
}

func (m *Memory) learn(server, model string, change func(*profile)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := profileKey{server, model}
	was := m.at(key)
	p := was
	change(&p)
	if p.Since.IsZero() {
		p.Since = time.Now()
	}
	if m.known[key] = p; !p.rests(was) {
		m.change(key, p)
	}
}

// change takes in what is new of a profile; mu is held.
func (m *Memory) change(key profileKey, p profile) {
	p.Since = time.Now()
	m.known[key] = p
	m.keep()
}

// meet forgets what was learned about models of a server whose list says something else
// of them now.
func (m *Memory) meet(server string, mark func(model string) string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, p := range maps.Clone(m.known) {
		now := ""
		if key.Server == server {
			now = mark(key.Model)
		}
		if now == "" || now == p.Mark {
			continue
		}
		if p.Mark != "" {
			p = profile{}
		}
		p.Mark = now
		m.change(key, p)
	}
}
