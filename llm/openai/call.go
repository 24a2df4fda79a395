// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/llm"
)

// call is one question on its way: down the ladder, with retries on each rung.
// One goroutine.
type call struct {
	*Client
	req      llm.Request
	model    string
	progress *reporter

	attempts int
	build    string    // what the last reply said of the server's build
	told     bool      // the caller has seen a piece of an attempt that failed
	cut      bool      // a stream was cut once already
	waiting  time.Time // since when the server does not answer or loads; zero: it does
	back     bool      // a model that was there a moment ago was waited for already
}

func (c *call) known() profile { return c.cfg.Memory.of(c.addr.base, c.model) }

func (c *call) learn(change func(*profile)) { c.cfg.Memory.learn(c.addr.base, c.model, change) }

// run walks the ladder. It falls a rung when the server does not support this
// one, or when the answer given there cannot be one: the first is remembered at
// once, the second when the rung below does better. A schema that has no grammar
// says nothing about the server and is not remembered. A refusal and an empty
// answer end the call: asked again, they would only be paid twice.
func (c *call) run(ctx context.Context) (llm.Response, error) {
	at := rungNone
	if c.req.Schema != nil {
		at = c.known().Rung
	}
	var hollow *llm.Response
	doubtful := false
	for {
		var resp llm.Response
		err := c.persist(ctx, func() (err error) {
			resp, err = c.once(ctx, at)
			return err
		})
		resp.SchemaBound, resp.SchemaBy = c.req.Schema != nil, at.String()
		e, _ := errors.AsType[*llm.Error](err)
		below := at + 1
		switch {
		case hollow != nil && err != nil:
			return *hollow, nil // which was an answer, if a strange one
		case hollow != nil && empty(resp):
			c.learn(func(p *profile) { p.Hollow = true })
			return *hollow, nil
		case at >= rungPrompt, err == nil && resp.Truncated():
			below = at
		case err == nil && !usable(resp):
			doubtful = true
		case err == nil && empty(resp) && !c.known().Hollow:
			doubtful, hollow, below = true, &resp, rungPrompt
		case e != nil && e.Kind == llm.ErrGrammar: // says nothing about the server
		case e != nil && e.Kind == llm.ErrBadRequest && mentions(e.Detail+" "+e.Param, rungWords[at]):
			c.learn(func(p *profile) { p.Rung = max(p.Rung, below) })
		default: // the answer, or an error that no rung would change
			below = at
		}
		if below == at {
			if doubtful && err == nil && usable(resp) {
				c.learn(func(p *profile) { p.Rung = max(p.Rung, at) })
			}
			return resp, err
		}
		at = below
		c.cfg.Log.Info("structured output one rung down", "model", c.model, "rung", at.String(), "error", err)
	}
}

// rungWords are what an error says that means this rung and not the request.
var rungWords = map[rung][]string{
	rungSchema: {"response_format", "json_schema", "json schema", "structured output", "guided", "schema"},
	rungTool:   {"tool", "function call", "functions"},
}

func usable(resp llm.Response) bool { return llm.HoldsJSON(resp.Document()) }

// empty reports whether a reply is an object whose members are all empty, which
// engines write whose grammar went wrong (LM Studio #1555).
func empty(resp llm.Response) bool {
	var members map[string]json.RawMessage
	if budget.ModelReply.JSON([]byte(resp.Document()), &members) != nil {
		return false
	}
	for _, m := range members {
		if s := strings.Join(strings.Fields(string(m)), ""); s != "[]" && s != "{}" && s != `""` && s != "null" {
			return false
		}
	}
	return true
}

// persist does what the server may not be ready for, again as long as that makes
// sense: the one place where a request is repeated for another reason than what
// it says.
func (c *call) persist(ctx context.Context, do func() error) error {
	for tries := 1; ; tries++ {
		err := do()
		e, ours := errors.AsType[*llm.Error](err)
		if !ours {
			return err
		}
		wait, again := c.again(ctx, e, tries)
		if !again {
			return err
		}
		c.cfg.Log.Info("model call retried", "model", c.model, "wait", wait, "error", err)
		phase := llm.PhaseRetrying
		if e.Kind == llm.ErrModelNotLoaded {
			phase = llm.PhaseLoading
		}
		c.progress.enter(phase, c.attempts, 0)
		if llm.Sleep(ctx, wait) != nil {
			return c.contextFault(ctx, c.model, err)
		}
	}
}

// Pauses between requests, and how long a server that is not ready is waited
// for.
const (
	firstPause   = 500 * time.Millisecond
	longestPause = 5 * time.Second
	loadingPause = 2 * time.Second
	maxLoading   = 5 * time.Minute
	maxRestart   = 20 * time.Second
)

// again decides on a retry, and how long to wait before it.
func (c *call) again(ctx context.Context, e *llm.Error, tries int) (wait time.Duration, yes bool) {
	pause := min(firstPause<<min(tries-1, 8), longestPause)
	switch {
	case e.Kind == llm.ErrCutStream && !c.cut:
		c.cut = true
		return pause, true
	case e.Kind == llm.ErrNoModel && !c.back && c.seen.Load() && c.listed(ctx): // unloaded a moment ago
		c.back = true
		return loadingPause, true
	case !e.Retryable():
		return 0, false
	case e.Kind == llm.ErrModelNotLoaded: // still loading (llama-server's 503)
		return loadingPause, c.waited() < maxLoading
	case e.Kind == llm.ErrUnreachable && c.seen.Load(): // it was there: it is being started again
		return loadingPause, c.waited() < maxRestart
	case e.Kind == llm.ErrUnreachable:
		return pause, tries < 2
	case tries >= maxTries || e.RetryAfter > maxRetryAfter:
		return 0, false
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) < e.RetryAfter {
		return 0, false
	}
	return max(e.RetryAfter, pause), true
}

// waited is how long the server has not been ready, the next pause included.
func (c *call) waited() time.Duration {
	if c.waiting.IsZero() {
		c.waiting = time.Now()
	}
	return time.Since(c.waiting) + loadingPause
}

// listed reports whether the server lists the model that it says it does not have.
func (c *call) listed(ctx context.Context) bool {
	p, err := c.Probe(ctx)
	_, there := p.pick(c.model)
	return err == nil && there
}

// once sends one request, and again without what the server refuses of it. What
// a request that went through had to leave out is remembered, as is that a
// server streams nothing though asked.
func (c *call) once(ctx context.Context, at rung) (llm.Response, error) {
	known := c.known()
	for {
		if c.told {
			c.told = false
			if err := c.req.OnChunk(llm.Chunk{Restart: true}); err != nil {
				return llm.Response{}, err
			}
		}
		c.attempts++
		body := c.body(at, known)
		resp, whole, err := c.attempt(ctx, at, known, body)
		if e, _ := errors.AsType[*llm.Error](err); e != nil && e.Kind == llm.ErrBadRequest {
			next, ok := known.without(e, at, body)
			if !ok {
				return resp, err
			}
			c.cfg.Log.Info("model server refuses a part of the request", "model", c.model, "error", err)
			known = next
			continue
		}
		known.Whole = known.Whole || whole
		c.learn(func(p *profile) { c.note(p, known, resp, err) })
		return resp, err
	}
}

// attempt sends one request and reads its reply to the end; whole tells that
// the reply came as one document although a stream was asked for.
func (c *call) attempt(ctx context.Context, at rung, known profile, body map[string]any) (resp llm.Response, whole bool, err error) {
	began, number := time.Now(), c.attempts
	ctx, dog := watch(ctx, c.firstToken(known), *c.cfg.BetweenTokens)
	defer dog.stop()
	c.progress.enter(llm.PhaseConnecting, number, 0)
	connected := func(httptrace.GotConnInfo) { c.progress.enter(llm.PhaseWaiting, number, 0) }
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: connected})
	got := &collector{limit: maxReplyBytes, began: began}
	tell := llm.Teller{OnChunk: c.req.OnChunk}
	s := &stream{alive: dog.alive, take: func(piece chunk) error {
		text, thought, token := got.add(piece)
		switch {
		case got.size > got.limit:
			return c.fault(llm.ErrTooLarge, "")
		case got.blank > maxBlank:
			e := c.fault(llm.ErrEmptyReply, "")
			e.Fix = "It wrote white space without end, which engines do whose grammar went wrong: update the server, or choose another model."
			return e
		}
		if token {
			c.progress.enter(llm.PhaseReceiving, number, got.pieces)
		}
		if token || got.finish != "" {
			dog.token(got.finish != "")
		}
		return tell.Say(text, thought)
	}}
	if err = c.send(ctx, body, s); err == nil {
		err = tell.End()
	}
	c.told = tell.Told
	if err != nil && tell.Err == nil {
		err = c.callFault(ctx, c.model, err)
	}
	resp = got.response(c.req, c.model)
	resp.Latency, c.build = time.Since(began), got.build
	if broken := errors.Is(err, llm.ErrCutStream) || errors.Is(err, llm.ErrStalled); broken && complete(resp) {
		resp.FinishReason, err = llm.FinishStop, nil
	}
	if err == nil {
		err = c.silence(resp, got.refusal.String())
	}
	c.cfg.Log.Debug("model call", "provider", c.addr.name, "model", resp.Model, "rung", at.String(), "ms", resp.Latency.Milliseconds(),
		"input", resp.Usage.Input, "output", resp.Usage.Output, "finish", string(resp.FinishReason), "error", err)
	return resp, s.document, err
}

// maxBlank is how much white space in a row an answer may hold, in bytes.
const maxBlank = 4 << 10

// firstToken is how long the first word may take: longer for a prompt that a
// model is known to read slowly, and all the time where nothing comes before
// everything.
func (c *call) firstToken(known profile) time.Duration {
	if known.Whole {
		return *c.cfg.Timeout
	}
	limit := *c.cfg.FirstToken
	if known.Prefill > 0 {
		reading := float64(c.req.Tokens()) / known.Prefill * 2 // estimates and other work
		limit = max(limit, time.Duration(reading*float64(time.Second)))
	}
	return min(limit, *c.cfg.Timeout)
}

// send posts the request and has the reply read, if its status is one of success.
func (c *Client) send(ctx context.Context, body map[string]any, s *stream) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("writing the request: %w", err)
	}
	url := c.addr.base + "/chat/completions"
	resp, err := c.do(ctx, http.MethodPost, url, "application/json", bytes.NewReader(raw)) //nolint:bodyclose // it is, below
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	s.fault = func(body []byte) *llm.Error { return c.statusFault(http.StatusOK, resp.Header, body) }
	return s.read(resp.Body, strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream"))
}

// do sends a request with the key, and notes that the server answers. A status that is
// none of success is an error.
func (c *Client) do(ctx context.Context, method, url, kind string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", kind)
		req.Header.Set("Accept", "text/event-stream, application/json")
	}
	if c.cfg.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.APIKey)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	c.seen.Store(true)
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		head, _ := io.ReadAll(io.LimitReader(resp.Body, int64(budget.ModelFault.Bytes())))
		return nil, c.statusFault(resp.StatusCode, resp.Header, head)
	}
	return resp, nil
}

// note takes over what a request that went through was without, and how fast
// the answer came. A model that was loaded for it says nothing of its reading.
func (c *call) note(p *profile, known profile, resp llm.Response, err error) {
	if c.build != "" && p.Build != "" && c.build != p.Build && !strings.HasPrefix(c.addr.root, "https://") {
		*p = profile{Mark: p.Mark, Build: c.build} // the server was updated; hosted ones have several builds at once
		return
	}
	p.Refused, p.Fold, p.Whole, p.Build = known.Refused, known.Fold, known.Whole, cmp.Or(c.build, p.Build)
	p.Context = contextAfter(p.Context, resp.Usage, err)
	if err != nil || resp.FirstToken <= 0 || known.Whole {
		return
	}
	if at := resp.FirstToken.Seconds(); resp.Usage.Input >= measurable && at > 0.05 {
		p.Prefill = max(float64(resp.Usage.Input)/at, p.Prefill/2) // loading and queues only make it slower
	}
	if wrote := (resp.Latency - resp.FirstToken).Seconds(); resp.Usage.Output >= 16 && wrote > 0.05 {
		p.Speed = float64(resp.Usage.Output) / wrote
	}
}

// overflowing finds how long a context is in the words of a refusal.
var overflowing = pattern.Of(`(?i)context (?:length|size|window)\D{0,20}(\d{3,7})`)

const (
	// leastContext is the shortest context that a cut prompt is believed to show, in tokens.
	leastContext = 1024
	// measurable is the least prompt, in tokens, whose reading is worth timing.
	measurable = 512
)

// contextAfter is what is known of the model's context after an answer or a refusal.
func contextAfter(known int, used llm.Usage, err error) int {
	read := used.Input
	if used.Estimated {
		read = 0
	}
	e, _ := errors.AsType[*llm.Error](err)
	switch {
	case e == nil || e.Kind != llm.ErrContextOverflow:
		if err == nil && read > known {
			return 0 // it reads more than was thought
		}
		return known
	case read < leastContext:
		read = 0
	}
	if said := overflowing().FindStringSubmatch(e.Detail); said != nil {
		n, _ := strconv.Atoi(said[1]) // at most seven digits
		return n
	}
	return max(known, read)
}
