package api

import (
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui"
)

// Config of a Server. Token is required.
type Config struct {
	// Token is the control token that every client must show.
	Token string
	// Log; nil means silence.
	Log *slog.Logger
}

// Server serves the control side. It is an http.Handler for /api/v1/.
type Server struct {
	svc      *ui.Service
	cfg      Config
	upgrader websocket.Upgrader
	replays  *replays

	mu     sync.Mutex
	closed bool
	conns  map[*conn]struct{}
	wg     sync.WaitGroup
}

// New returns a server for the service. Close ends its connections.
func New(svc *ui.Service, cfg Config) *Server {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{
		svc: svc, cfg: cfg, replays: newReplays(), conns: map[*conn]struct{}{},
		upgrader: websocket.Upgrader{
			HandshakeTimeout: 10 * time.Second,
			// Foreign origins were refused before (rule 15).
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
	fromPage := len(r.Header.Values("Origin")) > 0
	switch {
	case r.URL.Path != "/api/v1/ws":
		http.NotFound(w, r)
		return
	case given && !same(token, s.cfg.Token), !given && !fromPage:
		w.Header().Set("WWW-Authenticate", `Bearer realm="minehand"`)
		http.Error(w, "Minehand needs its control token: send \"Authorization: Bearer TOKEN\" with the content of the file control-token in its data folder.", http.StatusUnauthorized)
		return
	}
	ws, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := newConn(s, ws, given)
	if !s.add(c) {
		_ = ws.Close()
		return
	}
	defer s.remove(c)
	c.serve()
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
