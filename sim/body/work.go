// SPDX-License-Identifier: MIT

package body

import (
	"context"
	"errors"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
)

// progressEvery is how often progress is sent at most.
const progressEvery = 100 * time.Millisecond

// begin starts an action. The caller holds mu and has seen that no job runs.
func (b *Body) begin(a game.Action, bounds sim.Bounds) {
	if b.launch == nil {
		return
	}
	b.begun++
	b.job = &job{action: a, bounds: bounds, number: b.begun, moments: b.cfg.Faults.At(b.begun)}
	b.executed = append(b.executed, a.ID)
	b.launch(b.job)
}

// work carries the job out and reports how it ended.
func (b *Body) work(ctx context.Context, j *job) {
	b.before(ctx, j)
	result, failure := b.perform(ctx, j)
	for _, m := range j.moments {
		if m.What == fault.Late {
			sleep(ctx.Done(), m.For)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.job = nil
	b.idleSince = time.Now()
	b.telling = j.moments
	b.ways.ended(j.action, result, failure)
	b.telling = nil
	if b.job == nil && len(b.queue) > 0 {
		next := b.queue[0]
		b.queue = b.queue[1:]
		b.begin(next, sim.Bounds{})
	}
}

// pretended is the delta that an action would have had.
func (b *Body) pretended(a *game.Action) map[string]int {
	switch a.Kind { //nolint:exhaustive // the others change nothing that is held, or what chance decides
	case game.Mine:
		if a.Until != nil {
			return map[string]int{a.Until.Item: a.Until.Count}
		}
		return map[string]int{b.world.Leaves(a.Target): a.Count()}
	case game.Craft:
		return map[string]int{a.Recipe: a.Count()}
	case game.Smelt:
		return map[string]int{a.Item: -a.Count(), b.world.Cooked(a.Item): a.Count()}
	case game.Collect, game.Withdraw:
		return map[string]int{a.Item: a.Count()}
	case game.Consume:
		return map[string]int{a.Item: -1}
	case game.Drop, game.Deposit:
		return map[string]int{a.Item: -a.Count()}
	case game.Place:
		return map[string]int{a.Block: -1}
	}
	return nil
}

// before lets happen what goes wrong as the action arrives.
func (b *Body) before(ctx context.Context, j *job) {
	for _, m := range j.moments {
		b.mu.Lock()
		ln, lost := b.line, b.lost
		if m.What == fault.Disconnect {
			b.away = m.For
		}
		b.mu.Unlock()
		if b.cfg.Marked != nil {
			b.cfg.Marked(m)
		}
		switch m.What {
		case fault.Disconnect:
			if ln != nil {
				ln.close()
			}
		case fault.Crash:
			b.crash()
		case fault.Kill: // Minehand's end is the end of the line
		default:
			continue
		}
		if lost != nil {
			select {
			case <-lost:
			case <-ctx.Done():
			}
		}
		if m.What == fault.Crash {
			<-ctx.Done()
		}
	}
}

// perform does the action in the world, unless a fault has it otherwise.
func (b *Body) perform(ctx context.Context, j *job) (result game.Result, failure *game.Failure) {
	for _, m := range j.moments {
		switch m.What {
		case fault.FalseSuccess:
			return b.withState(game.Result{Success: true}), nil
		case fault.Fail:
			return result, &game.Failure{Code: game.Code(m.Code), Message: "the fault that was asked for"}
		case fault.Hang:
			<-ctx.Done()
			return result, &game.Failure{Code: game.CodeInterrupted, Message: "given up"}
		default:
		}
	}
	if result, pretends := b.pretends(&j.action); pretends {
		return result, nil
	}
	result, err := b.world.DoKeeping(ctx, j.action, j.bounds, func(message string, fraction float64) { b.progress(j, message, fraction) })
	if err != nil && !errors.As(err, &failure) {
		failure = &game.Failure{Code: game.CodeInternal, Message: err.Error()}
	}
	if failure == nil {
		b.damage(j)
		result = b.withState(result)
	}
	return result, failure
}

// pretends is the success that a body reports, by the faults that are played, without doing anything.
func (b *Body) pretends(a *game.Action) (game.Result, bool) {
	f := b.cfg.Faults
	switch {
	case b.dice.Hit(f.FalseSuccess), (a.Kind == game.Place || a.Kind == game.Build) && b.dice.Hit(f.NoEffect):
		return game.Result{Success: true}, true
	case b.dice.Hit(f.FalseDelta):
		return game.Result{Success: true, Delta: b.pretended(a)}, true
	}
	return game.Result{}, false
}

// damage takes one block of what was built, if a fault says so.
func (b *Body) damage(j *job) {
	for _, m := range j.moments {
		if m.What == fault.Damage && len(j.action.Edits) > 0 {
			b.world.Damage(j.action.Edits[len(j.action.Edits)/2])
		}
	}
}

// withState adds what version 2 reports with a result.
func (b *Body) withState(r game.Result) game.Result {
	if b.ways.protocol() >= game.ProtocolV2 && !b.cfg.Faults.NoResultState {
		s := b.look()
		r.State = &s
	}
	return r
}

// look is the world's state with its number: what is sent after a younger one, by whoever
// reports meanwhile, shows nothing then.
func (b *Body) look() game.State {
	b.looking.Lock()
	defer b.looking.Unlock()
	b.looks++
	s := b.world.State()
	s.N = b.looks
	return s
}

// progress reports how far a job is, to backends that understand it.
func (b *Body) progress(j *job, message string, fraction float64) {
	if b.ways.protocol() < game.ProtocolV2 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.line == nil || !b.registered || now.Sub(j.progressAt) < progressEvery {
		return
	}
	j.progressAt = now
	b.line.send(&wire.ActionProgress{
		InstanceID: b.cfg.InstanceID, ActionID: j.action.ID, Message: message, Fraction: &fraction, Changes: b.news(),
	})
}

// tell sends a frame if the line is up and registered; the caller holds mu.
func (b *Body) tell(m wire.FromBody) bool {
	if b.line == nil || !b.registered {
		return false
	}
	for _, f := range b.telling {
		switch f.What {
		case fault.Lose:
			return true
		case fault.Double:
			b.line.send(m)
		case fault.Garble:
			b.line.sendRaw([]byte(`{"type":"action_complete","result":`))
		default:
		}
	}
	return b.line.send(m)
}
