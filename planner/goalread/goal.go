package goalread

import (
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
)

// Kind says what sort of thing is wanted.
type Kind string

// The kinds of goals.
const (
	Get      Kind = "get"
	Mine     Kind = "mine"
	Craft    Kind = "craft"
	Smelt    Kind = "smelt"
	Kill     Kind = "kill"
	Goto     Kind = "goto"
	Say      Kind = "say"
	Eat      Kind = "eat"
	Equip    Kind = "equip"
	Place    Kind = "place"
	Deposit  Kind = "deposit"
	Withdraw Kind = "withdraw"
	Give     Kind = "give"
	Follow   Kind = "follow"
	Sleep    Kind = "sleep"
	Wait     Kind = "wait"
	Interact Kind = "interact"
	Build    Kind = "build"
)

// Goal is one thing wanted.
type Goal struct {
	Kind Kind
	// Name is the thing's id, or "any log" for a group.
	Name string
	// Items are the alternatives that will do; for mine they may be blocks, for
	// kill mobs.
	Items []string
	// Count is how many; More says that they are wanted beyond what is held.
	Count int
	More  bool
	// At is where, for kinds with a place.
	At *game.Pos
	// Text is what to say.
	Text string
	// To is the player or mob that is meant; "me" is who speaks.
	To string
	// Seconds is how long, for follow and wait; 0 means not said.
	Seconds float64
	// Product says that a smelt goal names what comes out: "make 3 stone".
	Product bool
	// Refers says that the goal is about the thing of the goal before it: "craft
	// a table and place it".
	Refers bool
	// Shape and Size, in blocks, are what to build; Count is how many blocks it
	// has.
	Shape Shape
	Size  [2]int
}

// Reading is a sentence as it was understood.
type Reading struct{ Goals []Goal }

// String is the reading in a short canonical form.
func (r Reading) String() string {
	parts := make([]string, len(r.Goals))
	for i, g := range r.Goals {
		parts[i] = g.String()
	}
	return strings.Join(parts, ", ")
}

// String is the goal in a short canonical form: "get 3 diamond".
func (g Goal) String() string {
	switch g.Kind {
	case Say:
		return fmt.Sprintf("say %q", g.Text)
	case Goto:
		if g.At != nil {
			return "goto " + g.At.String()
		}
		return "goto " + g.To
	case Follow:
		if g.Seconds > 0 {
			return fmt.Sprintf("follow %s for %g s", g.To, g.Seconds)
		}
		return "follow " + g.To
	case Wait:
		return fmt.Sprintf("wait %g s", g.Seconds)
	case Sleep:
		return "sleep"
	case Build:
		return g.shapeString()
	case Eat, Equip:
		if g.Name == "" {
			return string(g.Kind)
		}
		return string(g.Kind) + " " + g.Name
	case Interact:
		s := "interact " + g.Name
		if g.At != nil {
			s += " at " + g.At.String()
		}
		return s
	}
	s := fmt.Sprintf("%s %d %s", g.Kind, g.Count, g.Name)
	if g.More && g.Kind == Get {
		s = fmt.Sprintf("get %d more %s", g.Count, g.Name)
	}
	if g.To != "" {
		s += " to " + g.To
	}
	if g.At != nil {
		s += " at " + g.At.String()
	}
	return s
}
