// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"math"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/modbridge"
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
		Tasks: e.b.Orchestrator, Members: e.members, Gather: e.gather, Split: e.split, Areas: share.Areas, Stand: e.stand, Log: e.b.log,
		Submit: func(ctx context.Context, goal, call string, s crew.Share) (string, error) {
			return e.pass(ctx, &sharing{Body: s.Body, Goal: goal, Call: call, Within: s.Within, List: s.List()})
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
	e.b.Orchestrator.Attach(lookedAt{c, e})
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
	req.Body, req.State = members[0].Info, members[0].State // who sees what stands there
	req.State.Inventory, req.State.Nearby = sum.Inventory, withAll(req.State.Nearby, members)
	one, err := t.Planner.Plan(ctx, req)
	if err != nil {
		return one, err
	}
	return share.Plan(one, &sum, req.Baseline, len(members))
}

// withAll has the first of some members see all of them, so that it is not alone.
func withAll(seen *game.Nearby, members []crew.Member) *game.Nearby {
	all := game.Nearby{}
	if seen != nil {
		all = *seen
	}
	all.Players = nil
	for _, m := range members {
		if at := m.State.Position; at != nil {
			all.Players = append(all.Players, game.Sight{Name: m.Info.Name, X: at.X, Y: at.Y, Z: at.Z})
		}
	}
	return &all
}

// lookedAt is the crew with a look of one of its members at what all of them built.
type lookedAt struct {
	*crew.Crew

	of *everyone
}

// Do implements orchestrator.Body.
func (b lookedAt) Do(ctx context.Context, call game.Call) game.Outcome {
	return b.look(ctx, &call.Action, b.Crew.Do(ctx, call))
}

// Adopt implements orchestrator.Adopter.
func (b lookedAt) Adopt(ctx context.Context, call game.Call) game.Outcome {
	return b.look(ctx, &call.Action, b.Crew.Adopt(ctx, call))
}

func (b lookedAt) look(ctx context.Context, a *game.Action, out game.Outcome) game.Outcome {
	if s := b.of.onlooker(); s != nil {
		return proven(ctx, s, a, out)
	}
	return out
}

// onlooker is a member that can look around; nil for none here.
func (e *everyone) onlooker() *modbridge.Session {
	for _, m := range crew.Together(e.members()) {
		if s, here := e.b.Bridge.Session(m.Info.ID); here && s.Info().Surveys {
			return s
		}
	}
	return nil
}

// stand are the edits that a look shows to stand.
func (e *everyone) stand(ctx context.Context, edits []game.Edit) (stand []game.Edit) {
	s := e.onlooker()
	if s == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	seen, _ := survey(ctx, s, game.CellsOf(edits)) // what it does not show is not known
	for i := range edits {
		if state, shown := seen[edits[i].Cell().In(game.Name(s.Snapshot().State.Dimension))]; shown && edits[i].Is(state) {
			stand = append(stand, edits[i])
		}
	}
	return stand
}
