// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

// frames shows what a body of a running Minehand said, whom it was told, and goes
// on with what comes.
func TestFramesOfARunningMinehand(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := newServer(ctx, t)
	flags := []string{"frames", "--port", strconv.Itoa(s.port), "--data-dir", s.dir}
	if out, err := program(ctx, t, flags...).CombinedOutput(); err == nil || !strings.Contains(string(out), "no body is connected") {
		t.Errorf("with nobody there: %v\n%s", err, out)
	}
	// Who follows before anybody is there sees the first byte, and goes on with whoever comes.
	early := program(ctx, t, append(flags, "--json", "--follow")...)
	seen, err := early.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := early.Start(); err != nil {
		t.Fatal(err)
	}
	ws, _, err := websocket.DefaultDialer.DialContext(ctx, "ws://127.0.0.1:"+strconv.Itoa(s.port)+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	frames := json.NewDecoder(seen)
	for _, c := range []struct {
		frame string
		says  string
	}{
		{`{"typ":"register"}`, `"typ" in it may be meant for "type"`},
		{`{"type":"state_update","data":{}}`, "it came before register"},
		{`{"type":"register","instanceId":"late","protocol":2,"version":"1.21.5"}`, ""},
	} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(c.frame)); err != nil {
			t.Fatal(err)
		}
		var f view.Frame
		if err := frames.Decode(&f); err != nil || f.Text != c.frame || !strings.Contains(f.Fault, c.says) || (f.Fault == "") != (c.says == "") {
			t.Fatalf("of %s is shown %+v, %v", c.frame, f, err)
		}
	}
	_ = early.Process.Kill()
	_ = early.Wait()
	_ = ws.Close()
	flags = append(flags, "--instance", "practice")
	if _, err := s.client.StartPractice(ctx, view.PracticeStart{}); err != nil {
		t.Fatal(err)
	}
	out, err := program(ctx, t, flags...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{`\d in  \{.*"type":"register"`, `\d out \{.*"type":"registered"`, `\d in  \{.*"type":"state_update"`, `"resumeToken":"\[secret\]"`} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "rule ") {
		t.Errorf("a frame of the embedded world breaks a rule:\n%s", out)
	}
	kept, err := s.client.GetFrames(ctx, view.FrameQuery{})
	if err != nil {
		t.Fatal(err)
	}
	follow := program(ctx, t, append(flags, "--json", "--follow")...)
	pipe, err := follow.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := follow.Start(); err != nil {
		t.Fatal(err)
	}
	var first, f view.Frame
	dec := json.NewDecoder(pipe)
	if err := dec.Decode(&first); err != nil {
		t.Fatal(err)
	}
	for f.Seq <= kept.Frames[len(kept.Frames)-1].Seq+1 { // some that came later
		last := f.Seq
		if err := dec.Decode(&f); err != nil || f.Seq <= last {
			t.Fatalf("%+v after %d, %v", f, last, err)
		}
	}
	_ = follow.Process.Kill()
	_ = follow.Wait()

	s.kill()
	if out, err := program(ctx, t, flags...).CombinedOutput(); err == nil || !strings.Contains(string(out), "no Minehand runs on port") {
		t.Errorf("without a Minehand: %v\n%s", err, out)
	}
}
