// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"fmt"
	"sync"

	"github.com/minehand/minehand/game"
)

// Kinds are the actions that the world's player can do.
func Kinds() []game.Kind {
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		if !k.Local {
			kinds = append(kinds, k.Kind)
		}
	}
	return kinds
}

// run is one action while it runs. Its methods hold the world's mutex, which
// pass lets go of.
type run struct {
	*World
	ctx      context.Context //nolint:containedctx // that of Do, for as long as it runs
	action   game.Action
	progress func(message string, fraction float64)
	result   game.Result
	// eating: what goes on is a meal.
	eating bool
	// dead: the player died of what came out in the dark.
	dead bool
	// bounds are the places that it keeps away from.
	bounds Bounds
}

// Do carries an action out in simulated time and returns what the body gained,
// or a *game.Failure. It returns early, with code interrupted, when ctx ends.
// One action runs at a time: another one fails with code internal. progress,
// when not nil, is called from the same goroutine and must return at once.
func (w *World) Do(ctx context.Context, a game.Action, progress func(message string, fraction float64)) (game.Result, error) {
	return w.DoKeeping(ctx, a, Bounds{}, progress)
}

// Bounds are where an action breaks and builds nothing.
type Bounds struct {
	// Zones are protected: what can only be done there fails with code protected.
	Zones []game.Zone
	// Within, when not nil, is where the player looks for what the action does not place.
	Within *game.Area
}

// DoKeeping is Do for a player who keeps to bounds.
func (w *World) DoKeeping(
	ctx context.Context,
	a game.Action,
	bounds Bounds,
	progress func(message string, fraction float64),
) (game.Result, error) {
	if err := a.Validate(); err != nil {
		return game.Result{}, &game.Failure{Code: game.CodeInvalid, Message: err.Error()}
	}
	if progress == nil {
		progress = func(string, float64) {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running != nil {
		return game.Result{}, fail(game.CodeInternal, "another action is running: one at a time")
	}
	w.catchUp()
	x := &run{World: w, ctx: ctx, action: a, progress: progress, result: game.Result{Success: true}, bounds: bounds}
	w.running = x
	defer func() { w.running = nil }()
	before := w.player.inv.counts()
	defer x.arrived(w.player.at, w.player.inv, w.player.selected)
	f := x.trespass()
	if f == nil {
		f = x.meal()
	}
	if f == nil {
		f = x.dispatch()
	}
	if f != nil {
		return game.Result{}, f
	}
	if info, ok := game.Lookup(a.Kind); ok {
		for _, member := range info.Result {
			if member == "delta" {
				x.result.Delta = delta(before, w.player.inv.counts())
			}
		}
	}
	return x.result, nil
}

// doers is the table of doing, made once.
var doers = sync.OnceValue(doing)

// doing is how each kind of action is done.
func doing() map[game.Kind]func(*run) *game.Failure {
	return map[game.Kind]func(*run) *game.Failure{
		game.Goto:     (*run).goTo,
		game.Mine:     (*run).mine,
		game.Place:    (*run).place,
		game.Build:    (*run).build,
		game.Craft:    (*run).craft,
		game.Smelt:    (*run).smelt,
		game.Interact: (*run).interact,
		game.Chat:     (*run).say,
		game.Collect:  (*run).collect,
		game.Equip:    (*run).equip,
		game.Consume:  (*run).consume,
		game.Attack:   (*run).attack,
		game.Drop:     (*run).drop,
		game.Deposit:  (*run).store,
		game.Withdraw: (*run).store,
		game.Follow:   (*run).follow,
		game.Explore:  (*run).explore,
		game.Look:     (*run).look,
		game.Use:      (*run).use,
		game.Wait:     (*run).wait,
		game.Sleep:    (*run).sleep,
		game.Till:     (*run).till,
		game.Plant:    (*run).plant,
		game.Harvest:  (*run).harvest,
		game.Breed:    (*run).breed,
		game.Fish:     (*run).fish,
		game.Shear:    (*run).shear,
		game.Milk:     (*run).milk,
		game.Brew:     (*run).brew,
		game.Enchant:  (*run).enchant,
		game.Travel:   (*run).travel,
		game.Defend:   (*run).guard,
		game.Smith:    (*run).smith,
		game.Barter:   (*run).barter,
		game.Trade:    (*run).trade,
	}
}

func (x *run) dispatch() *game.Failure {
	if do := doers()[x.action.Kind]; do != nil {
		return do(x)
	}
	return fail(game.CodeUnsupported, "this body cannot %s", game.Display(string(x.action.Kind)))
}

// pass lets simulated seconds go by, without the mutex.
func (x *run) pass(seconds float64) *game.Failure {
	t := x.now + seconds
	x.mu.Unlock()
	err := x.clock.sleepUntil(x.ctx, t)
	x.mu.Lock()
	if err != nil {
		x.now = max(x.now, min(t, x.clock.Now()))
		return fail(game.CodeInterrupted, "the action was stopped")
	}
	x.advance(t)
	if x.pace != nil {
		x.pace(x.now, x.player.at)
	}
	if x.nights != nil && x.player.health <= 0 && !x.dead {
		x.dead = true
		return x.died()
	}
	return x.meal()
}

// lingerEvery is how often one who waits for something says so, in seconds.
const lingerEvery = 10

// linger lets time pass until a simulated second, and says every ten seconds
// what is waited for.
func (x *run) linger(until float64, message string, fraction float64) *game.Failure {
	for said := x.now; x.now < until; {
		if f := x.pass(min(1, until-x.now+1e-6)); f != nil {
			return f
		}
		if x.now-said >= lingerEvery {
			said = x.now
			x.progress(message, fraction)
		}
	}
	return nil
}

// deathPause is how long a dead player lies before coming back, in seconds.
const deathPause = 1

// died lets the dead player come back and ends the action.
func (x *run) died() *game.Failure {
	f := x.pass(deathPause)
	x.respawn()
	if f != nil {
		return f
	}
	return fail(game.CodeDied, "the player died, lost everything carried and came back at the spawn point")
}

func fail(code game.Code, format string, args ...any) *game.Failure {
	return &game.Failure{Code: code, Message: fmt.Sprintf(format, args...)}
}

// delta is what changed between two counts of an inventory.
func delta(before, after map[string]int) map[string]int {
	d := map[string]int{}
	for item, n := range after {
		if n != before[item] {
			d[item] = n - before[item]
		}
	}
	for item, n := range before {
		if _, ok := after[item]; !ok {
			d[item] = -n
		}
	}
	return d
}

func intp(n int) *int { return &n }

// workAt walks into reach of a block and spends the seconds that are worked there.
func (x *run) workAt(p game.Pos, seconds float64) *game.Failure {
	if f := x.near(p); f != nil {
		return f
	}
	return x.pass(seconds)
}

// workFrom walks to a place and spends the seconds that are worked from there.
func (x *run) workFrom(stand game.Pos, seconds float64) *game.Failure {
	if f := x.walk(stand); f != nil {
		return f
	}
	return x.pass(seconds)
}
