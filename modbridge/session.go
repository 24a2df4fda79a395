// SPDX-License-Identifier: MIT

package modbridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// Errors of a session.
var (
	// ErrGone: the session ended; the body, when it comes back, has a new one.
	ErrGone = errors.New("the body was away for too long and its session ended")
	// ErrUnresponsive: the body did not come to rest in time.
	ErrUnresponsive = errors.New("the body did not come to rest in time after it was told to stop")
)

// Session is one body over all its sockets. All methods may be called from any
// goroutine; none waits for the body but Do, Adopt, Await, Settle and Run.
type Session struct {
	srv *Server
	id  string
	// sessionID is told to version 2 bodies.
	sessionID string
	// chat bounds how fast chat lines go out.
	chat *rate.Limiter

	// complaints bounds the log lines about its frames, over all its sockets.
	complaints rate.Sometimes

	// doubted: the last state has a slot that is not believed.
	doubted atomic.Bool

	// warned is what it was warned of, over all its sockets.
	warned warned

	// frames are the last ones, for people to look at.
	frames frames

	// mu owns the rest. It is held for moments only; the server's, where both are
	// wanted, comes first.
	mu sync.Mutex

	info      game.BodyInfo
	commands  []wire.Command
	world     *game.World // as registered
	tokenHash string
	resumed   bool
	conn      *conn // nil while the line is down
	since     time.Time
	down      time.Duration // how long the line has been down
	lost      time.Time     // when it went down last
	gone      bool
	// accrued is the moment up to which the clocks below were counted.
	accrued moment

	state   *game.State // the last one, never changed in place
	seq     uint64
	newest  int // the highest number that a state had since the register
	stateAt time.Time
	heardAt moment    // of the last state
	told    bool      // it came with a result
	stated  *conn     // the last socket that reported a state
	died    time.Time // when the body was last known to be dead
	// passed is the game's time that passed between the states, by their times of day.
	passed time.Duration

	flight *flight
	// heard is a call whose action has just ended and is being followed up.
	heard *errand
	rest  rest
	ended endedIDs
	// stops counts calls of Stop.
	stops int
	owes  owing
	// asks are the last stops and cancels that a version 2 body was sent.
	asks []ask
	// orphans are actions that the body runs and nobody waits for; finished are
	// the outcomes it registered with.
	orphans  []string
	finished []wire.Finished
	// settles: the body says at register what became of its actions.
	settles bool
	// status is the line of the task at hand. untold: it was not sent yet; resting:
	// the one before was sent just now.
	status          game.TaskStatus
	untold, resting bool

	commanded asked[wire.CommandResult]
	surveys   asked[game.Surveyed]
	reports   reports
	changed   chan struct{} // closed by wake; nil while nobody waits

	// change is queued while changeQueued.
	change       notice
	changeQueued bool
	unheard      int
	stats        Stats
}

// owing is what a body gets straight after its next registered. It outlives
// the session.
type owing struct {
	// stop: everything is to be stopped.
	stop bool
	// atWork: it may still do an action that nobody waits for, and is to be
	// stopped unless it says what it does.
	atWork bool
}

// update runs f under the session's mutex after counting the clocks up to now.
func (s *Session) update(f func(now moment)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.srv.clock.read()
	s.accrue(now)
	f(now)
}

// accrue counts the time since the last call on the clocks that run.
func (s *Session) accrue(now moment) {
	dt := now.since(s.accrued)
	s.accrued = now
	if s.gone {
		return
	}
	if s.conn == nil {
		s.down += dt
	}
	if s.rest.pending {
		s.rest.spent += dt
	}
	if f := s.flight; f != nil && s.frozen(now) == "" {
		f.spent += dt
		f.quiet += dt
	}
}

// frozen returns why the clock of the action in flight stands still, "" when
// it runs (rules 5, 7, 12).
func (s *Session) frozen(now moment) string {
	switch {
	case s.conn == nil:
		return "outage"
	case s.flight != nil && s.flight.paused != "":
		return s.flight.paused
	case s.gamePaused(now) && (s.state.World.Kind == "" || s.state.World.Kind == "singleplayer"):
		return pausedGame
	case s.gamePaused(now):
		return pausedWorld
	}
	return ""
}

// The reasons while the game itself stands still: a player's own is paused by its
// screens, one with others in it by its clock alone.
const (
	pausedGame  = "game_paused"
	pausedWorld = "world_paused"
)

// gamePaused: a body says that its world is paused, or one in single-player
// fell silent, which is what a paused game looks like from outside.
func (s *Session) gamePaused(now moment) bool {
	if s.state == nil || s.state.World == nil {
		return false
	}
	w := s.state.World
	return w.Paused || w.Kind == "singleplayer" && s.srv.clock.wall(now.since(s.heardAt)) > staleState
}

// wake lets everybody look again who waits for a change.
func (s *Session) wake() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// waiting returns a channel that is closed at the next change.
func (s *Session) waiting() <-chan struct{} {
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed
}

// touch wakes waiters and tells the observer.
func (s *Session) touch() {
	s.wake()
	s.notify(noticeChanged, nil)
}

// send queues a frame for the socket, if there is one.
func (s *Session) send(m wire.ToBody) {
	if s.conn == nil {
		return
	}
	data, err := wire.Encode(m)
	if err != nil {
		s.srv.config.Logger.Error("frame not written", "body", s.id, "err", err)
		return
	}
	s.write(data)
}

// write queues a frame's text for the socket, which there is.
func (s *Session) write(data []byte) {
	s.saw(Frame{Text: data})
	s.conn.out.text(data)
}

// act queues the frame of an action; who sends it calls writeHeld of what it returns,
// without the mutex, if that is not nil.
func (s *Session) act(data []byte) *outbox {
	s.saw(Frame{Text: data})
	if s.conn.out.hold(data) {
		return s.conn.out
	}
	return nil
}

// get reads a field of the session under its mutex.
func get[T any](s *Session, field *T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *field
}

// Lost is when the line went down last, also before the session ended; zero for never.
func (s *Session) Lost() time.Time { return get(s, &s.lost) }

// ID is the body's instanceId.
func (s *Session) ID() string { return s.id }

// Info is what the body said of itself when it last registered, with whom it works for.
func (s *Session) Info() game.BodyInfo {
	info := get(s, &s.info)
	info.Actions = slices.Clone(info.Actions)
	if worksFor := s.srv.config.WorksFor; worksFor != nil && info.Owner == "" {
		info.Owner = worksFor(s.id)
	}
	return info
}

// Commands are the body's own slash commands.
func (s *Session) Commands() []wire.Command { return slices.Clone(get(s, &s.commands)) }

// Resumed reports whether the body proved with a kept resume token that it is
// the one that was connected before this process started.
func (s *Session) Resumed() bool { return get(s, &s.resumed) }

// Ends are the addresses of the body's end of the socket and of this one, nil while
// the line is down.
func (s *Session) Ends() (body, here net.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return nil, nil
	}
	return s.conn.ws.RemoteAddr(), s.conn.ws.LocalAddr()
}

// Link is how the body is connected.
func (s *Session) Link() game.Link {
	var link game.Link
	s.update(func(moment) {
		link = game.Link{State: game.LinkUp, Since: s.since, Unresponsive: s.rest.failed && s.conn != nil}
		switch {
		case s.gone:
			link.State = game.LinkGone
		case s.conn == nil:
			link.State = game.LinkDown
			link.GraceEnds = s.srv.clock.now().Add(s.srv.clock.wall(s.srv.config.Grace - s.down))
		}
	})
	return link
}

// Snapshot is the last reported state; Seq 0 means that none came yet. Its
// slices and pointers are shared and not to be changed.
func (s *Session) Snapshot() game.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshotLocked()
}

func (s *Session) snapshotLocked() game.Snapshot {
	snap := game.Snapshot{Seq: s.seq, At: s.stateAt, Told: s.told}
	if s.state != nil {
		snap.State = *s.state
	}
	return snap
}

// Await returns the first snapshot with a Seq beyond after, or ctx's error, or
// ErrGone when the session ended.
func (s *Session) Await(ctx context.Context, after uint64) (snap game.Snapshot, err error) {
	err = s.await(ctx, func() (bool, error) {
		if s.seq > after {
			snap = s.snapshotLocked()
			return true, nil
		}
		return s.gone, ErrGone
	})
	return snap, err
}

// await asks under the mutex, and again after each change, until what is asked for is there.
func (s *Session) await(ctx context.Context, ask func() (over bool, err error)) error {
	for {
		s.mu.Lock()
		over, err := ask()
		wait := s.waiting()
		s.mu.Unlock()
		if over {
			return err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// readyLocked returns nil when the body may be sent an action now, else a sentence
// that says what is missing (rule 12).
func (s *Session) readyLocked(now moment) error {
	world := s.world
	if s.state != nil {
		world = s.state.World
	}
	name := cmp.Or(s.info.Name, s.id)
	switch {
	case s.gone:
		return ErrGone
	case s.conn == nil:
		return fmt.Errorf("%s is away; waiting for it to come back", name)
	case world != nil && !world.Present:
		return fmt.Errorf("%s is in no world: join a world", name)
	case s.state == nil:
		return fmt.Errorf("%s has not reported its state yet: join a world", name)
	case s.srv.clock.wall(now.since(s.heardAt)) > staleState && s.state.World != nil && s.state.World.Kind == "singleplayer":
		return fmt.Errorf("%s is silent, so the game is paused: go back to it, open it to LAN, or press F3+P", name)
	case s.srv.clock.wall(now.since(s.heardAt)) > staleState:
		return fmt.Errorf("%s has not reported its state for %d s: join a world", name, int(s.srv.clock.wall(now.since(s.heardAt)).Seconds()))
	}
	return nil
}

// Tell hands the body the line that a mod may draw. Only the newest counts;
// version 1 bodies are not bothered.
func (s *Session) Tell(status game.TaskStatus) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
	if s.untold = true; !s.resting {
		s.tell()
	}
}

// tellEvery is the least time between two lines of a task for a body.
const tellEvery = 50 * time.Millisecond

// tell sends the newest line, and the next one no sooner than tellEvery later; s.mu
// is held.
func (s *Session) tell() {
	s.untold, s.resting = false, true
	s.sendStatus()
	time.AfterFunc(tellEvery, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.resting = false; s.untold {
			s.tell()
		}
	})
}

// Say puts a line into the chat of the body's game, beside whatever it does; to
// names the player to whom alone it is said, empty for everybody. Errors
// are those of the chat guard (rule 16); a body that is away, or of version 1, is
// not spoken through.
func (s *Session) Say(line, to string) error {
	if err := s.srv.config.Chat.Check(line); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil && s.info.Protocol >= game.ProtocolV2 {
		s.send(&wire.Say{Message: line, To: to})
	}
	return nil
}

// Refuse tells the player, once, why a wish from the game was not granted. The
// line of the task at hand stays what it is.
func (s *Session) Refuse(sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil && s.info.Protocol >= game.ProtocolV2 {
		s.send(&wire.TaskStatus{TaskStatus: game.TaskStatus{State: "error", Message: sentence}})
	}
}

func (s *Session) sendStatus() {
	if s.conn == nil || s.status == (game.TaskStatus{}) || s.info.Protocol < game.ProtocolV2 {
		return
	}
	if data, err := wire.Encode(&wire.TaskStatus{TaskStatus: s.status}); err == nil {
		s.saw(Frame{Text: data})
		s.conn.out.coalesce(data)
	}
}
