// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// The times of breeding, in seconds (Minecraft Wiki, "Breeding", and for eggs
// of turtles "Turtle Egg": about four and a half days on average).
const (
	breedPause  = 300
	youngGrows  = 1200
	eggsHatch   = 4.5 * secondsPerDay
	breedMeets  = 3 // the two walk to each other
	foodOfAPair = 2
	breedWaits  = breedPause
)

// young is an animal that was bred.
type young struct {
	mobKey
	// grown is the simulated second in which it is grown up; adult says that it
	// has come.
	grown float64
	adult bool
}

// adults lists the living grown animals of a kind in the lot of a place.
func (w *World) adults(mob string, s *site) []mobKey {
	list := slices.DeleteFunc(slices.Clone(s.mobs), func(m mobKey) bool { return m.mob != mob || w.killed[m] })
	lot := lotOf(s.stand.X, s.stand.Z)
	for _, y := range w.born {
		if y.adult && y.mob == mob && !w.killed[y.mobKey] && lotOf(y.at.X, y.at.Z) == lot && y.at.Dimension == s.stand.Dimension {
			list = append(list, y.mobKey)
		}
	}
	return list
}

// breed feeds pairs of animals, each of which has one young.
func (x *run) breed() *game.Failure {
	a := x.action
	foods, ok := x.foods(a.Target)
	if _, exists := x.data.Mob(a.Target); !ok || !exists {
		return fail(game.CodeNotFound, "%s cannot be bred", game.Display(a.Target))
	}
	for done := 0; done < a.Count(); done++ {
		i := slices.IndexFunc(foods, func(f string) bool { return x.player.inv.count(f) >= foodOfAPair })
		if i < 0 {
			return fail(
				game.CodeMissingItem, "breeding two %s needs 2 %s: %d of %d were bred", game.Display(a.Target), game.Display(foods[0]),
				done, a.Count(),
			)
		}
		s, pair, failure := x.pair(a.Target)
		if failure != nil {
			return failure
		}
		if failure := x.workFrom(s.stand, foodOfAPair*handleSeconds+breedMeets); failure != nil {
			return failure
		}
		food := foods[i]
		x.take(food, foodOfAPair)
		x.used(food, foodOfAPair, a.Target)
		x.tell(Occurrence{What: Bred, Name: a.Target, At: pair[0].at})
		for _, m := range pair {
			x.fed[m] = x.now + breedPause
		}
		x.born = append(x.born, x.birth(pair[0]))
		x.progress("bred "+game.Display(a.Target), float64(done+1)/float64(a.Count()))
	}
	return nil
}

// birth is the young of an animal, beside it.
func (w *World) birth(parent mobKey) young {
	y := young{mobKey: parent, grown: w.now + youngGrows}
	if parent.mob == "turtle" {
		y.grown += eggsHatch
	}
	for taken := true; taken; {
		y.at.Y++ // two cannot be told apart that stand in one place
		taken = false
		for _, o := range w.born {
			taken = taken || o.mobKey == y.mobKey
		}
	}
	return y
}

// pair finds the nearest herd with two grown animals that may be bred, waiting
// for the pause after the last time to be over when there is no other.
func (x *run) pair(mob string) (*site, [2]mobKey, *game.Failure) {
	for {
		var flock *site
		var ready [2]mobKey
		soonest, any := math.Inf(1), false
		_, ok := x.nearestSite(x.feet(), func(f *feature) bool { return f.shape == herd && f.block == mob }, func(s *site) (find, bool) {
			all := x.adults(mob, s)
			if len(all) < 2 {
				return find{}, false
			}
			any = true
			free, second := x.unfed(all)
			if len(free) < 2 {
				soonest = min(soonest, second)
				return find{}, false
			}
			flock, ready = s, [2]mobKey{free[0], free[1]}
			return find{at: s.stand, stand: s.stand}, true
		})
		switch {
		case ok:
			return flock, ready, nil
		case !any:
			return nil, ready, fail(game.CodeNotFound, "there are no two grown %s together within %d blocks", game.Display(mob), searchBlocks)
		case soonest-x.now > breedWaits:
			return nil, ready, fail(game.CodeNotFound, "no two %s will breed within five minutes", game.Display(mob))
		}
		if failure := x.linger(soonest, "waiting until the animals may breed again", 0); failure != nil {
			return nil, ready, failure
		}
	}
}

// unfed are the animals that breed now, and when the second one does.
func (x *run) unfed(all []mobKey) (free []mobKey, second float64) {
	first, second := math.Inf(1), math.Inf(1)
	for _, m := range all {
		at := x.fed[m]
		if at <= x.now {
			free = append(free, m)
		}
		if at < first {
			first, second = at, first
		} else {
			second = min(second, at)
		}
	}
	return free, second
}

// comeOfAge lets the young grow up, which some leave something behind at.
func (w *World) comeOfAge() {
	for i := range w.born {
		y := &w.born[i]
		if y.adult || w.now < y.grown {
			continue
		}
		y.adult = true
		if m, ok := w.data.Mob(y.mob); ok && len(m.Shed) > 0 && !w.killed[y.mobKey] {
			at := y.at
			at.Y = ground + 1
			w.scatter(slot{item: m.Shed[0], count: 1}, at)
		}
	}
}

// awaitScute waits beside young turtles for the next one to grow up, when it is
// scutes that are collected.
func (x *run) awaitScute() *game.Failure {
	next := young{grown: math.Inf(1)}
	for _, y := range x.born {
		if y.mob == "turtle" && !y.adult && y.grown < next.grown && y.at.Dimension == x.player.dimension {
			next = y
		}
	}
	if math.IsInf(next.grown, 1) {
		return fail(game.CodeNotFound, "no %s lies about, and no young turtle grows up", game.Display(x.action.Item))
	}
	beside := next.at
	beside.Y = ground + 1
	if f := x.near(beside); f != nil {
		return f
	}
	return x.linger(next.grown, "waiting for a young turtle to grow up", 0)
}

// foods are what two animals of a kind are bred with; false for those that are
// not bred, or must be tamed first.
func (w *World) foods(mob string) ([]string, bool) {
	m, ok := w.data.Mob(mob)
	if !ok {
		return nil, false
	}
	return m.Breeding, len(m.Breeding) > 0
}
