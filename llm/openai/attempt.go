// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"errors"
	"io"
	"net/http/httptrace"
	"strings"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/minehand/minehand/llm"
)

// attempt sends one request and reads its reply to the end; whole tells that
// the reply came as one document although a stream was asked for.
func (c *call) attempt(ctx context.Context, at rung, known traits) (resp llm.Response, whole bool, err error) {
	cl, cfg := c.client, c.client.cfg
	first := cfg.FirstToken
	if known.noStream { // nothing comes before everything
		first = cfg.Total
	}
	began, number := time.Now(), c.attempts
	ctx, dog := watch(ctx, first, cfg.BetweenTokens)
	defer dog.stop()
	c.progress.enter(llm.PhaseConnecting, number)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { c.progress.enter(llm.PhaseWaiting, number) }})

	d := &doer{client: cl.http, fields: c.fields(known), fault: cl.statusFault}
	gc := goopenai.DefaultConfig(cfg.APIKey)
	gc.BaseURL, gc.HTTPClient = cl.addr.base, d
	got := &collector{limit: cfg.MaxReplyBytes, began: began}

	stream, err := goopenai.NewClientWithConfig(gc).CreateChatCompletionStream(ctx, c.body(at))
	if err == nil {
		err = c.receive(stream, got, dog, number)
		_ = stream.Close()
	}
	var stop *callerError
	if errors.As(err, &stop) {
		err = stop.err
	} else if err != nil {
		err = cl.callFault(ctx, c.model, err)
	}
	resp = got.response(c.req, c.model)
	if broken := errors.Is(err, llm.ErrCutStream) || errors.Is(err, llm.ErrStalled); broken && c.req.Schema != nil && complete(resp) {
		resp.FinishReason, err = llm.FinishStop, nil
	}
	if err == nil {
		err = cl.emptiness(resp, c.req)
	}
	cfg.Log.Debug("model call", "provider", cl.addr.name, "model", resp.Model, "rung", at.String(), "ms", time.Since(began).Milliseconds(),
		"bytes_in", d.received(), "bytes_out", d.sent, "input", resp.Usage.Input, "output", resp.Usage.Output, "finish", string(resp.FinishReason), "error", err)
	return resp, d.body != nil && d.body.document, err
}

// callerError carries an error of the caller's chunk function through.
type callerError struct{ err error }

func (e *callerError) Error() string { return e.err.Error() }

// receive reads the stream into got, feeding the watchdog with tokens only.
func (c *call) receive(stream *goopenai.ChatCompletionStream, got *collector, dog *watchdog, number int) error {
	var think llm.ThinkStream
	for {
		chunk, err := stream.Recv()
		if err == io.EOF { //nolint:errorlint // bare, from [DONE]; a cut stream may wrap one
			text, thought := think.Flush()
			return c.pass(text, thought)
		}
		if err != nil {
			return err
		}
		text, thought, token := got.add(chunk)
		if got.size > got.limit {
			return c.client.fault(llm.ErrTooLarge, "")
		}
		if token {
			c.progress.tokens(got.pieces, number)
			dog.token()
		}
		if got.finished {
			dog.finished()
		}
		if text, inline := think.Write(text); text != "" || inline != "" || thought != "" {
			if err := c.pass(text, thought+inline); err != nil {
				return err
			}
		}
	}
}

// pass hands a piece to the caller of Stream.
func (c *call) pass(text, thought string) error {
	if c.emit == nil || (text == "" && thought == "") {
		return nil
	}
	c.emitted = true
	if err := c.emit(llm.Chunk{Text: text, Reasoning: thought}); err != nil {
		return &callerError{err}
	}
	return nil
}

// collector puts a reply together from its chunks.
type collector struct {
	limit int // bytes of text
	began time.Time

	content, reasoning strings.Builder
	calls              []*partialCall
	usage              *goopenai.Usage
	model              string
	finish             llm.FinishReason
	finished           bool
	size, pieces       int
	firstToken         time.Duration
}

// partialCall is a tool call whose pieces are still coming.
type partialCall struct {
	index     int // as the server numbers it
	id, name  string
	arguments strings.Builder
}

// maxCalls bounds the tool calls of one reply.
const maxCalls = 128

// add takes a chunk; token tells whether the model said anything in it.
func (c *collector) add(chunk goopenai.ChatCompletionStreamResponse) (text, thought string, token bool) {
	if chunk.Model != "" {
		c.model = chunk.Model
	}
	if chunk.Usage != nil {
		c.usage = chunk.Usage
	}
	if len(chunk.Choices) == 0 || chunk.Choices[0].Index != 0 {
		return "", "", false
	}
	choice := chunk.Choices[0]
	d := choice.Delta
	token = d.Content != "" || d.ReasoningContent != "" || len(d.ToolCalls) > 0
	if token {
		if c.pieces++; c.pieces == 1 {
			c.firstToken = time.Since(c.began)
		}
	}
	c.content.WriteString(d.Content)
	c.reasoning.WriteString(d.ReasoningContent)
	c.size += len(d.Content) + len(d.ReasoningContent)
	for _, call := range d.ToolCalls {
		c.call(call)
	}
	if choice.FinishReason != "" && choice.FinishReason != goopenai.FinishReasonNull {
		c.finish, c.finished = llm.FinishReason(choice.FinishReason), true
	}
	return d.Content, d.ReasoningContent, token
}

// call appends a tool call or a piece of one. Pieces are told apart by index;
// a server that sends none begins each call with its name.
func (c *collector) call(piece goopenai.ToolCall) {
	var call *partialCall
	if piece.Index != nil {
		for _, known := range c.calls {
			if known.index == *piece.Index {
				call = known
			}
		}
	} else if piece.Function.Name == "" && len(c.calls) > 0 {
		call = c.calls[len(c.calls)-1]
	}
	if call == nil {
		if len(c.calls) == maxCalls {
			c.size = c.limit + 1
			return
		}
		call = &partialCall{index: len(c.calls)}
		if piece.Index != nil {
			call.index = *piece.Index
		}
		c.calls = append(c.calls, call)
	}
	if call.id == "" {
		call.id = piece.ID
	}
	if call.name == "" {
		call.name = piece.Function.Name
	}
	call.arguments.WriteString(piece.Function.Arguments)
	c.size += len(piece.ID) + len(piece.Function.Name) + len(piece.Function.Arguments)
}

// toolCalls are the calls as far as they came.
func (c *collector) toolCalls() []llm.ToolCall {
	var out []llm.ToolCall
	for _, p := range c.calls {
		out = append(out, llm.ToolCall{ID: p.id, Name: p.name, Arguments: p.arguments.String()})
	}
	return out
}
