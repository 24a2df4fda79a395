// SPDX-License-Identifier: MIT

package stages_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/docs"
	"github.com/minehand/minehand/llm/openai/fakelm"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// checked is a client that compares all that is sent and heard with the schema.
type checked struct {
	*testing.T
	ws     *websocket.Conn
	schema *validator.Compiler
	made   map[string]bool // the calls that were answered with success
	last   int
}

// apiSchema is the URL of docs/api.schema.json for the compiler.
const apiSchema = "api.schema.json"

// fits compares a message, or a part of one, with a place in the schema.
func (c *checked) fits(what, place string, data []byte) {
	c.Helper()
	schema, err := c.schema.Compile(apiSchema + "#/" + place)
	if err != nil {
		c.Fatalf("%s: %v", place, err)
	}
	value, err := validator.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		c.Fatalf("%s: %v", what, err)
	}
	if err := schema.Validate(value); err != nil {
		c.Errorf("%s is not as the schema says: %v\n%.600s", what, err, data)
	}
}

// call makes a call and returns its answer.
func (c *checked) call(name, params string) view.Response {
	c.Helper()
	c.fits("params of "+name, "calls/"+name+"/params", []byte("{"+params+"}"))
	return c.ask(name, params)
}

// ask is call with params that need not be as the schema says.
func (c *checked) ask(name, params string) view.Response {
	c.Helper()
	c.last++
	frame := fmt.Sprintf(`{"type":%q,"id":%d`, name, c.last)
	if params != "" {
		frame += "," + params
	}
	if err := c.ws.WriteMessage(websocket.TextMessage, []byte(frame+"}")); err != nil {
		c.Fatal(err)
	}
	for {
		r, other := c.hear()
		if other || string(r.ID) != fmt.Sprint(c.last) {
			continue
		}
		if r.Success {
			if r.Type != view.TypeCommandAccepted {
				c.made[name] = true
			}
			c.fits("the answer to "+name, "calls/"+name+"/result", r.Data)
		} else if r.Error == "" || !slices.Contains(r.Code.Values(), string(r.Code)) {
			c.Errorf("%s %s is refused with %q and the code %q", name, params, r.Error, r.Code)
		} else if r.Code == view.CodeFailed {
			c.Errorf("%s %s is refused with %q, which has a kind of its own", name, params, r.Error)
		}
		return r
	}
}

// hear reads a message; other is set for an event.
func (c *checked) hear() (r view.Response, other bool) {
	_, data, err := c.ws.ReadMessage()
	if err != nil {
		c.Fatal(err)
	}
	var e view.Event
	if json.Unmarshal(data, &e) == nil && e.Type == view.TypeEvent {
		c.fits("an event of the kind "+string(e.Kind), "event", data)
		return r, true
	}
	c.fits("an answer", "response", data)
	if err := json.Unmarshal(data, &r); err != nil {
		c.Fatal(err)
	}
	return r, false
}

// of makes a call that has to succeed and returns a member of its result.
func (c *checked) of(member, name, params string) string {
	c.Helper()
	r := c.call(name, params)
	var data map[string]any
	if !r.Success || json.Unmarshal(r.Data, &data) != nil {
		c.Fatalf("%s is refused: %s", name, r.Error)
	}
	return fmt.Sprint(data[member])
}

// until asks for a task until it is in a state, or has ended.
func (c *checked) until(id, state string) view.Task {
	c.Helper()
	for limit := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var rec view.TaskRecord
		if r := c.call("get-task", fmt.Sprintf(`"taskId":%q`, id)); json.Unmarshal(r.Data, &rec) != nil || time.Now().After(limit) {
			c.Fatalf("the task is not %s: %+v", state, r)
		}
		if string(rec.Task.State) == state || rec.Task.State.Ended() {
			return rec.Task
		}
	}
}

// aModel answers as a model server does, with the same words each time.
func aModel(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, "/models") {
			fmt.Fprint(w, `{"object":"list","data":[{"id":"small","object":"model"}]}`)
			return
		}
		fmt.Fprint(w, `{"id":"1","object":"chat.completion","model":"small","choices":[{"index":0,"message":{"role":"assistant","content":"ready"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// aGame is the folder of a game with a mod loader.
func aGame(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "mods"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// newChecked is a client of a whole Minehand on a real port.
func newChecked(t *testing.T) *checked {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	speech := httptest.NewServer(&fakelm.Speech{Says: "get 3 diamonds"})
	t.Cleanup(speech.Close)
	const form = "protect: [{name: the castle, x: 900, y: 64, z: 900}]\nspeech: {url: %q}\nproviders: [{name: fake, type: openai, config: {url: %q}}]\n"
	text := fmt.Appendf(nil, form, speech.URL, aModel(t))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, _, err := settings.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	s := serverOf(t, app.ServerConfig{Config: cfg, DataDir: t.TempDir(), Join: true, BotCache: t.TempDir()})
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), fmt.Sprintf("ws://127.0.0.1:%d/api/v1/ws", s.Port), http.Header{"Authorization": {"Bearer " + s.Token}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	if err := ws.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	value, err := validator.UnmarshalJSON(bytes.NewReader(docs.APISchema))
	if err != nil {
		t.Fatal(err)
	}
	onlyNamed(value)
	c := &checked{T: t, ws: ws, schema: validator.NewCompiler(), made: map[string]bool{}}
	if err := c.schema.AddResource(apiSchema, value); err != nil {
		t.Fatal(err)
	}
	return c
}

// onlyNamed makes a schema refuse members that it does not name: those that a client may
// ignore are to be in it all the same.
func onlyNamed(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		if _, more := s["additionalProperties"]; s["properties"] != nil && s["type"] == "object" && !more {
			s["additionalProperties"] = false
		}
		for _, part := range s {
			onlyNamed(part)
		}
	case []any:
		for _, part := range s {
			onlyNamed(part)
		}
	}
}

// refusedHere are the calls that this server cannot do: what they need is a model that
// asks for a command, a mod with commands of its own, a world on the network, a network
// that is served, and a list of releases.
var refusedHere = []string{"answer-command", "run-command", "join-world", "leave-world", "pair-device", "look-for-update"}

// TestEveryAnswerIsAsTheSchemaSays: each call of the table against a real server, its
// params, its answer and the events meanwhile, and each refusal with its code.
func TestEveryAnswerIsAsTheSchemaSays(t *testing.T) {
	c := newChecked(t)
	// With nobody there, and without params, most are refused.
	for _, call := range ui.Calls() {
		if call.Name != "subscribe" && call.Name != "look-on-network" {
			c.ask(call.Name, "")
		}
	}
	for _, bad := range []string{`"instance":7`, `"instanceId":{}`, `"taskId":"none","instance":"nobody","command":"/xyzzy","prompt":"","text":"","set":"none","run":"none","item":"xyzzy","provider":"nobody","limit":-1,"actions":[]`} {
		for _, call := range ui.Calls() {
			if call.Name != "subscribe" && call.Name != "hello" && call.Name != "look-on-network" {
				c.ask(call.Name, bad)
			}
		}
	}
	for _, bad := range []struct {
		call, params string
		code         view.Code
	}{
		{"join-world", `"address":"no such:place:1"`, view.CodeInvalid}, {"join-world", `"address":"127.0.0.1","auth":"x"`, view.CodeInvalid},
		{"leave-world", `"instance":"nobody"`, view.CodeNotFound}, {"set-practice-speed", `"speed":-1`, view.CodeInvalid},
		{"start-practice", `"version":"0.1"`, view.CodeInvalid}, {"set-settings", `"mode":"x"`, view.CodeInvalid}, {"set-settings", `"policy":"x"`, view.CodeInvalid},
		{"set-settings", `"provider":"nobody"`, view.CodeNoProvider}, {"set-settings", `"model":"fake/big"`, view.CodeNotFound},
		{"change-config", `"set":{"port":1}`, view.CodeInvalid}, {"change-config", `"set":{"limits.deaths":0}`, view.CodeInvalid},
		{"change-config", `"newPin":"x"`, view.CodeInvalid}, {"get-missions", `"set":"mine/none"`, view.CodeNotFound},
		{"save-missions", `"name":"A B","text":""`, view.CodeInvalid}, {"save-missions", `"name":"a","text":"x"`, view.CodeInvalid},
		{"delete-missions", `"set":"bench/tier-wood"`, view.CodeInvalid}, {"delete-missions", `"set":"mine/none"`, view.CodeNotFound},
		{"run-missions", `"sets":[]`, view.CodeInvalid}, {"run-missions", `"sets":["mine/none"]`, view.CodeNotFound},
		{"run-missions", `"sets":["bench/tier-wood"],"only":["none"]`, view.CodeNotFound}, {"run-missions", `"sets":["bench/tier-wood"],"repeat":-1`, view.CodeInvalid},
		{"stop-missions", "", view.CodeNothing}, {"get-mission-run", `"run":"none"`, view.CodeNotFound}, {"get-mission-result", `"run":"none","result":"x"`, view.CodeNotFound},
		{"check-provider", `"provider":"nobody"`, view.CodeNoProvider}, {"get-task", `"taskId":"none"`, view.CodeNoTask}, {"list-tasks", `"limit":-1`, view.CodeInvalid},
		{"edit-plan", `"taskId":"none","revision":1,"actions":[]`, view.CodeInvalid}, {"edit-plan", `"taskId":"none","revision":1,"actions":[{"type":"xyzzy"}]`, view.CodeInvalid},
		{"send-prompt", `"prompt":""`, view.CodeInvalid}, {"get-map", `"radius":1`, view.CodeInvalid}, {"slash_command", `"command":"/xyzzy"`, view.CodeInvalid},
		{"get-state", `"instance":"nobody"`, view.CodeNoBody}, {"xyzzy", "", view.CodeNoCall},
	} {
		if r := c.ask(bad.call, bad.params); r.Success || r.Code != bad.code {
			t.Errorf("%s %s: %v, %q with the code %q, want %q", bad.call, bad.params, r.Success, r.Error, r.Code, bad.code)
		}
	}
	c.of("success", "hello", `"client":"tester"`)
	c.call("subscribe", "")
	c.ask("stop-practice", "") // which a call without params has started
	c.of("running", "start-practice", `"speed":60`)
	if r := c.ask("start-practice", ""); r.Code != view.CodeConflict {
		t.Errorf("a second practice world: %q with the code %q", r.Error, r.Code)
	}
	c.call("connect-instance", `"instanceId":"practice"`)
	for name, params := range map[string]string{
		"detect-instances": "", "get-status": "", "get-snapshot": "", "get_all_commands": "", "list-bodies": "", "get-state": "", "get-inventory": "",
		"get-frames": "", "get-queue": "", "list-providers": "", "get-map": "", "get-practice": "", "list-helpers": "", "list-missions": "",
		"list-mission-runs": "", "get-config": "", "look-on-network": "", "pair-device": "",
		"read": `"prompt":"get 3 diamonds and a cake"`, "how-to-make": `"item":"iron_pickaxe"`, "get_completions": `"command":"/mode","prefix":"h"`,
		"set-settings": `"mode":"hybrid"`, "set-practice-speed": `"speed":20`, "check-missions": `"text":"format: 1"`,
		"check-provider": `"provider":"fake"`, "diagnose-provider": `"provider":"fake"`, "list-models": `"provider":"fake"`, "test-provider": `"provider":"fake"`,
		"ask-provider":  `"provider":"fake","task":"chat","context":{"message":"get wood"}`,
		"write-down":    `"audio":"c291bmQ=","mime":"audio/webm"`,
		"change-config": `"set":{"limits.deaths":2}`, "slash_command": `"command":"/inventory"`,
		"answer-command": `"commandId":"x","allow":false`, "run-command": `"name":"home"`, "join-world": `"address":"192.0.2.1:25565"`, "leave-world": `"instance":"nobody"`,
	} {
		if r := c.call(name, params); !r.Success && !slices.Contains(refusedHere, name) {
			t.Errorf("%s is refused: %s", name, r.Error)
		}
	}
	game := fmt.Sprintf(`"folder":%q`, aGame(t))
	for _, name := range []string{"plan-script", "install-script", "remove-script"} {
		switch r := c.call(name, game); {
		case r.Success:
		case name != "remove-script" && r.Code == view.CodeUnavailable && strings.Contains(r.Error, "Python"):
			c.made[name] = true // where no Python is, that is the answer
		default:
			t.Errorf("%s is refused: %s", name, r.Error)
		}
	}
	for _, text := range []string{"xyzzy", "get 1 dimond", "get 1 bedrock", "", "make it nice"} {
		c.call("read", fmt.Sprintf(`"prompt":%q`, text))
	}
	for _, text := range []string{"what do you hold?", "xyzzy", "get 1 dimond"} {
		c.call("talk", fmt.Sprintf(`"text":%q`, text))
	}
	var snap view.Snapshot
	if r := c.call("get-snapshot", ""); json.Unmarshal(r.Data, &snap) != nil || len(snap.Talk) == 0 {
		t.Fatalf("nothing was said: %s", r.Data)
	}
	c.of("success", "drop-answer", fmt.Sprintf(`"spokenId":%q`, snap.Talk[0].ID))

	id := c.of("taskId", "send-prompt", `"prompt":"get 4 oak logs","settings":{"approve":true}`)
	waits := c.until(id, "awaiting_approval")
	c.of("frames", "preview-task", fmt.Sprintf(`"taskId":%q`, id))
	c.of("revision", "edit-plan", fmt.Sprintf(`"taskId":%q,"revision":%d,"actions":[{"type":"mine","target":"oak_log","quantity":4},{"type":"mine","target":"dirt","quantity":1}]`, id, waits.Revision))
	c.of("success", "answer-plan", fmt.Sprintf(`"taskId":%q,"revision":%d,"approve":true,"all":true`, id, c.until(id, "awaiting_approval").Revision))
	c.until(id, "running")
	c.of("success", "pause-task", "")
	c.until(id, "paused")
	c.call("get-status", "")
	c.of("success", "resume-task", "")
	c.until(id, "running")
	c.of("success", "skip-action", "")
	c.of("success", "stop-task", "")
	c.until(id, "stopped")
	c.of("cleared", "clear-queue", "")
	again := c.of("taskId", "retry-task", fmt.Sprintf(`"taskId":%q`, id))
	c.of("success", "answer-plan", fmt.Sprintf(`"taskId":%q,"revision":%d,"approve":true`, again, c.until(again, "awaiting_approval").Revision))
	if got := c.until(again, "complete"); got.State != view.TaskComplete {
		t.Errorf("the retry is %s: %s", got.State, got.Reason)
	}
	placed := c.of("taskId", "send-prompt", `"prompt":"","settings":{"actions":[{"type":"place","block":"oak_log"}]}`)
	c.until(placed, "complete")
	c.call("get-proof", fmt.Sprintf(`"taskId":%q`, placed))
	c.until(c.of("taskId", "put-back", fmt.Sprintf(`"taskId":%q`, placed)), "complete")
	list := c.of("taskId", "send-prompt", `"prompt":"","settings":{"actions":[{"type":"build","edits":[{"x":1,"y":200,"z":1,"block":"stone"}]}],"policy":"stop"}`)
	c.until(list, "error")
	c.call("list-tasks", `"limit":10`)
	c.of("set", "record-mission", fmt.Sprintf(`"taskId":%q`, again))

	c.of("set", "save-missions", fmt.Sprintf(`"name":"two","text":%q`, two))
	c.of("set", "get-missions", `"set":"mine/two"`)
	run := c.of("run", "run-missions", `"sets":["mine/two"],"repeat":30`)
	var result string
	for limit := time.Now().Add(time.Minute); result == ""; time.Sleep(20 * time.Millisecond) {
		var now view.MissionRun
		r := c.call("get-mission-run", fmt.Sprintf(`"run":%q`, run))
		if json.Unmarshal(r.Data, &now) != nil || time.Now().After(limit) {
			t.Fatalf("no mission ends: %s %s", r.Error, r.Data)
		}
		if len(now.Results) > 0 {
			result = now.Results[0].Result
		}
	}
	c.of("run", "stop-missions", "")
	c.call("get-mission-result", fmt.Sprintf(`"run":%q,"result":%q`, run, result))
	c.of("success", "delete-missions", `"set":"mine/two"`)
	c.of("say", "remember-place", `"name":"home"`)
	c.of("say", "add-order", `"text":"every 10 minutes go home"`)
	c.of("say", "change-order", `"change":"pause"`)
	c.call("get-kept", "")
	c.of("say", "change-order", `"change":"forget"`)
	c.of("say", "forget-place", `"name":"home"`)
	c.of("success", "set-owner", `"name":"Alex"`)
	var talks view.Threads
	if r := c.call("list-threads", ""); json.Unmarshal(r.Data, &talks) != nil || len(talks.Threads) == 0 {
		t.Fatalf("there are no talks: %s", r.Data)
	}
	c.of("name", "rename-thread", fmt.Sprintf(`"world":%q,"name":"first steps"`, talks.Threads[0].World))
	c.of("success", "delete-thread", fmt.Sprintf(`"world":%q`, talks.Threads[0].World))
	c.of("running", "stop-practice", "")
	for _, call := range ui.Calls() {
		if !c.made[call.Name] && !slices.Contains(refusedHere, call.Name) {
			t.Errorf("%s was not done by this test: make it here", call.Name)
		}
	}
}
