package body

import (
	"context"
	"errors"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// progressEvery is how often progress is sent at most.
const progressEvery = 100 * time.Millisecond

// begin starts an action. The caller holds mu and has seen that no job runs.
func (b *Body) begin(a game.Action, zones []game.Zone) {
	if b.launch == nil {
		return
	}
	b.job = &job{action: a, zones: zones}
	b.executed = append(b.executed, a.ID)
	b.launch(b.job)
}

// work carries the job out and reports how it ended.
func (b *Body) work(ctx context.Context, j *job) {
	var result game.Result
	var failure *game.Failure
	f := b.cfg.Faults
	switch {
	case b.dice.Hit(f.FalseSuccess), (j.action.Kind == game.Place || j.action.Kind == game.Build) && b.dice.Hit(f.NoEffect):
		result = game.Result{Success: true}
	case b.dice.Hit(f.FalseDelta):
		result = game.Result{Success: true, Delta: b.pretended(&j.action)}
	default:
		var err error
		result, err = b.world.DoKeeping(ctx, j.action, j.zones, func(message string, fraction float64) { b.progress(j, message, fraction) })
		if err != nil && !errors.As(err, &failure) {
			failure = &game.Failure{Code: game.CodeInternal, Message: err.Error()}
		}
		if failure == nil && b.ways.protocol() >= game.ProtocolV2 && !f.NoResultState {
			s := b.world.State()
			result.State = &s
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.job = nil
	b.idleSince = time.Now()
	b.ways.ended(j.action, result, failure)
	if b.job == nil && len(b.queue) > 0 {
		next := b.queue[0]
		b.queue = b.queue[1:]
		b.begin(next, nil)
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
		InstanceID: b.cfg.InstanceID, ActionID: j.action.ID, Message: message, Fraction: &fraction,
	})
}

// tell sends a frame if the line is up and registered; the caller holds mu.
func (b *Body) tell(m wire.FromBody) bool {
	if b.line == nil || !b.registered {
		return false
	}
	return b.line.send(m)
}
