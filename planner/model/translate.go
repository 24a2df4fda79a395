// SPDX-License-Identifier: MIT

package model

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model/prompt"
	"github.com/minehand/minehand/planner/model/reply"
)

// translationTokens is how long a translation may be.
const translationTokens = 800

// Translate has a model put a goal that the reader cannot read into clauses, and
// plans these as the reader's own. Clauses that are not bound to the words are a
// guess, which waits for a yes. What cannot be said in clauses is planned by the model
// as Plan does, which is a guess as well. A goal of the mode low-level is the model's
// alone. Errors are those of Plan.
func (m *Model) Translate(ctx context.Context, req game.Request) (game.Plan, error) {
	b, err := m.library.Open(req)
	if err != nil {
		return game.Plan{}, err
	}
	q := m.question(b, req)
	if q.mode == game.LowLevel && req.Settings.Assist != game.AssistTranslate {
		return m.Plan(ctx, req)
	}
	plan, done, err := q.translation(ctx)
	switch {
	case ctx.Err() != nil:
		return game.Plan{Record: &q.record}, ctx.Err()
	case err != nil:
		return game.Plan{Record: &q.record}, err
	case done:
		return plan, nil
	}
	if plan, err = q.plan(ctx); err == nil {
		if plan.Guessed.Code == "" && plan.Source != game.FromBuiltin {
			plan.Guessed = game.Say("guess.unsaid", "by", q.signature(), "goal", prompt.Clip(q.req.Goal))
			plan.Notes = append(plan.Notes, plan.Guessed)
		}
		return plan, nil
	}
	return q.without(ctx, err)
}

// translated is the answer to what the words mean; Cannot is what no clause says.
type translated struct {
	Clauses []goals.Written
	Cannot  string
}

// readTranslation reads an answer. The faults are what is wrong with it, to be quoted; an answer
// without clauses has none.
func (q *question) readTranslation(raw []byte, parroted func([]goals.Written) bool, answer *translated) (faults []string, err error) {
	switch err := budget.ModelReply.JSON(raw, answer); {
	case err != nil:
		return []string{"the clauses cannot be read: " + err.Error()}, nil
	case len(answer.Clauses) == 0:
		return nil, nil
	case parroted(answer.Clauses):
		return []string{"this is an example's answer, which is for another sentence; the sentence is: " + prompt.Clip(q.req.Goal)}, nil
	}
	_, wrong, err := goals.Translate(q.book, q.req.Goal, answer.Clauses)
	if len(wrong) > 0 {
		return wrong, nil
	}
	return nil, err
}

// translation asks for the clauses, and once more quoting what is wrong with them.
// done is false when the goal is to be planned by the model instead.
func (q *question) translation(ctx context.Context) (plan game.Plan, done bool, err error) {
	if kept := q.req.Translation; kept != nil && kept.Goal == q.req.Goal {
		return q.carried(ctx, kept)
	}
	if err := q.open(ctx); err != nil {
		return game.Plan{}, false, err
	}
	if q.failedBefore() {
		return game.Plan{}, false, nil
	}
	defer func() {
		if err == nil && !done {
			q.fails()
		}
	}()
	q.record.Translated = true
	ask, req, err := q.writeTranslation()
	if err != nil {
		return game.Plan{}, false, nil // it does not fit: a plan may, and says so if not
	}
	var faults []string
	for turn := range 2 {
		if turn > 0 {
			q.record.Faults = append(q.record.Faults, faults...)
			req = q.again(req, faults)
		}
		resp, err := q.provider.Generate(ctx, req)
		q.heard(resp)
		if err != nil && !(errors.Is(err, llm.ErrEmptyReply) && resp.Truncated()) {
			return game.Plan{}, false, err
		}
		var answer translated
		raw, ok := reply.Holding(resp, "clauses")
		if !ok {
			if parsed, err := reply.Read(resp); err == nil {
				q.early = &parsed // a plan, though nobody asked for one
				return game.Plan{}, false, nil
			}
			q.record.Unread++
			faults = []string{`the answer is no JSON object with "clauses"`}
			continue
		}
		switch faults, err = q.readTranslation(raw, ask.Parroted, &answer); {
		case err != nil:
			return game.Plan{}, false, err
		case len(faults) > 0:
			continue
		case len(answer.Clauses) == 0:
			return game.Plan{}, false, nil
		}
		answer.Cannot = ""
		if raw, err = json.Marshal(answer); err != nil {
			return game.Plan{}, false, err
		}
		return q.carried(ctx, &game.Translation{Goal: q.req.Goal, By: q.signature(), Clauses: raw})
	}
	q.record.Faults = append(q.record.Faults, faults...)
	return game.Plan{}, false, nil
}

// mostFailed bounds the words that are known to fail.
const mostFailed = 256

// words names what is asked of whom.
func (q *question) words() string {
	return strings.Join(
		[]string{q.who, q.req.Settings.Model, q.book.Version.Name + q.req.Body.Extra.Mark(), strings.ToLower(prompt.Clip(q.req.Goal))},
		"\n",
	)
}

// failedBefore says that the model could not put these words into clauses before.
func (q *question) failedBefore() bool {
	q.model.mu.Lock()
	defer q.model.mu.Unlock()
	return q.model.failed[q.words()]
}

// fails notes that it could not.
func (q *question) fails() {
	q.model.mu.Lock()
	defer q.model.mu.Unlock()
	if len(q.model.failed) >= mostFailed {
		clear(q.model.failed)
	}
	q.model.failed[q.words()] = true
}

// carried is the plan of clauses that a model gave in this round or before.
func (q *question) carried(ctx context.Context, kept *game.Translation) (game.Plan, bool, error) {
	var answer struct{ Clauses []goals.Written }
	if err := json.Unmarshal(kept.Clauses, &answer); err != nil {
		return game.Plan{}, false, fmt.Errorf("the clauses that %s gave can no longer be read; send the goal again: %w", kept.By, err)
	}
	t, wrong, err := goals.Translate(q.book, q.req.Goal, answer.Clauses)
	if err != nil || len(wrong) > 0 {
		return game.Plan{}, false, err
	}
	steps, err := check.Solve(ctx, q.book, t.Task.Subgoals)
	if err != nil {
		return game.Plan{}, false, err
	}
	plan := game.Plan{
		Goal:        t.Task.Goal,
		Mode:        q.mode,
		Source:      game.FromBuiltin,
		PlannedBy:   BuiltinName + ", in the words of " + kept.By,
		Steps:       steps,
		Then:        t.Task.Next,
		Record:      &q.record,
		Translation: kept,
	}
	q.task = t.Task
	if len(t.Unbound) > 0 {
		q.guessed(&plan, t.Task.Goal, t.Unbound)
	}
	return q.presented(plan), true, nil
}

// guessed makes a plan one of a guess: without a yes what it asks for must hold, and proves nothing.
func (q *question) guessed(plan *game.Plan, goal game.Goal, unbound []string) {
	plan.Meant = &goal
	plan.Goal = game.Goal{Text: q.req.Goal, Reading: goal.Reading, Conditions: goal.Checks()}
	why := strings.Join(unbound[:min(len(unbound), mostTold)], "; ")
	plan.Guessed = game.Say("guess.taken", "by", plan.Translation.By, "goal", goal.Reading, "why", why)
	plan.Notes = []game.Message{plan.Guessed}
}

// mostTold bounds the reasons of a guess that are told.
const mostTold = 3

// writeTranslation makes the request. The schema joins the prompt where a server
// cannot bind a reply to one, so there is room for it.
func (q *question) writeTranslation() (prompt.Translation, llm.Request, error) {
	ask := prompt.Translation{Goal: q.req.Goal, Near: q.near()}
	schema := prompt.TranslationSchema()
	limit := translationTokens
	if q.context > 0 {
		limit = min(limit, q.context/4)
	}
	if q.most > 0 {
		limit = min(limit, q.most)
	}
	p := ask.Write(llm.PromptBudget(q.context, limit) - llm.EstimateTokens(string(schema.JSON)))
	if q.context > 0 && p.Tokens+llm.EstimateTokens(string(schema.JSON))+leastReply > q.context {
		return ask, llm.Request{}, &llm.Error{Kind: llm.ErrContextOverflow, Provider: q.who, Model: q.req.Settings.Model}
	}
	q.record.Prompt = p.System + "\n\n" + p.User
	temperature := cmp.Or(q.req.Settings.Temperature, q.model.config.Temperature)
	return ask, llm.Request{
		Task: llm.TaskTranslate, Model: q.req.Settings.Model, System: p.System, Prompt: p.User, Schema: schema,
		Temperature: temperature, MaxTokens: limit, Seed: q.req.Settings.Seed,
		Metadata: map[string]string{"task": q.req.TaskID, "round": fmt.Sprint(q.req.Round)},
		FromGame: q.quotesTheGame(),
		Progress: func(p llm.Progress) { q.tell(p.String()) },
	}, nil
}

// near are the names that a sentence may mean: those in it, and those that its
// unknown words are nearest to.
func (q *question) near() []string {
	out := q.names.Mentioned(q.req.Goal, mostWanted)
	const looked = 40
	lex := goals.Of(q.book.Version).Lexicon
	for i, w := range strings.Fields(strings.ToLower(q.req.Goal)) {
		if i == looked {
			break
		}
		if m, ok := lex.Closest([]string{strings.Trim(w, ".,!?;:")}, lex.Items, lex.Blocks, lex.Mobs); ok && len(m.Items) > 0 {
			out = append(out, m.Items[0])
		}
	}
	return unique(out, 2*mostWanted)
}
