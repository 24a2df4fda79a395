// SPDX-License-Identifier: MIT

package fakelm

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed" // the rows
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
	case x.has("unauthorized") && x.rec.Authorization != "Bearer "+x.cfg.Key:
		x.json(401, failure("An LM Studio API token is required to make requests to this server, but none was provided",
			"invalid_request", "invalid_api_key"))
	case lists && x.listed():
	case lists && x.cfg.Kind == LMStudio:
		x.json(200, map[string]any{"error": fmt.Sprintf("Unexpected endpoint or method. (%s %s)", x.r.Method, x.r.URL.Path)})
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

// answer is a row of answers.jsonl: which requests a quirk answers in another way than
// with a reply, and how.
type answer struct {
	Quirk         Quirk           // empty: every such server does
	When          string          // a row of whens, or a field that the request has; empty: every request
	Code          int             // 200 if zero
	Header, Value string          // one more
	Text          string          // an error in the server's own form
	Body          json.RawMessage // in place of text, as it stands
	Raw           string          // in place of body, where that is no JSON
	Again         string          // it comes for the dots of the body, again and again, up to hugeSize
	Kind          string          // its media type; JSON if empty
}

//go:embed answers.jsonl
var answerRows []byte

var answers = decoded[answer](answerRows)

// decoded are rows that stand one a line.
func decoded[T any](rows []byte) (out []T) {
	for d := json.NewDecoder(bytes.NewReader(rows)); d.More(); {
		var row T
		if err := d.Decode(&row); err != nil {
			panic("fakelm: " + err.Error())
		}
		out = append(out, row)
	}
	return out
}

var whens = map[string]func(*exchange) bool{
	"schema": schema, "system": system, "loading": (*exchange).stillLoading, "hang": (*exchange).hang,
	"streams":              func(x *exchange) bool { return x.rec.Body["stream"] == true },
	"first":                func(x *exchange) bool { return x.failTimes(1) },
	"first two":            func(x *exchange) bool { return x.failTimes(2) },
	"tool_choice required": func(x *exchange) bool { return x.rec.Body["tool_choice"] == "required" },
	"json_object":          func(x *exchange) bool { return x.cfg.Kind == LMStudio && x.format() == "json_object" },
	"tool_choice as an object": func(x *exchange) bool {
		_, is := x.rec.Body["tool_choice"].(map[string]any)
		return is && x.cfg.Kind == LMStudio
	},
}

func schema(x *exchange) bool { return x.format() == "json_schema" }
func system(x *exchange) bool {
	messages, _ := x.rec.Body["messages"].([]any)
	return slices.ContainsFunc(messages, func(m any) bool { return m.(map[string]any)["role"] == "system" })
}

// failure is an error body of a hosted service.
func failure(message, kind, code string) any {
	return map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": code}}
}

const invalid = "invalid_request_error"

// otherwise answers as the first row says that fits; false when there is none.
func (x *exchange) otherwise() bool {
	for _, a := range answers {
		when, known := whens[a.When]
		if a.Quirk != "" && !x.has(a.Quirk) || known && !when(x) || !known && a.When != "" && !x.wants(a.When) {
			continue
		}
		fill := strings.NewReplacer("{key}", strings.TrimPrefix(x.rec.Authorization, "Bearer "),
			"{retry}", strconv.Itoa(x.cfg.RetryAfter), "{elsewhere}", x.cfg.ElsewhereURL)
		if a.Header != "" {
			x.w.Header().Set(a.Header, fill.Replace(a.Value))
		}
		if a.Text != "" {
			x.fail(a.Code, fill.Replace(a.Text))
		} else {
			x.say(a)
		}
		return true
	}
	return false
}

// say answers with a row's body.
func (x *exchange) say(a answer) {
	x.w.Header().Set("Content-Type", cmp.Or(a.Kind, "application/json"))
	x.w.WriteHeader(cmp.Or(a.Code, 200))
	head, tail, _ := strings.Cut(cmp.Or(string(a.Body), a.Raw), "…")
	x.write([]byte(head))
	if a.Again != "" {
		block := []byte(strings.Repeat(a.Again, max(1, (32<<10)/len(a.Again))))
		for sent := 0; sent < hugeSize && !x.broken; sent += len(block) {
			x.write(block)
		}
	}
	x.write([]byte(tail))
}

// json answers with a value.
func (x *exchange) json(code int, v any) {
	raw, _ := json.Marshal(v)
	x.say(answer{Code: code, Body: raw})
}

// fail answers with an error in the server's own form.
func (x *exchange) fail(code int, message string) {
	if x.cfg.Kind == LMStudio {
		x.json(code, map[string]any{"error": message})
		return
	}
	x.json(code, map[string]any{"error": map[string]any{"message": message, "type": invalid, "param": nil, "code": code}})
}

func (x *exchange) write(p []byte) {
	to, step := io.Writer(x.w), len(p)
	if x.packed != nil {
		to = x.packed
	}
	if x.has("split-runes") {
		step = 1
	}
	for len(p) > 0 && !x.broken {
		if _, err := to.Write(p[:min(step, len(p))]); err != nil {
			x.broken = true
		}
		if p = p[min(step, len(p)):]; x.has("split-runes") {
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
