// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/ui/view"
)

// chatBody is a body whose game has a chat.
type chatBody struct {
	*testing.T
	ws *websocket.Conn
	b  *Backend
	// world is what else its states say of theirs.
	world string
	// data is the data folder of its Minehand.
	data string
	// writes: one frame at a time.
	writes sync.Mutex
	// registered is the answer to its register.
	registered string
	// passed are the frames that came and that nobody waited for yet.
	passed []string
}

func newChatBody(t *testing.T, config, register, world string) *chatBody {
	t.Helper()
	cfg, err := settings.Parse([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "http://127.0.0.1:9", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	b, err := Start(t.Context(), BackendConfig{DataDir: data, Config: cfg, Planner: p, Reader: p.Reader(), Listener: p.Listener(), Providers: p.Sources()})
	if err != nil {
		t.Fatal(err)
	}
	ws := b.socket(t)
	t.Cleanup(func() {
		_ = ws.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		_ = p.Close()
	})
	if err := ws.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	c := &chatBody{T: t, ws: ws, b: b, world: world, data: data}
	c.send(`{"type":"register","instanceId":"m","name":"Helper","version":"1.21.5","protocol":2,"capabilities":{"actions":["mine","chat","goto","wait","follow"]}` + register + `}`)
	c.reports(0)
	// What comes after it is about what comes after it.
	c.registered = c.until(`"registered"`)
	c.known("m")
	return c
}

// known waits until goals can be given to the body, which is a moment after it was
// told that it is registered.
func (c *chatBody) known(body string) {
	c.Helper()
	for limit := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		_, err := c.b.Orchestrator.Status(body)
		switch {
		case err == nil:
			return
		case time.Now().After(limit):
			c.Fatal(err)
		}
	}
}

func (c *chatBody) send(frame string) {
	c.Helper()
	if err := c.write(frame); err != nil {
		c.Fatal(err)
	}
}

func (c *chatBody) write(frame string) error {
	c.writes.Lock()
	defer c.writes.Unlock()
	return c.ws.WriteMessage(websocket.TextMessage, []byte(frame))
}

// waited has the body end its wait after 10 seconds of its game. It goes on reporting as bodies
// do: its first state may be there before its end was looked at, and is no later one then.
func (c *chatBody) waited(id string) {
	c.Helper()
	c.send(`{"type":"action_complete","instanceId":"m","actionId":"` + id + `","result":{"success":true}}`)
	var reporting sync.WaitGroup
	reporting.Go(func() {
		for tick := 200; c.write(c.state(tick)) == nil && c.Context().Err() == nil; tick += 20 {
			time.Sleep(time.Second)
		}
	})
	c.Cleanup(reporting.Wait)
}

// reports has the body send its state at a time of day.
func (c *chatBody) reports(tick int) {
	c.Helper()
	c.send(c.state(tick))
}

func (c *chatBody) state(tick int) string {
	return fmt.Sprintf(`{"type":"state_update","instanceId":"m","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"inventory":[],"gameMode":"survival","time":%d,"world":{"present":true,"id":"w"%s}}}`, tick, c.world)
}

func (c *chatBody) hears(sender, message string) {
	c.Helper()
	c.send(fmt.Sprintf(`{"type":"chat_message","instanceId":"m","sender":%q,"message":%q}`, sender, message))
}

// whispered has the body hear what is said to it alone.
func (c *chatBody) whispered(sender, message string) {
	c.Helper()
	c.send(fmt.Sprintf(`{"type":"chat_message","instanceId":"m","sender":%q,"message":%q,"whisper":true}`, sender, message))
}

// until reads frames to one with what is wanted, and returns it. What is said and
// what is done come in any order, so those passed over can be waited for later.
func (c *chatBody) until(want string) string {
	c.Helper()
	for i := 0; ; i++ {
		if i == len(c.passed) {
			_, data, err := c.ws.ReadMessage()
			if err != nil {
				c.Fatalf("waiting for %s: %v\nthere came\n%s", want, err, strings.Join(c.passed, "\n"))
			}
			c.passed = append(c.passed, string(data))
		}
		if frame := c.passed[i]; strings.Contains(frame, want) {
			c.passed = slices.Delete(c.passed, i, i+1)
			return frame
		}
	}
}

// says returns the line that the body is to say next.
func (c *chatBody) says(want string) {
	c.Helper()
	var m struct{ Message string }
	if err := json.Unmarshal([]byte(c.until(`"type":"say"`)), &m); err != nil || !strings.Contains(m.Message, want) {
		c.Fatalf("it says %q, not %q; %v", m.Message, want, err)
	}
}

func (c *chatBody) tasks() []view.Task {
	c.Helper()
	l := c.b.Connect()
	defer l.Close()
	list, err := l.ListTasks(c.Context(), view.TaskQuery{})
	if err != nil {
		c.Fatal(err)
	}
	return list.Tasks
}

const ofAlex, ofOne = `,"role":"companion","owner":"Alex"`, `,"kind":"singleplayer"`

// The owner speaks to the body by its name: a goal, a follow-up, a question, a
// guess with its yes in any language, a stop. What became of a goal is said at its end.
func TestTheOwnerInTheChat(t *testing.T) {
	t.Parallel() // lines of a chat go out two seconds apart
	c := newChatBody(t, "", ofAlex, ofOne)
	c.hears("Alex", "Helper, wait 10 seconds")
	c.says("Wait 10 s")
	var m struct{ Action struct{ ID string } }
	if err := json.Unmarshal([]byte(c.until(`"execute_action"`)), &m); err != nil {
		t.Fatal(err)
	}
	c.hears("Alex", "what are you doing, Helper?") // the mark is none of the name
	c.hears("Alex", "Helper what are you doing?")
	c.says("wait 10 s")
	c.waited(m.Action.ID)
	c.says("Done")

	c.hears("Alex", "Helper, get 3 dirtt")
	c.says("Yes or no?")
	c.hears("Alex", "no")
	c.says("Not begun")
	c.hears("Alex", "Helper, get 3 dirtt")
	c.says("Yes or no?")
	c.hears("Alex", "ja")
	c.says("Get 3 dirt.") // as it was understood, not as it was typed
	c.hears("Alex", "Helper, hol 3 Erdee")
	c.says("Ja oder nein?")
	c.hears("Alex", "helper stop")
	c.until(`"stop"`)
	if list := c.tasks(); len(list) != 2 || list[0].Settings.Speaker != "Alex" {
		t.Errorf("the tasks are %+v", list)
	}
}

// What is whispered to a companion needs no name, and is answered to the one who
// whispered: at once, and at the end. In the player's own game it is meant for the
// player.
func TestWhispersInTheChat(t *testing.T) {
	t.Parallel() // lines of a chat go out two seconds apart
	c := newChatBody(t, "", ofAlex, ofOne)
	answered := func(want string) {
		t.Helper()
		var m struct{ Message, To string }
		if err := json.Unmarshal([]byte(c.until(`"type":"say"`)), &m); err != nil || !strings.Contains(m.Message, want) || m.To != "Alex" {
			t.Fatalf("it says %q to %q, not %q to Alex; %v", m.Message, m.To, want, err)
		}
	}
	c.whispered("Mallory", "wait 20 seconds")
	c.whispered("Alex", "wait 10 seconds")
	answered("Wait 10 s")
	var m struct{ Action struct{ ID string } }
	if err := json.Unmarshal([]byte(c.until(`"execute_action"`)), &m); err != nil {
		t.Fatal(err)
	}
	c.waited(m.Action.ID)
	answered("Done")
	c.hears("Alex", "wait 30 seconds") // to everybody
	c.whispered("Alex", "Helper, get 3 dirtt")
	answered("Yes or no?")
	c.whispered("Alex", "no")
	answered("Not begun")
	c.whispered("Alex", "stop")
	answered("Nothing was being done")
	c.hears("Alex", "Helper, what are you doing?")
	if frame := c.until(`"type":"say"`); strings.Contains(frame, `"to"`) {
		t.Errorf("what was asked before all is answered by %s", frame)
	}
	if list := c.tasks(); len(list) != 1 {
		t.Errorf("the tasks are %+v", list)
	}

	own := newChatBody(t, "", `,"role":"self"`, ofOne)
	own.whispered("Helper", "wait 10 seconds")
	own.whispered("Helper", "Minehand, wait 20 seconds")
	own.says("Wait 20 s")
	if list := own.tasks(); len(list) != 1 {
		t.Errorf("the tasks are %+v", list)
	}
}

// Others are not heard, nor is the body itself; a name proves nothing on a server
// but for a stop, unless the owner of the config said so.
func TestWhoIsHeardInTheChat(t *testing.T) {
	t.Run("others", func(t *testing.T) {
		c := newChatBody(t, "chat: {owners: [Steve_2]}", ofAlex, ofOne)
		c.hears("Mallory", "Helper, wait 10 seconds")
		c.hears("Mallory", "Helper stop")
		c.hears("Helper", "Helper, wait 10 seconds")
		c.hears("Alex", "wait 10 seconds") // to nobody
		c.hears("steve_2", "Helper, wait 20 seconds")
		c.says("Wait 20 s")
		if list := c.tasks(); len(list) != 1 {
			t.Errorf("the tasks are %+v", list)
		}
	})
	t.Run("a server", func(t *testing.T) {
		c := newChatBody(t, "", ofAlex, `,"kind":"server"`)
		c.hears("Alex", "Helper, wait 10 seconds")
		c.says("chat.trust_names")
		c.hears("Alex", "Helper, wait 20 seconds") // told once
		c.hears("Alex", "Helper stop")
		c.says("Nothing was being done")
		c.hears("Alex", "Helper, stop! wait 30 seconds") // only the stop is done
		c.hears("Alex", "Helper, stop and wait 30 seconds")
		c.says("Nothing to do")
		if list := c.tasks(); len(list) != 0 {
			t.Errorf("the tasks are %+v", list)
		}
	})
	t.Run("a trusted server", func(t *testing.T) {
		c := newChatBody(t, "chat: {trust_names: true}", ofAlex, `,"kind":"server"`)
		c.hears("Alex", "Helper, wait 10 seconds")
		c.says("Wait 10 s")
	})
	t.Run("silent", func(t *testing.T) {
		c := newChatBody(t, "chat: {silent: true}", ofAlex, ofOne)
		c.hears("Alex", "Helper, wait 10 seconds")
		if frame := c.until(`"execute_action"`); strings.Contains(frame, "say") {
			t.Errorf("it says %s", frame)
		}
	})
	t.Run("the player's own game", func(t *testing.T) {
		c := newChatBody(t, "", `,"role":"self"`, ofOne)
		c.hears("Helper", `Minehand, say "Minehand, wait 20 seconds"`)
		c.says("Say")
		c.until(`"execute_action"`)
		c.hears("Helper", "Minehand, wait 20 seconds") // what it was told to say
		c.hears("Helper", "Minehand stop")
		c.until(`"type":"stop"`)
		if list := c.tasks(); len(list) != 1 {
			t.Errorf("the tasks are %+v", list)
		}
	})
}

// A key in the game gives a goal as the chat does: a guess is told, and agreed to by
// the key for a yes.
func TestAGuessFromTheGame(t *testing.T) {
	c := newChatBody(t, "", ofAlex, ofOne)
	c.send(`{"type":"user_request","instanceId":"m","kind":"goal","text":"get 3 dirtt"}`)
	c.until(`Did you mean`)
	c.send(`{"type":"user_request","instanceId":"m","kind":"approve"}`)
	c.until(`"execute_action"`)
	if list := c.tasks(); len(list) != 1 || list[0].Goal != "get 3 dirtt" {
		t.Errorf("the tasks are %+v", list)
	}
}

// What nobody can read is not said as if it were understood: without a model it is
// refused, else a model is asked.
func TestWhatNobodyCanReadInTheChat(t *testing.T) {
	c := newChatBody(t, "planner: {provider: builtin}", ofAlex, ofOne)
	c.hears("Alex", "Helper, frobnicate the quux")
	c.says("could not be read")
	if list := c.tasks(); len(list) != 0 {
		t.Errorf("the tasks are %+v", list)
	}
	c = newChatBody(t, "", ofAlex, ofOne)
	c.hears("Alex", "Helper, frobnicate the quux")
	c.says(`I cannot read "frobnicate the quux" myself: a model is asked, if one answers.`)
	c.says("Not done")
}

// Places and standing orders are given in the game's chat as anywhere else; the actions
// that an order sends go to the same body.
func TestPlacesAndOrdersInTheChat(t *testing.T) {
	t.Parallel() // lines of a chat go out two seconds apart
	c := newChatBody(t, "", ofAlex, ofOne)
	c.hears("Alex", "Helper, this is home")
	c.says("I remember home: 0 64 0")
	c.hears("Alex", "Helper, always keep 3 dirt")
	c.says("Standing order 1")
	c.until(`"execute_action"`)
	c.hears("Alex", "helper stop")
	c.says("Stopping")
	c.hears("Alex", "Helper, what orders do you have?")
	c.says("A stop holds")
}
