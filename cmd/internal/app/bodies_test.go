package app

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// TestABodyThatRegistersWhileBodiesAreListedIsThere: one that came between the
// list of the sessions and that of the ready ones was taken for one that is gone,
// and stayed unseen for as long as it was connected.
func TestABodyThatRegistersWhileBodiesAreListedIsThere(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	stop := make(chan struct{})
	var listing sync.WaitGroup
	for range 4 {
		listing.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					_, _ = c.ListBodies(t.Context())
				}
			}
		})
	}
	const bodies = 100
	for i := range bodies {
		ws, resp, err := websocket.DefaultDialer.DialContext(t.Context(), b.URL(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ws.Close()
		_ = resp.Body.Close()
		if err := ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"register","instanceId":"b%d","version":"1.21.5"}`, i)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.ReadMessage(); err != nil { // registered
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		list, err := c.ListBodies(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == bodies {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d bodies are there", len(list), bodies)
		}
	}
	close(stop)
	listing.Wait()
}
