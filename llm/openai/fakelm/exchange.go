// SPDX-License-Identifier: MIT

package fakelm

import (
	"compress/gzip"
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
	if x.has(Unauthorized) && x.rec.Authorization != "Bearer "+x.cfg.Key {
		writeJSON(x.w, http.StatusUnauthorized, map[string]any{"error": map[string]any{
			"message": "An LM Studio API token is required to make requests to this server, but none was provided",
			"type":    "invalid_request", "code": "invalid_api_key", "param": nil}})
		return
	}
	if x.r.Method == http.MethodGet {
		if x.lists() {
			return
		}
		if x.cfg.Kind == LMStudio {
			writeJSON(x.w, http.StatusOK, map[string]any{"error": fmt.Sprintf("Unexpected endpoint or method. (%s %s)", x.r.Method, x.r.URL.Path)})
			return
		}
		http.NotFound(x.w, x.r)
		return
	}
	if x.r.URL.Path != "/v1/chat/completions" {
		http.NotFound(x.w, x.r)
		return
	}
	if x.refused() || x.strange() {
		return
	}
	x.answer()
}

// wants tells whether the request's field is present and not null.
func (x *exchange) wants(field string) bool { return x.rec.Body[field] != nil }

func (x *exchange) format() string {
	f, _ := x.rec.Body["response_format"].(map[string]any)
	t, _ := f["type"].(string)
	return t
}

// refusal is a row: which requests a quirk refuses, and how. Without words it is
// written in the server's own form.
type refusal struct {
	quirk Quirk
	when  func(*exchange) bool // nil: every request
	code  int
	text  string
	body  map[string]any // in place of text
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
func failure(message, kind, param, code string) map[string]any {
	e := map[string]any{"message": message, "type": kind, "param": nil, "code": code}
	if param != "" {
		e["param"] = param
	}
	return map[string]any{"error": e}
}

var refusals = []refusal{
	{RefuseSchema, schema, 400, "response_format of type 'json_schema' is not supported by this model", nil},
	{GrammarError, schema, 400, "failed to parse grammar", nil},
	{FailedGeneration, schema, 400, "", failure("Failed to generate JSON. Please adjust your prompt.", "invalid_request_error", "", "json_validate_failed")},
	{RefuseTools, field("tools"), 400, "This model does not support tools", nil},
	{RefuseToolChoice, func(x *exchange) bool { return x.rec.Body["tool_choice"] == "required" }, 400, "tool_choice 'required' is not supported by this engine", nil},
	{RefuseStreaming, streams, 400, "streaming is not supported for this model", nil},
	{UnverifiedStream, streams, 400, "", failure("Your organization must be verified to stream this model.", "invalid_request_error", "stream", "unsupported_value")},
	{StrictUsage, field("stream_options"), 400, "Unrecognized request argument supplied: stream_options", nil},
	{ForbidExtra, field("stream_options"), 422, "", map[string]any{"detail": []any{map[string]any{
		"type": "extra_forbidden", "loc": []string{"body", "stream_options"}, "msg": "Extra inputs are not permitted"}}}},
	{RefuseMaxTokens, field("max_tokens"), 400, "", failure("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
		"invalid_request_error", "max_tokens", "unsupported_parameter")},
	{RefuseTemperature, field("temperature"), 400, "", failure("Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
		"invalid_request_error", "", "unsupported_value")},
	{RefuseSystem, system, 500, "", failure("System role not supported at row 1, column 20: {{ raise_exception('System role not supported') }}", "server_error", "", "500")},
	{RefuseDeveloper, system, 400, "", failure("Developer instruction is not enabled for models/gemma-3-27b-it", "invalid_request_error", "", "400")},
	{NotLoaded, nil, 400, "No models loaded. Please load a model in the developer page or use the 'lms load' command.", nil},
	{ChannelError, nil, 400, "Channel Error", nil},
	{UnknownModel, nil, 404, "", failure("model 'nosuch' not found", "not_found_error", "", "model_not_found")},
	{UnloadedOnce, func(x *exchange) bool { return x.failTimes(1) }, 404, "", failure("model 'hermes' not found, try pulling it first", "api_error", "", "")},
	{ContextOverflow, nil, 400, "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.", nil},
	{FilteredPrompt, nil, 400, "", failure("The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", "", "prompt", "content_filter")},
	{RateLimited, func(x *exchange) bool { return x.failTimes(1) && x.retryIn(strconv.Itoa(x.cfg.RetryAfter)) }, 429, "slow down", nil},
	{RateLimitedLong, func(x *exchange) bool { return x.retryIn("3600") }, 429, "slow down", nil},
	{QuotaExceeded, nil, 429, "You exceeded your current quota, please check your plan and billing details", nil},
	{Flaky, func(x *exchange) bool { return x.failTimes(2) }, 500, "Internal Server Error", nil},
	{Loading503, func(x *exchange) bool { return x.stillLoading() }, 503, "", failure("Loading model", "unavailable_error", "", "503")},
	{Broken, nil, 500, "The model has crashed without additional information. (Exit code: 6)", nil},
}

// retryIn adds the header.
func (x *exchange) retryIn(seconds string) bool {
	x.w.Header().Set("Retry-After", seconds)
	return true
}

// refused answers with an error for the quirks that refuse.
func (x *exchange) refused() bool {
	_, isString := x.rec.Body["tool_choice"].(string)
	switch {
	case x.cfg.Kind == LMStudio && x.format() == "json_object":
		x.fail(x.w, 400, "'response_format.type' must be 'json_schema' or 'text'")
		return true
	case x.cfg.Kind == LMStudio && x.wants("tool_choice") && !isString:
		x.fail(x.w, 400, "Invalid tool_choice type: 'object'. Supported string values: none, auto, required")
		return true
	case x.has(EchoKey):
		key := strings.TrimPrefix(x.rec.Authorization, "Bearer ")
		x.fail(x.w, 401, "Incorrect API key provided: "+key+". Find yours at the account page of "+key)
		return true
	}
	for _, r := range refusals {
		switch {
		case !x.has(r.quirk) || r.when != nil && !r.when(x):
			continue
		case r.body != nil:
			writeJSON(x.w, r.code, r.body)
		default:
			x.fail(x.w, r.code, r.text)
		}
		return true
	}
	return false
}

// strange answers for the quirks whose body is no chat reply at all.
func (x *exchange) strange() bool {
	switch {
	case x.has(HTMLPage):
		x.w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(x.w, "<!doctype html><html><title>Router login</title></html>")
	case x.has(ErrorWith200):
		writeJSON(x.w, 200, map[string]any{"error": "Model unloaded while generating"})
	case x.has(ErrorObjectWith200):
		writeJSON(x.w, 200, map[string]any{"error": map[string]any{"message": "Model unloaded while generating", "code": 500}})
	case x.has(EmptyObject):
		writeJSON(x.w, 200, map[string]any{})
	case x.has(EmptyChoices):
		writeJSON(x.w, 200, map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "choices": []any{}})
	case x.has(EmptyBody):
		x.w.Header().Set("Content-Type", "text/event-stream")
		x.w.WriteHeader(200)
	case x.has(RedirectElsewhere):
		x.w.Header().Set("Location", x.cfg.ElsewhereURL)
		x.w.WriteHeader(http.StatusTemporaryRedirect)
	case x.has(HangHeaders):
		x.hang()
	case x.has(HugeJSON):
		x.w.Header().Set("Content-Type", "application/json")
		x.flood(`{"choices":[{"message":{"role":"assistant","content":"`, "a", `"}}]}`)
	case x.has(HugeLine):
		x.w.Header().Set("Content-Type", "text/event-stream")
		x.flood(`data: {"choices":[{"delta":{"content":"`, "a", "\"}}]}\n\n")
	case x.has(HugeText):
		x.w.Header().Set("Content-Type", "text/event-stream")
		x.flood("", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""+strings.Repeat("word ", 40)+"\"}}]}\n\n", "")
	case x.has(HugeFlood):
		x.w.Header().Set("Content-Type", "text/event-stream")
		x.flood("", ": keep-alive\n\n", "")
	case x.has(HugeError):
		x.w.Header().Set("Content-Type", "application/json")
		x.w.WriteHeader(400)
		x.flood(`{"error":"`, "a", `"}`)
	default:
		return false
	}
	return true
}

// flood writes head, then piece again and again until hugeSize, then tail.
func (x *exchange) flood(head, piece, tail string) {
	block := []byte(strings.Repeat(piece, max(1, (32<<10)/len(piece))))
	x.write([]byte(head))
	for sent := 0; sent < hugeSize && !x.broken; sent += len(block) {
		x.write(block)
	}
	x.write([]byte(tail))
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
func (x *exchange) hang() { <-x.r.Context().Done() }

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
