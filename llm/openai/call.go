// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/minehand/minehand/llm"
)

// call is one question on its way: down the ladder, with retries on each rung.
// One goroutine.
type call struct {
	client   *Client
	req      llm.Request
	model    string
	emit     func(llm.Chunk) error
	progress *reporter

	attempts int
	emitted  bool // the caller has seen a piece of an attempt that failed
	refused  bool // connection refused once already
	cut      bool // a stream was cut once already
}

// run walks the ladder. It falls a rung when the server says it does not
// support this one, or when the answer given there cannot be one: the first is
// remembered at once, the second when the rung below does better. A schema
// that has no grammar says nothing about the server and is not remembered.
func (c *call) run(ctx context.Context) (llm.Response, error) {
	memory, server := c.client.cfg.Memory, c.client.addr.base
	at := rungNone
	if c.req.Schema != nil {
		at = memory.of(server, c.model).rung
	}
	doubtful := false
	for {
		resp, err := c.try(ctx, at)
		resp.SchemaBound = c.req.Schema != nil
		resp.SchemaBy = at.String()
		verdict := judge(at, resp, err)
		if verdict == keep || at >= rungPrompt {
			if doubtful && err == nil && usable(resp) {
				memory.learn(server, c.model, func(t *traits) { t.rung = max(t.rung, at) })
			}
			return resp, err
		}
		at++
		switch verdict {
		case unsupported:
			memory.learn(server, c.model, func(t *traits) { t.rung = max(t.rung, at) })
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
)

func judge(at rung, resp llm.Response, err error) verdict {
	if at == rungNone {
		return keep
	}
	if err == nil {
		if usable(resp) || resp.Truncated() {
			return keep
		}
		return unusable
	}
	var e *llm.Error
	if !errors.As(err, &e) {
		return keep
	}
	switch {
	case e.Kind == llm.ErrGrammar:
		return ungrammatical
	case e.Kind == llm.ErrEmptyReply && !resp.Truncated():
		return unusable
	case e.Kind == llm.ErrBadRequest && mentions(e.Detail, rungWords[at]):
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
func (c *call) try(ctx context.Context, at rung) (llm.Response, error) {
	var resp llm.Response
	var last error
	pause := &backoff.ExponentialBackOff{InitialInterval: 500 * time.Millisecond, RandomizationFactor: 0.2, Multiplier: 2, MaxInterval: 5 * time.Second}
	began := time.Now()
	tries := 0
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		resp, last = c.once(ctx, at)
		tries++
		if wait, again := c.again(ctx, last, tries, time.Since(began)); !again {
			if last == nil {
				return struct{}{}, nil
			}
			return struct{}{}, backoff.Permanent(last)
		} else if wait > 0 {
			return struct{}{}, &backoff.RetryAfterError{Duration: wait}
		}
		return struct{}{}, last
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(c.client.cfg.Total), backoff.WithNotify(func(_ error, wait time.Duration) {
		c.client.cfg.Log.Info("model call retried", "model", c.model, "wait", wait, "error", last)
		c.progress.waitFor(last)
	}))
	if err != nil && ctx.Err() != nil && llm.Retryable(last) { // the wait was cut short
		last = c.client.contextFault(ctx, c.model, last)
	}
	return resp, last
}

// again decides on a retry, and how long to wait when the server said so.
func (c *call) again(ctx context.Context, err error, tries int, spent time.Duration) (wait time.Duration, yes bool) {
	var e *llm.Error
	if !errors.As(err, &e) {
		return 0, false
	}
	if e.Kind == llm.ErrCutStream && !c.cut {
		c.cut = true
		return 0, true
	}
	if !e.Retryable() {
		return 0, false
	}
	if e.Kind == llm.ErrModelNotLoaded { // a server that is still loading (llama-server's 503)
		return loadingPause, spent+loadingPause < c.client.cfg.FirstToken
	}
	if e.Kind == llm.ErrUnreachable {
		if c.refused {
			return 0, false
		}
		c.refused = true
		return 0, true
	}
	if tries >= c.client.cfg.MaxTries || e.RetryAfter > maxRetryAfter {
		return 0, false
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) < e.RetryAfter {
		return 0, false
	}
	return e.RetryAfter, true
}

// loadingPause is between two requests to a server that says it is loading.
const loadingPause = 2 * time.Second

// once sends one request, or two or three when the server refuses streaming
// or stream_options. What a request that went through had to leave out is
// remembered, as is that a server streams nothing though asked.
func (c *call) once(ctx context.Context, at rung) (llm.Response, error) {
	memory, server := c.client.cfg.Memory, c.client.addr.base
	known := memory.of(server, c.model)
	before := known
	for {
		if c.emitted {
			c.emitted = false
			if err := c.emit(llm.Chunk{Restart: true}); err != nil {
				return llm.Response{}, err
			}
		}
		c.attempts++
		resp, whole, err := c.attempt(ctx, at, known)
		var e *llm.Error
		switch bad := errors.As(err, &e) && e.Kind == llm.ErrBadRequest; {
		case bad && !known.noUsage && !known.noStream && mentions(e.Detail, usageWords):
			known.noUsage = true
			continue
		case bad && !known.noStream && mentions(e.Detail, streamWords):
			known.noStream = true
			continue
		}
		known.noStream = known.noStream || whole
		if err == nil && known != before {
			memory.learn(server, c.model, func(t *traits) { t.noUsage, t.noStream = known.noUsage, known.noStream })
		}
		return resp, err
	}
}

// What errors say that mean stream_options or streaming.
var (
	usageWords  = []string{"stream_options", "include_usage"}
	streamWords = []string{"streaming", "stream=true", "stream: true", "'stream'", `"stream"`, "stream is not", "not support stream"}
)
