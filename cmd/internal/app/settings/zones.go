// SPDX-License-Identifier: MIT

package settings

import (
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/pattern"
)

// maxZones bounds how many places may be protected: each body is told of all.
const maxZones = 64

// modDimension is the id of a dimension that is not Minecraft's own.
var modDimension = pattern.Of(`^[a-z0-9_.-]+:[a-z0-9_./-]+$`)

// zone is the place with its defaults; coordinates that are missing are 0.
func (z Zone) zone() game.Zone {
	out := game.Zone{Name: z.Name, Dimension: "overworld", Radius: game.DefaultZoneRadius}
	if z.Dimension != "" {
		out.Dimension = strings.TrimPrefix(z.Dimension, game.Namespace)
	}
	for _, v := range []struct{ from, to *int }{{z.X, &out.X}, {z.Y, &out.Y}, {z.Z, &out.Z}, {z.Radius, &out.Radius}} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	return out
}

// dimensionFault says what is wrong with a dimension: no body would ever be in
// one that does not exist, and the place would lie open.
func dimensionFault(name string) error {
	switch name {
	case "overworld", "the_nether", "the_end":
		return nil
	}
	if modDimension().MatchString(name) {
		return nil
	}
	return fmt.Errorf("there is no dimension %q; use overworld, the_nether, the_end, or a mod's with its namespace, "+
		"such as aether:the_aether", name)
}

// Zones are the protected places.
func (c Config) Zones() []game.Zone {
	return lists.Of(c.Protect, func(z *Zone) game.Zone { return z.zone() })
}

func (c Config) checkZones() error {
	if len(c.Protect) > maxZones {
		return fault("protect", fmt.Errorf("there are %d places; at most %d are kept, "+
			"so put near ones together with a larger radius", len(c.Protect), maxZones))
	}
	seen := make(map[string]bool)
	for i, z := range c.Protect {
		out := z.zone()
		err := out.Validate()
		name := strings.ToLower(z.Name)
		dimension := dimensionFault(out.Dimension)
		switch {
		case z.Name != "" && dimension != nil:
			err = fmt.Errorf("the protected place %q: %w", z.Name, dimension)
		case err != nil:
		case z.X == nil || z.Y == nil || z.Z == nil:
			err = fmt.Errorf("the protected place %q needs x, y and z, the coordinates of its middle (F3 shows where you stand)", z.Name)
		case seen[name]:
			err = fmt.Errorf("there are two protected places %q; give each a name of its own", z.Name)
		}
		if err != nil {
			return fault(document.Entry("protect", i), err)
		}
		seen[name] = true
	}
	return nil
}
