// SPDX-License-Identifier: MIT

package fakelm

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// created is the timestamp of every reply, so that replies are the same each time.
const created = 1760000000

// answer gives the next reply in the shape the quirks ask for, streamed or whole.
func (x *exchange) answer() {
	model, _ := x.rec.Body["model"].(string)
	for _, m := range x.snapshot() {
		if m.ID == model && !m.Loaded {
			x.pause(x.cfg.LoadDelay)
			if x.broken {
				return
			}
			x.Load(m.ID, true)
		}
	}
	reply := x.shape(x.nextReply())
	if x.rec.Body["stream"] == true && !x.has("ignore-streaming") {
		x.stream(model, reply)
		return
	}
	message := x.delta(reply.Text)
	message["role"] = "assistant"
	if reply.Reasoning != "" {
		message[x.reasoningKey()] = reply.Reasoning
	}
	if calls := x.calls(reply.Calls); calls != nil {
		message["tool_calls"] = calls
	}
	body := x.envelope(model, "chat.completion", map[string]any{"index": 0, "message": message, "finish_reason": reply.Finish})
	if !x.has("no-usage") {
		body["usage"] = x.usage(reply)
	}
	x.json(http.StatusOK, body)
}

// shape rewrites a reply as the quirks would.
func (x *exchange) shape(r Reply) Reply {
	thought := cmp.Or(r.Reasoning, "Let me see what is needed.")
	tools, _ := json.Marshal(x.rec.Body["tools"])
	switch {
	case x.has("ignore-schema") && (schema(x) || x.wants("tools")):
		r = Reply{Text: "Sure! First you should punch a tree."}
	case x.has("cut-prompt"):
		r.Text = "Hello! How can I help you today?"
	case x.has("empty-plan") && schema(x):
		r.Text = `{"actions": [ ]}`
	case x.has("garbage") && schema(x):
		r.Text = strings.Repeat("GGGG!!!! ", 40)
	case x.has("string-in-string") && schema(x):
		raw, _ := json.Marshal(r.Text)
		r.Text = string(raw)
	case x.has("filtered-reply"):
		r.Text, r.Finish = r.Text[:len(r.Text)/2], "content_filter"
	case strings.Contains(string(tools), `"submit_plan"`) && len(r.Calls) == 0:
		r = Reply{Reasoning: r.Reasoning, Calls: []Call{{ID: "call_1", Name: "submit_plan", Arguments: r.Text}}}
	}
	r = x.think(r, thought)
	if len(r.Calls) > 0 && (x.has("leaked-call") || x.has("leaked-xml")) {
		r.Text, r.Calls = x.leak(r.Calls), nil
	}
	if r.Finish == "" {
		if r.Finish = "stop"; len(r.Calls) > 0 {
			r.Finish = "tool_calls"
		}
	}
	return r
}

// think puts the thought where the model's template does.
func (x *exchange) think(r Reply, thought string) Reply {
	switch {
	case x.has("reasoning-content"), x.has("reasoning-field"), x.has("reasoning-details"):
		r.Reasoning = thought
	case x.has("inline-think"):
		r.Text, r.Reasoning = "<think>\n"+thought+"\n</think>\n\n"+r.Text, ""
	case x.has("orphan-think"):
		r.Text, r.Reasoning = thought+"\n</think>\n\n"+r.Text, ""
	case x.has("json-in-reasoning") && x.wants("response_format"):
		r.Text, r.Reasoning = "", r.Text
	case x.has("null-content"):
		r.Text = ""
	}
	return r
}

// leak is calls as text in the content.
func (x *exchange) leak(calls []Call) (text string) {
	for _, c := range calls {
		if x.has("leaked-call") {
			text += "[TOOL_REQUEST]\n{\"name\": \"" + c.Name + "\", \"arguments\": " + c.Arguments + "}\n[END_TOOL_REQUEST]\n"
			continue
		}
		var args map[string]json.RawMessage
		_ = json.Unmarshal([]byte(c.Arguments), &args)
		text += "<tool_call>\n<function=" + c.Name + ">\n"
		for k, v := range args {
			text += "<parameter=" + k + ">\n" + strings.Trim(string(v), `"`) + "\n</parameter>\n"
		}
		text += "</function>\n</tool_call>\n"
	}
	return text
}

func (x *exchange) reasoningKey() string {
	if x.has("reasoning-field") {
		return "reasoning"
	}
	return "reasoning_content"
}

// thought is a delta with a piece of a thought.
func (x *exchange) thought(piece string) map[string]any {
	if x.has("reasoning-details") {
		return map[string]any{"content": "", "reasoning_details": []any{map[string]any{"type": "reasoning.text", "text": piece, "index": 0}}}
	}
	return map[string]any{x.reasoningKey(): piece}
}

func (x *exchange) envelope(model, object string, choices ...any) map[string]any {
	body := map[string]any{"id": "chatcmpl-1", "object": object, "created": created, "model": model,
		"system_fingerprint": cmp.Or(x.cfg.Build, model), "choices": append([]any{}, choices...)}
	if x.has("numeric-ids") {
		body["id"] = 4711
	}
	if x.has("float-created") {
		body["created"] = created + 0.25
	}
	return body
}

// delta is a message or delta with this content.
func (x *exchange) delta(text string) map[string]any {
	d := map[string]any{"content": text}
	switch {
	case x.has("refusal"):
		d = map[string]any{"content": nil, "refusal": text}
	case x.has("null-content"), text == "" && x.has("json-in-reasoning"):
		d["content"] = nil
	case x.has("content-parts"):
		d["content"] = []any{map[string]any{"type": "text", "text": text}}
	case x.has("empty-tool-calls"):
		d["tool_calls"] = []any{}
	}
	return d
}

func (x *exchange) calls(calls []Call) (out []any) {
	for i, c := range calls {
		var id, args any = c.ID, c.Arguments
		switch {
		case x.has("arguments-as-object"):
			args = json.RawMessage(c.Arguments)
		case x.has("empty-call-ids"):
			id = ""
		case x.has("numeric-ids"):
			id = 100 + i
		}
		out = append(out, map[string]any{"index": i, "id": id, "type": "function", "function": map[string]any{"name": c.Name, "arguments": args}})
	}
	return out
}

func (x *exchange) usage(r Reply) map[string]any {
	raw, _ := json.Marshal(x.rec.Body["messages"])
	in, thoughts := max(32, len(raw)/4), len(strings.Fields(r.Reasoning))
	if x.has("cut-prompt") {
		in = 256
	}
	out := len(strings.Fields(r.Text)) + thoughts + 1
	return map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"completion_tokens_details": map[string]any{"reasoning_tokens": thoughts}}
}

// endless are the quirks of a stream that never says more: a line, and how long after
// it comes the next.
func (x *exchange) endless(model string) (line string, every time.Duration) {
	switch {
	case x.has("keep-alive-only"):
		return ": keep-alive", time.Second
	case x.has("white-space") && schema(x):
		return x.chunk(model, map[string]any{"content": " \n\t\n"}, nil), 0
	case x.has("empty-deltas"):
		return x.chunk(model, map[string]any{"role": "assistant", "content": ""}, nil), time.Second
	case x.has("drip"):
		return x.chunk(model, x.delta("word "), nil), 20 * time.Second
	}
	return "", 0
}

// stream sends the reply in pieces, with whatever trouble was asked for.
func (x *exchange) stream(model string, r Reply) {
	x.w.Header().Set("Content-Type", "text/event-stream")
	if x.has("gzip") && strings.Contains(x.r.Header.Get("Accept-Encoding"), "gzip") {
		x.w.Header().Set("Content-Encoding", "gzip")
		x.packed = gzip.NewWriter(x.w)
		defer func() { _ = x.packed.Close() }()
	}
	x.w.WriteHeader(http.StatusOK)
	x.flush()
	x.preface(model)
	x.alive(model)
	say := func(delta map[string]any, finish any) { x.line(x.chunk(model, delta, finish)) }
	say(map[string]any{"role": "assistant", "content": ""}, nil)
	for _, piece := range pieces(r.Reasoning) {
		say(x.thought(piece), nil)
		x.pause(x.cfg.TokenDelay)
	}
	text := pieces(r.Text)
	for i, piece := range text {
		if i == (len(text)+1)/2 && x.trouble() {
			return
		}
		say(x.delta(piece), nil)
		x.pause(x.cfg.TokenDelay)
	}
	if x.has("cut-after-text") {
		return
	}
	for _, c := range x.calls(r.Calls) {
		say(map[string]any{"tool_calls": []any{c}}, nil)
	}
	if !x.has("no-finish-reason") {
		say(map[string]any{}, r.Finish)
	}
	if x.has("hang-after-finish") {
		x.hang()
	}
	options, _ := x.rec.Body["stream_options"].(map[string]any)
	if options["include_usage"] == true && !x.has("no-usage") {
		body := x.envelope(model, "chat.completion.chunk")
		body["usage"] = x.usage(r)
		x.line(x.event(body))
	}
	x.line("data: [DONE]")
}

// preface is what some servers send before the first piece.
func (x *exchange) preface(model string) {
	if x.has("byte-order-mark") {
		x.write([]byte("\ufeff"))
	}
	if x.has("null-choices") {
		body := x.envelope(model, "chat.completion.chunk")
		body["choices"] = nil
		x.line(x.event(body))
	}
	if x.has("hang-before-first") {
		x.hang()
	}
	for line, every := x.endless(model); line != "" && !x.broken; x.pause(every) {
		x.line(line)
	}
}

// alive tells that the prompt is being read, until the delay is over.
func (x *exchange) alive(model string) {
	slow := x.has("slow-prompt") || x.has("prompt-progress")
	for began := time.Now(); slow && time.Since(began) < x.cfg.LoadDelay && !x.broken; x.pause(10 * time.Second) {
		if x.has("slow-prompt") {
			x.line(": OPENROUTER PROCESSING")
			continue
		}
		body := x.envelope(model, "chat.completion.chunk", choice(map[string]any{"role": "assistant", "content": nil}, nil))
		body["prompt_progress"] = map[string]any{"total": 9000, "cache": 0, "processed": 512, "time_ms": 10000}
		x.line(x.event(body))
	}
}

// troubles are what some quirks say half way through the text; those that end it there
// are cuts.
var troubles = []struct {
	quirk Quirk
	lines []string
	cuts  bool
}{
	{"cut-stream", nil, true},
	{"stream-error-data", []string{`data: {"error":{"message":"The model has crashed without additional information.","code":500}}`}, true},
	{"stream-error-string", []string{`data: {"error":"Model unloaded."}`}, true},
	{"stream-error-event", []string{"event: error",
		`data: {"error":{"message":"Engine protocol predict stream returned an error: out of memory"}}`}, true},
	{"broken-chunk", []string{`data: {"choices":[{"delta":{"con`}, false},
	{"keep-alive-flood", []string{strings.Repeat(": still here\n\n", 2000)}, false},
}

// trouble acts half way through the text; true ends the reply there.
func (x *exchange) trouble() bool {
	switch {
	case x.has("cut-once") && x.failTimes(1):
		return true
	case x.has("reset-stream"):
		panic(http.ErrAbortHandler)
	case x.has("hang-between-tokens"):
		return x.hang()
	}
	for _, t := range troubles {
		if x.has(t.quirk) {
			for _, line := range t.lines {
				x.line(line)
			}
			return t.cuts
		}
	}
	return false
}

func choice(delta map[string]any, finish any) any {
	return map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}
}

// chunk is the line of a piece.
func (x *exchange) chunk(model string, delta map[string]any, finish any) string {
	return x.event(x.envelope(model, "chat.completion.chunk", choice(delta, finish)))
}

func (x *exchange) event(body map[string]any) string {
	raw, _ := json.Marshal(body)
	if x.has("bare-json-lines") {
		return string(raw)
	}
	return "data: " + string(raw)
}

// line writes one event line with its blank line.
func (x *exchange) line(s string) {
	end := "\n\n"
	if x.has("crlf") {
		s, end = strings.Replace(s, "data: ", "data:", 1), "\r\n\r\n"
	}
	if strings.HasPrefix(s, "event:") {
		end = end[:len(end)/2]
	}
	x.write([]byte(s + end))
	x.flush()
}

// pieces cuts text into chunks of about a token, never inside a rune.
func pieces(text string) (out []string) {
	for len(text) > 0 {
		n := min(5, len(text))
		for n < len(text) && text[n]&0xC0 == 0x80 {
			n++
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return out
}
