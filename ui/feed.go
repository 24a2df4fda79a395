// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// told is what clients were last told of a body.
type told struct {
	info     game.BodyInfo
	link     game.Link // without the end of the grace, which moves while a body is away
	seq      uint64
	state    view.State
	slots    []game.Stack // never nil once they were told
	commands []view.Command
	// concern is the grade of what endangers its player, warned and warnedAt the last one
	// that clients were warned of.
	concern, warned int
	warnedAt        time.Time
	// compared: it was looked whether it is a player that went away.
	compared bool
	// task is the id of the one at hand, whose clauses are looked at.
	task string
}

// taskChanged passes on the event of a task that changed.
func (s *Service) taskChanged(e *view.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leftKnown = false
	switch t := s.at(e.Body); {
	case e.Task.State.Ended():
		s.tellClauses(e.Body, e.Task)
		delete(s.clauses, e.TaskID)
		if t.task == e.TaskID {
			t.task = ""
		}
	case e.Task.State != view.TaskQueued:
		t.task = e.TaskID
		s.tellClauses(e.Body, e.Task)
	}
	s.hub.publish(*e)
	if e.Task.State == view.TaskInterrupted {
		if next, ok := s.successor(e.Body); ok {
			s.offer(next, s.worldOf(next))
		}
	}
}

// at is what was told of a body; s.mu is held.
func (s *Service) at(body string) *told {
	t := s.seen[body]
	if t == nil {
		t = &told{}
		s.seen[body] = t
	}
	return t
}

// BodyChanged tells clients what is new of a body: its connection, its state, its
// inventory. It looks at the body itself, so that it may be called at any time.
func (s *Service) BodyChanged(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, t := &s.looked, s.seen[id]
	var there bool
	*b, there = s.cfg.Bodies.Body(id)
	if !there {
		if t != nil && t.info.ID != "" && t.link.State != game.LinkGone {
			info := bodyOf(&Body{Info: t.info, Link: game.Link{State: game.LinkGone, Since: time.Now()}})
			s.hub.publish(view.Event{Kind: view.EventBody, Body: id, Info: &info})
			s.hub.leave(id)
		}
		delete(s.seen, id)
		s.leftKnown = false
		return
	}
	t = s.at(id)
	link := b.Link
	link.GraceEnds = time.Time{}
	if link != t.link || !reflect.DeepEqual(&b.Info, &t.info) {
		t.info, t.link = b.Info, link
		v := bodyOf(b)
		s.hub.publish(view.Event{Kind: view.EventBody, Body: id, Info: &v})
	}
	if !reflect.DeepEqual(b.Commands, t.commands) {
		t.commands = b.Commands
		s.hub.publish(view.Event{Kind: view.EventCommands, Body: id, Commands: b.Commands})
	}
	if b.Snapshot.Seq != t.seq {
		t.seq = b.Snapshot.Seq
		s.reported(id, t, &b.Snapshot)
	}
	*b = Body{}
}

// reported tells what is new in a body's report; s.mu is held.
func (s *Service) reported(id string, t *told, snap *game.Snapshot) {
	t.state.At = snap.At // alone it is no news
	if s.state = s.shown(snap); !reflect.DeepEqual(&s.state, &t.state) {
		t.state = s.state
		state := s.state
		s.hub.publish(view.Event{Kind: view.EventState, Body: id, State: &state})
	}
	s.warn(id, t, snap)
	if slots := snap.State.Inventory; t.slots == nil || !slices.EqualFunc(slots, t.slots, game.Stack.Equal) {
		t.slots = slotsOf(slots)
		s.hub.publish(view.Event{Kind: view.EventInventory, Body: id, Inventory: &view.Inventory{At: snap.At, Slots: t.slots}})
	}
	if !t.compared {
		t.compared = true
		s.offer(id, s.worldOf(id))
	}
	if len(s.clauses[t.task]) == 0 { // none, or not told yet
		return
	}
	now := s.tasks.atHand(id)
	if now != nil && now.ID == t.task {
		s.tellClauses(id, now)
	}
}

// tellClauses tells what is new of a task's clauses since they were first known; s.mu is held.
func (s *Service) tellClauses(body string, now *view.Task) {
	old := s.clauses[now.ID]
	for i, c := range now.Clauses {
		if i < len(old) && (old[i].Met != c.Met || old[i].Have != c.Have || c.Met && old[i].Grade != c.Grade) {
			s.hub.publish(view.Event{Kind: view.EventClause, Body: body, TaskID: now.ID, Clause: &c})
		}
	}
	s.clauses[now.ID] = now.Clauses
}

// warnAgain is how long a player's condition that got no worse is not warned of again.
const warnAgain = 5 * time.Minute

// warn tells what endangers a player when it begins or gets worse; s.mu is held.
func (s *Service) warn(id string, t *told, snap *game.Snapshot) {
	now := s.concern(&snap.State)
	if now.Grade > t.concern && (now.Grade > t.warned || snap.At.Sub(t.warnedAt) >= warnAgain) {
		t.warned, t.warnedAt = now.Grade, snap.At
		s.hub.publish(view.Event{Kind: view.EventNotice, Body: id, Notice: &view.Notice{Message: now.Sentence, Condition: true}})
	}
	t.concern = now.Grade
}

// leaving is the body of an interrupted task that another one is to do, empty for none: the
// one that is named, else the active one, which it fills in.
func (s *Service) leaving(ctx context.Context, p *view.Retry, active string) string {
	rec, err := s.tasks.record(ctx, p.TaskID)
	if err != nil { // retrying says what is wrong with the task
		return ""
	}
	body := rec.Task.Body
	if _, there := s.cfg.Bodies.Body(body); there {
		return ""
	}
	if p.Instance == "" {
		if p.Instance = active; active == "" || active == body {
			p.Instance, _ = s.successor(body)
		}
	}
	if rec.Task.State != view.TaskInterrupted || p.Instance == "" || p.Instance == body {
		return ""
	}
	return body
}

// offer asks whether a body that came is the same player as one that is gone and
// left a task (rule 14): one that it came back as, or one in the same world, with
// nobody else in it. A version 1 mod names no world and has another id at every start
// of its game. s.mu is held.
func (s *Service) offer(id, world string) {
	if !s.leftKnown {
		s.left, s.leftKnown = s.tasks.left(), true
	}
	var left *view.Task
	for i := range s.left {
		t := &s.left[i]
		if _, there := s.cfg.Bodies.Body(t.Body); there || t.Body == id {
			continue
		}
		if next, ok := s.successor(t.Body); next != id && (ok || t.World != world || !s.alone(id, world)) {
			continue
		}
		if left == nil || t.Created.After(left.Created) {
			left = t
		}
	}
	if left == nil {
		return
	}
	s.hub.publish(view.Event{Kind: view.EventNotice, Body: id, Notice: &view.Notice{
		Message: fmt.Sprintf(
			"Is this the same player as %s, who is gone? %q was left there: /retry %s does it here.", left.Body, left.Title, left.ID,
		),
		Retry: left.ID,
	}})
}

// alone reports whether a body is the only one in a world.
func (s *Service) alone(id, world string) bool {
	return !slices.ContainsFunc(s.cfg.Bodies.List(), func(b Body) bool {
		return b.Info.ID != id &&
			(b.Snapshot.State.World == nil && world == "" || b.Snapshot.State.World != nil && b.Snapshot.State.World.ID == world)
	})
}

// worldOf is the world that a body names, empty for none.
func (s *Service) worldOf(id string) string {
	if now := s.stateOf(id); now != nil && now.World != nil {
		return now.World.ID
	}
	return ""
}

// Heard tells clients of a line of the game's chat.
func (s *Service) Heard(body string, line view.Chat) {
	s.hub.publish(view.Event{Kind: view.EventChat, Body: body, Chat: &line})
}

// Logged tells what a body wrote for its log.
func (s *Service) Logged(body, message string) {
	s.hub.publish(view.Event{Kind: view.EventLog, Body: body, Log: &view.BodyLog{Message: message}})
}

func bodyOf(b *Body) view.Body {
	v := view.Body{
		ID: b.Info.ID, Name: nameOf(b.Info), Version: b.Info.Version, Loader: b.Info.Loader, Protocol: b.Info.Protocol,
		Role: b.Info.Role, Owner: b.Info.Owner, Protects: b.Info.Protects, Actions: make([]string, len(b.Info.Actions)),
		Link: view.Link{State: b.Link.State, Since: b.Link.Since, GraceEnds: b.Link.GraceEnds, Unresponsive: b.Link.Unresponsive},
	}
	for i, k := range b.Info.Actions {
		v.Actions[i] = string(k)
	}
	if !b.Link.GraceEnds.IsZero() {
		v.Link.GraceSeconds = int(math.Round(b.Link.GraceEnds.Sub(b.Link.Since).Seconds()))
	}
	return v
}
