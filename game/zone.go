// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DefaultZoneRadius is how far a protected place reaches, in blocks
// (docs/protocol, Protected places).
const DefaultZoneRadius = 24

// Bounds of a zone.
const (
	MaxZoneRadius = 1000
	minZoneName   = 3
	maxZoneName   = 64
)

// Zone is a protected place: no block within Radius of it is broken or built,
// except by a goal that names it.
type Zone struct {
	// Name is what a goal has to say to be allowed there.
	Name string `json:"name"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Z    int    `json:"z"`
	// Dimension without namespace: overworld, the_nether, the_end.
	Dimension string `json:"dimension"`
	// Radius in blocks, in a straight line between two blocks.
	Radius int `json:"radius"`
}

// Validate says in a sentence what is wrong with the zone.
func (z *Zone) Validate() error {
	n := utf8.RuneCountInString(z.Name)
	switch {
	case z.Name == "":
		return fmt.Errorf("a protected place needs a name")
	case n < minZoneName || n > maxZoneName || strings.TrimSpace(z.Name) != z.Name || len(wordsOf(z.Name)) == 0 || !utf8.ValidString(z.Name):
		return fmt.Errorf(
			"the name %q of a protected place cannot be used: give %d to %d characters, among them a letter or digit, without spaces around them",
			z.Name, minZoneName, maxZoneName,
		)
	case strings.ContainsFunc(z.Name, unicode.IsControl):
		return fmt.Errorf("the name %q of a protected place holds control characters; leave them out", z.Name)
	case z.Dimension == "" || Name(z.Dimension) != z.Dimension:
		return fmt.Errorf(
			"the protected place %q has the dimension %q; use overworld, the_nether, the_end or another dimension's name in small letters",
			z.Name, z.Dimension,
		)
	case z.Radius < 1 || z.Radius > MaxZoneRadius:
		return fmt.Errorf("the protected place %q has a radius of %d blocks; use 1 to %d", z.Name, z.Radius, MaxZoneRadius)
	}
	if err := (Pos{X: z.X, Y: z.Y, Z: z.Z}).validate(); err != nil {
		return fmt.Errorf("the protected place %q: %w", z.Name, err)
	}
	return nil
}

// Middle is where the zone lies, as players write it.
func (z *Zone) Middle() Pos { return Pos{X: z.X, Y: z.Y, Z: z.Z} }

// Distance is how far a block is from the zone's middle, in blocks; infinite in
// another dimension. A dimension that is not known is taken for the zone's.
func (z *Zone) Distance(p Pos) float64 {
	if d := Name(p.Dimension); d != "" && d != z.Dimension {
		return math.Inf(1)
	}
	dx, dy, dz := float64(p.X-z.X), float64(p.Y-z.Y), float64(p.Z-z.Z)
	return math.Sqrt(dx*dx + dy*dy + dz*dz)
}

// Holds reports whether a block lies within the zone.
func (z *Zone) Holds(p Pos) bool { return z.Distance(p) <= float64(z.Radius) }

// namedIn reports whether a goal's words name the zone: its words stand there,
// one after the other, in capitals or not.
func (z *Zone) namedIn(goal string) bool {
	name, text := wordsOf(z.Name), wordsOf(goal)
	for i := 0; i+len(name) <= len(text); i++ {
		if len(name) > 0 && slices.EqualFunc(name, text[i:i+len(name)], strings.EqualFold) {
			return true
		}
	}
	return false
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// ZonesFor are the zones that hold for a goal: those that it does not name.
func ZonesFor(zones []Zone, goal string) (hold []Zone, lifted []string) {
	for i := range zones {
		if zones[i].namedIn(goal) {
			lifted = append(lifted, zones[i].Name)
		} else {
			hold = append(hold, zones[i])
		}
	}
	return hold, lifted
}

// Alters reports whether the action breaks, builds or changes blocks.
func (a *Action) Alters() bool {
	info, _ := Lookup(a.Kind)
	if info.AltersWith != "" {
		return info.Alters && a.Has(info.AltersWith)
	}
	return info.Alters
}

// Changes are the blocks that the action names to break, build or change, in the
// dimension that it names or else the given one.
func (a *Action) Changes(dimension string) []Pos {
	var list []Pos
	if a.At != nil && a.Alters() {
		list = append(list, *a.At)
	}
	for _, e := range a.Edits {
		list = append(list, Pos{X: e.X, Y: e.Y, Z: e.Z})
	}
	for i := range list {
		list[i].Dimension = cmp.Or(list[i].Dimension, dimension)
	}
	return list
}

// ZoneOf is the first of the zones that holds a block which the action names.
func (a *Action) ZoneOf(zones []Zone, dimension string) (*Zone, Pos) {
	if len(zones) == 0 {
		return nil, Pos{}
	}
	for _, p := range a.Changes(dimension) {
		for i := range zones {
			if zones[i].Holds(p) {
				return &zones[i], p
			}
		}
	}
	return nil, Pos{}
}

// How far from itself a body that does not keep away from protected places may
// break or build what an action does not place (docs/protocol, Protected places).
const (
	// searchReach is for what it looks for by name, in blocks.
	searchReach = 64
	// handReach is for what it puts down beside itself, in blocks.
	handReach = 8
)

// ownReach is how far from a body the action may change blocks that it does not
// name, in blocks; false when it changes none.
func (a *Action) ownReach(body *BodyInfo) (float64, bool) {
	info, _ := Lookup(a.Kind)
	switch {
	case body.Protects, !a.Alters(), len(a.Edits) > 0, a.At != nil && body.CanField(a.Kind, FieldPosition):
		return 0, false
	case a.Block != "":
		return handReach, true
	}
	return searchReach, info.AltersWith == "" || a.Target != ""
}

// Trespass says why the action would break or build in a protected place, or may;
// nil when it does not.
func (a *Action) Trespass(zones []Zone, body *BodyInfo, s *State) *Failure {
	if z, at := a.ZoneOf(zones, s.Dimension); z != nil {
		at.Dimension = ""
		return &Failure{
			Code: CodeProtected,
			Message: fmt.Sprintf("%s lies in the protected place %q; choose a place more than %d blocks from %s, or name %q in the goal",
				at, z.Name, z.Radius, z.Middle(), z.Name),
		}
	}
	reach, alters := a.ownReach(body)
	if !alters {
		return nil
	}
	near, least := (*Zone)(nil), math.Inf(1)
	for i := range zones {
		gap := math.Inf(-1) // where it stands is not known
		if s.Position != nil {
			feet := s.Position.Feet()
			feet.Dimension = s.Dimension
			gap = zones[i].Distance(feet) - float64(zones[i].Radius)
		}
		if gap <= reach && (gap < least || near == nil) {
			near, least = &zones[i], gap
		}
	}
	if near == nil {
		return nil
	}
	return &Failure{
		Code: CodeProtected,
		Message: fmt.Sprintf(
			"this body cannot keep away from the protected place %q by itself; go at least %d blocks away from %s first, or name %q in the goal",
			near.Name, near.Radius+int(reach)+1, near.Middle(), near.Name,
		),
	}
}

// OutsideZones leaves out what is remembered to gather in one of the zones, or so
// near one that the body could not keep away from it.
func OutsideZones(list []Landmark, zones []Zone, body *BodyInfo) []Landmark {
	reach := 0.0
	if !body.Protects {
		reach = searchReach
	}
	return slices.DeleteFunc(slices.Clone(list), func(l Landmark) bool {
		return l.Kind == LandmarkSite && slices.ContainsFunc(zones, func(z Zone) bool { return z.Distance(l.At) <= float64(z.Radius)+reach })
	})
}

// Area is a part of the land from its lowest to its highest corner, at any height and in
// any dimension. nil is everywhere.
type Area struct {
	MinX int `json:"minX"`
	MinZ int `json:"minZ"`
	MaxX int `json:"maxX"`
	MaxZ int `json:"maxZ"`
}

// Holds reports whether a block lies in the area.
func (a *Area) Holds(p Pos) bool {
	return a == nil || p.X >= a.MinX && p.X <= a.MaxX && p.Z >= a.MinZ && p.Z <= a.MaxZ
}

// Meets reports whether two areas have a place in common.
func (a *Area) Meets(b Area) bool {
	return a.MinX <= b.MaxX && b.MinX <= a.MaxX && a.MinZ <= b.MaxZ && b.MinZ <= a.MaxZ
}

// Within leaves out what is remembered outside the area.
func (a *Area) Within(list []Landmark) []Landmark {
	if a == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(l Landmark) bool { return !a.Holds(l.At) })
}
