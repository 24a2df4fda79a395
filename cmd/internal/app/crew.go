// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"math"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/planner/share"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// everyone makes one body of those that are in a world together, from when it is asked for
// first.
type everyone struct {
	b       *Backend
	there   *bodies
	planner orchestrator.Planner
	running context.Context //nolint:containedctx // that of the orchestrator's run

	// beginning is held while a share is begun, so that one that is asked for again is known.
	beginning sync.Mutex

	mu   sync.Mutex
	crew *crew.Crew         // nil until it is asked for
	end  context.CancelFunc // of the crew
	// away are the members that other Minehands have.
	away map[string]awayMember
}

// Hire implements ui.Crew.
func (e *everyone) Hire() (string, bool) {
	e.gather(e.running)
	if len(crew.Together(e.members())) < 2 {
		return "", false
	}
	e.take(e.running)
	return crew.Everyone, true
}

// comeBack hires the crew that an earlier process had: its tasks go on, and what it did can
// be asked for.
func (e *everyone) comeBack(ctx context.Context) error {
	if e.b.node != nil { // watch does, whoever had it
		return nil
	}
	did, err := e.b.Orchestrator.Tasks(ctx, orchestrator.Query{Body: crew.Everyone, Limit: 1})
	if len(did) > 0 {
		e.hire()
	}
	return err
}

func (e *everyone) hire() {
	e.mu.Lock()
	if e.crew != nil {
		e.mu.Unlock()
		return
	}
	e.mu.Unlock() // New asks for the members
	ctx, end := context.WithCancel(e.running)
	c := crew.New(crew.Config{
		Tasks: e.b.Orchestrator, Members: e.members, Gather: e.gather, Split: e.split, Areas: share.Areas, Log: e.b.log,
		Submit: func(ctx context.Context, goal, call string, s crew.Share) (string, error) {
			return e.pass(ctx, &sharing{Body: s.Body, Goal: goal, Call: call, Within: s.Within})
		},
		Leave: func(ctx context.Context, body, task string) error {
			_, err := e.pass(ctx, &sharing{Body: body, Leave: task})
			return err
		},
		Over: func() bool { return ctx.Err() != nil || e.running.Err() != nil },
	})
	e.mu.Lock()
	if e.crew != nil {
		e.mu.Unlock()
		end()
		return
	}
	e.crew, e.end = c, end
	e.mu.Unlock()
	e.b.agents.Go(func() { c.Run(ctx) })
	e.b.Orchestrator.Attach(c)
	e.b.UI.BodyChanged(crew.Everyone)
}

// members are the bodies whose sessions are not over and that reported where they are, but
// for the player's own character.
func (e *everyone) members() []crew.Member {
	var list []crew.Member
	here := map[string]bool{}
	for _, b := range e.there.sessions() {
		if s := &b.Snapshot.State; b.Snapshot.Seq > 0 && s.InWorld() && b.Info.Role != "self" {
			v, err := e.b.Orchestrator.Status(b.Info.ID)
			list = append(list, crew.Member{Info: b.Info, State: *s, Busy: err != nil || v.Current != nil || len(v.Queue) > 0})
			here[b.Info.ID] = true
		}
	}
	return e.withAway(list, here)
}

// body is the crew as clients see it; not ok while nobody asked for it.
func (e *everyone) body() (ui.Body, bool) {
	e.mu.Lock()
	c := e.crew
	e.mu.Unlock()
	if c == nil {
		return ui.Body{}, false
	}
	return ui.Body{Info: c.Info(), Link: c.Link(), Snapshot: c.Snapshot()}, true
}

// split shares out by what plans of the members take.
func (e *everyone) split(ctx context.Context, item string, n int, among []crew.Member) []int {
	each := (n + len(among) - 1) / len(among)
	costs := make([]share.Cost, len(among))
	for i := range among {
		costs[i] = share.CostOf(e.seconds(ctx, &among[i], item, 1), e.seconds(ctx, &among[i], item, each), each)
	}
	return share.Split(n, costs)
}

// seconds is how long a member takes to bring so many of an item; infinite where it cannot.
func (e *everyone) seconds(ctx context.Context, m *crew.Member, item string, n int) float64 {
	plan, err := e.planner.Plan(ctx, game.Request{
		Round: 1, Goal: crew.Goal(item, n), Body: m.Info, State: m.State, Baseline: game.BaselineOf(&m.State),
		Settings: game.Settings{Provider: view.BuiltinOnly},
	})
	if err != nil {
		return math.Inf(1)
	}
	return max(game.Lasts(plan.Steps), 0.1)
}

// together plans for all bodies of a crew.
type together struct {
	orchestrator.Planner
	of *everyone
}

// Plan implements orchestrator.Planner.
func (t together) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if req.Body.ID != crew.Everyone {
		return t.Planner.Plan(ctx, req)
	}
	members := crew.Together(t.of.members())
	if len(req.Actions) > 0 || len(members) == 0 {
		return game.Plan{}, messages.Impossible(game.Say("impossible.shared.list"))
	}
	sum := req.State
	req.State = members[0].State
	one, err := t.Planner.Plan(ctx, req)
	if err != nil {
		return one, err
	}
	return share.Plan(one, &sum, req.Baseline, len(members))
}
