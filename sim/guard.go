// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"fmt"

	"github.com/minehand/minehand/game"
)

const (
	// guardLate is how many seconds longer a guard fights what is there when its time is over.
	guardLate = 30.0
	// guardHurt is the health at which a guard steps back and eats.
	guardHurt = 10.0
)

// sentry is a guard on its feet.
type sentry struct {
	*run
	post   game.Pos
	middle game.Vec3
	within float64
	from   float64 // the world's time at its start
}

// guard stays within a radius, fights what comes into it, and steps back to eat when hurt.
func (x *run) guard() *game.Failure {
	watch, asked := x.action.Watches(nil)
	w := &sentry{run: x, within: watch.Within, from: x.worldSeconds()}
	if f := w.takePost(); f != nil {
		return f
	}
	before, told := x.slain, x.now
	for {
		foe := w.intruder()
		over := x.worldSeconds() - w.from - asked
		if over >= guardLate || over >= 0 && foe == nil {
			break
		}
		if f := w.stand(foe); f != nil {
			return f
		}
		if x.result.Killed = intp(x.slain - before); x.now-told >= lingerEvery {
			told = x.now
			x.progress(fmt.Sprintf("guarding: %d killed", x.slain-before), min(1, (x.worldSeconds()-w.from)/asked))
		}
	}
	if w.intruder() != nil {
		return fail(game.CodeUnreachable, "a %s is still within %g blocks", monster, w.within)
	}
	if f := x.walk(w.post); f != nil {
		return f
	}
	at := x.player.at
	x.result.Position = &at
	return nil
}

// worldSeconds is the time of the world, in which a night that is slept through has passed.
func (w *World) worldSeconds() float64 { return w.now + w.offset/ticksPerSecond }

// takePost walks to where the guard stands.
func (w *sentry) takePost() *game.Failure {
	at := w.action.At
	if at == nil {
		if !w.isOwner(w.action.Target) {
			return fail(game.CodeNotFound, "there is no %s to guard", w.action.Target)
		}
		if f := w.toOwner(); f != nil {
			return f
		}
		w.post, w.middle = w.feet(), w.owner.at.Center()
		return nil
	}
	to := *at
	if to.Dimension = cmp.Or(to.Dimension, w.player.dimension); to.Dimension != w.player.dimension {
		return fail(game.CodeWrongDimension, "%s lies in %s", at, game.Display(to.Dimension))
	}
	post, ok := w.footing(to, 2)
	if !ok {
		return fail(game.CodeNoPath, "feet cannot stand at %s", at)
	}
	w.post, w.middle = post, to.Center()
	return w.walk(post)
}

// intruder is the nearest monster within the radius.
func (w *sentry) intruder() *prowler {
	var best *prowler
	for _, m := range w.inTheDark(w.player.dimension) {
		near := m.health > 0 && m.at.Distance(w.middle) <= w.within
		if near && (best == nil || w.player.at.Distance(m.at) < w.player.at.Distance(best.at)) {
			best = m
		}
	}
	return best
}

// stand is a second or less of the guard's time.
func (w *sentry) stand(foe *prowler) *game.Failure {
	fights := foe != nil && w.player.health > guardHurt
	switch {
	case fights && w.player.at.Distance(foe.at) <= monsterNear:
		return w.pass(attackSeconds)
	case fights && outdoors(foe.at).Center().Distance(w.middle) <= w.within: // else it comes
		return w.workFrom(outdoors(foe.at), handleSeconds)
	case w.feet() != w.post:
		return w.walk(w.post)
	}
	if food := w.bestFood(nil); food != "" && w.player.hunger < healAbove && w.player.health < 20 {
		return w.eat(food)
	}
	return w.pass(1)
}
