// SPDX-License-Identifier: MIT

package fakelm

import (
	"fmt"
	"io"
	"net/http"
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

// refused answers with an error for the quirks that refuse.
func (x *exchange) refused() bool {
	model, _ := x.rec.Body["model"].(string)
	choice, isString := x.rec.Body["tool_choice"].(string)
	switch {
	case x.cfg.Kind == LMStudio && x.format() == "json_object":
		x.fail(x.w, 400, "'response_format.type' must be 'json_schema' or 'text'")
	case x.cfg.Kind == LMStudio && x.wants("tool_choice") && !isString:
		x.fail(x.w, 400, "Invalid tool_choice type: 'object'. Supported string values: none, auto, required")
	case x.has(RefuseSchema) && x.format() == "json_schema":
		x.fail(x.w, 400, "response_format of type 'json_schema' is not supported by this model")
	case x.has(GrammarError) && x.format() == "json_schema":
		x.fail(x.w, 400, "failed to parse grammar")
	case x.has(RefuseTools) && x.wants("tools"):
		x.fail(x.w, 400, "This model does not support tools")
	case x.has(RefuseToolChoice) && choice == "required":
		x.fail(x.w, 400, "tool_choice 'required' is not supported by this engine")
	case x.has(RefuseStreaming) && x.rec.Body["stream"] == true:
		x.fail(x.w, 400, "streaming is not supported for this model")
	case x.has(StrictUsage) && x.wants("stream_options"):
		x.fail(x.w, 400, "Unrecognized request argument supplied: stream_options")
	case x.has(NotLoaded):
		x.fail(x.w, 400, "No models loaded. Please load a model in the developer page or use the 'lms load' command.")
	case x.has(ChannelError):
		x.fail(x.w, 400, "Channel Error")
	case x.has(UnknownModel):
		writeJSON(x.w, 404, map[string]any{"error": map[string]any{"message": "model '" + model + "' not found", "type": "not_found_error", "code": "model_not_found"}})
	case x.has(ContextOverflow):
		x.fail(x.w, 400, "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.")
	case x.has(RateLimited) && x.failTimes(1):
		x.w.Header().Set("Retry-After", strconv.Itoa(x.cfg.RetryAfter))
		x.fail(x.w, 429, "slow down")
	case x.has(RateLimitedLong):
		x.w.Header().Set("Retry-After", "3600")
		x.fail(x.w, 429, "slow down")
	case x.has(QuotaExceeded):
		x.fail(x.w, 429, "You exceeded your current quota, please check your plan and billing details")
	case x.has(Flaky) && x.failTimes(2):
		x.fail(x.w, 500, "Internal Server Error")
	case x.has(Loading503) && x.stillLoading():
		writeJSON(x.w, 503, map[string]any{"error": map[string]any{"code": 503, "message": "Loading model", "type": "unavailable_error"}})
	case x.has(Broken):
		x.fail(x.w, 500, "The model has crashed without additional information. (Exit code: 6)")
	case x.has(EchoKey):
		key := strings.TrimPrefix(x.rec.Authorization, "Bearer ")
		x.fail(x.w, 401, "Incorrect API key provided: "+key+". Find yours at the account page of "+key)
	default:
		return false
	}
	return true
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
	if x.broken {
		return
	}
	if _, err := x.w.Write(p); err != nil {
		x.broken = true
	}
}

func (x *exchange) flush() {
	if x.broken {
		return
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
