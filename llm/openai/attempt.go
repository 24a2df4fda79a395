// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// attempt sends one request and reads its reply to the end; whole tells that
// the reply came as one document although a stream was asked for.
func (c *call) attempt(ctx context.Context, at rung, known profile, body map[string]any) (resp llm.Response, whole bool, err error) {
	cl, cfg := c.client, c.client.cfg
	began, number := time.Now(), c.attempts
	ctx, dog := watch(ctx, c.firstToken(known), cfg.BetweenTokens)
	defer dog.stop()
	c.progress.enter(llm.PhaseConnecting, number)
	connected := func(httptrace.GotConnInfo) { c.progress.enter(llm.PhaseWaiting, number) }
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: connected})
	got := &collector{limit: cfg.MaxReplyBytes, began: began}
	events, err := cl.send(ctx, body)
	if err == nil {
		events.alive = dog.alive
		err = c.receive(events, got, dog, number)
		whole = events.document
		_ = events.Close()
	}
	var stop *callerError
	if errors.As(err, &stop) {
		err = stop.err
	} else if err != nil {
		err = cl.callFault(ctx, c.model, err)
	}
	resp = got.response(c.req, c.model)
	resp.Latency, c.build = time.Since(began), got.build
	if broken := errors.Is(err, llm.ErrCutStream) || errors.Is(err, llm.ErrStalled); broken && c.req.Schema != nil && complete(resp) {
		resp.FinishReason, err = llm.FinishStop, nil
	}
	if err == nil {
		err = cl.silence(resp, c.req, got.refusal)
	}
	attrs := []any{"provider", cl.addr.name, "model", resp.Model, "rung", at.String(), "ms", resp.Latency.Milliseconds(),
		"input", resp.Usage.Input, "output", resp.Usage.Output, "finish", string(resp.FinishReason), "error", err}
	if events != nil {
		attrs = append(attrs, "bytes_in", events.read)
	}
	cfg.Log.Debug("model call", attrs...)
	return resp, whole, err
}

// firstToken is how long the first word may take: longer for a prompt that a
// model is known to read slowly, and all the time where nothing comes before
// everything.
func (c *call) firstToken(known profile) time.Duration {
	cfg := c.client.cfg
	if known.Whole {
		return cfg.Total
	}
	limit := cfg.FirstToken
	if known.Prefill > 0 {
		reading := float64(c.req.Tokens()) / known.Prefill * 2 // estimates and other work
		limit = max(limit, time.Duration(reading*float64(time.Second)))
	}
	return min(limit, cfg.Total)
}

// send posts the request. A reply with a status of success is read as events.
func (c *Client) send(ctx context.Context, body map[string]any) (*events, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("writing the request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.addr.base+"/chat/completions", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	resp, err := c.do(req) //nolint:bodyclose // events.Close closes it
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		head, _ := io.ReadAll(io.LimitReader(resp.Body, int64(budget.ModelFault.Bytes())))
		return nil, c.statusFault(resp.StatusCode, resp.Header, head)
	}
	e := newEvents(resp.Body, !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream"))
	e.fault = func(body []byte) *llm.Error { return c.statusFault(http.StatusOK, resp.Header, body) }
	return e, nil
}

// do sends a request with the key, and notes that the server answers.
func (c *Client) do(req *http.Request) (*http.Response, error) {
	if c.cfg.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.APIKey)
	}
	resp, err := c.http.Do(req)
	if err == nil {
		c.seen.Store(true)
	}
	return resp, err
}

// callerError carries an error of the caller's chunk function through.
type callerError struct{ err error }

func (e *callerError) Error() string { return e.err.Error() }

// receive reads the stream into got, feeding the watchdog with tokens.
func (c *call) receive(stream *events, got *collector, dog *watchdog, number int) error {
	var think llm.ThinkStream
	for {
		chunk, err := stream.next()
		if err == io.EOF { //nolint:errorlint // bare, from [DONE]; a cut stream may wrap one
			text, thought := think.Flush()
			return c.pass(text, thought)
		}
		if err != nil {
			return err
		}
		text, thought, token := got.add(chunk)
		switch {
		case got.size > got.limit:
			return c.client.fault(llm.ErrTooLarge, "")
		case got.blank > maxBlank:
			e := c.client.fault(llm.ErrEmptyReply, "")
			e.Model = c.model
			e.Fix = "It wrote white space without end, which engines do whose grammar went wrong: update the server, or choose another model."
			return e
		}
		if token {
			c.progress.tokens(got.pieces, number)
			dog.token()
		}
		if got.finish != "" {
			dog.finished()
		}
		if text, inline := think.Write(text); text != "" || inline != "" || thought != "" {
			if err := c.pass(text, thought+inline); err != nil {
				return err
			}
		}
	}
}

// pass hands a piece to the caller.
func (c *call) pass(text, thought string) error {
	if c.req.OnChunk == nil || (text == "" && thought == "") {
		return nil
	}
	c.emitted = true
	if err := c.req.OnChunk(llm.Chunk{Text: text, Reasoning: thought}); err != nil {
		return &callerError{err}
	}
	return nil
}

// maxBlank is how much white space in a row an answer may hold, in bytes.
const maxBlank = 4 << 10
