// SPDX-License-Identifier: MIT

package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
)

// DecodeToBody reads a frame that Minehand sent, for a body. Errors wrap
// ErrTooBig, ErrMalformed, ErrUntyped or ErrUnknown. An execute_action whose
// action cannot be read is no error: see ExecuteAction.Fault.
func DecodeToBody(data []byte) (ToBody, error) {
	frame, kind, err := open(data)
	if err != nil {
		return nil, err
	}
	frame = own(frame)
	switch kind {
	case TypeExecuteAction:
		return readExecute(frame)
	case TypeStop:
		return &Stop{ID: idOf(frame.Get("id"))}, nil
	case TypeCancel:
		return &Cancel{ActionID: idOf(frame.Get("actionId")), ID: idOf(frame.Get("id"))}, nil
	case TypeRegistered:
		return readRegistered(frame), nil
	case TypeTaskStatus:
		m := &TaskStatus{}
		m.TaskID, m.State = idOf(frame.Get("taskId")), textOf(frame.Get("state"))
		m.Step, _ = wholeOf(frame.Get("step"))
		m.Of, _ = wholeOf(frame.Get("of"))
		m.Message = textOf(frame.Get("message"))
		return m, nil
	case TypeWarning:
		return readWarning(frame), nil
	case TypeSay:
		return &Say{Message: textOf(frame.Get("message")), To: textOf(frame.Get("to"))}, nil
	case TypeChangesKept:
		m := &ChangesKept{Series: textOf(frame.Get("series"))}
		m.Through, _ = wholeOf(frame.Get("through"))
		return m, nil
	case TypeSurvey:
		return readSurvey(frame), nil
	case TypeSurveyCancel:
		return &SurveyCancel{ID: idOf(frame.Get("id"))}, nil
	case TypeRunCommand:
		return &RunCommand{ID: idOf(frame.Get("id")), Name: textOf(frame.Get("name")), Args: sentenceOf(frame.Get("args"))}, nil
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, clip(kind, 64))
}

func readWarning(frame gjson.Result) *Warning {
	return &Warning{
		Code: FaultCode(textOf(frame.Get("code"))), Message: sentenceOf(frame.Get("message")),
		Path: textOf(frame.Get("path")), Value: sentenceOf(frame.Get("value")),
	}
}

func readExecute(frame gjson.Result) (*ExecuteAction, error) {
	v := frame.Get("action")
	if !v.IsObject() {
		return nil, fmt.Errorf("%w: execute_action: %w", ErrMalformed, errors.New("action is no object"))
	}
	m := &ExecuteAction{Lifted: readLifted(frame.Get("lifted")), Within: readArea(frame.Get("within"))}
	if err := json.Unmarshal([]byte(v.Raw), &m.Action); err != nil {
		m.Action = game.Action{ID: idOf(v.Get("id")), Kind: game.Kind(textOf(v.Get("type")))}
		m.Fault = err.Error()
	}
	return m, nil
}

func readRegistered(frame gjson.Result) *Registered {
	m := &Registered{
		Success:     frame.Get("success").Type == gjson.True,
		Error:       sentenceOf(frame.Get("error")),
		SessionID:   idOf(frame.Get("sessionId")),
		ResumeToken: textOf(frame.Get("resumeToken")),
	}
	m.Protocol, _ = protocolOf(frame.Get("protocol"))
	m.HeartbeatSeconds, _ = wholeOf(frame.Get("heartbeatSeconds"))
	m.GraceSeconds, _ = wholeOf(frame.Get("graceSeconds"))
	m.Protected = readZones(frame.Get("protected"))
	m.AcceptedActions = listOf(frame.Get("acceptedActions"), nil, func(v gjson.Result) (game.Kind, bool) {
		return game.Kind(clip(textOf(v), maxID)), true
	})
	if rejected := frame.Get("rejectedActions"); rejected.IsObject() {
		m.RejectedActions = make(map[string]string)
		rejected.ForEach(func(k, v gjson.Result) bool {
			m.RejectedActions[game.Plain(clip(k.Str, maxID))] = sentenceOf(v)
			return len(m.RejectedActions) < maxLists
		})
	}
	return m
}

// readZones reads the protected places; one without a whole position and radius
// is passed over.
func readZones(list gjson.Result) []game.Zone {
	return listOf(list, nil, func(v gjson.Result) (game.Zone, bool) {
		z := game.Zone{Name: textOf(v.Get("name")), Dimension: game.Name(textOf(v.Get("dimension")))}
		ok := wholes(v, map[string]*int{"x": &z.X, "y": &z.Y, "z": &z.Z, "radius": &z.Radius})
		return z, ok
	})
}

// readArea reads an area; nil for what has not four whole corners.
func readArea(v gjson.Result) *game.Area {
	var a game.Area
	if !wholes(v, map[string]*int{"minX": &a.MinX, "minZ": &a.MinZ, "maxX": &a.MaxX, "maxZ": &a.MaxZ}) {
		return nil
	}
	return &a
}

// readLifted reads the names of protected places.
func readLifted(list gjson.Result) []string {
	return listOf(list, nil, func(v gjson.Result) (string, bool) {
		return clip(v.Str, maxID), v.Type == gjson.String
	})
}
