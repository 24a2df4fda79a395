// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// call is one question on its way: down the ladder, with retries on each rung.
// One goroutine.
type call struct {
	client   *Client
	req      llm.Request
	model    string
	progress *reporter

	attempts int
	build    string    // what the last reply said of the server's build
	emitted  bool      // the caller has seen a piece of an attempt that failed
	cut      bool      // a stream was cut once already
	waiting  time.Time // since when the server does not answer or loads; zero: it does
	back     bool      // a model that was there a moment ago was waited for already
}

// run walks the ladder. It falls a rung when the server does not support this
// one, or when the answer given there cannot be one: the first is remembered at
// once, the second when the rung below does better. A schema that has no grammar
// says nothing about the server and is not remembered. A refusal and an empty
// answer end the call: asked again, they would only be paid twice.
func (c *call) run(ctx context.Context) (llm.Response, error) {
	memory, server := c.client.cfg.Memory, c.client.addr.base
	at := rungNone
	if c.req.Schema != nil {
		at = memory.of(server, c.model).Rung
	}
	var hollow *llm.Response
	doubtful := false
	for {
		resp, err := c.try(ctx, at)
		resp.SchemaBound, resp.SchemaBy = c.req.Schema != nil, at.String()
		switch {
		case hollow != nil && err != nil:
			return *hollow, nil // which was an answer, if a strange one
		case hollow != nil && empty(resp):
			memory.learn(server, c.model, func(p *profile) { p.Hollow = true })
			return *hollow, nil
		}
		verdict := judge(at, resp, err, memory.of(server, c.model))
		if verdict == keep || at >= rungPrompt {
			if doubtful && err == nil && usable(resp) {
				memory.learn(server, c.model, func(p *profile) { p.Rung = max(p.Rung, at) })
			}
			return resp, err
		}
		at++
		switch verdict {
		case unsupported:
			memory.learn(server, c.model, func(p *profile) { p.Rung = max(p.Rung, at) })
		case hollowed:
			doubtful, hollow, at = true, &resp, rungPrompt
		case unusable:
			doubtful = true
		case keep, ungrammatical: // says nothing about the server
		}
		c.client.cfg.Log.Info("structured output one rung down", "model", c.model, "rung", at.String(), "error", err)
	}
}

// verdict on an attempt at a rung.
type verdict int

const (
	keep        verdict = iota // the answer, or an error that no rung would change
	unsupported                // the server does not know this rung
	ungrammatical
	unusable // it does, and the answer holds no JSON
	hollowed // it does, and the answer's members are all empty
)

func judge(at rung, resp llm.Response, err error, known profile) verdict {
	var e *llm.Error
	switch {
	case at == rungNone, err == nil && resp.Truncated():
		return keep
	case err == nil && !usable(resp):
		return unusable
	case err == nil && empty(resp) && !known.Hollow:
		return hollowed
	case !errors.As(err, &e):
		return keep
	case e.Kind == llm.ErrGrammar:
		return ungrammatical
	case e.Kind == llm.ErrBadRequest && mentions(e.Detail+" "+e.Param, rungWords[at]):
		return unsupported
	}
	return keep
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

func mentions(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// try sends the question at one rung until it is answered or fails for good.
func (c *call) try(ctx context.Context, at rung) (resp llm.Response, err error) {
	err = c.persist(ctx, func() error {
		resp, err = c.once(ctx, at)
		return err
	})
	return resp, err
}

// persist does what the server may not be ready for, again as long as that makes
// sense: the one place where a request is repeated for another reason than what
// it says.
func (c *call) persist(ctx context.Context, do func() error) error {
	for tries := 1; ; tries++ {
		err := do()
		var e *llm.Error
		if !errors.As(err, &e) {
			return err
		}
		wait, again := c.again(ctx, e, tries)
		if !again {
			return err
		}
		c.client.cfg.Log.Info("model call retried", "model", c.model, "wait", wait, "error", err)
		c.progress.waitFor(err, c.attempts)
		if llm.Sleep(ctx, wait) != nil {
			return c.client.contextFault(ctx, c.model, err)
		}
	}
}

// again decides on a retry, and how long to wait before it.
func (c *call) again(ctx context.Context, e *llm.Error, tries int) (wait time.Duration, yes bool) {
	pause := min(firstPause<<min(tries-1, 8), longestPause)
	switch {
	case e.Kind == llm.ErrCutStream && !c.cut:
		c.cut = true
		return pause, true
	case e.Kind == llm.ErrNoModel && !c.back && c.client.answered() && c.listed(ctx): // unloaded a moment ago
		c.back = true
		return loadingPause, true
	case !e.Retryable():
		return 0, false
	case e.Kind == llm.ErrModelNotLoaded: // still loading (llama-server's 503)
		return loadingPause, c.waited() < maxLoading
	case e.Kind == llm.ErrUnreachable && c.client.answered(): // it was there: it is being started again
		return loadingPause, c.waited() < maxRestart
	case e.Kind == llm.ErrUnreachable:
		return pause, tries < 2
	case tries >= c.client.cfg.MaxTries || e.RetryAfter > maxRetryAfter:
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
	p, err := c.client.Probe(ctx)
	_, there := p.pick(c.model)
	return err == nil && there
}

// once sends one request, and again without what the server refuses of it. What
// a request that went through had to leave out is remembered, as is that a
// server streams nothing though asked.
func (c *call) once(ctx context.Context, at rung) (llm.Response, error) {
	memory, server := c.client.cfg.Memory, c.client.addr.base
	known := memory.of(server, c.model)
	for {
		if c.emitted {
			c.emitted = false
			if err := c.req.OnChunk(llm.Chunk{Restart: true}); err != nil {
				return llm.Response{}, err
			}
		}
		c.attempts++
		body := c.body(at, known)
		resp, whole, err := c.attempt(ctx, at, known, body)
		var e *llm.Error
		bad := errors.As(err, &e) && e.Kind == llm.ErrBadRequest
		if bad {
			if next, ok := known.without(e, at, body); ok {
				c.client.cfg.Log.Info("model server refuses a part of the request", "model", c.model, "error", err)
				known = next
				continue
			}
		}
		known.Whole = known.Whole || whole
		if !bad {
			memory.learn(server, c.model, func(p *profile) { c.learn(p, known, resp, err) })
		}
		return resp, err
	}
}

// learn takes over what a request that went through was without, and how fast
// the answer came. A model that was loaded for it says nothing of its reading.
func (c *call) learn(p *profile, known profile, resp llm.Response, err error) {
	if c.build != "" && p.Build != "" && c.build != p.Build && !strings.HasPrefix(c.client.addr.root, "https://") {
		*p = profile{Mark: p.Mark, Build: c.build} // the server was updated; hosted ones have several builds at once
		return
	}
	p.Refused, p.Fold, p.Whole, p.Build = known.Refused, known.Fold, known.Whole, cmp.Or(c.build, p.Build)
	p.Context = c.context(p.Context, resp, err)
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
var overflowing = regexp.MustCompile(`(?i)context (?:length|size|window)\D{0,20}(\d{3,7})`)

// context is what is known of the model's context after an answer or a refusal.
func (c *call) context(known int, resp llm.Response, err error) int {
	read := resp.Usage.Input
	if resp.Usage.Estimated {
		read = 0
	}
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.ErrContextOverflow {
		return when(err != nil || read <= known, known)
	}
	if said := overflowing.FindStringSubmatch(e.Detail); said != nil {
		n, _ := strconv.Atoi(said[1]) // at most seven digits
		return n
	}
	return max(known, when(read >= leastContext, read))
}

// leastContext is the shortest context that a cut prompt is believed to show, in tokens.
const leastContext = 1024

// when is n where the condition holds, else 0.
func when(yes bool, n int) int {
	if yes {
		return n
	}
	return 0
}

// measurable is the least prompt, in tokens, whose reading is worth timing.
const measurable = 512

// Pauses between requests, and how long a server that is not ready is waited
// for.
const (
	firstPause   = 500 * time.Millisecond
	longestPause = 5 * time.Second
	loadingPause = 2 * time.Second
	maxLoading   = 5 * time.Minute
	maxRestart   = 20 * time.Second
)
