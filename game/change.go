// SPDX-License-Identifier: MIT

package game

import (
	"maps"
	"slices"
	"strings"
)

// Why says what a body changed a block for.
type Why string

// The causes of a change.
const (
	// WhyGoal: it is what the action is about, such as the ore of a mine.
	WhyGoal Why = "goal"
	// WhyWay: it stood in the way, of the feet or of the hand.
	WhyWay Why = "way"
	// WhyScaffold: it was placed to stand on, or as a support.
	WhyScaffold Why = "scaffold"
	// WhyReflex: the body saved itself.
	WhyReflex Why = "reflex"
	WhyOther  Why = "other"
)

// Whys are the causes in the order of the documents.
func Whys() []Why { return []Why{WhyGoal, WhyWay, WhyScaffold, WhyReflex, WhyOther} }

// Air is the block state of a cell that holds nothing.
const Air = "air"

// BlockName is the name of a block state without its properties:
// "oak_log[axis=y]" is oak_log.
func BlockName(state string) string {
	name, _, _ := strings.Cut(state, "[")
	return Name(name)
}

// BlockProperty is what a block state says of a property, empty for nothing.
func BlockProperty(state, name string) string {
	_, list, _ := strings.Cut(strings.TrimSuffix(state, "]"), "[")
	for part := range strings.SplitSeq(list, ",") {
		if value, ok := strings.CutPrefix(part, name+"="); ok {
			return value
		}
	}
	return ""
}

// asked are the properties by which a block state shows what may be asked of it.
var asked = map[string]string{"open": "open=true", "closed": "open=false", "on": "powered=true", "off": "powered=false"}

// StatesAsked are the states in which a door, a trapdoor, a gate or a lever may be asked to be left.
func StatesAsked() []string { return slices.Sorted(maps.Keys(asked)) }

// Shows reports whether a block state has the property that a state asked for is about, and
// whether it is so.
func Shows(state, as string) (so, known bool) {
	name, want, _ := strings.Cut(asked[as], "=")
	value := BlockProperty(state, name)
	return value == want && want != "", value != "" && want != ""
}

// WithProperty is a block state with a property that says so.
func WithProperty(state, name, value string) string {
	block, list, _ := strings.Cut(strings.TrimSuffix(state, "]"), "[")
	parts := slices.DeleteFunc(strings.Split(list, ","), func(p string) bool { return p == "" || strings.HasPrefix(p, name+"=") })
	parts = append(parts, name+"="+value)
	slices.Sort(parts)
	return block + "[" + strings.Join(parts, ",") + "]"
}

// Facing is the side that a block state faces, as far as that is one of the four; the zero
// value for others.
func Facing(state string) Cell {
	return sides[BlockProperty(state, "facing")]
}

var sides = map[string]Cell{"north": {Z: -1}, "south": {Z: 1}, "west": {X: -1}, "east": {X: 1}}

// IsAir reports whether a block state holds nothing.
func IsAir(state string) bool {
	switch BlockName(state) {
	case "", Air, "cave_air", "void_air":
		return true
	}
	return false
}

// Change is one block that a body broke or placed.
type Change struct {
	// N counts the changes of a series, from 1.
	N int `json:"n"`
	X int `json:"x"`
	Y int `json:"y"`
	Z int `json:"z"`
	// Dimension of the block; left out: the one that the body is in.
	Dimension string `json:"dimension,omitempty"`
	// From and To are block states, such as oak_log[axis=y]; a name alone will do. Air
	// is air.
	From string `json:"from"`
	To   string `json:"to"`
	// Why: goal, way (it stood in the way), scaffold (to stand on), reflex, other.
	Why Why `json:"why"`
	// Action is the id of the action that was under way; left out: none was.
	Action string `json:"action,omitempty"`
	// Lost: this number and those before it that were not kept had to be forgotten. The
	// other members of such an entry mean nothing.
	Lost bool `json:"lost,omitempty"`
}

// Reported is a change with where it comes from.
type Reported struct {
	// Series is the body's name for the count that the change's number is of.
	Series string `json:"series"`
	Change
	// World is the id of the world that the body was in; empty when it does not say.
	World string `json:"world,omitempty"`
}

// At is the cell that changed.
func (c *Change) At() Pos { return Pos{X: c.X, Y: c.Y, Z: c.Z, Dimension: c.Dimension} }
