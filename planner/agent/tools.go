// SPDX-License-Identifier: MIT

package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/planner/model/prompt"
)

// outcome is what a call comes to. Nothing said: it shows after the round.
type outcome struct {
	said    string
	refused bool
	// steps are to be carried out, after a yes to the question if there is one.
	steps    []game.Step
	question string
	notices  []game.Message
	// ends: the model says that all is done; goal is the task's from then on, nil when
	// its clauses do not say what the player did. note are its own words.
	ends bool
	goal *game.Goal
	note string
}

func refuse(format string, args ...any) outcome {
	return outcome{said: fmt.Sprintf(format, args...), refused: true}
}

// arguments are the members that calls have.
type arguments struct {
	Item     string
	Count    int
	Thing    string
	Question string
	Clause   *goals.Written
	Clauses  []goals.Written
	Proofs   []string
	Note     string
}

// call makes the call of the turn at hand. The error is ctx's.
func (t *talk) call(ctx context.Context) (outcome, error) {
	var args arguments
	tool, there := calls[t.next.Tool]
	if !there {
		return refuse("There is no tool %q: use %s.", t.next.Tool, strings.Join(slices.Sorted(maps.Keys(calls)), ", ")), nil
	}
	if err := budget.ModelReply.JSON([]byte(t.next.Arguments), &args); err != nil {
		return refuse("The arguments of %s cannot be read: %s.", t.next.Tool, err), nil
	}
	out := tool(t, ctx, &args)
	return out, ctx.Err()
}

// calls are what the tools do.
var calls = map[string]func(*talk, context.Context, *arguments) outcome{
	prompt.ToolLook: func(t *talk, _ context.Context, _ *arguments) outcome {
		return outcome{said: strings.Join(t.around().Seen(), ". ")}
	},
	prompt.ToolInventory: func(t *talk, _ context.Context, _ *arguments) outcome {
		return outcome{said: t.around().Held()}
	},
	prompt.ToolHowToMake: (*talk).howToMake,
	prompt.ToolFind:      (*talk).find,
	prompt.ToolPropose: func(t *talk, ctx context.Context, args *arguments) outcome {
		return t.proposed(ctx, args.Clauses)
	},
	prompt.ToolDo: func(t *talk, ctx context.Context, args *arguments) outcome {
		if args.Clause == nil && len(args.Clauses) == 1 {
			args.Clause = &args.Clauses[0]
		}
		if args.Clause == nil {
			return refuse("do needs a clause, such as {\"clause\": {\"verb\": \"get\", \"quantity\": 3, \"item\": \"oak_log\"}}.")
		}
		return t.do(ctx, *args.Clause)
	},
	prompt.ToolAskPlayer: func(t *talk, _ context.Context, args *arguments) outcome {
		question := prompt.Clip(t.hidden.Replace(args.Question))
		switch {
		case question == "":
			return refuse("ask_player needs a question.")
		case t.req.Settings.Unattended:
			return refuse("Nobody is here to answer: decide it yourself, or finish.")
		}
		return outcome{question: t.signature() + " asks: " + question, steps: game.Steps([]game.Action{{Kind: game.OpenInventory}})}
	},
	prompt.ToolFinish: (*talk).finish,
}

func sorted(of map[string]int) []string { return slices.Sorted(maps.Keys(of)) }

// plan solves clauses as goals of their own, from what there is now.
func (t *talk) plan(ctx context.Context, clauses []goals.Written) (goals.Task, []game.Step, error) {
	req := t.req
	req.Baseline, req.Round = game.BaselineOf(&req.State), 1
	req.History = slices.DeleteFunc(slices.Clone(req.History), func(h game.Attempt) bool {
		return h.Step.Action.Kind != game.Place ||
			!slices.ContainsFunc(clauses, func(c goals.Written) bool { return c.Into != "" }) // a chest that was set down is filled
	})
	b, err := t.agent.library.Open(req)
	if err != nil {
		return goals.Task{}, nil, err
	}
	read, wrong, err := goals.Translate(b, t.req.Goal, clauses)
	if err == nil && len(wrong) > 0 {
		err = &game.FaultsError{Faults: wrong}
	}
	if err != nil {
		return goals.Task{}, nil, err
	}
	steps, err := check.Solve(ctx, b, read.Task.Subgoals)
	return read.Task, steps, err
}

// cannot is the outcome of clauses that cannot be planned.
func cannot(err error) outcome {
	if faults := (*game.FaultsError)(nil); errors.As(err, &faults) {
		return refuse("%s%s.", notDone, strings.Join(faults.Faults, "; "))
	}
	return refuse("%s%s.", notDone, strings.TrimRight(err.Error(), "."))
}

// mostTold bounds the steps that a model reads.
const mostTold = 12

// told are steps in words, with how long they take.
func told(steps []game.Step) string {
	var words []string
	seconds := 0.0
	for i := range steps {
		if seconds += steps[i].Seconds; i < mostTold {
			words = append(words, steps[i].Action.Describe())
		}
	}
	if left := len(steps) - mostTold; left > 0 {
		words = append(words, fmt.Sprintf("and %d more", left))
	}
	return fmt.Sprintf(
		"%s, about %s: %s.",
		game.Numbered(len(steps), "step"),
		game.Lasting(time.Duration(max(seconds, 1))*time.Second),
		strings.Join(words, "; "),
	)
}

func (t *talk) howToMake(ctx context.Context, args *arguments) outcome {
	wanted := []goals.Written{{Verb: string(goals.Get), Item: args.Item}}
	if args.Count > 1 {
		if err := budget.ModelReply.JSON(fmt.Append(nil, args.Count), &wanted[0].Quantity); err != nil {
			return refuse("%s.", err)
		}
	}
	return t.proposed(ctx, wanted)
}

func (t *talk) proposed(ctx context.Context, clauses []goals.Written) outcome {
	_, steps, err := t.plan(ctx, clauses)
	switch {
	case err != nil:
		return cannot(err)
	case len(steps) == 0:
		return outcome{said: "It is so already."}
	}
	return outcome{said: told(steps)}
}

// do has a clause carried out.
func (t *talk) do(ctx context.Context, clause goals.Written) outcome {
	task, steps, err := t.plan(ctx, []goals.Written{clause})
	switch {
	case err != nil:
		return cannot(err)
	case len(steps) == 0:
		return outcome{said: "It is so already."}
	}
	if wrong := slices.Concat(model.Harms(t.book, steps), model.OwnWords(t.req.Goal, t.agent.config.Chat, steps)); len(wrong) > 0 {
		return refuse("%s%s.", notDone, strings.Join(wrong, "; "))
	}
	return outcome{steps: steps, notices: task.Notices}
}

// mostFound bounds the places that a model reads.
const mostFound = 3

// find tells where a thing is seen or remembered.
func (t *talk) find(_ context.Context, args *arguments) outcome {
	name := game.Name(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(args.Thing)), " ", "_"))
	var sights []game.Sight
	if n := t.req.State.Nearby; n != nil {
		sights = slices.Concat(n.Blocks, n.Entities)
	}
	for i, k := range t.req.Known {
		if k.Kind != game.LandmarkContainer { // what is in them is not ours to take
			sights = append(
				sights,
				game.Sight{Name: k.Name, X: float64(k.At.X), Y: float64(k.At.Y), Z: float64(k.At.Z), Distance: float64(1000 + i)},
			)
		}
	}
	sights = slices.DeleteFunc(sights, func(s game.Sight) bool { return game.Name(s.Name) != name })
	slices.SortStableFunc(sights, func(a, b game.Sight) int { return cmp.Compare(a.Distance, b.Distance) })
	if len(sights) == 0 {
		return outcome{said: game.Called(name) + " is neither in view nor remembered; do with the verb find looks for it."}
	}
	var words []string
	for _, s := range sights[:min(len(sights), mostFound)] {
		words = append(words, s.At().Block().String())
	}
	return outcome{said: game.Display(name) + " at " + strings.Join(words, ", ")}
}

// finish takes the model at its word: its clauses are the task's where they say what the
// player did, and proofs decide.
func (t *talk) finish(_ context.Context, args *arguments) outcome {
	var there []string
	for i := range t.turns {
		if p := proof(&t.turns[i]); p != "" {
			there = append(there, p)
		}
	}
	for _, p := range args.Proofs {
		if p = strings.ToLower(strings.TrimSpace(p)); !slices.Contains(there, p) {
			return refuse("There is no proof %q; there are: %s.", prompt.Clip(p), cmp.Or(strings.Join(there, ", "), "none"))
		}
	}
	out := outcome{ends: true, note: prompt.Clip(args.Note)}
	if len(args.Clauses) == 0 {
		return out
	}
	read, wrong, err := goals.Translate(t.book, t.req.Goal, args.Clauses)
	switch {
	case err != nil || len(wrong) > 0:
		return out // words that say nothing prove nothing
	case len(read.Unbound) == 0:
		out.goal = &read.Task.Goal
	default:
		out.notices = []game.Message{game.Say("notice.unchecked", "by", t.signature(), "goal", read.Task.Goal.Reading,
			"why", strings.Join(read.Unbound[:min(len(read.Unbound), mostFound)], "; "))}
	}
	return out
}
