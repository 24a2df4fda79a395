// SPDX-License-Identifier: MIT

package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/ui/view"
)

// A client sees the frames of a body with what is wrong with them, and no token.
func TestFramesOfABody(t *testing.T) {
	p, err := NewPlanner(settings.Config{}, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b := running(t, BackendConfig{DataDir: filepath.Join(t.TempDir(), "data"), Planner: p})
	c := b.Connect()
	defer c.Close()
	if _, err := c.GetFrames(t.Context(), view.FrameQuery{}); code(err) != view.CodeNoBody {
		t.Errorf("with nobody there: %v", err)
	}
	const stranger = `{"type":"register","instance_id":"b","protocol":2,"token":"hush-0"}`
	if err := b.socket(t).WriteMessage(websocket.TextMessage, []byte(stranger)); err != nil {
		t.Fatal(err)
	}
	var early view.Frames
	for len(early.Frames) == 0 {
		if early, err = c.GetFrames(t.Context(), view.FrameQuery{}); err != nil && code(err) != view.CodeNoBody {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	if f := early.Frames[0]; early.Instance != "" || f.Verdict != view.FrameDropped || f.Rule != 4 ||
		!strings.HasSuffix(f.Fault, `"instance_id" in it may be meant for "instanceId"`) || !strings.Contains(f.Text, `"token":"[secret]"`) {
		t.Errorf("before anybody registered: %+v", early)
	}
	if later, err := c.GetFrames(t.Context(), view.FrameQuery{After: early.Frames[0].Seq}); err != nil || len(later.Frames) != 0 {
		t.Errorf("after it: %+v, %v", later, err)
	}
	if _, err := c.GetFrames(t.Context(), view.FrameQuery{OfBody: view.OfBody{Instance: "b"}}); code(err) != view.CodeNoBody {
		t.Errorf("of a body that is not there: %v", err)
	}
	ws := b.socket(t)
	for _, frame := range []string{
		`{"type":"register","protocol":2,"instanceId":"b","version":"1.21.5","token":"hush-1","resumeToken":"hush-2"}`,
		`{"type":"state_update","instanceId":"b","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"saturation":5,"dimension":"overworld","gameMode":"survival","inventory":[{"slot":0,"item":"dimond","count":1}]}}`,
		`{"type":"stopped","instanceId":"other"}`,
		`{"type":"log","instanceId":"b","message":"my key is sk-abcdefghijklmnopqrstuvwxyz012345"}`,
		"\x1b[31mred",
	} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	var list view.Frames
	warnings := 0
	for list.Instance == "" || len(list.Frames) < 6 || warnings < 3 { // the five and registered; a body that hangs fails by the test's own limit
		if list, err = c.GetFrames(t.Context(), view.FrameQuery{}); err != nil && code(err) != view.CodeNoBody {
			t.Fatal(err)
		}
		all := len(list.Frames)
		list.Frames = slices.DeleteFunc(list.Frames, func(f view.Frame) bool { return f.Type == wire.TypeWarning && f.Verdict == view.FrameFits })
		warnings = all - len(list.Frames)
		time.Sleep(time.Millisecond)
	}
	if list.Instance != "b" {
		t.Errorf("they are of %q", list.Instance)
	}
	want := []struct {
		direction view.Direction
		typ       string
		verdict   view.FrameVerdict
		rule      int
		says      string
	}{
		{view.FromBody, "register", view.FrameFits, 0, ""},
		{view.ToBody, "registered", view.FrameFits, 0, ""},
		{view.FromBody, "state_update", view.FrameTolerated, 13, `its name may be "diamond"`},
		{view.FromBody, "stopped", view.FrameDropped, 4, "another one"},
		{view.FromBody, "log", view.FrameFits, 0, ""},
		{view.FromBody, "", view.FrameDropped, 13, "no JSON"},
	}
	var all strings.Builder
	for i, f := range list.Frames {
		all.WriteString(f.Text + "\n")
		if w := want[i]; f.Direction != w.direction || f.Type != w.typ || f.Verdict != w.verdict || f.Rule != w.rule || !strings.Contains(f.Fault, w.says) {
			t.Errorf("frame %d: %+v", i, f)
		}
	}
	for _, secret := range []string{"hush-1", "hush-2", "sk-abcdef", "\x1b"} {
		if strings.Contains(all.String(), secret) {
			t.Errorf("%q is shown in\n%s", secret, all.String())
		}
	}
	if s := strings.Count(all.String(), `"[secret]"`); s != 3 { // the fresh resumeToken of registered too
		t.Errorf("%d secrets are left out of\n%s", s, all.String())
	}
	if after, err := c.GetFrames(t.Context(), view.FrameQuery{After: list.Frames[4].Seq}); err != nil || len(after.Frames) != 2 { // the last, and the warning for it
		t.Errorf("after the fifth: %+v, %v", after, err)
	}
}

func TestTokensOfACutFrame(t *testing.T) {
	long := `{"type":"register","instanceId":"b","resumeToken":"` + strings.Repeat("s", 100)
	f := frameOf(modbridge.Frame{Seq: 1, FromBody: true, Text: []byte(long), Size: 1000}, true, nil)
	if strings.Contains(f.Text, "sss") || !f.Cut || f.Verdict != view.FrameUnchecked || f.Type != "register" {
		t.Errorf("%+v", f)
	}
	f = frameOf(modbridge.Frame{Seq: 1, FromBody: true, Text: []byte(`{"a":{"apiToken":"x\"y","b":"z"}}`), Size: 33}, true, nil)
	if f.Text != `{"a":{"apiToken":"[secret]","b":"z"}}` {
		t.Error(f.Text)
	}
}
