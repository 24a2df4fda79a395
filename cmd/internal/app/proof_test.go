// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/view"
)

// TestABuildIsProvenByASurvey: a body that says that it built and did nothing is found
// out by a look, and what stands is done.
func TestABuildIsProvenByASurvey(t *testing.T) {
	cfg, err := settings.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := Start(t.Context(), BackendConfig{DataDir: filepath.Join(t.TempDir(), "data"), Config: cfg, Planner: p, Reader: p.Reader(), Listener: p.Listener()})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	c := b.Connect()
	defer c.Close()
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	for id, faults := range map[string]fault.Plan{"honest": {}, "idle": {NoEffect: 1}} {
		t.Run(id, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			w, err := sim.New(sim.Config{Seed: 3, Made: id, Inventory: map[string]int{"dirt": 16}, Speed: sim.Unlimited})
			if err != nil {
				t.Fatal(err)
			}
			var running sync.WaitGroup
			defer running.Wait()
			defer cancel()
			running.Go(func() {
				if err := body.New(w, body.Config{URL: b.URL(), InstanceID: id, Faults: faults}).Run(ctx); !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
			var q view.Queued
			until(t, id+" to take goals", func() bool {
				q, err = c.SendPrompt(ctx, view.Prompt{Prompt: "build a tower of dirt 4 high", OfBody: view.OfBody{Instance: id}})
				return code(err) != view.CodeNoBody
			})
			if err != nil {
				t.Fatal(err)
			}
			e := next(t, c, "the build", func(e view.Event) bool { return e.Action != nil && e.TaskID == q.TaskID && !e.Action.Open() })
			switch f := e.Action.Failure; {
			case id == "honest" && f != nil:
				t.Errorf("it stands, and it failed: %s", f.Message)
			case id == "idle" && (f == nil || !strings.Contains(f.Message, "a look shows 0 of 4 blocks: at ")):
				t.Errorf("nothing stands, and the end is %+v, %s", f, e.Action.Verdict)
			}
			if err := c.StopTask(ctx, view.OfBody{Instance: id}); err != nil {
				t.Error(err)
			}
		})
	}
}
