// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memJournal keeps rows in memory and can be told to fail.
type memJournal struct {
	mu      sync.Mutex
	fail    error
	records map[string]*Record
	alive   time.Time
	batches int
	places  keptPlaces
	// onAppend, when not nil, sees each batch before it is kept.
	onAppend func(*Batch)
}

func newMemJournal() *memJournal {
	return &memJournal{records: make(map[string]*Record), places: make(keptPlaces)}
}

func (j *memJournal) setFail(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.fail = err
}

// watch has see called with each batch from now on, before it is kept.
func (j *memJournal) watch(see func(*Batch)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.onAppend = see
}

func (j *memJournal) failing() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.fail != nil
}

func (j *memJournal) of(id string) *Record {
	if j.records[id] == nil {
		j.records[id] = &Record{}
	}
	return j.records[id]
}

func (j *memJournal) Append(_ context.Context, b *Batch) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.onAppend != nil && j.fail == nil {
		j.onAppend(b) // which may have it fail
	}
	if j.fail != nil {
		return j.fail
	}
	j.batches++
	for _, t := range b.Tasks {
		j.of(t.ID).Task = t
	}
	for _, m := range b.Moves {
		r := j.of(m.Task)
		r.Moves = append(r.Moves, m)
	}
	for _, x := range b.Rounds {
		r := j.of(x.Task)
		if n := len(r.Rounds); n > 0 && r.Rounds[n-1].Round == x.Round {
			r.Rounds[n-1] = x
		} else {
			r.Rounds = append(r.Rounds, x)
		}
	}
	for _, x := range b.Actions {
		r := j.of(x.Task)
		if i := slices.IndexFunc(r.Actions, func(a Action) bool { return a.Seq == x.Seq }); i >= 0 {
			r.Actions[i] = x
		} else {
			r.Actions = append(r.Actions, x)
		}
	}
	j.places.keep(b.WorldMap)
	if !b.Alive.IsZero() {
		j.alive = b.Alive
	}
	return nil
}

func (j *memJournal) copyOf(r *Record) Record {
	return Record{Task: r.Task, Moves: slices.Clone(r.Moves), Rounds: slices.Clone(r.Rounds), Actions: slices.Clone(r.Actions), Doubt: r.Doubt}
}

func (j *memJournal) Task(_ context.Context, id string) (Record, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if r := j.records[id]; r != nil {
		return j.copyOf(r), nil
	}
	return Record{}, ErrNoTask
}

func (j *memJournal) Tasks(context.Context, Query) ([]Task, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var list []Task
	for _, r := range j.records {
		list = append(list, r.Task)
	}
	slices.SortFunc(list, func(a, b Task) int { return strings.Compare(b.ID, a.ID) })
	return list, nil
}

func (j *memJournal) Unfinished(context.Context) ([]Record, time.Time, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var list []Record
	for _, r := range j.records {
		if !r.Task.State.Ended() {
			list = append(list, j.copyOf(r))
		}
	}
	slices.SortFunc(list, func(a, b Record) int { return strings.Compare(a.Task.ID, b.Task.ID) })
	return list, j.alive, nil
}

// planFunc is a Planner made of a function.
type planFunc func(ctx context.Context, req game.Request) (game.Plan, error)

func (f planFunc) Plan(ctx context.Context, req game.Request) (game.Plan, error) { return f(ctx, req) }

// mine is a step that gains n of the block.
func mine(block string, n int) game.Step {
	return game.Step{
		Action: game.Action{Kind: game.Mine, Target: block, Quantity: n},
		Expect: game.Expect{Gains: []game.Gain{{Items: []string{block}, Min: n}}},
		Source: game.FromBuiltin,
	}
}

func craft(item string, n int, needs ...game.Need) game.Step {
	return game.Step{
		Action: game.Action{Kind: game.Craft, Recipe: item, Quantity: n}, Needs: needs,
		Expect: game.Expect{Gains: []game.Gain{{Items: []string{item}, Min: n}}},
		Source: game.FromBuiltin,
	}
}

func drop(item string, n int) game.Step {
	return uses(game.Action{Kind: game.Drop, Item: item, Quantity: n}, item, n)
}

func dropped(item string, n int) game.Check {
	return game.Check{Kind: game.CheckDone, Action: game.Drop, Items: []string{item}, Count: n}
}

func say(text string) game.Step {
	return game.Step{Action: game.Action{Kind: game.Chat, Message: text}, Source: game.FromBuiltin}
}

func have(item string, n int) game.Check {
	return game.Check{Kind: game.CheckHave, Items: []string{item}, Count: n}
}

// planOf is a plan for the checks; without any its goal is that its steps are
// carried out, a clause each.
func planOf(checks []game.Check, steps ...game.Step) game.Plan {
	clauses := game.Clauses(checks)
	for i := range steps {
		a := &steps[i].Action
		if info, _ := game.Lookup(a.Kind); len(checks) == 0 && !info.Local {
			done := game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: a.Count()}
			clauses = append(clauses, game.ClauseOf(string(a.Kind), a.Describe(), done))
		}
	}
	return game.Plan{Goal: game.Goal{Clauses: clauses}, PlannedBy: "test", Source: game.FromBuiltin, Steps: steps}
}

// uses is a step that uses up n of an item.
func uses(a game.Action, item string, n int) game.Step {
	need := []game.Need{{Items: []string{item}, Count: n}}
	return game.Step{Action: a, Needs: need, Expect: game.Expect{Uses: need}, Source: game.FromBuiltin}
}

// fixed answers every round with the same plan.
func fixed(p game.Plan) planFunc {
	return func(context.Context, game.Request) (game.Plan, error) { return p, nil }
}

// world is one orchestrator with one body, inside a bubble.
type world struct {
	t       *testing.T
	o       *Orchestrator
	j       *memJournal
	body    *bodytest.Body
	planner Planner
	cfg     Config
	quit    context.CancelFunc
	done    chan struct{}
	// events are what the process told from its start on.
	events *ears
	bodies context.CancelFunc
	bctx   context.Context //nolint:containedctx // that of the bodies, which tests start more of
	// pending are the stops that sessions are to begin with: theirs to keep.
	pending int
}

// ears keep what an orchestrator tells.
type ears struct {
	mu     sync.Mutex
	list   []Event
	told   chan struct{}
	closed bool
}

func listen(o *Orchestrator) *ears {
	r := &ears{told: make(chan struct{}, 1)}
	o.Listen(func(e Event) {
		r.mu.Lock()
		r.list = append(r.list, e)
		r.mu.Unlock()
		r.nudge()
	})
	return r
}

func (r *ears) nudge() {
	select {
	case r.told <- struct{}{}:
	default:
	}
}

func (r *ears) take() (e Event, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.list) == 0 {
		return e, false
	}
	e, r.list = r.list[0], r.list[1:]
	return e, true
}

// Next is the next thing that happened; ErrClosed after Close.
func (r *ears) Next(ctx context.Context) (Event, error) {
	for {
		r.mu.Lock()
		closed := r.closed
		r.mu.Unlock()
		if closed {
			return Event{}, ErrClosed
		}
		if e, ok := r.take(); ok {
			return e, nil
		}
		select {
		case <-r.told:
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
}

func (r *ears) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.nudge()
}

func inBubble(t *testing.T, protocol int, p Planner, f func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, j: newMemJournal(), planner: p}
		w.bctx, w.bodies = context.WithCancel(context.Background())
		w.body = bodytest.New("b1", protocol)
		go w.body.Run(w.bctx)
		w.start()
		w.o.Attach(w.body)
		defer func() {
			w.crash()
			w.bodies()
			synctest.Wait()
		}()
		f(w)
	})
}

// inBoth runs the test in a bubble of its own with a body of each protocol
// version.
func inBoth(t *testing.T, p Planner, f func(w *world, protocol int)) {
	t.Helper()
	for _, v := range [...]int{game.ProtocolV1, game.ProtocolV2} {
		t.Run(fmt.Sprint("v", v), func(t *testing.T) {
			inBubble(t, v, p, func(w *world) { f(w, v) })
		})
	}
}

// start opens a new process over the same journal.
func (w *world) start() {
	w.t.Helper()
	cfg := w.cfg
	cfg.Planner, cfg.Journal = w.planner, w.j
	if cfg.StopAway == nil {
		cfg.StopAway = func(string) { w.pending++ }
	}
	o, err := New(context.Background(), cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.o, w.quit, w.done, w.events = o, cancel, make(chan struct{}), listen(o)
	go func() {
		defer close(w.done)
		_ = o.Run(ctx)
	}()
	synctest.Wait()
}

// crash ends the process; the journal keeps nothing of its last words. Whatever the
// test was about, the process has told the end of each task once.
func (w *world) crash() {
	w.j.setFail(errors.New("the process is dead"))
	w.quit()
	<-w.done
	w.j.setFail(nil)
	ends := make(map[string]int)
	for _, e := range heard(w.events) {
		if e.Kind == EventTask && e.Task.State.Ended() {
			if ends[e.TaskID]++; ends[e.TaskID] == 2 {
				w.t.Errorf("the end of %s is told twice: %s (%s)", e.TaskID, e.Task.State, e.Task.Reason)
			}
		}
	}
	w.events.Close()
}

// again attaches a new session of the same game.
func (w *world) again() {
	w.body.Leave()
	w.o.Detach("b1")
	w.body = w.body.Again()
	go w.body.Run(w.bctx)
	w.deliver()
	w.o.Attach(w.body)
}

// join has another body come, of version 2.
func (w *world) join(id string) {
	other := bodytest.New(id, game.ProtocolV2)
	go other.Run(w.bctx)
	w.o.Attach(other)
}

// leftBehind is a goal whose body left in the middle, for so long that a person is
// to say whether it goes on.
func (w *world) leftBehind() string {
	w.t.Helper()
	id := w.submit(Submission{Goal: "x"})
	w.until(id, StateRunning, time.Second)
	w.body.Leave()
	w.o.Detach("b1")
	time.Sleep(11 * time.Minute)
	return id
}

// restartAlone opens a new process that the body does not come to, and tells for
// which bodies a stop was handed on.
func (w *world) restartAlone() *[]string {
	w.t.Helper()
	w.crash()
	away := &[]string{}
	w.cfg.StopAway = func(body string) { *away = append(*away, body) }
	w.start()
	return away
}

// deliver gives the body the stop that it was away for.
func (w *world) deliver() {
	if w.pending > 0 {
		w.pending = 0
		w.body.Stop()
		go func(body *bodytest.Body) { _ = body.Settle(w.bctx) }(w.body)
	}
}

func (w *world) submit(s Submission) string {
	w.t.Helper()
	id, err := w.o.Submit(context.Background(), "b1", s)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) task(id string) Task {
	w.t.Helper()
	rec, err := w.o.Task(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return rec.Task
}

func (w *world) record(id string) Record {
	w.t.Helper()
	rec, err := w.o.Task(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return rec
}

// until waits on the bubble's clock for a state.
func (w *world) until(id string, s State, limit time.Duration) Task {
	w.t.Helper()
	for end := time.Now().Add(limit); ; {
		synctest.Wait()
		t := w.task(id)
		if t.State == s {
			return t
		}
		if !time.Now().Before(end) || t.State.Ended() {
			w.t.Fatalf("task is %s (%s) %s, want %s", t.State, t.Reason, t.Waiting, s)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (w *world) verdicts(id string) []game.Verdict {
	var v []game.Verdict
	for _, a := range w.record(id).Actions {
		v = append(v, a.Verdict)
	}
	return v
}

type bodyFault = bodytest.Fault

// roleSelf is the role of a body that is the player's own game.
const roleSelf = "self"

// succeeded: the action counts as evidence.
func succeeded(v game.Verdict) bool { return v == game.Confirmed || v == game.Claimed }
