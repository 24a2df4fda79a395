package orchestrator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// answer is a person's word on a plan.
type answer struct {
	yes bool
	all bool
	// edit replaces the plan's actions; the plan is checked and shown again.
	edit   []game.Action
	reason string
}

// approval waits for a yes where one is needed: when the task asks for it, and
// once where the game itself calls for care. It clears r.planned when the plan
// has to be made again.
func (a *agent) approval(r *run) error {
	for {
		if r.approved {
			return nil
		}
		body, state, err := a.ready(r)
		if err != nil {
			return err
		}
		care := caution(body.Info(), state)
		careful := care != "" && !a.accepted[worldID(state)+care]
		if !careful && (!r.task.Approve || a.covered(r)) {
			r.approved = true
			return nil
		}
		reason := "Waiting for your yes to the plan."
		if careful {
			reason = care
		}
		ans, err := a.answerTo(r, reason)
		if err != nil {
			return err
		}
		switch {
		case ans.edit != nil:
			if err := a.edited(r, ans.edit); err != nil || !r.planned {
				return err
			}
			continue
		case !ans.yes:
			why := "The plan was rejected."
			if ans.reason != "" {
				why = sentence("the plan was rejected: " + strings.TrimSpace(ans.reason))
			}
			return &ending{StateStopped, why}
		}
		if careful {
			a.accepted[worldID(state)+care] = true
		}
		a.mu.Lock()
		r.task.ApprovedAll = r.task.ApprovedAll || ans.all
		for i := range r.plan.Steps {
			if k := r.plan.Steps[i].Action.Kind; !slices.Contains(r.task.ApprovedKinds, k) {
				r.task.ApprovedKinds = append(slices.Clip(r.task.ApprovedKinds), k)
			}
		}
		a.mu.Unlock()
		r.approved = true
		// The world went on while the plan waited.
		if _, state, err = a.ready(r); err != nil {
			return err
		}
		if missing := missingNeed(r.plan.Steps[0].Needs, state); missing != "" {
			r.planned = false
			r.why = fmt.Sprintf("when it was approved, %s was missing", missing)
		}
		return nil
	}
}

// covered reports whether an earlier "approve this task" covers this round: it
// brings no new kind of action.
func (a *agent) covered(r *run) bool {
	if !r.task.ApprovedAll {
		return false
	}
	for i := range r.plan.Steps {
		if !slices.Contains(r.task.ApprovedKinds, r.plan.Steps[i].Action.Kind) {
			return false
		}
	}
	return true
}

// caution is what must be said and asked before the first action; empty when
// nothing (rule 12, and role self).
func caution(body game.BodyInfo, s *game.State) string {
	switch {
	case s.Hardcore:
		return "This world is hardcore: a death is final. Approve the plan to go on."
	case s.GameMode != "" && s.GameMode != "survival":
		return fmt.Sprintf("The game mode is %s, not survival: plans may not fit. Approve the plan to go on.", s.GameMode)
	case body.Role == roleSelf && s.World != nil && s.World.Kind == "server":
		return "You are on a server that may not allow helpers. Approve the plan to go on."
	}
	return ""
}

// answerTo shows the plan and waits for the answer to its revision.
func (a *agent) answerTo(r *run, reason string) (*answer, error) {
	a.mu.Lock()
	a.req.answer = nil
	a.mu.Unlock()
	if err := a.moved(r, StateAwaiting, reason); err != nil {
		return nil, err
	}
	for {
		a.mu.Lock()
		ans := a.req.answer
		a.req.answer, a.req.skip = nil, false
		err := a.interruptionLocked()
		a.mu.Unlock()
		if err != nil {
			return nil, err
		}
		if ans != nil {
			return ans, nil
		}
		select {
		case <-a.wake:
		case <-a.ctx.Done():
		}
	}
}

// edited has the planner check the person's own list of actions; the result is
// a new revision, shown again.
func (a *agent) edited(r *run, actions []game.Action) error {
	if err := a.moved(r, StatePlanning, "the plan was edited"); err != nil {
		return err
	}
	body, state, err := a.ready(r)
	if err != nil {
		return err
	}
	req := a.request(r, body, state)
	req.Goal, req.Actions = "", actions
	plan, err := a.ask(req)
	if isInterruption(err) {
		return err
	}
	if err != nil { // the old plan stays; the person sees why
		a.notice(r, sentence(err.Error()))
		return nil
	}
	plan.Goal = r.plan.Goal
	for i := range plan.Steps {
		plan.Steps[i].Source = game.FromUser
	}
	return a.adopt(r, body, plan)
}
