package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
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
// guess: they are carried out, and prove nothing. What cannot be said in clauses
// is planned by the model as Plan does. Errors are those of Plan.
func (m *Model) Translate(ctx context.Context, req game.Request) (game.Plan, error) {
	b, err := m.library.Open(req)
	if err != nil {
		return game.Plan{}, err
	}
	q := m.question(b, req)
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
		return plan, nil
	}
	if ctx.Err() != nil {
		return game.Plan{Record: &q.record}, ctx.Err()
	}
	return q.fallBack(ctx, err)
}

// translation asks for the clauses, and once more quoting what is wrong with them.
// done is false when the goal is to be planned by the model instead.
func (q *question) translation(ctx context.Context) (plan game.Plan, done bool, err error) {
	if kept := q.model.kept(q.req); kept != nil {
		return q.carried(ctx, kept)
	}
	if err := q.open(ctx); err != nil {
		return game.Plan{}, false, err
	}
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
		if err != nil && !errors.Is(err, llm.ErrEmptyReply) {
			return game.Plan{}, false, err
		}
		var answer struct {
			Clauses []goals.Written
			Cannot  string
		}
		raw, ok := reply.Holding(resp, "clauses")
		if !ok {
			if parsed, err := reply.Read(resp); err == nil {
				q.early = &parsed // a plan, though nobody asked for one
				return game.Plan{}, false, nil
			}
			faults = []string{`the answer is no JSON object with "clauses"`}
			continue
		}
		switch err := json.Unmarshal(raw, &answer); {
		case err != nil:
			faults = []string{"the clauses cannot be read: " + err.Error()}
			continue
		case len(answer.Clauses) == 0:
			return game.Plan{}, false, nil
		case ask.Parroted(answer.Clauses):
			faults = []string{"this is an example's answer, which is for another sentence; the sentence is: " + prompt.Clip(q.req.Goal)}
			continue
		}
		_, wrong, err := goals.Translate(q.book, q.req.Goal, answer.Clauses)
		if len(wrong) > 0 {
			faults = wrong
			continue
		}
		if err != nil {
			return game.Plan{}, false, err
		}
		q.model.keep(q.req, &carriedClauses{clauses: answer.Clauses, who: q.signature()})
		return q.carried(ctx, q.model.kept(q.req))
	}
	q.record.Faults = append(q.record.Faults, faults...)
	return game.Plan{}, false, nil
}

// carried is the plan of clauses that a model gave in this round or before.
func (q *question) carried(ctx context.Context, kept *carriedClauses) (game.Plan, bool, error) {
	t, wrong, err := goals.Translate(q.book, q.req.Goal, kept.clauses)
	if err != nil || len(wrong) > 0 {
		return game.Plan{}, false, err
	}
	steps, err := check.Solve(ctx, q.book, t.Task.Subgoals)
	if err != nil {
		return game.Plan{}, false, err
	}
	plan := game.Plan{
		Goal: t.Task.Goal, Mode: q.mode, Source: game.FromBuiltin, PlannedBy: BuiltinName + ", in the words of " + kept.who, Steps: steps, Next: t.Task.Next, Record: &q.record,
	}
	q.task = t.Task
	if len(t.Unbound) > 0 {
		// A guess: what it asks for is done, and must hold, and proves nothing.
		plan.Goal = game.Goal{Text: q.req.Goal, Reading: t.Task.Goal.Reading, Conditions: t.Task.Goal.Checks()}
		plan.Notices = []string{fmt.Sprintf("%s takes this for: %s. That is a guess, so nobody can tell that it is what you meant: %s", kept.who, t.Task.Goal.Reading, strings.Join(t.Unbound[:min(len(t.Unbound), mostTold)], "; "))}
	}
	return q.withNotice(plan), true, nil
}

// mostTold bounds the reasons of a guess that are told.
const mostTold = 3

// writeTranslation makes the request. The schema joins the prompt where a server
// cannot bind a reply to one, so there is room for it.
func (q *question) writeTranslation() (prompt.Translation, llm.Request, error) {
	ask := prompt.Translation{Goal: q.req.Goal, State: &q.req.State, Version: q.book.Version, Near: q.near()}
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
	temperature := q.req.Settings.Temperature
	if temperature == nil {
		temperature = q.model.config.Temperature
	}
	return ask, llm.Request{
		Task: llm.TaskTranslate, Model: q.req.Settings.Model, System: p.System, Prompt: p.User, Schema: schema,
		Temperature: temperature, MaxTokens: limit, Seed: q.req.Settings.Seed,
		Metadata: map[string]string{"task": q.req.TaskID, "round": fmt.Sprint(q.req.Round)},
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
		if m, _, ok := lex.Closest([]string{strings.Trim(w, ".,!?;:")}, lex.Items, lex.Blocks); ok && len(m.Items) > 0 {
			out = append(out, m.Items[0])
		} else if m, _, ok := lex.ClosestMob([]string{strings.Trim(w, ".,!?;:")}); ok {
			out = append(out, m.Name)
		}
	}
	return unique(out, 2*mostWanted)
}

// carriedClauses are the clauses that a model gave for a goal.
type carriedClauses struct {
	clauses []goals.Written
	who     string
}

// mostKept bounds the tasks whose clauses are kept.
const mostKept = 256

// kept are the clauses of a task's earlier round: one task is not translated
// twice, for its clauses would change under it.
func (m *Model) kept(req game.Request) *carriedClauses {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.translated[keyOf(req)]
}

func (m *Model) keep(req game.Request, c *carriedClauses) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := keyOf(req)
	if m.translated[key] == nil {
		m.order = append(m.order, key)
	}
	m.translated[key] = c
	for len(m.order) > mostKept {
		delete(m.translated, m.order[0])
		m.order = slices.Delete(m.order, 0, 1)
	}
}

func keyOf(req game.Request) string { return req.TaskID + "\x00" + req.Goal }
