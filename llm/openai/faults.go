// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"context"
	_ "embed" // the causes
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/llm"
)

// cause is a row of causes.tsv: which answers mean what. An empty list fits any.
type cause struct {
	status, words, also []string // of the words one is there, and one of also
	kind                llm.Kind
	transient           bool
	fix                 string
}

//go:embed causes.tsv
var causeRows string

// causes are read from the top; the first that fits counts.
var causes = func() (all []cause) {
	list := func(cell string) []string { return strings.FieldsFunc(cell, func(r rune) bool { return r == ';' }) }
	for row := range strings.Lines(causeRows) {
		if f := strings.Split(strings.TrimRight(row, "\n"), "\t"); !strings.HasPrefix(row, "#") {
			all = append(all, cause{list(f[0]), list(f[1]), list(f[2]), llm.Kind(f[3]), f[4] != "", f[5]})
		}
	}
	return all
}()

// statusFault is the error of an HTTP status with its body. A status of 200
// is an error that came inside a reply.
func (c *Client) statusFault(status int, header http.Header, body []byte) *llm.Error {
	message, code, param := errorBody(body)
	e := c.fault(llm.ErrBadRequest, message)
	e.Status, e.Param, e.RetryAfter = status, param, retryAfter(header)
	at := slices.IndexFunc(causes, func(row cause) bool {
		fits := func(words []string) bool { return len(words) == 0 || mentions(message+" "+code, words) }
		return (len(row.status) == 0 || slices.Contains(row.status, strconv.Itoa(status))) && fits(row.words) && fits(row.also)
	})
	switch {
	case at >= 0:
		e.Kind, e.Transient, e.Fix = causes[at].kind, causes[at].transient, causes[at].fix
	case status >= 500:
		e.Kind = llm.ErrServer
	case status >= 300 && status < 400:
		e.Kind, e.Detail, e.Fix = llm.ErrBadReply, "it redirects to another place", "Set the address it redirects to, if you trust it."
	}
	if status == http.StatusOK {
		e.Status = 0
	}
	return e
}

func mentions(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// told finds where the words of an error begin in JSON that was cut.
var told = pattern.Of(`^\{\s*"(?:error|message|detail)"\s*:\s*(?:\{\s*"message"\s*:\s*)?"`)

// errorBody reads the forms error bodies come in: {"error":"text"},
// {"error":{"message","type","code","param"}}, {"message"}, {"detail"} with text
// or a list of faults with the place of each (pydantic), a bare string, plain text. A
// web page says nothing. param is the field of the request that is named.
func errorBody(body []byte) (message, code, param string) {
	if budget.ModelAnswer.Check(body) != nil || !gjson.ValidBytes(body) {
		text := strings.ToValidUTF8(strings.TrimSpace(string(body)), "")
		if at := told().FindStringIndex(text); at != nil {
			text = text[at[1]:] // the rest of the JSON was cut off
		}
		if strings.HasPrefix(text, "<") {
			text = ""
		}
		return text, "", ""
	}
	doc := gjson.ParseBytes(body)
	if !doc.IsObject() {
		return words(doc), "", ""
	}
	e, detail := doc.Get("error"), doc.Get("detail")
	member := func(name string) string {
		if e.IsObject() {
			return words(e.Get(name))
		}
		return words(doc.Get(name))
	}
	message, code, param = member("message"), member("code")+" "+member("type"), member("param")
	switch first := detail.Get("0"); {
	case e.Exists() && !e.IsObject():
		message = words(e)
	case e.Exists():
	case first.IsObject():
		message = words(first.Get("msg"))
		if place := words(first.Get("loc.1")); place != "" {
			message, param = place+": "+message, place
		}
	default:
		message += words(detail)
	}
	return message, code, param
}

// retryAfter reads the header in seconds or as a date (RFC 9110, 10.2.3).
func retryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e7 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// callFault is the error of an attempt: a typed one is completed, a cancelled
// context is named by its cause, what the network said is told apart.
func (c *Client) callFault(ctx context.Context, model string, err error) error {
	if e, ok := errors.AsType[*llm.Error](err); ok && !(ctx.Err() != nil && e.Kind == llm.ErrCutStream) {
		e.Provider, e.Model = cmp.Or(e.Provider, c.addr.name), cmp.Or(e.Model, model)
		return e
	}
	if ctx.Err() != nil {
		return c.contextFault(ctx, model, err)
	}
	return c.netFault(model, err)
}

// contextFault names why the context ended: what ends one here leaves the kind of the
// failure as its cause.
func (c *Client) contextFault(ctx context.Context, model string, err error) error {
	e := c.fault(llm.ErrStopped, "")
	e.Model, e.Err = model, err
	cause := context.Cause(ctx)
	kind, own := errors.AsType[llm.Kind](cause)
	switch {
	case own:
		e.Kind = kind
		e.Limit = map[llm.Kind]time.Duration{
			llm.ErrFirstToken: *c.cfg.FirstToken, llm.ErrStalled: *c.cfg.BetweenTokens, llm.ErrTooLong: *c.cfg.Timeout}[kind]
		if kind == llm.ErrUnreachable {
			e.Fix = "It may be busy or stuck: wait for what it is doing, or restart it."
		}
	case errors.Is(cause, context.DeadlineExceeded):
		e.Kind = llm.ErrTooLong
		e.Fix = "The time the caller gave was over: allow more, or choose a faster model."
	}
	return e
}

// netFault tells apart what the network reports.
func (c *Client) netFault(model string, err error) error {
	e := c.fault(llm.ErrCutStream, "")
	e.Model, e.Err = model, err
	op, _ := errors.AsType[*net.OpError](err)
	_, unknown := errors.AsType[*net.DNSError](err)
	switch text := err.Error(); {
	case unknown:
		e.Kind, e.Fix = llm.ErrUnreachable, "The host's name is unknown: check the address."
	case op != nil && op.Op == "dial":
		e.Kind, e.Transient = llm.ErrUnreachable, !op.Timeout()
	case mentions(text, []string{"malformed http", "server gave http response to https client", "tls:", "x509:", "unsupported protocol"}):
		_, inner, _ := strings.Cut(text, `": `) // behind the method and the address
		e.Kind, e.Detail = llm.ErrBadReply, c.clean(cmp.Or(inner, text))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Detail = "it closed the connection"
	}
	return e
}

// clean makes the server's words fit for a sentence: one line, bounded, and
// without the key, which some servers repeat.
func (c *Client) clean(text string) string {
	if c.cfg.APIKey != "" {
		text = strings.ReplaceAll(text, c.cfg.APIKey, "[key]")
	}
	runes := []rune(llm.OneLine(text))
	if len(runes) > maxDetail {
		runes = append(runes[:maxDetail], []rune("...")...)
	}
	return string(runes)
}
