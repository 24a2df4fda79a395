// SPDX-License-Identifier: MIT

// Package film plays a plan before it happens, in an embedded world of its own.
//
// The world is made of what a body sees of the place; what nobody looked at is the embedded
// world's usual ground, and the film says so. Invariants:
//   - No real body is touched, and nothing is written down.
//   - What the embedded world cannot do ends the film with a sentence; nothing is made up.
//   - A film is bounded: in frames, changed cells, seconds of the game, and by its context.
//
// Usage:
//
//	f, err := film.Play(ctx, film.Site{State: snap.State, Cells: seen}, plan.Steps)
package film

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/ui/view"
)

const (
	// mostFrames and mostChanges bound what is kept: some 300 KB of JSON.
	mostFrames  = 600
	mostChanges = 8192
	// mostSeconds of the game a film takes.
	mostSeconds = 4 * 3600
	// leastGap is the time between two frames of a short film, in game seconds.
	leastGap = 0.25
	// landRadius is how far around the player the land is shown.
	landRadius = 40
	overworld  = "overworld"
)

// Site is what is known of where a plan begins.
type Site struct {
	// Version of Minecraft; empty for the usual one.
	Version string
	State   game.State
	// Cells are what surveys showed.
	Cells game.Cells
	// Owner is the player who stands there to be given things; empty for nobody.
	Owner string
}

// ErrElsewhere: the film's world has the overworld's ground alone.
var ErrElsewhere = errors.New("a film shows the overworld alone: what is built in the Nether or the End cannot be shown before it happens")

// ErrNowhere: the body does not report where it is.
var ErrNowhere = errors.New("this player does not report where it is, so nothing can be shown before it happens")

// Play carries steps out and returns the film. An error says why there is none.
func Play(ctx context.Context, site Site, steps []game.Step) (view.Film, error) {
	switch {
	case site.State.Position == nil:
		return view.Film{}, ErrNowhere
	case cmp.Or(game.Name(site.State.Dimension), overworld) != overworld:
		return view.Film{}, ErrElsewhere
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &camera{site: &site, gap: leastGap, enough: cancel, step: 1, kinds: map[string]int{}}
	if err := c.build(); err != nil {
		return view.Film{}, err
	}
	c.film.Of = len(steps)
	c.film.Land = c.land()
	c.shoot(0, *c.world.State().Position)
	for i := range steps {
		c.step = i + 1
		if f := c.do(ctx, &steps[i]); f != nil {
			c.film.Fault = note(c.why(&steps[i], f))
			break
		}
		c.film.Steps++
	}
	return c.done(), nil
}

// camera makes a film. All of it is owned by the goroutine of Play.
type camera struct {
	site  *Site
	world *sim.World
	// rise is how much higher a cell lies in the film's world than in the player's.
	rise   int
	step   int
	gap    float64
	enough context.CancelFunc
	film   view.Film
	kinds  map[string]int
	// pending are changes that no frame has yet; changes counts all, ledger adds them up.
	pending [][4]int
	changes int
	ledger  ledger.Ledger
}

// do carries a step out. What is held already, or is not for a body, is left out.
func (c *camera) do(ctx context.Context, s *game.Step) *game.Failure {
	info, _ := game.Lookup(s.Action.Kind)
	now := c.world.State()
	if info.Local || len(s.Enough) > 0 && game.MissingNeed(s.Enough, &now) == "" {
		return nil
	}
	a := s.Action.Clone()
	a.ID = fmt.Sprintf("film%d", c.step)
	if a.At != nil {
		a.At.Y += c.rise
	}
	for i := range a.Edits {
		a.Edits[i].Y += c.rise
	}
	_, err := c.world.Do(ctx, a, nil)
	f := (*game.Failure)(nil)
	if err != nil && !errors.As(err, &f) {
		f = &game.Failure{Code: game.CodeInternal, Message: err.Error()}
	}
	return f
}

// why says what ended the film.
func (c *camera) why(s *game.Step, f *game.Failure) game.Message {
	switch {
	case c.world.Clock().Now() >= mostSeconds:
		return game.Say("film.long", "n", mostSeconds/3600)
	case c.changes >= mostChanges:
		return game.Say("film.large", "n", mostChanges)
	case f.Code == game.CodeInterrupted:
		return game.Say("film.slow")
	}
	return game.Say("film.fault", "n", c.step, "step", s.Say(), "why", game.TextOf(f.Message))
}

// pace implements sim.Config.Pace.
func (c *camera) pace(seconds float64, feet game.Vec3) {
	c.collect()
	if last := c.film.Frames[len(c.film.Frames)-1]; seconds-last.At >= c.gap {
		c.shoot(seconds, feet)
	}
	if seconds >= mostSeconds || c.changes >= mostChanges {
		c.enough()
	}
}

// collect takes in what was changed since.
func (c *camera) collect() {
	for _, ch := range c.world.TakeChanges() {
		c.changes++
		ch.N = c.changes
		c.ledger.Fold(ledger.Row{Reported: game.Reported{Series: "film", Change: ch}})
		c.pending = append(c.pending, [4]int{ch.X, ch.Y - c.rise, ch.Z, c.kind(ch.To)})
	}
}

// kind is the place of a block in the film's list.
func (c *camera) kind(block string) int {
	n, known := c.kinds[block]
	if !known {
		n = len(c.film.Kinds)
		c.kinds[block] = n
		c.film.Kinds = append(c.film.Kinds, block)
	}
	return n
}

// shoot adds a frame. Of a film that gets long, every second frame goes into the next.
func (c *camera) shoot(seconds float64, feet game.Vec3) {
	f := view.FilmFrame{At: tenth(seconds), X: tenth(feet.X), Y: tenth(feet.Y - float64(c.rise)), Z: tenth(feet.Z), Step: c.step, Changed: c.pending}
	c.pending = nil
	c.film.Frames = append(c.film.Frames, f)
	if len(c.film.Frames) < mostFrames {
		return
	}
	c.gap *= 2
	kept := c.film.Frames[:1]
	for i := 2; i < len(c.film.Frames); i += 2 {
		f := c.film.Frames[i]
		f.Changed = append(c.film.Frames[i-1].Changed, f.Changed...)
		kept = append(kept, f)
	}
	if len(c.film.Frames)%2 == 0 {
		c.pending = c.film.Frames[len(c.film.Frames)-1].Changed
	}
	c.film.Frames = kept
}

func tenth(v float64) float64 { return math.Round(v*10) / 10 }

// done is the film when all of it was shot.
func (c *camera) done() view.Film {
	c.collect()
	c.film.Seconds = c.world.Clock().Now()
	c.shoot(c.film.Seconds, *c.world.State().Position)
	sum := c.ledger.Sum()
	c.film.Dug, c.film.Placed = sum.Dug, sum.Placed
	if c.film.Kinds == nil {
		c.film.Kinds = []string{}
	}
	return c.film
}

// land is the place from above, as high as in the player's world.
func (c *camera) land() view.Terrain {
	t := c.world.Terrain(landRadius, nil)
	for i := range t.Heights {
		t.Heights[i] -= c.rise
	}
	return view.Terrain{X: t.X, Z: t.Z, Width: t.Side, Depth: t.Side, Heights: t.Heights, Tops: t.Tops, Kinds: t.Kinds}
}

// note is a message as clients see it.
func note(m game.Message) *view.Note { return &view.Note{Text: messages.InEnglish(m), Say: m} }
