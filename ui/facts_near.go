// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// noted answers a question that is not understood with what is known of the thing that it names.
func (t *talking) noted() ([]game.Message, error) {
	if t.said.Name == "" || t.body == "" {
		return list(game.Say("unknown"))
	}
	var known []game.Message
	if len(t.said.Items) > 0 {
		held, err := t.holding()
		if err == nil && strings.HasPrefix(held[0].Code, "have.s") {
			known = append(known, game.Say("known.held", "held", held[0]))
		}
	}
	if seen, err := t.place(); err == nil && !unseen(&seen[0]) {
		known = append(known, seen...)
	}
	if took, err := t.takes(); err == nil && took[0].Code != "takes.unknown" {
		known = append(known, took...)
	}
	if made, err := t.making(false); err == nil && len(t.said.Items) == 1 {
		known = append(known, made...)
	}
	if len(known) == 0 {
		return list(game.Say("unknown"))
	}
	return append([]game.Message{game.Say("known.of", "thing", t.said.Name)}, known...), nil
}

// unseen reports whether an answer says that a thing is not in view, or that nobody knows.
func unseen(seen *game.Message) bool {
	return strings.HasPrefix(seen.Code, "place.un") || seen.Code == "place.blind"
}

// source answers where the last request that is meant dug: the nearest place of each kind of block.
func (t *talking) source() ([]game.Message, error) {
	for i := range t.past {
		task := &t.past[i]
		if t.said.Name != "" && !t.wants(i, &deed{}) && !t.isMeant(i) {
			continue
		}
		c, err := t.ledger(task)
		if err != nil {
			return nil, err
		}
		if c == nil || len(c.Dug) == 0 || !t.isHere(task) {
			continue
		}
		first := map[string]view.ChangedCell{}
		for _, cell := range c.List {
			if block := game.BlockName(cell.From); game.IsAir(cell.To) && !game.IsAir(cell.From) && first[block].From == "" {
				first[block] = cell
			}
		}
		var places []game.Message
		for _, block := range slices.SortedFunc(maps.Keys(first), func(a, b string) int {
			return cmp.Or(cmp.Compare(c.Dug[a], c.Dug[b]), cmp.Compare(a, b)) // what is rare was dug for its own sake
		}) {
			at := game.Cell{X: first[block].X, Y: first[block].Y, Z: first[block].Z}
			things := game.Things{Count: c.Dug[block], Items: []string{block}}
			places = append(places, game.Say("source.block", "things", things, "at", at.In("").String()))
		}
		return list(game.Say("source.dug", "task", task.Named(), "places", places[:min(len(places), mostTold)]))
	}
	return t.place()
}

// safe answers whether monsters get into what was built last that has a door; where no light was set there, that is offered.
func (t *talking) safe() ([]game.Message, error) {
	torches := 0
	for i := range t.past {
		c, err := t.ledger(&t.past[i])
		if err != nil {
			return nil, err
		}
		if c == nil || c.Of != "" {
			continue
		}
		door := false
		for block, n := range c.Placed {
			door = door || strings.HasSuffix(block, "_door")
			if strings.HasSuffix(block, "torch") {
				torches += n
			}
		}
		if !door {
			continue
		}
		if torches == 0 {
			t.help = "light up the area"
		}
		return append(byNow(&t.past[i], c), game.Say("safe.door", "n", torches)), nil
	}
	return list(game.Say("safe.none"), game.Say("danger"))
}

// mostRan is how many steps are told that were done.
const mostRan = 2 * mostTold

// ran are the steps that the task at hand, or the last one, has done.
func (t *talking) ran() ([]game.Message, error) {
	rec, err := t.lastRecord()
	if err != nil || rec == nil || len(rec.Actions) == 0 {
		return []game.Message{game.Say("nothing-yet")}, err
	}
	var steps []game.Message
	for i := range rec.Actions[:min(len(rec.Actions), mostRan)] {
		steps = append(steps, rec.Actions[i].Step.Say)
	}
	if len(rec.Actions) > mostRan {
		steps = append(steps, game.TextOf("..."))
	}
	return list(game.Say("ran.steps", "task", rec.Task.Named(), "n", len(rec.Actions), "steps", game.Parts(steps)))
}
