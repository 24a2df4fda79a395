// SPDX-License-Identifier: MIT

package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/model/prompt"
	"github.com/minehand/minehand/planner/model/reply"
)

// draft is one reply on its way to a plan.
type draft struct {
	steps []game.Step // the model's own
	goal  game.Goal
	done  []game.Step // checked and completed
	say   string
	// unread says why there is no plan in the reply; empty when there is one.
	unread string
}

// plan asks, and asks once more quoting the faults.
func (q *question) plan(ctx context.Context) (game.Plan, error) {
	if err := q.open(ctx); err != nil {
		return game.Plan{}, err
	}
	req, asked, err := q.write()
	if err != nil {
		return game.Plan{}, err
	}
	var first []game.Step
	var faults []string
	var unread string
	for turn := range 2 {
		d, wrong, err := q.turn(ctx, asked, func() (reply.Parsed, *reply.Fault, error) {
			if turn == 0 && q.early != nil {
				return *q.early, nil, nil
			}
			if turn == 0 {
				return q.asked(ctx, req)
			}
			q.tell(fmt.Sprintf("the plan has %d faults; asking %s to mend it", len(faults), q.signature()))
			return q.ask(ctx, q.again(req, faults))
		})
		if err != nil {
			return game.Plan{}, err
		}
		if len(wrong) == 0 {
			return q.finished(d, first, turn > 0), nil
		}
		first, faults, unread = d.steps, wrong, d.unread
		q.record.Faults = append(q.record.Faults, wrong...)
	}
	if unread != "" { // the faults tell a model how to write
		return game.Plan{}, messages.Faults(game.Say("fault.no-plan", "why", unread))
	}
	return game.Plan{}, &game.FaultsError{Faults: faults}
}

// turn reads one reply and checks it. The faults are for the model.
func (q *question) turn(ctx context.Context, asked prompt.Prompt, ask func() (reply.Parsed, *reply.Fault, error)) (draft, []string, error) {
	parsed, fault, err := ask()
	if err != nil {
		return draft{}, nil, err
	}
	if fault != nil {
		q.record.Unread++
		return draft{unread: fault.Wrong()}, []string{fault.Text}, nil
	}
	if parsed.Impossible != "" && parsed.Entries() == 0 {
		wrong, err := q.impossible(ctx, parsed.Impossible)
		return draft{}, wrong, err
	}
	if parroted(q.record.Reply, asked.Example) {
		return draft{}, []string{fmt.Sprintf("this is the example's answer, which is for another goal; plan this goal: %s", q.req.Goal)}, nil
	}
	body := q.req.Body
	body.Owner = q.req.Me()
	normal := reply.Env{Names: q.names, Body: body, State: &q.req.State}.Normalise(parsed)
	d := draft{steps: normal.Steps, say: parsed.Say}
	if wrong := Harms(q.book, d.steps); len(wrong) > 0 {
		return d, wrong, nil
	}
	for i := range d.steps {
		s, by := &d.steps[i], "step.model"
		if s.Because.Code != "" {
			by = "step.model.why"
		}
		s.Because = game.Say(by, "why", s.Because)
	}
	q.spell(d.steps)
	normal.Faults = append(normal.Faults, OwnWords(q.req.Goal, q.model.config.Chat, d.steps)...)
	if room, err := check.SpaceFirst(q.book, q.task.Subgoals); q.assist != game.AssistNone && err == nil && !frees(d.steps) {
		d.steps = append(room, d.steps...)
	}
	d.goal, normal.Checks = q.goal(normal.Checks)
	checked, err := q.check(ctx, d.steps, normal.Checks, len(normal.Faults) > 0)
	if err != nil {
		return d, nil, err
	}
	d.done = checked.Steps
	wrong := slices.Concat(normal.Faults, checked.Sentences())
	if q.assist == game.AssistNone && len(d.steps) > 0 { // on its own, for better or worse
		q.record.Faults = append(q.record.Faults, wrong...)
		return d, nil, nil
	}
	return d, wrong, nil
}

// frees says that a plan begins with making room itself.
func frees(steps []game.Step) bool {
	for i := range steps {
		switch steps[i].Action.Kind {
		case game.Drop, game.Deposit:
			return true
		case game.Goto, game.Place, game.OpenInventory, game.Craft: // on the way to a chest
		default:
			return false
		}
	}
	return false
}

// goal is the goal with its checks, and what the end of the plan is held
// against. Checks read from the player's own words stand; the model's only
// narrow which of several things the plan is to bring.
func (q *question) goal(model []game.Check) (game.Goal, []game.Check) {
	if q.readErr != nil {
		return game.Goal{Text: q.req.Goal, Conditions: model}, model
	}
	aim := q.task.Goal.Checks()
	for i, c := range aim {
		for _, m := range model {
			if c.Kind == game.CheckHave && len(c.Items) > 1 && slices.Contains(c.Items, m.Items[0]) {
				aim[i].Items = m.Items
			}
		}
	}
	return q.task.Goal, aim
}

// check runs the plan by the rules of its mode. With faults in the names nothing
// is completed: what is missing may be what was misnamed.
func (q *question) check(ctx context.Context, steps []game.Step, checks []game.Check, faulty bool) (check.Checked, error) {
	if q.assist != game.AssistComplete || faulty {
		c := check.Check(q.book, steps)
		if faulty {
			return c, nil
		}
		for _, k := range check.Unmet(q.book, c, checks) {
			c.Faults = append(c.Faults, check.Fault{Step: -1, Why: game.Say("fault.ends", "what", k.Say(), "why", game.Say("fault.ends.add"))})
		}
		for _, g := range check.Lacking(c, q.task.Subgoals) {
			c.Faults = append(c.Faults, check.Fault{Step: -1, Why: game.Say("fault.lacks", "what", g.Words)})
		}
		return c, nil
	}
	c, err := check.Complete(ctx, q.book, steps)
	if err != nil || len(c.Faults) > 0 {
		return c, err
	}
	c = q.walkLater(c)
	own := len(c.Steps)
	for _, g := range check.Lacking(c, q.task.Subgoals) {
		if c, err = check.Add(ctx, q.book, c, g); err != nil {
			return c, err
		}
	}
	c, err = check.Finish(ctx, q.book, c, checks, game.FromCompleting)
	for i := own; i < len(c.Steps); i++ {
		c.Steps[i].Group = cmp.Or(c.Steps[i].Group, "Reach the goal")
	}
	return c, err
}

// walkLater moves each walk to a thing behind the steps that were put between it
// and the step that is done there: what these need lies elsewhere.
func (q *question) walkLater(c check.Checked) check.Checked {
	steps := slices.Clone(c.Steps)
	moved := false
	for i := len(steps) - 1; i >= 0; i-- {
		walk := steps[i]
		if walk.Action.Kind != game.Goto || walk.Action.Target == "" || walk.Source == game.FromCompleting {
			continue
		}
		k := i + 1
		for k < len(steps) && steps[k].Source == game.FromCompleting {
			k++
		}
		if k == i+1 || k == len(steps) || steps[k].Action.Subject() != walk.Action.Target {
			continue
		}
		copy(steps[i:], steps[i+1:k])
		steps[k-1] = walk
		moved = true
	}
	if !moved {
		return c
	}
	if again := check.Check(q.book, steps); len(again.Faults) == 0 {
		return again
	}
	return c
}

// spell writes what is to be said as the goal does, where the model differs in
// capitals only.
func (q *question) spell(steps []game.Step) {
	if q.readErr != nil {
		return
	}
	for k := range q.task.Subgoals {
		for _, want := range q.task.Subgoals[k].Steps {
			for i := range steps {
				if want.Action.Kind == game.Chat && check.SameDeed(want.Action, steps[i].Action) {
					steps[i].Action.Message = want.Action.Message
				}
			}
		}
	}
}

// impossible holds the model's word against the solver. The faults say that
// there is a way after all.
func (q *question) impossible(ctx context.Context, reason string) ([]string, error) {
	why := game.Say("impossible.model", "who", q.signature(), "why", reason)
	claimed := messages.Impossible(why)
	if q.readErr != nil {
		var known *game.ImpossibleError
		if errors.As(q.readErr, &known) {
			return nil, known
		}
		return nil, claimed
	}
	steps, err := check.Solve(ctx, q.book, q.task.Subgoals)
	var known *game.ImpossibleError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &known):
		return nil, known
	case err != nil || len(steps) == 0:
		return nil, claimed
	}
	return []string{
		fmt.Sprintf("the goal is possible, though the reply says %q: a way to it begins with: %s", clipWords(reason), steps[0].Action.Describe()),
	}, nil
}

func clipWords(s string) string {
	const most = 120
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// parroted reports whether a reply names a thing of the prompt's example, which is in
// no game.
func parroted(reply string, example []game.Action) bool {
	return slices.ContainsFunc(example, func(a game.Action) bool { return strings.Contains(reply, a.Subject()) })
}

// finished signs a plan. Steps that the first reply did not have come from the
// repair.
func (q *question) finished(d draft, first []game.Step, repaired bool) game.Plan {
	p := game.Plan{Goal: d.goal, Mode: q.mode, Source: game.FromModel, PlannedBy: q.signature(), Steps: d.done, Say: d.say, Record: &q.record}
	if guess := (*game.GuessError)(nil); errors.As(q.readErr, &guess) {
		p.Guessed = game.Say("guess.planned", "by", q.signature(), "guess", guess.Guess.Say())
	}
	if repaired {
		p.Source, q.record.Repaired = game.FromRepair, true
		for i := range p.Steps {
			s := &p.Steps[i]
			if s.Source == game.FromModel && !slices.ContainsFunc(first, func(f game.Step) bool { return reflect.DeepEqual(f.Action, s.Action) }) {
				s.Source, s.Because = game.FromRepair, game.Say("step.mended")
			}
		}
	}
	return q.presented(p)
}
