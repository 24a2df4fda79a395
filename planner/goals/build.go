// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

func buildRow() Frame {
	return Frame{
		Kind: Build, Slots: []Slot{SlotShape, SlotPlace}, Grade: game.Seen,
		Met: "so many blocks stand", Examples: []string{"build a 5x3 wall of cobblestone"},
		near:    []string{"build a 5x5 platform of cobblestone", "build a 5x3 wall of cobblestone", "build a 5 high pillar of cobblestone"},
		draft:   (*drafter).partBuild,
		product: nothing,
		spoken:  spokenBuild(),
	}
}

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

// partBuild plans a shape of blocks: at its place, else beside where the walk
// before it led or the task began. What stands by the results is not placed again.
func (d *drafter) partBuild(p *part) error {
	g := p.goal
	kind := game.Build
	if !d.Can(game.Build) {
		kind = game.Place
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if g.Shape != Platform && g.Size[1] > highestBuild {
		return &game.ImpossibleError{Reason: fmt.Sprintf("A %s %d high is out of reach from the ground; at most %d high", g.Shape, g.Size[1], highestBuild)}
	}
	if kind == game.Place && g.Count > mostPlaces {
		return &game.ImpossibleError{Reason: fmt.Sprintf("This body places one block at a time, and %d blocks are too many for that; at most %d", g.Count, mostPlaces)}
	}
	block := d.building(g.Items)
	if g.At == nil && d.there != nil && d.arrived() == nil {
		p.checks = []game.Check{{Kind: game.CheckBuilt, Items: []string{block}, Count: g.Count}}
		d.next, d.later = g.Words(), true
		return nil
	}
	site, err := d.site(g)
	if err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckBuilt, Items: []string{block}, Count: g.Count}}
	stands := d.BuiltSpots()
	var edits []game.Edit
	for _, at := range site {
		if !stands[at] {
			edits = append(edits, game.Edit{X: at.X, Y: at.Y, Z: at.Z, Block: block})
		}
	}
	if len(edits) == 0 {
		return nil
	}
	p.Wants = []techtree.Want{{Items: []string{block}, Count: len(edits)}}
	if d.Request.State.Count(block) < len(edits) && d.Request.Body.CanField(game.Goto, "range") && d.Can(game.Goto) {
		back := site[0]
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Goto, At: &back, Range: betweenSites}, Why: "it is built there"})
	}
	if kind == game.Build {
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Build, Edits: edits}})
		return nil
	}
	for _, e := range edits {
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Place, Block: block, At: &game.Pos{X: e.X, Y: e.Y, Z: e.Z}}})
	}
	return nil
}

// building is the block that a build is made of: the one it was begun with,
// else the most plentiful.
func (d *drafter) building(items []string) string {
	for i := range d.Request.History {
		for _, e := range book.Edits(&d.Request.History[i].Step.Action) {
			if slices.Contains(items, e.Block) {
				return e.Block
			}
		}
	}
	return d.MostHeld(items)
}

// site are the places of a build's blocks, in the order in which each has
// something beside or below it.
func (d *drafter) site(g Goal) ([]game.Pos, error) {
	origins, err := d.origins(g)
	if err != nil {
		return nil, err
	}
	stands, seen := d.BuiltSpots(), d.SeenSpots()
	var free []game.Pos
	reason, tries := "there is no free place for it", 0
	for _, o := range origins {
		spots := layout(g, o)
		begun, failed, seat := false, "", true
		for _, at := range spots {
			begun = begun || stands[at]
			seat = seat && !seen[at] && !d.taken[at]
			for _, block := range g.Items {
				if why, ok := d.FailedAt(game.Edit{X: at.X, Y: at.Y, Z: at.Z, Block: block}); ok {
					failed = why
				}
			}
		}
		if failed != "" {
			reason = failed
			if tries++; begun || tries == mostTries {
				return nil, &game.ImpossibleError{Reason: fmt.Sprintf("%s cannot be finished: %s; clear the place, or say where to build, \"at 100 64 -20\"", game.Sentence(g.Words()), failed)}
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
		return nil, &game.ImpossibleError{Reason: fmt.Sprintf("%s cannot be built here: %s; say where to build, \"at 100 64 -20\"", game.Sentence(strings.TrimPrefix(g.Words(), "build ")), reason)}
	}
	for _, at := range free {
		if d.taken == nil {
			d.taken = map[game.Pos]bool{}
		}
		d.taken[at] = true
	}
	return free, nil
}

// origins are the lowest corners where a build may begin: the place named, else
// on the four sides of where the walk before it led or the task began, near and
// then farther.
func (d *drafter) origins(g Goal) ([]game.Pos, error) {
	if g.At != nil {
		return []game.Pos{{X: g.At.X, Y: g.At.Y, Z: g.At.Z}}, nil
	}
	here := d.Request.Baseline.At
	if d.there != nil {
		return around(g, *d.arrived()), nil
	}
	if now := d.Request.State.Position; now != nil && (here == nil || here.Dimension != game.Name(d.Request.State.Dimension)) {
		at := now.Feet()
		here = &at
	}
	if here == nil && d.Request.Body.ID == "" { // a plan for nobody, who may stand anywhere
		here = &game.Pos{Y: seaLevel}
		d.notices = append(d.notices, fmt.Sprintf("This plan knows of no player and takes one to stand at 0 %d 0; a build that names no place is built beside whoever plays it.", seaLevel))
	}
	if here == nil {
		return nil, &game.ImpossibleError{Reason: "This body has not told where it stands; say where to build, for example \"at 100 64 -20\""}
	}
	return around(g, *here), nil
}

// around are the corners beside a place.
func around(g Goal, here game.Pos) []game.Pos {
	wide, deep := g.Size[0], 1
	if g.Shape == Platform {
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
	return out
}

// layout are the places of a shape's blocks from its lowest corner: x is its
// width, and its depth z or its height y. A wall goes up column by column, so
// that nobody stands on what is not yet as high as it will be.
func layout(g Goal, o game.Pos) []game.Pos {
	out := make([]game.Pos, 0, g.Count)
	if g.Shape != Platform {
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
