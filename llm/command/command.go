// SPDX-License-Identifier: MIT

// Package command asks programs that speak JSON-RPC 2.0: one process a call,
// the request `ai.generate` as one line on its stdin, one response on its
// stdout.
//
// A program that lists only the task chat is asked for plans and translations
// through it. On a failure stdout is read before the exit code: an error
// response with our id says more than "exit code 1".
//
// Usage:
//
//	p := command.New(command.Config{Program: process.Program{Name: "my agent", Argv: []string{"python", "agent.py"}}})
//	resp, err := p.Generate(ctx, llm.Request{Task: llm.TaskChat, Prompt: "how do I start?"})
package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Config is one program. Program is required.
type Config struct {
	process.Program
	// Model is what the program is told to use when a request names none.
	Model string
	// Tasks are those that the program serves; empty means all.
	Tasks []llm.Task
	// Scope is sent with each request's context, when not empty.
	Scope string
}

// Provider implements [llm.Provider]. It may be used from any number of
// goroutines.
type Provider struct {
	cfg   Config
	calls atomic.Int64
}

var _ llm.Provider = (*Provider)(nil)

// New makes a provider; it runs nothing.
func New(cfg Config) *Provider { return &Provider{cfg: cfg} }

// nextID is the id of a request: digits, few enough that a program which reads
// them as a number of any kind gives them back whole.
func (p *Provider) nextID() string {
	return strconv.FormatInt(time.Now().UnixMilli()*100+p.calls.Add(1)%100, 10)
}

type rpcRequest struct {
	Version string `json:"jsonrpc"`
	ID      string `json:"id"`
	Method  string `json:"method"`
	Params  params `json:"params"`
}

type params struct {
	Task    llm.Task       `json:"task"`
	UserID  string         `json:"user_id,omitempty"`
	Context map[string]any `json:"context"`
}

type rpcResponse struct {
	ID     json.RawMessage `json:"id"`
	Result *struct {
		Output   json.RawMessage `json:"output"`
		Metadata struct {
			Model        string  `json:"model"`
			Tokens       float64 `json:"tokens"`
			InputTokens  float64 `json:"input_tokens"`
			OutputTokens float64 `json:"output_tokens"`
			FinishReason string  `json:"finish_reason"`
		} `json:"metadata"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Generate implements [llm.Provider].
func (p *Provider) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	began := time.Now()
	model := req.Model
	if model == "" {
		model = p.cfg.Model
	}
	id := p.nextID()
	line, err := json.Marshal(rpcRequest{Version: "2.0", ID: id, Method: "ai.generate",
		Params: params{Task: p.as(req.Task), UserID: req.Metadata["user_id"], Context: p.context(req, model)}})
	if err != nil {
		return llm.Response{}, fmt.Errorf("writing the request for %s: %w", p.cfg.Name, err)
	}
	process.Progress(req, model)
	res, err := p.cfg.Run(ctx, process.Call{Input: append(line, '\n')})
	var failed *llm.Error
	if errors.As(err, &failed) && failed.Kind != llm.ErrExit || err != nil && failed == nil {
		return llm.Response{}, err
	}
	answer, err := p.read(res.Output, id, err)
	if err != nil {
		return llm.Response{}, err
	}
	return p.cfg.Response(req, answer, model, began)
}

// read reads the response to the request of that id. exited is the program's
// exit code as an error, nil for 0: an error that it reported comes before it,
// and it before the lack of a response.
func (p *Provider) read(output []byte, id string, exited error) (process.Answer, error) {
	var out rpcResponse
	if bad := p.cfg.Decode(output, &out); bad != nil {
		if exited != nil {
			return process.Answer{}, exited
		}
		return process.Answer{}, bad
	}
	same := sameID(out.ID, id)
	switch {
	case out.Error != nil && (same || isNull(out.ID)):
		return process.Answer{}, p.cfg.Remote(out.Error.Code, out.Error.Message)
	case exited != nil:
		return process.Answer{}, exited
	case !same:
		return process.Answer{}, p.cfg.Fault(llm.ErrIDMismatch, "its id is "+process.OneLine(string(out.ID)))
	case out.Result == nil:
		return process.Answer{}, p.cfg.BadReply("it has neither result nor error", "Correct the program: it must answer in JSON-RPC 2.0.")
	}
	meta := out.Result.Metadata
	answer := process.Answer{Content: text(out.Result.Output), Model: meta.Model, Finish: llm.FinishReason(meta.FinishReason),
		Input: int(meta.InputTokens), Output: int(meta.OutputTokens)}
	if answer.Input+answer.Output == 0 {
		answer.Output = int(meta.Tokens)
	}
	return answer, nil
}

// as is the task that the program is asked for: chat in place of a plan or a
// translation that it does not list.
func (p *Provider) as(task llm.Task) llm.Task {
	if task == "" { // the protocol requires one
		return llm.TaskChat
	}
	if len(p.cfg.Tasks) > 0 && !slices.Contains(p.cfg.Tasks, task) && (task == llm.TaskPlan || task == llm.TaskTranslate) {
		return llm.TaskChat
	}
	return task
}

// context holds the task's own parameters, and beside them the question in
// words, for programs that know no task but chat.
func (p *Provider) context(req llm.Request, model string) map[string]any {
	out := map[string]any{}
	for name, value := range req.Params {
		out[name] = value
	}
	set := func(name string, value any, given bool) {
		if _, there := out[name]; !there && given {
			out[name] = value
		}
	}
	set("message", req.SchemaAsWords().AsText(), true)
	set("prompt", req.Prompt, true)
	set("blocks", []any{}, true)
	set("scope", p.cfg.Scope, p.cfg.Scope != "")
	set("system", req.System, req.System != "")
	set("model", model, model != "")
	set("max_tokens", req.MaxTokens, req.MaxTokens > 0)
	set("temperature", req.Temperature, req.Temperature != nil)
	if req.Schema != nil {
		set("schema", req.Schema.JSON, true)
	}
	if len(req.Metadata) > 0 {
		set("metadata", req.Metadata, true)
	}
	return out
}

// text is an output as a model would have written it: a string as it is, any
// other value as JSON.
func text(output json.RawMessage) string {
	var s string
	if isNull(output) || json.Unmarshal(output, &s) == nil {
		return s
	}
	return string(output)
}

func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null"))
}

// sameID compares as programs see ids: one that reads as a number may come back
// as one.
func sameID(raw json.RawMessage, id string) bool {
	return strings.Trim(string(bytes.TrimSpace(raw)), `"`) == id
}

// Stream implements [llm.Provider]; the protocol has no pieces, so that there
// is one.
func (p *Provider) Stream(ctx context.Context, req llm.Request, onChunk func(llm.Chunk) error) (llm.Response, error) {
	resp, err := p.Generate(ctx, req)
	if err != nil {
		return resp, err
	}
	return resp, onChunk(llm.Chunk{Text: resp.Content, Reasoning: resp.Reasoning})
}

// Health implements [llm.Provider]: the program is there and may run.
func (p *Provider) Health(ctx context.Context) (llm.Health, error) {
	return p.cfg.Health(ctx, "a command", p.cfg.Model)
}

// Models implements [llm.Provider]: the configured one.
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	return process.Models(p.cfg.Model), nil
}
