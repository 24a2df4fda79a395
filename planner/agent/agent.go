// SPDX-License-Identifier: MIT

package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/planner/model/prompt"
)

// The budget of one conversation when nothing else is said.
const (
	DefaultCalls  = 24
	DefaultTokens = 40_000
)

// Config holds the wishes for all conversations. Its zero value works.
type Config struct {
	// Calls and Tokens bound a conversation: calls of tools, and tokens of questions and
	// replies together. Zero means the default.
	Calls, Tokens int
	// Chat lets a model say in the game's chat what the person did not.
	Chat bool
}

// Agent plans by conversations. It may be used from any number of goroutines.
type Agent struct {
	library   *book.Library
	providers model.Providers
	config    Config
}

// New makes a planner that asks the providers and works by the library.
func New(library *book.Library, providers model.Providers, config Config) *Agent {
	config.Calls, config.Tokens = cmp.Or(max(config.Calls, 0), DefaultCalls), cmp.Or(max(config.Tokens, 0), DefaultTokens)
	return &Agent{library: library, providers: providers, config: config}
}

// ErrNoCalls: the model that was asked calls no tools, neither as such nor as JSON.
var ErrNoCalls = errors.New("the model calls no tools")

// Plan is the next turn of the conversation. Errors: ErrNoCalls before the first turn,
// *game.GaveUpError when the budget is used up or nothing new comes, *llm.Error, or
// ctx's. With an error the Plan holds the Record alone.
func (a *Agent) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if err := ctx.Err(); err != nil {
		return game.Plan{}, err
	}
	b, err := a.library.Open(req)
	if err != nil {
		return game.Plan{}, err
	}
	t := &talk{agent: a, book: b, req: req, hidden: prompt.Hide(&req), goal: game.Goal{Text: req.Goal}}
	if req.Settings.Reader != model.ReaderOff {
		if task, err := goals.Read(b, req.Goal); err == nil {
			t.goal = task.Goal
			if b.Met(task.Subgoals) {
				return game.Plan{Goal: t.goal, Mode: game.AgentMode, Source: game.FromBuiltin, PlannedBy: model.BuiltinName}, nil
			}
		}
	}
	t.continued()
	plan, err := t.turn(ctx)
	plan.Record = &t.record
	return plan, err
}

// talk is a conversation at its next turn. One goroutine.
type talk struct {
	agent  *Agent
	book   *book.Book
	req    game.Request
	hidden prompt.Hidden
	// goal is the task's as far as it was read.
	goal game.Goal
	// turns are those so far, with what came of them; next is the one at hand.
	turns []game.Turn
	next  game.Turn

	who, answered string
	record        game.Record
}

// continued takes up the turns for the words of the request.
func (t *talk) continued() {
	first := 0
	for i := range t.req.Turns {
		if t.req.Turns[i].N == 1 {
			first = i
		}
	}
	if len(t.req.Turns) > 0 && t.req.Turns[first].Goal == t.req.Goal {
		t.turns = slices.Clone(t.req.Turns[first:])
	}
	for i := range t.turns {
		if turn := &t.turns[i]; turn.Result == "" {
			turn.Result = t.shown(turn)
		}
	}
	t.next = game.Turn{N: len(t.turns) + 1, Round: t.req.Round}
	if len(t.turns) > 0 {
		t.next.Plain = t.turns[len(t.turns)-1].Plain
		return
	}
	t.next.Goal = t.req.Goal
	t.next.Opening = "The player asks: " + prompt.Clip(t.req.Goal) + "\n\nNow:\n- " + strings.Join(t.around().Seen(), "\n- ")
}

// around is what the model may read of the body and its world.
func (t *talk) around() prompt.Ask {
	return prompt.Ask{Body: t.req.Body, State: &t.req.State, Known: t.req.Known, Version: t.book.Version, Hidden: t.hidden}
}

// spent are the tokens of the turns up to one.
func (t *talk) spent(turns []game.Turn) (n int) {
	for i := range turns {
		n += turns[i].Tokens
	}
	return n
}

// turn asks for the next call and makes it.
func (t *talk) turn(ctx context.Context) (game.Plan, error) {
	if why := t.over(); why.Code != "" {
		return game.Plan{}, messages.GaveUp(why)
	}
	if err := t.ask(ctx); err != nil {
		return game.Plan{}, err
	}
	out, err := t.call(ctx)
	if err != nil {
		return game.Plan{}, err
	}
	turn := t.next
	turn.Result, turn.Refused = prompt.Clip(t.hidden.Replace(out.said)), out.refused
	plan := game.Plan{
		Goal: t.goal, Mode: game.AgentMode, Source: game.FromModel, PlannedBy: t.signature(), Turn: &turn,
		Steps: out.steps, Guess: out.question, Say: out.note, Notes: t.book.Notices(out.notices, check.Notices(t.book, out.steps)),
	}
	if out.goal != nil {
		plan.Goal = *out.goal
	}
	if !out.ends {
		plan.Then = game.Say("next.call", "call", turn.N, "calls", t.agent.config.Calls,
			"spent", t.spent(t.turns)+turn.Tokens, "tokens", t.agent.config.Tokens, "tool", turn.Tool)
	}
	return messages.Explained(plan), nil
}

// over says why the conversation has come to its end; empty when it goes on.
func (t *talk) over() (none game.Message) {
	n := len(t.turns)
	if n == 0 {
		return none
	}
	last := &t.turns[n-1]
	same := 1
	for same < n && again(&t.turns[n-1-same], last) {
		same++
	}
	switch {
	case same >= 2 && failed(last):
		return game.Say("gave-up.failed-twice", "tool", last.Tool, "result", last.Result)
	case same >= 3:
		return game.Say("gave-up.same-thrice", "tool", last.Tool)
	case n >= t.agent.config.Calls:
		return game.Say("gave-up.calls", "n", t.agent.config.Calls)
	case t.spent(t.turns) >= t.agent.config.Tokens:
		return game.Say("gave-up.tokens", "tokens", t.agent.config.Tokens)
	}
	return none
}

// again reports whether two turns are the same call with the same result.
func again(a, b *game.Turn) bool {
	return a.Tool == b.Tool && a.Arguments == b.Arguments && a.Result == b.Result
}

// notDone begins the result of a clause that was not carried out.
const notDone = "Not done: "

func failed(t *game.Turn) bool { return t.Refused || strings.HasPrefix(t.Result, notDone) }

// proof is the id by which a turn's deed is cited; empty for one that did nothing.
func proof(t *game.Turn) string {
	if t.Tool != prompt.ToolDo || failed(t) {
		return ""
	}
	return fmt.Sprintf("p%d", t.N)
}

// signature names who is asked: provider and model.
func (t *talk) signature() string {
	if name := cmp.Or(t.answered, t.req.Settings.Model); name != "" {
		return t.who + "/" + name
	}
	return cmp.Or(t.who, "the model")
}

// shown is what came of a turn whose result shows only after its round.
func (t *talk) shown(turn *game.Turn) string {
	switch turn.Tool {
	case prompt.ToolAskPlayer:
		return "The player says yes."
	case prompt.ToolFinish:
		return notDone + "the clauses are not met yet: do what is missing."
	}
	last, did, words := t.done(turn)
	switch {
	case last == nil:
		return notDone + "nothing was carried out."
	case !last.Verdict.Worked():
		why := whyNot(last)
		return notDone + fmt.Sprintf("could not %s (%s).%s", last.Step.Action.Describe(), why, words)
	}
	return "Done: " + strings.Join(did, "; ") + "." + words
}

// done is what was carried out of a turn: its last step, the steps that worked, and what was gained
// in words.
func (t *talk) done(turn *game.Turn) (last *game.Attempt, did []string, words string) {
	gained := map[string]int{}
	for i := range t.req.History {
		h := &t.req.History[i]
		if h.Round != turn.Round || h.Again {
			continue
		}
		last = h
		for item, n := range h.Gained {
			gained[item] += n
		}
		if h.Verdict.Worked() {
			did = append(did, h.Step.Action.Describe())
		}
	}
	for _, item := range sorted(gained) {
		words += ", " + game.Counted(gained[item], item)
	}
	if words != "" {
		words = " Gained: " + words[2:] + "."
	}
	return last, did, words
}

// whyNot is why an attempt did not work.
func whyNot(h *game.Attempt) string {
	if f := h.Outcome.Failure; f != nil {
		return cmp.Or(prompt.Why(f.Code, f.Message), "it failed")
	}
	if h.Verdict == game.Contradicted {
		return "the game does not show it"
	}
	return "it was skipped"
}

// message is the result of a turn as the model reads it, the same each time.
func (t *talk) message(i int) string {
	turn := &t.turns[i]
	id, same := "", ""
	if p := proof(turn); p != "" {
		id = "Proof " + p + ". "
	}
	if i > 0 && again(&t.turns[i-1], turn) {
		same = " You asked that before, and once more ends the talk: call another tool."
	}
	return fmt.Sprintf("%s%s%s (call %d of %d, %d of %d tokens)",
		id, prompt.Clip(t.hidden.Replace(turn.Result)), same, turn.N, t.agent.config.Calls, t.spent(t.turns[:i+1]), t.agent.config.Tokens)
}

// heard keeps what came of a question.
func (t *talk) heard(resp llm.Response, asked string) {
	t.next.Tokens += resp.Usage.Total()
	t.record.Calls++
	t.record.Tokens += resp.Usage.Total()
	t.record.Cost = t.record.Cost.Plus(resp.Cost)
	t.answered, t.who = cmp.Or(resp.Model, t.answered), cmp.Or(resp.Provider, t.who)
	t.record.Provider, t.record.Model, t.record.Prompt = t.who, t.answered, asked
	t.record.Reply = strings.TrimSpace(resp.Content)
	for _, c := range resp.ToolCalls { // as an object, which a script answers with when the task is played again
		t.record.Reply = strings.TrimSpace(t.record.Reply + "\n" + object(c.Name, c.Arguments))
	}
	t.record.Replies = append(t.record.Replies, t.record.Reply)
}
