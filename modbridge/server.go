package modbridge

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// ErrRunning: Run was called before.
var ErrRunning = errors.New("the bridge runs already")

// Server is the http.Handler that bodies connect to. Run must be running for
// deadlines, heartbeats and notices to happen.
type Server struct {
	config   Config
	upgrader websocket.Upgrader
	noticed  chan struct{} // wakes deliver
	wg       sync.WaitGroup
	running  atomic.Bool

	// mu owns everything below and all sessions.
	mu       sync.Mutex
	clock    clock
	conns    map[*conn]struct{}
	sessions map[string]*Session // live ones by instanceId
	// owed is what bodies without a session get when they come back.
	owed    map[string]owing
	notices []notice
	logged  map[string]*rate.Sometimes
	closed  bool
}

// Bounds on what is kept for bodies that are not connected.
const (
	maxOwed   = 1024
	maxLogged = 1024
)

// New returns a Server. It starts nothing.
func New(config Config) *Server {
	config = config.withDefaults()
	return &Server{
		config: config,
		upgrader: websocket.Upgrader{
			CheckOrigin: config.CheckOrigin, WriteBufferPool: &sync.Pool{},
			HandshakeTimeout: writeLimit, WriteBufferSize: 1024,
		},
		noticed:  make(chan struct{}, 1),
		clock:    clock{now: config.Now},
		conns:    make(map[*conn]struct{}),
		sessions: make(map[string]*Session),
		owed:     make(map[string]owing),
		logged:   make(map[string]*rate.Sometimes),
	}
}

// Run looks after deadlines, graces and heartbeats and tells the observer,
// until ctx ends. Then it closes all sockets with 1001, ends all sessions, and
// returns nil when every goroutine of the server has ended. A second call
// returns ErrRunning.
func (srv *Server) Run(ctx context.Context) error {
	if !srv.running.CompareAndSwap(false, true) {
		return ErrRunning
	}
	heard := make(chan struct{})
	quiet, stop := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(heard)
		srv.deliver(quiet)
	}()
	ticker := time.NewTicker(pulseEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			srv.pulse()
			continue
		case <-ctx.Done():
		}
		break
	}
	srv.shutdown()
	srv.wg.Wait()
	stop()
	<-heard
	return nil
}

func (srv *Server) shutdown() {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.closed = true
	now := srv.clock.read()
	for _, s := range srv.sessions {
		s.end(now, "Minehand is shutting down")
	}
	for c := range srv.conns {
		c.out.goodbye(wire.CloseGoingAway, "Minehand is shutting down")
	}
}

// ServeHTTP upgrades the request and reads the socket in a goroutine of its
// own. Host checks are the caller's.
func (srv *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := srv.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := &conn{
		srv: srv, ws: ws, request: r, loopback: srv.config.Loopback(r),
		log:        srv.config.Logger.With("remote", r.RemoteAddr),
		rate:       rate.NewLimiter(rate.Limit(srv.config.FrameRate), srv.config.FrameBurst),
		complaints: rate.Sometimes{First: 5, Interval: 10 * time.Second},
	}
	c.out = outbox{ws: ws, spawn: srv.wg.Go}
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if srv.closed {
		ws.Close()
		return
	}
	now := srv.clock.read()
	c.opened, c.beat = now, now
	srv.conns[c] = struct{}{}
	srv.wg.Go(c.read)
}

// pulse looks at everything that time changes.
func (srv *Server) pulse() {
	var tell []func()
	defer func() {
		for _, f := range tell {
			f()
		}
	}()
	srv.mu.Lock()
	defer srv.mu.Unlock()
	now := srv.clock.read()
	for _, s := range srv.sessions {
		s.accrue(now)
		s.pulse(now)
		if f := s.pauseNotice(now); f != nil {
			tell = append(tell, f)
		}
	}
	for c := range srv.conns {
		if c.session == nil && now.since(c.opened) >= srv.config.Handshake {
			c.out.goodbye(wire.CloseSilent, "no register came")
			continue
		}
		c.heartbeat(now, srv.config.Heartbeat, c.session != nil && c.session.info.Protocol >= game.ProtocolV2)
	}
}

// pulse ends what is overdue.
func (s *Session) pulse(now moment) {
	if f := s.flight; f != nil && s.frozen(now) == "" {
		if why := f.overdue(s.info.Protocol); why != "" {
			s.stats.Deadlines++
			s.srv.config.Logger.Warn("action overdue", "body", s.id, "action", f.call.Action.ID, "why", why)
			s.updateInFlight(change{kind: changeEnded, end: game.EndDeadline,
				failure: &game.Failure{Code: game.CodeTimeout, Message: why}})
		}
	}
	if s.rest.pending && s.rest.spent >= s.srv.config.Settle {
		s.updateInFlight(change{kind: changeRestOver})
		s.notify(noticeChanged, nil)
	}
	if s.conn == nil && s.down >= s.srv.config.Grace {
		s.end(now, ErrGone.Error())
	}
}

// end ends the session: the action in flight fails as lost (rule 7).
func (s *Session) end(now moment, why string) {
	s.accrue(now)
	s.leave()
	s.updateInFlight(change{kind: changeEnded, end: game.EndGone,
		failure: &game.Failure{Code: game.CodeConnectionLost, Message: why}})
	s.gone, s.since = true, s.srv.clock.now()
	delete(s.srv.sessions, s.id)
	if s.owes != (owing{}) && len(s.srv.owed) < maxOwed {
		s.srv.owed[s.id] = s.owes
	}
	s.wake()
	s.notify(noticeGone, nil)
}

// leave takes the socket from the session.
func (s *Session) leave() {
	if s.conn == nil {
		return
	}
	s.conn, s.since, s.down = nil, s.srv.clock.now(), 0
	if s.flight != nil {
		s.flight.lost = true
	}
	if s.rest.pending || s.rest.failed { // the stop may be lost with the line
		s.owes.stop = true
	}
	s.unanswered()
}

// lost is told by a socket's reading goroutine when it ended. A socket that
// was replaced takes nothing with it (rule 8).
func (srv *Server) lost(c *conn) {
	srv.mu.Lock()
	delete(srv.conns, c)
	s := c.session
	mine := s != nil && s.conn == c
	if mine {
		s.accrue(srv.clock.read())
		s.leave()
		s.touch()
	}
	srv.mu.Unlock()
	if mine {
		srv.sometimes(s.id, func() { c.log.Info("line to body is down", "body", s.id) })
	}
}

// sometimes logs what reconnecting bodies repeat at a bounded rate (rule 17).
func (srv *Server) sometimes(id string, log func()) {
	srv.mu.Lock()
	limit, ok := srv.logged[id]
	if !ok {
		if len(srv.logged) >= maxLogged {
			clear(srv.logged)
		}
		limit = &rate.Sometimes{First: 6, Interval: time.Minute}
		srv.logged[id] = limit
	}
	srv.mu.Unlock()
	limit.Do(log)
}

// Session returns the live session of an instanceId.
func (srv *Server) Session(instanceID string) (*Session, bool) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	s, ok := srv.sessions[instanceID]
	return s, ok
}

// Sessions returns all live sessions, ordered by instanceId.
func (srv *Server) Sessions() []*Session {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	list := make([]*Session, 0, len(srv.sessions))
	for _, s := range srv.sessions {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *Session) int { return cmp.Compare(a.id, b.id) })
	return list
}

// Slept is how long the computer slept since the server was made, as far as
// its clock shows.
func (srv *Server) Slept() time.Duration {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	return srv.clock.slept
}
