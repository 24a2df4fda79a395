// SPDX-License-Identifier: MIT

package crew

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/orchestrator"
)

// Everyone is the id of the crew, and Name what it is called.
const (
	Everyone = "everyone"
	Name     = "Everyone"
)

const (
	// lookEvery is how often the members are looked at.
	lookEvery = 500 * time.Millisecond
	// gatherEach is at how many such looks other Minehands are asked.
	gatherEach = 4
	// reviewEach is at how many such looks the history is looked through.
	reviewEach = 10
	// gathering is how long after a start members may take to come back.
	gathering = 30 * time.Second
)

// Tasks is the part of the orchestrator that is used.
type Tasks interface {
	Status(body string) (orchestrator.View, error)
	Task(ctx context.Context, id string) (orchestrator.Record, error)
	Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error)
}

// ErrUnsure: whether a share was begun is not known; the same call asks again.
var ErrUnsure = errors.New("it may have been begun")

// Member is a body that is there.
type Member struct {
	Info  game.BodyInfo
	State game.State
	// Busy: it has a task at hand, or one that waits.
	Busy bool
}

// Share is how much of something a member is to bring, and where it looks for it, or what it
// is to build.
type Share struct {
	Body   string
	Count  int
	Within *game.Area
	Kind   game.Kind
	Edits  []game.Edit
}

// List are the actions of a share that no words say; nil for one that words do.
func (s *Share) List() []game.Action {
	if len(s.Edits) == 0 {
		return nil
	}
	return []game.Action{{Kind: s.Kind, Edits: s.Edits}}
}

// Config of a Crew. All but Log, Gather and Over are required.
type Config struct {
	Tasks Tasks
	// Members are the bodies that are in a world, by id, whose sessions are not over.
	Members func() []Member
	// Gather has Members be as they are now where other Minehands have some of them; nil
	// where none does.
	Gather func(ctx context.Context)
	// Split is how many of n more of an item each of some members is to bring, in their
	// order; Areas parts the land among bodies that are at those places.
	Split func(ctx context.Context, item string, n int, among []Member) []int
	Areas func(at []game.Pos) []game.Area
	// Stand are the edits that a look by some member shows to stand.
	Stand func(ctx context.Context, edits []game.Edit) []game.Edit
	// Submit begins a share's goal as a task with that call, once; Leave ends such a task.
	Submit func(ctx context.Context, goal, call string, share Share) (task string, err error)
	Leave  func(ctx context.Context, body, task string) error
	// Over reports whether another Minehand, or the next process, goes on with the crew:
	// what is shared out then stays so. Nil for never.
	Over func() bool
	// Log; nil means silence.
	Log *slog.Logger
}

// Crew is an orchestrator.Body made of others. Its methods may be called from any
// goroutine.
type Crew struct {
	cfg Config

	mu      sync.Mutex
	info    game.BodyInfo
	snap    game.Snapshot
	since   time.Time
	changed chan struct{}
	// open are the shares that may be under way; true: nobody wants it any more, and it is
	// ended as soon as its member can be told.
	open map[*part]bool
	wake chan struct{} // some are not wanted any more
}

// New makes the crew of those that are there.
func New(cfg Config) *Crew {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	c := &Crew{cfg: cfg, since: time.Now(), changed: make(chan struct{}), open: map[*part]bool{}, wake: make(chan struct{}, 1)}
	c.look()
	return c
}

// Run looks at the members, and ends the shares that nobody wants any more, until ctx ends.
func (c *Crew) Run(ctx context.Context) {
	var ending sync.WaitGroup
	defer ending.Wait()
	ending.Go(func() { c.drop(ctx) })
	n := 0
	again.Every(ctx, lookEvery, func() {
		if n++; n%gatherEach == 0 {
			c.gather(ctx)
		}
		c.look()
	})
}

func (c *Crew) gather(ctx context.Context) {
	if c.cfg.Gather != nil {
		c.cfg.Gather(ctx)
	}
}

// Together are the members that are in one world: in that of the most of them, and of
// equally many in that of the first.
func Together(all []Member) []Member {
	worlds := map[string][]Member{}
	best := ""
	for _, m := range all {
		if w := m.State.WorldID(); w != "" {
			worlds[w] = append(worlds[w], m)
			if best == "" || len(worlds[w]) > len(worlds[best]) {
				best = w
			}
		}
	}
	return worlds[best]
}

// look makes a state of what the members hold together.
func (c *Crew) look() {
	members := Together(c.cfg.Members())
	c.mu.Lock()
	defer c.mu.Unlock()
	c.info = game.BodyInfo{ID: Everyone, Name: Name, Protocol: game.ProtocolV2, Role: "companion", Protects: true}
	s := game.State{Inventory: []game.Stack{}}
	counts := map[string]int{}
	for i, m := range members {
		if i == 0 {
			c.info.Owner = m.Info.Owner
			c.info.Version, c.info.Detected, c.info.Extra, c.info.Actions = m.Info.Version, m.Info.Detected, m.Info.Extra, m.Info.Actions
			first := &m.State
			s.Position, s.Dimension, s.GameMode, s.World, s.Time = first.Position, first.Dimension, first.GameMode, first.World, first.Time
		}
		for item, n := range m.State.Counts() {
			counts[item] += n
		}
		if h := m.State.Health; h != nil && (s.Health == nil || *h > *s.Health) {
			s.Health = h // a crew is well while one of it is
		}
		if h := m.State.Hunger; h != nil && (s.Hunger == nil || *h > *s.Hunger) {
			s.Hunger = h
		}
	}
	for slot, item := range slices.Sorted(maps.Keys(counts)) {
		s.Inventory = append(s.Inventory, game.Stack{Slot: slot, Item: item, Count: counts[item]})
	}
	if len(members) == 0 {
		s.World = &game.World{}
	}
	c.snap = game.Snapshot{State: s, Seq: c.snap.Seq + 1, At: time.Now()}
	close(c.changed)
	c.changed = make(chan struct{})
}

// Info implements orchestrator.Body.
func (c *Crew) Info() game.BodyInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// Link implements orchestrator.Body.
func (c *Crew) Link() game.Link { return game.Link{State: game.LinkUp, Since: c.since} }

// Snapshot implements orchestrator.Body.
func (c *Crew) Snapshot() game.Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.snap
}

// Await implements orchestrator.Body.
func (c *Crew) Await(ctx context.Context, after uint64) (game.Snapshot, error) {
	for {
		c.mu.Lock()
		snap, changed := c.snap, c.changed
		c.mu.Unlock()
		if snap.Seq > after {
			return snap, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return game.Snapshot{}, ctx.Err()
		}
	}
}

// Tell implements orchestrator.Body: nobody draws it.
func (c *Crew) Tell(game.TaskStatus) {}

// Stop implements orchestrator.Body.
func (c *Crew) Stop() { c.release(slices.Collect(maps.Keys(c.shares()))...) }

// Settle implements orchestrator.Body.
func (c *Crew) Settle(ctx context.Context) error {
	if err := again.Until(ctx, lookEvery/10, func() (bool, error) { return c.toldAll(), nil }); err != nil {
		return fmt.Errorf("not all players came to rest: %w", err)
	}
	return nil
}

// toldAll reports whether the member of each share that may be under way was told to leave it.
func (c *Crew) toldAll() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for p := range c.open {
		if !p.told {
			return false
		}
	}
	return true
}

// shares are those that may be under way.
func (c *Crew) shares() map[*part]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.open)
}

// release has shares ended, which nobody waits for.
func (c *Crew) release(parts ...*part) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range parts {
		if _, is := c.open[p]; is {
			c.open[p] = true
		}
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// drop ends shares that nobody wants any more, however long their members cannot be told,
// until ctx ends.
func (c *Crew) drop(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		if n%reviewEach == 0 {
			c.review(ctx)
		}
		select {
		case <-tick.C:
		case <-c.wake:
		case <-ctx.Done():
			return
		}
		var each sync.WaitGroup
		for p, unwanted := range c.shares() {
			if unwanted {
				each.Go(func() { c.end(ctx, p) })
			}
		}
		each.Wait()
	}
}

// review finds the shares in the history that nobody wants any more and this crew did not
// give out itself: who gave them out was lost before their members could be told.
func (c *Crew) review(ctx context.Context) {
	left, err := Left(ctx, c.cfg.Tasks)
	if err != nil {
		c.cfg.Log.Warn("the shares of earlier goals are not looked through", "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range left {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(c.open)), func(p *part) bool { return p.call == t.Call }) {
			c.open[&part{Share: Share{Body: t.Body}, call: t.Call, task: t.ID}] = true
		}
	}
}

// Left are the tasks that go on though what they are a share of has ended.
func Left(ctx context.Context, tasks Tasks) (left []orchestrator.Task, err error) {
	open, err := tasks.Tasks(ctx, orchestrator.Query{Open: true, Limit: mostShares})
	over := map[string]bool{} // each goal's record is read once, however many shares it has
	for i := range open {
		whole, share := Of(open[i].Call)
		if !share || open[i].State.Ended() {
			continue
		}
		if _, known := over[whole]; !known {
			rec, err := tasks.Task(ctx, whole)
			over[whole] = err == nil && rec.Task.State.Ended()
		}
		if over[whole] {
			left = append(left, open[i])
		}
	}
	return left, err
}

// end ends a share, also one that is known by its call alone.
func (c *Crew) end(ctx context.Context, p *part) {
	task, err := c.begin(ctx, p)
	if err != nil {
		return
	}
	if rec, err := c.cfg.Tasks.Task(ctx, task); err == nil && rec.Task.State.Ended() {
		c.ended(p)
	} else if err := c.cfg.Leave(ctx, p.Body, task); err != nil {
		c.cfg.Log.Debug("a share goes on that is not wanted any more", "body", p.Body, "task", task, "error", err)
	} else {
		c.mu.Lock()
		defer c.mu.Unlock()
		p.told = true
	}
}

func (c *Crew) ended(p *part) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, p)
}

// begin begins a share, or asks for its task when that is not known yet.
func (c *Crew) begin(ctx context.Context, p *part) (task string, err error) {
	c.mu.Lock()
	task = p.task
	c.mu.Unlock()
	if task != "" {
		return task, nil
	}
	task, err = c.cfg.Submit(ctx, p.goal, p.call, p.Share)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err == nil:
		p.task = task
	case !errors.Is(err, ErrUnsure):
		delete(c.open, p)
	}
	return task, err
}

// calls begin the Call of the tasks of shares.
const calls = "share:"

// Of is the task that a task is a share of; not ok for one that is none.
func Of(call string) (task string, ok bool) {
	if rest, ok := strings.CutPrefix(call, calls); ok {
		task, _, _ = strings.Cut(rest, ":")
		return task, true
	}
	return "", false // the call of somebody's own words
}

// Do implements orchestrator.Body.
func (c *Crew) Do(ctx context.Context, call game.Call) game.Outcome {
	return c.carry(ctx, &call, nil)
}

// Adopt implements orchestrator.Adopter: what an earlier process shared out goes on.
func (c *Crew) Adopt(ctx context.Context, call game.Call) game.Outcome {
	begins := c.call(call.Action.ID)
	rows, err := c.cfg.Tasks.Tasks(ctx, orchestrator.Query{Limit: mostShares})
	if err != nil {
		return ended(time.Now(), nil, &game.Failure{Code: game.CodeConnectionLost, Message: err.Error()}, game.EndGone)
	}
	var parts []*part
	for i := range rows {
		if rest, ours := strings.CutPrefix(rows[i].Call, begins); ours {
			n, _, _ := strings.Cut(rest, ":")
			share := Share{Body: rows[i].Body, Within: rows[i].Settings.Within}
			for k := range rows[i].Actions {
				share.Edits = append(share.Edits, rows[i].Actions[k].Edits...)
			}
			p := &part{Share: share, goal: rows[i].Goal, call: rows[i].Call, task: rows[i].ID}
			if _, err := fmt.Sscan(n, &p.Count); err == nil {
				parts = append(parts, p)
			}
		}
	}
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.task, b.task) })
	return c.carry(ctx, &call, parts)
}

// mostShares is how many of the newest tasks are looked at for shares.
const mostShares = 500

// call begins the calls of an action's shares.
func (c *Crew) call(action string) string {
	task := ""
	if v, err := c.cfg.Tasks.Status(Everyone); err == nil && v.Current != nil {
		task = v.Current.ID
	}
	return calls + task + ":" + action + ":"
}

func ended(began time.Time, r *game.Result, f *game.Failure, end game.End) game.Outcome {
	return game.Outcome{End: end, Result: r, Failure: f, Started: began, Ended: time.Now()}
}
