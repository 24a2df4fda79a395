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

// Limits of what a body may take its time for.
const (
	// soon is for everything that the protocol wants within a second, with a
	// quarter more for the machine.
	soon = 1250 * time.Millisecond
	// restWithin is rule 6's limit for coming to rest.
	restWithin = 5 * time.Second
	// timedTries is how often what has to come within a second is waited for.
	timedTries = 3
	// backWithin is how soon a body has to be back after a broken line.
	backWithin = 10 * time.Second
	// goneAfter is when a body that stays away is given up, so that the cases
	// left do not wait for it each.
	goneAfter = 20 * time.Second
	// lateStates is how many later states a version 1 body has to show a change
	// in (rule 11).
	lateStates = 3
)

// bench is what a case works with: the body and what is known of it. It belongs
// to the goroutine of Run.
type bench struct {
	*backend
	config Config
	body   Body
	// mark is where the running case began in the history.
	mark int
	// running holds the ids that were sent and have not ended.
	running map[string]bool
	// sent holds every id ever sent with its kind, doubled those that were sent
	// twice on purpose.
	sent    map[string]game.Kind
	doubled map[string]bool
	// socket is the number of the line that the newest action went out on.
	socket int
	// answered is set when an action got its terminal message; unanswered counts
	// those that did not within their limit.
	answered   bool
	unanswered int
	// gone is set when the body stayed away.
	gone bool
	// tried is how often the case at hand came too late.
	tried int
	// ground is where the body stood when it came, nil when it did not say.
	ground *game.Vec3
	// placed holds the stations that were placed near, with their places.
	placed map[string]game.Pos
	// stored lists what was put into the chest.
	stored []string
}

func newBench(s *Suite) *bench {
	return &bench{
		backend: s.backend, config: s.config,
		running: map[string]bool{}, sent: map[string]game.Kind{}, doubled: map[string]bool{}, placed: map[string]game.Pos{},
	}
}

// skipped is why a case says nothing about the body.
type skipped struct{ why string }

func (s *skipped) Error() string { return s.why }

func skip(format string, args ...any) error { return &skipped{fmt.Sprintf(format, args...)} }

// meet learns who the body is and waits for its first state.
func (b *bench) meet(ctx context.Context) error {
	reg := b.registered()
	b.body = Body{InstanceID: reg.InstanceID, Protocol: protocolOf(reg), Version: reg.Version, Actions: game.V1Kinds(), Extra: reg.Extra}
	if b.v2() {
		b.body.Name, b.body.Role, b.body.Loader = reg.Name, reg.Role, reg.Loader
		if reg.Capabilities != nil {
			b.body.Actions = reg.Capabilities.Actions
		}
	}
	present := func(e *entry) bool { return isState(e) && e.state().Data.InWorld() }
	first, _, err := b.await(ctx, 0, b.config.Wait, present)
	if err != nil {
		return b.late(ctx, err, "%s registered and sent no state_update from a world within %s: join a world", reg.InstanceID, b.config.Wait)
	}
	b.ground = first.state().Data.Position
	b.body.World = b.world()
	return b.safe()
}

// world is the id of the world that the body last named.
func (b *bench) world() string {
	e, _ := b.last(0, func(e *entry) bool { return isState(e) && e.state().Data.World != nil && e.state().Data.World.ID != "" })
	if e != nil {
		return e.state().Data.World.ID
	}
	if reg := b.registered(); reg.World != nil {
		return reg.World.ID
	}
	return ""
}

// safe fails with ErrForeignWorld when nothing may be tried out where the body
// is now.
func (b *bench) safe() error {
	const why = "%w: %s, and the cases dig, build and fight; %s"
	world := b.world()
	switch {
	case b.config.AnyWorld || strings.HasPrefix(world, WorldPrefix):
		return nil
	case world == "":
		return fmt.Errorf(why, ErrForeignWorld, "the body does not say in which world it is", "go to a world that you can spare and pass --yes")
	}
	return fmt.Errorf(why, ErrForeignWorld, fmt.Sprintf("the body is in %q", world),
		fmt.Sprintf("use a world named %s..., or pass --yes if you can spare this one", WorldPrefix))
}

func (b *bench) v2() bool { return b.body.Protocol >= game.ProtocolV2 }

func (b *bench) can(kind game.Kind) bool { return slices.Contains(b.body.Actions, kind) }

// try runs one case. The error ends the run.
func (b *bench) try(ctx context.Context, c testCase) (Verdict, error) {
	begun := time.Now()
	v := Verdict{ID: c.id, About: c.about}
	b.mark = b.len()
	said, err := b.judge(ctx, c)
	var unfit *skipped
	switch {
	case ctx.Err() != nil:
		return v, context.Cause(ctx)
	case err == nil:
		v.Result, v.Sentence = Pass, said
	case errors.As(err, &unfit):
		v.Result, v.Sentence = Skip, unfit.why
	default:
		v.Result, v.Sentence = Fail, err.Error()
	}
	if err := b.rest(ctx); err != nil && ctx.Err() != nil {
		return v, context.Cause(ctx)
	}
	if err := b.flooded(); err != nil {
		return v, err
	}
	v.Seconds = time.Since(begun).Seconds()
	entries, _ := b.since(b.mark)
	v.Frames = transcript(entries)
	return v, nil
}

// judge decides whether the case applies, and runs it.
func (b *bench) judge(ctx context.Context, c testCase) (string, error) {
	switch {
	case c.kind != "" && !b.can(c.kind):
		return "", skip("the body does not have the action %s", c.kind)
	case c.careful && b.config.Only != c.id:
		return "", skip("this crashes some mods: name it with --only %s to run it", c.id)
	}
	limit := goneAfter
	if b.gone {
		limit = time.Second
	}
	if err := b.connected(ctx, limit); err != nil {
		b.gone = true
		return "", errors.New("the body is not connected any more")
	}
	b.gone = false
	for b.tried = 0; ; b.tried++ {
		said, err := c.run(ctx, b)
		var late *lateError
		if !c.timed || !errors.As(err, &late) || b.gone || b.tried == timedTries-1 {
			return said, err
		}
		if err := b.rest(ctx); err != nil {
			return "", b.late(ctx, err, "%s, and nothing after a stop either", late.sentence)
		}
	}
}

// stop is the frame that Minehand stops this body with.
func (b *bench) stop() *wire.Stop {
	if b.v2() {
		return &wire.Stop{ID: newID()}
	}
	return &wire.Stop{}
}

// rest stops what is still running after a case (rule 6).
func (b *bench) rest(ctx context.Context) error {
	if len(b.running) == 0 {
		return nil
	}
	clear(b.running)
	ln := b.current()
	if ln == nil {
		return nil
	}
	from := b.len()
	ln.say(b.stop())
	_, _, err := b.await(ctx, from, restWithin, func(e *entry) bool {
		_, stopped := e.msg.(*wire.Stopped)
		return stopped || !b.v2() && isState(e)
	})
	return err
}

// muteAfter is how many actions in a row, from the first on, may go without an
// answer before the cases left would only wait for the same.
const muteAfter = 3

// mute fails with ErrMute when the body answers no action at all.
func (b *bench) mute() error {
	if b.answered || b.unanswered < muteAfter {
		return nil
	}
	why := "send action_complete or action_failed with the actionId of the action"
	foreign := func(e *entry) bool {
		_, sent := b.sent[e.terminal()]
		return e.isTerminal() && !sent
	}
	if e, _ := b.last(0, foreign); e != nil {
		why = fmt.Sprintf("the last %s carried the actionId %q, which is none that was sent: send back the action's own id",
			e.msg.Type(), e.terminal())
	} else if n, fault := b.unread(); n > 0 {
		why = fmt.Sprintf("%d of its frames could not be read, the last: %s", n, fault)
	}
	return fmt.Errorf("%w: %d were sent, each with %s to end; %s; the cases left were not run",
		ErrMute, b.unanswered, b.config.ActionLimit, why)
}

// leave stops what still runs when the run ends early.
func (b *bench) leave() {
	if ln := b.current(); ln != nil && len(b.running) > 0 {
		ln.say(b.stop())
	}
}

func isState(e *entry) bool { return e.state() != nil }

// now is the body's newest state; nil when it sent none.
func (b *bench) now() *game.State {
	if e, _ := b.last(0, isState); e != nil {
		return &e.state().Data
	}
	return &game.State{}
}

// fresh waits for a state that was sent after everything before it.
func (b *bench) fresh(ctx context.Context) (*game.State, error) {
	from := b.len()
	e, i, err := b.await(ctx, from, restWithin, isState)
	if err == nil && !b.v2() { // one may have been on its way
		e, _, err = b.await(ctx, i+1, restWithin, isState)
	}
	if err != nil {
		return nil, b.late(ctx, err, "the body sent no state_update for %s", restWithin)
	}
	return &e.state().Data, nil
}

// unread counts the frames that could not be read, with the last reason.
func (b *bench) unread() (n int, why error) {
	list, _ := b.since(0)
	for i := range list {
		if list[i].fault != nil {
			n, why = n+1, list[i].fault
		}
	}
	return n, why
}

// late words an await's error: errLate becomes a lateError.
func (b *bench) late(ctx context.Context, err error, format string, args ...any) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if !errors.Is(err, errLate) {
		return err
	}
	sentence := fmt.Sprintf(format, args...)
	if n, why := b.unread(); n > 0 {
		sentence += fmt.Sprintf("; %d of its frames could not be read, the last: %s", n, why)
	}
	if ln := b.current(); ln == nil {
		sentence += "; it is not connected any more"
	}
	return &lateError{sentence}
}

// quiet waits and then returns what came meanwhile.
func (b *bench) quiet(ctx context.Context, d time.Duration) ([]entry, error) {
	from := b.len()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	entries, _ := b.since(from)
	return entries, nil
}

// alive sees whether the body, after what was sent from the entry from on, still
// sends its state on the same socket.
func (b *bench) alive(ctx context.Context, socket, from int) error {
	begun := time.Now() // a state of this very moment may have been on its way
	e, _, err := b.await(ctx, from, restWithin, func(e *entry) bool {
		return (isState(e) && e.At.After(begun)) || (e.Kind == kindClose && e.Socket == socket)
	})
	switch {
	case err != nil:
		return b.late(ctx, err, "after it the body sent no state_update for %s", restWithin)
	case e.Kind == kindClose || e.Socket != socket:
		return fmt.Errorf("after it the body dropped the socket (%s)", e.Text)
	}
	return nil
}
