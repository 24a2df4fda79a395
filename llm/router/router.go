// SPDX-License-Identifier: MIT

// Package router chooses who answers: by priority, by the tasks and scope of
// each provider, by what is available, what was agreed to and what may still be
// spent. Nobody asks a provider but through it, so that every call is audited.
//
// Invariants:
//   - A provider that was named is asked and no other. Without a name the next
//     one is asked when one fails, and the response or the error says why each
//     of those before it did not answer.
//   - Only failures that are declared retryable are tried again.
//   - A model on another computer that nobody agreed to is not asked unless it
//     was named. A spent budget for other computers never keeps a local model
//     from answering.
//   - No more calls run at once than a provider has slots; the others wait in
//     the order they came, and leave when their context ends.
//   - Replace never ends a running call.
//
// Usage:
//
//	r := router.New(entries, router.Config{Audit: &ring})
//	defer r.Close()
//	p, err := r.Provider("") // or a name
//	resp, err := p.Generate(ctx, req)
package router

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/internal/money"
	"github.com/minehand/minehand/llm"
)

// Entry is one provider as the router sees it. Name and Open are required.
type Entry struct {
	Name     string
	Title    string            // what people call it; the name if empty
	Host     string            // the computer that it sends text to; empty for this one
	Priority int               // the highest is asked first; equal ones in the list's order
	Models   map[string]string // maps hints to models
	// Tasks that it serves; empty means all that Scope allows.
	Tasks []llm.Task
	Scope llm.Scope
	// Slots is how many calls may run at once, Tries how often one may be sent;
	// 1 if zero.
	Slots, Tries int
	// Calls and Tokens bound its use in a day; nil does not.
	Calls, Tokens *int
	Price         *money.Price                 // of its tokens; nil for none
	Consent       bool                         // it may be asked without being named although it has a Host
	ByName        bool                         // it is asked only when it is named
	Key           any                          // tells whether an entry changed: equal keys keep the open provider
	Open          func() (llm.Provider, error) // makes the provider, once, at its first use
}

// Config is what a router needs beside its entries. The zero value works.
type Config struct {
	Audit llm.Audit // gets every call; nil keeps none
	// Elsewhere are the calls that other programs made since it was last asked,
	// which count in the same budgets; nil for none.
	Elsewhere func() []llm.Call
	Text      bool // prompts and replies are given to Audit, without their secrets
	// Secrets are taken out of audited texts beside what looks like one; nil for
	// none.
	Secrets func() []string
	// Calls and Tokens bound a day's use of models on other computers; nil does
	// not.
	Calls, Tokens *int
	Currency      string // of the prices
	// Now is the clock of days and of what is unavailable; time.Now if nil.
	Now func() time.Time
	Log *slog.Logger
}

const (
	// healthFor is how long a provider's health is believed.
	healthFor = 5 * time.Second
	// sickFor is how long a failed check is.
	sickFor = 2 * time.Second
	// firstRest and longestRest bound how long a provider that failed is left
	// out while there are others; each failure in a row doubles it.
	firstRest   = 15 * time.Second
	longestRest = 2 * time.Minute
	// firstPause is before the first retry; each further one doubles it.
	firstPause = 500 * time.Millisecond
	// longestWait is the longest Retry-After that is waited for.
	longestWait = 60 * time.Second
)

// hints are the names that base documents use for kinds of models; those of the
// entries' own maps are hints as well.
var hints = []string{"fast", "capable", "codegen", "longcontext"}

// Router asks providers. Its methods may be called from any goroutine.
type Router struct {
	cfg Config

	mu      sync.Mutex
	members []*member // by priority
	besides []*member
	day     string
	used    map[string]used // by name; today's
	away    used            // of models on other computers
}

// used counts a day's use.
type used struct{ calls, tokens int }

// member is an entry with its state, which the router's mutex guards but for the provider.
type member struct {
	Entry
	slots chan struct{}

	opening  sync.Mutex // guards provider, also while Open runs
	provider llm.Provider
	running  int
	retired  bool

	until    time.Time // left out until then
	asked    bool      // by its own word, so that it is not asked when named either
	failures int       // in a row
	cause    error

	health   llm.Health
	sick     error
	healthAt time.Time
}

// New makes a router; it opens nothing yet.
func New(entries []Entry, cfg Config) *Router {
	cfg.Now = or(cfg.Now, time.Now)
	cfg.Secrets = or(cfg.Secrets, func() []string { return nil })
	cfg.Elsewhere = or(cfg.Elsewhere, func() []llm.Call { return nil })
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	r := &Router{cfg: cfg, used: map[string]used{}}
	r.Replace(entries)
	return r
}

// or is a function, or the other where it is nil.
func or[R any](f, other func() R) func() R {
	if f == nil {
		return other
	}
	return f
}

// Replace puts other entries in place of the present ones. Those whose key is
// the same stay open; calls that are running go on.
func (r *Router) Replace(entries []Entry) {
	r.mu.Lock()
	old := slices.Clone(r.members)
	var next []*member
	for _, e := range entries {
		i := slices.IndexFunc(old, func(m *member) bool { return m.Name == e.Name && reflect.DeepEqual(m.Key, e.Key) && e.Key != nil })
		if i < 0 {
			next = append(next, newMember(e))
			continue
		}
		next, old = append(next, old[i]), slices.Delete(old, i, i+1)
	}
	slices.SortStableFunc(next, func(a, b *member) int { return b.Priority - a.Priority })
	r.members = next
	idle := slices.DeleteFunc(old, func(m *member) bool {
		m.retired = true
		return m.running > 0 // leave does it
	})
	r.mu.Unlock()
	for _, m := range idle {
		m.shut()
	}
}

func newMember(e Entry) *member {
	e.Slots, e.Tries, e.Title = max(e.Slots, 1), max(e.Tries, 1), cmp.Or(e.Title, e.Name)
	return &member{Entry: e, slots: make(chan struct{}, e.Slots)}
}

// open is the member's provider.
func (m *member) open() (llm.Provider, error) {
	m.opening.Lock()
	defer m.opening.Unlock()
	if m.provider == nil {
		p, err := m.Open()
		if err != nil {
			return nil, err
		}
		m.provider = p
	}
	return m.provider, nil
}

func (m *member) shut() {
	m.opening.Lock()
	defer m.opening.Unlock()
	if c, ok := m.provider.(interface{ Close() error }); ok {
		_ = c.Close() // it only lets go of idle connections
	}
}

// Close lets go of what the providers hold. Running calls are not ended: cancel
// their contexts. Idempotent.
func (r *Router) Close() error {
	r.mu.Lock()
	all := slices.Concat(r.members, r.besides)
	r.mu.Unlock()
	for _, m := range all {
		m.shut()
	}
	return nil
}

// Names are the entries' names, in the order in which they are asked.
func (r *Router) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var names []string
	for _, m := range r.members {
		names = append(names, m.Name)
	}
	return names
}

// Status is what is known of an entry without asking it.
type Status struct {
	Entry
	// Unavailable is until when it is left out, zero when it is not; Cause says
	// why.
	Unavailable time.Time
	Cause       error
	// UsedCalls and UsedTokens are today's.
	UsedCalls, UsedTokens int
}

// List says how the entries stand, in the order in which they are asked.
func (r *Router) List() []Status {
	r.Restore(r.cfg.Elsewhere())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn()
	out := make([]Status, len(r.members))
	for i, m := range r.members {
		out[i] = Status{Entry: m.Entry}
		if m.until.After(r.cfg.Now()) {
			out[i].Unavailable, out[i].Cause = m.until, m.cause
		}
		u := r.used[m.Name]
		out[i].UsedCalls, out[i].UsedTokens = u.calls, u.tokens
	}
	return out
}

// Provider is the one of that name; with an empty name all of them, each asked
// when those before it failed.
func (r *Router) Provider(name string) (llm.Provider, error) {
	if names := r.Names(); name != "" && !slices.Contains(names, name) {
		return nil, fmt.Errorf("there is no provider %q; there are %s", name, strings.Join(names, ", "))
	}
	return &route{router: r, name: name}, nil
}

// Beside is a provider that is not among the entries, asked under the same
// rules as one that was named.
func (r *Router) Beside(e Entry) llm.Provider {
	m := newMember(e)
	r.mu.Lock()
	r.besides = append(r.besides, m)
	r.mu.Unlock()
	return &route{router: r, beside: m}
}

// turn begins a new day; mu is held.
func (r *Router) turn() {
	if day := r.cfg.Now().Format(time.DateOnly); day != r.day {
		r.day, r.used, r.away = day, map[string]used{}, used{}
	}
}

// Restore counts calls of an earlier run, or of another program, in today's use.
func (r *Router) Restore(calls []llm.Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn()
	for _, c := range calls {
		if c.Began.Format(time.DateOnly) != r.day {
			continue
		}
		away := slices.ContainsFunc(r.members, func(m *member) bool { return m.Name == c.Provider && m.Host != "" })
		r.add(c.Provider, away, used{1, c.Usage.Total()})
	}
}

// add counts a use today; mu is held.
func (r *Router) add(name string, away bool, u used) {
	r.used[name] = r.used[name].plus(u)
	if away {
		r.away = r.away.plus(u)
	}
}

func (u used) plus(o used) used { return used{u.calls + o.calls, u.tokens + o.tokens} }

// route is the way to one provider, or to all of them.
type route struct {
	router *Router
	name   string
	beside *member
}

var _ llm.Provider = (*route)(nil)

// Generate implements [llm.Provider]. When another provider takes over, its first
// chunk is a Restart.
func (t *route) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	chain, passed := t.chain(func(m *member) error { return m.fit(req.Task) })
	var resp llm.Response
	var paid money.Cost // to those that did not answer
	w := &writer{onChunk: req.OnChunk}
	if req.OnChunk != nil {
		req.OnChunk = w.write
	}
	for i, m := range chain {
		one := req
		one.Model = t.router.model(m, req.Model, i == 0)
		var err error
		resp, err = t.router.ask(ctx, m, one, w)
		paid = paid.Plus(resp.Cost)
		resp.Cost = paid
		if resp.Provider = m.Name; err == nil {
			resp.Passed = slices.DeleteFunc(passed, notAsked)
			return resp, nil
		}
		if w.err != nil || errors.Is(err, llm.ErrStopped) || ctx.Err() != nil {
			return resp, err
		}
		passed = append(passed, llm.Passed{Provider: m.Title, Cause: err})
		if i+1 < len(chain) {
			t.router.cfg.Log.Info("provider passed over", "provider", m.Name, "next", chain[i+1].Name, "error", err)
			if req.Progress != nil {
				req.Progress(llm.Progress{Phase: llm.PhaseNext, Model: chain[i+1].Title, Note: err.Error(), Attempt: 1})
			}
		}
	}
	return resp, refusal(passed)
}

// notAsked: the provider is not there for such a question, which is nothing to
// tell when another one answers.
func notAsked(p llm.Passed) bool {
	return errors.Is(p.Cause, llm.ErrTask) || errors.Is(p.Cause, llm.ErrConsent)
}

// refusal is the error when nobody answered: the one cause, or all of them.
func refusal(passed []llm.Passed) error {
	switch len(passed) {
	case 0:
		return &llm.Error{Kind: llm.ErrNoModel, Provider: "the config"}
	case 1:
		return passed[0].Cause
	}
	return &llm.PassedError{Passed: passed}
}

// anything lets every member through: what is asked is no task.
func anything(*member) error { return nil }

// chain is who is asked, in order, and why the others are not: fit says whether a
// member is there for it. Providers that rest after a failure are asked after all
// when there is nobody else.
func (t *route) chain(fit func(*member) error) (chain []*member, passed []llm.Passed) {
	if t.beside != nil {
		return []*member{t.beside}, nil
	}
	r := t.router
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.cfg.Now()
	var resting []*member
	var why []llm.Passed
	for _, m := range r.members {
		named := m.Name == t.name
		if t.name != "" && !named || m.ByName && !named {
			continue
		}
		err := fit(m)
		switch {
		case err != nil:
		case m.Host != "" && !m.Consent && !named:
			err = &llm.Error{Kind: llm.ErrConsent, Provider: m.Title + " (" + m.Host + ")"}
		case m.until.After(now) && (m.asked || !named):
			if !m.asked {
				resting = append(resting, m)
				why = append(why, llm.Passed{Provider: m.Title, Cause: m.cause})
				continue
			}
			err = &llm.Error{Kind: llm.ErrRateLimited, Provider: m.Title, RetryAfter: m.until.Sub(now)}
		default:
			chain = append(chain, m)
			continue
		}
		passed = append(passed, llm.Passed{Provider: m.Title, Cause: err})
	}
	if len(chain) == 0 {
		return resting, passed
	}
	return chain, append(passed, why...)
}

// fit says why the entry is not there for the task. Who serves plans or chat
// serves translations, and who serves chat can be asked for a plan in words. A
// question without a task is chat, and of no scope but the unrestricted one.
func (e Entry) fit(task llm.Task) error {
	name, no := string(task), &llm.Error{Kind: llm.ErrTask, Provider: e.Title}
	instead := map[llm.Task][]llm.Task{"": {llm.TaskChat}, llm.TaskTranslate: {llm.TaskPlan, llm.TaskChat}, llm.TaskPlan: {llm.TaskChat}}[task]
	if task == "" {
		name = "a plain question (" + string(llm.TaskChat) + ")"
	}
	switch serves := append(instead, task); {
	case len(e.Tasks) == 0 && task != "" && !slices.Contains(llm.KnownTasks, task):
		no.Detail = fmt.Sprintf("it lists no task %.60q", task)
	case len(e.Tasks) > 0 && !slices.ContainsFunc(serves, func(t llm.Task) bool { return slices.Contains(e.Tasks, t) }):
		no.Detail = fmt.Sprintf("it lists %s, not %s", strings.Join(text(e.Tasks), ", "), name)
	case !e.Scope.Allows(task):
		no.Detail = fmt.Sprintf("its scope %s has no place for %s", e.Scope, name)
		no.Fix = "Choose another provider, or widen its scope in the config."
	default:
		return nil
	}
	return no
}

func text(tasks []llm.Task) (names []string) {
	for _, t := range tasks {
		names = append(names, string(t))
	}
	return names
}

// model is what the member is asked for. A hint goes through its map, an
// unknown one means its default; a model by name is the first one's alone.
func (r *Router) model(m *member, asked string, first bool) string {
	if mapped, ok := m.Models[asked]; ok {
		return mapped
	}
	r.mu.Lock()
	hint := slices.Contains(hints, asked) || slices.ContainsFunc(r.members, func(o *member) bool { return o.Models[asked] != "" })
	r.mu.Unlock()
	if hint || !first {
		return ""
	}
	return asked
}

// writer passes chunks on and remembers whether there were any.
type writer struct {
	onChunk func(llm.Chunk) error
	stale   bool // what was passed on is void
	wrote   bool
	err     error // of onChunk
}

func (w *writer) write(c llm.Chunk) error {
	if w.stale && !c.Restart {
		w.err = w.onChunk(llm.Chunk{Restart: true})
	}
	if w.wrote, w.stale = true, false; w.err == nil {
		w.err = w.onChunk(c)
	}
	return w.err
}

// ask asks one member, again as often as it may be when failures pass.
func (r *Router) ask(ctx context.Context, m *member, req llm.Request, w *writer) (resp llm.Response, err error) {
	if ctx.Err() != nil {
		return resp, m.stopped(ctx)
	}
	if err := r.enter(ctx, m, req); err != nil {
		return resp, err
	}
	defer r.leave(m)
	var cost money.Cost
	pause := firstPause
	for try := 1; ; try++ {
		if err := r.spend(m); err != nil {
			return resp, err
		}
		var p llm.Provider
		if p, err = m.open(); err != nil {
			r.settle(m, err)
			return resp, err
		}
		began := r.cfg.Now()
		w.stale = w.stale || w.wrote
		expected := r.expected(m, req)
		resp, err = p.Generate(ctx, telling(req, expected))
		r.count(m, resp.Usage)
		if m.Price != nil && resp.Usage.Total() > 0 { // else nothing was answered, and nothing is asked for it
			expected.Amount, expected.Guessed = m.Price.Of(resp.Usage.Input, resp.Usage.Output), resp.Usage.Estimated
			cost = cost.Plus(expected)
		}
		resp.Cost = cost
		r.record(m, req, resp, err, try, began)
		if w.err == nil && ctx.Err() == nil {
			r.settle(m, err)
		}
		wait := max(retryAfter(err), pause)
		if err == nil || w.err != nil || try >= m.Tries || !llm.Retryable(err) || wait > longestWait {
			return resp, err
		}
		if req.Progress != nil {
			req.Progress(llm.Progress{Phase: llm.PhaseRetrying, Model: m.Title, Attempt: try + 1})
		}
		if llm.Sleep(ctx, wait) != nil {
			return resp, m.stopped(ctx)
		}
		pause *= 2
	}
}

// expected is what a question costs as far as it shows before it is sent; nothing where
// there is no price.
func (r *Router) expected(m *member, req llm.Request) money.Cost {
	if m.Price == nil {
		return money.Cost{}
	}
	return money.Cost{Estimate: m.Price.Of(req.Tokens(), req.ReplyTokens()), Currency: r.cfg.Currency}
}

// telling has whoever waits told what an answer is expected to cost.
func telling(req llm.Request, expected money.Cost) llm.Request {
	if tell := req.Progress; tell != nil && expected.Currency != "" {
		said := money.Text(expected.Estimate, expected.Currency)
		req.Progress = func(p llm.Progress) {
			p.Cost = said
			tell(p)
		}
	}
	return req
}

func retryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.RetryAfter
	}
	return 0
}

// stopped is the error of a wait that the caller ended.
func (m *member) stopped(ctx context.Context) error {
	return llm.Stopped(ctx, m.Title, "allow more, or raise its concurrency in the config.")
}

// enter waits for a slot.
func (r *Router) enter(ctx context.Context, m *member, req llm.Request) error {
	select {
	case m.slots <- struct{}{}:
	default:
		if req.Progress != nil {
			req.Progress(llm.Progress{Phase: llm.PhaseQueued, Model: m.Title, Attempt: 1})
		}
		select {
		case m.slots <- struct{}{}:
		case <-ctx.Done():
			return m.stopped(ctx)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	m.running++
	return nil
}

func (r *Router) leave(m *member) {
	r.mu.Lock()
	m.running--
	last := m.retired && m.running == 0
	r.mu.Unlock()
	<-m.slots
	if last {
		m.shut()
	}
}

// spend refuses a call for which there is no budget left, and counts it.
func (r *Router) spend(m *member) error {
	r.Restore(r.cfg.Elsewhere())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn()
	spent := r.used[m.Name].over(m.Calls, m.Tokens)
	who := m.Title
	if !spent && m.Host != "" && r.away.over(r.cfg.Calls, r.cfg.Tokens) {
		spent, who = true, "all models on other computers together"
	}
	if spent {
		return &llm.Error{Kind: llm.ErrBudget, Provider: who}
	}
	r.add(m.Name, m.Host != "", used{calls: 1})
	return nil
}

func (u used) over(calls, tokens *int) bool {
	return calls != nil && u.calls >= *calls || tokens != nil && u.tokens >= *tokens
}

// count adds the tokens of a call.
func (r *Router) count(m *member, usage llm.Usage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(m.Name, m.Host != "", used{tokens: usage.Total()})
}

// settle notes how a member did: after a failure it rests, for as long as it
// asked for or longer with each failure in a row. What is wrong with a request
// says nothing about the provider.
func (r *Router) settle(m *member, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		m.until, m.cause, m.failures, m.asked = time.Time{}, nil, 0, false
		return
	}
	if errors.Is(err, llm.ErrContextOverflow) {
		m.healthAt = time.Time{} // the provider may know its context now
	}
	if !tells(err) {
		return
	}
	rest := min(firstRest<<min(m.failures, 8), longestRest)
	m.failures++
	m.cause, m.asked = err, retryAfter(err) > 0
	if m.asked {
		rest = retryAfter(err)
	}
	m.until = r.cfg.Now().Add(rest)
}

// tells reports whether a failure is one of the provider rather than of the
// question.
func tells(err error) bool {
	return !slices.ContainsFunc([]llm.Kind{llm.ErrStopped, llm.ErrContextOverflow, llm.ErrBadRequest, llm.ErrEmptyReply, llm.ErrRefused,
		llm.ErrTooLarge, llm.ErrBadReply, llm.ErrBudget, llm.ErrTask}, func(k llm.Kind) bool { return errors.Is(err, k) })
}

// record gives the call to the audit.
func (r *Router) record(m *member, req llm.Request, resp llm.Response, err error, try int, began time.Time) {
	if r.cfg.Audit == nil {
		return
	}
	secrets := r.cfg.Secrets()
	prompt, reply := req.AsText(), cmp.Or(resp.Content, resp.Document())
	c := llm.Call{
		Who: req.Metadata["who"], TaskID: req.Metadata["task"], Task: req.Task, Attempt: try,
		Provider: m.Name, Model: cmp.Or(resp.Model, req.Model),
		Began: began, Ended: r.cfg.Now(), Usage: resp.Usage, Outcome: "ok", PromptHash: llm.Hash(prompt), ReplyHash: llm.Hash(reply),
	}
	if err != nil {
		c.Outcome, c.Detail = "failed", llm.Redact(err.Error(), secrets...)
		if e, ok := errors.AsType[*llm.Error](err); ok {
			c.Outcome = string(e.Kind)
		}
	}
	if r.cfg.Text {
		c.Prompt, c.Reply = llm.Redact(prompt, secrets...), llm.Redact(reply, secrets...)
	}
	r.cfg.Log.Debug("provider asked", "provider", c.Provider, "model", c.Model, "task", string(c.Task), "attempt", try,
		"ms", c.Ended.Sub(c.Began).Milliseconds(), "outcome", c.Outcome, "prompt", c.PromptHash, "reply", c.ReplyHash)
	r.cfg.Audit.Record(c)
}

// first is what the first of the chain says that says something.
func first[T any](ctx context.Context, t *route, say func(*member) (T, error)) (out T, err error) {
	chain, passed := t.chain(anything)
	for _, m := range chain {
		if out, err = say(m); err == nil || ctx.Err() != nil {
			return out, err
		}
		passed = append(passed, llm.Passed{Provider: m.Title, Cause: err})
	}
	return *new(T), refusal(passed)
}

// Health implements [llm.Provider]: of the one that would be asked. It is
// believed for a few seconds.
func (t *route) Health(ctx context.Context) (llm.Health, error) {
	return first(ctx, t, func(m *member) (llm.Health, error) { return t.router.check(ctx, m) })
}

// Models implements [llm.Provider]: those of the one that would be asked.
func (t *route) Models(ctx context.Context) ([]llm.Model, error) {
	return first(ctx, t, func(m *member) ([]llm.Model, error) {
		p, err := m.open()
		if err != nil {
			return nil, err
		}
		return p.Models(ctx)
	})
}

func (r *Router) check(ctx context.Context, m *member) (llm.Health, error) {
	now := r.cfg.Now()
	r.mu.Lock()
	h, sick, age := m.health, m.sick, now.Sub(m.healthAt)
	r.mu.Unlock()
	if age >= 0 && (sick == nil && age < healthFor || sick != nil && age < sickFor) {
		return h, sick
	}
	p, err := m.open()
	if err == nil {
		h, err = p.Health(ctx)
	}
	if ctx.Err() != nil {
		return h, err
	}
	r.mu.Lock()
	m.health, m.sick, m.healthAt = h, err, now
	r.mu.Unlock()
	if errors.Is(err, llm.ErrUnreachable) {
		r.settle(m, err)
	}
	return h, err
}
