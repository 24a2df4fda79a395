// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// reply is a result of 129 bytes for an id of 26.
func reply(id string) []byte {
	frame := fmt.Sprintf(`{"type":"action_complete","instanceId":"minecraft_1234567890","actionId":"%s","result":{"success":true}`, id)
	return []byte(frame + strings.Repeat(" ", 128-len(frame)) + "}")
}

// echo is a body that answers every action at once; it finds the id without
// decoding, so that both loops pay the same little for it.
func echo(b *testing.B, url string, register bool) (stop func()) {
	b.Helper()
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http"), nil)
	if err != nil {
		b.Fatal(err)
	}
	_ = resp.Body.Close()
	if register {
		for _, frame := range []string{
			`{"type":"register","instanceId":"minecraft_1234567890","version":"1.21.5","protocol":2}`,
			`{"type":"state_update","instanceId":"minecraft_1234567890","data":{"health":20,"inventory":[]}}`,
		} {
			if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
				b.Fatal(err)
			}
		}
	}
	var writing sync.Mutex
	write := func(data []byte) error {
		writing.Lock()
		defer writing.Unlock()
		return ws.WriteMessage(websocket.TextMessage, data)
	}
	done, live := make(chan struct{}), make(chan struct{})
	go func() { // a body in a world reports once a second
		defer close(live)
		for register {
			select {
			case <-done:
				return
			case <-time.After(time.Second):
				_ = write([]byte(`{"type":"state_update","instanceId":"minecraft_1234567890","data":{"health":20,"inventory":[]}}`))
			}
		}
	}()
	go func() {
		defer close(done)
		answer := reply(strings.Repeat("0", 26))
		at := strings.Index(string(answer), "00000")
		for {
			_, data, err := ws.ReadMessage()
			if err != nil {
				return
			}
			i := strings.Index(string(data), `"id":"`)
			if i < 0 {
				continue
			}
			copy(answer[at:at+26], data[i+6:])
			if write(answer) != nil {
				return
			}
		}
	}()
	return func() {
		_ = ws.Close()
		<-done
		<-live
	}
}

// bareLoop answers every result with the next action: a gorilla loop with the
// same decoder and encoder and nothing else.
func bareLoop(b *testing.B, n int) time.Duration {
	b.Helper()
	took := make(chan time.Duration, 1)
	upgrader := websocket.Upgrader{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		start := time.Now()
		for i := range n {
			a := benchAction(i)
			frame, err := wire.Encoder{Protocol: 2}.Action(&a)
			if err != nil || ws.WriteMessage(websocket.TextMessage, frame) != nil {
				return
			}
			_, data, err := ws.ReadMessage()
			if err != nil {
				return
			}
			if _, err := wire.DecodeFromBody(data); err != nil {
				return
			}
		}
		took <- time.Since(start)
	}))
	defer srv.Close()
	defer echo(b, srv.URL, false)()
	return <-took
}

func benchAction(i int) game.Action {
	return game.Action{ID: fmt.Sprintf("01JD%022d", i), Kind: game.Mine, Target: "stone", Quantity: 1}
}

// BenchmarkTurnaround is the time from a result's frame to the next action's,
// over loopback and through the bridge; ratio compares it with the bare loop
// of the same run.
func BenchmarkTurnaround(b *testing.B) {
	// Half before and half after, for the machine's speed changes.
	bare := bareLoop(b, b.N/2)
	srv := modbridge.New(modbridge.Config{})
	ctx, cancel := context.WithCancel(b.Context())
	var wg sync.WaitGroup
	wg.Go(func() { _ = srv.Run(ctx) })
	web := httptest.NewServer(srv)
	stop := echo(b, web.URL, true)
	defer func() {
		stop()
		cancel()
		wg.Wait()
		web.Close()
	}()
	var s *modbridge.Session
	for s == nil || s.Ready() != nil {
		s, _ = srv.Session("minecraft_1234567890")
		runtime.Gosched()
	}
	b.ReportAllocs()
	b.ResetTimer()
	start := time.Now()
	for i := range b.N {
		if out := s.Do(ctx, game.Call{Action: benchAction(i)}); out.End != game.EndReported {
			b.Fatalf("%+v", out)
		}
	}
	took := time.Since(start)
	b.StopTimer()
	bare += bareLoop(b, b.N-b.N/2)
	b.ReportMetric(float64(bare.Nanoseconds())/float64(b.N), "bare-ns/op")
	b.ReportMetric(float64(took)/float64(bare), "ratio")
}

// BenchmarkConnectedBody reports the memory of one connected and idle body at
// 1,000 bodies, this end and the client's small one together.
func BenchmarkConnectedBody(b *testing.B) {
	const bodies = 1000
	for b.Loop() {
		srv := modbridge.New(modbridge.Config{})
		ctx, cancel := context.WithCancel(b.Context())
		var wg sync.WaitGroup
		wg.Go(func() { _ = srv.Run(ctx) })
		web := httptest.NewServer(srv)
		before := memory()
		lines := make([]net.Conn, 0, bodies)
		for i := range bodies {
			lines = append(lines, rawBody(b, web.Listener.Addr().String(), fmt.Sprintf("minecraft_%d", i)))
		}
		for len(srv.Sessions()) < bodies || !allReady(srv) {
			runtime.Gosched()
		}
		b.ReportMetric(float64(memory()-before)/bodies, "B/body")
		for _, line := range lines {
			_ = line.Close()
		}
		cancel()
		wg.Wait()
		web.Close()
	}
}

func allReady(srv *modbridge.Server) bool {
	for _, s := range srv.Sessions() {
		if s.Snapshot().Seq == 0 {
			return false
		}
	}
	return true
}

func memory() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// rawBody is a client of a few bytes: a handshake, a register and a state
// written by hand, and no goroutine.
func rawBody(b *testing.B, addr, id string) net.Conn {
	b.Helper()
	c, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	_, err = fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", addr)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 1024)
	if _, err := c.Read(buf); err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{
		`{"type":"register","instanceId":"` + id + `","version":"1.21.5"}`,
		`{"type":"state_update","data":{"position":{"x":1,"y":2,"z":3},"health":20,"inventory":[{"slot":0,"item":"stick","count":1}]}}`,
	} {
		frame := []byte{0x81, 0x80 | 126, byte(len(text) >> 8), byte(len(text)), 0, 0, 0, 0} // masked with zeros
		if _, err := c.Write(append(frame, text...)); err != nil {
			b.Fatal(err)
		}
	}
	return c
}
