package api

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui"
)

// handle answers one message.
func (c *conn) handle(data []byte) {
	var m request
	if err := json.Unmarshal(data, &m); err != nil {
		c.send(encode(response{Type: "response", ID: m.ID, Command: m.Type, Error: "The message cannot be read: " + game.JSONFault(err).Error()}))
		return
	}
	if m.Type == typeSubscribe {
		if r := c.subscribe(m); r.Type != "" {
			c.send(encode(r))
		}
		return
	}
	if m.ID == "" || m.Type != typePrompt { // the other calls may be done twice
		c.send(encode(c.call(m)))
		return
	}
	do := func() ([]byte, bool) { r := c.call(m); return encode(r), r.Success }
	c.send(c.srv.replays.once(string(m.ID), data, do, func() []byte {
		return encode(failure(m, fmt.Errorf("the id %s was used before with another payload: use a new id for a new call", m.ID)))
	}))
}

// calls are the messages that are answered here and by subscribe.
var calls = [...]string{typeDetect, typeConnect, typePrompt, typeStop, typeResume, typeClear, typeAnswer, typeStatus, typeSubscribe}

// call carries out a call.
func (c *conn) call(m request) response {
	svc := c.srv.svc
	var data any
	var err error
	switch m.Type {
	case typeDetect:
		data = svc.DetectInstances()
	case typeConnect:
		err = svc.ConnectInstance(m.InstanceID)
		data = struct {
			Success    bool   `json:"success"`
			InstanceID string `json:"instanceId"`
		}{true, m.InstanceID}
	case typePrompt:
		var id string
		id, err = svc.SendPrompt(c.ctx, m.Prompt, m.Settings)
		data = struct {
			Success bool   `json:"success"`
			TaskID  string `json:"taskId"`
		}{true, id}
	case typeStop:
		err, data = svc.StopTask(), success{true}
	case typeStatus:
		var st ui.Status
		st, err = svc.GetStatus(c.ctx)
		data = st
	case typeResume:
		err, data = svc.ResumeTask(), success{true}
	case typeClear:
		var n int
		n, err = svc.ClearQueue()
		data = struct {
			Success bool `json:"success"`
			Cleared int  `json:"cleared"`
		}{true, n}
	case typeAnswer:
		err, data = svc.AnswerPlan(m.Answer), success{true}
	case "":
		err = fmt.Errorf(`a message needs a "type", such as %q`, typePrompt)
	default:
		err = fmt.Errorf("there is no call %q; the calls are %s", m.Type, strings.Join(calls[:], ", "))
	}
	if err != nil {
		return failure(m, err)
	}
	return response{Type: "response", ID: m.ID, Command: m.Type, Success: true, Data: data}
}

func failure(m request, err error) response {
	return response{Type: "response", ID: m.ID, Command: m.Type, Data: success{false}, Error: err.Error()}
}
