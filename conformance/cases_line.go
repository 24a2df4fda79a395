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

// lineCases break the line.
func lineCases() []testCase {
	return []testCase{
		{id: "rule-07/reconnects", about: "after a broken line the body is back within 10 s, as itself and with its resume token",
			run: reconnects},
		{id: "rule-07/drop-during-action", about: "a line that breaks during an action is survived, and the action can be stopped",
			timed: true, run: dropDuringAction},
		{id: "rule-07/running", about: "the register after an outage lists the action that still runs", on: onlyV2, timed: true,
			run: listsRunning},
		{id: "rule-07/finished", about: "the register after an outage lists the action that ended meanwhile, with its result",
			on: onlyV2, run: listsFinished},
		{id: "harm/protected",
			about: "a body that declares protects breaks and places nothing in a protected place (code protected)", on: onlyV2,
			run: keepsPlaces},
		{id: "rule-17/comes-back", about: "a body comes back after a close code from 4000 to 4499", run: comesBack},
		{id: "rule-09/first-state", about: "a body in a world sends its state within a second after registered", timed: true, run: firstState},
	}
}

// returned waits for the next register after an index of the history.
func (b *bench) returned(ctx context.Context, from int) (*wire.Register, time.Duration, error) {
	begun := time.Now()
	e, _, err := b.await(ctx, from, goneAfter, isRegister)
	if err != nil {
		b.gone = true
		return nil, 0, b.late(ctx, err, "the body did not come back within %s", goneAfter)
	}
	took := time.Since(begun)
	if err := b.connected(ctx, restWithin); err != nil {
		return nil, 0, b.late(ctx, err, "the body came back and left again")
	}
	if took > backWithin {
		return nil, took, fmt.Errorf("the body came back after %.1f s; %s at most is asked for", took.Seconds(), backWithin)
	}
	reg := e.msg.(*wire.Register)
	if b.v2() && reg.ResumeToken != b.lastToken() {
		return reg, took, errors.New(
			"the register does not carry the resumeToken of the last registered, without which a live session is not given back")
	}
	return reg, took, nil
}

// drop cuts the line and waits for the body's return.
func (b *bench) drop(ctx context.Context) (*wire.Register, time.Duration, error) {
	ln, from := b.latest(), b.len()
	ln.cut()
	return b.returned(ctx, from)
}

func reconnects(ctx context.Context, b *bench) (string, error) {
	_, took, err := b.drop(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("back after %.1f s as %s", took.Seconds(), b.body.InstanceID), b.works(ctx)
}

func dropDuringAction(ctx context.Context, b *bench) (string, error) {
	id, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	_, took, err := b.drop(ctx)
	if err != nil {
		return "", err
	}
	ln, from := b.latest(), b.len()
	ln.say(b.stop())
	if b.v2() {
		if _, _, err := b.await(ctx, from, soon, isStopped); err != nil {
			return "", b.late(ctx, err, "after the return no stopped came within a second")
		}
	} else if _, err := b.fresh(ctx); err != nil {
		return "", err
	}
	delete(b.running, id)
	if err := b.still(ctx, id, "the return and a stop"); err != nil {
		return "", err
	}
	return fmt.Sprintf("back after %.1f s, and stopped", took.Seconds()), b.works(ctx)
}

func listsRunning(ctx context.Context, b *bench) (string, error) {
	id, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	reg, _, err := b.drop(ctx)
	if err != nil {
		return "", err
	}
	if !slices.Contains(reg.Running, id) {
		if f := finished(reg, id); f != nil && f.Result != nil && f.Result.Success {
			return "", skip("the action came to its end during the outage")
		} else if f != nil {
			return "", errors.New("the broken line ended the action: it should go on")
		}
		return "", errors.New("the register lists the action neither in running nor in finished, so it counts as lost")
	}
	ln, from := b.latest(), b.len()
	ln.say(&wire.Cancel{ActionID: id})
	if _, _, err := b.await(ctx, from, soon, func(e *entry) bool { return e.terminal() == id }); err != nil {
		return "", b.late(ctx, err, "the action that was said to run could not be cancelled within a second")
	}
	delete(b.running, id)
	return "the action went on during the outage and was listed in running", nil
}

func finished(reg *wire.Register, id string) *wire.Finished {
	for i := range reg.Finished {
		if reg.Finished[i].ActionID == id {
			return &reg.Finished[i]
		}
	}
	return nil
}

// outage is how long the line stays down so that an action ends meanwhile.
const outage = 4 * time.Second

func listsFinished(ctx context.Context, b *bench) (string, error) {
	var a game.Action
	var err error
	if a = (game.Action{Kind: game.Wait, Seconds: 2}); !b.can(game.Wait) {
		if a, err = b.idle(); err != nil {
			return "", err
		}
	}
	ln, from := b.latest(), b.len()
	id, err := b.start(a)
	if err != nil {
		return "", err
	}
	if _, err := b.quiet(ctx, 200*time.Millisecond); err != nil { // so that it arrives
		return "", err
	}
	b.refuse(true)
	ln.cut()
	_, err = b.quiet(ctx, outage)
	b.refuse(false)
	if err != nil {
		return "", err
	}
	reg, _, err := b.returned(ctx, from)
	if err != nil {
		return "", err
	}
	f := finished(reg, id)
	if f == nil && slices.Contains(reg.Running, id) {
		return "", skip("the %s of 2 s still ran after %s", a.Kind, outage)
	}
	delete(b.running, id)
	return heardOfEnd(f)
}

// heardOfEnd judges what the register tells of an action that ended during the outage.
func heardOfEnd(f *wire.Finished) (string, error) {
	switch {
	case f == nil:
		return "", errors.New("the register lists the action neither in finished nor in running, so it counts as lost")
	case f.Result == nil:
		return "", fmt.Errorf("the action is in finished without a result (%s %s)", f.Code, f.Error)
	case !f.Result.Success:
		return "", errors.New("the action is in finished and its result is no success")
	}
	return "the action that ended during the outage was listed in finished with its result", nil
}

func comesBack(ctx context.Context, b *bench) (string, error) {
	ln, from := b.latest(), b.len()
	ln.goodbye(wire.CloseTooMany, "minehand conformance tries a close code")
	_, took, err := b.returned(ctx, from)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("back after %.1f s", took.Seconds()), b.works(ctx)
}

func firstState(ctx context.Context, b *bench) (string, error) {
	if b.tried > 0 { // what this socket showed stays late: so another is asked for
		if _, _, err := b.drop(ctx); err != nil {
			return "", err
		}
	}
	ln := b.latest()
	answer, i := b.last(0, func(e *entry) bool {
		return e.Socket == ln.number && e.From == FromMinehand && e.Kind == kindText && isRegistered(e.Text)
	})
	if answer == nil {
		return "", skip("no registered was sent on this socket")
	}
	e, _, err := b.await(ctx, i, soon, func(e *entry) bool { return isState(e) && e.Socket == ln.number })
	if err != nil {
		return "", b.late(ctx, err, "no state_update came after registered")
	}
	d := e.At.Sub(answer.At)
	if d > soon {
		const why = "the first state_update came %.1f s after registered; a body in a world sends it within a second"
		return "", &lateError{fmt.Sprintf(why, d.Seconds())}
	}
	return fmt.Sprintf("the first state_update came %.2f s after registered", d.Seconds()), nil
}

func isRegistered(frame string) bool {
	m, err := wire.DecodeToBody([]byte(frame))
	if err != nil {
		return false
	}
	_, ok := m.(*wire.Registered)
	return ok
}
