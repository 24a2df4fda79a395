package app

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

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
