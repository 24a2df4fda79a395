// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/ui/view"
)

// In a cluster the crew is a body like any other: one Minehand has it at a time, the log
// fences what it writes, and another takes it up when that is lost. Areas are reserved by
// the tasks of shares, which are in the log: only the crew's Minehand begins them.

// awayMember is a member as its Minehand told of it.
type awayMember struct {
	crew.Member
	heard time.Time
}

// take makes the crew this Minehand's, unless another has it.
func (e *everyone) take(ctx context.Context) {
	node := e.b.node
	if node == nil {
		e.hire()
		return
	}
	if !node.Free(ctx, crew.Everyone) {
		return
	}
	_, done, err := node.Take(ctx, crew.Everyone, true)
	if err != nil {
		e.b.log.Warn("all players together are not taken", "error", err)
		return
	}
	e.hire()
	done()
}

// dismiss ends the crew here, whose shares go on.
func (e *everyone) dismiss() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.crew != nil {
		e.end()
		e.crew = nil
	}
}

// sharesEach is at how many looks of watch the open tasks of all players are looked
// through for shares, which takes 25 ms where there are many.
const sharesEach = 5

// watch takes the crew over when its Minehand is lost and it has something to do, or shares
// to end, until ctx ends.
func (e *everyone) watch(ctx context.Context) {
	renew, _, _ := e.b.node.times()
	n := -1
	again.Every(ctx, renew, func() {
		n++
		if !e.b.node.Holds(crew.Everyone) && e.awaited(ctx, n%sharesEach == 0) && e.b.node.Free(ctx, crew.Everyone) {
			e.gather(ctx)
			e.take(ctx)
		}
	})
}

// awaited reports whether the crew has something to do: a task, or, where they are looked
// through, shares to end.
func (e *everyone) awaited(ctx context.Context, shares bool) bool {
	if open, err := e.b.journal.UnfinishedOf(ctx, crew.Everyone); err != nil || len(open) > 0 || !shares {
		return err == nil && len(open) > 0
	}
	left, _ := crew.Left(ctx, e.b.Orchestrator)
	return len(left) > 0
}

// gather asks the other Minehands for the members that they have.
func (e *everyone) gather(ctx context.Context) {
	if e.b.node == nil {
		return
	}
	players := e.b.UI.Others(ctx)
	now := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.away == nil {
		e.away = map[string]awayMember{}
	}
	for i := range players {
		if m, ok := memberOf(&players[i]); ok {
			e.away[m.Info.ID] = awayMember{m, now}
		} else {
			delete(e.away, players[i].Body.ID)
		}
	}
}

// withAway adds the members of other Minehands, those of a lost one for as long as they may
// take to come to another.
func (e *everyone) withAway(list []crew.Member, here map[string]bool) []crew.Member {
	if e.b.node == nil {
		return list
	}
	_, _, lost := e.b.node.times()
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, m := range e.away {
		switch {
		case here[id] || time.Since(m.heard) > lost:
			delete(e.away, id)
		default:
			list = append(list, m.Member)
		}
	}
	slices.SortFunc(list, func(a, b crew.Member) int { return cmp.Compare(a.Info.ID, b.Info.ID) })
	return list
}

// memberOf is a member as another Minehand shows it; not ok for what is none.
func memberOf(p *view.Player) (m crew.Member, ok bool) {
	b, s := &p.Body, p.State
	if s == nil || p.Inventory == nil || b.ID == crew.Everyone || b.Role == "self" || b.Link.State == game.LinkGone {
		return m, false
	}
	m.Info = game.BodyInfo{
		ID: b.ID, Name: b.Name, Version: b.Version, Loader: b.Loader, Protocol: b.Protocol, Role: b.Role, Owner: b.Owner, Protects: b.Protects,
	}
	for _, k := range b.Actions {
		m.Info.Actions = append(m.Info.Actions, game.Kind(k))
	}
	m.State = game.State{
		Position: s.Position, Health: s.Health, Hunger: s.Hunger, Saturation: s.Saturation, Oxygen: s.Oxygen, Dimension: s.Dimension,
		GameMode: s.GameMode, Hardcore: s.Hardcore, World: s.World, HeldItem: s.HeldItem, Armor: s.Armor, Time: s.Time, Weather: s.Weather,
		Biome: s.Biome, Nearby: s.Nearby, Inventory: p.Inventory.Slots,
	}
	m.Busy = p.Current != nil || len(p.Queue) > 0
	return m, m.State.InWorld()
}

// sharing is what the crew asks of the Minehand that has a member: to begin a share, or to
// end one.
type sharing struct {
	Body string `json:"body"`
	// Epoch is that of the crew: an earlier one's is refused.
	Epoch  uint64        `json:"epoch"`
	Goal   string        `json:"goal,omitempty"`
	Call   string        `json:"call,omitempty"`
	Within *game.Area    `json:"within,omitempty"`
	List   []game.Action `json:"list,omitempty"`
	Leave  string        `json:"leave,omitempty"` // a task
}

// sharingCall is how it is passed on, and sharingAnswer what comes back.
type (
	sharingCall struct {
		Share *sharing `json:"share"`
	}
	sharingAnswer struct {
		Task  string `json:"task,omitempty"`
		Error string `json:"error,omitempty"`
		// Moved: whether it was done is not known here, as something has changed hands.
		Moved bool `json:"moved,omitempty"`
	}
)

// sharingLimit is how long it may take to begin a share or to end one.
const sharingLimit = 5 * time.Second

// pass has the Minehand that has a member do it.
func (e *everyone) pass(ctx context.Context, s *sharing) (task string, err error) {
	ctx, cancel := context.WithTimeout(ctx, sharingLimit)
	defer cancel()
	node := e.b.node
	if node == nil {
		return e.do(ctx, s)
	}
	if s.Epoch = node.Epoch(crew.Everyone); s.Epoch == 0 {
		return "", fmt.Errorf("%w: all players together are not this Minehand's any more", crew.ErrUnsure)
	}
	if node.Holds(s.Body) {
		return e.fenced(ctx, s)
	}
	data, err := json.Marshal(sharingCall{s})
	if err != nil {
		return "", err
	}
	if data, err = node.Ask(ctx, s.Body, data); err != nil {
		return "", fmt.Errorf("%w: %w", crew.ErrUnsure, err)
	}
	return shared(s.Body, data)
}

// shared reads what another Minehand answered. An earlier version's is no sharingAnswer: it
// did not begin it.
func shared(body string, answer []byte) (task string, err error) {
	var a sharingAnswer
	switch err := budget.Call.JSON(answer, &a); {
	case err == nil && a.Moved:
		return "", fmt.Errorf("%w: %s", crew.ErrUnsure, a.Error)
	case err == nil && a.Error != "":
		return "", errors.New(a.Error)
	case err != nil || a.Task == "":
		return "", fmt.Errorf("the Minehand that has %s is too old to share a goal: update it", game.Plain(body))
	}
	return a.Task, nil
}

// do does it here, a share once, however often it is asked for. ErrUnsure when that took too
// long, or the member moved meanwhile.
func (e *everyone) do(ctx context.Context, s *sharing) (task string, err error) {
	if s.Leave == "" {
		e.beginning.Lock()
		defer e.beginning.Unlock()
		task, err = e.b.UI.SubmitShare(ctx, s.Body, s.Goal, s.Call, s.Within, s.List)
		if err != nil && (ctx.Err() != nil || e.b.node != nil && !e.b.node.Holds(s.Body)) {
			err = fmt.Errorf("%w: %w", crew.ErrUnsure, err)
		}
		return task, err
	}
	if err = e.b.Orchestrator.Cancel(ctx, s.Leave); errors.Is(err, orchestrator.ErrNothing) {
		err = e.b.Orchestrator.GiveWay(ctx, s.Body, s.Leave)
	}
	return s.Leave, err
}

// fenced does it here while nobody else has the crew. A share that was begun while the crew
// changed hands is ended again: who has the crew now does not know it. ErrUnsure while the
// cluster does not answer, or the member moves.
func (e *everyone) fenced(ctx context.Context, s *sharing) (task string, err error) {
	node := e.b.node
	current := func() error { // however long it took until here
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sharingLimit)
		defer cancel()
		is, err := node.Current(ctx, crew.Everyone, s.Epoch)
		if err == nil && !is {
			err = errors.New("another Minehand has all players together now")
		}
		return err
	}
	if err = current(); err != nil {
		return "", fmt.Errorf("%w: %w", crew.ErrUnsure, err)
	}
	if task, err = e.do(ctx, s); err != nil || s.Leave != "" {
		return task, err
	}
	if err = current(); err != nil {
		_, fault := e.do(context.WithoutCancel(ctx), &sharing{Body: s.Body, Leave: task})
		return "", fmt.Errorf("%w: %w", crew.ErrUnsure, errors.Join(err, fault))
	}
	return task, nil
}

// passed answers a call of another Minehand; not ok for what is no sharing.
func (e *everyone) passed(ctx context.Context, call []byte) (answer []byte, ok bool) {
	var c sharingCall
	if budget.Call.JSON(call, &c) != nil || c.Share == nil {
		return nil, false
	}
	var a sharingAnswer
	var err error
	if e.b.node.Holds(c.Share.Body) {
		a.Task, err = e.fenced(ctx, c.Share)
	} else {
		err = fmt.Errorf("%w: %s is not this Minehand's any more", crew.ErrUnsure, game.Plain(c.Share.Body))
	}
	if err != nil {
		a.Error, a.Moved = err.Error(), errors.Is(err, crew.ErrUnsure)
	}
	answer, _ = json.Marshal(&a) // texts
	return answer, true
}
