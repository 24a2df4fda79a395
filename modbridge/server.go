// SPDX-License-Identifier: MIT

package modbridge

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
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
	clock    *clock
	notices  notices
	wg       sync.WaitGroup
	running  atomic.Bool

	// sessions are the live ones, *Session by instanceId. They are looked up
	// without a lock and change under mu.
	sessions sync.Map
	// protected are the places that bodies are told of; Protect replaces them.
	protected atomic.Pointer[[]game.Zone]
	// bodies is how many of them there are.
	bodies atomic.Int64

	// mu owns what is below: who is connected. No frame but register takes it.
	mu    sync.Mutex
	conns map[*conn]struct{}
	// places are taken by connections, also while they are being upgraded;
	// strangers are those that have not registered.
	places, strangers int
	// past are the counts of the sessions that ended.
	past Stats
	// owed is what bodies without a session get when they come back.
	owed   map[string]owing
	closed bool
	// kept are the bodies whose stop the config's Stops has; keeping is held while
	// they are written, in the order in which they pend.
	kept    map[string]bool
	keeping sync.Mutex

	unfinished unfinished
	// buffers are those for reading, *[]byte.
	buffers sync.Pool
	// newBodies bounds how many ids come up.
	newBodies *rate.Limiter

	// early are the last frames of connections that had not registered.
	early frames

	loggedMu sync.Mutex
	logged   map[string]*rate.Sometimes
}

// Bounds on what is kept for bodies that are not connected.
const (
	maxOwed   = 1024
	maxLogged = 1024
)

// New returns a Server. It starts nothing.
func New(config Config) *Server {
	config = config.withDefaults()
	srv := &Server{
		config: config,
		upgrader: websocket.Upgrader{
			CheckOrigin: config.CheckOrigin, WriteBufferPool: &sync.Pool{},
			HandshakeTimeout: writeLimit, WriteBufferSize: 1024, ReadBufferSize: 512,
		},
		newBodies: rate.NewLimiter(rate.Every(time.Hour/time.Duration(config.Limits.NewBodies)), config.Limits.NewBodies),
		notices:   notices{added: make(chan struct{}, 1), urgent: make(chan struct{}, 1)},
		clock:     newClock(config.Now, config.Scale),
		conns:     make(map[*conn]struct{}),
		owed:      make(map[string]owing),
		kept:      make(map[string]bool),
		logged:    make(map[string]*rate.Sometimes),
	}
	srv.buffers.New = func() any { return new(make([]byte, 0, firstBuffer)) }
	srv.protected.Store(&config.Protected)
	srv.loadStops()
	return srv
}

// Protect replaces the protected places. Bodies are told of them when they
// register, so that version 2 bodies, which keep away from them themselves, are sent
// away for a moment: their sessions and actions outlive that.
func (srv *Server) Protect(places []game.Zone) {
	srv.protected.Store(&places)
	for s := range srv.live() {
		s.mu.Lock()
		if s.conn != nil && s.info.Protocol >= game.ProtocolV2 {
			s.conn.out.goodbye(wire.CloseGoingAway, "the protected places changed: register again")
		}
		s.mu.Unlock()
	}
}

// Run looks after deadlines, graces and heartbeats and tells the observer,
// until ctx ends. Then it closes all sockets with 1001, ends all sessions, and
// returns nil when every goroutine of the server has ended: those that do not
// answer the goodbye get lastWords, all at once. A second call returns ErrRunning.
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
	ticker := time.NewTicker(max(srv.clock.wall(pulseEvery), leastPulse))
	defer ticker.Stop()
	for ctx.Err() == nil {
		select {
		case <-ticker.C:
			srv.pulse()
		case <-ctx.Done():
		}
	}
	srv.shutdown()
	late := time.AfterFunc(lastWords, func() {
		srv.mu.Lock()
		defer srv.mu.Unlock()
		for c := range srv.conns {
			c.out.shut()
		}
	})
	srv.wg.Wait()
	late.Stop()
	srv.keepStops()
	stop()
	<-heard
	return nil
}

func (srv *Server) shutdown() {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.closed = true
	now := srv.clock.read()
	for s := range srv.live() {
		s.mu.Lock()
		s.end(now, "Minehand is shutting down")
		s.mu.Unlock()
	}
	for c := range srv.conns {
		c.out.goodbye(wire.CloseGoingAway, "Minehand is shutting down")
	}
}

// lastWords is how long bodies may take to answer that the server ends: the program
// that it is part of has 2 s for all.
const lastWords = time.Second

// ServeHTTP upgrades the request and reads the socket in a goroutine of its
// own. Host checks are the caller's.
func (srv *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !srv.admit(w) {
		return
	}
	ws, err := srv.upgrader.Upgrade(w, r, nil)
	if err != nil { // Upgrade has answered
		srv.mu.Lock()
		defer srv.mu.Unlock()
		srv.vacate(false)
		return
	}
	c := &conn{
		srv: srv, ws: ws, request: r, loopback: srv.config.Loopback(r),
		remote: r.RemoteAddr, rate: srv.config.Limits.limiter(),
	}
	c.out = newOutbox(ws, &srv.wg)
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if srv.closed {
		srv.vacate(false)
		ws.Close()
		return
	}
	now := srv.clock.read()
	c.opened, c.beat = now, now
	srv.conns[c] = struct{}{}
	c.prepare()
	srv.wg.Go(c.read)
}

// pulse looks at everything that time changes.
func (srv *Server) pulse() {
	pends := false
	for s := range srv.live() {
		s.mu.Lock()
		now := srv.clock.read()
		s.accrue(now)
		over := s.pulse()
		pends = pends || s.owes.stop
		tell := s.pauseNotice(now)
		s.mu.Unlock()
		if over {
			srv.giveUp(s)
		}
		if tell != nil {
			tell()
		}
	}
	srv.mu.Lock()
	pends = pends || len(srv.owed)+len(srv.kept) > 0
	conns := slices.AppendSeq(make([]*conn, 0, len(srv.conns)), maps.Keys(srv.conns))
	srv.mu.Unlock()
	if pends {
		srv.keepStops()
	}
	for _, c := range conns {
		now := srv.clock.read()
		c.standIn(now)
		s := c.session.Load()
		if s == nil && now.since(c.opened) >= srv.config.Handshake && !c.out.leaving.Load() { // it may have been replaced
			srv.sometimes("", func() { c.log().Warn("socket closed", "why", "no register came") })
			c.out.goodbye(wire.CloseSilent, "no register came")
			continue
		}
		if begun := c.begun.Load(); begun != 0 && now.since(moment(begun)) >= srv.config.Limits.FrameTime {
			c.tooMuch(wire.CloseSilent, "a frame was not finished in time")
			continue
		}
		c.heartbeat(now, srv.config.Heartbeat, s != nil && get(s, &s.info).Protocol >= game.ProtocolV2)
	}
}

// live are the sessions that have not ended.
func (srv *Server) live() iter.Seq[*Session] {
	return func(yield func(*Session) bool) {
		srv.sessions.Range(func(_, s any) bool { return yield(s.(*Session)) })
	}
}

// giveUp ends a session whose grace is over, unless its body came back just
// now.
func (srv *Server) giveUp(s *Session) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	now := srv.clock.read()
	s.accrue(now)
	if s.graceOver() {
		s.end(now, ErrGone.Error())
	}
}

// graceOver: the body has been away for too long.
func (s *Session) graceOver() bool {
	return !s.gone && s.conn == nil && s.down >= s.srv.config.Grace
}

// pulse ends what is overdue and reports whether the session is.
func (s *Session) pulse() (over bool) {
	now := s.accrued
	if f := s.flight; f != nil && s.frozen(now) == "" {
		if why := f.overdue(s.info.Protocol); why != "" {
			s.stats.Deadlines++
			s.srv.config.Logger.Warn("action overdue", "body", s.id, "action", f.call.Action.ID, "why", why)
			s.updateInFlight(failed(game.EndDeadline, game.CodeTimeout, why))
		}
	}
	if s.rest.pending && s.rest.spent >= s.srv.config.Settle {
		s.updateInFlight(change{kind: changeRestOver})
		s.notify(noticeChanged, nil)
	}
	return s.graceOver()
}

// end ends the session: the action in flight fails as lost (rule 7). Called
// under the mutexes of the server and the session.
func (s *Session) end(now moment, why string) {
	s.accrue(now)
	s.leave()
	s.updateInFlight(failed(game.EndGone, game.CodeConnectionLost, why))
	s.srv.sessions.Delete(s.id)
	if !s.gone {
		s.srv.past.add(&s.stats)
		s.srv.bodies.Add(-1)
	}
	s.gone, s.since = true, s.srv.clock.now()
	if s.owes != (owing{}) && len(s.srv.owed) < maxOwed {
		s.srv.owed[s.id] = s.owes
	}
	s.wake()
	s.notify(noticeGone, nil)
}

// End ends the session of a body that will not come back, as one whose world was
// closed: nothing waits for its grace. Without such a session it does nothing.
func (srv *Server) End(instanceID, why string) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if s, ok := srv.Session(instanceID); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.conn != nil {
			s.conn.out.goodbye(wire.CloseGoingAway, why)
		}
		s.end(srv.clock.read(), why)
	}
}

// leave takes the socket from the session.
func (s *Session) leave() {
	if s.conn == nil {
		return
	}
	s.conn, s.since, s.down = nil, s.srv.clock.now(), 0
	s.lost = s.since
	if s.flight != nil {
		s.flight.lost = true
	}
	if s.rest.pending || s.rest.failed { // the stop may be lost with the line
		s.owes.stop = true
	}
	s.commanded.drop()
	s.surveys.drop()
}

// lost is told by a socket's reading goroutine when it ended. A socket that
// was replaced takes nothing with it (rule 8). A version 2 body that left is not waited for.
func (srv *Server) lost(c *conn, left bool) {
	srv.mu.Lock()
	delete(srv.conns, c)
	if !c.evicted {
		srv.vacate(c.known)
	}
	s, mine := c.session.Load(), false
	if s != nil {
		s.update(func(now moment) {
			if mine = s.conn == c; mine && left && s.info.Protocol >= game.ProtocolV2 {
				s.end(now, "the body left")
			} else if mine {
				s.leave()
				s.touch()
			}
		})
	}
	srv.mu.Unlock()
	if mine {
		srv.sometimes(s.id, func() { c.log().Info("line to body is down", "body", s.id) })
	}
}

// sometimes logs what reconnecting bodies repeat at a bounded rate (rule 17).
func (srv *Server) sometimes(id string, log func()) {
	srv.limited(id, 6, time.Minute, log)
}

// turnAway tells whoever runs the bodies that one was not let in, or said something
// before it was: once for each body and cause (rule 13), for it comes again and
// again.
func (srv *Server) turnAway(id, cause, text string) {
	if tell := srv.config.Complaint; tell != nil {
		srv.limited(id+"\x00"+cause, 1, 0, func() { tell(id, text) })
	}
}

// limited does what has a name the first few times, and then once an interval, or
// with an interval of 0 never again.
func (srv *Server) limited(name string, first int, interval time.Duration, do func()) {
	srv.loggedMu.Lock()
	limit, ok := srv.logged[name]
	if !ok {
		if len(srv.logged) >= maxLogged {
			clear(srv.logged)
		}
		limit = &rate.Sometimes{First: first, Interval: interval}
		srv.logged[name] = limit
	}
	srv.loggedMu.Unlock()
	limit.Do(do)
}

// Session returns the live session of an instanceId.
func (srv *Server) Session(instanceID string) (*Session, bool) {
	live, _ := srv.sessions.Load(instanceID)
	s, ok := live.(*Session)
	return s, ok
}

// Sessions returns all live sessions, ordered by instanceId.
func (srv *Server) Sessions() []*Session {
	return slices.SortedFunc(srv.live(), func(a, b *Session) int { return cmp.Compare(a.id, b.id) })
}

// Slept is how long the computer slept since the server was made, as far as
// its clock shows.
func (srv *Server) Slept() time.Duration { return srv.clock.slept() }
