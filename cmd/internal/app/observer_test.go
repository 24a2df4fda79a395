// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

// A player's key or chat line in the game gives a goal, and stops it.
func TestWishesFromTheGame(t *testing.T) {
	b := running(t, BackendConfig{})
	ws := b.socket(t)
	send := func(format string, args ...any) {
		t.Helper()
		if err := ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
			t.Fatal(err)
		}
	}
	send(`{"type":"register","instanceId":"m","version":"1.21.5","protocol":2,"capabilities":{"actions":["mine","chat"]}}`)
	send(`{"type":"state_update","instanceId":"m","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"inventory":[],"gameMode":"survival","world":{"present":true,"id":"w"}}}`)
	send(`{"type":"user_request","instanceId":"m","kind":"goal","text":"get 2 oak logs"}`)
	ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	until := func(want string) string {
		t.Helper()
		for {
			_, data, err := ws.ReadMessage()
			if err != nil {
				t.Fatalf("waiting for %s: %v", want, err)
			}
			if strings.Contains(string(data), want) {
				return string(data)
			}
		}
	}
	var m struct {
		Action struct {
			Type, Target string
			Quantity     int
		}
	}
	if err := json.Unmarshal([]byte(until(`"execute_action"`)), &m); err != nil || m.Action.Type != "mine" || m.Action.Target != "oak_log" || m.Action.Quantity != 2 {
		t.Fatalf("sent %+v, %v", m, err)
	}
	send(`{"type":"user_request","instanceId":"m","kind":"dance"}`)
	until(`"message":"there is no wish`)
	send(`{"type":"user_request","instanceId":"m","kind":"stop"}`)
	until(`"stop"`)
	send(`{"type":"stopped","instanceId":"m"}`)
	until(`"stopped"`)
}

// A wish that is refused is answered: the player who pressed the key sees why.
func TestARefusedWishIsAnswered(t *testing.T) {
	b := running(t, BackendConfig{})
	ws := b.socket(t)
	send := func(frame string) {
		t.Helper()
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	send(`{"type":"register","instanceId":"m","version":"1.21.5","protocol":2,"capabilities":{"actions":["mine"]}}`)
	for _, wish := range []string{
		`"kind":"goal","text":""`,
		`"kind":"goal","text":"` + strings.Repeat("wood ", 4000) + `"`,
		`"kind":"dance"`,
		`"kind":"pause"`,
		`"kind":"resume"`,
		`"kind":"approve"`,
	} {
		send(`{"type":"user_request","instanceId":"m",` + wish + `}`)
		for {
			var m struct{ Type, TaskID, State, Message string }
			if err := ws.ReadJSON(&m); err != nil {
				t.Fatalf("%.40s was not answered: %v", wish, err)
			}
			if m.Type != "task_status" {
				continue
			}
			if m.TaskID != "" || m.State != "error" || m.Message == "" {
				t.Errorf("%.40s was answered %+v", wish, m)
			}
			t.Logf("%.40s: %s", wish, m.Message)
			break
		}
	}
}

// What a mod writes for its log reaches whoever watches.
func TestTheLogOfAModIsTold(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	ws := b.socket(t)
	for _, frame := range []string{
		`{"type":"register","instanceId":"m","version":"1.21.5"}`,
		`{"type":"log","instanceId":"m","message":"Started mining diamond_ore"}`,
	} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	e := next(t, c, "the log", func(e view.Event) bool { return e.Kind == view.EventLog })
	if e.Body != "m" || e.Log == nil || e.Log.Message != "Started mining diamond_ore" {
		t.Errorf("told %+v", e)
	}
}
