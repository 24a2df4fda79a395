// SPDX-License-Identifier: MIT

package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/ui/view"
)

// slashes is a client that types slash commands.
type slashes struct {
	t  *testing.T
	ws *websocket.Conn
}

func newSlashes(t *testing.T, port int, name string) *slashes {
	s := &slashes{t, raw(t, port, http.Header{"Authorization": {"Bearer " + token}})}
	s.send(`{"type":"hello","id":"h","client":"` + name + `"}`)
	s.next("response")
	return s
}

func (s *slashes) send(frame string) {
	s.t.Helper()
	if err := s.ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
		s.t.Fatal(err)
	}
}

// next is the next message of a type; others are passed over.
func (s *slashes) next(kind string) map[string]any {
	s.t.Helper()
	for {
		_, data, err := s.ws.ReadMessage()
		if err != nil {
			s.t.Fatalf("no %s came: %v", kind, err)
		}
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			s.t.Fatal(err)
		}
		if m["type"] == kind {
			return m
		}
	}
}

// TestSlashCommands: one lists, completes and changes settings, another sees it;
// a goal is accepted, and its result comes at its end, across a reconnect.
func TestSlashCommands(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	port := start(t, body)
	one, other := newSlashes(t, port, "one"), newSlashes(t, port, "other")
	other.send(`{"type":"subscribe","id":1}`)
	other.next("response")

	one.send(`{"type":"get_all_commands","id":1}`)
	r := one.next("response")
	if text, _ := json.Marshal(r["data"]); r["success"] != true || !strings.Contains(string(text), `"model_selector"`) || !strings.Contains(string(text), `"name":"mine"`) {
		t.Errorf("the commands are %v", r)
	}
	one.send(`{"type":"get_completions","id":2,"command":"/provider","prefix":"b"}`)
	if r := one.next("response"); !strings.Contains(encoded(r["data"]), `"value":"builtin"`) {
		t.Errorf("the completions are %v", r)
	}

	one.send(`{"type":"slash_command","id":3,"command":"/mode","args":"high-level"}`)
	r = one.next("command_result")
	if r["success"] != true || r["command"] != "mode" || encoded(r["stateChanges"]) != `{"mode":"high-level"}` {
		t.Errorf("the answer is %v", r)
	}
	if e := other.next("event"); e["kind"] != "settings" || encoded(e["stateChanges"]) != `{"mode":"high-level"}` {
		t.Errorf("the other hears %v", e)
	}
	one.send(`{"type":"slash_command","id":4,"command":"/mode"}`)
	if r := one.next("command_result"); encoded(r["stateChanges"]) != `{"mode":"low-level"}` {
		t.Errorf("the next mode is %v", r)
	}
	one.send(`{"type":"slash_command","id":4,"command":"/mode"}`) // once more, after a lost answer
	if r := one.next("command_result"); encoded(r["stateChanges"]) != `{"mode":"low-level"}` || r["replayed"] != true {
		t.Errorf("repeated it is %v", r)
	}
	one.send(`{"type":"slash_command","id":41,"command":"/MODE","args":"low-level"}`) // however it was written
	if r := one.next("command_result"); r["success"] != true || r["command"] != "mode" {
		t.Errorf("in capitals it is %v", r)
	}
	one.send(`{"type":"slash_command","id":4,"command":"/mode","args":"hybrid"}`)
	if r := one.next("command_result"); r["success"] != false || r["code"] != "conflict" {
		t.Errorf("with another payload it is %v", r)
	}
	one.send(`{"type":"slash_command","id":5,"command":"/provider","args":"nobody"}`)
	if r := one.next("command_result"); r["success"] != false || r["stateChanges"] != nil || !strings.Contains(r["error"].(string), "no provider") {
		t.Errorf("a fault is %v", r)
	}

	one.send(`{"type":"slash_command","id":6,"command":"/goal","args":"say hello"}`)
	accepted := one.next("command_accepted")
	id := accepted["data"].(map[string]any)["taskId"]
	one.ws.Close()
	one = newSlashes(t, port, "one")
	one.send(`{"type":"slash_command","id":6,"command":"/goal","args":"say hello"}`)
	again := one.next("command_accepted")
	if again["replayed"] != true || again["data"].(map[string]any)["taskId"] != id {
		t.Errorf("after the reconnect it is %v, not %v", again, id)
	}
	r = one.next("command_result")
	if r["success"] != true || r["data"].(map[string]any)["taskId"] != id || !strings.Contains(encoded(r["data"]), "by the body's word") {
		t.Errorf("the result is %v", r)
	}
	if n := len(body.Sent()); n != 1 {
		t.Errorf("%d actions were sent", n)
	}
	for i, c := range []struct{ command, args, want string }{
		{"/mine", "oak_log 2", `"success":false`}, // the body has no such thing, or does it: either way it ends
		{"/help", "mode", "[hybrid|high-level|low-level|agent]"},
		{"/status", "", "oak"},
		{"/why", "", "oak"},
		{"/inventory", "", "2 oak logs"},
		{"/retry", "", "oak"},
		{"/xyzzy", "", "there is no command"},
		{"/model", "google/gemini-2.5-flash", "no provider"},
		{"/approve", "", "no plan waits"},
	} {
		one.send(`{"type":"slash_command","id":"c` + string(rune('a'+i)) + `","command":"` + c.command + `","args":"` + c.args + `"}`)
		r := one.next("command_result")
		if i > 0 && !strings.Contains(encoded(r), c.want) {
			t.Errorf("%s %s is answered %s", c.command, c.args, encoded(r))
		}
	}
}

// What a person at the page commands stands in the talk with its answer, a refusal too.
func TestANotedCommandIsInTheTalk(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	s := newSlashes(t, start(t, body), "one")
	s.send(`{"type":"slash_command","id":"1","command":"help","args":"pause"}`)
	s.next("command_result")
	s.send(`{"type":"slash_command","id":"2","command":"/pause","noted":true}`)
	s.next("command_result")
	s.send(`{"type":"slash_command","id":"3","command":"help","args":"pause","noted":true}`)
	help := s.next("command_result")["data"].(map[string]any)["text"]
	s.send(`{"type":"subscribe","id":"4"}`)
	talk := s.next("response")["data"].(map[string]any)["snapshot"].(map[string]any)["talk"].([]any)
	if len(talk) != 2 {
		t.Fatalf("the talk is %v", talk)
	}
	pause, told := talk[0].(map[string]any), talk[1].(map[string]any)
	if pause["text"] != "/pause" || pause["kind"] != "remark" || !strings.HasPrefix(pause["say"].(string), "Nothing to do") || told["text"] != "/help pause" || told["say"] != help {
		t.Errorf("%v", talk)
	}
}

// TestASlashStopOvertakes a goal that takes long, and is done each time.
func TestASlashStopOvertakes(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	body.Faults = func(int, game.Action) bodytest.Fault { return bodytest.Fault{Hang: true} }
	port := start(t, body)
	one := newSlashes(t, port, "one")
	for range 2 {
		one.send(`{"type":"slash_command","command":"/goal","args":"say hello"}`)
		one.next("command_accepted")
		one.send(`{"type":"slash_command","id":"s","command":"/abort"}`)
		stopped, ended := one.next("command_result"), one.next("command_result")
		if stopped["command"] != "abort" { // either may come first
			stopped, ended = ended, stopped
		}
		if stopped["success"] != true || stopped["replayed"] != nil || ended["success"] != false || !strings.Contains(ended["error"].(string), "Stopped") {
			t.Errorf("the stop is %v, the goal %v", stopped, ended)
		}
	}
}

// TestSettingsAreInTheSnapshot and hold for prompts that say nothing else.
func TestSettingsAreInTheSnapshot(t *testing.T) {
	c := dial(t, start(t, bodytest.New("a", game.ProtocolV2)))
	ctx := t.Context()
	yes := true
	if _, err := c.SetSettings(ctx, view.ChangeSettings{Approve: &yes, Policy: view.StopOnFailure, Provider: "builtin"}); err != nil {
		t.Fatal(err)
	}
	if snap, err := c.GetSnapshot(ctx); err != nil || snap.Settings.Policy != view.StopOnFailure || snap.Settings.Provider != "builtin" {
		t.Errorf("the settings are %+v, %v", snap.Settings, err)
	}
	q, err := c.SendPrompt(ctx, view.Prompt{Prompt: "say hello"})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := c.GetTask(ctx, view.OfTask{TaskID: q.TaskID})
	if err != nil || !rec.Task.Approve || rec.Task.Policy != view.StopOnFailure || rec.Task.Settings.Provider != "builtin" {
		t.Errorf("the task is %+v, %v", rec.Task, err)
	}
	for _, bad := range []view.ChangeSettings{{Mode: "sideways"}, {Policy: "hope"}, {Provider: "nobody"}, {Model: "x/y"}} {
		if _, err := c.SetSettings(ctx, bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

func encoded(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}
