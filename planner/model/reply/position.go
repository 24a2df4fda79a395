// SPDX-License-Identifier: MIT

package reply

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/minehand/minehand/game"
)

// positionMembers hold a position when x, y and z stand apart.
var positionMembers = []string{"position", "pos", "coordinates", "coords", "location", "at", "destination", "target", "to"}

// position reads x, y, z as numbers or strings, from the entry itself or an
// object, list or text in it. Nil without an error means that none was given.
func (n *normaliser) position(f Fields) (*game.Pos, error) {
	if at, err := n.axes(f); at != nil || err != nil {
		return at, err
	}
	for _, m := range positionMembers {
		switch v := f[m].(type) {
		case map[string]any:
			if at, err := n.axes(v); at != nil || err != nil {
				return at, err
			}
		case []any:
			if len(v) == 3 {
				if at, err := n.axes(Fields{"x": v[0], "y": v[1], "z": v[2]}); err == nil && at != nil {
					return at, nil
				}
			}
		case string:
			parts := strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(" ,;()[]xyzXYZ:=", r) })
			if len(parts) != 3 {
				continue
			}
			if at, err := n.axes(Fields{"x": parts[0], "y": parts[1], "z": parts[2]}); err == nil && at != nil {
				return at, nil
			}
		}
	}
	return nil, nil
}

// axes reads the three coordinates; "~" and "~5" count from the body.
func (n *normaliser) axes(f Fields) (*game.Pos, error) {
	var at game.Pos
	var from game.Pos
	if p := n.env.State.Position; p != nil {
		from = p.Feet()
	}
	given := 0
	for _, a := range [...]struct {
		name string
		to   *int
		base int
	}{{"x", &at.X, from.X}, {"y", &at.Y, from.Y}, {"z", &at.Z, from.Z}} {
		v, ok := f[a.name]
		if !ok || v == nil {
			continue
		}
		given++
		base := 0
		if s, is := v.(string); is {
			if rest, relative := strings.CutPrefix(strings.TrimSpace(s), "~"); relative {
				if n.env.State.Position == nil {
					return nil, fmt.Errorf("the position is relative (%q) and the body's own is not known; give plain coordinates", clip(s))
				}
				if base, v = a.base, json.Number(rest); rest == "" {
					v = json.Number("0")
				}
			}
		}
		x, ok := real(v)
		if !ok || math.Abs(x) > 1e9 {
			return nil, fmt.Errorf("the coordinate %s is no number of blocks", a.name)
		}
		*a.to = base + int(math.Floor(x))
	}
	switch {
	case given == 0:
		return nil, nil
	case given < 3:
		return nil, fmt.Errorf("a position needs x, y and z")
	}
	if d, ok := f["dimension"].(string); ok {
		at.Dimension = n.dimension(d)
	}
	return &at, nil
}

// world is a dimension's id.
func world(name string) string {
	switch id := strings.ReplaceAll(phrase(name), " ", "_"); id {
	case "nether", "end":
		return "the_" + id
	default:
		return id
	}
}

// dimension is a dimension's id; the body's own is left out.
func (n *normaliser) dimension(name string) string {
	id := world(name)
	if id == game.Name(n.env.State.Dimension) {
		return ""
	}
	return id
}
