// SPDX-License-Identifier: MIT

package client_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// flooded is a client of a server that has sent it so many notices of so many bytes, or
// was hung up on before. None was read yet.
func flooded(t *testing.T, notices, size int) *client.Client {
	t.Helper()
	sent := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(sent)
		ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		words := strings.Repeat("x", size)
		for i := range notices {
			e := view.Event{Type: view.TypeEvent, Seq: uint64(i + 1), Kind: view.EventNotice, Notice: &view.Notice{Message: words}}
			if ws.WriteJSON(e) != nil {
				break
			}
		}
		t.Cleanup(func() { ws.Close() })
	}))
	t.Cleanup(server.Close)
	c, err := client.Dial(t.Context(), server.Listener.Addr().(*net.TCPAddr).Port, "token")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	<-sent
	return c
}

// TestEventsWaitForTheirReader, in order, however many they are.
func TestEventsWaitForTheirReader(t *testing.T) {
	const many = 20_000
	c := flooded(t, many, 10)
	for i := range many {
		if e, open := <-c.Events(); !open || e.Seq != uint64(i+1) {
			t.Fatalf("event %d: %+v, %v", i+1, e, c.Err())
		}
	}
}

// TestUnreadEventsHaveABudgetInBytes: a client that reads none of them hangs up, and
// says why.
func TestUnreadEventsHaveABudgetInBytes(t *testing.T) {
	const size, budget = 1 << 20, 16
	c := flooded(t, 4*budget, size)
	got := 0
	for range c.Events() {
		got++
	}
	if !errors.Is(c.Err(), client.ErrUnread) || !errors.Is(c.Err(), client.ErrClosed) {
		t.Errorf("it ended with %v", c.Err())
	}
	if got > budget+1 {
		t.Errorf("%d MB of events waited, of %d", got, budget)
	}
}
