// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// A body that comes under a new id into the world where another one left a task is
// offered as the same player (rule 14), and the task goes on with it on a yes.
func TestRule14TheSamePlayer(t *testing.T) {
	c := newChatBody(t, "timings: {scale: 0.01}", ofAlex, ofOne)
	l := c.b.Connect()
	defer l.Close()
	if _, err := l.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	q, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "wait 10 minutes", OfBody: view.OfBody{Instance: "m"}})
	if err != nil {
		t.Fatal(err)
	}
	c.until(`"execute_action"`)
	if err := c.ws.Close(); err != nil {
		t.Fatal(err)
	}
	next(t, l, "the task's interruption", func(e view.Event) bool {
		return e.Task != nil && e.TaskID == q.TaskID && e.Task.State == view.TaskInterrupted
	})
	if c.ws, _, err = websocket.DefaultDialer.DialContext(t.Context(), "ws://127.0.0.1:"+strconv.Itoa(c.b.Port)+"/", nil); err != nil {
		t.Fatal(err)
	}
	c.send(`{"type":"register","instanceId":"m_2","name":"Helper","version":"1.21.5","protocol":2,"capabilities":{"actions":["wait"]}}`)
	c.send(`{"type":"state_update","instanceId":"m_2","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"inventory":[],"gameMode":"survival","world":{"present":true,"id":"w"}}}`)
	e := next(t, l, "the question", func(e view.Event) bool { return e.Notice != nil && e.Notice.Retry != "" })
	if e.Body != "m_2" || e.Notice.Retry != q.TaskID || !strings.Contains(e.Notice.Message, "same player as m") {
		t.Fatalf("asked %+v", e)
	}
	if _, err := l.RetryTask(t.Context(), view.Retry{TaskID: e.Notice.Retry}); err != nil {
		t.Fatal(err)
	}
	c.until(`"execute_action"`)
}

// v1 connects a version 1 mod that stands in a world.
func (c *chatBody) v1(id string) *websocket.Conn {
	c.Helper()
	ws := c.b.socket(c.T)
	for _, frame := range []string{
		`{"type":"register","instanceId":"` + id + `","version":"1.21.5"}`,
		`{"type":"state_update","instanceId":"` + id + `","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"saturation":5,"inventory":[],"dimension":"minecraft:overworld","gameMode":"survival"}}`,
	} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			c.Fatal(err)
		}
	}
	readUntil(c.T, ws, `"registered"`)
	c.known(id)
	return ws
}

func readUntil(t *testing.T, ws *websocket.Conn, want string) string {
	t.Helper()
	_ = ws.SetReadDeadline(time.Now().Add(time.Minute))
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

// TestRule14TheModThatComesBackUnderANewID: prompts go to it at once, in the grace of
// the one that is gone and after it, and say so; the task that was left is offered to
// it, and resume-task goes on with it there.
func TestRule14TheModThatComesBackUnderANewID(t *testing.T) {
	for name, grace := range map[string]string{"in the grace": "1", "after it": "0.01"} {
		t.Run(name, func(t *testing.T) {
			after := grace != "1"
			c := newChatBody(t, "timings: {scale: "+grace+"}", ofAlex, ofOne)
			_ = c.ws.Close()
			c.b.Bridge.End("m", "it is not needed")
			first := c.v1("minecraft_1")
			l := c.b.Connect()
			defer l.Close()
			if _, err := l.Subscribe(t.Context(), view.Place{}); err != nil {
				t.Fatal(err)
			}
			if _, err := l.ConnectInstance(t.Context(), view.Connect{InstanceID: "minecraft_1"}); err != nil {
				t.Fatal(err)
			}
			q, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "mine 60 dirt"})
			if err != nil {
				t.Fatal(err)
			}
			readUntil(t, first, `"execute_action"`)
			if after {
				if _, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "say hello"}); err != nil {
					t.Fatal(err)
				}
			}
			_ = first.Close()
			if after {
				next(t, l, "the task's interruption", func(e view.Event) bool {
					return e.Task != nil && e.TaskID == q.TaskID && e.Task.State == view.TaskInterrupted
				})
			} else {
				next(t, l, "the loss of the line", func(e view.Event) bool {
					return e.Info != nil && e.Body == "minecraft_1" && e.Info.Link.State == game.LinkDown
				})
			}
			second := c.v1("minecraft_2")
			if after {
				e := next(t, l, "the question", func(e view.Event) bool { return e.Notice != nil && e.Notice.Retry != "" })
				if e.Body != "minecraft_2" || e.Notice.Retry != q.TaskID || !strings.Contains(e.Notice.Message, "same player as minecraft_1") {
					t.Fatalf("asked %+v", e.Notice)
				}
				var done view.Success
				err := l.Call(t.Context(), "resume-task", view.Resume{}, &done)
				if err != nil || !strings.Contains(done.Message, `minecraft_1 is gone: "mine 60 dirt" goes on with minecraft_2`) || !strings.Contains(done.Message, `What waited there goes along: "say hello".`) {
					t.Fatalf("resumed: %+v, %v", done, err)
				}
				readUntil(t, second, `"execute_action"`)
				var list view.Tasks
				if err := l.Call(t.Context(), "list-tasks", view.TaskQuery{Instance: "minecraft_2"}, &list); err != nil || len(list.Tasks) != 2 {
					t.Errorf("%d tasks of minecraft_2, want the mine and the hello: %v", len(list.Tasks), err)
				}
				goneOnWith(t, l, q.TaskID, "minecraft_2")
				return
			}
			for name, p := range map[string]view.Prompt{
				"the chosen one": {Prompt: "mine 5 dirt"}, "the dead one by name": {Prompt: "mine 5 dirt", OfBody: view.OfBody{Instance: "minecraft_1"}},
			} {
				q, err = l.SendPrompt(t.Context(), p)
				if err != nil || q.Instance != "minecraft_2" || !strings.Contains(q.Message, "minecraft_1 is gone: this went to minecraft_2") {
					t.Errorf("%s: %+v, %v", name, q, err)
				}
				if name == "the chosen one" {
					if _, err := l.ConnectInstance(t.Context(), view.Connect{InstanceID: "minecraft_2"}); err != nil {
						t.Error(err)
					}
				}
			}
			got, err := l.ConnectInstance(t.Context(), view.Connect{InstanceID: "minecraft_1"})
			if err != nil || got.InstanceID != "minecraft_2" || !strings.Contains(got.Message, "minecraft_2") {
				t.Errorf("chosen: %+v, %v", got, err)
			}
			next(t, l, "the notice", func(e view.Event) bool {
				return e.Notice != nil && strings.Contains(e.Notice.Message, "went to minecraft_2")
			})
		})
	}
}

// goneOnWith tests that a task which goes on with another body has ended, so that it
// cannot go on a second time.
func goneOnWith(t *testing.T, l *client.Client, task, body string) {
	t.Helper()
	rec, err := l.GetTask(t.Context(), view.OfTask{TaskID: task})
	if err != nil || !rec.Task.State.Ended() {
		t.Errorf("it goes on with %s, and is %s itself: %v", body, rec.Task.State, err)
	}
	if err := l.ResumeTask(t.Context(), view.Resume{TaskID: task, OfBody: view.OfBody{Instance: body}}); err == nil {
		t.Errorf("it goes on with %s twice", body)
	}
}

// TestRule14WhatWasSaidIsNotSaidAgainUnderANewID: going on with another id begins anew, so
// that a line which may have been said would be said twice. Who wants that says so.
func TestRule14WhatWasSaidIsNotSaidAgainUnderANewID(t *testing.T) {
	c := newChatBody(t, "timings: {scale: 0.01}", ofAlex, ofOne)
	_ = c.ws.Close()
	c.b.Bridge.End("m", "it is not needed")
	first := c.v1("minecraft_1")
	l := c.b.Connect()
	defer l.Close()
	if _, err := l.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	q, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "say hello", OfBody: view.OfBody{Instance: "minecraft_1"}})
	if err != nil {
		t.Fatal(err)
	}
	readUntil(t, first, `"execute_action"`)
	_ = first.Close()
	next(t, l, "the task's interruption", func(e view.Event) bool {
		return e.Task != nil && e.TaskID == q.TaskID && e.Task.State == view.TaskInterrupted
	})
	second := c.v1("minecraft_2")
	next(t, l, "the question", func(e view.Event) bool { return e.Notice != nil && e.Notice.Retry == q.TaskID })
	for _, id := range []string{"", q.TaskID} {
		err := l.ResumeTask(t.Context(), view.Resume{TaskID: id, OfBody: view.OfBody{Instance: "minecraft_2"}})
		if err == nil || !strings.Contains(err.Error(), "was done, or may have been") {
			t.Errorf("resumed %q: %v", id, err)
		}
	}
	if _, err := l.RetryTask(t.Context(), view.Retry{TaskID: q.TaskID, Instance: "minecraft_2"}); err != nil {
		t.Fatal(err)
	}
	readUntil(t, second, `"hello"`)
}

// TestRule07ALineOfWhichTheBodyForgotIsNotSaidAgain: a body that comes back and knows
// nothing of a chat line may have said it.
func TestRule07ALineOfWhichTheBodyForgotIsNotSaidAgain(t *testing.T) {
	c := newChatBody(t, "", ofAlex, ofOne)
	l := c.b.Connect()
	defer l.Close()
	if _, err := l.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	q, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "say hello", OfBody: view.OfBody{Instance: "m"}})
	if err != nil {
		t.Fatal(err)
	}
	c.until(`"execute_action"`)
	var again struct{ ResumeToken string }
	if err := json.Unmarshal([]byte(c.registered), &again); err != nil || again.ResumeToken == "" {
		t.Fatalf("%s, %v", c.registered, err)
	}
	_ = c.ws.Close()
	c.ws, c.passed = c.b.socket(t), nil
	t.Cleanup(func() { _ = c.ws.Close() })
	c.send(`{"type":"register","instanceId":"m","name":"Helper","version":"1.21.5","protocol":2,"running":[],"resumeToken":"` + again.ResumeToken + `","capabilities":{"actions":["chat"]}` + ofAlex + `}`)
	e := c.endOf(l, q.TaskID)
	if e.Task.State != view.TaskUnverified || e.Task.Sent != 1 {
		t.Errorf("it is %s, and %d actions were sent: %s", e.Task.State, e.Task.Sent, e.Task.Reason)
	}
}

// endOf has the body report, as a game does, until the task has ended: what is judged
// by a newer report may begin after any of them.
func (c *chatBody) endOf(l *client.Client, taskID string) view.Event {
	c.Helper()
	report, tick := time.NewTicker(10*time.Millisecond), 0
	defer report.Stop()
	ended := func(e view.Event) bool { return e.Task != nil && e.TaskID == taskID && e.Task.State.Ended() }
	return nextWhile(c.T, l, "the task's end", ended, report.C, func() {
		tick++
		c.reports(tick)
	})
}

// TestRule14TheNewIDAfterARestart: what the process before left is found again by the
// body that a mod comes back as, also when Minehand was started anew meanwhile.
func TestRule14TheNewIDAfterARestart(t *testing.T) {
	t.Run("it ran", func(t *testing.T) { newIDAfterARestart(t, false) })
	t.Run("it was paused", func(t *testing.T) { newIDAfterARestart(t, true) }) // and waits for a person
}

func newIDAfterARestart(t *testing.T, paused bool) {
	cfg, err := settings.Parse([]byte("timings: {scale: 0.01}"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "http://127.0.0.1:9", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	dir := t.TempDir()
	start := func() *chatBody {
		b, err := Start(t.Context(), BackendConfig{DataDir: dir, Config: cfg, Planner: p, Reader: p.Reader(), Listener: p.Listener(), Providers: p.Sources()})
		if err != nil {
			t.Fatal(err)
		}
		return &chatBody{T: t, b: b}
	}
	c := start()
	ws := c.v1("minecraft_1")
	l := c.b.Connect()
	q, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "mine 60 dirt"})
	if err != nil {
		t.Fatal(err)
	}
	readUntil(t, ws, `"execute_action"`)
	if paused {
		if err := l.PauseTask(t.Context(), view.OfBody{Instance: "minecraft_1"}); err != nil {
			t.Fatal(err)
		}
		until(t, "the pause", func() bool {
			rec, err := l.GetTask(t.Context(), view.OfTask{TaskID: q.TaskID})
			return err == nil && rec.Task.State == view.TaskPaused
		})
	}
	_ = l.Close()
	_ = ws.Close()
	if err := c.b.Close(); err != nil {
		t.Fatal(err)
	}

	c = start()
	defer func() {
		if err := c.b.Close(); err != nil {
			t.Error(err)
		}
	}()
	ws = c.v1("minecraft_2")
	defer ws.Close()
	l = c.b.Connect()
	defer l.Close()
	got, err := l.SendPrompt(t.Context(), view.Prompt{Prompt: "mine 5 dirt", OfBody: view.OfBody{Instance: "minecraft_1"}})
	if err != nil || got.Instance != "minecraft_2" || !strings.Contains(got.Message, "minecraft_1 is gone: this went to minecraft_2") {
		t.Errorf("a prompt for the one that is gone: %+v, %v", got, err)
	}
	if rec, err := l.GetTask(t.Context(), view.OfTask{TaskID: q.TaskID}); err != nil || rec.Task.State != view.TaskInterrupted {
		t.Errorf("what was left: %+v, %v", rec.Task.State, err)
	}
	if err := l.ResumeTask(t.Context(), view.Resume{TaskID: q.TaskID, OfBody: view.OfBody{Instance: "minecraft_2"}}); err != nil {
		t.Fatal(err)
	}
	goneOnWith(t, l, q.TaskID, "minecraft_2")
}
