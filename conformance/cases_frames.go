// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// frameCases say things oddly or wrongly and see that the body bears it.
func frameCases() []testCase {
	return []testCase{
		{id: "rule-03/id-comes-back", about: "the terminal message carries the action's id unchanged", run: idComesBack},
		{id: "rule-13/number-forms", about: "20 and 20.0 are the same number", run: numberForms},
		{id: "rule-13/unknown-fields", about: "unknown members of a frame and of an action are ignored", run: unknownFields},
		{id: "rule-13/unknown-frame", about: "a frame of an unknown type is ignored", run: unknownFrame},
		{id: "rule-13/malformed-frame", about: "frames that are no JSON, no object or untyped are survived", run: malformedFrame},
		{id: "rule-13/task-status", about: "task_status needs no answer and does no harm", on: onlyV2, run: taskStatus},
		{id: "rule-13/unknown-command", about: "a run_command that does not exist is answered by command_result with success false",
			on: onlyV2, run: unknownCommand},
		{id: "rule-13/unknown-action", about: "an action of an unknown type fails (code unsupported)", run: unknownAction},
		{id: "rule-13/bad-fields", about: "an action whose fields have the wrong types fails (code invalid)", run: badFields},
		{id: "rule-13/no-type", about: "an action without a type does not crash the game", careful: true, run: noType},
		{id: "rule-01/duplicate-id", about: "an id that is sent again after its end is survived", run: duplicateID},
	}
}

func idComesBack(ctx context.Context, b *bench) (string, error) {
	a, err := b.idle()
	if err != nil {
		return "", err
	}
	o, err := b.do(ctx, a)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s came back after %.1f s", o.id, o.took.Seconds()), nil
}

// here is goto to where the body stands, as members.
func here(b *bench) (map[string]any, error) {
	a, err := b.idle()
	if err != nil {
		return nil, err
	}
	return map[string]any{"type": string(game.Goto), "x": a.At.X, "y": a.At.Y, "z": a.At.Z}, nil
}

// rawFloat is a number that is written with a fraction: 20.0.
type rawFloat int

func (n rawFloat) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d.0", int(n)), nil }

func numberForms(ctx context.Context, b *bench) (string, error) {
	members, err := here(b)
	if err != nil {
		return "", err
	}
	for _, axis := range [...]string{"x", "y", "z"} {
		members[axis] = rawFloat(members[axis].(int))
	}
	o, err := b.doRaw(ctx, members)
	if err != nil {
		return "", err
	}
	if !o.ok() {
		return "", fmt.Errorf("goto with coordinates such as 64.0 %s", o.said())
	}
	return "goto with coordinates such as 64.0 said success", nil
}

func unknownFields(ctx context.Context, b *bench) (string, error) {
	members, err := here(b)
	if err != nil {
		return "", err
	}
	maps.Copy(members, map[string]any{"conformance": map[string]any{"list": []any{1, nil, "two"}}, "later": true, "none": nil})
	members["id"] = newID()
	action, err := json.Marshal(members)
	if err != nil {
		return "", err
	}
	before, from := b.now(), b.len()
	id := members["id"].(string)
	if err := b.send(id, game.Goto, `{"type":"execute_action","conformance":[{}],"action":`+string(action)+`}`); err != nil {
		return "", err
	}
	o, err := b.end(ctx, id, from, before)
	if err != nil {
		return "", err
	}
	if !o.ok() {
		return "", fmt.Errorf("an action with members that do not exist %s", o.said())
	}
	return "an action with members that do not exist said success", nil
}

// bears sends frames as they are and sees that nothing comes of them.
func (b *bench) bears(ctx context.Context, frames ...string) error {
	ln := b.latest()
	for _, f := range frames {
		from := b.len()
		ln.text(f)
		if err := b.alive(ctx, ln.number, from); err != nil {
			return fmt.Errorf("the frame %s: %w", clip(f, 60), err)
		}
		if e, _ := b.last(from, (*entry).isTerminal); e != nil {
			return fmt.Errorf("the frame %s was answered by %s", clip(f, 60), e.msg.Type())
		}
	}
	return b.works(ctx)
}

func unknownFrame(ctx context.Context, b *bench) (string, error) {
	if err := b.bears(ctx, `{"type":"conformance_unknown","x":1}`); err != nil {
		return "", err
	}
	return "the body went on as before", nil
}

func malformedFrame(ctx context.Context, b *bench) (string, error) {
	frames := []string{`{"type":`, `[]`, `null`, `"stop"`, `7`, `{"no":"type"}`, `{"type":null}`}
	if b.v2() { // a version 1 mod may look into the action without looking whether it is there
		frames = append(frames, `{"type":"execute_action"}`, `{"type":"execute_action","action":7}`)
	}
	if err := b.bears(ctx, frames...); err != nil {
		return "", err
	}
	return game.Numbered(len(frames), "broken frame") + " changed nothing", nil
}

func taskStatus(ctx context.Context, b *bench) (string, error) {
	ln := b.latest()
	m := &wire.TaskStatus{}
	m.TaskID, m.State, m.Step, m.Of, m.Message = "conformance", "running", 1, 2, "minehand conformance is at work"
	from := b.len()
	ln.say(m)
	if err := b.alive(ctx, ln.number, from); err != nil {
		return "", err
	}
	return "the body went on as before", nil
}

func unknownCommand(ctx context.Context, b *bench) (string, error) {
	ln, reg := b.latest(), b.registered()
	if len(reg.Commands) == 0 {
		return "", skip("the body registered no commands of its own")
	}
	id, from := newID(), b.len()
	ln.say(&wire.RunCommand{ID: id, Name: "conformance-unknown"})
	e, _, err := b.await(ctx, from, restWithin, func(e *entry) bool { m, ok := e.msg.(*wire.CommandResult); return ok && m.ID == id })
	if err != nil {
		return "", b.late(ctx, err, "no command_result came within %s", restWithin)
	}
	if e.msg.(*wire.CommandResult).Success {
		return "", fmt.Errorf("a command that does not exist was reported as done")
	}
	return "the command was refused", nil
}

// refused checks that an outcome is a failure with one of these codes; a
// version 1 body has no codes.
func (b *bench) refused(o *outcome, what string, codes ...game.Code) error {
	if o.ok() {
		return fmt.Errorf("%s said success", what)
	}
	if !b.v2() {
		return nil
	}
	for _, c := range codes {
		if o.code() == c {
			return nil
		}
	}
	return fmt.Errorf("%s %s; the code has to be %s", what, o.said(), either(codes))
}

func either(codes []game.Code) string {
	text := ""
	for i, c := range codes {
		switch {
		case i > 0 && i == len(codes)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += string(c)
	}
	return text
}

func unknownAction(ctx context.Context, b *bench) (string, error) {
	o, err := b.doRaw(ctx, map[string]any{"type": "conformance_dance"})
	if err != nil {
		return "", err
	}
	if err := b.refused(o, "an action that does not exist", game.CodeUnsupported); err != nil {
		return "", err
	}
	return o.said(), nil
}

func badFields(ctx context.Context, b *bench) (string, error) {
	wrong := []map[string]any{
		{"type": "craft", "recipe": []any{1}, "quantity": "many"},
		{"type": "smelt", "item": map[string]any{}, "quantity": -1},
	}
	if b.v2() {
		wrong = append(wrong,
			map[string]any{"type": "goto", "x": "left", "y": true, "z": nil},
			map[string]any{"type": "mine", "target": "dirt", "quantity": 0.5})
	}
	tried := 0
	for _, members := range wrong {
		kind := members["type"].(string)
		if !b.can(game.Kind(kind)) {
			continue
		}
		tried++
		o, err := b.doRaw(ctx, members)
		if err != nil {
			return "", err
		}
		if err := b.refused(o, kind+" with fields of the wrong types", game.CodeInvalid); err != nil {
			return "", err
		}
	}
	if tried == 0 {
		return "", skip("the body has none of the actions that are tried")
	}
	return fmt.Sprintf("%s with fields of the wrong types failed", game.Numbered(tried, "action")), b.works(ctx)
}

func noType(ctx context.Context, b *bench) (string, error) {
	ln, from := b.latest(), b.len()
	if _, err := b.startRaw(map[string]any{"x": 0}); err != nil {
		return "", err
	}
	if err := b.alive(ctx, ln.number, from); err != nil {
		return "", err
	}
	return "the body went on as before", b.works(ctx)
}

func duplicateID(ctx context.Context, b *bench) (string, error) {
	a, err := b.idle()
	if err != nil {
		return "", err
	}
	a.ID = newID()
	b.doubled[a.ID] = true
	if _, err := b.do(ctx, a); err != nil {
		return "", err
	}
	ln, from := b.latest(), b.len()
	if _, err := b.start(a); err != nil {
		return "", err
	}
	if err := b.alive(ctx, ln.number, from); err != nil {
		return "", err
	}
	delete(b.running, a.ID)
	return "an id that came twice did no harm", b.works(ctx)
}

// clip shortens a text to n bytes or less, for a sentence.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "..."
}
