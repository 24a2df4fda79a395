// SPDX-License-Identifier: MIT

package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// doer is the HTTPDoer between go-openai and the network. It serves one chat
// request: merges fields into the body, turns refusals into typed errors, and
// hands on the reply as an event stream in canonical form, whatever came.
type doer struct {
	client *http.Client
	fields map[string]any
	fault  func(status int, header http.Header, body []byte) *llm.Error

	sent int64
	body *events
}

// received is the bytes of the reply so far.
func (d *doer) received() int64 {
	if d.body == nil {
		return 0
	}
	return d.body.read
}

// Do implements go-openai's HTTPDoer.
func (d *doer) Do(req *http.Request) (*http.Response, error) {
	if err := d.merge(req); err != nil {
		return nil, err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		head, _ := io.ReadAll(io.LimitReader(resp.Body, int64(budget.ModelFault.Bytes())))
		return nil, d.fault(resp.StatusCode, resp.Header, head)
	}
	d.body = &events{src: bufio.NewReaderSize(resp.Body, 16<<10), body: resp.Body, fault: func(status int, body []byte) *llm.Error {
		return d.fault(status, resp.Header, body)
	}}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		d.body.undecided = true
	}
	resp.Body = d.body
	return resp, nil
}

// merge puts the fields into the JSON body.
func (d *doer) merge(req *http.Request) error {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return fmt.Errorf("reading the request to send: %w", err)
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(raw, &body); err != nil {
		return fmt.Errorf("reading the request to send: %w", err)
	}
	for k, v := range d.fields {
		if body[k], err = json.Marshal(v); err != nil {
			return fmt.Errorf("field %s of the request: %w", k, err)
		}
	}
	if raw, err = json.Marshal(body); err != nil {
		return fmt.Errorf("building the request: %w", err)
	}
	req.Body = io.NopCloser(bytes.NewReader(raw))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
	req.ContentLength = int64(len(raw))
	d.sent = req.ContentLength
	return nil
}
