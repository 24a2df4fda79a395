// SPDX-License-Identifier: MIT

//go:build fleet && unix

package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/internal/natstest"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// knock has a page of a node try another one, with a pass, and returns the connection or
// the answer's status.
func knock(t *testing.T, from, to *fleetNode, path, pass string) (*websocket.Conn, int) {
	t.Helper()
	d := websocket.Dialer{}
	if pass != "" {
		d.Subprotocols = []string{"minehand.guest", "pass." + pass}
	}
	origin := http.Header{"Origin": {fmt.Sprintf("http://localhost:%d", from.port)}}
	ws, resp, err := d.DialContext(t.Context(), fmt.Sprintf("ws://localhost:%d%s", to.port, path), origin)
	if err != nil {
		if resp == nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return nil, resp.StatusCode
	}
	return ws, 0
}

// TestAPageIsAGuestOfAnotherNode: with the pass of its own node, and without that node, a
// page is let in by another one: for bodies and what all nodes have, and nothing else.
func TestAPageIsAGuestOfAnotherNode(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	servers := natstest.Cluster(t, 1)
	own, other := newFleetNode(ctx, t, "n0", servers), newFleetNode(ctx, t, "n1", servers)
	newFleetBody(ctx, t, "ada", 2, []*fleetNode{other})
	var doors view.Cluster
	eventually(t, patience, "the other node", func() (there bool) {
		var err error
		doors, err = own.client.GetCluster(ctx)
		return err == nil && len(doors.Others) == 1
	})
	if to := doors.Others[0]; to.Name != "n1" || to.Address != "http://localhost:"+strconv.Itoa(other.port) {
		t.Errorf("the other one is %+v", to)
	}
	page, err := http.Get(fmt.Sprintf("http://localhost:%d/", own.port))
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	socket := "ws://localhost:" + strconv.Itoa(other.port)
	if policy := page.Header.Get("Content-Security-Policy"); policy != "" && !strings.Contains(policy, "connect-src 'self' "+socket+";") {
		t.Errorf("the page may not connect to %s: %s", socket, policy)
	}
	own.kill()
	for _, c := range []struct {
		path, pass string
		code       int
	}{
		{"/api/v1/ws", "", http.StatusForbidden}, // a foreign page, as ever
		{"/api/v1/ws", strings.Repeat("A", len(doors.Pass)), http.StatusUnauthorized},
		{"/", doors.Pass, http.StatusForbidden}, // the bodies' door
	} {
		if ws, code := knock(t, own, other, c.path, c.pass); code != c.code {
			t.Errorf("%s with %.4q gets %d", c.path, c.pass, code)
			if ws != nil {
				_ = ws.Close()
			}
		}
	}
	ws, code := knock(t, own, other, "/api/v1/ws", doors.Pass)
	if ws == nil {
		t.Fatalf("it is not let in: %d", code)
	}
	defer func() { _ = ws.Close() }()
	for call, code := range map[string]view.Code{
		`"subscribe"`:                   "",
		`"get-cluster"`:                 "",
		`"list-tasks"`:                  "",
		`"get-state","instance":"ada"`:  "",
		`"get-config"`:                  view.CodeUnavailable,
		`"change-config","settings":{}`: view.CodeUnavailable,
		`"answer-command","allow":true`: view.CodeUnavailable,
		`"start-practice"`:              view.CodeUnavailable,
		`"slash_command","command":"/mode hybrid","instance":"ada"`: view.CodeUnavailable,
		`"connect-instance","instanceId":"ada"`:                     "",
		`"pair-device"`:                                             view.CodeUnavailable,
		`"test-provider","provider":"any"`:                          view.CodeUnavailable,
	} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"id":"`+strconv.Itoa(len(call))+`","type":`+call+`}`)); err != nil {
			t.Fatal(err)
		}
		var r view.Response
		for _ = ws.SetReadDeadline(time.Now().Add(20 * time.Second)); r.ID == ""; {
			r = view.Response{}
			if err := ws.ReadJSON(&r); err != nil {
				t.Fatal(err)
			}
		}
		if r.Code != code || r.Success != (code == "") {
			t.Errorf("%s: %s %q", call, r.Code, r.Error)
		}
	}
}

// TestAProgramGoesOnAtAnotherNode: a client whose node is killed hears at another one how
// the goal ends that it gave.
func TestAProgramGoesOnAtAnotherNode(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	servers := natstest.Cluster(t, 1)
	own, other := newFleetNode(ctx, t, "n0", servers), newFleetNode(ctx, t, "n1", servers)
	newFleetBody(ctx, t, "ada", 2, []*fleetNode{own, other})
	eventually(t, patience, "the cluster", func() bool {
		c, err := own.client.GetCluster(ctx)
		_, there := own.client.GetState(ctx, view.OfBody{Instance: "ada"})
		return err == nil && len(c.Others) == 1 && there == nil
	})
	token, err := (&attachOptions{dataDir: own.dir}).token()
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Stay(ctx, own.port, token)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		t.Fatal(err)
	}
	q, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 40 oak logs", OfBody: view.OfBody{Instance: "ada"}})
	if err != nil {
		t.Fatal(err)
	}
	begun, moved := false, false
	for e := range c.Events() {
		switch {
		case e.Kind == view.EventAction && !begun:
			begun = true
			own.kill()
		case e.Kind == view.EventNotice && strings.Contains(e.Notice.Message, `"n1" of the cluster goes on`):
			moved = true
		case e.Task != nil && e.TaskID == q.TaskID && e.Task.State.Ended():
			if !moved || e.Task.State != view.TaskComplete {
				t.Errorf("moved: %t; the goal is %s: %s", moved, e.Task.State, e.Task.Reason)
			}
			return
		}
	}
	t.Errorf("no end is heard: %v", c.Err())
}
