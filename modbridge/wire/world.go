// SPDX-License-Identifier: MIT

package wire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
)

// MaxChanges is how many changes of a frame are read; the body sends those that
// follow again, for nobody said that they are kept.
const MaxChanges = budget.FrameChanges

// ChangesOf are the changes that a frame tells (rule 19); nil for a frame of another type.
func ChangesOf(m FromBody) []game.Change {
	switch m := m.(type) {
	case *StateUpdate:
		return m.Changes
	case *ActionProgress:
		return m.Changes
	case *ActionComplete:
		return m.Changes
	case *ActionFailed:
		return m.Changes
	}
	return nil
}

// readChanges reads what a body changed, up to the first entry that makes no sense:
// the numbers have to count on without a gap.
func readChanges(v gjson.Result) []game.Change {
	if !v.IsArray() {
		return nil
	}
	var list []game.Change
	v.ForEach(func(_, v gjson.Result) bool {
		c, ok := readChange(v)
		if ok {
			list = append(list, c)
		}
		return ok && len(list) < MaxChanges
	})
	return list
}

func readChange(v gjson.Result) (c game.Change, ok bool) {
	var placed [3]bool
	v.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "n":
			c.N, _ = wholeOf(v)
		case "x":
			c.X, placed[0] = wholeOf(v)
		case "y":
			c.Y, placed[1] = wholeOf(v)
		case "z":
			c.Z, placed[2] = wholeOf(v)
		case "dimension":
			c.Dimension = nameOf(v)
		case "from":
			c.From = nameOf(v)
		case "to":
			c.To = nameOf(v)
		case "why":
			c.Why = game.Why(wordOf(v))
		case "action":
			c.Action = strings.Clone(idOf(v)) // the memory of a state is used again
		case "lost":
			c.Lost = v.Type == gjson.True
		}
		return true
	})
	if c.Lost {
		return game.Change{N: c.N, Why: game.WhyOther, Lost: true}, c.N > 0
	}
	switch c.Why {
	case game.WhyGoal, game.WhyWay, game.WhyScaffold, game.WhyReflex:
	default:
		c.Why = game.WhyOther
	}
	if game.IsAir(c.From) {
		c.From = game.Air
	}
	if game.IsAir(c.To) {
		c.To = game.Air
	}
	return c, c.N > 0 && placed == [3]bool{true, true, true}
}

// readSurveyed reads the answer to a survey. One that does not add up is an error,
// for a cell that is not where it was said to be would be built on.
func readSurveyed(frame gjson.Result) (*Surveyed, error) {
	m := &Surveyed{InstanceID: instanceOf(frame)}
	m.ID, m.Dimension = idOf(frame.Get("id")), nameOf(frame.Get("dimension"))
	m.Error, m.Code = sentenceOf(frame.Get("error")), game.Code(clip(textOf(frame.Get("code")), maxID))
	m.Complete = frame.Get("complete").Type == gjson.True
	var ok bool
	if m.Box, ok = readBox(frame.Get("box")); m.Error != "" || m.Code != "" {
		return m, nil
	}
	if !ok {
		return m, errors.New("box needs from and to, each with whole numbers x, y and z")
	}
	frame.Get("palette").ForEach(func(_, v gjson.Result) bool {
		m.Palette = append(m.Palette, nameOf(v))
		return true
	})
	var err error
	if m.Blocks, err = readRuns(frame.Get("blocks")); err == nil {
		if m.Light, err = readRuns(frame.Get("light")); err == nil {
			err = m.Check()
		}
	}
	return m, err
}

func readRuns(v gjson.Result) (runs [][2]int, err error) {
	v.ForEach(func(_, v gjson.Result) bool {
		pair := v.Array()
		if len(pair) != 2 {
			err = fmt.Errorf("a run has to be [index, count], not %s", clip(v.Raw, 40))
			return false
		}
		first, whole := wholeOf(pair[0])
		count, counts := wholeOf(pair[1])
		if !whole || !counts {
			err = fmt.Errorf("a run has to be two whole numbers, not %s", clip(v.Raw, 40))
			return false
		}
		runs = append(runs, [2]int{first, count})
		return true
	})
	return runs, err
}

func readBox(v gjson.Result) (b game.Box, ok bool) {
	from, first := readCell(v.Get("from"))
	to, second := readCell(v.Get("to"))
	return game.Box{From: from, To: to}, first && second
}

func readCell(v gjson.Result) (c game.Cell, ok bool) {
	var whole [3]bool
	c.X, whole[0] = wholeOf(v.Get("x"))
	c.Y, whole[1] = wholeOf(v.Get("y"))
	c.Z, whole[2] = wholeOf(v.Get("z"))
	return c, whole == [3]bool{true, true, true}
}

func readSurvey(frame gjson.Result) *Survey {
	m := &Survey{}
	m.ID = idOf(frame.Get("id"))
	if b, ok := readBox(frame.Get("box")); ok {
		m.Box = &b
	}
	m.Radius, _ = wholeOf(frame.Get("radius"))
	m.What = listOf(frame.Get("what"), nil, func(v gjson.Result) (string, bool) { return textOf(v), textOf(v) != "" })
	return m
}
