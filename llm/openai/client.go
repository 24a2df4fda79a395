// SPDX-License-Identifier: MIT

// Package openai asks model servers that speak OpenAI's chat protocol:
// LM Studio first (the default, http://localhost:1234), Ollama, llama-server,
// vLLM and hosted services by address and key.
//
// Requests are written in the types of github.com/sashabaranov/go-openai; replies
// are read here, each chunk once and by path (docs/decisions/0019).
// What a server refuses of a request is learned per server and model: the request
// is sent again without it, and the next one is written without it.
//
// Invariants:
//   - Every call streams inside, so that three deadlines hold: first token,
//     between tokens, whole call. Signs of life (comments, progress with the
//     prompt) begin the first limit anew; empty deltas do not.
//   - A stream counts as complete only with a finish_reason or [DONE].
//   - A refusal and an empty answer are not asked for a second time.
//   - A server that is loading a model is waited for, up to 5 minutes; one that
//     was there a moment ago, 20 seconds.
//   - Memory per call is bounded by fixed limits and buffers.
//   - The key is never logged, put in an error, or sent to another host.
//   - Cancelling the context closes the connection before the call returns.
//
// Usage:
//
//	c, err := openai.New(openai.Config{Settings: openai.Settings{URL: "http://localhost:1234"}})
//	if err != nil { ... }
//	defer c.Close()
//	resp, err := c.Generate(ctx, llm.Request{Prompt: "get 3 diamonds"})
package openai

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/llm"
)

// Client asks one server. It implements [llm.Provider]; all methods may be
// called from any goroutine.
type Client struct {
	cfg  Config
	addr address
	http *http.Client

	seen atomic.Bool // the server has answered once

	kind     atomic.Value // the ServerKind that the last probe saw
	resolved atomic.Pointer[resolution]
}

// resolution is the model for requests that name none, as it was found then.
type resolution struct {
	model string
	at    time.Time
}

var _ llm.Provider = (*Client)(nil)

// New checks the address; it does not connect.
func New(cfg Config) (*Client, error) {
	cfg = cfg.withDefaults()
	addr, err := parseAddress(cfg.URL)
	if err != nil {
		return nil, err
	}
	c := &Client{cfg: cfg, addr: addr}
	if cfg.Transport == nil {
		cfg.Transport = newTransport()
	}
	c.http = &http.Client{Transport: cfg.Transport, CheckRedirect: sameHostOnly}
	return c, nil
}

// sameHostOnly keeps prompts and keys from following a redirect to another place.
func sameHostOnly(req *http.Request, via []*http.Request) error {
	if first := via[0].URL; len(via) > 3 || req.URL.Scheme != first.Scheme || req.URL.Host != first.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

// Close drops idle connections. Calls that are running are not ended: cancel
// their contexts. Idempotent.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Generate implements [llm.Provider]: it finds the model and runs the call under
// the total deadline.
func (c *Client) Generate(ctx context.Context, req llm.Request) (resp llm.Response, err error) {
	start := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, *c.cfg.Timeout, llm.ErrTooLong)
	defer cancel()

	p := newReporter(ctx, req.Progress, c.notLoaded)
	defer p.close()
	call := &call{Client: c, req: req, progress: p}
	err = call.persist(ctx, func() error {
		call.model, err = c.resolve(ctx, req.Model)
		return err
	})
	if err != nil {
		return llm.Response{}, err
	}
	p.change(func(now *llm.Progress) { now.Model = call.model })
	resp, err = call.run(ctx)
	resp.Latency, resp.Attempts = time.Since(start), call.attempts
	if errors.Is(err, llm.ErrNoModel) || errors.Is(err, llm.ErrModelNotLoaded) {
		c.resolved.Store(nil) // it is looked for anew
	}
	return resp, err
}

// resolve is the model to ask.
func (c *Client) resolve(ctx context.Context, asked string) (string, error) {
	if asked = cmp.Or(asked, c.cfg.Model); asked != "" {
		return asked, c.chats(asked)
	}
	if found := c.resolved.Load(); found != nil && time.Since(found.at) < resolveFor {
		return found.model, nil
	}
	probe, err := c.Probe(ctx)
	if err != nil {
		return "", err
	}
	m, ok := probe.pick("")
	if !ok {
		return "", c.fault(llm.ErrNoModel, "")
	}
	c.resolved.Store(&resolution{m.ID, time.Now()})
	return m.ID, nil
}

// fault is an error of this server.
func (c *Client) fault(kind llm.Kind, detail string) *llm.Error {
	return &llm.Error{Kind: kind, Provider: c.addr.name, Detail: c.clean(detail)}
}
