// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

// mod is the least that a body can be: it registers, reports, and does nothing
// that it is asked for.
type mod struct {
	t  *testing.T
	ws *websocket.Conn
}

func dialMod(ctx context.Context, t *testing.T, port int, register string) *mod {
	t.Helper()
	m := &mod{t: t}
	eventually(t, 10*time.Second, "connecting", func() bool {
		ws, resp, err := websocket.DefaultDialer.DialContext(ctx, fmt.Sprintf("ws://localhost:%d/", port), nil)
		if resp != nil {
			_ = resp.Body.Close()
		}
		m.ws = ws
		return err == nil
	})
	m.say(register)
	m.say(`{"type":"state_update","instanceId":"mod_1","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"inventory":[],"dimension":"overworld","gameMode":"survival"}}`)
	return m
}

func (m *mod) say(frame string) {
	m.t.Helper()
	if err := m.ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
		m.t.Fatal(err)
	}
}

// hears returns the type of the next frame.
func (m *mod) hears() string {
	m.t.Helper()
	_ = m.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	_, data, err := m.ws.ReadMessage()
	if err != nil {
		m.t.Fatal(err)
	}
	var frame struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &frame); err != nil {
		m.t.Fatal(err)
	}
	return frame.Type
}

// TestRule10AnOwedStopSurvivesAKilledServer: the line is down, a person stops
// the task, the server is killed twice, and the body returns to the next one.
func TestRule10AnOwedStopSurvivesAKilledServer(t *testing.T) {
	for name, register := range map[string]string{
		"v1": `{"type":"register","instanceId":"mod_1","version":"1.21.5"}`,
		"v2": `{"type":"register","instanceId":"mod_1","version":"1.21.5","protocol":2,"capabilities":{"actions":["goto","mine","place","craft","smelt","interact","chat"]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			s := newServer(ctx, t)
			m := dialMod(ctx, t, s.port, register)
			id := s.submit("mine 3 oak logs")
			for m.hears() != "execute_action" {
			}
			_ = m.ws.Close()
			eventually(t, 10*time.Second, "the end of the line", func() bool {
				st, err := s.client.GetStatus(ctx, view.OfBody{})
				return err == nil && len(st.ConnectedInstances) == 0
			})
			if err := s.client.StopTask(ctx, view.OfBody{}); err != nil {
				t.Fatal(err)
			}
			eventually(t, 10*time.Second, "the stop", func() bool {
				task, ok := s.status(id)
				return ok && task.State == "stopping"
			})
			for range 2 { // the first restart finds a task that was being stopped, the second none
				s.kill()
				s.start()
			}
			m = dialMod(ctx, t, s.port, register)
			defer m.ws.Close()
			if first, second := m.hears(), m.hears(); first != "registered" || second != "stop" {
				t.Errorf("the body heard %s, then %s; want registered, then stop", first, second)
			}
		})
	}
}
