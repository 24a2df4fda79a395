// SPDX-License-Identifier: MIT

package conformance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/minehand/minehand/modbridge/wire"
)

// FuzzFrames: what a body sends never panics the checks, and a frame that is no
// JSON keeps its text.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		`{"type":"state_update","instanceId":"a","data":{"position":{"x":1,"y":2,"z":3},"health":20,"hunger":20,"saturation":5,"inventory":[{"slot":0,"item":"minecraft:dirt","count":1}],"dimension":"minecraft:overworld","gameMode":"survival"}}`,
		`{"type":"state_update","data":{"inventory":[null,7,{"slot":"x"}],"nearby":{"blocks":[7]}}}`,
		`{"type":"register","instanceId":"a","token":"secret","protocol":2}`,
		`{"token":"secret"`, `[]`, `null`, ``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := read(Frame{From: FromBody, Kind: kindText, Text: text})
		if !json.Valid([]byte(text)) && e.Text != text {
			t.Errorf("%q became %q", text, e.Text)
		}
		for _, v2 := range []bool{false, true} {
			if fault := wire.StateFault(text, v2, nil); fault != "" && strings.TrimSpace(fault) == "" {
				t.Error("a fault without words")
			}
		}
		_ = e.terminal()
		_ = e.state()
		_ = actionSent(&e)
		if len(clip(text, 10)) > 13 {
			t.Errorf("clip made %q", clip(text, 10))
		}
	})
}
