// SPDX-License-Identifier: MIT

package app

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/ui/view"
)

// TestTheOnlyBody: it is the one that a call without a name means.
func TestTheOnlyBody(t *testing.T) {
	b := running(t, BackendConfig{})
	there := &bodies{bridge: b.Bridge, ready: map[string]*modbridge.Session{}}
	only := func() string {
		id, ok := there.Only()
		if ok != (id != "") {
			t.Errorf("%q, %v", id, ok)
		}
		return id
	}
	if id := only(); id != "" {
		t.Errorf("of no bodies %q is the only one", id)
	}
	come := func(id string) *websocket.Conn {
		ws, resp, err := websocket.DefaultDialer.DialContext(t.Context(), b.URL(), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if err := ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"register","instanceId":%q,"version":"1.21.5"}`, id)); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			if s, ok := b.Bridge.Session(id); ok {
				there.add(s)
				return ws
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s is not there", id)
			}
		}
	}
	defer come("b1").Close()
	if id := only(); id != "b1" {
		t.Errorf("of b1 %q is the only one", id)
	}
	ws := come("b2")
	defer ws.Close()
	if id := only(); id != "" {
		t.Errorf("of b1 and b2 %q is the only one", id)
	}
	if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"state_update","instanceId":"b2","data":{"position":{"x":1,"y":64,"z":1},"health":20}}`)); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); only() != "b2"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("of b1, which plays in no world, and b2 %q is meant", only())
		}
	}
}

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

// Where a mob is asked for, mobs are offered and nothing else; in a block's place blocks.
func TestWhereAMobIsAskedForMobsAreOffered(t *testing.T) {
	c := serverOf(t, ServerConfig{}).Connect()
	defer c.Close()
	for _, q := range []struct {
		what         view.CompleteWhat
		offers, none string
	}{
		{view.CompleteWhat{Command: "explore", Prefix: "co"}, "cow cobblestone", ""},
		{view.CompleteWhat{Command: "explore", Prefix: "co", Like: "zombie"}, "cow cod", "cobblestone copper_ore"},
		{view.CompleteWhat{Command: "explore", Prefix: "co", Like: "iron_ore"}, "cobblestone", "cow cod"},
		{view.CompleteWhat{Command: "attack", Prefix: "co"}, "cow cod", "cobblestone"},
		{view.CompleteWhat{Command: "mine", Prefix: "co"}, "cobblestone", "cow"},
	} {
		got, err := c.GetCompletions(t.Context(), q.what)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, v := range got.Completions {
			list = append(list, v.Value)
		}
		for want, in := range map[string]bool{q.offers: true, q.none: false} {
			for name := range strings.FieldsSeq(want) {
				if slices.Contains(list, name) != in {
					t.Errorf("%+v: %s in %v is not %v", q.what, name, list, in)
				}
			}
		}
	}
}
