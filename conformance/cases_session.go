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
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/modbridge/wire"
)

// sessionCases only listen: the register, the state, the heartbeat.
func sessionCases() []testCase {
	return []testCase{
		{id: "rule-04/register-shape",
			about: "the first frame of a socket is a register with instanceId and version, and what a version 2 body adds has the right shape",
			run:   registerShape},
		{id: "rule-04/registers-once", about: "a body registers once on a socket, and before anything else", run: registersOnce},
		{id: "rule-09/state-every-second", about: "a body in a world sends its state at least once a second", timed: true, run: stateEverySecond},
		{id: "rule-09/answers-ping", about: "a ping is answered by a pong with the same payload", run: answersPing},
		{id: "rule-12/world", about: "a version 2 body says in which world it is: present and id", on: onlyV2, run: namesWorld},
		{id: "rule-22/own-tables",
			about: "the items, recipes and tags of the body's own game that it registers with are all understood", on: onlyV2,
			run: ownTables},
		{id: "rule-13/state-shape",
			about: "position, health, hunger, inventory (slots 0-40), dimension and gameMode are there and make sense",
			run:   stateShape},
	}
}

func isRegister(e *entry) bool {
	_, ok := e.msg.(*wire.Register)
	return ok
}

func registerShape(_ context.Context, b *bench) (string, error) {
	e, _ := b.last(0, isRegister)
	var members registerMembers
	if err := budget.FirstFrame.JSON([]byte(e.Text), &members); err != nil {
		return "", fmt.Errorf("the register could not be read: %w", err)
	}
	if s, ok := members.InstanceID.(string); !ok || strings.TrimSpace(s) == "" {
		return "", fmt.Errorf("instanceId has to be a text that is not empty")
	}
	if s, ok := members.Version.(string); !ok || s == "" {
		return "", fmt.Errorf("version has to be a text such as \"1.21.5\"")
	}
	if !b.v2() {
		return fmt.Sprintf("%s registered as protocol 1", b.body.InstanceID), nil
	}
	if err := members.checkV2(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s registered as protocol 2 with %d actions", b.body.InstanceID, len(members.Capabilities.Actions)), nil
}

// registerMembers are the members of a register as they came, of whatever type.
type registerMembers struct {
	InstanceID, Version, Protocol, Role, Running, Finished any

	Capabilities *struct{ Actions []any }
}

// checkV2 names what protocol 2 asks of a register beyond protocol 1.
func (m *registerMembers) checkV2() error {
	switch {
	case m.Protocol != float64(2):
		return fmt.Errorf("protocol has to be the number 2")
	case !slices.Contains([]any{nil, "self", "companion"}, m.Role):
		return fmt.Errorf("role has to be self or companion, not %v", m.Role)
	case m.Capabilities == nil || len(m.Capabilities.Actions) == 0:
		return fmt.Errorf("capabilities.actions has to list the actions that the body has; without it only the base protocol's are sent")
	}
	for _, a := range m.Capabilities.Actions {
		name, _ := a.(string)
		if row, ok := game.Lookup(game.Kind(name)); !ok || row.Local {
			return fmt.Errorf("capabilities.actions names %v, which is no action that is sent to bodies", a)
		}
	}
	return nil
}

func ownTables(_ context.Context, b *bench) (string, error) {
	x := b.body.Extra
	if x == nil {
		return "", skip("the body sent no items, recipes or tags of its own")
	}
	e, _ := b.last(0, isRegister)
	for _, f := range wire.RegisterFaults([]byte(e.Text)) {
		if f.Code == wire.BadTables {
			return "", errors.New(f.Message)
		}
	}
	return fmt.Sprintf("%d items, %d recipes and %d tags", len(x.Items), len(x.Recipes), len(x.Tags)), nil
}

func registersOnce(ctx context.Context, b *bench) (string, error) {
	if _, err := b.quiet(ctx, 2*time.Second); err != nil {
		return "", err
	}
	entries, _ := b.since(0)
	asked := map[int]int{}
	for i := range entries {
		e := &entries[i]
		switch {
		case isRegister(e):
			asked[e.Socket]++
			if asked[e.Socket] > 1 {
				return "", fmt.Errorf("the body registered %d times on socket %d", asked[e.Socket], e.Socket)
			}
		case e.From == FromBody && e.Kind == kindText && asked[e.Socket] == 0:
			return "", fmt.Errorf("socket %d began with another frame than register", e.Socket)
		}
	}
	return fmt.Sprintf("one register on each of %s", game.Numbered(len(asked), "socket")), nil
}

func stateEverySecond(ctx context.Context, b *bench) (string, error) {
	const watch = 4 * time.Second
	begun := time.Now()
	entries, err := b.quiet(ctx, watch)
	if err != nil {
		return "", err
	}
	last, n, longest := begun, 0, time.Duration(0)
	for i := range entries {
		if isState(&entries[i]) {
			longest, last, n = max(longest, entries[i].At.Sub(last)), entries[i].At, n+1
		}
	}
	longest = max(longest, begun.Add(watch).Sub(last))
	if longest > soon {
		const why = "%.1f s passed between two state_updates (%d came in %s); a body in a world sends one a second at least"
		return "", &lateError{fmt.Sprintf(why, longest.Seconds(), n, watch)}
	}
	return fmt.Sprintf("%d state_updates in %s, at most %.1f s apart", n, watch, longest.Seconds()), nil
}

func answersPing(ctx context.Context, b *bench) (string, error) {
	ln, from := b.latest(), b.len()
	const payload = "minehand"
	ln.ping(payload)
	e, _, err := b.await(ctx, from, restWithin, func(e *entry) bool { return e.Kind == kindPong && e.Text != heartbeat })
	if err != nil {
		return "", b.late(ctx, err, "no pong came within %s", restWithin)
	}
	if e.Text != payload {
		return "", fmt.Errorf("the pong says %q and the ping said %q", e.Text, payload)
	}
	return "the pong came with the ping's payload", nil
}

func namesWorld(_ context.Context, b *bench) (string, error) {
	reg := b.registered()
	w := reg.World
	if e, _ := b.last(0, func(e *entry) bool { return isState(e) && e.state().Data.World != nil }); e != nil {
		w = e.state().Data.World
	}
	switch {
	case w == nil:
		return "", fmt.Errorf("neither the register nor a state_update has world; send {\"present\": true, \"id\": ...}")
	case !w.Present:
		return "", fmt.Errorf("world.present is false although the body sends the state of a world")
	case w.ID == "":
		return "", fmt.Errorf("world.id is empty; it tells saves and servers apart")
	case !slices.Contains([]string{"", "singleplayer", "lan", "server"}, w.Kind):
		return "", fmt.Errorf("world.kind is %q and has to be singleplayer, lan or server", w.Kind)
	}
	return fmt.Sprintf("the world is %q", w.ID), nil
}

// lexicon is what knows the names of the body's version, nil for none.
func (b *bench) lexicon() Lexicon {
	if b.config.Lexicon == nil {
		return nil
	}
	return b.config.Lexicon(b.body.Version, b.body.Extra)
}

func stateShape(ctx context.Context, b *bench) (string, error) {
	return b.all(ctx, "state_update", "well formed", func(e *entry) (counts bool, fault error) {
		if !isState(e) {
			return false, nil
		}
		if wrong := wire.StateFault(e.Text, b.v2(), b.lexicon()); wrong != "" {
			fault = errors.New(wrong)
		}
		return true, fault
	})
}
