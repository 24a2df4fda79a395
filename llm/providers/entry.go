// SPDX-License-Identifier: MIT

package providers

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/money"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/program"
	"github.com/minehand/minehand/llm/router"
)

// Entry is one provider of a config's list `providers`.
type Entry struct {
	// Name: yours to choose; `auto` and `builtin` are taken.
	Name string `yaml:"name"`
	// Type: `openai`, `command`, `cli`, `text` or `scripted`.
	Type string `yaml:"type"`
	// Enabled: default true.
	Enabled *bool `yaml:"enabled"`
	// Priority: the highest is asked first; equal ones in the file's order; default 0.
	Priority int `yaml:"priority"`
	// Config: the type's own settings, below.
	Config any `yaml:"config"`
	// Models: hints (`fast`, `capable`, `codegen`, or your own) and the model each means here; a hint
	// that is not in the map means the default model.
	Models map[string]string `yaml:"models"`
	// Capabilities: `tasks`: what it is asked for (`plan`, `translate`, `chat`, `categorize_prompt`,
	// `npc_dialogue`; one that Minehand does not know must be listed to be asked for); default all of
	// these. `scope`: `unrestricted` (default), `prompt_improvement` (only `chat`) or `categorization`
	// (only `categorize_prompt`). A plain question, without a task, is `chat` of no scope but
	// `unrestricted`. One that lists `chat` is asked for plans through it, unless its scope forbids
	// that.
	Capabilities Capabilities `yaml:"capabilities"`
	// Concurrency: calls at once; default 1, and 4 for a model on another computer.
	Concurrency *int `yaml:"concurrency"`
	// Retries: after a failure that passes; default 1 for programs. A model server's own are three
	// tries.
	Retries *int `yaml:"retries"`
	// Budget: `calls` and `tokens` of a day; default none.
	Budget Budget `yaml:"budget"`
	// Price: what a million tokens cost that it reads (`input`) and writes (`output`): `{input: 0.15,
	// output: 0.6}`; default none.
	Price *money.Price `yaml:"price"`
	// SendsTextTo: the computer that a program sends your text to, if it does, so that it is marked.
	SendsTextTo string `yaml:"sends_text_to"`
	// Consent: a model on another computer may be asked without being chosen by name; default false.
	Consent bool `yaml:"consent"`

	// label is what people call it, when that is not its name.
	label string
	// retryRuns: Retries are for every run that failed, not only for failures
	// that are marked as passing.
	retryRuns bool
}

// Capabilities limit what a provider is asked for.
type Capabilities struct {
	// Tasks that it serves; empty means all. Unknown names are kept.
	Tasks []llm.Task `yaml:"tasks"`
	// Scope: unrestricted (default), prompt_improvement or categorization.
	Scope llm.Scope `yaml:"scope"`
}

// Budget bounds a day's use; what is left out is not bounded.
type Budget struct {
	Calls  *int `yaml:"calls"`
	Tokens *int `yaml:"tokens"`
}

// CommandEntry is one provider of a config's list `command_providers`.
type CommandEntry struct {
	ProviderID string `yaml:"provider_id"`
	Name       string `yaml:"name"`
	// Command is the program with its arguments.
	Command program.Words `yaml:"command"`
	// TimeoutMS of a call in milliseconds; default 30000.
	TimeoutMS *int `yaml:"timeout_ms"`
	// MaxRetries is how often a run that failed is repeated; default 0. What the
	// program answered is not.
	MaxRetries *int `yaml:"max_retries"`
	// Capabilities limit what it is asked for.
	Capabilities Capabilities `yaml:"capabilities"`
}

// commandTimeout is the base document's limit of a call.
const commandTimeout = 30 * time.Second

// Entry is the same provider as an entry of `providers`. Faults of a
// CommandEntry are found by its own Check.
func (c CommandEntry) Entry() Entry {
	limit := time.Duration(value(c.TimeoutMS)) * time.Millisecond
	if c.TimeoutMS == nil {
		limit = commandTimeout
	}
	return Entry{Name: c.ProviderID, label: c.Name, Type: "command", Capabilities: c.Capabilities,
		Retries: c.MaxRetries, retryRuns: c.MaxRetries != nil,
		Config: &Command{Program: Program{Timeout: &limit}, Command: c.Command}}
}

// Check says what is wrong with the entry.
func (c CommandEntry) Check() error {
	switch {
	case c.ProviderID == "":
		return fault("", "every command provider needs a provider_id")
	case len(c.Command) == 0:
		return fault("", "%s needs a command, such as python3 agent.py", c.ProviderID)
	case c.TimeoutMS != nil && *c.TimeoutMS <= 0:
		return fault("timeout_ms", "%d is over before it begins; use 1 or more, or leave it out for 30000", *c.TimeoutMS)
	}
	return cmp.Or(bound("max_retries", c.MaxRetries, 0, most, "0 to 64"), c.Entry().Check())
}

// Choose is the reader's question what the value of a key is to be read into,
// by what was read before; nil when that is not known.
func (e *Entry) Choose(key string) any {
	if t, ok := Lookup(Types(), e.Type); ok && key == "config" {
		return t.settings()
	}
	return nil
}

// most bounds concurrency and retries, which are typed by hand.
const most = 64

// Check says what is wrong with the entry: a *Fault.
func (e Entry) Check() error {
	t, known := Lookup(Types(), e.Type)
	switch {
	case e.Name == "":
		return fault("", "every provider needs a name")
	case !known:
		return fault("type", "%s has the type %q; the types are %s", e.Name, e.Type, strings.Join(names(), ", "))
	case slices.ContainsFunc(e.Capabilities.Tasks, func(t llm.Task) bool { return strings.TrimSpace(string(t)) == "" }):
		return fault("capabilities.tasks", "an entry is empty; write names such as %s, or leave tasks out for all", llm.TaskChat)
	case !e.Capabilities.Scope.Known():
		return fault("capabilities.scope", "%q is none of %s, %s, %s",
			e.Capabilities.Scope, llm.ScopeUnrestricted, llm.ScopeImprovement, llm.ScopeCategorization)
	}
	const unbounded = "0 or more, or leave it out for no limit"
	if err := cmp.Or(bound("concurrency", e.Concurrency, 1, most, "1 to 64"), bound("retries", e.Retries, 0, most, "0 to 64"),
		bound("budget.calls", e.Budget.Calls, 0, math.MaxInt, unbounded),
		bound("budget.tokens", e.Budget.Tokens, 0, math.MaxInt, unbounded)); err != nil {
		return err
	}
	if err := e.checkPrices(); err != nil {
		return err
	}
	if e.Config != nil && reflect.TypeOf(e.Config) != reflect.TypeOf(t.settings()) {
		return fault("config", "it holds the settings of another type; write those of %s", t.Name)
	}
	err := e.settings().check()
	if f, ok := errors.AsType[*Fault](err); ok && f.Setting == "" {
		return fault("", "%s: %w", e.Name, f.Err)
	}
	return err
}

// checkPrices checks the price and the names of models.
func (e Entry) checkPrices() error {
	if p := e.Price; p != nil && !(p.Input >= 0 && p.Output >= 0 && p.Input+p.Output > 0) {
		return fault("price", "%v and %v cost nothing; write what a million tokens cost, such as {input: 0.15, output: 0.6}, or leave it out",
			p.Input, p.Output)
	}
	for _, hint := range slices.Sorted(maps.Keys(e.Models)) {
		if strings.TrimSpace(e.Models[hint]) == "" {
			return fault("models."+hint, "it names no model; write one, such as qwen3-4b, or leave %s out", hint)
		}
	}
	return nil
}

// settings are the entry's own, or its type's empty ones. One of no type has none
// that say anything.
func (e Entry) settings() settings {
	if s, ok := e.Config.(settings); ok {
		return s
	}
	if t, ok := Lookup(Types(), e.Type); ok {
		return t.settings()
	}
	return new(Scripted)
}

// On tells whether the entry is enabled.
func (e Entry) On() bool { return e.Enabled == nil || *e.Enabled }

// Title is what people call the provider.
func (e Entry) Title() string { return cmp.Or(e.label, e.Name) }

// Host is the computer that the provider sends text to; empty for this one, as far as
// can be seen: where a program sends its question is the owner's to say (sends_text_to).
func (e Entry) Host() string {
	if host := e.Address(); e.SendsTextTo != "" || !Loopback((&url.URL{Host: host}).Hostname()) {
		return host
	}
	return ""
}

// Address is the host and port of the server that is asked, one on this computer
// included; the host that a program sends to; empty when nothing is known.
func (e Entry) Address() string {
	if s, ok := e.Config.(*OpenAI); ok && e.SendsTextTo == "" {
		if u, err := openai.ParseURL(s.URL); err == nil {
			return u.Host
		}
	}
	return e.SendsTextTo
}

// Model is the one that is asked when nothing else is wished; empty for the
// provider's own choice.
func (e Entry) Model() string { return e.settings().model() }

// Slots is how many calls may run at once.
func (e Entry) Slots() int {
	if e.Concurrency == nil && e.Host() != "" {
		return 4
	}
	return max(value(e.Concurrency), 1)
}

// Tries is how often a call may be sent, failures that pass included.
func (e Entry) Tries() int {
	if e.Retries == nil && e.Can().Process {
		return 2
	}
	return value(e.Retries) + 1
}

// Open makes the provider. The error is a sentence.
func (e Entry) Open(env Env) (llm.Provider, error) {
	if e.Config == nil {
		if err := e.Check(); err != nil {
			return nil, err
		}
	}
	return e.settings().open(e, env)
}

// Route is the entry as a router takes it.
func (e Entry) Route(env Env) router.Entry {
	return router.Entry{
		Name: e.Name, Title: e.Title(), Host: e.Host(), Priority: e.Priority, Models: e.Models,
		Tasks: e.Capabilities.Tasks, Scope: e.Capabilities.Scope, Slots: e.Slots(), Tries: e.Tries(),
		Calls: e.Budget.Calls, Tokens: e.Budget.Tokens, Price: e.Price, Consent: e.Consent, Key: e,
		Open: func() (llm.Provider, error) { return e.Open(env) },
	}
}

// Can says what the entry's type is able to do.
func (e Entry) Can() Can {
	t, _ := Lookup(Types(), e.Type)
	return t.Can
}
