// SPDX-License-Identifier: MIT

package standing

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

const (
	// lookEvery is how often idle bodies are looked at; a task that ends and a new goal have
	// them looked at too.
	lookEvery = 2 * time.Second
	// apart is the least time between the beginnings of an order's runs.
	apart = 10 * time.Second
	// firstPause and longestPause are those after runs that failed.
	firstPause, longestPause = 20 * time.Second, 10 * time.Minute
	// Bounds of what is kept.
	mostOrders, mostPlaces = 32, 256
	// longestName is that of a place, in bytes.
	longestName = 60
)

// Tasks is the part of the orchestrator that is used.
type Tasks interface {
	Status(body string) (orchestrator.View, error)
	Listen(hear func(orchestrator.Event))
	GiveWay(ctx context.Context, body, task string) error
	Notice(body string, say game.Message)
}

// Shelf keeps everything over restarts.
type Shelf interface {
	Load() (Kept, error)
	Save(Kept) error
}

// Kept is all that is kept. Its slices are not changed in place.
type Kept struct {
	Orders []Order `json:"orders"`
	Places []Place `json:"places"`
	// Held are the bodies whose orders a Stop holds.
	Held []string `json:"held,omitempty"`
	// Last is the number of the newest order.
	Last int `json:"last"`
}

// Config of a Keeper. Tasks, Submit, Read and State are required.
type Config struct {
	Tasks Tasks
	// Submit begins the goal of an order as a task with that call.
	Submit func(ctx context.Context, body, goal, call string) (task string, err error)
	// Read reads a goal for a body. Its error is a sentence.
	Read func(ctx context.Context, body, goal string) ([]game.Clause, error)
	// State is what a body last reported; nil while it is not there.
	State func(body string) *game.State
	// Shelf; nil keeps nothing over restarts.
	Shelf Shelf
	// Changed is told when anything of a body is other than it was; nil for nobody.
	Changed func(body string)
	// Log; nil means silence.
	Log *slog.Logger
}

// Keeper keeps places, and standing orders and carries them out. Its methods may be
// called from any goroutine.
type Keeper struct {
	cfg  Config
	wake chan struct{}

	mu   sync.Mutex
	kept Kept
	// clauses are those of the goals of orders of Unmet, by number.
	clauses map[int][]game.Clause
	// stopping are the tasks that are stopped for a person's goal.
	stopping map[string]bool
	// refused is the body's fault that was told last, so that it is told once.
	refused map[int]string
	// changed are the bodies that are to be told of, over the runs that ended.
	changed []string
	over    []ending
}

// ending is the end of a run of order n.
type ending struct {
	n    int
	task *orchestrator.Task
}

// Errors that callers tell apart.
var (
	ErrNoOrder error = &game.ImpossibleError{Reason: "there is no such standing order", Why: game.Say("kept.no-order")}
	ErrNoPlace error = &game.ImpossibleError{Reason: "no place of that name is remembered in this world", Why: game.Say("kept.no-place")}
)

// New returns a keeper of what the shelf has. The error says that it cannot be read.
func New(cfg Config) (*Keeper, error) {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	k := &Keeper{cfg: cfg, wake: make(chan struct{}, 1), clauses: map[int][]game.Clause{}, stopping: map[string]bool{},
		refused: map[int]string{}}
	if cfg.Shelf == nil {
		return k, nil
	}
	var err error
	k.kept, err = cfg.Shelf.Load()
	return k, err
}

// Run carries out orders until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	k.cfg.Tasks.Listen(k.happened)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-k.wake:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		k.mu.Lock()
		over := k.over
		k.over = nil
		k.mu.Unlock()
		for _, e := range over {
			k.ended(e.n, e.task)
		}
		for _, body := range k.bodies() {
			k.look(ctx, body)
		}
		k.tell()
	}
}

func (k *Keeper) nudge() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// bodies are those that have orders.
func (k *Keeper) bodies() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	var list []string
	for i := range k.kept.Orders {
		if body := k.kept.Orders[i].Body; !slices.Contains(list, body) {
			list = append(list, body)
		}
	}
	return list
}

// tell tells of the bodies of which something is other than it was.
func (k *Keeper) tell() {
	k.mu.Lock()
	list := k.changed
	k.changed = nil
	k.mu.Unlock()
	for _, body := range list {
		if k.cfg.Changed != nil {
			k.cfg.Changed(body)
		}
	}
}

// happened notes what becomes of tasks. It returns at once.
func (k *Keeper) happened(e orchestrator.Event) {
	if e.Kind != orchestrator.EventTask && e.Kind != orchestrator.EventBody {
		return
	}
	if t := e.Task; t != nil && t.State.Ended() {
		k.mu.Lock()
		k.note(e.Body)
		if n, ok := Of(t.Call); ok {
			k.over = append(k.over, ending{n, t})
		}
		k.mu.Unlock()
	}
	k.nudge()
}

// note has a body be told of; k.mu is held.
func (k *Keeper) note(body string) {
	if !slices.Contains(k.changed, body) {
		k.changed = append(k.changed, body)
	}
}

// ended takes in how a run ended.
func (k *Keeper) ended(n int, t *orchestrator.Task) {
	notice := ""
	k.mu.Lock()
	gaveWay := k.stopping[t.ID]
	delete(k.stopping, t.ID)
	if t.State == orchestrator.StateStopped && !gaveWay {
		k.hold(t.Body, true)
	}
	k.change(n, func(o *Order) {
		if o.Last == nil || o.Last.Task != t.ID {
			return
		}
		last := *o.Last
		last.Ended, last.State, last.Reason = time.Now(), t.State, ""
		o.Last = &last
		switch {
		case t.State == orchestrator.StateStopped:
		case t.State == orchestrator.StateError || o.When == Unmet && t.State != orchestrator.StateComplete:
			last.Reason = t.Reason
			if notice = k.fails(o, t.Reason); t.Deaths > 0 { // which says nothing of the goal
				o.Failed, o.Next = 0, time.Now().Add(firstPause)
			}
		default:
			o.Failed = 0
			delete(k.refused, n)
		}
	})
	k.mu.Unlock()
	if notice != "" {
		k.cfg.Tasks.Notice(t.Body, game.TextOf(notice))
	}
}

// fails puts an order off, and returns what is to be told of it; k.mu is held.
func (k *Keeper) fails(o *Order, reason string) (notice string) {
	o.Next = time.Now().Add(min(firstPause<<min(o.Failed, 8), longestPause))
	o.Failed++
	if k.refused[o.N] == reason {
		return ""
	}
	k.refused[o.N] = reason
	return fmt.Sprintf("The standing order %q could not be carried out: %s It is tried again later.", o.Text, game.Sentence(reason)+".")
}

// look does for one body what its orders ask for now.
func (k *Keeper) look(ctx context.Context, body string) {
	v, err := k.cfg.Tasks.Status(body)
	if err != nil || !v.Connected {
		return
	}
	if now := v.Current; now != nil {
		if _, ours := Of(now.Call); ours && !now.State.Ended() && len(v.Queue) > 0 {
			k.giveWay(ctx, &v)
		}
		return
	}
	s := k.cfg.State(body)
	if len(v.Queue) > 0 || s == nil || s.Dead() || !s.InWorld() {
		return
	}
	o := k.next(ctx, body, s)
	if o == nil {
		return
	}
	task, err := k.cfg.Submit(ctx, body, o.Goal, o.call())
	k.mu.Lock()
	notice := ""
	k.change(o.N, func(o *Order) {
		o.Armed, o.Next = false, time.Now().Add(apart)
		o.Last = &Run{Task: task, Began: time.Now()}
		if err != nil {
			o.Last.Ended, o.Last.State, o.Last.Reason = time.Now(), orchestrator.StateError, err.Error()
			notice = k.fails(o, err.Error())
		}
	})
	k.mu.Unlock()
	if notice != "" {
		k.cfg.Tasks.Notice(body, game.TextOf(notice))
	}
}

// giveWay stops the task of an order for the goals that a person gave.
func (k *Keeper) giveWay(ctx context.Context, v *orchestrator.View) {
	k.mu.Lock()
	again := k.stopping[v.Current.ID]
	k.stopping[v.Current.ID] = true
	k.mu.Unlock()
	if again {
		return
	}
	if err := k.cfg.Tasks.GiveWay(ctx, v.Body, v.Current.ID); err != nil {
		k.cfg.Log.Warn("a standing order does not give way", "body", v.Body, "error", err)
	}
}

// next is the first order of a body that is due; nil for none.
func (k *Keeper) next(ctx context.Context, body string, s *game.State) *Order {
	now := time.Now()
	for _, o := range k.Orders(body) {
		var clauses []game.Clause
		if o.When == Unmet && !o.Paused {
			var err error
			if clauses, err = k.read(ctx, &o); err != nil {
				continue // a body that cannot be read for now, such as one of an unknown version
			}
		}
		armed := o.Armed
		due := o.due(s, clauses, now)
		if o.Armed != armed {
			k.mu.Lock()
			k.change(o.N, func(kept *Order) { kept.Armed = o.Armed })
			k.mu.Unlock()
		}
		if due && !o.Paused && !k.Held(body) && !now.Before(o.Next) {
			return &o
		}
	}
	return nil
}

// read is the goal of an order as clauses.
func (k *Keeper) read(ctx context.Context, o *Order) ([]game.Clause, error) {
	k.mu.Lock()
	clauses := k.clauses[o.N]
	k.mu.Unlock()
	if clauses != nil {
		return clauses, nil
	}
	clauses, err := k.cfg.Read(ctx, o.Body, o.Goal)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.clauses[o.N] = clauses
	return clauses, nil
}

// change changes one order, if it is still there, and keeps it; k.mu is held.
func (k *Keeper) change(n int, f func(*Order)) {
	i := slices.IndexFunc(k.kept.Orders, func(o Order) bool { return o.N == n })
	if i < 0 {
		return
	}
	k.kept.Orders = slices.Clone(k.kept.Orders)
	f(&k.kept.Orders[i])
	k.note(k.kept.Orders[i].Body)
	k.save()
}

// save keeps everything; k.mu is held.
func (k *Keeper) save() {
	if k.cfg.Shelf == nil {
		return
	}
	if err := k.cfg.Shelf.Save(k.kept); err != nil {
		k.cfg.Log.Warn("what was told of standing orders and places is lost with a restart", "error", err)
	}
}

// Orders are those of a body, in the order in which they were given.
func (k *Keeper) Orders(body string) []Order {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(k.kept.Orders), func(o Order) bool { return o.Body != body })
}

// Add keeps a new order. One that says the same as an older one replaces it.
func (k *Keeper) Add(o Order) (Order, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.nudge()
	same := func(old Order) bool { return old.Body == o.Body && old.Goal == o.Goal && old.When == o.When }
	list := slices.DeleteFunc(slices.Clone(k.kept.Orders), same)
	if len(list) >= mostOrders {
		return o, beyond("kept.orders-full", "there are %d standing orders already; forget one first", mostOrders)
	}
	k.kept.Last++
	o.N, o.Created = k.kept.Last, time.Now()
	k.kept.Orders = append(list, o)
	k.note(o.Body)
	k.save()
	return o, nil
}

// Pause pauses an order of a body or lets it go on; 0 means all, and releases what a Stop
// holds.
func (k *Keeper) Pause(body string, n int, paused bool) error {
	return k.each(body, n, func(list []Order, i int) []Order {
		list[i].Paused, list[i].Next = paused, time.Time{}
		return list
	})
}

// Remove ends an order of a body; 0 means all.
func (k *Keeper) Remove(body string, n int) error {
	return k.each(body, n, func(list []Order, i int) []Order { return slices.Delete(list, i, i+1) })
}

func (k *Keeper) each(body string, n int, f func([]Order, int) []Order) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.nudge()
	list, found := slices.Clone(k.kept.Orders), false
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Body == body && (n == 0 || list[i].N == n) {
			list, found = f(list, i), true
		}
	}
	switch {
	case found:
	case n == 0:
		return fmt.Errorf("%w: none were given", ErrNoOrder)
	default:
		return fmt.Errorf("%w: %d", ErrNoOrder, n)
	}
	k.kept.Orders = list
	k.note(body)
	k.save()
	return nil
}

// Held reports whether a Stop holds the orders of a body.
func (k *Keeper) Held(body string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Contains(k.kept.Held, body)
}

// Hold holds the orders of a body, as a Stop does, or lets them go on; of all bodies when
// it is empty. It reports whether that changed anything.
func (k *Keeper) Hold(body string, held bool) (changed bool) {
	list := []string{body}
	if body == "" {
		list = k.bodies()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.nudge()
	for _, body := range list {
		changed = k.hold(body, held) || changed
	}
	return changed
}

// hold is Hold; k.mu is held.
func (k *Keeper) hold(body string, held bool) bool {
	any := slices.ContainsFunc(k.kept.Orders, func(o Order) bool { return o.Body == body })
	if slices.Contains(k.kept.Held, body) == held || held && !any {
		return false
	}
	if held {
		k.kept.Held = append(slices.Clip(k.kept.Held), body)
	} else {
		k.kept.Held = slices.DeleteFunc(slices.Clone(k.kept.Held), func(b string) bool { return b == body })
	}
	k.note(body)
	k.save()
	return true
}

// Places are those of a world, by name.
func (k *Keeper) Places(world string) []Place {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(k.kept.Places), func(p Place) bool { return p.World != world })
	slices.SortFunc(list, func(a, b Place) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// beyond refuses more than is kept, with its bound.
func beyond(code, reason string, most int) error {
	return &game.ImpossibleError{Reason: fmt.Sprintf(reason, most), Why: game.Say(code, "n", most)}
}

// Remember keeps a place, instead of one of the same name.
func (k *Keeper) Remember(p Place) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(k.kept.Places), func(old Place) bool { return old.World == p.World && old.Name == p.Name })
	switch {
	case p.Name == "" || len(p.Name) > longestName:
		return beyond("kept.long-name", "the name of a place has 1 to %d characters", longestName)
	case len(list) >= mostPlaces:
		return beyond("kept.places-full", "%d places are remembered already; forget one first", mostPlaces)
	}
	p.Set = time.Now()
	k.kept.Places = append(list, p)
	k.save()
	return nil
}

// Forget forgets a place.
func (k *Keeper) Forget(world, name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(k.kept.Places), func(p Place) bool { return p.World == world && p.Name == name })
	if len(list) == len(k.kept.Places) {
		return fmt.Errorf("%w: %q", ErrNoPlace, name)
	}
	k.kept.Places = list
	k.save()
	return nil
}
