// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// auditCases look through everything that was heard in the run.
func auditCases() []testCase {
	return []testCase{
		{id: "rule-02/one-terminal", about: "every action gets one terminal message, and no id gets one that was not sent", run: oneTerminal},
		{id: "rule-03/failures-say-why", about: "action_failed carries a sentence and a code of its row or a general one",
			on: onlyV2, run: failuresSayWhy},
		{id: "rule-04/own-instance-id", about: "every frame carries the instanceId of the register", run: ownInstanceID},
		{id: "rule-05/progress", about: "an action that runs for long shows a sign of it every 60 s", on: onlyV2, run: showsProgress},
		{id: "rule-07/ended-not-running", about: "no register lists in running an action whose end was told", on: onlyV2, run: endedNotRunning},
		{id: "rule-13/all-states", about: "every state of the run is well formed and names items of its version", run: stateShape},
		{id: "rule-13/frames-readable", about: "every frame is JSON with a known type and less than 1 MiB", run: framesReadable},
	}
}

// oneTerminal provokes a success and a failure of its own, so that it says
// something when it runs alone.
func oneTerminal(ctx context.Context, b *bench) (string, error) {
	if err := b.works(ctx); err != nil {
		return "", err
	}
	if _, err := b.doRaw(ctx, map[string]any{"type": "craft", "recipe": "bedrock", "quantity": 1}); err != nil {
		return "", err
	}
	if _, err := b.quiet(ctx, after); err != nil {
		return "", err
	}
	entries, _ := b.since(0)
	ends := map[string]int{}
	for i := range entries {
		e := &entries[i]
		if !e.isTerminal() {
			continue
		}
		id := e.terminal()
		if _, ok := b.sent[id]; !ok && !b.doubled[id] {
			return "", fmt.Errorf("%s came for the id %q, which was never sent", e.msg.Type(), id)
		}
		if ends[id]++; ends[id] > 1 && !b.doubled[id] {
			return "", fmt.Errorf("%s got %d terminal messages (id %s)", wordOf(b.sent[id]), ends[id], id)
		}
	}
	return fmt.Sprintf("%s ended, each once", game.Numbered(len(ends), "action")), nil
}

func failuresSayWhy(_ context.Context, b *bench) (string, error) {
	entries, _ := b.since(0)
	n := 0
	for i := range entries {
		m, ok := entries[i].msg.(*wire.ActionFailed)
		if !ok {
			continue
		}
		n++
		kind := b.sent[m.ActionID]
		row, known := game.Lookup(kind)
		switch {
		case m.Error == "":
			return "", fmt.Errorf("%s failed without an error (id %s)", wordOf(kind), m.ActionID)
		case m.Code == "":
			return "", fmt.Errorf("%s failed without a code (id %s)", wordOf(kind), m.ActionID)
		case !slices.Contains(game.GeneralCodes(), m.Code) && known && !slices.Contains(row.Codes, m.Code):
			return "", fmt.Errorf("%s failed with code %s, which is neither a general one nor one of its row", kind, m.Code)
		}
	}
	if n == 0 {
		return "", skip("no action failed")
	}
	return game.Numbered(n, "failure") + " said why", nil
}

// endedNotRunning has an action end and a line break, so that it says something when
// it runs alone.
func endedNotRunning(ctx context.Context, b *bench) (string, error) {
	if err := b.works(ctx); err != nil {
		return "", err
	}
	if _, _, err := b.drop(ctx); err != nil {
		return "", err
	}
	return b.all(ctx, "register", "listed none", func(e *entry) (counts bool, fault error) {
		reg, ok := e.msg.(*wire.Register)
		if !ok {
			return false, nil
		}
		for _, id := range reg.Running {
			if finished(reg, id) != nil {
				return true, fmt.Errorf("a register lists the action %s in running and in finished", id)
			}
			if end, _ := b.last(0, func(t *entry) bool { return t.terminal() == id && t.At.Before(e.At) }); end != nil && !b.doubled[id] {
				return true, fmt.Errorf("a register lists %s in running, whose end was told before (id %s)", wordOf(b.sent[id]), id)
			}
		}
		return true, nil
	})
}

func ownInstanceID(ctx context.Context, b *bench) (string, error) {
	return b.all(ctx, "frame", "carried it", func(e *entry) (counts bool, fault error) {
		if e.msg == nil || isRegister(e) {
			return false, nil
		}
		if e.msg.Instance() != b.body.InstanceID {
			fault = fmt.Errorf("a %s carries the instanceId %q and the body registered as %q", e.msg.Type(), e.msg.Instance(), b.body.InstanceID)
		}
		return true, fault
	})
}

// all looks at all that came, of which there is at least a state, and counts what it
// looked at.
func (b *bench) all(ctx context.Context, noun, were string, look func(e *entry) (counts bool, fault error)) (string, error) {
	if _, err := b.fresh(ctx); err != nil {
		return "", err
	}
	entries, _ := b.since(0)
	n := 0
	for i := range entries {
		counts, fault := look(&entries[i])
		if fault != nil {
			return "", fault
		}
		if counts {
			n++
		}
	}
	return game.Numbered(n, noun) + " " + were, nil
}

const (
	// longRun is what counts as an action that runs for long.
	longRun = 5 * time.Second
	// signEvery is how often such an action has to show a sign (rule 5).
	signEvery = 60 * time.Second
)

// showsProgress looks at the gaps between the signs of every long action:
// progress, pauses, and changes of position, inventory or health.
func showsProgress(_ context.Context, b *bench) (string, error) {
	entries, _ := b.since(0)
	long := 0
	for i := range entries {
		id := actionSent(&entries[i])
		if id == "" {
			continue
		}
		ran, gap := signs(entries[i:], id)
		if gap > signEvery {
			return "", fmt.Errorf(
				"%s showed no sign for %.0f s; send action_progress every %s at least", wordOf(b.sent[id]), gap.Seconds(), signEvery,
			)
		}
		if ran > longRun {
			long++
		}
	}
	if long == 0 {
		return "", skip("no action ran longer than %s", longRun)
	}
	return fmt.Sprintf("%s ran longer than %s and showed signs often enough", game.Numbered(long, "action"), longRun), nil
}

// actionSent is the id of the action that a frame sends, "" for other frames.
func actionSent(e *entry) string {
	if e.From != FromMinehand || e.Kind != kindText {
		return ""
	}
	m, err := wire.DecodeToBody([]byte(e.Text))
	if err != nil {
		return ""
	}
	if x, ok := m.(*wire.ExecuteAction); ok {
		return x.Action.ID
	}
	return ""
}

// signs returns how long the action at the beginning of entries ran, and its
// longest time without a sign. An action that was interrupted by a broken line
// or stopped counts up to there.
func signs(entries []entry, id string) (ran, gap time.Duration) {
	begun := entries[0].At
	last := begun
	var before *game.State
	sign := func(at time.Time) { gap, last = max(gap, at.Sub(last)), at }
	for i := range entries {
		e := &entries[i]
		done := e.terminal() == id || e.Kind == kindClose || isStopFrame(e)
		switch m := e.msg.(type) {
		case *wire.ActionProgress:
			if m.ActionID == id {
				sign(e.At)
			}
		case *wire.ActionPaused, *wire.ActionResumed:
			sign(e.At)
		case *wire.StateUpdate:
			if before != nil && moved(before, &m.Data) {
				sign(e.At)
			}
			before = &m.Data
		}
		if done {
			sign(e.At)
			return e.At.Sub(begun), gap
		}
	}
	return last.Sub(begun), gap
}

func isStopFrame(e *entry) bool {
	return e.From == FromMinehand && (e.Kind == kindClose || strings.HasPrefix(e.Text, `{"type":"stop"`))
}

// moved reports whether two states differ in what counts as a sign.
func moved(a, b *game.State) bool {
	if a.Position != nil && b.Position != nil && *a.Position != *b.Position {
		return true
	}
	if a.Health != nil && b.Health != nil && *a.Health != *b.Health {
		return true
	}
	return !slices.EqualFunc(a.Inventory, b.Inventory, func(x, y game.Stack) bool {
		return x.Slot == y.Slot && x.Item == y.Item && x.Count == y.Count
	})
}

func framesReadable(ctx context.Context, b *bench) (string, error) {
	return b.all(ctx, "frame", "could be read", func(e *entry) (counts bool, fault error) {
		switch {
		case e.From != FromBody:
		case e.Kind == kindBinary:
			return true, errors.New("a binary frame came; frames are text")
		case e.Kind == kindText && e.fault != nil:
			return true, fmt.Errorf("%w: %s", e.fault, clip(e.Text, 120))
		case e.Kind == kindText:
			return true, nil
		}
		return false, nil
	})
}
