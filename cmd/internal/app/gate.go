// SPDX-License-Identifier: MIT

package app

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Bounds on what connects to the port, whoever it is. Bodies and clients have
// bounds of their own beyond these (modbridge.Limits, ui/api).
const (
	// maxOpen is how many connections there may be, and maxAsking how many of them
	// that have not become a WebSocket: requests, and those that say nothing.
	maxOpen   = 13_000
	maxAsking = 2048
	// ownFiles are the files and sockets that the program itself needs: journal,
	// log, model servers, the bot, a page's files.
	ownFiles = 32
	// sayers is how many refusals may be under way at once, each with a
	// descriptor of the reserve.
	sayers = 4
	// silentFor is how long a connection may say nothing before another one that
	// comes may take its place, where there are no free ones.
	silentFor = time.Second
	// sayTime bounds a refusal.
	sayTime = 2 * time.Second

	// A request's head, its body, and the time between two requests on one
	// connection.
	headTime = 10 * time.Second
	bodyTime = 30 * time.Second
	idleTime = 60 * time.Second
	maxHead  = 32 << 10
	maxBody  = 1 << 20
)

// gate counts the connections of all listeners and turns away, with a
// sentence, those that are too many. It keeps descriptors in reserve so that it
// can say so.
type gate struct {
	log *slog.Logger
	// most connections, and most that have not become a WebSocket.
	most, mostAsking int
	// patience is how long one that says nothing keeps its place from others.
	patience time.Duration
	saying   chan struct{}
	logged   rate.Sometimes

	mu           sync.Mutex
	open, asking int
	// askers are those that ask, the oldest first, and some that no longer do.
	askers []*entered
	// spare is given up for a moment when there is no other descriptor left.
	spare *os.File
}

// newGate returns a gate for a process that may have files open files; 0 for
// any number.
func newGate(log *slog.Logger, files int) *gate {
	g := &gate{
		log:      log,
		most:     maxOpen,
		patience: silentFor,
		saying:   make(chan struct{}, sayers),
		logged:   rate.Sometimes{First: 3, Interval: 10 * time.Second},
	}
	if files > 0 {
		g.most = max(min(g.most, files-ownFiles-sayers), 4)
	}
	g.mostAsking = min(maxAsking, g.most)
	g.spare, _ = os.Open(os.DevNull)
	return g
}

// close gives up the reserve.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.spare != nil {
		_ = g.spare.Close()
		g.spare = nil
	}
}

// listener lets through what the gate does.
func (g *gate) listener(l net.Listener) net.Listener { return &gated{l, g} }

type gated struct {
	net.Listener
	gate *gate
}

// Accept returns the next connection that there is room for.
func (l *gated) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		switch {
		case outOfFiles(err):
			if !l.gate.borrow(l.Listener) {
				return nil, err
			}
		case err != nil:
			return nil, err
		default:
			if c := l.gate.enter(c); c != nil {
				return c, nil
			}
		}
	}
}

// enter counts a connection, or refuses it and returns nil.
func (g *gate) enter(c net.Conn) net.Conn {
	e := &entered{Conn: c, gate: g, asking: true, since: time.Now()}
	g.mu.Lock()
	sentence := ""
	var silent *entered
	if g.asking >= g.mostAsking {
		silent = g.evict(e.since)
	}
	switch {
	case g.open >= g.most:
		sentence = fmt.Sprintf(
			"Minehand has %d connections open and can hold no more: close some, or raise the limit of open files (ulimit -n) before it starts.",
			g.open,
		)
	case g.asking >= g.mostAsking:
		sentence = fmt.Sprintf(
			"%d connections to Minehand have not asked for anything yet, and it waits for no more at once: come back in a few seconds.",
			g.asking,
		)
	default:
		g.open++
		g.asking++
		g.askers = append(g.askers, e)
	}
	g.mu.Unlock()
	if silent != nil {
		g.logged.Do(func() { g.log.Warn("connection closed", "why", "it said nothing, and its place is wanted") })
		_ = silent.Conn.Close()
	}
	if sentence == "" {
		return e
	}
	g.refuse(c, sentence)
	return nil
}

// evict gives up the place of the connection that has said nothing for longest;
// nil when there is none. Called under the mutex; the caller closes it.
func (g *gate) evict(now time.Time) *entered {
	if len(g.askers) > 2*g.mostAsking {
		g.askers = slices.DeleteFunc(g.askers, func(e *entered) bool { return !e.asking })
	}
	for len(g.askers) > 0 && !g.askers[0].asking {
		g.askers = g.askers[1:]
	}
	for _, e := range g.askers {
		if now.Sub(e.since) < g.patience {
			return nil
		}
		if e.asking && !e.active {
			e.answered()
			e.left = true
			g.open--
			return e
		}
	}
	return nil
}

// refuse answers the first request of a connection with 503. One that says
// nothing, or comes while enough others are being answered, is answered at once.
func (g *gate) refuse(c net.Conn, sentence string) {
	g.logged.Do(func() { g.log.Warn("connection refused", "why", sentence) })
	answer := fmt.Sprintf(
		"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"+
			"Connection: close\r\nContent-Length: %d\r\n\r\n%s\n",
		len(sentence)+1,
		sentence,
	)
	_ = c.SetDeadline(time.Now().Add(sayTime))
	select {
	case g.saying <- struct{}{}:
	default:
		_, _ = io.WriteString(c, answer)
		_ = c.Close()
		return
	}
	go func() { // ends within sayTime
		defer func() { _ = c.Close(); <-g.saying }()
		// A socket that is closed with something unread loses what was sent.
		if r, err := http.ReadRequest(bufio.NewReader(io.LimitReader(c, maxHead))); err == nil {
			_ = r.Body.Close()
		}
		_, _ = io.WriteString(c, answer)
		if half, ok := c.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
			_, _ = io.CopyN(io.Discard, c, maxHead)
		}
	}()
}

// borrow gives up the spare descriptor to accept and refuse one connection. It
// reports false when there is none.
func (g *gate) borrow(l net.Listener) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.spare == nil {
		return false
	}
	_ = g.spare.Close()
	c, err := l.Accept()
	if err == nil {
		const sentence = "Minehand has as many files open as the system lets it: close some connections, or raise the limit " +
			"(ulimit -n) before it starts."
		g.logged.Do(func() { g.log.Warn("connection refused", "why", sentence) })
		_ = c.SetDeadline(time.Now().Add(time.Second))
		_, _ = io.WriteString(c, "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"+sentence+"\n")
		_ = c.Close()
	}
	g.spare, _ = os.Open(os.DevNull)
	return err == nil
}

// state is the hook of an http.Server that tells the gate of connections that
// became a WebSocket.
func (g *gate) state(c net.Conn, s http.ConnState) {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	e, ok := c.(*entered)
	if !ok {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.active = s == http.StateActive; s == http.StateHijacked {
		e.answered()
	}
}

// entered is a connection that the gate counts.
type entered struct {
	net.Conn
	gate *gate
	// since is when it came. The rest is the gate's: active while a request is read
	// or answered.
	since                time.Time
	asking, active, left bool
}

// answered: it is no longer one that asks. Called under the gate's mutex.
func (e *entered) answered() {
	if e.asking {
		e.asking = false
		e.gate.asking--
	}
}

// Close closes the connection and gives back its place.
func (e *entered) Close() error {
	e.gate.mu.Lock()
	e.answered()
	if !e.left {
		e.left = true
		e.gate.open--
	}
	e.gate.mu.Unlock()
	return e.Conn.Close()
}

// CloseWrite lets the server end its side of the connection first.
func (e *entered) CloseWrite() error {
	if half, ok := e.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

// httpServer is a server whose requests are bounded in time and size. Answers
// may take as long as they like: some are streams.
func (g *gate) httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: bounded(h), ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHead, ConnState: g.state,
		ErrorLog: slog.NewLogLogger(g.log.Handler(), slog.LevelDebug),
	}
}

// bounded gives the body of a request bodyTime to arrive, and at most maxBody.
// The server's own limit for that would end answers that take longer, too.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			rc := http.NewResponseController(w)
			if rc.SetReadDeadline(time.Now().Add(bodyTime)) == nil {
				r.Body = &arriving{
					ReadCloser: http.MaxBytesReader(w, r.Body, maxBody),
					arrived:    sync.OnceFunc(func() { _ = rc.SetReadDeadline(time.Time{}) }),
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// arriving is a body whose time limit is lifted when it is there.
type arriving struct {
	io.ReadCloser
	arrived func()
}

func (a *arriving) Read(p []byte) (int, error) {
	n, err := a.ReadCloser.Read(p)
	if err == io.EOF {
		a.arrived()
	}
	return n, err
}
