package task

import (
	"fmt"
	"math"

	"github.com/minehand/minehand/game"
)

// How far from itself a body that does not keep away from protected places may
// break or build what an action does not place (docs/protocol, Protected places).
const (
	// searchReach is for what it looks for by name, in blocks.
	searchReach = 64
	// handReach is for what it puts down beside itself, in blocks.
	handReach = 8
)

// trespass says why an action would break or build in a protected place, or may;
// nil when it does not. filled is the place that is sent for one left out.
func trespass(zones []game.Zone, act *game.Action, filled *game.Pos, body game.BodyInfo, s *game.State) *game.Failure {
	if len(zones) == 0 {
		return nil
	}
	call := *act
	if filled != nil {
		call.At = filled
	}
	if z, at := call.ZoneOf(zones, s.Dimension); z != nil {
		return protected("%s lies in the protected place %q; choose a place more than %d blocks from %s, or name %q in the goal", plain(at), z.Name, z.Radius, z.Middle(), z.Name)
	}
	if body.Protects {
		return nil
	}
	var reach float64
	placed := call.At != nil && body.CanField(call.Kind, game.FieldPosition)
	switch {
	case placed || call.Kind == game.Build:
		return nil
	case call.Kind == game.Place:
		reach = handReach
	case call.Kind.Alters(), call.Kind == game.Use && call.Item != "" && call.Target != "":
		reach = searchReach
	default:
		return nil
	}
	near, least := (*game.Zone)(nil), math.Inf(1)
	for i := range zones {
		z := &zones[i]
		gap := math.Inf(-1) // where it stands is not known
		if s.Position != nil {
			feet := s.Position.Feet()
			feet.Dimension = s.Dimension
			gap = z.Distance(feet) - float64(z.Radius)
		}
		if gap <= reach && gap < least || near == nil && gap <= reach {
			near, least = z, gap
		}
	}
	if near == nil {
		return nil
	}
	return protected("this body cannot keep away from the protected place %q by itself; go at least %d blocks away from %s first, or name %q in the goal",
		near.Name, near.Radius+int(reach)+1, near.Middle(), near.Name)
}

func protected(format string, args ...any) *game.Failure {
	return &game.Failure{Code: game.CodeProtected, Message: fmt.Sprintf(format, args...)}
}

// plain is a position without its dimension.
func plain(p game.Pos) game.Pos { return game.Pos{X: p.X, Y: p.Y, Z: p.Z} }

// outside leaves out what is remembered to gather in a protected place, or so
// near one that the body could not gather it.
func outside(list []game.Landmark, zones []game.Zone, body game.BodyInfo) []game.Landmark {
	if len(zones) == 0 {
		return list
	}
	reach := 0.0
	if !body.Protects {
		reach = searchReach
	}
	kept := make([]game.Landmark, 0, len(list))
next:
	for _, l := range list {
		for i := range zones {
			if l.Kind == game.LandmarkSite && zones[i].Distance(l.At) <= float64(zones[i].Radius)+reach {
				continue next
			}
		}
		kept = append(kept, l)
	}
	return kept
}
