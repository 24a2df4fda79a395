// SPDX-License-Identifier: MIT

package wire_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// decoders by the folder in testdata that holds their frames.
var decoders = map[string]func([]byte) (wire.Message, error){
	"from_body": func(data []byte) (wire.Message, error) { return wire.DecodeFromBody(data) },
	"to_body":   func(data []byte) (wire.Message, error) { return wire.DecodeToBody(data) },
}

// TestGoldenFrames reads every frame in testdata and writes it again: nothing
// may be lost, added or renamed.
func TestGoldenFrames(t *testing.T) {
	seen := map[string]bool{}
	for dir, decode := range decoders {
		files, err := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no frames in %s: %v", dir, err)
		}
		for _, file := range files {
			t.Run(file, func(t *testing.T) {
				frame, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				m, err := decode(frame)
				if err != nil {
					t.Fatal(err)
				}
				name, _, _ := strings.Cut(filepath.Base(file), "-")
				if m.Type() != strings.TrimSuffix(name, ".json") {
					t.Fatalf("type %q in a file named %s", m.Type(), file)
				}
				seen[m.Type()] = true
				if a, ok := m.(*wire.ExecuteAction); ok && strings.HasSuffix(file, "-v1.json") {
					checkFrame(t, frame, encodeAction(t, 1, a.Action))
					return
				}
				again, err := wire.Encode(m)
				if err != nil {
					t.Fatal(err)
				}
				checkFrame(t, frame, again)
			})
		}
	}
	for _, m := range messages {
		if !seen[m.Type()] {
			t.Errorf("no golden frame of type %s", m.Type())
		}
	}
}

// messages is one of every message there is.
var messages = []wire.Message{
	&wire.Register{}, &wire.StateUpdate{}, &wire.ActionComplete{}, &wire.ActionFailed{}, &wire.ActionProgress{},
	&wire.ActionPaused{}, &wire.ActionResumed{}, &wire.Stopped{}, &wire.Log{}, &wire.ChatMessage{}, &wire.Event{},
	&wire.UserRequest{}, &wire.CommandResult{}, &wire.Surveyed{},
	&wire.Registered{}, &wire.ExecuteAction{}, &wire.Stop{}, &wire.Cancel{}, &wire.TaskStatus{}, &wire.RunCommand{},
	&wire.Warning{}, &wire.Say{}, &wire.ChangesKept{}, &wire.Survey{}, &wire.SurveyCancel{},
}

func encodeAction(t *testing.T, protocol int, a game.Action) []byte {
	t.Helper()
	frame, err := wire.Encoder{Protocol: protocol}.Action(&a)
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

func checkFrame(t *testing.T, want, got []byte) {
	t.Helper()
	if want, got := bytes.TrimSpace(want), bytes.TrimSpace(got); !bytes.Equal(want, got) {
		t.Fatalf("wrote %s\nwant  %s", got, want)
	}
}

// TestRule03And13OddFrames reads what careless peers send.
func TestRule03And13OddFrames(t *testing.T) {
	var cases []struct {
		Name, Frame, Error string
		Want               json.RawMessage
	}
	load(t, "testdata/odd.json", &cases)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			m, err := wire.DecodeFromBody([]byte(c.Frame))
			if c.Error != "" {
				if err == nil || !strings.Contains(err.Error(), c.Error) {
					t.Fatalf("err %v, want %q", err, c.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			again, err := wire.Encode(m)
			if err != nil {
				t.Fatal(err)
			}
			var want bytes.Buffer
			if err := json.Compact(&want, c.Want); err != nil {
				t.Fatal(err)
			}
			checkFrame(t, want.Bytes(), again)
		})
	}
}

// TestRule01ActionsOnTheWire writes actions for bodies of both versions.
func TestRule01ActionsOnTheWire(t *testing.T) {
	var cases []struct {
		Name, Frame, Error string
		Protocol           int
		Action             game.Action
	}
	load(t, "testdata/actions.json", &cases)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			frame, err := wire.Encoder{Protocol: c.Protocol}.Action(&c.Action)
			if c.Error != "" {
				if err == nil || !strings.Contains(err.Error(), c.Error) {
					t.Fatalf("err %v, want %q", err, c.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkFrame(t, []byte(c.Frame), frame)
		})
	}
}

func load(t *testing.T, file string, to any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func TestAnUnreadableActionKeepsItsID(t *testing.T) {
	m, err := wire.DecodeToBody([]byte(`{"type":"execute_action","action":{"id":7,"type":"mine","target":["x"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	a, ok := m.(*wire.ExecuteAction)
	if !ok || a.Fault == "" || a.Action.ID != "7" || a.Action.Kind != game.Mine {
		t.Fatalf("read %+v", m)
	}
}

func TestCloseCodes(t *testing.T) {
	for code, back := range map[int]bool{
		1000: true, 1006: true, wire.CloseGoingAway: true, wire.CloseTooBig: true,
		wire.CloseSilent: true, wire.CloseTaken: true, wire.CloseTooMany: true,
		wire.CloseBadToken: false, wire.CloseUnnamed: false, wire.CloseTooOld: false, wire.CloseReplaced: false,
	} {
		if wire.ComesBack(code) != back {
			t.Errorf("code %d", code)
		}
	}
}

// seed feeds a fuzz target with every frame in testdata.
func seed(f *testing.F) {
	for dir := range decoders {
		files, _ := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	var odd []struct{ Frame string }
	data, err := os.ReadFile("testdata/odd.json")
	if err != nil || json.Unmarshal(data, &odd) != nil {
		f.Fatal(err)
	}
	for _, o := range odd {
		f.Add([]byte(o.Frame))
	}
}

// again checks that what was read can be written, and reads the same.
func again(t *testing.T, m wire.Message, decode func([]byte) (wire.Message, error)) {
	frame, err := wire.Encode(m)
	if err != nil {
		t.Fatalf("%+v cannot be written: %v", m, err)
	}
	if len(frame) > wire.MaxFrame { // escaping made it longer
		return
	}
	second, err := decode(frame)
	if err != nil {
		t.Fatalf("%s cannot be read again: %v", frame, err)
	}
	third, err := wire.Encode(second)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(frame, third) {
		t.Fatalf("first  %s\nsecond %s", frame, third)
	}
}

func FuzzDecodeFromBody(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := wire.DecodeFromBody(data); err == nil {
			again(t, m, decoders["from_body"])
		}
	})
}

func FuzzDecodeToBody(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := wire.DecodeToBody(data)
		if err != nil {
			return
		}
		if a, ok := m.(*wire.ExecuteAction); ok {
			for protocol := 1; protocol <= 2; protocol++ {
				if a.Action.Validate() != nil {
					continue
				}
				frame, err := wire.Encoder{Protocol: protocol}.Action(&a.Action)
				if err == nil && (!json.Valid(frame) || bytes.Contains(frame, []byte(":null"))) {
					t.Fatalf("wrote %s", frame)
				}
			}
			return
		}
		again(t, m, decoders["to_body"])
	})
}

func BenchmarkDecodeResult(b *testing.B) {
	frame := resultFrame()
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.DecodeFromBody(frame); err != nil {
			b.Fatal(err)
		}
	}
}

// resultFrame is a result of 129 bytes.
func resultFrame() []byte {
	frame := []byte(`{"type":"action_complete","instanceId":"minecraft_1234567890","actionId":"01JD0000000000000000000001","result":{"success":true}}`)
	return append(frame[:len(frame):len(frame)], bytes.Repeat([]byte(" "), max(0, 129-len(frame)))...)
}

func BenchmarkDecodeState(b *testing.B) {
	frame, err := os.ReadFile("testdata/from_body/state_update-v2.json")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.DecodeFromBody(frame); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecodeStateAgain is of a body that stands still.
func BenchmarkDecodeStateAgain(b *testing.B) {
	frame, err := os.ReadFile("testdata/from_body/state_update-v2.json")
	if err != nil {
		b.Fatal(err)
	}
	var d wire.Decoder
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Decode(frame); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeAction(b *testing.B) {
	a := game.Action{ID: "01JD0000000000000000000001", Kind: game.Mine, Target: "diamond_ore", Quantity: 3}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (wire.Encoder{Protocol: 2}).Action(&a); err != nil {
			b.Fatal(err)
		}
	}
}
