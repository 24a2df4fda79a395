// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// outcome is how an action that was sent ended.
type outcome struct {
	id   string
	kind game.Kind
	// before is the last state before the action went out.
	before *game.State
	// at is where the terminal message is in the history.
	at     int
	took   time.Duration
	result *game.Result       // of a success
	failed *wire.ActionFailed // of a failure
}

// ok reports whether the body said success.
func (o *outcome) ok() bool { return o.result != nil }

// code is the failure's code, empty for a success.
func (o *outcome) code() game.Code {
	if o.failed == nil {
		return ""
	}
	return o.failed.Code
}

// said is the outcome in words.
func (o *outcome) said() string {
	switch {
	case o.ok():
		return "said success"
	case o.failed.Code != "":
		return fmt.Sprintf("failed with code %s (%s)", o.failed.Code, o.failed.Error)
	case o.failed.Error == "":
		return "failed without a reason"
	}
	return fmt.Sprintf("failed (%s)", o.failed.Error)
}

// newID makes an action id that was never used.
func newID() string { return "conf-" + rand.Text() }

// start sends an action as Minehand does and returns its id.
func (b *bench) start(a game.Action) (string, error) {
	if a.ID == "" {
		a.ID = newID()
	}
	if err := a.Validate(); err != nil {
		return "", err
	}
	frame, err := wire.Encoder{Protocol: b.body.Protocol}.Action(&a)
	if err != nil {
		return "", err
	}
	return a.ID, b.send(a.ID, a.Kind, string(frame))
}

// startRaw sends an execute_action with these members, right or wrong.
func (b *bench) startRaw(members map[string]any) (string, error) {
	members = maps.Clone(members)
	id, _ := members["id"].(string)
	if id == "" {
		id = newID()
		members["id"] = id
	}
	kind, _ := members["type"].(string)
	action, err := json.Marshal(members)
	if err != nil {
		return "", err
	}
	return id, b.send(id, game.Kind(kind), `{"type":"execute_action","action":`+string(action)+`}`)
}

func (b *bench) send(id string, kind game.Kind, frame string) error {
	ln := b.current()
	if ln == nil {
		return fmt.Errorf("the body is not connected any more")
	}
	b.running[id] = true
	b.sent[id] = kind
	b.socket = ln.number
	ln.text(frame)
	return nil
}

// do sends an action and waits for its terminal message.
func (b *bench) do(ctx context.Context, a game.Action) (*outcome, error) {
	before, from := b.now(), b.len()
	id, err := b.start(a)
	if err != nil {
		return nil, err
	}
	return b.end(ctx, id, from, before)
}

// doRaw sends members as an action and waits for its terminal message.
func (b *bench) doRaw(ctx context.Context, members map[string]any) (*outcome, error) {
	before, from := b.now(), b.len()
	id, err := b.startRaw(members)
	if err != nil {
		return nil, err
	}
	return b.end(ctx, id, from, before)
}

// measure is do from a state that is surely the one before the action.
func (b *bench) measure(ctx context.Context, a game.Action) (*outcome, error) {
	if _, err := b.fresh(ctx); err != nil {
		return nil, err
	}
	return b.do(ctx, a)
}

// succeeds is do of an action that has to succeed, with what it is in words.
func (b *bench) succeeds(ctx context.Context, a game.Action, what string, args ...any) (*outcome, error) {
	o, err := b.do(ctx, a)
	if err == nil && !o.ok() {
		err = fmt.Errorf("%s %s", fmt.Sprintf(what, args...), o.said())
	}
	return o, err
}

// achieves is measure of an action that has to succeed.
func (b *bench) achieves(ctx context.Context, a game.Action, what string, args ...any) (*outcome, error) {
	if _, err := b.fresh(ctx); err != nil {
		return nil, err
	}
	return b.succeeds(ctx, a, what, args...)
}

// end waits for the terminal message of an action.
func (b *bench) end(ctx context.Context, id string, from int, before *game.State) (*outcome, error) {
	kind := b.sent[id]
	begun := time.Now()
	socket := b.socket
	e, i, err := b.await(ctx, from, b.config.ActionLimit, func(e *entry) bool {
		return e.terminal() == id || (e.Kind == kindClose && e.From == FromBody && e.Socket == socket)
	})
	if err != nil {
		if errors.Is(err, errLate) {
			b.unanswered++
		}
		return nil, b.late(ctx, err, "%s got no action_complete or action_failed within %s", wordOf(kind), b.config.ActionLimit)
	}
	if e.Kind == kindClose {
		return nil, fmt.Errorf("the socket closed during %s (%s)", wordOf(kind), e.Text)
	}
	delete(b.running, id)
	b.answered = true
	o := &outcome{id: id, kind: kind, before: before, at: i, took: time.Since(begun)}
	switch m := e.msg.(type) {
	case *wire.ActionComplete:
		if m.Result.Success {
			o.result = &m.Result
		} else {
			o.failed = &wire.ActionFailed{ActionID: id, Error: m.Result.Message}
		}
	case *wire.ActionFailed:
		o.failed = m
	}
	return o, nil
}

func wordOf(kind game.Kind) string {
	if kind == "" {
		return "the action"
	}
	return string(kind)
}

// shows looks for a change in the states that follow an outcome: in the result's
// own, then in the next three or for five seconds (rule 11). It returns the
// last state looked at.
func (b *bench) shows(ctx context.Context, o *outcome, there func(*game.State) bool) (*game.State, bool, error) {
	if s := o.result; s != nil && s.State != nil && there(s.State) {
		return s.State, true, nil
	}
	last, from := b.now(), o.at
	deadline := time.Now().Add(restWithin)
	for range lateStates {
		e, i, err := b.await(ctx, from+1, max(0, time.Until(deadline)), isState)
		if ctx.Err() != nil {
			return last, false, context.Cause(ctx)
		}
		if err != nil {
			break
		}
		last, from = &e.state().Data, i
		if there(last) {
			return last, true, nil
		}
	}
	return last, false, nil
}

// idle is an action that is done at once and changes nothing: going to where
// the body is.
func (b *bench) idle() (game.Action, error) {
	at, err := b.feet()
	return game.Action{Kind: game.Goto, At: &at}, err
}

// feet is where the body stands; a case that needs to know is skipped where it does not say so.
func (b *bench) feet() (game.Pos, error) {
	if p := b.now().Position; p != nil {
		return p.Feet(), nil
	}
	return game.Pos{}, skip("the body sent no position")
}

// works sees whether a harmless action ends well.
func (b *bench) works(ctx context.Context) error {
	a, err := b.idle()
	if err != nil {
		return err
	}
	if _, err := b.succeeds(ctx, a, "going to where the body stands"); err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	return nil
}

// ways are where a long walk leads, by x and z: the far ones first, for a small world may
// have the nearer ones alone.
var ways = [...][2]int{{400, 0}, {-400, 0}, {0, 400}, {0, -400}, {48, 0}, {-48, 0}, {0, 48}, {0, -48}, {24, 0}, {-24, 0}, {0, 24}, {0, -24}}

// long is an action that runs until it is stopped, as far as the body has one, or walks
// that take a while.
func (b *bench) long() ([]game.Action, error) {
	if b.can(game.Wait) {
		return []game.Action{{Kind: game.Wait, Seconds: 86_400}}, nil
	}
	here, err := b.idle()
	if err != nil {
		return nil, err
	}
	walks := make([]game.Action, len(ways))
	for i, way := range ways {
		walks[i] = here.Clone()
		walks[i].At.X, walks[i].At.Z = here.At.X+way[0], here.At.Z+way[1]
	}
	return walks, nil
}

// headway is how long a long action gets to show that it runs.
const headway = 600 * time.Millisecond

// begin starts a long action that goes on; where none does the case is skipped.
func (b *bench) begin(ctx context.Context) (string, error) {
	list, err := b.long()
	if err != nil {
		return "", err
	}
	for _, a := range list {
		from := b.len()
		id, err := b.start(a)
		if err != nil {
			return "", err
		}
		_, _, err = b.await(ctx, from, headway, func(e *entry) bool { return e.terminal() == id })
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if err != nil {
			return id, nil
		}
		delete(b.running, id)
	}
	return "", skip("no action could be kept running: %s ended within %s", list[0].Kind, headway)
}
