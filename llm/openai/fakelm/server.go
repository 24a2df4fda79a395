// SPDX-License-Identifier: MIT

// Package fakelm is a model server that misbehaves on request: LM Studio,
// Ollama and llama-server as a client sees them, each with the faults that
// were seen in the field as a switch ([Quirk]). It serves real HTTP, on
// loopback or over net.Pipe (for tests in a synctest bubble), records every
// request, and notices when a client hangs up.
//
// It depends on nothing of Minehand, so that it shares no code with the client
// it tests. It keeps at most a small buffer of any reply: the 300 MB body is
// made on the fly.
//
// Usage:
//
//	s := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: `{"actions":[]}`}}})
//	s.Start()
//	defer s.Close()
//	// s.URL is http://127.0.0.1:NNNNN
package fakelm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/internal/pipenet"
)

// Kind is the server being imitated.
type Kind string

// The kinds.
const (
	LMStudio    Kind = "lmstudio"
	Ollama      Kind = "ollama"
	LlamaServer Kind = "llama-server"
	Generic     Kind = "generic"
)

// DefaultModel is offered when Config names none.
const DefaultModel = "hermes-3-llama-3.1-8b"

// Model is one entry of the server's list.
type Model struct {
	ID        string
	Loaded    bool
	Context   int // loaded context in tokens
	Max       int
	Reasoning bool
	Tools     bool
	Embedding bool
}

// Call is a tool call in a Reply.
type Call struct {
	ID, Name, Arguments string
}

// Reply is one answer. An answer to a schema-bound request given through a
// tool is Text too: the fake puts it in the call's arguments itself.
type Reply struct {
	Text      string
	Reasoning string
	Calls     []Call
	Finish    string // "stop", or "tool_calls" with calls, if empty
}

// Config says what to imitate. The zero value is an LM Studio with one loaded
// model that answers "ok".
type Config struct {
	Kind    Kind
	Models  []Model
	Replies []Reply // in order of requests answered; the last one repeats
	Quirks  []Quirk
	// Build is the server's own, in its replies; the model's name if empty, as LM
	// Studio has it.
	Build string
	Key   string // the Bearer key the Unauthorized quirk accepts
	// LoadDelay is how long a model that is not loaded takes before the first
	// token (just-in-time loading).
	LoadDelay    time.Duration
	TokenDelay   time.Duration // the pause between two chunks
	RetryAfter   int           // what RateLimited sends, in seconds; 2 if zero
	ElsewhereURL string        // where RedirectElsewhere points
}

// Request is the record of one request.
type Request struct {
	Method, Path  string
	Authorization string
	Body          map[string]any // the decoded JSON body, nil without one
	Aborted       bool           // the client hung up before the answer was complete
}

// Server is one fake. Handler, records and lifecycle are safe for concurrent use.
type Server struct {
	URL string // the root address, set by Start and StartPipe

	cfg  Config
	http *httptest.Server

	answered, failures atomic.Int32

	mu      sync.Mutex
	records []*Request
	models  []Model
	began   time.Time     // of the first request, for Loading503
	arrived chan struct{} // closed at the first request
	aborted chan struct{} // closed at the first abort
}

// New makes a fake that is not listening yet; it is an http.Handler. A quirk that there
// is not is a panic.
func New(cfg Config) *Server {
	for _, q := range cfg.Quirks {
		if q != "" && !slices.Contains(Quirks(), q) {
			panic("fakelm: quirks.tsv has no row " + string(q))
		}
	}
	cfg.Kind, cfg.RetryAfter = cmp.Or(cfg.Kind, LMStudio), cmp.Or(cfg.RetryAfter, 2)
	if len(cfg.Models) == 0 {
		cfg.Models = []Model{{ID: DefaultModel, Loaded: true, Context: 8192, Max: 131072, Tools: true}}
	}
	if len(cfg.Replies) == 0 {
		cfg.Replies = []Reply{{Text: "ok"}}
	}
	if slices.Contains(cfg.Quirks, "no-models") {
		cfg.Models = nil
	}
	return &Server{cfg: cfg, models: slices.Clone(cfg.Models), arrived: make(chan struct{}), aborted: make(chan struct{})}
}

// Start serves on a free loopback port until Close.
func (s *Server) Start() {
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
}

// StartPipe serves over net.Pipe until Close and returns the transport that
// reaches it, whatever host is asked for. For synctest bubbles.
func (s *Server) StartPipe() *http.Transport {
	l := pipenet.New()
	s.URL = "http://localhost:1234"
	s.http = &httptest.Server{Listener: l, Config: &http.Server{Handler: s}}
	s.http.Start()
	return &http.Transport{DialContext: l.Dial}
}

// Close drops every connection and waits for the listener to end.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests are copies of the records so far, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Request, len(s.records))
	for i, r := range s.records {
		out[i] = *r
	}
	return out
}

// Chats are the records of chat completions alone.
func (s *Server) Chats() []Request {
	return slices.DeleteFunc(s.Requests(), func(r Request) bool { return r.Method != http.MethodPost })
}

// AwaitAbort returns when a client has hung up on a request, or with ctx's error.
func (s *Server) AwaitAbort(ctx context.Context) error { return await(ctx, s.aborted) }

// AwaitRequest returns when the first request has arrived, or with ctx's error.
func (s *Server) AwaitRequest(ctx context.Context) error { return await(ctx, s.arrived) }

func await(ctx context.Context, event <-chan struct{}) error {
	select {
	case <-event:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Load marks a model as loaded or not.
func (s *Server) Load(id string, loaded bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.models {
		if s.models[i].ID == id {
			s.models[i].Loaded = loaded
		}
	}
}

func (s *Server) has(q Quirk) bool { return slices.Contains(s.cfg.Quirks, q) }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := &Request{Method: r.Method, Path: r.URL.Path, Authorization: r.Header.Get("Authorization")}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 16<<20))
	if err == nil && len(bytes.TrimSpace(body)) > 0 {
		err = json.Unmarshal(body, &rec.Body)
	}
	s.mu.Lock()
	if s.records = append(s.records, rec); len(s.records) == 1 {
		close(s.arrived)
	}
	s.mu.Unlock()
	x := &exchange{Server: s, w: w, r: r, rec: rec}
	if err != nil {
		x.fail(http.StatusBadRequest, "invalid body: "+err.Error())
		return
	}
	x.serve()
	if r.Context().Err() != nil || x.broken {
		s.mu.Lock()
		rec.Aborted = true
		select {
		case <-s.aborted:
		default:
			close(s.aborted)
		}
		s.mu.Unlock()
	}
}

// nextReply takes the next answer; the last one repeats.
func (s *Server) nextReply() Reply {
	return s.cfg.Replies[min(int(s.answered.Add(1)), len(s.cfg.Replies))-1]
}

// failTimes tells whether this is among the first n requests that were to fail.
func (s *Server) failTimes(n int32) bool { return s.failures.Add(1) <= n }

func (s *Server) stillLoading() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.began.IsZero() {
		s.began = time.Now()
	}
	return time.Since(s.began) < s.cfg.LoadDelay
}

func (s *Server) snapshot() []Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.models)
}
