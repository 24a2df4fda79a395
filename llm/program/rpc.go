// SPDX-License-Identifier: MIT

package program

import (
	"maps"
	"slices"
	"strconv"
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

// rpcAnswer is where the response to the request of that id has its answer.
func rpcAnswer(id string) form {
	const meta = "result.metadata."
	return form{Text: Text{Output: JSON, Content: "result.output", Error: "error",
		InputTokens: meta + "input_tokens", OutputTokens: meta + "output_tokens"},
		who: meta + "model", why: meta + "finish_reason", sum: meta + "tokens", id: id, need: "result", strict: true}
}

func (RPC) ask(p *Provider, q llm.Request) (process.Call, form, error) {
	id := nextID()
	params := fields{"task": p.task(q.Task), "context": p.context(q)}
	params.set("user_id", q.Metadata["user_id"], q.Metadata["user_id"] != "")
	line, err := p.line(fields{"jsonrpc": "2.0", "id": id, "method": "ai.generate", "params": params})
	return process.Call{Input: line}, rpcAnswer(id), err
}

// task is what the program is asked for: chat in place of a plan or a
// translation that it does not list.
func (p *Provider) task(task llm.Task) llm.Task {
	words := task == llm.TaskPlan || task == llm.TaskTranslate
	if task == "" || words && len(p.Tasks) > 0 && !slices.Contains(p.Tasks, task) { // the protocol requires one
		return llm.TaskChat
	}
	return task
}

// context holds the task's own parameters, and beside them the question in
// words, for programs that know no task but chat.
func (p *Provider) context(q llm.Request) fields {
	out := fields{"message": q.SchemaAsWords().AsText(), "prompt": q.Prompt, "blocks": []any{}}
	out.set("scope", p.Scope, p.Scope != "")
	out.set("system", q.System, q.System != "")
	out.set("model", q.Model, q.Model != "")
	out.set("max_tokens", q.MaxTokens, q.MaxTokens > 0)
	out.set("temperature", q.Temperature, q.Temperature != nil)
	if q.Schema != nil {
		out["schema"] = q.Schema.JSON
	}
	out.set("metadata", q.Metadata, len(q.Metadata) > 0)
	maps.Copy(out, q.Params)
	return out
}
