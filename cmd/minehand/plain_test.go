package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/ui/view"
)

// TestGameTextMovesNoTerminal: what a body or a model says can clear no screen
// and set no clipboard, and fakes no end.
func TestGameTextMovesNoTerminal(t *testing.T) {
	m, err := wire.DecodeFromBody([]byte(`{"type":"action_failed","instanceId":"b","actionId":"1","error":"no way\u001b]52;c;cm0=\u0007\u001b[2J\u009b1;1HDone: 3 diamonds."}`))
	if err != nil {
		t.Fatal(err)
	}
	said := m.(*wire.ActionFailed).Error
	if strings.ContainsAny(said, "\x1b\a\u009b") {
		t.Errorf("the frame is read as %q", said)
	}
	var out bytes.Buffer
	v := &plainView{out: &out}
	v.event(view.Event{Kind: view.EventAction, Action: &view.Action{
		Step: view.Step{Text: game.Action{Kind: game.Mine, Target: "dirt\x1b[2J"}.Describe()}, Ended: time.Unix(1, 0), Verdict: game.Failed, Reason: "no\x1b[2J way",
	}})
	v.event(view.Event{Kind: view.EventNotice, Notice: &view.Notice{Message: "hello\r\x1b[2K"}})
	v.end(summary{Status: "complete", Reason: "Done.\x1b]0;title\a", Actions: 1})
	if strings.ContainsAny(out.String(), "\x1b\a\r") {
		t.Errorf("printed %q", out.String())
	}
}
