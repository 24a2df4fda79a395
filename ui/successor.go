// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// This file is what a client's call means once its body is gone: a mod may take a
// new id each time its game starts (docs/protocol, rule 14). Config.Successor has the
// rule.

func (s *Service) successor(id string) (next string, ok bool) {
	if id == "" || s.cfg.Successor == nil {
		return "", false
	}
	return s.cfg.Successor(id)
}

// follow turns the name of a body that came back under another id into that id, and
// notes the sentence that says so. Without a name it is about the active body.
func (x *exchange) follow(name *string) {
	switch next, ok := x.svc.successor(*name); {
	case ok:
		x.went = fmt.Sprintf("%s is gone: this went to %s, which came after it.", *name, next)
		*name = next
	case *name == "" && x.chosen != "" && x.active != x.chosen:
		x.went = fmt.Sprintf("%s is gone: this went to %s.", x.chosen, x.active)
	}
}

// tellWent tells every client that what one asked for went to another body.
func (s *Service) tellWent(x *exchange) {
	if x.went == "" {
		return
	}
	s.hub.publish(view.Event{Kind: view.EventNotice, Notice: &view.Notice{Message: x.went}})
}

// listedAway is how long a body that is away is listed with its tasks. They stay in the
// history.
const listedAway = 24 * time.Hour

// views are what the bodies do, but for those that are away for long.
func (t tasks) views() []orchestrator.View {
	return slices.DeleteFunc(t.of.Views(), func(v orchestrator.View) bool {
		if v.Connected {
			return false
		}
		recent := func(t orchestrator.Task) bool { return time.Since(t.Since) < listedAway }
		return !slices.ContainsFunc(v.Queue, recent) && !slices.ContainsFunc(v.Parked, recent) &&
			(v.Current == nil || !recent(*v.Current)) && (v.Last == nil || !recent(*v.Last))
	})
}

// resume goes on with a body's paused or interrupted task and with what was held. One
// that a body left which is gone goes on anew, with the body that it came back as,
// unless it would do twice what is to be done once. It
// returns a sentence where it is not the same body that goes on.
func (s *Service) resume(ctx context.Context, body, taskID string) (string, error) {
	left := s.leftFor(ctx, body, taskID)
	if left == nil {
		err := s.cfg.Tasks.Resume(ctx, body, taskID)
		if err == nil || !errors.Is(err, orchestrator.ErrNothing) || taskID != "" {
			return "", err
		}
		if left = s.leftFor(ctx, body, ""); left == nil {
			return "", err
		}
	}
	next, again := s.successor(left.Body)
	if !again && body != left.Body {
		next, again = body, true
	}
	if !again {
		err := s.cfg.Tasks.Resume(ctx, left.Body, left.ID)
		if err != nil {
			return "", err
		}
		return left.Body + " is not connected: the task goes on if it comes back under that name. To have another player do it: " +
			"/retry " + left.ID, nil
	}
	if b, there := s.cfg.Bodies.Body(left.Body); there {
		return "", view.Refuse(view.CodeNothing,
			"%s lost its connection and is waited for until %s; resume it after that, and %s goes on with it.",
			left.Body, b.Link.GraceEnds.Format("15:04:05"), next)
	}
	done, err := s.tasks.twice(ctx, left.ID)
	switch {
	case err != nil:
		return "", err
	case done != "":
		return "", view.Refuse(view.CodeConflict,
			"%s is gone. With %s the task would begin anew, and %q was done, or may have been. To have all of it done again: /retry %s.",
			left.Body, next, done, left.ID)
	}
	id, err := s.cfg.Tasks.Retry(ctx, left.ID, next)
	if err != nil {
		return "", err
	}
	along, err := s.bring(ctx, left.Body, next)
	return fmt.Sprintf("%s is gone: %q goes on with %s, as the task %s.%s", left.Body, left.Title, next, id, along), err
}

// bring takes what waits for a body that is gone to the one that goes on for it, in
// its order, and returns a sentence about it after a blank; empty for nothing.
func (s *Service) bring(ctx context.Context, gone, next string) (string, error) {
	var titles []string
	for _, t := range s.tasks.player(gone).Queue {
		if _, err := s.cfg.Tasks.Retry(ctx, t.ID, next); err != nil {
			return "", err
		}
		titles = append(titles, fmt.Sprintf("%q", t.Title))
	}
	if len(titles) == 0 {
		return "", nil
	}
	return " What waited there goes along: " + game.List(titles) + ".", nil
}

// leftFor is the interrupted task that is meant of a body that is not connected: the
// one of that id, or the newest that a body left which came back as this one.
func (s *Service) leftFor(ctx context.Context, body, taskID string) *view.Task {
	if taskID != "" {
		rec, err := s.tasks.record(ctx, taskID)
		if err != nil || rec.Task.State != view.TaskInterrupted {
			return nil
		}
		if b, there := s.cfg.Bodies.Body(rec.Task.Body); there && b.Link.State == game.LinkUp {
			return nil
		}
		return &rec.Task
	}
	var newest *view.Task
	for _, t := range s.tasks.left() {
		if next, ok := s.successor(t.Body); (t.Body == body || ok && next == body) && (newest == nil || t.Created.After(newest.Created)) {
			newest = &t
		}
	}
	return newest
}
