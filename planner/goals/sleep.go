// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
)

func sleepRow() Frame {
	return Frame{
		Kind: Sleep, Grade: game.Told,
		Met: "it became day in a bed", Examples: []string{"sleep"},
		draft: (*drafter).partSleep, needs: []game.Kind{game.Sleep},
		there: true, product: nothing,
		spoken: (*speech).plain,
	}
}

// partSleep sleeps in a bed that stands near or is remembered, else in one that is placed for it; by day it waits for the night.
func (d *drafter) partSleep(p *part) error {
	g := p.goal
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Sleep, Count: 1}}
	if d.Did(game.Sleep, "") > 0 {
		return nil
	}
	if at := d.Dimension(); at != "overworld" && book.KnownDimension(at) {
		return impossible("impossible.bed-explodes", "world", game.SayWorld(at))
	}
	if d.ByDay() && d.LastFailure(game.Wait) == game.CodeDenied {
		return impossible("impossible.always-day")
	}
	far := d.bedFarOff(g)
	switch {
	case d.bedStands(g):
	case far != nil:
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Goto, At: far, Range: book.BesideStation}, Because: game.Say("step.bed")}}
	case d.Can(game.Place):
		d.bringBed(p)
	}
	if d.ByDay() && d.Can(game.Wait) && d.Request.Body.CanField(game.Wait, "until") {
		night, why := &game.Until{Phase: "night"}, game.Say("step.night")
		if left := d.UntilSeconds(night); left > 0 {
			why = game.Say("step.night.in", "time", game.Seconds(left))
		}
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Wait, Until: night}, Because: why})
	}
	p.do(game.Action{Kind: game.Sleep})
	return nil
}

// bringBed places a bed: one that is held, or one that is made.
func (d *drafter) bringBed(p *part) {
	g := p.goal
	items := d.Version.Tag("beds")
	if len(g.Items) > 0 {
		items = g.Items
	}
	if item := d.MostHeld(items); d.Request.State.Count(item) > 0 {
		items = []string{item}
	}
	p.want(1, items...)
	p.Steps = []game.Step{{Action: game.Action{Kind: game.Place}, Because: game.Say("step.sleep")}}
}

// bedStands says that a bed to sleep in is at hand: one of this task, or any where the goal asks for none of its own. Of a body that
// does not list what is near one is expected, unless it holds one or found none.
func (d *drafter) bedStands(g Goal) bool {
	stands := d.PlacedBed()
	if stands || len(g.Items) > 0 || g.Refers {
		return stands || g.Refers && d.LastFailure(game.Sleep) != game.CodeNoBed
	}
	near := d.Request.State.Nearby
	if near == nil {
		return d.LastFailure(game.Sleep) != game.CodeNoBed && d.Request.State.Count(d.MostHeld(d.Version.Tag("beds"))) == 0 && len(d.Known(game.LandmarkBed)) == 0
	}
	return slices.ContainsFunc(near.Blocks, func(s game.Sight) bool {
		return d.Version.IsBed(game.Name(s.Name)) && d.Distance(s) <= book.StationReach
	})
}

// bedFarOff is the nearest remembered bed that a walk leads to, nil for none.
func (d *drafter) bedFarOff(g Goal) *game.Pos {
	from := d.Request.State.Position
	if from == nil || len(g.Items) > 0 || d.LastFailure(game.Sleep) == game.CodeNoBed || !d.CanWalkNear() {
		return nil
	}
	for _, k := range d.Known(game.LandmarkBed) {
		at := book.Place(k)
		if from.Distance(at.Center()) <= book.FarthestStation && !d.GaveUp(game.Goto, &at) {
			return &at
		}
	}
	return nil
}

// ownBed lets a sleep that follows the making or placing of a bed be in that bed.
func ownBed(b *book.Book, goals []Goal, gone []bool, k int) {
	for i := k - 1; i >= 0; i-- {
		g := &goals[i]
		if len(g.Items) == 0 || slices.ContainsFunc(g.Items, func(item string) bool { return !b.Version.IsBed(item) }) {
			continue
		}
		switch {
		case g.Kind == Place:
			goals[k].Refers = true
			return
		case (g.Kind == Get || g.Kind == Craft) && g.Count <= 1:
			gone[i], goals[k].Items = true, g.Items
			return
		}
	}
}
