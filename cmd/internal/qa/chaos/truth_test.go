// SPDX-License-Identifier: MIT

package chaos

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// check holds what Minehand says to what is true. It runs when all is over.
func (s *stage) check() {
	g, now := &s.e.goal, s.player.truth()
	if err := s.player.sentAway(); err != nil {
		s.fault("the body was sent away for good: %v", err)
	}
	rec, ok := s.home.task(s.task)
	switch {
	case !ok:
		s.fault("no backend runs at the end")
		return
	case s.ended.IsZero():
		s.fault("the task is lost: after %s it is %s (%s; %s)", longest, rec.Task.State, rec.Task.Reason, rec.Task.Waiting)
	}
	s.record = rec
	s.checkStatus(rec)
	if s.home.silent || len(s.home.told.list()) > 0 { // what is missing was told of; or a power cut's loss
		s.checkIDs(rec)
		return
	}
	if n := g.have(s.e.start, &now.Facts) - g.count; g.batch > 0 && n > g.batch && !looted(rec.Actions) {
		s.fault("%d %s more than wanted, which is more than the batch of %d", n, g.item, g.batch)
	}
	for _, line := range now.Chat {
		if n := count(now.Chat, line); n > 1 {
			s.fault("the line %q was said %d times", line, n)
		}
	}
	if n := g.have(s.e.start, &now.Facts); g.block != "" && n > g.count {
		s.fault("%d %s stand, wanted were %d", n, g.block, g.count)
	}
	for at, n := range now.Placed {
		if n > 1 {
			s.fault("a block was placed %d times at %s", n, at)
		}
	}
	if now.Running != "" {
		s.fault("the body still works on %s, %s after the end", now.Running, restTime)
	}
	s.checkActions(rec)
	s.checkJournal(rec.Task)
}

// checkStatus holds the end of the task to the world at that moment.
func (s *stage) checkStatus(rec orchestrator.Record) {
	met := s.e.goal.met(s.e.start, &s.truth.Facts)
	switch rec.Task.State {
	case orchestrator.StateComplete:
		if !met && !claimed(&s.e.goal, rec.Actions) {
			s.fault("complete (%s), but the world holds %d", rec.Task.Reason, s.e.goal.have(s.e.start, &s.truth.Facts))
		}
	case orchestrator.StateUnverified:
		// Where a part of the journal was lost, what a block was placed by may be too.
		if s.e.goal.line == "" && len(s.home.told.list()) == 0 || !claimed(&s.e.goal, rec.Actions) {
			s.fault("unverified (%s), but no acknowledgement was lost", rec.Task.Reason)
		}
	case orchestrator.StateError:
		// A body that fell silent in the middle is told of as such (rule 6).
		if met && !strings.Contains(rec.Task.Reason, "did not come to rest") {
			s.fault("error (%s), but the goal is met", rec.Task.Reason)
		}
	case orchestrator.StateStopped:
		// What the goal needs was skipped: that ends it as a stop does.
		skipped := s.skipped && strings.Contains(rec.Task.Reason, "was skipped, and the goal needs it")
		if s.stopAt.IsZero() && !skipped && rec.Task.Reason != lostWithItsGoal {
			s.fault("stopped (%s), but nobody asked for it", rec.Task.Reason)
		}
	}
}

// looted reports whether mobs were hunted: how much they drop is chance.
func looted(actions []orchestrator.Action) bool {
	return slices.ContainsFunc(actions, func(a orchestrator.Action) bool {
		return a.Step.Action.Kind == game.Attack
	})
}

// claimed reports whether the goal is one that no state shows, a line said or a
// block placed, and stands on the body's word or on an action whose report was
// lost: the journal says so, and it is not repeated (docs/protocol, Journal and
// resume).
func claimed(g *goal, actions []orchestrator.Action) bool {
	return slices.ContainsFunc(actions, func(a orchestrator.Action) bool {
		act := &a.Step.Action
		if a.Verdict != game.Claimed {
			return false
		}
		return g.line != "" && act.Kind == game.Chat || g.block != "" && act.Kind == game.Place && act.Block == g.block
	})
}

// checkIDs holds that nothing was sent twice under one name, whatever was lost.
func (s *stage) checkIDs(rec orchestrator.Record) {
	started := s.player.executed()
	for _, id := range started {
		if count(started, id) > 1 {
			s.fault("the action %s was started twice", id)
		}
	}
	for i := range rec.Actions {
		if a := &rec.Actions[i]; rec.Task.State.Ended() && a.Open() {
			s.fault("the task has ended and its action %d (%s) has not", a.Seq, a.Step.Action.Describe())
		}
	}
}

// checkActions holds what the body started to what the journal says was sent.
func (s *stage) checkActions(rec orchestrator.Record) {
	started := s.player.executed()
	known := map[string]bool{}
	for i := range rec.Actions {
		a := &rec.Actions[i]
		if a.ID != "" && known[a.ID] {
			s.fault("the journal has the action %s twice", a.ID)
		}
		known[a.ID] = true
		if rec.Task.State.Ended() && a.Open() {
			s.fault("the task has ended and its action %d (%s) has not", a.Seq, a.Step.Action.Describe())
		}
	}
	for _, id := range started {
		if count(started, id) > 1 {
			s.fault("the action %s was started twice", id)
		}
		if !known[id] {
			s.fault("the body started %s, which is not in the journal", id)
		}
	}
}

// checkJournal asks a new process how the task ended.
func (s *stage) checkJournal(t orchestrator.Task) {
	if !t.State.Ended() {
		return
	}
	s.home.close()
	s.home.start()
	if rec, _ := s.home.task(s.task); rec.Task.State != t.State || rec.Task.Reason != t.Reason {
		s.fault("it ended %s (%s), and the journal says %s (%s)", t.State, t.Reason, rec.Task.State, rec.Task.Reason)
	}
}

func count(list []string, what string) int {
	n := 0
	for _, v := range list {
		if v == what {
			n++
		}
	}
	return n
}
