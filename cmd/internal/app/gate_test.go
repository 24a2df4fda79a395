// SPDX-License-Identifier: MIT

package app

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/internal/logtest"
	"github.com/minehand/minehand/planner"
)

// behind serves h on a port of loopback behind the gate.
func behind(t *testing.T, g *gate, h http.Handler) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := g.httpServer(h)
	done := make(chan struct{})
	go func() { defer close(done); _ = srv.Serve(g.listener(l)) }()
	t.Cleanup(func() { _ = srv.Close(); <-done; g.close() })
	return l.Addr().String()
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }

// ask makes one request on a connection of its own and returns status and body.
func ask(t *testing.T, addr string) (int, string) {
	t.Helper()
	return get(t, "http://"+addr+"/", "")
}

func TestConnectionsThatAreTooManyAreTold(t *testing.T) {
	log := &logtest.Log{}
	g := newGate(log.Logger(), 0)
	g.most, g.mostAsking, g.patience = 4, 3, time.Hour
	upgrader := websocket.Upgrader{}
	addr := behind(t, g, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			hello(w, r)
			return
		}
		if ws, err := upgrader.Upgrade(w, r, nil); err == nil {
			_, _, _ = ws.ReadMessage()
			_ = ws.Close()
		}
	}))
	var silent []net.Conn
	connect := func() {
		t.Helper()
		c, err := net.Dial("tcp4", addr)
		if err != nil {
			t.Fatal(err)
		}
		silent = append(silent, c)
		t.Cleanup(func() { _ = c.Close() })
	}
	for range 3 {
		connect()
	}
	if status, why := ask(t, addr); status != http.StatusServiceUnavailable || !strings.Contains(why, "3 connections to Minehand have not asked") {
		t.Errorf("got %d, %q", status, why)
	}
	_ = silent[0].Close()
	until(t, "a place is free", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return g.open == 2 && g.asking == 2 })
	ws, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	until(t, "a WebSocket asks no more", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return g.open == 3 && g.asking == 2 })
	connect()
	until(t, "it is counted", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return g.open == 4 })
	if status, why := ask(t, addr); status != http.StatusServiceUnavailable || !strings.Contains(why, "4 connections open") || !strings.Contains(why, "ulimit -n") {
		t.Errorf("got %d, %q", status, why)
	}
	_ = ws.Close()
	until(t, "its place is free", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return g.open == 3 })
	_ = silent[1].Close()
	until(t, "another is free", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return g.open == 2 })
	if status, text := ask(t, addr); status != http.StatusOK || text != "hello" {
		t.Errorf("got %d, %q", status, text)
	}
	if log.Count("connection refused") != 2 {
		t.Errorf("the log says %s", log)
	}
}

// TestTheSilentMakeRoomAtTheGate: what says nothing keeps no request out.
func TestTheSilentMakeRoomAtTheGate(t *testing.T) {
	log := &logtest.Log{}
	g := newGate(log.Logger(), 0)
	g.most, g.mostAsking, g.patience = 8, 3, 0
	addr := behind(t, g, http.HandlerFunc(hello))
	for range 20 {
		c, err := net.Dial("tcp4", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
	}
	if status, text := ask(t, addr); status != http.StatusOK || text != "hello" {
		t.Errorf("got %d, %q", status, text)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.asking > 3 || g.open > 3 {
		t.Errorf("%d ask, %d are open", g.asking, g.open)
	}
}

// until waits for what another goroutine is about to do.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	limit := time.After(20 * time.Second)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s: in vain", what)
		}
	}
}

// inPipes serves h behind a gate in a bubble; what it returns connects.
func inPipes(t *testing.T, h http.Handler) func() net.Conn {
	t.Helper()
	conns, done := make(chan net.Conn), make(chan struct{})
	g := newGate(slog.New(slog.DiscardHandler), 0)
	srv := g.httpServer(h)
	var running sync.WaitGroup
	running.Go(func() { _ = srv.Serve(g.listener(pipeListener{conns, done})) })
	t.Cleanup(func() { close(done); _ = srv.Close(); running.Wait(); g.close() })
	return func() net.Conn {
		ours, theirs := net.Pipe()
		conns <- theirs
		t.Cleanup(func() { _ = ours.Close() })
		return ours
	}
}

type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
}

func (l pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}
func (pipeListener) Close() error   { return nil }
func (pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

func TestRequestsAreBoundedInTime(t *testing.T) {
	read := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			http.Error(w, "the body did not arrive", http.StatusRequestTimeout)
			return
		}
		time.Sleep(5 * time.Minute) // an answer may take long
		if r.Context().Err() == nil {
			hello(w, r)
		}
	})
	for _, c := range []struct {
		name, send string
		h          http.Handler
		within     time.Duration
		answer     string
	}{
		{"nothing is sent", "", read, headTime, ""},
		{"half a head", "GET / HTTP/1.1\r\nHost: x\r\n", read, headTime, ""},
		{"a withheld body that is read", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc", read, bodyTime, ""},
		{"a withheld body that nobody reads", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc", http.NotFoundHandler(), bodyTime, "404"},
		{"an idle connection", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", http.HandlerFunc(hello), idleTime, "hello"},
		{"a slow answer", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", read, 5*time.Minute + idleTime, "hello"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn := inPipes(t, c.h)()
				began := time.Now()
				if c.send != "" {
					if _, err := io.WriteString(conn, c.send); err != nil {
						t.Fatal(err)
					}
				}
				text, _ := io.ReadAll(bufio.NewReader(conn))
				if took := time.Since(began); took < c.within-time.Second || took > c.within+time.Second {
					t.Errorf("it took %s, want %s", took, c.within)
				}
				if c.answer == "" && bytes.Contains(text, []byte("200 OK")) || !bytes.Contains(text, []byte(c.answer)) {
					t.Errorf("got %q", text)
				}
			})
		})
	}
}

func TestRequestsAreBoundedInSize(t *testing.T) {
	g := newGate(slog.New(slog.DiscardHandler), 0)
	addr := behind(t, g, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		}
	}))
	resp, err := http.Post("http://"+addr+"/", "text/plain", strings.NewReader(strings.Repeat("x", maxBody+1)))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %s", resp.Status)
	}
	req, err := http.NewRequest(http.MethodGet, "http://"+addr+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Large", strings.Repeat("x", 2*maxHead))
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	if resp, err := client.Do(req); err == nil {
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("a large head: %s", resp.Status)
		}
	}
}

func TestLooseFilesAreClosedToOthers(t *testing.T) {
	if openFiles() == 0 && os.PathSeparator == '\\' {
		t.Skip("Windows has no such modes")
	}
	dir := t.TempDir()
	start := func(log *slog.Logger) *Backend {
		t.Helper()
		b, err := Start(t.Context(), BackendConfig{DataDir: dir, Planner: planner.NewBuiltin(planner.Config{}), Log: log})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if err := start(nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, TokenFile), []byte(strings.Repeat("a", 64)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, spokenFile), []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{TokenFile: 0o644, "journal.db": 0o666, spokenFile: 0o644} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	log := &logtest.Log{}
	b := start(log.Logger())
	for _, name := range []string{TokenFile, "journal.db", spokenFile} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if log.Count("file="+name) != 1 {
			t.Errorf("the log says %s", log)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, TokenFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "journal.key"), 0o700); err != nil { // no file: left alone
		t.Fatal(err)
	}
	again := start(nil)
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// What a body asks for in vain fills neither the log nor anything else.
func TestRefusedWishesAreLoggedAtABoundedRate(t *testing.T) {
	log := &logtest.Log{}
	b := running(t, BackendConfig{Log: log.Logger()})
	ws, _, err := websocket.DefaultDialer.Dial("ws://127.0.0.1:"+strconv.Itoa(b.Port)+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	for _, frame := range []string{`{"type":"register","instanceId":"m","version":"1.21.5","protocol":2}`} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	const wishes = 100
	for i := range wishes {
		if err := ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"user_request","instanceId":"m","kind":"dance %d"}`, i)); err != nil {
			t.Fatal(err)
		}
	}
	last := strconv.Quote(fmt.Sprint("dance ", wishes-1))
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), strings.ReplaceAll(last, `"`, `\"`)) {
			break
		}
	}
	if n := log.Count("could not be granted"); n == 0 || n > 10 {
		t.Errorf("%d lines", n)
	}
}
