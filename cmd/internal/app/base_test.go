// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

// TestTheExamplesOfTheBaseProtocols: the calls of the base document's user
// interface, and the commands of the unified command layer, word for word as they
// stand there, with the members that are answered. The model server of the example
// is on a port where nobody is, for the test to ask nobody.
func TestTheExamplesOfTheBaseProtocols(t *testing.T) {
	s := streamServer(t, &view.PracticeStart{Speed: 1})
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), fmt.Sprintf("ws://127.0.0.1:%d/api/v1/ws", s.Port), http.Header{"Authorization": {"Bearer " + s.Token}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if err := ws.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	const failed = `"success":false.*"error":".{20,}"`
	for i, c := range []struct{ frame, answer string }{
		{`"type":"detect-instances"`, `"command":"detect-instances","success":true,"data":\[.*"id":"practice",.*"name":"Practice world","platform":"Java Edition","version":"1\.21\.5"`},
		{`"type":"connect-instance","instanceId":"practice"`, `"data":\{"success":true,"instanceId":"practice"\}`},
		{`"type":"connect-instance","instanceId":"instance_12345"`, `"success":false,`},
		{`"type":"get-status"`, `"data":\{"status":"idle",.*"connectedInstances":\["practice"\],"activeInstance":"practice"`},
		{`"type":"send-prompt","prompt":"get 30 dirt","settings":{"mode":"hybrid","lmStudioUrl":"http://127.0.0.1:9","temperature":0.7,"model":"hermes-3-llama-3.1-8b"}`, `"data":\{"success":true,"taskId":"\w{26}"`},
		{`"type":"get-status"`, `"data":\{"status":"processing","currentTask":\{"id":"\w{26}".*"goal":"get 30 dirt"`},
		{`"type":"stop-task"`, `"command":"stop-task","success":true,"data":\{"success":true\}`},

		{`"type":"get_all_commands"`, `"type":"response",.*"command":"get_all_commands","success":true,"data":\{"commands":\[.*"name":"model","description":"[^"]+","source":"builtin","args":\{"type":"optional","schema":\{"type":"model_selector",[^{}]*"completionSource":"models"`},
		{`"type":"get_all_commands"`, `"name":"abort","description":"[^"]+","source":"builtin","args":\{"type":"none"\}`},
		{`"type":"get_completions","command":"/mode","prefix":"h"`, `"completions":\[\{"value":"hybrid"`},
		{`"type":"slash_command","command":"/mode","args":"low-level"`, `"type":"command_result",.*"command":"mode","success":true,.*"stateChanges":\{"mode":"low-level"\}`},
		{`"type":"slash_command","command":"/mode","args":"low-level"`, `"success":true`},
		{`"type":"slash_command","command":"/mode","args":"fast"`, failed},
		{`"type":"slash_command","command":"/model","args":"google/gemini-2.5-flash"`, failed},
		{`"type":"slash_command","command":"/model","args":"google/"`, failed},
		{`"type":"slash_command","command":"/model"`, failed}, // no model is there to go on to
		{`"type":"slash_command","command":"/abort"`, `"command":"abort","success":true`},
		{`"type":"slash_command","command":"/thinking"`, failed},
		{`"type":"slash_command","command":"/thinking","args":"high"`, failed},
		{`"type":"slash_command","command":"/compact","args":"focus on X"`, failed},
		{`"type":"slash_command","command":"/new"`, failed},
		{`"type":"slash_command","command":"/stats"`, failed},
		{`"type":"slash_command","command":"/name","args":"my-session"`, failed},
		{`"type":"slash_command","command":"/fork"`, failed},
		{`"type":"slash_command","command":"/todos"`, failed},
		{`"type":"slash_command","command":"/skill:web-search"`, failed},
		// A plain prompt that begins with a slash is no command.
		{`"type":"send-prompt","prompt":"/todos"`, `"command":"send-prompt"`},
	} {
		if err := ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"id":%d,%s}`, i, c.frame)); err != nil {
			t.Fatal(err)
		}
		for {
			_, data, err := ws.ReadMessage()
			if err != nil {
				t.Fatalf("%s: %v", c.frame, err)
			}
			var head struct {
				ID   json.RawMessage
				Type string
			}
			if json.Unmarshal(data, &head) != nil || string(head.ID) != fmt.Sprint(i) || head.Type == view.TypeCommandAccepted {
				continue
			}
			text := string(data)
			if !regexp.MustCompile(c.answer).MatchString(text) || strings.Contains(c.frame, "slash_command") != (head.Type == "command_result") {
				t.Errorf("%s is answered by %.600s", c.frame, text)
			}
			break
		}
	}
}
