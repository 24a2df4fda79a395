// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// flowCases interrupt what runs: a second action, stop, cancel.
func flowCases() []testCase {
	return []testCase{
		{id: "rule-02/second-action",
			about: "an action that comes while another runs neither ends nor replaces the first, and gets an end of its own (refused: code busy)",
			run:   secondAction},
		{id: "rule-05/cancel", about: "cancel ends the action within a second by action_failed with code interrupted", on: onlyV2,
			timed: true, run: cancel},
		{id: "rule-05/cancel-unknown", about: "a cancel for an id that does not run is survived", on: onlyV2, run: cancelUnknown},
		{id: "rule-06/stop", about: "stop ends what runs within a second (version 2 says stopped), and nothing runs on", timed: true, run: stop},
		{id: "rule-18/answers-id", about: "stopped repeats the id of the stop that it answers, of each of two", on: onlyV2,
			timed: true, run: stopID},
		{id: "rule-10/stop-when-idle", about: "stop with nothing running is fine (version 2 says stopped within a second)",
			timed: true, run: stopIdle},
	}
}

// How long a body is watched: after a stop for three states at least, of which
// two may show the same step, and after anything else.
const (
	afterStop = 4 * time.Second
	after     = 2 * time.Second
)

// still holds the body to rest after what stopped its action.
func (b *bench) still(ctx context.Context, id, what string) error {
	on, err := b.runsOn(ctx, id)
	if err == nil && on != "" {
		err = fmt.Errorf("after %s the body %s", what, on)
	}
	return err
}

// runsOn says what the body still did after it had been stopped: a success, a
// progress or a walk; "" for nothing.
func (b *bench) runsOn(ctx context.Context, id string) (string, error) {
	entries, err := b.quiet(ctx, afterStop)
	if err != nil {
		return "", err
	}
	var first *game.Vec3
	for i := range entries {
		switch m := entries[i].msg.(type) {
		case *wire.ActionComplete:
			if m.ActionID == id && m.Result.Success {
				return "said success for the stopped action", nil
			}
		case *wire.ActionProgress:
			if m.ActionID == id {
				return "sent progress for the stopped action", nil
			}
		case *wire.StateUpdate:
			p := m.Data.Position
			if p == nil {
				continue
			}
			if first == nil {
				first = p // momentum and gravity may still carry the body to here
			} else if d := (game.Vec3{X: p.X, Y: first.Y, Z: p.Z}).Distance(*first); d > 1.5 {
				return fmt.Sprintf("walked on for %.1f blocks", d), nil
			}
		}
	}
	return "", nil
}

func stop(ctx context.Context, b *bench) (string, error) {
	id, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	ln, from := b.latest(), b.len()
	begun := time.Now()
	ln.say(b.stop())
	said := "nothing ran on"
	if b.v2() {
		_, _, err = b.await(ctx, from, soon, isStopped)
		if err != nil {
			return "", b.late(ctx, err, "no stopped came within a second")
		}
		said = fmt.Sprintf("stopped came after %.1f s", time.Since(begun).Seconds())
	} else if _, err := b.fresh(ctx); err != nil {
		return "", err
	}
	delete(b.running, id)
	if err := b.still(ctx, id, "stop"); err != nil {
		return "", err
	}
	return said, b.works(ctx)
}

func isStopped(e *entry) bool {
	_, ok := e.msg.(*wire.Stopped)
	return ok
}

func stopIdle(ctx context.Context, b *bench) (string, error) {
	ln, from := b.latest(), b.len()
	ln.say(b.stop())
	if b.v2() {
		if _, _, err := b.await(ctx, from, soon, isStopped); err != nil {
			return "", b.late(ctx, err, "no stopped came within a second")
		}
	} else if err := b.alive(ctx, ln.number, from); err != nil {
		return "", err
	}
	return "the body stayed ready", b.works(ctx)
}

// stopID gives two stops in a row while an action runs.
func stopID(ctx context.Context, b *bench) (string, error) {
	id, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	ln, from := b.latest(), b.len()
	first, second := newID(), newID()
	ln.say(&wire.Stop{ID: first})
	ln.say(&wire.Stop{ID: second})
	answers := map[string]bool{}
	for len(answers) < 2 {
		e, i, err := b.await(ctx, from, soon, isStopped)
		switch {
		case err != nil && answers[second]:
			return "", b.late(ctx, err, "the second of two stops was answered with its id, the first was not: answer each")
		case err != nil:
			return "", b.late(ctx, err, "no stopped came within a second")
		}
		from = i + 1
		switch got := e.msg.(*wire.Stopped).ID; got {
		case "":
			delete(b.running, id)
			return "", skip("stopped repeats no id, so that one that comes late cannot be told from the next; send the id of the stop")
		case first, second:
			answers[got] = true
		default:
			return "", fmt.Errorf("a stopped carries the id %q, and the stops had %q and %q", got, first, second)
		}
	}
	delete(b.running, id)
	return "two stops were answered, each with its id", b.works(ctx)
}

func cancel(ctx context.Context, b *bench) (string, error) {
	id, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	ln, from := b.latest(), b.len()
	begun := time.Now()
	ln.say(&wire.Cancel{ActionID: id})
	e, _, err := b.await(ctx, from, soon, func(e *entry) bool { return e.terminal() == id })
	if err != nil {
		return "", b.late(ctx, err, "no action_failed came within a second")
	}
	delete(b.running, id)
	failed, ok := e.msg.(*wire.ActionFailed)
	if !ok {
		return "", errors.New("the cancelled action was reported as complete")
	}
	if failed.Code != game.CodeInterrupted {
		return "", fmt.Errorf("the code has to be interrupted, not %q", failed.Code)
	}
	took := time.Since(begun)
	if err := b.still(ctx, id, "cancel"); err != nil {
		return "", err
	}
	return fmt.Sprintf("action_failed with code interrupted came after %.1f s", took.Seconds()), b.works(ctx)
}

func cancelUnknown(ctx context.Context, b *bench) (string, error) {
	ln := b.latest()
	id := newID()
	b.doubled[id] = true // an answer to it is no terminal message out of nowhere
	from := b.len()
	ln.say(&wire.Cancel{ActionID: id})
	if err := b.alive(ctx, ln.number, from); err != nil {
		return "", err
	}
	return "the body went on as before", b.works(ctx)
}

func secondAction(ctx context.Context, b *bench) (string, error) {
	first, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	a, err := b.idle()
	if err != nil {
		return "", err
	}
	from := b.len()
	second, err := b.start(a)
	if err != nil {
		return "", err
	}
	entries, err := b.quiet(ctx, after)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(entries, func(e entry) bool { return e.terminal() == first }) {
		return "", errors.New("the second action ended the first")
	}
	e, _ := b.last(from, func(e *entry) bool { return e.terminal() == second })
	if e == nil {
		if b.v2() {
			return "", fmt.Errorf("the second action got no end within %s; refuse it with action_failed", after)
		}
		return "the second action waits, the first goes on", nil
	}
	delete(b.running, second)
	if m, ok := e.msg.(*wire.ActionFailed); ok {
		if b.v2() && m.Code != game.CodeBusy {
			return "", fmt.Errorf("the second action was refused with the code %q; it has to be %s, for nothing is wrong with it",
				m.Code, game.CodeBusy)
		}
		return "the second action was refused, the first goes on", nil
	}
	return "the second action was done beside the first", nil
}
