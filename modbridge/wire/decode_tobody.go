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
	switch kind {
	case TypeExecuteAction:
		return readExecute(frame)
	case TypeStop:
		return &Stop{}, nil
	case TypeCancel:
		return &Cancel{ActionID: idOf(frame.Get("actionId"))}, nil
	case TypeRegistered:
		return readRegistered(frame), nil
	case TypeTaskStatus:
		m := &TaskStatus{}
		m.TaskID, m.State = idOf(frame.Get("taskId")), textOf(frame.Get("state"))
		m.Step, _ = wholeOf(frame.Get("step"))
		m.Of, _ = wholeOf(frame.Get("of"))
		m.Message = textOf(frame.Get("message"))
		return m, nil
	case TypeRunCommand:
		return &RunCommand{ID: idOf(frame.Get("id")), Name: textOf(frame.Get("name")), Args: sentenceOf(frame.Get("args"))}, nil
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, clip(kind, 64))
}

func readExecute(frame gjson.Result) (*ExecuteAction, error) {
	v := frame.Get("action")
	if !v.IsObject() {
		return nil, fmt.Errorf("%w: execute_action: %w", ErrMalformed, errors.New("action is no object"))
	}
	m := &ExecuteAction{}
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
		Protocol:    protocolOf(frame.Get("protocol")),
	}
	m.HeartbeatSeconds, _ = wholeOf(frame.Get("heartbeatSeconds"))
	m.GraceSeconds, _ = wholeOf(frame.Get("graceSeconds"))
	return m
}
