// SPDX-License-Identifier: MIT

package orchestrator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// mill is a protected place 200 blocks from where the test's body stands.
func mill() game.Zone {
	return game.Zone{Name: "old mill", X: 200, Y: 64, Z: 0, Dimension: "overworld", Radius: 24}
}

// protecting runs the test with a body of each version, and one of version 2
// that keeps away from protected places itself.
func protecting(t *testing.T, p Planner, f func(w *world, info game.BodyInfo)) {
	t.Helper()
	for _, c := range []struct {
		protocol int
		keeps    bool
	}{{1, false}, {2, false}, {2, true}} {
		t.Run(fmt.Sprintf("v%d keeps %v", c.protocol, c.keeps), func(t *testing.T) {
			inBubble(t, c.protocol, p, func(w *world) {
				w.crash()
				w.cfg.Protected = []game.Zone{mill()}
				w.start()
				w.body = bodytest.New("b1", c.protocol)
				go w.body.Run(w.bctx)
				w.body.SetInfo(func(b *game.BodyInfo) {
					b.Protects = c.keeps
					if c.protocol >= game.ProtocolV2 {
						b.Actions = append(slices.Clone(b.Actions), game.Build, game.Till, game.Plant, game.Harvest, game.Use)
					}
				})
				w.body.Change(func(s *game.State) {
					s.Position, s.Dimension = &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, "overworld"
				})
				w.o.Attach(w.body)
				f(w, w.body.Info())
			})
		})
	}
}

func TestDoNoHarmNothingIsSentThatNamesAProtectedPlace(t *testing.T) {
	in := &game.Pos{X: 210, Y: 64, Z: 3}
	for _, act := range []game.Action{
		{Kind: game.Mine, Target: "stone", At: in},
		{Kind: game.Place, Block: "dirt", At: in},
		{Kind: game.Build, Edits: []game.Edit{{X: 0, Y: 64, Z: 5, Block: "dirt"}, {X: 210, Y: 64, Z: 3, Block: "dirt"}}},
		{Kind: game.Till, Target: "dirt", At: in},
		{Kind: game.Plant, Target: "wheat_seeds", At: in},
		{Kind: game.Harvest, Target: "wheat", At: in},
		{Kind: game.Use, Item: "lava_bucket", At: in},
	} {
		t.Run(string(act.Kind), func(t *testing.T) {
			step := game.Step{Action: act}
			switch act.Kind {
			case game.Place, game.Plant:
				step = uses(act, act.Subject(), 1)
			case game.Build:
				step = uses(act, "dirt", len(act.Edits))
			}
			protecting(t, fixed(planOf(nil, step)), func(w *world, info game.BodyInfo) {
				if !info.Can(act.Kind) {
					return
				}
				w.body.Give("dirt", 9)
				w.body.Give("wheat_seeds", 1)
				for _, s := range []Submission{{Goal: "x"}, {Actions: []game.Action{act}}} {
					id := w.submit(s)
					got := w.until(id, StateError, time.Minute)
					if !strings.Contains(got.Reason, `lies in the protected place "old mill"; choose a place more than 24 blocks from 200 64 0`) {
						t.Errorf("reason %q", got.Reason)
					}
					if f := w.record(id).Actions[0].Failure; f == nil || f.Code != game.CodeProtected {
						t.Errorf("failure %+v", f)
					}
				}
				if len(w.body.Sent()) != 0 {
					t.Errorf("sent %v", w.body.Sent())
				}
				if info.CanField(act.Kind, game.FieldPosition) || act.Kind == game.Build {
					id := w.submit(Submission{Goal: "do it at the Old Mill"})
					w.until(id, StateComplete, time.Minute)
					if len(w.body.Sent()) != 1 {
						t.Errorf("sent %v for a goal that names the place", w.body.Sent())
					}
				}
			})
		})
	}
}

// TestDoNoHarmABodyThatKeepsNoPlaceDoesNotMineNearOne: it may not look for a
// block by its name where one of the place's own could be the nearest.
func TestDoNoHarmABodyThatKeepsNoPlaceDoesNotMineNearOne(t *testing.T) {
	protecting(t, needing("coal"), func(w *world, info game.BodyInfo) {
		for _, c := range []struct {
			x         float64
			dimension string
			goal      string
			far       bool
		}{
			{200, "overworld", "x", false},
			{200 - 24 - 63, "overworld", "x", false},
			{200 - 24 - 66, "overworld", "x", true},
			{200, "the_nether", "x", true},
			{200, "", "x", false},
			{200, "overworld", "get coal from the old mill", true},
		} {
			w.body.Change(func(s *game.State) {
				s.Position, s.Dimension = &game.Vec3{X: c.x, Y: 64, Z: 0.5}, c.dimension
				s.Inventory = nil
			})
			sent := len(w.body.Sent())
			id := w.submit(Submission{Goal: c.goal})
			if c.far || info.Protects {
				w.until(id, StateComplete, time.Minute)
				continue
			}
			got := w.until(id, StateError, time.Minute)
			if !strings.Contains(got.Reason, `this body cannot keep away from the protected place "old mill" by itself; go at least 89 blocks away from 200 64 0 first`) {
				t.Errorf("reason %q", got.Reason)
			}
			if len(w.body.Sent()) != sent {
				t.Errorf("at %v: sent %v", c.x, w.body.Sent())
			}
		}
		w.body.Change(func(s *game.State) { s.Position, s.Inventory = nil, nil })
		id := w.submit(Submission{Goal: "x"})
		if want := map[bool]State{true: StateComplete, false: StateError}[info.Protects]; true {
			w.until(id, want, time.Minute)
		}
	})
}

// TestDoNoHarmABlockIsNotPlacedBesideABodyInAProtectedPlace that nobody said
// where to put.
func TestDoNoHarmABlockIsNotPlacedBesideABodyInAProtectedPlace(t *testing.T) {
	plan := fixed(planOf(nil, place("dirt")))
	protecting(t, plan, func(w *world, info game.BodyInfo) {
		w.body.Give("dirt", 3)
		w.body.Change(func(s *game.State) { s.Position = &game.Vec3{X: 200.5, Y: 64, Z: 0.5} })
		id := w.submit(Submission{Goal: "x"})
		if info.Protects {
			w.until(id, StateComplete, time.Minute)
		} else {
			w.until(id, StateError, time.Minute)
		}
		w.body.Change(func(s *game.State) { s.Position = &game.Vec3{X: 100.5, Y: 64, Z: 0.5} })
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
	})
}

// TestDoNoHarmPlannersAreToldOfProtectedPlaces, and not of what is remembered to
// gather in one.
func TestDoNoHarmPlannersAreToldOfProtectedPlaces(t *testing.T) {
	site := func(x int) game.Landmark {
		return game.Landmark{Kind: game.LandmarkSite, Name: "oak_log", At: game.Pos{X: x, Y: 64, Dimension: "overworld"}}
	}
	station := game.Landmark{Kind: game.LandmarkStation, Name: "furnace", At: game.Pos{X: 200, Y: 64, Dimension: "overworld"}}
	list := []game.Landmark{site(0), site(150), site(190), station}
	for _, c := range []struct {
		body  game.BodyInfo
		zones []game.Zone
		want  int
	}{
		{game.BodyInfo{}, nil, 4},
		{game.BodyInfo{}, []game.Zone{mill()}, 2},
		{game.BodyInfo{Protects: true}, []game.Zone{mill()}, 3},
	} {
		if got := game.OutsideZones(list, c.zones, &c.body); len(got) != c.want || got[len(got)-1].Kind != game.LandmarkStation {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
