package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

const (
	// highestBuild is how high, in blocks, a body builds from the ground: a player
	// reaches 4.5 blocks from the eyes (Minecraft Wiki, "Player").
	highestBuild = 5
	// mostPlaces bounds a build by a body that places one block at a time.
	mostPlaces = 256
	// besideBuild is how far from the body a build begins, in blocks, and
	// betweenSites how far apart the places are that are tried one after the other.
	besideBuild  = 2
	betweenSites = 12
	// mostTries is at how many places a build is begun that fail.
	mostTries = 3
)

// partBuild plans a shape of blocks: at its place, else beside where the task
// began. What stands by the results is not placed again.
func (d *Desk) partBuild(p *part) error {
	g := p.goal
	kind := game.Build
	if !d.Can(game.Build) {
		kind = game.Place
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if g.Shape != goalread.Platform && g.Size[1] > highestBuild {
		return &game.ImpossibleError{Reason: fmt.Sprintf("A %s %d high is out of reach from the ground; at most %d high", g.Shape, g.Size[1], highestBuild)}
	}
	if kind == game.Place && g.Count > mostPlaces {
		return &game.ImpossibleError{Reason: fmt.Sprintf("This body places one block at a time, and %d blocks are too many for that; at most %d", g.Count, mostPlaces)}
	}
	block := d.building(g.Items)
	site, err := d.site(g)
	if err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckBuilt, Items: []string{block}, Count: g.Count}}
	stands := d.builtSpots()
	var edits []game.Edit
	for _, at := range site {
		if !stands[at] {
			edits = append(edits, game.Edit{X: at.X, Y: at.Y, Z: at.Z, Block: block})
		}
	}
	if len(edits) == 0 {
		return nil
	}
	p.wants = []techtree.Want{{Items: []string{block}, Count: len(edits)}}
	if d.req.State.Count(block) < len(edits) && d.req.Body.CanField(game.Goto, "range") && d.Can(game.Goto) {
		back := site[0]
		p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Goto, At: &back, Range: betweenSites}, Why: "it is built there"})
	}
	if kind == game.Build {
		p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Build, Edits: edits}})
		return nil
	}
	for _, e := range edits {
		p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Place, Block: block, At: &game.Pos{X: e.X, Y: e.Y, Z: e.Z}}})
	}
	return nil
}

// building is the block that a build is made of: the one it was begun with,
// else the most plentiful.
func (d *Desk) building(items []string) string {
	for i := range d.req.History {
		for _, e := range editsOf(&d.req.History[i].Step.Action) {
			if slices.Contains(items, e.Block) {
				return e.Block
			}
		}
	}
	return d.heldOf(items)
}

// editsOf are the blocks that an action places at a place.
func editsOf(a *game.Action) []game.Edit {
	switch {
	case a.Kind == game.Build:
		return a.Edits
	case a.Kind == game.Place && a.At != nil:
		return []game.Edit{{X: a.At.X, Y: a.At.Y, Z: a.At.Z, Block: a.Block}}
	}
	return nil
}

// placedOf is how many of the edits an attempt placed, from the first.
func placedOf(a *game.Attempt, edits int) int {
	if r := a.Outcome.Result; r != nil && r.Placed != nil {
		return min(max(*r.Placed, 0), edits)
	}
	if a.Verdict == game.Confirmed || a.Verdict == game.Claimed {
		return edits
	}
	return 0
}

// builtSpots are the places where blocks of this task stand, by the results.
func (d *Desk) builtSpots() map[game.Pos]bool {
	spots := map[game.Pos]bool{}
	for i := range d.req.History {
		a := &d.req.History[i]
		edits := editsOf(&a.Step.Action)
		for _, e := range edits[:placedOf(a, len(edits))] {
			spots[game.Pos{X: e.X, Y: e.Y, Z: e.Z}] = true
		}
	}
	return spots
}

// placeCode says that a failure is about the place.
func placeCode(c game.Code) bool {
	switch c {
	case game.CodeUnreachable, game.CodeNoSupport, game.CodeProtected, game.CodeNoPath:
		return true
	}
	return false
}

// buildFailed says that a build could not go on at a block.
func (d *Desk) buildFailed(e game.Edit) bool {
	_, failed := d.failedAt(e)
	return failed
}

// failedAt says why a block could not be placed: the first that an attempt left
// out. A failed build tells no count, so that all its blocks count as left out.
func (d *Desk) failedAt(e game.Edit) (reason string, failed bool) {
	for i := range d.req.History {
		a := &d.req.History[i]
		f := a.Outcome.Failure
		edits := editsOf(&a.Step.Action)
		if f == nil || !placeCode(f.Code) {
			continue
		}
		if n := placedOf(a, len(edits)); n < len(edits) && edits[n] == e {
			return f.Message, true
		}
	}
	return "", false
}

// site are the places of a build's blocks, in the order in which each has
// something beside or below it.
func (d *Desk) site(g goalread.Goal) ([]game.Pos, error) {
	origins, err := d.origins(g)
	if err != nil {
		return nil, err
	}
	stands, seen := d.builtSpots(), d.seenSpots()
	var free []game.Pos
	reason, tries := "there is no free place for it", 0
	for _, o := range origins {
		spots := layout(g, o)
		begun, failed, seat := false, "", true
		for _, at := range spots {
			begun = begun || stands[at]
			seat = seat && !seen[at] && !d.taken[at]
			for _, block := range g.Items {
				if why, ok := d.failedAt(game.Edit{X: at.X, Y: at.Y, Z: at.Z, Block: block}); ok {
					failed = why
				}
			}
		}
		if failed != "" {
			reason = failed
			if tries++; begun || tries == mostTries {
				return nil, &game.ImpossibleError{Reason: fmt.Sprintf("%s cannot be finished: %s; clear the place, or say where to build, \"at 100 64 -20\"", sentence(g.Words()), failed)}
			}
			continue
		}
		if begun || g.At != nil || seat && free == nil {
			free = spots
			if begun {
				break
			}
		}
	}
	if free == nil {
		return nil, &game.ImpossibleError{Reason: fmt.Sprintf("%s cannot be built here: %s; say where to build, \"at 100 64 -20\"", sentence(strings.TrimPrefix(g.Words(), "build ")), reason)}
	}
	for _, at := range free {
		if d.taken == nil {
			d.taken = map[game.Pos]bool{}
		}
		d.taken[at] = true
	}
	return free, nil
}

// seenSpots are the places of the blocks that the body lists; it does not list
// the ground.
func (d *Desk) seenSpots() map[game.Pos]bool {
	spots := map[game.Pos]bool{}
	if n := d.req.State.Nearby; n != nil {
		for _, b := range n.Blocks {
			spots[game.Vec3{X: b.X, Y: b.Y, Z: b.Z}.Block()] = true
		}
	}
	return spots
}

// origins are the lowest corners where a build may begin: the place named, else
// on the four sides of where the task began, near and then farther.
func (d *Desk) origins(g goalread.Goal) ([]game.Pos, error) {
	if g.At != nil {
		return []game.Pos{{X: g.At.X, Y: g.At.Y, Z: g.At.Z}}, nil
	}
	here := d.req.Baseline.At
	if now := d.req.State.Position; now != nil && (here == nil || here.Dimension != game.Name(d.req.State.Dimension)) {
		at := now.Block()
		here = &at
	}
	if here == nil {
		return nil, &game.ImpossibleError{Reason: "This body has not told where it stands; say where to build, for example \"at 100 64 -20\""}
	}
	wide, deep := g.Size[0], 1
	if g.Shape == goalread.Platform {
		deep = g.Size[1]
	}
	var out []game.Pos
	for ring := range 3 {
		far := besideBuild + ring*betweenSites
		for _, o := range [...]game.Pos{
			{X: far, Z: -deep / 2}, {X: -wide / 2, Z: far}, {X: -far - wide + 1, Z: -deep / 2}, {X: -wide / 2, Z: -far - deep + 1},
		} {
			out = append(out, game.Pos{X: here.X + o.X, Y: here.Y, Z: here.Z + o.Z})
		}
	}
	return out, nil
}

// layout are the places of a shape's blocks from its lowest corner: x is its
// width, and its depth z or its height y. A wall goes up column by column, so
// that nobody stands on what is not yet as high as it will be.
func layout(g goalread.Goal, o game.Pos) []game.Pos {
	out := make([]game.Pos, 0, g.Count)
	if g.Shape != goalread.Platform {
		for i := range g.Size[0] {
			for k := range g.Size[1] {
				out = append(out, game.Pos{X: o.X + i, Y: o.Y + k, Z: o.Z})
			}
		}
		return out
	}
	for k := range g.Size[1] {
		for i := range g.Size[0] {
			out = append(out, game.Pos{X: o.X + i, Y: o.Y, Z: o.Z + k})
		}
	}
	return out
}

// builtTogether leaves one check for all builds of a block: results tell how
// many stand, not for which goal.
func builtTogether(checks []game.Check) []game.Check {
	first := map[string]int{}
	var out []game.Check
	for _, c := range checks {
		if c.Kind == game.CheckBuilt {
			if i, ok := first[c.Items[0]]; ok {
				out[i].Count += c.Count
				continue
			}
			first[c.Items[0]] = len(out)
		}
		out = append(out, c)
	}
	return out
}
