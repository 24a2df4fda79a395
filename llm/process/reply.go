// SPDX-License-Identifier: MIT

package process

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// Decode reads the one JSON document that the program wrote.
func (p *Program) Decode(output []byte, into any) error {
	output = bytes.TrimSpace(bytes.TrimPrefix(output, []byte("\ufeff")))
	if len(output) == 0 {
		return p.fault(llm.ErrEmptyReply, "", "It wrote nothing: run it by hand to see what it lacks.", nil)
	}
	if !utf8.Valid(output) {
		return p.notText()
	}
	if err := budget.ProgramOutput.Scan(output); err != nil { // max_output bounds its bytes
		return p.fault(llm.ErrTooLarge, err.Error(), "Correct the program.", err)
	}
	d := json.NewDecoder(bytes.NewReader(output))
	if err := d.Decode(into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return p.fault(llm.ErrBadReply, strings.TrimSpace("its "+kind.Field)+" is not of the kind that the protocol has there", "Correct the program.", err)
		}
		return p.fault(llm.ErrBadReply, "it is not JSON: "+OneLine(p.Hide(start(output))), "", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return p.fault(llm.ErrBadReply, "there is something after its JSON document", "", nil)
	}
	return nil
}

// Text checks that the output is text.
func (p *Program) Text(output []byte) (string, error) {
	output = bytes.TrimPrefix(output, []byte("\ufeff"))
	if !utf8.Valid(output) {
		return "", p.notText()
	}
	return string(output), nil
}

func (p *Program) notText() error {
	return p.fault(llm.ErrBadReply, "it is not UTF-8 text", "Make the program write UTF-8; for Python, add PYTHONIOENCODING to env and set it to utf-8.", nil)
}

// BadReply is a reply that does not keep to the protocol.
func (p *Program) BadReply(detail, fix string) error {
	return p.fault(llm.ErrBadReply, detail, fix, nil)
}

// Remote is an error that the program reported itself.
func (p *Program) Remote(code int, message string) error {
	e := p.fault(llm.ErrRemote, OneLine(p.Hide(message)), "", nil)
	e.Code = code
	return e
}

// Fault is another failure of this program.
func (p *Program) Fault(kind llm.Kind, detail string) error { return p.fault(kind, detail, "", nil) }

// start is the beginning of a text that goes into a sentence.
func start(text []byte) string {
	const most = 120
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}

// Answer is what a program said, before it becomes a response.
type Answer struct {
	Content, Model string
	Input, Output  int // tokens; 0 when the program did not count
	Finish         llm.FinishReason
}

// Response makes the response to req: thoughts out of the content, tokens
// estimated when none were counted. An answer that says nothing is
// ErrEmptyReply, whatever the exit code was.
func (p *Program) Response(req llm.Request, a Answer, model string, began time.Time) (llm.Response, error) {
	content, reasoning := llm.SplitThinking(a.Content)
	resp := llm.Response{Content: content, Reasoning: reasoning, Model: a.Model, FinishReason: a.Finish,
		Latency: time.Since(began), FirstToken: time.Since(began), Attempts: 1, SchemaBound: req.Schema != nil}
	if resp.SchemaBound {
		resp.SchemaBy = "prompt"
	}
	if resp.FinishReason == "" {
		resp.FinishReason = llm.FinishStop
	}
	if resp.Model == "" {
		resp.Model = model // what it was asked for; one that nobody named has no name
	}
	resp.Usage = llm.Usage{Input: a.Input, Output: a.Output, Reasoning: llm.EstimateTokens(reasoning)}
	if a.Input+a.Output <= 0 {
		resp.Usage.Input, resp.Usage.Output, resp.Usage.Estimated = req.Tokens(), llm.EstimateTokens(a.Content), true
	}
	if strings.TrimSpace(content) == "" && resp.Document() == content {
		e := p.fault(llm.ErrEmptyReply, "", "", nil)
		if reasoning != "" {
			e.Fix = "It thought and then said nothing: allow it more tokens, or turn its thinking off."
		}
		e.Model = resp.Model
		return resp, e
	}
	return resp, nil
}

// Progress tells once that the program was asked.
func Progress(req llm.Request, model string) {
	if req.Progress != nil {
		req.Progress(llm.Progress{Phase: llm.PhaseWaiting, Model: model, Attempt: 1})
	}
}

// Health is that of a protocol without a question for it: the program is there
// and may run. It is not run, for each run is a question.
func (p *Program) Health(ctx context.Context, server, model string) (llm.Health, error) {
	began := time.Now()
	path, err := p.find()
	if err != nil {
		return llm.Health{}, err
	}
	return llm.Health{Server: server, Model: model, Unasked: fmt.Sprintf("its program %s is there and may run", path), Latency: time.Since(began)}, ctx.Err()
}

// Models is the list of a protocol that has none: the configured model, if there
// is one.
func Models(model string) []llm.Model {
	if model == "" {
		return nil
	}
	return []llm.Model{{ID: model}}
}
