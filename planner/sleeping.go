package planner

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

// A bed can be slept in from bedFrom to bedUntil, in ticks of the day (Minecraft
// Wiki, "Bed"), and night is waited for until nightFrom.
const (
	bedFrom, bedUntil = 12542, 23459
	nightFrom         = 13000
	ticksPerDay       = 24000
)

func isBed(block string) bool { return strings.HasSuffix(game.Name(block), "_bed") }

// beds are the beds of the version.
func (d *Desk) beds() []string {
	var items []string
	for _, it := range d.rules.version.Items() {
		if isBed(it.Name) {
			items = append(items, it.Name)
		}
	}
	return items
}

// partSleep sleeps in a bed that stands near or is remembered, else in one that
// is placed for it; by day it waits for the night.
func (d *Desk) partSleep(p *part) error {
	g := p.goal
	if err := d.require(g, game.Sleep); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Sleep, Count: 1}}
	if d.did(game.Sleep, "") > 0 {
		return nil
	}
	if at := d.dimension(); at != "overworld" {
		return &game.ImpossibleError{Reason: "A bed explodes in " + dimensions[at] + "; sleep in the overworld"}
	}
	far := d.bedFarOff(g)
	switch {
	case d.bedStands(g):
	case far != nil:
		p.steps = []game.Step{{Action: game.Action{Kind: game.Goto, At: far, Range: besideStation}, Why: "a bed stands there"}}
	case d.Can(game.Place):
		items := d.beds()
		if len(g.Items) > 0 {
			items = g.Items
		}
		if item := d.heldOf(items); d.req.State.Count(item) > 0 {
			items = []string{item}
		}
		p.wants = []techtree.Want{{Items: items, Count: 1}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Place}, Why: "to sleep in"}}
	}
	if d.byDay() && d.Can(game.Wait) && d.req.Body.CanField(game.Wait, "until") {
		p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Wait, Until: &game.Until{Phase: "night"}}, Why: "nobody can sleep by day"})
	}
	p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Sleep}})
	return nil
}

// slept is the failure of this task's last sleep, empty for none.
func (d *Desk) slept() game.Code {
	for _, h := range slices.Backward(d.req.History) {
		if f := h.Outcome.Failure; h.Step.Action.Kind == game.Sleep && f != nil {
			return f.Code
		}
	}
	return ""
}

// byDay reports whether it is not known to be night.
func (d *Desk) byDay() bool {
	if t := d.req.State.Time; t != nil {
		return *t < bedFrom || *t >= bedUntil
	}
	return d.slept() == game.CodeNotNight
}

// bedStands says that a bed to sleep in is at hand: one of this task, or any
// where the goal asks for none of its own. Of a body that does not list what is
// near one is expected, unless it holds one or found none.
func (d *Desk) bedStands(g goalread.Goal) bool {
	stands := false
	for i := range d.req.History {
		h := &d.req.History[i]
		switch a := &h.Step.Action; {
		case a.Kind == game.Place && isBed(a.Block) && (h.Verdict == game.Confirmed || h.Verdict == game.Claimed):
			stands = true
		case h.Outcome.Failure != nil && h.Outcome.Failure.Code == game.CodeNoBed:
			stands = false
		}
	}
	if stands || len(g.Items) > 0 || g.Refers {
		return stands || g.Refers && d.slept() != game.CodeNoBed
	}
	near := d.req.State.Nearby
	if near == nil {
		return d.slept() != game.CodeNoBed && d.req.State.Count(d.heldOf(d.beds())) == 0 && len(d.known(game.LandmarkBed)) == 0
	}
	return slices.ContainsFunc(near.Blocks, func(s game.Sight) bool { return isBed(s.Name) && d.distance(s) <= stationReach })
}

// bedFarOff is the nearest remembered bed that a walk leads to, nil for none.
func (d *Desk) bedFarOff(g goalread.Goal) *game.Pos {
	from := d.req.State.Position
	if from == nil || len(g.Items) > 0 || d.slept() == game.CodeNoBed || !d.Can(game.Goto) || !d.req.Body.CanField(game.Goto, "range") {
		return nil
	}
	for _, k := range d.known(game.LandmarkBed) {
		at := place(k)
		if from.Distance(at.Center()) <= farthestStation && !d.gaveUp(game.Goto, &at) {
			return &at
		}
	}
	return nil
}

// ownBed lets a sleep that follows the making or placing of a bed be in that bed.
func ownBed(goals []goalread.Goal, gone []bool, k int) {
	for i := k - 1; i >= 0; i-- {
		g := &goals[i]
		if len(g.Items) == 0 || slices.ContainsFunc(g.Items, func(item string) bool { return !isBed(item) }) {
			continue
		}
		switch {
		case g.Kind == goalread.Place:
			goals[k].Refers = true
			return
		case (g.Kind == goalread.Get || g.Kind == goalread.Craft) && g.Count <= 1:
			gone[i], goals[k].Items = true, g.Items
			return
		}
	}
}

// untilSeconds is how long a wait for day or night takes, in seconds; 0 when the
// time is not known.
func (d *Desk) untilSeconds(u *game.Until) float64 {
	if u == nil || d.req.State.Time == nil {
		return 0
	}
	to := nightFrom
	if u.Phase == "day" {
		to = 0
	} else if !d.byDay() {
		return 0
	}
	return float64((to-*d.req.State.Time+ticksPerDay)%ticksPerDay) / ticks
}
