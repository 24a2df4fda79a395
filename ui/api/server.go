// SPDX-License-Identifier: MIT

package api

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/minehand/minehand/ui"
)

// Config of a Server. Token is required.
type Config struct {
	// Token is the control token that every client must show.
	Token string
	// Devices are let in as pages beside who shows Token; nil for none.
	Devices *Devices
	// Admits reports whether a pass of another Minehand of the cluster is valid, whose
	// clients are guests here (ui.Line.Guest); nil without a cluster.
	Admits func(ctx context.Context, pass string) bool
	// Log; nil means silence.
	Log *slog.Logger
}

// Server serves the control side: clients' connections on /api/v1/ws, and the
// calls about models over plain HTTP as well. It is an http.Handler for /api/v1/.
type Server struct {
	svc      *ui.Service
	cfg      Config
	upgrader websocket.Upgrader

	// refused bounds the log lines about clients that are too many.
	refused rate.Sometimes

	mu     sync.Mutex
	closed bool
	conns  map[*conn]struct{}
	wg     sync.WaitGroup
}

// New returns a server for the service. Close ends its connections.
func New(svc *ui.Service, cfg Config) *Server {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	return &Server{
		svc: svc, cfg: cfg, conns: map[*conn]struct{}{}, refused: rate.Sometimes{First: 3, Interval: 10 * time.Second},
		upgrader: websocket.Upgrader{
			HandshakeTimeout: 10 * time.Second, Subprotocols: []string{GuestProtocol},
			// Foreign origins were refused before (rule 15), and who comes with one shows a pass.
			CheckOrigin: func(*http.Request) bool { return true },
		},
	}
}

// ServeHTTP takes WebSocket clients on /api/v1/ws. A program shows its token in
// the Authorization header: without one, or with a wrong one, it gets 401
// before any upgrade. A page, which cannot set that header, comes with the
// Origin of Minehand's own page and shows the token in its first message.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, given := bearer(r)
	pass := passOf(r)
	guest := pass != "" && s.cfg.Admits != nil && s.cfg.Admits(r.Context(), pass)
	fromPage := len(r.Header.Values("Origin")) > 0
	switch {
	case isModelPath(r.URL.Path), reads[r.URL.Path] != "":
		s.serveModels(w, r)
		return
	case r.URL.Path != "/api/v1/ws":
		http.NotFound(w, r)
		return
	case pass != "" && !guest, pass == "" && (given && !same(token, s.cfg.Token) || !given && !fromPage):
		unauthorized(w)
		return
	}
	if why := s.full(given || guest); why != "" {
		w.Header().Set("Retry-After", "10")
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	ws, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := newConn(s, ws, given || guest)
	c.guest = guest
	if !s.add(c) {
		_ = ws.Close()
		return
	}
	defer s.remove(c)
	c.serve()
}

// maxClients is how many clients there may be, and maxUnproven how many of them
// that have not shown the token yet: pages, for a few seconds.
const (
	maxClients  = 256
	maxUnproven = 32
)

// full says why no further client is let in, "" while there is room. One that
// shows its token at once does not wait for those that have not.
func (s *Server) full(shows bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	unproven := 0
	for c := range s.conns {
		if !c.proven.Load() {
			unproven++
		}
	}
	why := ""
	switch {
	case len(s.conns) >= maxClients:
		why = fmt.Sprintf("Minehand has %d clients, and takes no more: close some windows, pages or programs.", len(s.conns))
	case !shows && unproven >= maxUnproven:
		why = fmt.Sprintf("%d clients have not shown the control token yet: come back in a few seconds.", unproven)
	}
	if why != "" {
		s.refused.Do(func() { s.cfg.Log.Warn("client refused", "why", why) })
	}
	return why
}

func (s *Server) add(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.conns[c] = struct{}{}
	s.wg.Add(1)
	return true
}

func (s *Server) remove(c *conn) {
	s.mu.Lock()
	delete(s.conns, c)
	s.mu.Unlock()
	s.wg.Done()
}

// Close ends every connection and returns when all are over. It is idempotent.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	for c := range s.conns {
		c.hangUp(websocket.CloseGoingAway, "Minehand is closing.")
	}
	s.mu.Unlock()
	s.wg.Wait()
	return nil
}
