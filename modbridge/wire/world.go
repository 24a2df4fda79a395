// SPDX-License-Identifier: MIT

package wire

import (
	"errors"
	"fmt"
	"slices"
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

// readChanges reads what a body changed, sorted by number. An entry that has a number and
// nothing else that can be used counts as lost, so that those behind it are not held up.
func readChanges(v gjson.Result) []game.Change {
	if !v.IsArray() {
		return nil
	}
	var list []game.Change
	v.ForEach(func(_, v gjson.Result) bool {
		if c, fault := readChange(v); c.N > 0 {
			if fault != "" {
				c = lost(c.N)
			}
			list = append(list, c)
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b game.Change) int { return a.N - b.N })
	return list[:min(len(list), MaxChanges)]
}

// lost is a change of which only the number is known.
func lost(n int) game.Change { return game.Change{N: n, Why: game.WhyOther, Lost: true} }

// ChangesFaults says what is wrong with the changes that a frame tells.
func ChangesFaults(frame []byte) []Fault {
	var f faults
	if valid(frame) != nil {
		return nil
	}
	list := gjson.GetBytes(frame, "changes")
	switch {
	case list.Type == gjson.Null:
		return nil
	case !list.IsArray():
		f.add(BadChanges, "changes", clip(list.Raw, maxValue), "changes has to be a list of {n, x, y, z, from, to, why}")
		return f
	}
	i := 0
	list.ForEach(func(_, v gjson.Result) bool {
		if _, fault := readChange(v); fault != "" {
			f.add(BadChanges, fmt.Sprintf("changes[%d]", i), clip(v.Raw, maxValue), "%s; the change counts as lost", fault)
		}
		i++
		return len(f) < maxExtraFaults
	})
	return f
}

// readChange reads a change; fault says what is wrong with it. Without a number it is none.
func readChange(v gjson.Result) (c game.Change, fault string) {
	if !v.IsObject() {
		return c, "a change has to be an object with n, x, y, z, from, to and why"
	}
	var placed [3]bool
	var named [2]bool
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
			c.From, named[0] = nameOf(v), v.Type == gjson.String
		case "to":
			c.To, named[1] = nameOf(v), v.Type == gjson.String
		case "why":
			c.Why = game.Why(wordOf(v))
		case "action":
			c.Action = strings.Clone(idOf(v)) // the memory of a state is used again
		case "lost":
			c.Lost = v.Type == gjson.True
		}
		return true
	})
	return checkedChange(c, placed, named)
}

// checkedChange is a change with the words that the ledger knows. placed and named report which
// of its coordinates and block states were sent.
func checkedChange(c game.Change, placed [3]bool, named [2]bool) (_ game.Change, fault string) {
	switch {
	case c.N <= 0:
		return game.Change{}, "n has to be a whole number from 1"
	case c.Lost:
		return lost(c.N), ""
	case placed != [3]bool{true, true, true}:
		return c, "x, y and z have to be whole numbers"
	case named != [2]bool{true, true}:
		return c, "from and to have to be block states, such as oak_log[axis=y], and air for nothing"
	}
	if !slices.Contains(game.Whys(), c.Why) {
		c.Why = game.WhyOther
	}
	if game.IsAir(c.From) {
		c.From = game.Air
	}
	if game.IsAir(c.To) {
		c.To = game.Air
	}
	return c, ""
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
	ok = wholes(v, map[string]*int{"x": &c.X, "y": &c.Y, "z": &c.Z})
	return c, ok
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
