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
	if x.rec.Body["stream"] == true && !x.has(IgnoreStreaming) {
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
	body := x.envelope(model, "chat.completion")
	body["choices"] = []any{map[string]any{"index": 0, "message": message, "finish_reason": reply.Finish}}
	if !x.has(NoUsage) {
		body["usage"] = x.usage(reply)
	}
	raw, _ := json.Marshal(body)
	x.say(answer{raw: string(raw)})
}

// shape rewrites a reply as the quirks would.
func (x *exchange) shape(r Reply) Reply {
	thought := r.Reasoning
	if thought == "" {
		thought = "Let me see what is needed."
	}
	switch {
	case x.has(IgnoreSchema) && (x.format() == "json_schema" || x.wants("tools")):
		r = Reply{Text: "Sure! First you should punch a tree."}
	case x.has(CutPrompt):
		r.Text = "Hello! How can I help you today?"
	case schema(x) && x.ruined() != "":
		r.Text = x.ruined()
	case x.has(StringInString) && schema(x):
		raw, _ := json.Marshal(r.Text)
		r.Text = string(raw)
	case x.has(FilteredReply):
		r.Text, r.Finish = r.Text[:len(r.Text)/2], "content_filter"
	case x.submits() && len(r.Calls) == 0:
		r = Reply{Reasoning: r.Reasoning, Calls: []Call{{ID: "call_1", Name: "submit_plan", Arguments: r.Text}}}
	}
	switch {
	case x.has(ReasoningContent), x.has(ReasoningField), x.has(ReasoningDetails):
		r.Reasoning = thought
	case x.has(InlineThink):
		r.Text, r.Reasoning = "<think>\n"+thought+"\n</think>\n\n"+r.Text, ""
	case x.has(OrphanThink):
		r.Text, r.Reasoning = thought+"\n</think>\n\n"+r.Text, ""
	case x.has(JSONInReasoning) && x.wants("response_format"):
		r.Text, r.Reasoning = "", r.Text
	case x.has(NullContent):
		r.Text = ""
	}
	if len(r.Calls) > 0 && (x.has(LeakedCall) || x.has(LeakedXML)) {
		r.Text, r.Calls = x.leak(r.Calls), nil
	}
	if r.Finish == "" {
		if r.Finish = "stop"; len(r.Calls) > 0 {
			r.Finish = "tool_calls"
		}
	}
	return r
}

// ruined is what a grammar makes of every reply; empty for nothing.
func (x *exchange) ruined() string {
	switch {
	case x.has(EmptyPlan):
		return `{"actions": [ ]}`
	case x.has(Garbage):
		return strings.Repeat("GGGG!!!! ", 40)
	}
	return ""
}

// submits tells whether the request's tools include submit_plan.
func (x *exchange) submits() bool {
	tools, _ := json.Marshal(x.rec.Body["tools"])
	return strings.Contains(string(tools), `"submit_plan"`)
}

func (x *exchange) leak(calls []Call) string {
	var b strings.Builder
	for _, c := range calls {
		if x.has(LeakedCall) {
			b.WriteString("[TOOL_REQUEST]\n{\"name\": \"" + c.Name + "\", \"arguments\": " + c.Arguments + "}\n[END_TOOL_REQUEST]\n")
			continue
		}
		var args map[string]json.RawMessage
		_ = json.Unmarshal([]byte(c.Arguments), &args)
		b.WriteString("<tool_call>\n<function=" + c.Name + ">\n")
		for k, v := range args {
			b.WriteString("<parameter=" + k + ">\n" + strings.Trim(string(v), `"`) + "\n</parameter>\n")
		}
		b.WriteString("</function>\n</tool_call>\n")
	}
	return b.String()
}

func (x *exchange) reasoningKey() string {
	if x.has(ReasoningField) {
		return "reasoning"
	}
	return "reasoning_content"
}

// thought is a delta with a piece of a thought.
func (x *exchange) thought(piece string) map[string]any {
	if x.has(ReasoningDetails) {
		return map[string]any{"content": "", "reasoning_details": []any{map[string]any{"type": "reasoning.text", "text": piece, "index": 0}}}
	}
	return map[string]any{x.reasoningKey(): piece}
}

func (x *exchange) envelope(model, object string) map[string]any {
	body := map[string]any{"id": "chatcmpl-1", "object": object, "created": created, "model": model, "system_fingerprint": cmp.Or(x.cfg.Build, model)}
	if x.has(NumericIDs) {
		body["id"] = 4711
	}
	if x.has(FloatCreated) {
		body["created"] = created + 0.25
	}
	return body
}

// delta is a message or delta with this content.
func (x *exchange) delta(text string) map[string]any {
	d := map[string]any{"content": text}
	switch {
	case x.has(NullContent), text == "" && x.has(JSONInReasoning):
		d["content"] = nil
	case x.has(ContentParts):
		d["content"] = []any{map[string]any{"type": "text", "text": text}}
	}
	if x.has(Refusal) {
		d["content"], d["refusal"] = nil, text
	}
	if x.has(EmptyToolCalls) {
		d["tool_calls"] = []any{}
	}
	return d
}

func (x *exchange) calls(calls []Call) []any {
	var out []any
	for i, c := range calls {
		fn := map[string]any{"name": c.Name, "arguments": c.Arguments}
		if x.has(ArgsAsObject) {
			fn["arguments"] = json.RawMessage(c.Arguments)
		}
		entry := map[string]any{"index": i, "id": c.ID, "type": "function", "function": fn}
		switch {
		case x.has(NoCallIDs):
			entry["id"] = ""
		case x.has(NumericIDs):
			entry["id"] = 100 + i
		}
		out = append(out, entry)
	}
	return out
}

func (x *exchange) usage(r Reply) map[string]any {
	in := 32
	if x.has(CutPrompt) {
		in = 256
	} else if raw, err := json.Marshal(x.rec.Body["messages"]); err == nil {
		in = max(in, len(raw)/4)
	}
	out := len(strings.Fields(r.Text)) + len(strings.Fields(r.Reasoning)) + 1
	return map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"completion_tokens_details": map[string]any{"reasoning_tokens": len(strings.Fields(r.Reasoning))}}
}

// stream sends the reply in pieces, with whatever trouble was asked for.
func (x *exchange) stream(model string, r Reply) {
	x.w.Header().Set("Content-Type", "text/event-stream")
	if x.has(Gzipped) && strings.Contains(x.r.Header.Get("Accept-Encoding"), "gzip") {
		x.w.Header().Set("Content-Encoding", "gzip")
		x.packed = gzip.NewWriter(x.w)
		defer func() { _ = x.packed.Close() }()
	}
	x.w.WriteHeader(http.StatusOK)
	x.flush()
	if x.has(ByteOrderMark) {
		x.write([]byte("\ufeff"))
	}
	if x.has(NullChoices) {
		body := x.envelope(model, "chat.completion.chunk")
		body["choices"] = nil
		x.event(body)
	}
	switch {
	case x.has(HangFirst):
		x.hang()
		return
	case x.has(KeepAliveOnly):
		for !x.broken {
			x.write([]byte(": keep-alive\n\n"))
			x.flush()
			x.pause(time.Second)
		}
		return
	case x.has(WhiteSpace) && schema(x):
		for !x.broken {
			x.chunk(model, map[string]any{"content": " \n\t\n"}, nil)
		}
		return
	case x.has(EmptyDeltas):
		for !x.broken {
			x.chunk(model, map[string]any{"role": "assistant", "content": ""}, nil)
			x.pause(time.Second)
		}
		return
	case x.has(Drip):
		for !x.broken {
			x.chunk(model, x.delta("word "), nil)
			x.pause(20 * time.Second)
		}
		return
	}
	for began := time.Now(); (x.has(SlowPrompt) || x.has(PromptProgress)) && time.Since(began) < x.cfg.LoadDelay && !x.broken; x.pause(10 * time.Second) {
		if x.has(SlowPrompt) {
			x.line(": OPENROUTER PROCESSING")
			continue
		}
		body := x.envelope(model, "chat.completion.chunk")
		body["choices"] = []any{map[string]any{"index": 0, "delta": map[string]any{"role": "assistant", "content": nil}, "finish_reason": nil}}
		body["prompt_progress"] = map[string]any{"total": 9000, "cache": 0, "processed": 512, "time_ms": 10000}
		x.event(body)
	}
	x.chunk(model, map[string]any{"role": "assistant", "content": ""}, nil)
	for _, piece := range pieces(r.Reasoning) {
		x.chunk(model, x.thought(piece), nil)
		x.pause(x.cfg.TokenDelay)
	}
	text := pieces(r.Text)
	for i, piece := range text {
		if i == (len(text)+1)/2 && x.trouble() {
			return
		}
		x.chunk(model, x.delta(piece), nil)
		x.pause(x.cfg.TokenDelay)
	}
	if x.has(CutAfterText) {
		return
	}
	for _, c := range x.calls(r.Calls) {
		x.chunk(model, map[string]any{"tool_calls": []any{c}}, nil)
	}
	if !x.has(NoFinishReason) {
		x.chunk(model, map[string]any{}, r.Finish)
	}
	if x.has(HangAfterFinish) {
		x.hang()
		return
	}
	options, _ := x.rec.Body["stream_options"].(map[string]any)
	if options["include_usage"] == true && !x.has(NoUsage) {
		body := x.envelope(model, "chat.completion.chunk")
		body["choices"] = []any{}
		body["usage"] = x.usage(r)
		x.event(body)
	}
	x.line("data: [DONE]")
}

// trouble acts half way through the text; true ends the reply there.
func (x *exchange) trouble() bool {
	switch {
	case x.has(CutStream), x.has(CutOnce) && x.failTimes(1):
		return true
	case x.has(ResetStream):
		panic(http.ErrAbortHandler)
	case x.has(StreamErrorData):
		x.line(`data: {"error":{"message":"The model has crashed without additional information. (Exit code: 6)","code":500}}`)
		return true
	case x.has(StreamErrorText):
		x.line(`data: {"error":"Model unloaded."}`)
		return true
	case x.has(StreamErrorEvent):
		x.line("event: error")
		x.line(`data: {"error":{"message":"Engine protocol predict stream returned an error: out of memory"}}`)
		return true
	case x.has(BrokenChunk):
		x.line(`data: {"choices":[{"delta":{"con`)
	case x.has(KeepAliveFlood):
		for range 2000 {
			x.write([]byte(": still here\n\n"))
		}
		x.flush()
	case x.has(HangBetween):
		x.hang()
		return true
	}
	return false
}

func (x *exchange) chunk(model string, delta map[string]any, finish any) {
	body := x.envelope(model, "chat.completion.chunk")
	body["choices"] = []any{map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}}
	x.event(body)
}

func (x *exchange) event(body map[string]any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic("fakelm: " + err.Error())
	}
	if x.has(BareJSONLines) {
		x.line(string(raw))
		return
	}
	x.line("data: " + string(raw))
}

// line writes one event line with its blank line.
func (x *exchange) line(s string) {
	end := "\n\n"
	if x.has(CRLF) {
		s, end = strings.Replace(s, "data: ", "data:", 1), "\r\n\r\n"
	}
	if strings.HasPrefix(s, "event:") {
		end = end[:len(end)/2]
	}
	x.write([]byte(s + end))
	x.flush()
}

// pieces cuts text into chunks of about a token, never inside a rune.
func pieces(text string) []string {
	var out []string
	for len(text) > 0 {
		n := min(5, len(text))
		for n < len(text) && text[n]&0xC0 == 0x80 {
			n++
		}
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}
