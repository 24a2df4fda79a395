package app

import (
	"fmt"
	"math"
	"strings"

	"github.com/minehand/minehand/game"
)

// ZoneConfig is a protected place: within Radius of x y z nothing is broken or
// built, except by a goal that says its name. Name, x, y and z are required.
type ZoneConfig struct {
	Name string `yaml:"name"`
	// Whole block coordinates; the YAML reader would cut a fraction off silently.
	X *float64 `yaml:"x"`
	Y *float64 `yaml:"y"`
	Z *float64 `yaml:"z"`
	// Dimension: overworld (default), the_nether, the_end or another one's name.
	Dimension string `yaml:"dimension"`
	// Radius in blocks. Default 24.
	Radius *float64 `yaml:"radius"`
}

// maxZones bounds how many places may be protected: each body is told of all.
const maxZones = 64

// zone is the place with its defaults; coordinates that are missing or not whole are 0.
func (z ZoneConfig) zone() game.Zone {
	out := game.Zone{Name: z.Name, Dimension: "overworld", Radius: game.DefaultZoneRadius}
	if z.Dimension != "" {
		out.Dimension = strings.TrimPrefix(z.Dimension, game.Namespace)
	}
	for _, v := range []struct {
		from *float64
		to   *int
	}{{z.X, &out.X}, {z.Y, &out.Y}, {z.Z, &out.Z}, {z.Radius, &out.Radius}} {
		if whole(v.from) {
			*v.to = int(*v.from)
		}
	}
	return out
}

// whole reports whether a number is given, and one that an int holds.
func whole(v *float64) bool { return v != nil && *v == math.Trunc(*v) && math.Abs(*v) <= math.MaxInt32 }

// fraction names a number of the entry that is not whole; empty when none is.
func (z ZoneConfig) fraction() string {
	for _, v := range []struct {
		name string
		is   *float64
	}{{"x", z.X}, {"y", z.Y}, {"z", z.Z}, {"radius", z.Radius}} {
		if v.is != nil && !whole(v.is) {
			return fmt.Sprintf("%s is %v; use whole blocks", v.name, *v.is)
		}
	}
	return ""
}

// Zones are the protected places.
func (c Config) Zones() []game.Zone {
	zones := make([]game.Zone, 0, len(c.Protect))
	for _, z := range c.Protect {
		zones = append(zones, z.zone())
	}
	return zones
}

func (c Config) validateZones() error {
	if len(c.Protect) > maxZones {
		return fmt.Errorf("protect: there are %d places; at most %d are kept, so put near ones together with a larger radius", len(c.Protect), maxZones)
	}
	seen := make(map[string]bool)
	for i, z := range c.Protect {
		out := z.zone()
		err := out.Validate()
		name := strings.ToLower(z.Name)
		switch {
		case err != nil:
		case z.fraction() != "":
			err = fmt.Errorf("the protected place %q: %s", z.Name, z.fraction())
		case z.X == nil || z.Y == nil || z.Z == nil:
			err = fmt.Errorf("the protected place %q needs x, y and z, the coordinates of its middle (F3 shows where you stand)", z.Name)
		case seen[name]:
			err = fmt.Errorf("there are two protected places %q; give each a name of its own", z.Name)
		}
		if err != nil {
			return fmt.Errorf("protect, entry %d: %w", i+1, err)
		}
		seen[name] = true
	}
	return nil
}
