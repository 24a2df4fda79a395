// SPDX-License-Identifier: MIT

package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestADecoderReadsWhatOneFrameSaysByItself: whatever a body sent before, and however
// little of it changes.
func TestADecoderReadsWhatOneFrameSaysByItself(t *testing.T) {
	stacks := []string{`[]`, `null`, `7`, `[{"slot":0,"item":"dirt","count":1}]`, `[{"slot":0,"item":"dirt","count":2}]`, `[{"slot":1,"item":"dirt"}]`, `[7]`}
	sights := []string{`[]`, `null`, `[{"name":"oak_log","x":1,"y":64,"z":2}]`, `[{"name":"oak_log","x":2,"y":64,"z":2}]`, `[{"name":"oak_log"}]`}
	rapid.Check(t, func(t *rapid.T) {
		var d wire.Decoder
		for range rapid.IntRange(2, 8).Draw(t, "frames") {
			pick := func(list []string, name string) string { return rapid.SampledFrom(list).Draw(t, name) }
			state := fmt.Sprintf(`{"inventory":%s,"nearby":{"blocks":%s,"entities":%s}}`, pick(stacks, "inventory"), pick(sights, "blocks"), pick(sights, "entities"))
			frame := []byte(`{"type":"state_update","instanceId":"a","data":` + state + `}`)
			if rapid.Bool().Draw(t, "result") {
				frame = []byte(`{"type":"action_complete","instanceId":"a","actionId":"1","result":{"state":` + state + `}}`)
			}
			got, err := d.Decode(frame)
			want, wantErr := wire.DecodeFromBody(frame)
			if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
				t.Fatalf("%s\nread as %+v (%v)\nby itself %+v (%v)", frame, got, err, want, wantErr)
			}
		}
	})
}

func TestAStateThatIsWrittenAgainSharesMemory(t *testing.T) {
	var d wire.Decoder
	read := func(x int) *wire.StateUpdate {
		frame := fmt.Sprintf(`{"type":"state_update","data":{"inventory":[{"slot":0,"item":"dirt","count":1}],"nearby":{"blocks":[{"name":"oak_log","x":1,"y":64,"z":2}],"entities":[{"name":"cow","x":%d,"y":64,"z":2}]}}}`, x)
		m, err := d.Decode([]byte(frame))
		if err != nil {
			t.Fatal(err)
		}
		return m.(*wire.StateUpdate)
	}
	one, same, other := read(1), read(1), read(2)
	if &one.Data.Inventory[0] != &same.Data.Inventory[0] || one.Data.Nearby != same.Data.Nearby {
		t.Error("what is the same was read again")
	}
	if near := other.Data.Nearby; near.Entities[0].X != 2 || &near.Blocks[0] != &one.Data.Nearby.Blocks[0] {
		t.Errorf("read %+v", near)
	}
}

// FuzzValid: a frame is JSON where encoding/json says so, however it is checked.
func FuzzValid(f *testing.F) {
	seed(f)
	for _, s := range []string{`{"type":"x","a":01}`, `{"type":"x","a":1.}`, `{"type":"x","a":-}`, `{"type":"x","a":1e+}`, `{"type":"x","a":"\u12g4"}`, "{\"type\":\"x\",\"a\":\"\x01\"}", `{"type":"x"} x`, `{"type":"x",}`, `{"type":"x","a":[1,]}`, "\ufeff{}", "{\"type\":\"x\"}\v"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := wire.DecodeFromBody(data)
		if errors.Is(err, budget.ErrOver) {
			return
		}
		malformed := err != nil && strings.Contains(err.Error(), "no JSON") && !strings.Contains(err.Error(), "no JSON object")
		if valid := json.Valid(data) && utf8.Valid(data); len(data) <= wire.MaxFrame && valid == malformed {
			t.Fatalf("%q is valid: %v, and was read with %v", data, valid, err)
		}
	})
}

// TestADeepFrameIsDropped: whatever its type, and cheaply.
func TestADeepFrameIsDropped(t *testing.T) {
	for name, frame := range map[string]string{
		"closed":     `{"type":"event","data":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}",
		"never ends": `{"type":"event","data":` + strings.Repeat(`{"a":`, 150_000),
	} {
		_, err := wire.DecodeFromBody([]byte(frame))
		if !errors.Is(err, wire.ErrMalformed) || !errors.Is(err, budget.ErrOver) || !strings.Contains(err.Error(), "64 deep") {
			t.Errorf("%s: %v", name, err)
		}
	}
	flat := `{"type":"event","data":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + "}"
	if _, err := wire.DecodeFromBody([]byte(flat)); err != nil {
		t.Errorf("64 deep: %v", err)
	}
}

// The frame's memory is used again for the next one, so that nothing read from it may
// point into it.
func TestNothingReadPointsIntoTheFrame(t *testing.T) {
	files, err := filepath.Glob("testdata/from_body/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	frames := [][]byte{[]byte(`{"type":"state_update","instanceId":"b","data":{"health":20},"changes":[` +
		`{"n":1,"x":1,"y":2,"z":3,"from":"stone","to":"air","why":"goal","dimension":"overworld","action":"an id"}]}`)}
	for _, file := range files {
		frame, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, frame)
	}
	for _, frame := range frames {
		m, err := wire.DecodeFromBody(frame)
		if err != nil {
			continue
		}
		before := asJSON(t, m)
		for i := range frame {
			frame[i] = '?'
		}
		if after := asJSON(t, m); after != before {
			t.Errorf("after the memory was used again:\n%s\nbefore:\n%s", after, before)
		}
	}
}

func asJSON(t *testing.T, m wire.FromBody) string {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
