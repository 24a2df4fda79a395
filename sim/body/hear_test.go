// SPDX-License-Identifier: MIT

package body

import (
	"context"
	"testing"

	"github.com/minehand/minehand/sim"
)

// FuzzHear feeds every kind of body frames that no backend should send.
func FuzzHear(f *testing.F) {
	for _, frame := range []string{
		`{"type":"registered","success":true}`,
		`{"type":"execute_action","action":{"id":"a","type":"mine","target":"oak_log","quantity":3}}`,
		`{"type":"execute_action","action":{"id":7,"type":"goto","x":1e300,"y":0,"z":0}}`,
		`{"type":"execute_action","action":{"id":"b"}}`,
		`{"type":"execute_action","action":{"id":"c","type":"build","edits":[{"x":1,"y":64,"z":1,"block":"stone"}]}}`,
		`{"type":"execute_action","action":{"id":"d","type":"explore","for":"oak_log","maxBlocks":100000}}`,
		`{"type":"stop"}`, `{"type":"cancel","actionId":"a"}`, `{"type":"run_command","id":1}`, `{`, `[]`,
	} {
		f.Add([]byte(frame))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		for _, kind := range []Kind{V2, V1, V1Worst} {
			w, err := sim.New(sim.Config{Speed: sim.Unlimited})
			if err != nil {
				t.Fatal(err)
			}
			b := New(w, Config{Kind: kind})
			ctx, cancel := context.WithCancel(t.Context())
			b.launch = func(j *job) {
				jctx, stop := context.WithCancel(ctx)
				j.cancel = stop
				b.wg.Go(func() { defer stop(); b.work(jctx, j) })
			}
			ln := &line{body: b, out: make(chan outgoing, outbox), done: make(chan struct{}), half: make(chan struct{})}
			ln.once.Do(func() {}) // there is no socket to close
			b.line, b.registered = ln, true
			b.ways.hear(ln, frame)
			cancel()
			b.wg.Wait()
		}
	})
}
