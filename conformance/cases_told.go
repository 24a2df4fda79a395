// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// toldCases are about what a body tells of the world: its changes, and surveys.
func toldCases() []testCase {
	return []testCase{
		{id: "rule-19/reported",
			about: "a block that is placed is in changes, with its cell, the states before and after, why goal and the action's id",
			on:    onlyV2, kind: game.Place, run: changeReported},
		{id: "rule-19/kept", about: "a change is sent again until changes_kept names it, and then no more", on: onlyV2,
			kind: game.Place, run: changeKept},
		{id: "rule-19/outage", about: "what was not kept is sent again after a broken line, in the same series", on: onlyV2,
			kind: game.Place, run: changeAfterOutage},
		{id: "rule-20/survey",
			about: "surveyed repeats the id and the box, its runs count every cell, and it shows a block that was just placed",
			on:    onlyV2, kind: game.Place, run: surveyShows},
		{id: "rule-20/radius", about: "a survey of a radius is about the cells around the feet", on: onlyV2, run: surveyRadius},
		{id: "rule-20/bounds", about: "a survey of more than 32 blocks along a side is refused with code invalid", on: onlyV2, run: surveyBounds},
		{id: "rule-20/cancel", about: "a survey_cancel, of a survey that is over as well, does no harm", on: onlyV2, run: surveyCancel},
	}
}

// reports skips the case where the body does not tell of changes.
func (b *bench) reports() error {
	reg := b.registered()
	switch {
	case reg.Capabilities == nil || !reg.Capabilities.Changes:
		return skip("the body does not report changes (capabilities.changes): Minehand shows what it changed as not told")
	case reg.Series == "":
		return errors.New("capabilities.changes is true and the register names no series, so that nothing can be told apart after a restart")
	}
	return nil
}

// changeWhere waits for a frame with a change.
func (b *bench) changeWhere(ctx context.Context, from int, wanted func(*game.Change) bool) (*game.Change, error) {
	var found *game.Change
	_, _, err := b.await(ctx, from, soon, func(e *entry) bool {
		for _, c := range wire.ChangesOf(e.msg) {
			if wanted(&c) {
				found = &c
				return true
			}
		}
		return false
	})
	return found, err
}

// change places a block and returns the change that the body reports.
func (b *bench) change(ctx context.Context) (*game.Change, error) {
	if err := b.reports(); err != nil {
		return nil, err
	}
	block, err := b.cheap(ctx, 1)
	if err != nil {
		return nil, err
	}
	from := b.len()
	at, o, err := b.placeNear(ctx, block)
	if err != nil {
		return nil, err
	}
	if !o.ok() {
		return nil, skip("no place beside the body took a %s: the last %s", block, o.said())
	}
	here := func(c *game.Change) bool { return game.CellOf(c.At()) == game.CellOf(at) }
	c, err := b.changeWhere(ctx, from, func(c *game.Change) bool { return here(c) && c.Action == o.id })
	if err != nil {
		if other, err := b.changeWhere(ctx, from, here); err == nil {
			return nil, fmt.Errorf("the body placed a %s at %s and names the action %q; it was %q", block, at, other.Action, o.id)
		}
		return nil, b.late(ctx, err, "the body placed a %s at %s and no change of that cell came within a second", block, at)
	}
	switch {
	case c.Why != game.WhyGoal:
		return c, fmt.Errorf("the change at %s is for %q; what an action names is for goal", at, c.Why)
	case game.IsAir(c.To) || c.From == c.To:
		return c, fmt.Errorf("the change at %s is from %q to %q; a %s stands there now", at, c.From, c.To, block)
	}
	return c, nil
}

func changeReported(ctx context.Context, b *bench) (string, error) {
	c, err := b.change(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("number %d: %s to %s at %s", c.N, c.From, c.To, c.At()), nil
}

func changeKept(ctx context.Context, b *bench) (string, error) {
	b.keep(false)
	defer b.keep(true)
	c, err := b.change(ctx)
	if err != nil {
		return "", err
	}
	same := func(o *game.Change) bool { return o.N == c.N && o.At() == c.At() }
	for range 2 {
		if _, err := b.changeWhere(ctx, b.len(), same); err != nil {
			return "", b.late(ctx, err, "the change %d was not kept and is not in the next frame with changes", c.N)
		}
	}
	ln := b.latest()
	ln.say(&wire.ChangesKept{Series: b.registered().Series + "?", Through: c.N})
	if _, err := b.changeWhere(ctx, b.len(), same); err != nil {
		return "", b.late(ctx, err, "the body forgot the change %d at a changes_kept of another series", c.N)
	}
	ln.say(&wire.ChangesKept{Series: b.registered().Series, Through: c.N})
	if _, err := b.fresh(ctx); err != nil { // one may have been on its way
		return "", err
	}
	from := b.len()
	if _, err := b.quiet(ctx, after); err != nil {
		return "", err
	}
	if e, _ := b.last(from, func(e *entry) bool {
		return slices.ContainsFunc(wire.ChangesOf(e.msg), func(o game.Change) bool { return o.N <= c.N })
	}); e != nil {
		return "", fmt.Errorf("the change %d is kept, and a %s brings it or an earlier one again", c.N, e.msg.Type())
	}
	return fmt.Sprintf("the change %d came until it was kept", c.N), nil
}

func changeAfterOutage(ctx context.Context, b *bench) (string, error) {
	b.keep(false)
	defer b.keep(true)
	c, err := b.change(ctx)
	if err != nil {
		return "", err
	}
	series, from := b.registered().Series, b.len()
	if _, _, err := b.drop(ctx); err != nil {
		return "", err
	}
	if now := b.registered().Series; now != series {
		return "", fmt.Errorf("the series was %q and is %q after a broken line; it changes only when the body starts again", series, now)
	}
	if _, err := b.changeWhere(ctx, from, func(o *game.Change) bool { return o.N == c.N && o.At() == c.At() }); err != nil {
		return "", b.late(ctx, err, "the change %d was not kept and did not come again after a broken line", c.N)
	}
	return fmt.Sprintf("the change %d came again", c.N), nil
}

// looks skips the case where the body answers no surveys.
func (b *bench) looks() error {
	if c := b.registered().Capabilities; c == nil || !c.Survey {
		return skip("the body answers no surveys (capabilities.survey): its builds are proven by its results alone")
	}
	return nil
}

// survey asks and returns the answer.
func (b *bench) survey(ctx context.Context, ask game.Survey) (*wire.Surveyed, error) {
	ask.ID = newID()
	from := b.len()
	b.latest().say(&wire.Survey{Survey: ask})
	e, _, err := b.await(ctx, from, restWithin, func(e *entry) bool {
		m, ok := e.msg.(*wire.Surveyed)
		return ok && m.ID == ask.ID
	})
	if err != nil {
		return nil, b.late(ctx, err, "no surveyed with the survey's id that can be read came within %s", restWithin)
	}
	return e.msg.(*wire.Surveyed), nil
}

func surveyShows(ctx context.Context, b *bench) (string, error) {
	if err := b.looks(); err != nil {
		return "", err
	}
	block, err := b.cheap(ctx, 1)
	if err != nil {
		return "", err
	}
	at, o, err := b.placeNear(ctx, block)
	if err != nil {
		return "", err
	}
	if !o.ok() {
		return "", skip("no place beside the body took a %s: the last %s", block, o.said())
	}
	box := game.BoxAround(game.CellOf(at), 2)
	m, err := b.survey(ctx, game.Survey{Box: &box, What: []string{game.SurveyBlocks, game.SurveyLight}})
	if err == nil {
		err = asAsked(m, box)
	}
	if err != nil {
		return "", err
	}
	cells := game.Cells{}
	cells.Add(&m.Surveyed)
	got, loaded := cells[game.CellOf(at).In(m.Dimension)]
	if !loaded || game.BlockName(got) != game.Name(block) {
		return "", fmt.Errorf("a %s was placed at %s, and the survey shows %q there", block, at, got)
	}
	return fmt.Sprintf("%d kinds of blocks in %d runs", len(m.Palette), len(m.Blocks)), nil
}

// asAsked names how a survey differs from what was asked for: a box, with light.
func asAsked(m *wire.Surveyed, box game.Box) error {
	switch {
	case m.Code != "" || m.Error != "":
		return fmt.Errorf("a survey of a box of 5 along each side was refused with code %q (%s)", m.Code, m.Error)
	case m.Box != box:
		return fmt.Errorf("the box has to be the one that was asked for, %v, not %v", box, m.Box)
	case m.Light == nil:
		return errors.New("light was asked for, too, and is missing; -1 is for where it is not known")
	}
	return nil
}

func surveyRadius(ctx context.Context, b *bench) (string, error) {
	if err := b.looks(); err != nil {
		return "", err
	}
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	m, err := b.survey(ctx, game.Survey{Radius: 3})
	switch {
	case err != nil:
		return "", err
	case m.Code != "" || m.Error != "":
		return "", fmt.Errorf("a survey of a radius of 3 was refused with code %q (%s)", m.Code, m.Error)
	}
	x, y, z := m.Box.Sides()
	if x != 7 || y != 7 || z != 7 {
		return "", fmt.Errorf("a radius of 3 is a box of 7 along each side, not %d x %d x %d", x, y, z)
	}
	if s.Position != nil && !m.Box.Holds(game.CellOf(s.Position.Feet())) {
		return "", fmt.Errorf("the box %v does not hold the feet, which are at %s", m.Box, s.Position.Feet())
	}
	return fmt.Sprintf("%d kinds of blocks around the feet", len(m.Palette)), nil
}

func surveyBounds(ctx context.Context, b *bench) (string, error) {
	if err := b.looks(); err != nil {
		return "", err
	}
	box := game.Box{To: game.Cell{X: game.SurveySide}}
	m, err := b.survey(ctx, game.Survey{Box: &box})
	if err != nil {
		return "", err
	}
	if m.Code != game.CodeInvalid {
		return "", fmt.Errorf("a box of %d along a side got the code %q", game.SurveySide+1, m.Code)
	}
	return "it was refused", nil
}

func surveyCancel(ctx context.Context, b *bench) (string, error) {
	if err := b.looks(); err != nil {
		return "", err
	}
	ln, from := b.latest(), b.len()
	ask := game.Survey{ID: newID(), Radius: 15}
	ln.say(&wire.Survey{Survey: ask})
	ln.say(&wire.SurveyCancel{ID: ask.ID})
	ln.say(&wire.SurveyCancel{ID: newID()})
	if err := b.alive(ctx, ln.number, from); err != nil {
		return "", err
	}
	return "the body went on as before", b.works(ctx)
}
