// SPDX-License-Identifier: MIT

package blueprint

import (
	"strings"

	"github.com/minehand/minehand/game"
)

// Parts are a building as it is placed.
type Parts struct {
	// Order are the blocks layer by layer, each after what holds it, Second the other halves
	// of what two cells take.
	Order, Second []Block
	// Needs are what is placed, by item, Left what cannot be, by block; Turned is how many
	// blocks face some way.
	Needs, Left map[string]int
	Turned      int
}

// Parts are those of the building; item is what places a block, empty for nothing.
func (b *Blueprint) Parts(item func(block string) string) Parts {
	p := Parts{Needs: map[string]int{}, Left: map[string]int{}}
	var blocks []Block
	for _, k := range b.Blocks {
		switch name := game.BlockName(k.State); {
		case second(k.State):
			p.Second = append(p.Second, k)
		case item(name) == "" || game.BlockProperty(k.State, "type") == "double":
			p.Left[name]++
		default:
			blocks = append(blocks, k)
		}
	}
	order, loose := Order(blocks)
	for _, k := range loose {
		p.Left[game.BlockName(k.State)]++
	}
	for _, k := range order {
		p.Needs[item(game.BlockName(k.State))]++
		if Stance(k.State) != "" {
			p.Turned++
		}
	}
	p.Order = order
	return p
}

// second reports whether a state is the other half of what the first sets.
func second(state string) bool {
	bed := strings.HasSuffix(game.BlockName(state), "_bed")
	return bed && game.BlockProperty(state, "part") == "head" || game.BlockProperty(state, "half") == "upper"
}

// stances are the properties that say how a block stands.
var stances = [...]string{"axis", "face", "facing", "half", "type"}

// Stance is what a state says of how it stands, empty where it stands as everything does.
func Stance(state string) string {
	var out []string
	for _, name := range stances {
		value := game.BlockProperty(state, name)
		if value != "" && value != "lower" && (name != "type" || value == "top" || value == "bottom") {
			out = append(out, name+"="+value)
		}
	}
	return strings.Join(out, ",")
}
