// SPDX-License-Identifier: MIT

package bodytest

import (
	"context"
	"time"

	"github.com/minehand/minehand/game"
)

// Do implements orchestrator.Body.
func (b *Body) Do(ctx context.Context, call game.Call) game.Outcome {
	following := call.Next
	for {
		out := b.do(ctx, call)
		if following == nil || out.End != game.EndReported {
			return out
		}
		next, taken := following(out)
		switch {
		case !taken:
			return out
		case next == nil:
			return game.Outcome{}
		}
		call = *next
	}
}

func (b *Body) do(ctx context.Context, call game.Call) game.Outcome {
	b.mu.Lock()
	out := game.Outcome{Started: time.Now(), Before: b.snap.State.Clone()}
	switch {
	case ctx.Err() != nil:
		b.mu.Unlock()
		return b.over(out, game.EndCaller, game.CodeInterrupted)
	case b.settling:
		b.mu.Unlock()
		return b.over(out, game.EndUnsent, game.CodeInterrupted)
	case b.link.State != game.LinkUp:
		b.mu.Unlock()
		return b.over(out, game.EndUnsent, game.CodeConnectionLost)
	}
	if b.running != nil {
		b.overlaps++
	}
	b.sent = append(b.sent, call.Action)
	b.running = &call.Action
	var fault Fault
	if b.Faults != nil {
		fault = b.Faults(len(b.sent), call.Action)
	}
	gone := b.gone
	b.mu.Unlock()
	takes := b.Takes
	if fault.Hang {
		takes = 1000 * time.Hour
	}
	done := make(chan struct{})
	work := time.AfterFunc(takes, func() { close(done) })
	defer work.Stop()
	deadline := time.NewTimer(b.Deadline)
	defer deadline.Stop()
	reported := done
	for {
		select {
		case <-reported:
			out = b.act(call.Action, fault, out)
			if fault.Lose {
				reported = nil
				continue
			}
			return out
		case <-deadline.C:
			b.unsettle()
			return b.over(out, game.EndDeadline, game.CodeTimeout)
		case <-gone:
			return b.over(out, game.EndGone, game.CodeConnectionLost)
		case <-ctx.Done():
			b.unsettle()
			return b.over(out, game.EndCaller, game.CodeInterrupted)
		}
	}
}

// Adopt implements orchestrator.Adopter for actions that a test finished with
// Finish.
func (b *Body) Adopt(ctx context.Context, call game.Call) game.Outcome {
	b.mu.Lock()
	out, ok := b.finished[call.Action.ID]
	b.mu.Unlock()
	if !ok {
		return b.over(game.Outcome{}, game.EndGone, game.CodeConnectionLost)
	}
	return out
}

// Finish carries out an action without a session: what a body does while
// nobody listens. Adopt tells of it later.
func (b *Body) Finish(a game.Action) {
	b.mu.Lock()
	out := game.Outcome{Started: time.Now()}
	b.mu.Unlock()
	out = b.act(a, Fault{}, out)
	b.mu.Lock()
	b.finished[a.ID] = out
	b.mu.Unlock()
}

func (b *Body) unsettle() {
	b.mu.Lock()
	b.settling = true
	b.running = nil
	b.mu.Unlock()
}

func (b *Body) over(out game.Outcome, end game.End, code game.Code) game.Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	out.End, out.Ended = end, time.Now()
	out.Failure = &game.Failure{Code: code, Message: ""}
	out.After = b.snap.State.Clone()
	return out
}

// act changes the world and reports.
func (b *Body) act(a game.Action, fault Fault, out game.Outcome) game.Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running = nil
	out.End, out.Ended = game.EndReported, time.Now()
	if fault.Fail != nil {
		f := *fault.Fail
		out.Failure, out.After = &f, b.snap.State.Clone()
		return out
	}
	before := b.truth.Counts()
	if !fault.Lie {
		n := a.Count()
		if fault.Part > 0 {
			n = fault.Part
		}
		if f := b.change(a, n); f != nil {
			out.Failure, out.After = f, b.snap.State.Clone()
			return out
		}
		b.done = append(b.done, a)
	}
	out.Result = &game.Result{Success: true}
	if b.info.Protocol >= game.ProtocolV2 {
		b.report()
		delta := b.truth.Counts()
		for item, n := range before {
			delta[item] -= n
			if delta[item] == 0 {
				delete(delta, item)
			}
		}
		out.Result.Delta, out.Result.State = delta, b.truth.Clone()
	}
	out.After = b.snap.State.Clone()
	return out
}

// change carries out the kinds that tests need; the others change nothing.
func (b *Body) change(a game.Action, n int) *game.Failure {
	s := &b.truth
	switch a.Kind {
	case game.Mine:
		item := a.Target
		if d, ok := b.Drops[item]; ok {
			item = d
		}
		Add(s, item, n)
	case game.Craft, game.Smith:
		Add(s, a.Recipe, n)
	case game.Collect, game.Withdraw:
		Add(s, a.Item, n)
	case game.Deposit, game.Drop, game.Consume:
		if s.Count(a.Item) < n {
			return &game.Failure{Code: game.CodeMissingItem}
		}
		Add(s, a.Item, -n)
	case game.Place:
		if s.Count(a.Block) < 1 {
			return &game.Failure{Code: game.CodeMissingItem}
		}
		Add(s, a.Block, -1)
	case game.Plant:
		Add(s, a.Target, -n)
	case game.Build:
		for _, e := range a.Edits {
			Add(s, e.Block, -1)
		}
	case game.Goto:
		if a.At != nil {
			at := a.At.Center()
			s.Position = &at
		} else if s.Nearby != nil {
			for _, p := range s.Nearby.Players {
				if p.Name == a.Target {
					s.Position = &game.Vec3{X: p.X, Y: p.Y, Z: p.Z}
				}
			}
		}
	default: // nothing that states show
	}
	return nil
}

// Add puts n of an item into the first slot that fits; n may be negative.
func Add(s *game.State, item string, n int) {
	for i := range s.Inventory {
		if s.Inventory[i].Item == item {
			s.Inventory[i].Count += n
			if s.Inventory[i].Count <= 0 {
				s.Inventory = append(s.Inventory[:i:i], s.Inventory[i+1:]...)
			}
			return
		}
	}
	if n > 0 {
		s.Inventory = append(s.Inventory, game.Stack{Slot: len(s.Inventory), Item: item, Count: n})
	}
}
