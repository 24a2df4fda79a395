// SPDX-License-Identifier: MIT

package crew

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// part is a share on its way.
type part struct {
	Share
	// goal and call are those of its task, which is empty until it is known.
	goal, call, task string
	// have is how many of it were brought; over: it counts no more, and may yet be open.
	have int
	over bool
	// told: its member was told to leave it.
	told bool
}

// carrying is one action of the crew.
type carrying struct {
	*Crew
	call   *game.Call
	begins string // the calls of its shares
	began  time.Time
	parts  []*part
	// failed are the members whose shares failed for good, and why; tries is how often that
	// was so of a build, which another one of them may make possible.
	failed map[string]string
	tries  map[string]int
	// built are the edits of a build that stand.
	built map[game.Edit]bool
}

// carry shares an action out, beginning with the shares that it has already.
func (c *Crew) carry(ctx context.Context, call *game.Call, parts []*part) game.Outcome {
	x := &carrying{Crew: c, call: call, begins: c.call(call.Action.ID), began: time.Now(), parts: parts, failed: map[string]string{}, tries: map[string]int{}, built: map[game.Edit]bool{}}
	if info, _ := game.Lookup(call.Action.Kind); len(call.Action.Edits) == 0 && (!info.Gathers || call.Action.Item == "") {
		f := &game.Failure{Code: game.CodeUnsupported, Message: "everyone together cannot " + game.Display(string(call.Action.Kind))}
		return ended(x.began, nil, f, game.EndReported)
	}
	c.mu.Lock()
	for _, p := range parts {
		c.open[p] = false
	}
	c.mu.Unlock()
	x.look(ctx)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		x.follow(ctx)
		if f := x.shareOut(ctx); f != nil {
			c.Stop()
			return ended(x.began, x.lacking(), f, game.EndReported)
		}
		if x.done() {
			c.gather(ctx)
			c.look() // what was brought shows at once
			return ended(x.began, x.result(), nil, game.EndReported)
		}
		x.tell()
		select {
		case <-tick.C:
		case <-ctx.Done():
			if c.cfg.Over == nil || !c.cfg.Over() {
				c.Stop()
			}
			return ended(x.began, nil, &game.Failure{Code: game.CodeInterrupted, Message: "it was given up"}, game.EndCaller)
		}
	}
}

// follow looks how far the shares are. That of a member who left is let go of.
func (x *carrying) follow(ctx context.Context) {
	there := Together(x.cfg.Members())
	for _, p := range x.parts {
		if p.over {
			continue
		}
		gone := time.Since(x.since) >= gathering && !slices.ContainsFunc(there, func(m Member) bool { return m.Info.ID == p.Body })
		task, begun := x.submit(ctx, p)
		var t orchestrator.Task
		if task != "" {
			rec, err := x.cfg.Tasks.Task(ctx, task)
			if err != nil {
				continue // it is looked at again
			}
			t = rec.Task
		}
		switch {
		case !begun:
		case t.State == orchestrator.StateComplete:
			p.have = p.Count
			x.stands(p.Edits)
		case t.State.Ended():
			if len(t.Proven) > 0 && len(p.Edits) == 0 { // of a build a look shows what stands
				p.have = min(max(t.Proven[0].Have, 0), p.Count)
			}
			x.fail(p, t.Reason)
			x.look(ctx)
		case gone: // with what it had
			x.failed[p.Body] = p.Body + " has left."
			p.over = true
			x.release(p)
			x.look(ctx)
			continue
		default:
			continue
		}
		p.over = true
		x.ended(p)
	}
}

// have is how many were brought so far by shares that are over.
func (x *carrying) have() int {
	n := len(x.built)
	for _, p := range x.parts {
		if len(p.Edits) == 0 {
			n += p.have
		}
	}
	return n
}

// done reports whether every share is over and together they are enough.
func (x *carrying) done() bool {
	return x.have() >= whole(&x.call.Action) && !slices.ContainsFunc(x.parts, func(p *part) bool { return !p.over })
}

// shareOut shares out what nobody has taken on. The failure says why nobody can.
func (x *carrying) shareOut(ctx context.Context) *game.Failure {
	rest := whole(&x.call.Action) - x.have()
	for _, p := range x.parts {
		if !p.over {
			rest -= p.Count
		}
	}
	if rest <= 0 {
		return nil
	}
	shares := x.split(ctx, rest)
	if ctx.Err() != nil {
		return nil
	}
	if len(shares) == 0 {
		if slices.ContainsFunc(x.parts, func(p *part) bool { return !p.over }) {
			return nil // who is at it may be able to do more, once that is done
		}
		return x.gaveUp()
	}
	for _, s := range shares {
		s.Kind = x.call.Action.Kind
		if ctx.Err() != nil {
			return nil
		}
		p := &part{Share: s, goal: x.goal(s.Count), call: fmt.Sprintf("%s%d:%s", x.begins, s.Count, rand.Text())}
		x.mu.Lock()
		x.open[p] = false
		x.mu.Unlock()
		if _, ok := x.submit(ctx, p); ok {
			x.parts = append(x.parts, p)
		}
	}
	return nil
}

// submit begins a share, and reports whether it was, or may have been, begun. Its task is
// empty while that is not known.
func (x *carrying) submit(ctx context.Context, p *part) (task string, ok bool) {
	switch task, err := x.begin(ctx, p); {
	case err == nil:
		return task, true
	case errors.Is(err, ErrUnsure):
		return "", true
	default:
		x.failed[p.Body] = err.Error()
		return "", false
	}
}

// split makes shares of what nobody has taken on, each in an area that no open share has.
func (x *carrying) split(ctx context.Context, n int) []Share {
	able := x.able()
	if len(x.call.Action.Edits) > 0 {
		return x.cells(able)
	}
	areas, free := x.areas(able)
	if able = able[:min(len(able), free)]; len(able) == 0 {
		return nil
	}
	var shares []Share
	for i, count := range x.cfg.Split(ctx, x.call.Action.Item, n, able) {
		if count > 0 {
			shares = append(shares, Share{Body: able[i].Info.ID, Count: count, Within: &areas[i]})
		}
	}
	return shares
}

// areas are those for some members, and how many there are: while nobody is at it all of
// the land is parted anew, else what is free are the areas of the shares that are over.
func (x *carrying) areas(able []Member) (areas []game.Area, n int) {
	var open []game.Area
	shares := x.shares()
	for _, p := range x.parts {
		if _, is := shares[p]; p.Within == nil {
			continue
		} else if is {
			open = append(open, *p.Within)
		} else {
			areas = append(areas, *p.Within)
		}
	}
	if len(open) == 0 {
		at := make([]game.Pos, len(able))
		for i, m := range able {
			if m.State.Position != nil {
				at[i] = m.State.Position.Block()
			}
		}
		return x.cfg.Areas(at), len(able)
	}
	slices.Reverse(areas) // what was left last is reached soonest
	var free []game.Area
	for _, a := range areas {
		if !slices.ContainsFunc(slices.Concat(open, free), a.Meets) {
			free = append(free, a)
		}
	}
	return free, len(free)
}

// Goal is a share in words.
func Goal(item string, n int) string {
	return "get " + strings.Replace(game.Counted(n, item), " ", " more ", 1)
}

// able are the members who may take a share: those who are at nothing else, if there are
// any, and who did not fail.
func (x *carrying) able() []Member {
	var idle, all []Member
	for _, m := range Together(x.cfg.Members()) {
		if x.failed[m.Info.ID] != "" || slices.ContainsFunc(x.parts, func(p *part) bool { return p.Body == m.Info.ID && !p.over }) {
			continue
		}
		all = append(all, m)
		if !m.Busy {
			idle = append(idle, m)
		}
	}
	if len(idle) > 0 {
		return idle
	}
	return all
}

// why says why nobody can bring the rest.
func (x *carrying) why() string {
	var reasons []string
	for _, p := range x.parts {
		if why := x.failed[p.Body]; why != "" && !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	if len(reasons) == 0 {
		if len(x.call.Action.Edits) > 0 {
			return fmt.Sprintf("%d of %d blocks are built, and none of the players holds what the next is made of", x.have(), whole(&x.call.Action))
		}
		return "none of the players can get " + game.Counted(x.call.Action.Count(), x.call.Action.Item)
	}
	return fmt.Sprintf("%d of %d were brought together: %s", x.have(), whole(&x.call.Action), strings.Join(reasons, " "))
}

// tell says how far the members are.
func (x *carrying) tell() {
	if x.call.Progress == nil {
		return
	}
	n := 0
	for _, p := range x.parts {
		if !p.over {
			n++
		}
	}
	x.call.Progress(x.call.Action.ID, game.ActionProgress{
		Message:  fmt.Sprintf("%s at it, %d of %d brought", game.Numbered(n, "player"), x.have(), whole(&x.call.Action)),
		Fraction: float64(x.have()) / float64(whole(&x.call.Action)),
	})
}
