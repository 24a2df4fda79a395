// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// A client that was hung up on is not waited for, though it showed itself at
// that very moment.
func TestASignOfLifeDoesNotLiftTheEnd(t *testing.T) {
	ended := make(chan error, 1)
	up := websocket.Upgrader{}
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			ended <- nil
			return
		}
		defer ws.Close()
		c := newConn(&Server{}, ws, true)
		defer c.cancel()
		c.hangUp(websocket.CloseGoingAway, "x")
		c.alive()
		_, _, err = ws.ReadMessage()
		ended <- err
	}))
	defer hs.Close()
	ws, resp, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(hs.URL, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	defer ws.Close()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the connection was read on")
		}
	case <-time.After(10 * time.Second):
		t.Error("the connection is still waited for")
	}
}
