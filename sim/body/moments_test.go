// SPDX-License-Identifier: MIT

package body_test

import (
	"errors"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// TestFaultsOfSingleActions: each goes wrong with the action that it names, and
// with no other.
func TestFaultsOfSingleActions(t *testing.T) {
	run := func(text string, test func(b *backend, bd *body.Body, ended <-chan error)) {
		t.Run(text, func(t *testing.T) {
			plan, err := fault.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			play(t, sim.Config{Speed: sim.Unlimited}, body.Config{Faults: plan}, test)
		})
	}
	done := func(b *backend, id string) *wire.ActionComplete {
		b.t.Helper()
		m, ok := b.await(id).(*wire.ActionComplete)
		if !ok {
			b.t.Fatalf("%s failed", id)
		}
		return m
	}
	first := func(b *backend) {
		b.t.Helper()
		b.act(logs("a", 1))
		done(b, "a")
		if n := len(b.terminals("a")); n != 1 {
			b.t.Errorf("the action before it ended %d times", n)
		}
	}
	run("double@2", func(b *backend, _ *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		done(b, "b")
		time.Sleep(time.Second)
		if n := len(b.terminals("b")); n != 2 {
			b.t.Errorf("it ended %d times", n)
		}
	})
	run("false-success@2", func(b *backend, bd *body.Body, _ <-chan error) {
		first(b)
		before := bd.Truth().Inventory["oak_log"]
		b.act(logs("b", 1))
		done(b, "b")
		if n := bd.Truth().Inventory["oak_log"]; n != before {
			b.t.Errorf("%d logs, before it %d", n, before)
		}
	})
	run("fail@2=not_found", func(b *backend, _ *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		if f, ok := b.await("b").(*wire.ActionFailed); !ok || f.Code != game.CodeNotFound {
			b.t.Errorf("it ended with %+v", f)
		}
	})
	run("lose@2", func(b *backend, bd *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		time.Sleep(time.Minute)
		if n := len(b.terminals("b")); n != 0 || bd.Truth().Running != "" {
			b.t.Errorf("it was told %d times, running %q", n, bd.Truth().Running)
		}
	})
	run("hang@2", func(b *backend, bd *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		time.Sleep(time.Minute)
		if bd.Truth().Running != "b" {
			b.t.Error("it ended by itself")
		}
		b.send(&wire.Cancel{ActionID: "b"})
		if f, ok := b.await("b").(*wire.ActionFailed); !ok || f.Code != game.CodeInterrupted {
			b.t.Errorf("it ended with %+v", f)
		}
	})
	run("late@2=30s", func(b *backend, _ *body.Body, _ <-chan error) {
		first(b)
		begun := time.Now()
		b.act(logs("b", 1))
		done(b, "b")
		if d := time.Since(begun); d < 30*time.Second || d > 31*time.Second {
			b.t.Errorf("it came after %s", d)
		}
	})
	run("garble@2", func(b *backend, _ *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		done(b, "b")
		if _, bad, _ := b.tally(); bad != 1 {
			b.t.Errorf("%d frames could not be read", bad)
		}
	})
	run("disconnect@2=20s", func(b *backend, bd *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		time.Sleep(19 * time.Second)
		if tr := bd.Truth(); tr.Connected || tr.Running != "" {
			b.t.Errorf("connected %v, running %q", tr.Connected, tr.Running)
		}
		again(b, bd, 2)
		_, registers := b.seen()
		if f := registers[1].Finished; len(f) != 2 || f[1].ActionID != "b" || f[1].Result == nil {
			b.t.Errorf("it came back with %+v", f)
		}
	})
	run("kill@2=8s", func(b *backend, bd *body.Body, _ <-chan error) {
		first(b)
		b.act(logs("b", 1))
		time.Sleep(time.Minute)
		if bd.Truth().Running != "b" {
			b.t.Error("it did not wait for the end of the line")
		}
		b.cut()
		again(b, bd, 2)
		if tr := bd.Truth(); tr.Running != "" || tr.Inventory["oak_log"] != 2 {
			b.t.Errorf("running %q, holding %v", tr.Running, tr.Inventory)
		}
	})
	run("crash@2=8s", func(b *backend, bd *body.Body, ended <-chan error) {
		first(b)
		b.act(logs("b", 1))
		if err := <-ended; !errors.Is(err, body.ErrCrashed) {
			b.t.Fatal(err)
		}
		if n := bd.Truth().Inventory["oak_log"]; n != 1 {
			b.t.Errorf("%d logs: it was carried out", n)
		}
	})
}
