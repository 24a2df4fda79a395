// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// Cluster is the other Minehands that bodies may belong to. Its methods may be called from
// any goroutine.
type Cluster interface {
	// Elsewhere says in a sentence where a body is that another Minehand has; nil where
	// none does.
	Elsewhere(body string) error
	// Since is when a body came to this Minehand, zero where it is not its own.
	Since(body string) time.Time
	// Listen has the others tell what happens to their bodies (Service.Told); Gather asks them
	// for what Service.Doing says there, a line a body. Tell tells those that listen of a body
	// that is here, and does not wait.
	Listen(on bool)
	Gather(ctx context.Context) [][]byte
	Tell(body string, event func() []byte)
	// Ask has a body's Minehand answer what it gets as Passed, and returns the answer.
	Ask(ctx context.Context, body string, call []byte) ([]byte, error)
	// Lost says in a sentence which of the others has players and did not answer the last
	// Gather, and when others may take those; empty for none.
	Lost(ctx context.Context) string
	// Doors are the others, with what lets a client of this Minehand in there.
	Doors(ctx context.Context) (view.Cluster, error)
}

// passed is a client's message on its way to the Minehand that has its body.
type passed struct {
	Client string          `json:"client,omitempty"`
	Active string          `json:"active,omitempty"`
	Call   json.RawMessage `json:"call"`
}

// since is from when on the answers about a body are kept here (replays): what was asked
// before is known by its tasks.
func (s *Service) since(body string) time.Time {
	if s.cfg.Cluster != nil {
		if came := s.cfg.Cluster.Since(body); came.After(s.begun) {
			return came
		}
	}
	return s.begun
}

func (s *Service) elsewhere(body string) error {
	if s.cfg.Cluster == nil || body == "" {
		return nil
	}
	return s.cfg.Cluster.Elsewhere(body)
}

// ofBody reports whether a call is about a body: no other is passed on, or taken so.
func (c *Call) ofBody() bool {
	_, body := c.Params.FieldByName("Instance")
	_, task := c.Params.FieldByName("TaskID")
	return body || task
}

// Guest makes a line that of a client whose own Minehand of the cluster is lost: it may do
// what that one could have done for it here, and read what all of them have.
func (l *Line) Guest() { l.guest = true }

// shut says why a guest may not make a call; nil where it may.
func (l *Line) shut(c *Call) error {
	if !l.guest || c.ofBody() || c.Guests {
		return nil
	}
	return view.Refuse(view.CodeUnavailable, "this is for pages and programs of this Minehand itself: you are here as a guest, "+
		"because your own Minehand does not answer")
}

func getCluster(ctx context.Context, x *exchange, _ view.Nothing) (c view.Cluster, err error) {
	if x.svc.cfg.Cluster == nil {
		return c, nil
	}
	if c, err = x.svc.cfg.Cluster.Doors(ctx); err != nil {
		err = view.Refuse(view.CodeUnavailable, "%v", err)
	}
	return c, err
}

// about is the body that a message names, itself or by its task; empty for none.
func (s *Service) about(ctx context.Context, m *Message) string {
	var named struct {
		Instance string `json:"instance"`
		TaskID   string `json:"taskId"`
	}
	if budget.Call.JSON(m.data, &named) != nil || named.Instance != "" || named.TaskID == "" {
		return named.Instance
	}
	rec, err := s.tasks.record(ctx, named.TaskID)
	if err != nil {
		return ""
	}
	return rec.Task.Body
}

// owners reports whether a message is for the Minehand that has its body, where it names
// the body or not. A slash command that names none is what the call is that it stands for.
func (x *exchange) owners(named bool) bool {
	if named || x.call.Name != slashCommandName {
		return x.call.ofBody() && !x.call.Anywhere
	}
	var in view.SlashCommand
	if budget.Call.JSON(x.data, &in) != nil {
		return false
	}
	r, err := command.Route(command.Catalogue(nil), in)
	if err != nil || r.Fill != command.FillNothing {
		return true // a body's own, or about its task
	}
	call, err := x.svc.find(r.Call)
	return err == nil && call.ofBody() && !call.Anywhere
}

// lookAround finds whom a message is about that names no body, where none is at this
// Minehand: the only one that there is in the cluster.
func (x *exchange) lookAround(ctx context.Context) error {
	m := x.Message
	if x.svc.cfg.Cluster == nil || m.passed || m.active != "" || len(x.svc.cfg.Bodies.List()) > 0 || !x.owners(false) ||
		x.svc.about(ctx, m) != "" {
		return nil
	}
	var there []string
	for _, p := range x.svc.Others(ctx) {
		if p.Body.Link.State != game.LinkGone && p.Body.ID != crew.Everyone {
			there = append(there, p.Body.ID)
		}
	}
	switch lost := x.svc.cfg.Cluster.Lost(ctx); {
	case len(there) == 1:
		m.active = there[0]
	case len(there) > 1:
		return fmt.Errorf("%w: %s; choose one of them first, or name it", errSeveral, game.List(there))
	case lost != "":
		m.lost = view.Refuse(view.CodeNoBody, "%s", lost)
	}
	if m.call.Name == talkCall {
		return nil // what needs a player is refused where it turns out to
	}
	return m.lost
}

// passOn has the Minehand answer that has the body of a message, when that is another.
// What all have is read here, unless it was refused because the body is not here.
func (x *exchange) passOn(ctx context.Context, refused bool) (r view.Response, ok bool) {
	m := x.Message
	// What all together are meant by is passed on once more, to whoever has them.
	again := x.meant != "" && x.meant != m.active
	if x.svc.cfg.Cluster == nil || m.passed && !again || !m.call.ofBody() {
		return r, false
	}
	body, active := x.svc.about(ctx, m), m.active
	if !refused && !x.owners(body != "") {
		return r, false
	}
	if body = cmp.Or(body, active); again {
		body, active = x.meant, x.meant
	}
	if x.svc.elsewhere(body) == nil {
		return r, false
	}
	data, err := json.Marshal(passed{m.client.id, active, m.data})
	if err == nil {
		data, err = x.svc.cfg.Cluster.Ask(ctx, body, data)
	}
	if err == nil {
		err = budget.Call.JSON(data, &r)
	}
	if err != nil {
		r = failure(m, view.Refuse(view.CodeUnavailable, "%v", err))
		if m.Type == slashCommandName {
			x.shape(&r)
		}
	}
	return r, true
}

// Passed answers a message that another Minehand of the cluster passed on to this one.
func (s *Service) Passed(ctx context.Context, data []byte) []byte {
	var p passed
	err := budget.Call.JSON(data, &p)
	l := s.Open()
	defer l.Close()
	if err == nil && p.Client != "" {
		err = l.Hello(p.Client)
	}
	m := l.Take(p.Call)
	m.active, m.chosen, m.passed = p.Active, p.Active, true
	switch {
	case m.fault != nil:
	case err != nil:
		m.fault = err
	case !m.call.ofBody():
		m.fault = view.Refuse(view.CodeInvalid, "%s is about no player, and is not passed on", m.Type)
	}
	var answer []byte
	l.Answer(ctx, m, func(r view.Response) { answer = encode(r) })
	return answer
}

// looking is how often the history is looked at for the end of a task that may be
// another Minehand's, and folding how long it may take to have heard of it.
const (
	looking = 500 * time.Millisecond
	folding = 10 * time.Second
)

// endAnywhere returns a task of whichever Minehand of the cluster once it has ended.
func (s *Service) endAnywhere(ctx context.Context, id string) (view.Task, error) {
	begun := time.Now()
	var rec view.TaskRecord
	err := again.Until(ctx, looking, func() (over bool, err error) {
		rec, err = s.tasks.record(ctx, id)
		if err != nil && codeOf(err) == view.CodeNoTask && time.Since(begun) < folding {
			return false, nil // not heard of yet
		}
		return rec.Task.State.Ended(), err
	})
	return rec.Task, err
}

// relay has the cluster's other Minehands told what happens to bodies here, and this one
// told by them while clients of its own listen, until the service is closed.
func (s *Service) relay() {
	c := s.cfg.Cluster
	ctx, end := context.WithCancel(context.Background())
	s.relaying.Go(func() {
		defer end()
		for {
			sub, err := s.Subscribe(s.hub.place())
			for err == nil {
				var n *entry
				if n, err = sub.entry(ctx); err == nil && n.event.Body != "" && !own(n.event.Kind) {
					c.Tell(n.event.Body, n.frame)
				}
			}
			if !errors.Is(err, ErrBehind) && !errors.Is(err, ErrSnapshotNeeded) {
				return
			}
		}
	})
	s.relaying.Go(func() { again.Every(ctx, listenAgain, func() { c.Listen(s.listened()) }) })
}

// own tells whether events of a kind are about what this Minehand itself has or asks.
func own(k view.EventKind) bool {
	return k == view.EventTerminal || k == view.EventPractice || k == view.EventHelper
}

// listenAgain is how often it is said that somebody listens here.
const listenAgain = time.Second

// listened reports whether clients of this Minehand listen, or may come back for what they
// missed.
func (s *Service) listened() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listeners > 0 || time.Since(s.heardUntil) < keptFor
}

// unheard reports whether other Minehands' bodies may have gone on since that event without
// a word here: nobody listened for longer than a client may stay away.
func (s *Service) unheard(since uint64) bool {
	if s.cfg.Cluster == nil {
		return false
	}
	_, last := s.hub.place()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listeners == 0 && time.Since(s.heardUntil) >= keptFor {
		s.deaf = last + 1
	}
	return since < s.deaf
}

// listen counts a client that begins to listen, or ends.
func (s *Service) listen(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners += n
	s.heardUntil = time.Now()
}

// Doing is what each body here is doing, for another Minehand: a line a body.
func (s *Service) Doing(context.Context) (lines []byte) {
	snap := s.Snapshot()
	for i := range snap.Players {
		if p := &snap.Players[i]; !s.cfg.Cluster.Since(p.Body.ID).IsZero() {
			lines = append(append(lines, encode(p)...), '\n')
		}
	}
	return lines
}

// everyone adds the players of other Minehands to those of this one.
func (s *Service) everyone(ctx context.Context, snap *view.Snapshot) {
	if s.cfg.Cluster == nil {
		return
	}
	s.cfg.Cluster.Listen(true)
	for _, p := range s.Others(ctx) {
		of := func(q view.Player) bool { return q.Body.ID == p.Body.ID }
		snap.Players = append(slices.DeleteFunc(snap.Players, of), p)
	}
	slices.SortFunc(snap.Players, func(a, b view.Player) int { return cmp.Compare(a.Body.ID, b.Body.ID) })
}

// Others are the players of other Minehands of the cluster, as those say.
func (s *Service) Others(ctx context.Context) (list []view.Player) {
	for _, line := range s.cfg.Cluster.Gather(ctx) {
		var p view.Player
		// What is here is known better.
		if budget.Call.JSON(line, &p) == nil && p.Body.ID != "" && s.cfg.Cluster.Since(p.Body.ID).IsZero() {
			list = append(list, p)
		}
	}
	return list
}

// Told takes in what another Minehand told of one of its bodies.
func (s *Service) Told(event []byte) {
	var e view.Event
	if budget.Call.JSON(event, &e) == nil && e.Body != "" && s.cfg.Cluster.Since(e.Body).IsZero() {
		s.hub.publish(e)
	}
}
