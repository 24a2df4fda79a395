// SPDX-License-Identifier: MIT

package program

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// RPC is JSON-RPC 2.0: the request `ai.generate` as one line on stdin, one
// response on stdout. A program that lists only the task chat is asked for plans
// and translations through it.
type RPC struct{}

func (RPC) name() string { return "a command" }

// calls numbers the requests of this process.
var calls atomic.Int64

// nextID is the id of a request: digits, few enough that a program which reads
// them as a number of any kind gives them back whole.
func nextID() string {
	return strconv.FormatInt(time.Now().UnixMilli()*100+calls.Add(1)%100, 10)
}

type rpcRequest struct {
	Version string    `json:"jsonrpc"`
	ID      string    `json:"id"`
	Method  string    `json:"method"`
	Params  rpcParams `json:"params"`
}

type rpcParams struct {
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

func (RPC) ask(p *Provider, q question, _ *pieces) (process.Call, reader, error) {
	id := nextID()
	line, err := p.line(rpcRequest{Version: "2.0", ID: id, Method: "ai.generate",
		Params: rpcParams{Task: p.task(q.Task), UserID: q.Metadata["user_id"], Context: p.context(q)}})
	return process.Call{Input: line}, func(output []byte, exit *llm.Error) (said, error) { return p.readRPC(output, id, exit) }, err
}

// readRPC reads the response to the request of that id.
func (p *Provider) readRPC(output []byte, id string, exit *llm.Error) (said, error) {
	var out rpcResponse
	if err := p.decode(output, exit, &out); err != nil {
		return said{}, err
	}
	same := strings.Trim(string(bytes.TrimSpace(out.ID)), `"`) == id // a number may come back as one
	switch {
	case out.Error != nil && (same || isNull(out.ID)):
		return said{}, p.remote(out.Error.Code, out.Error.Message)
	case exit != nil:
		return said{}, exit
	case !same:
		return said{}, p.Fault(llm.ErrIDMismatch, "its id is "+process.OneLine(string(out.ID)), "", nil)
	case out.Result == nil:
		return said{}, p.Fault(llm.ErrBadReply, "it has neither result nor error", "Correct the program: it must answer in JSON-RPC 2.0.", nil)
	}
	meta := out.Result.Metadata
	a := said{content: written(out.Result.Output), model: meta.Model, finish: llm.FinishReason(meta.FinishReason),
		input: int(meta.InputTokens), output: int(meta.OutputTokens)}
	if a.input+a.output == 0 {
		a.output = int(meta.Tokens)
	}
	return a, nil
}

// task is what the program is asked for: chat in place of a plan or a
// translation that it does not list.
func (p *Provider) task(task llm.Task) llm.Task {
	if task == "" { // the protocol requires one
		return llm.TaskChat
	}
	if len(p.Tasks) > 0 && !slices.Contains(p.Tasks, task) && (task == llm.TaskPlan || task == llm.TaskTranslate) {
		return llm.TaskChat
	}
	return task
}

// context holds the task's own parameters, and beside them the question in
// words, for programs that know no task but chat.
func (p *Provider) context(q question) map[string]any {
	out := map[string]any{"message": q.SchemaAsWords().AsText(), "prompt": q.Prompt, "blocks": []any{}}
	set := func(name string, value any, given bool) {
		if given {
			out[name] = value
		}
	}
	set("scope", p.Scope, p.Scope != "")
	set("system", q.System, q.System != "")
	set("model", q.model, q.model != "")
	set("max_tokens", q.MaxTokens, q.MaxTokens > 0)
	set("temperature", q.Temperature, q.Temperature != nil)
	if q.Schema != nil {
		set("schema", q.Schema.JSON, true)
	}
	set("metadata", q.Metadata, len(q.Metadata) > 0)
	maps.Copy(out, q.Params)
	return out
}

// written is an output as a model would have written it: a string as it is, any
// other value as JSON.
func written(output json.RawMessage) string {
	var s string
	if isNull(output) || json.Unmarshal(output, &s) == nil {
		return s
	}
	return string(output)
}

func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null"))
}
