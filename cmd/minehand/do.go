// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

func newDo() *cobra.Command {
	var (
		o attachOptions
		p playOptions
	)
	cmd := &cobra.Command{
		Use:   "do GOAL",
		Short: "Have the running Minehand carry out a goal, and follow it to its end",
		Long: `Give a goal to the Minehand that runs on the port and follow it to its end. When
none runs, one is started for this goal; it waits for a body, such as Minecraft
with a mod, on the port. The exit codes are those of play.

What is said may be about what was asked for before, as in every talk: 10 more, I
meant 5, what is missing?, stop (docs/TALKING.md). An answer ends with code 0.`,
		Example: `  minehand do "get 3 diamonds"
  minehand do "10 more"
  minehand do "what is missing?"
  minehand do --practice "make a furnace"`,
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, " ")) == "" {
				return badInput(`do needs a goal, such as: minehand do "get 3 diamonds"`)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.goal = strings.TrimSpace(strings.Join(args, " "))
			return runDo(cmd, o, p)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.instance, "instance", "",
		"the instanceId of the player that does it (default: one that is in a world, else the first that registers)")
	p.goalFlags(f)
	return cmd
}

func runDo(cmd *cobra.Command, o attachOptions, p playOptions) error {
	if err := p.checkGoal(); err != nil {
		return err
	}
	return o.run(cmd, func(ctx context.Context, wish <-chan struct{}, cfg settings.Config, c *client.Client) error {
		p.body = bodyExternal
		who := newPlayer(cmd, p, settings.Config{})
		who.wish, who.cfg.Planner.Approve = wish, cfg.Planner.Approve
		g := &goalRun{player: who, talks: true, own: o.own, url: bodiesURL(o.port), client: c, started: time.Now(), quit: make(chan struct{})}
		s, err := g.play(ctx)
		if err == nil {
			err = s.err()
		}
		return cmp.Or(who.out.fault(), err)
	})
}

// statusAnswered is how words end that nothing was begun for: a question, a stop.
const statusAnswered = "answered"

// answered answers a question that needs no body, when none is there.
func (g *goalRun) answered(ctx context.Context, at *view.Snapshot) (summary, bool) {
	if g.chosen(at.Players) != "" {
		return summary{}, false
	}
	out, err := g.client.Talk(ctx, view.Talk{Text: g.goal, Ask: true})
	if err != nil || out.Kind != view.SpeechQuestion {
		return summary{}, false
	}
	return g.answer(ctx, "", out.Say), true
}

// answer is the end of words that nothing was begun for.
func (g *goalRun) answer(ctx context.Context, body, say string) summary {
	return g.summary(ctx, view.Task{Body: body, State: statusAnswered, Reason: say})
}

// say says the words to a body, and returns the task that they began or changed;
// without one it is over.
func (g *goalRun) say(ctx context.Context, body string) (task string, over summary, err error) {
	prompt := g.prompt()
	what := view.Talk{Text: prompt.Prompt, Settings: prompt.Settings, OfBody: view.OfBody{Instance: body}}
	out, err := g.client.Talk(ctx, what)
	if r := out.Reading; err == nil && out.TaskID == "" && r != nil && r.Guess != "" {
		var agreed bool
		switch agreed, err = g.agree(ctx, out.Say); {
		case err != nil:
			return "", over, err
		case !agreed:
			return "", g.unread(ctx, body, out.Say), nil
		}
		what.Accepted = r.Hash
		out, err = g.client.Talk(ctx, what)
	}
	if refused := (*view.RefusedError)(nil); errors.As(err, &refused) {
		return "", g.unread(ctx, body, game.Sentence(refused.Sentence)), nil
	}
	switch {
	case err != nil:
		return "", over, err
	case out.TaskID == "" || out.Start == "": // a yes or no is about a task of somebody else's
		return "", g.answer(ctx, body, out.Say), nil
	case out.Start != view.StartNow:
		g.view.note(out.Say)
	}
	return out.TaskID, over, nil
}
