// SPDX-License-Identifier: MIT

//go:build real

package real

import (
	"maps"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// TestAFilmOfARealPlace: what the film of a hut shows is what the bot then builds, cell for cell.
func TestAFilmOfARealPlace(t *testing.T) {
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			r := workshop(t, version)
			r.fresh(t)
			r.give(t, "cobblestone", 80)
			r.give(t, "oak_door", 1)
			r.give(t, "torch", 1)
			r.refresh(t)
			_, since := r.deeds(t, 0)
			id := r.send(t, "build a 5x5 hut of cobblestone", map[string]any{"approve": true})
			var waits view.Task
			until(t, patience, "the plan to wait for a yes", func() bool {
				waits, _ = r.look(t, id)
				return waits.State == view.TaskAwaiting
			})
			f, err := r.c.PreviewTask(t.Context(), view.OfTask{TaskID: id})
			if err != nil || f.Fault != nil || f.Steps != f.Of {
				t.Fatalf("the film shows %d of %d steps, and ends with %+v: %v", f.Steps, f.Of, f.Fault, err)
			}
			if made, _ := r.deeds(t, since); len(made) != 0 {
				t.Errorf("the film changed the place: %v", made)
			}
			shown := map[spot]string{}
			for _, frame := range f.Frames {
				for _, c := range frame.Changed {
					shown[spot{c[0], c[1], c[2]}] = game.BlockName(f.Kinds[c[3]])
				}
			}
			if err := r.c.AnswerPlan(t.Context(), view.Answer{TaskID: id, Revision: waits.Revision, Approve: true}); err != nil {
				t.Fatal(err)
			}
			r.complete(t, id)
			net, _ := r.deeds(t, since)
			built := map[spot]string{}
			for at, c := range net {
				if game.BlockProperty(c.to, "half") != "upper" { // a door is one block in the film
					built[at] = game.BlockName(c.to)
				}
			}
			if len(built) < 60 || !maps.Equal(shown, built) {
				t.Errorf("the film shows %d cells and %d were changed:\n%v\n%v", len(shown), len(built), shown, built)
			}
		})
	}
}
