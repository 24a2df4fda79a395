// SPDX-License-Identifier: MIT

package fakelm

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// exchange is one request being answered.
type exchange struct {
	*Server
	w      http.ResponseWriter
	r      *http.Request
	rec    *Request
	broken bool // a write failed: the client is gone
	packed *gzip.Writer
}

func (x *exchange) serve() {
	lists := x.r.Method == http.MethodGet
	switch {
	case x.has(Unauthorized) && x.rec.Authorization != "Bearer "+x.cfg.Key:
		x.say(answer{code: 401, raw: failure("An LM Studio API token is required to make requests to this server, but none was provided",
			"invalid_request", "", "invalid_api_key")})
	case lists && x.listed():
	case lists && x.cfg.Kind == LMStudio:
		x.say(answer{raw: fmt.Sprintf(`{"error":"Unexpected endpoint or method. (%s %s)"}`, x.r.Method, x.r.URL.Path)})
	case x.r.URL.Path != "/v1/chat/completions":
		http.NotFound(x.w, x.r)
	default:
		if !x.otherwise() {
			x.answer()
		}
	}
}

// wants tells whether the request's field is present and not null.
func (x *exchange) wants(field string) bool { return x.rec.Body[field] != nil }

func (x *exchange) format() string {
	f, _ := x.rec.Body["response_format"].(map[string]any)
	t, _ := f["type"].(string)
	return t
}

// answer is a row: which requests a quirk answers in another way than with a reply, and
// how.
type answer struct {
	quirk Quirk                // empty: every such server does
	when  func(*exchange) bool // nil: every request
	code  int                  // 200 if zero
	text  string               // an error in the server's own form; {key} is the key that it was sent
	raw   string               // in place of text: the body as it stands
	again string               // it comes for the dots of raw, again and again, up to hugeSize
	kind  string               // its media type; JSON if empty
}

func field(name string) func(*exchange) bool {
	return func(x *exchange) bool { return x.wants(name) }
}

func schema(x *exchange) bool  { return x.format() == "json_schema" }
func streams(x *exchange) bool { return x.rec.Body["stream"] == true }
func system(x *exchange) bool {
	messages, _ := x.rec.Body["messages"].([]any)
	return slices.ContainsFunc(messages, func(m any) bool { return m.(map[string]any)["role"] == "system" })
}

// failure is an error body of a hosted service.
func failure(message, kind, param, code string) string {
	e := map[string]any{"message": message, "type": kind, "param": nil, "code": code}
	if param != "" {
		e["param"] = param
	}
	raw, _ := json.Marshal(map[string]any{"error": e})
	return string(raw)
}

// page is a web page.
func page(title string) string { return "<!doctype html><html><title>" + title + "</title></html>" }

const (
	invalid = "invalid_request_error"
	events  = "text/event-stream"
)

var answers = []answer{
	{when: func(x *exchange) bool { return x.cfg.Kind == LMStudio && x.format() == "json_object" }, code: 400,
		text: "'response_format.type' must be 'json_schema' or 'text'"},
	{when: func(x *exchange) bool {
		_, isString := x.rec.Body["tool_choice"].(string)
		return x.cfg.Kind == LMStudio && x.wants("tool_choice") && !isString
	}, code: 400, text: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"},
	{quirk: EchoKey, code: 401, text: "Incorrect API key provided: {key}. Find yours at the account page of {key}"},
	{quirk: RefuseSchema, when: schema, code: 400, text: "response_format of type 'json_schema' is not supported by this model"},
	{quirk: GrammarError, when: schema, code: 400, text: "failed to parse grammar"},
	{quirk: FailedGeneration, when: schema, code: 400, raw: failure("Failed to generate JSON. Please adjust your prompt.", invalid, "", "json_validate_failed")},
	{quirk: RefuseTools, when: field("tools"), code: 400, text: "This model does not support tools"},
	{quirk: RefuseToolChoice, when: func(x *exchange) bool { return x.rec.Body["tool_choice"] == "required" }, code: 400,
		text: "tool_choice 'required' is not supported by this engine"},
	{quirk: RefuseStreaming, when: streams, code: 400, text: "streaming is not supported for this model"},
	{quirk: UnverifiedStream, when: streams, code: 400,
		raw: failure("Your organization must be verified to stream this model.", invalid, "stream", "unsupported_value")},
	{quirk: StrictUsage, when: field("stream_options"), code: 400, text: "Unrecognized request argument supplied: stream_options"},
	{quirk: ForbidExtra, when: field("stream_options"), code: 422,
		raw: `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`},
	{quirk: RefuseMaxTokens, when: field("max_tokens"), code: 400, raw: failure(
		"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", invalid, "max_tokens", "unsupported_parameter")},
	{quirk: RefuseTemperature, when: field("temperature"), code: 400, raw: failure(
		"Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.", invalid, "", "unsupported_value")},
	{quirk: RefuseSystem, when: system, code: 500, raw: failure(
		"System role not supported at row 1, column 20: {{ raise_exception('System role not supported') }}", "server_error", "", "500")},
	{quirk: RefuseDeveloper, when: system, code: 400, raw: failure("Developer instruction is not enabled for models/gemma-3-27b-it", invalid, "", "400")},
	{quirk: NotLoaded, code: 400, text: "No models loaded. Please load a model in the developer page or use the 'lms load' command."},
	{quirk: ChannelError, code: 400, text: "Channel Error"},
	{quirk: UnknownModel, code: 404, raw: failure("model 'nosuch' not found", "not_found_error", "", "model_not_found")},
	{quirk: UnloadedOnce, when: func(x *exchange) bool { return x.failTimes(1) }, code: 404,
		raw: failure("model 'hermes' not found, try pulling it first", "api_error", "", "")},
	{quirk: ContextOverflow, code: 400, text: "Trying to keep the first 9000 tokens when context the overflows. " +
		"However, the model is loaded with context length of only 4096 tokens, which is not enough."},
	{quirk: FilteredPrompt, code: 400, raw: failure(
		"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", "", "prompt", "content_filter")},
	{quirk: RateLimited, when: func(x *exchange) bool {
		return x.failTimes(1) && x.header("Retry-After", strconv.Itoa(x.cfg.RetryAfter))
	}, code: 429, text: "slow down"},
	{quirk: RateLimitedLong, when: func(x *exchange) bool { return x.header("Retry-After", "3600") }, code: 429, text: "slow down"},
	{quirk: QuotaExceeded, code: 429, text: "You exceeded your current quota, please check your plan and billing details"},
	{quirk: Flaky, when: func(x *exchange) bool { return x.failTimes(2) }, code: 500, text: "Internal Server Error"},
	{quirk: Loading503, when: func(x *exchange) bool { return x.stillLoading() }, code: 503, raw: failure("Loading model", "unavailable_error", "", "503")},
	{quirk: Broken, code: 500, text: "The model has crashed without additional information. (Exit code: 6)"},

	{quirk: HTMLPage, raw: page("Router login"), kind: "text/html"},
	{quirk: ErrorWith200, raw: `{"error":"Model unloaded while generating"}`},
	{quirk: ErrorObjectWith200, raw: `{"error":{"message":"Model unloaded while generating","code":500}}`},
	{quirk: EmptyObject, raw: `{}`},
	{quirk: EmptyChoices, raw: `{"id":"chatcmpl-1","object":"chat.completion","choices":[]}`},
	{quirk: EmptyBody, kind: events},
	{quirk: RedirectElsewhere, when: func(x *exchange) bool { return x.header("Location", x.cfg.ElsewhereURL) }, code: http.StatusTemporaryRedirect},
	{quirk: HangHeaders, when: func(x *exchange) bool { return x.hang() }},
	{quirk: HugeJSON, raw: `{"choices":[{"message":{"role":"assistant","content":"…"}}]}`, again: "a"},
	{quirk: HugeLine, raw: `data: {"choices":[{"delta":{"content":"…"}}]}` + "\n\n", again: "a", kind: events},
	{quirk: HugeText, again: `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("word ", 40) + `"}}]}` + "\n\n", kind: events},
	{quirk: HugeFlood, again: ": keep-alive\n\n", kind: events},
	{quirk: HugeError, code: 400, raw: `{"error":"…"}`, again: "a"},
}

// header adds one.
func (x *exchange) header(name, value string) bool {
	x.w.Header().Set(name, value)
	return true
}

// otherwise answers as the first row says that fits; false when there is none.
func (x *exchange) otherwise() bool {
	for _, a := range answers {
		if (a.quirk == "" || x.has(a.quirk)) && (a.when == nil || a.when(x)) {
			x.say(a)
			return true
		}
	}
	return false
}

// say answers as a row has it.
func (x *exchange) say(a answer) {
	if a.text != "" {
		x.fail(a.code, strings.ReplaceAll(a.text, "{key}", strings.TrimPrefix(x.rec.Authorization, "Bearer ")))
		return
	}
	x.header("Content-Type", cmp.Or(a.kind, "application/json"))
	x.w.WriteHeader(cmp.Or(a.code, 200))
	head, tail, _ := strings.Cut(a.raw, "…")
	x.write([]byte(head))
	if a.again != "" {
		block := []byte(strings.Repeat(a.again, max(1, (32<<10)/len(a.again))))
		for sent := 0; sent < hugeSize && !x.broken; sent += len(block) {
			x.write(block)
		}
	}
	x.write([]byte(tail))
}

// fail answers with an error in the server's own form.
func (x *exchange) fail(code int, message string) {
	var e any = message
	if x.cfg.Kind != LMStudio {
		e = map[string]any{"message": message, "type": invalid, "param": nil, "code": code}
	}
	raw, _ := json.Marshal(map[string]any{"error": e})
	x.say(answer{code: code, raw: string(raw)})
}

func (x *exchange) write(p []byte) {
	to, step := io.Writer(x.w), len(p)
	if x.packed != nil {
		to = x.packed
	}
	if x.has(SplitRunes) {
		step = 1
	}
	for len(p) > 0 && !x.broken {
		if _, err := to.Write(p[:min(step, len(p))]); err != nil {
			x.broken = true
		}
		if p = p[min(step, len(p)):]; x.has(SplitRunes) {
			x.flush()
		}
	}
}

func (x *exchange) flush() {
	if x.broken {
		return
	}
	if x.packed != nil {
		_ = x.packed.Flush()
	}
	if err := http.NewResponseController(x.w).Flush(); err != nil {
		x.broken = true
	}
}

// hang waits until the client is gone.
func (x *exchange) hang() bool {
	<-x.r.Context().Done()
	return true
}

// pause waits d or until the client is gone.
func (x *exchange) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-x.r.Context().Done():
		x.broken = true
	}
}
