// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// statusFault is the error of an HTTP status with its body. A status of 200
// is an error that came inside a reply.
func (c *Client) statusFault(status int, header http.Header, body []byte) *llm.Error {
	message, code, param := errorBody(body)
	e := c.fault(llm.ErrBadRequest, message)
	e.Status, e.Param = status, param
	if status == http.StatusOK {
		e.Status = 0
	}
	e.RetryAfter = retryAfter(header)
	text := strings.ToLower(message + " " + code)
	has := func(words ...string) bool { return mentions(text, words) }
	switch {
	case status == 401 || status == 403:
		e.Kind = llm.ErrUnauthorized
	case status == 503 && has("loading model", "model is loading"):
		e.Kind, e.Transient = llm.ErrModelNotLoaded, true
		e.Fix = "It is still loading: wait a little, or choose a smaller model."
	case has("channel error"): // the process that ran the model has gone (LM Studio)
		e.Kind, e.Transient = llm.ErrServer, true
		e.Fix = "The model has crashed there: load it again, with a shorter context or a smaller model if it stays."
	case has("context_length_exceeded", "exceed_context_size", "context the overflows", "context overflow", "keep the first"),
		has("context length", "context size", "context window", "maximum context") && has("exceed", "maximum", "too long", "larger than", "not enough", "overflow"),
		status == http.StatusRequestEntityTooLarge:
		e.Kind = llm.ErrContextOverflow
	case has("failed to load model", "error loading model", "insufficient system resources"):
		e.Kind = llm.ErrModelNotLoaded
		e.Fix = "It could not be loaded: choose a smaller model, or free memory."
	case has("no models loaded", "no model loaded", "model not loaded", "model is not loaded", "model unloaded", "please load a model"):
		e.Kind = llm.ErrModelNotLoaded
	case has("system role not supported", "raise_exception", "jinja"): // of the chat template, with any status
	case has("content_filter", "content management policy", "responsibleaipolicyviolation"):
		e.Kind = llm.ErrRefused
	case has("grammar"), has("failed to generate json", "json_validate_failed"), has("invalid schema"), has("failed to parse schema", "json schema conversion"):
		e.Kind = llm.ErrGrammar
	case has("model_not_found", "invalid model identifier"), has("model") && has("not found", "does not exist") && (status == 404 || status == 400):
		e.Kind = llm.ErrNoModel
	case status == 404 || status == 405 || (status >= 300 && status < 400):
		e.Kind = llm.ErrBadReply
		if status < 400 {
			e.Detail, e.Fix = "it redirects to another place", "Set the address it redirects to, if you trust it."
		}
	case status == 429:
		e.Kind = llm.ErrRateLimited
	case status >= 500:
		e.Kind, e.Transient = llm.ErrServer, status == 500 || status == 502 || status == 503
	case status == http.StatusOK:
		e.Kind = llm.ErrServer
	}
	return e
}

// told finds where the words of an error begin in JSON that was cut.
var told = regexp.MustCompile(`^\{\s*"(?:error|message|detail)"\s*:\s*(?:\{\s*"message"\s*:\s*)?"`)

// errorBody reads the forms error bodies come in: {"error":"text"},
// {"error":{"message","type","code","param"}}, {"message"}, {"detail"} with text
// or a list of faults with the place of each, a bare string, plain text. A web
// page says nothing. param is the field of the request that is named.
func errorBody(body []byte) (message, code, param string) {
	type inner struct {
		Message lenientText `json:"message"`
		Code    lenientText `json:"code"`
		Type    lenientText `json:"type"`
		Param   lenientText `json:"param"`
	}
	var doc struct {
		inner
		Error  json.RawMessage `json:"error"`
		Detail json.RawMessage `json:"detail"`
	}
	if budget.ModelAnswer.JSON(body, &doc) != nil {
		var text string
		if json.Unmarshal(body, &text) == nil {
			return text, "", ""
		}
		text = strings.TrimSpace(string(body))
		if strings.HasPrefix(text, "<") {
			return "", "", ""
		}
		if at := told.FindStringIndex(text); at != nil {
			text = text[at[1]:] // the rest of the JSON was cut off
		}
		return strings.ToValidUTF8(text, ""), "", ""
	}
	in := doc.inner
	var faults []struct { // as pydantic writes them
		Message string            `json:"msg"`
		Place   []json.RawMessage `json:"loc"`
	}
	var text lenientText
	switch {
	case len(doc.Error) > 0:
		in = inner{Code: doc.Code, Type: doc.Type}
		if json.Unmarshal(doc.Error, &in) != nil && json.Unmarshal(doc.Error, &text) == nil {
			in.Message = text
		}
	case json.Unmarshal(doc.Detail, &faults) == nil && len(faults) > 0:
		in.Message = lenientText(faults[0].Message)
		if place := faults[0].Place; len(place) > 1 && json.Unmarshal(place[1], &text) == nil {
			in.Param = text
			in.Message = text + ": " + in.Message
		}
	case len(doc.Detail) > 0 && json.Unmarshal(doc.Detail, &text) == nil:
		in.Message += text
	}
	return string(in.Message), string(in.Code + " " + in.Type), string(in.Param)
}

// retryAfter reads the header in seconds or as a date (RFC 9110, 10.2.3).
func retryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		if s > 0 && s < 1e7 {
			return time.Duration(s * float64(time.Second))
		}
		return 0
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// callFault is the error of an attempt: a typed one is completed, a cancelled
// context is named by its cause, what the network said is told apart.
func (c *Client) callFault(ctx context.Context, model string, err error) error {
	var e *llm.Error
	if errors.As(err, &e) && !(ctx.Err() != nil && e.Kind == llm.ErrCutStream) {
		if e.Provider == "" {
			e.Provider = c.addr.name
		}
		if e.Model == "" {
			e.Model = model
		}
		return e
	}
	if ctx.Err() != nil {
		return c.contextFault(ctx, model, err)
	}
	return c.netFault(model, err)
}

// contextFault names why the context ended.
func (c *Client) contextFault(ctx context.Context, model string, err error) error {
	e := c.fault(llm.ErrStopped, "")
	e.Model, e.Err = model, err
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, errFirst):
		e.Kind, e.Limit = llm.ErrFirstToken, c.cfg.FirstToken
	case errors.Is(cause, errStall), errors.Is(cause, errGrace):
		e.Kind, e.Limit = llm.ErrStalled, c.cfg.BetweenTokens
	case errors.Is(cause, errSilent):
		e.Kind = llm.ErrUnreachable
		e.Fix = "It may be busy or stuck: wait for what it is doing, or restart it."
	case errors.Is(cause, errTotal):
		e.Kind, e.Limit = llm.ErrTooLong, c.cfg.Total
	case errors.Is(cause, context.DeadlineExceeded):
		e.Kind = llm.ErrTooLong
		e.Fix = "The time the caller gave was over: allow more, or choose a faster model."
	}
	return e
}

// netFault tells apart what the network and the decoder report.
func (c *Client) netFault(model string, err error) error {
	e := c.fault(llm.ErrCutStream, "")
	e.Model, e.Err = model, err
	var op *net.OpError
	var dns *net.DNSError
	var syntax *json.SyntaxError
	text := err.Error()
	switch {
	case errors.As(err, &dns):
		e.Kind, e.Fix = llm.ErrUnreachable, "The host's name is unknown: check the address."
	case errors.As(err, &op) && op.Op == "dial":
		e.Kind, e.Transient = llm.ErrUnreachable, !op.Timeout()
	case mentions(text, []string{"malformed http", "server gave http response to https client", "tls:", "x509:", "unsupported protocol"}):
		e.Kind, e.Detail = llm.ErrBadReply, c.clean(innermost(text))
	case errors.As(err, &syntax):
		e.Kind, e.Detail = llm.ErrBadReply, "it sent something that is not JSON"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Detail = "it closed the connection"
	}
	return e
}

// innermost is the last part of a wrapped error's text.
func innermost(text string) string {
	if i := strings.LastIndex(text, `": `); i >= 0 {
		return text[i+3:]
	}
	return text
}

// clean makes the server's words fit for a sentence: one line, bounded, and
// without the key, which some servers repeat.
func (c *Client) clean(text string) string {
	if c.cfg.APIKey != "" {
		text = strings.ReplaceAll(text, c.cfg.APIKey, "[key]")
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(text); len(runes) > maxDetail {
		text = string(runes[:maxDetail]) + "..."
	}
	return text
}
