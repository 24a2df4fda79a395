// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// The practice world's body, and what it is when nothing else is asked for.
const (
	practiceBody = "practice"
	practiceName = "Practice world"
	// maxPracticeName is how long a name of the player may be.
	maxPracticeName = 32
	// PracticeOwner is who asks in it, and in the world of play: a second player, who stands
	// there.
	PracticeOwner = "Steve"
	practiceSpeed = 8
	practiceSeed  = 1
	// practiceFile, in the data folder, says which world runs.
	practiceFile = "practice.json"
	// MaxPracticeSpeed is the most game seconds a second.
	MaxPracticeSpeed = 1000
	// practiceWait is how long its body may take to register.
	practiceWait = 15 * time.Second
)

// practice is the embedded world that clients of a backend may start.
type practice struct {
	// url is where bodies connect.
	url   func() string
	there *bodies
	// end ends the session of a body.
	end func(body, why string)
	// kept is the file that says which world runs, for the next start of Minehand;
	// empty to keep none.
	kept string
	// past lets go of the worlds before; nil where nothing is kept.
	past *pastWorlds
	log  *slog.Logger

	// changing is held while a world is made or ended.
	changing sync.Mutex

	mu    sync.Mutex
	world *Embedded
	now   view.Practice
}

// Start implements ui.Practice.
func (p *practice) Start(ctx context.Context, s view.PracticeStart) error {
	p.changing.Lock()
	defer p.changing.Unlock()
	return p.make(ctx, s, false)
}

// restart makes the world anew that ran when Minehand ended, if one did, and nobody has
// ended it or made another meanwhile.
func (p *practice) restart(ctx context.Context) (was bool, err error) {
	p.changing.Lock()
	defer p.changing.Unlock()
	var s view.PracticeStart
	err = wholefile.ReadJSON(p.kept, &s)
	if p.kept == "" || errors.Is(err, fs.ErrNotExist) || p.running() != nil {
		return false, nil
	}
	if err == nil {
		err = p.make(ctx, s, true)
	}
	if err != nil {
		return true, fmt.Errorf("the practice world of the last run does not start again: %w", err)
	}
	return true, nil
}

// keep writes down which world runs.
func (p *practice) keep(s view.PracticeStart) {
	if p.kept == "" {
		return
	}
	if err := wholefile.WriteJSON(p.kept, s, 0o600); err != nil {
		p.log.Warn("the practice world will not come back by itself after a restart", "error", err)
	}
}

// make makes a world; changing is held.
func (p *practice) make(ctx context.Context, s view.PracticeStart, restarted bool) error {
	if w := p.running(); w != nil {
		return view.Refuse(view.CodeConflict, "the practice world runs already: stop it first to make another")
	}
	s.Seed = cmp.Or(s.Seed, practiceSeed)
	s.Speed = cmp.Or(s.Speed, practiceSpeed)
	if err := checkPractice(s); err != nil {
		return err
	}
	v, err := data.Load(s.Version)
	if err != nil {
		return view.Refuse(view.CodeInvalid, "%v", err)
	}
	online := make(chan struct{}, 1)
	world, err := StartEmbedded(context.WithoutCancel(ctx), EmbeddedConfig{
		URL: p.url(), Seed: s.Seed, Made: MadeNow(), Inventory: s.Inventory, Version: s.Version, Wild: s.Wild, Speed: s.Speed,
		Players: s.Players, Monsters: s.Monsters,
		Instance: practiceBody, Name: cmp.Or(s.Name, practiceName), Owner: PracticeOwner, Log: p.log,
		Online: func(on bool) {
			if on {
				select {
				case online <- struct{}{}:
				default:
				}
			}
		},
	})
	if err != nil {
		return err
	}
	if p.past != nil {
		p.past.made(ctx, world.world.ID())
	}
	if err := p.await(ctx, world, online); err != nil {
		_ = world.Close()
		for _, id := range world.IDs() {
			p.end(id, "the practice world did not start")
		}
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.world = world
	p.now = view.Practice{Running: true, Instance: practiceBody, Seed: s.Seed, Version: v.Name, Restarted: restarted}
	p.keep(s)
	return nil
}

// checkPractice refuses what a practice world cannot be.
func checkPractice(s view.PracticeStart) error {
	if err := checkSpeed(s.Speed); err != nil {
		return err
	}
	if s.Players < 0 || s.Players > MostPlayers {
		return view.Refuse(view.CodeInvalid, "%d players do not work; use 1 to %d", s.Players, MostPlayers)
	}
	if utf8.RuneCountInString(s.Name) > maxPracticeName || strings.ContainsFunc(s.Name, unicode.IsControl) {
		return view.Refuse(view.CodeInvalid, "the name %.40q does not work; use 1 to %d letters, digits and spaces", s.Name, maxPracticeName)
	}
	return nil
}

// await waits until the body is there and has reported where it is.
func (p *practice) await(ctx context.Context, world *Embedded, online <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, practiceWait)
	defer cancel()
	select {
	case <-online:
	case <-world.Done():
		return fmt.Errorf("the practice world ended at once: %w", world.Close())
	case <-ctx.Done():
		return fmt.Errorf("the practice world's player did not come in time: %w", context.Cause(ctx))
	}
	for _, id := range world.IDs() {
		if err := p.there.await(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// running is the world at hand; nil for none.
func (p *practice) running() *Embedded {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.world
}

// still lets the clock of an embedded world stand still while a plan for its body is
// made: a model that thinks for minutes costs no night and no hunger there.
type still struct {
	orchestrator.Planner
	world func(body string) *Embedded // nil of a body that plays elsewhere
}

// Plan implements orchestrator.Planner.
func (s still) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if world := s.world(req.Body.ID); world != nil {
		defer world.Clock().Hold()()
	}
	return s.Planner.Plan(ctx, req)
}

// Stop implements ui.Practice. The world does not come back at the next start.
func (p *practice) Stop() error {
	p.changing.Lock()
	defer p.changing.Unlock()
	if p.kept != "" {
		if err := os.Remove(p.kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
			p.log.Warn("the practice world will come back after a restart", "error", err)
		}
	}
	return p.leave()
}

// close ends the world with Minehand.
func (p *practice) close() error {
	p.changing.Lock()
	defer p.changing.Unlock()
	return p.leave()
}

// leave ends the world that runs, if one does; changing is held.
func (p *practice) leave() error {
	p.mu.Lock()
	world := p.world
	p.world, p.now = nil, view.Practice{}
	p.mu.Unlock()
	if world == nil {
		return nil
	}
	err := world.Close()
	for _, id := range world.IDs() {
		p.end(id, "the practice world was ended")
	}
	return err
}

func checkSpeed(speed float64) error {
	if !(speed >= 0 && speed <= MaxPracticeSpeed) {
		return view.Refuse(view.CodeInvalid, "a speed of %g does not work; use 0 (paused) to %d game seconds a second", speed, MaxPracticeSpeed)
	}
	return nil
}

// SetSpeed implements ui.Practice.
func (p *practice) SetSpeed(speed float64) error {
	if err := checkSpeed(speed); err != nil {
		return err
	}
	world := p.running()
	if world == nil {
		return view.Refuse(view.CodeNothing, "no practice world runs: start it first")
	}
	world.Clock().SetSpeed(speed)
	return nil
}

// Now implements ui.Practice.
func (p *practice) Now() view.Practice {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now
	now.Offered = true
	if p.world != nil {
		now.Speed, now.Seconds = p.world.Clock().Speed(), p.world.Seconds()
	}
	return now
}

// Terrain implements ui.Practice.
func (p *practice) Terrain(body string, radius int, at *game.Vec3) *view.Terrain {
	world := p.running()
	if world == nil || body != practiceBody {
		return nil
	}
	t := world.Terrain(radius, at)
	return &view.Terrain{X: t.X, Z: t.Z, Width: t.Side, Depth: t.Side, Heights: t.Heights, Tops: t.Tops, Kinds: t.Kinds}
}
