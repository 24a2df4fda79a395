// SPDX-License-Identifier: MIT

package book

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

const (
	// StationReach is within how many blocks a station counts as at hand.
	StationReach = 32
	// FarthestStation is the longest walk to a station or bed that is thought of,
	// in blocks; a station of one's own is a few planks or stones.
	FarthestStation = 256
	// BesideStation is how near the walk to a station comes, in blocks.
	BesideStation = 2
)

// Seen maps the blocks and mobs in view to their distance in blocks, nil when
// the body does not say what is near.
func (b *Book) Seen() map[string]float64 {
	n := b.Request.State.Nearby
	if n == nil {
		return nil
	}
	seen := make(map[string]float64, len(n.Blocks)+len(n.Entities))
	for _, list := range [...][]game.Sight{n.Blocks, n.Entities} {
		for _, s := range list {
			name, dist := game.Name(s.Name), b.Distance(s)
			if old, ok := seen[name]; !ok || dist < old {
				seen[name] = dist
			}
		}
	}
	return seen
}

// Distance is how far off something in view is, in blocks.
func (b *Book) Distance(s game.Sight) float64 {
	if s.Distance > 0 || b.Request.State.Position == nil {
		return s.Distance
	}
	return b.Request.State.Position.Distance(s.At())
}

// Near counts the mobs of a kind that the body lists.
func (b *Book) Near(mob string) int {
	n := 0
	if near := b.Request.State.Nearby; near != nil {
		for _, s := range near.Entities {
			if game.Name(s.Name) == mob {
				n++
			}
		}
	}
	return n
}

// Wild is Near without those that are somebody's.
func (b *Book) Wild(mob string) int {
	n := 0
	if near := b.Request.State.Nearby; near != nil {
		for _, s := range near.Entities {
			if game.Name(s.Name) == mob && !s.Owned {
				n++
			}
		}
	}
	return n
}

// Foe is where the nearest hostile mob in view is; nil for none.
func (b *Book) Foe() *game.Vec3 {
	near, hostile := b.Request.State.Nearby, b.Version.Hostile()
	if near == nil {
		return nil
	}
	foes := slices.DeleteFunc(slices.Clone(near.Entities), func(s game.Sight) bool { return !slices.Contains(hostile, game.Name(s.Name)) })
	if len(foes) == 0 {
		return nil
	}
	foe := slices.MinFunc(foes, func(x, y game.Sight) int { return cmp.Compare(b.Distance(x), b.Distance(y)) })
	to := foe.At()
	return &to
}

// SeenSpots are the places of the blocks that the body lists; it does not list
// the ground.
func (b *Book) SeenSpots() map[game.Pos]bool {
	spots := map[game.Pos]bool{}
	if n := b.Request.State.Nearby; n != nil {
		for _, s := range n.Blocks {
			spots[s.At().Block()] = true
		}
	}
	return spots
}

// Looks reports whether the body can be asked what stands somewhere.
func (b *Book) Looks() bool { return b.Request.Look != nil && b.Request.Body.Surveys }

// Ground is what stands in the boxes that hold the cells; nil when nobody can tell.
func (b *Book) Ground(at ...game.Cell) map[game.Cell]string {
	if !b.Looks() {
		return nil
	}
	return b.Request.Look(at)
}

// Stood are the edits of a build that stood before the task began: it placed none of them.
func (b *Book) Stood(edits []game.Edit) map[game.Cell]bool {
	at := game.CellsOf(edits)
	for i := range b.Request.History {
		begun := b.Request.History[i].Step.Action.Edits
		if len(begun) == 0 || slices.ContainsFunc(begun, func(e game.Edit) bool { return !slices.Contains(at, e.Cell()) }) {
			continue
		}
		stood := map[game.Cell]bool{}
		for _, e := range begun {
			stood[e.Cell()] = e.Stood
		}
		return stood
	}
	stood := map[game.Cell]bool{}
	for e, stands := range b.Stand(edits) {
		if stands {
			stood[e.Cell()] = true
		}
	}
	return stood
}

// Nearest is which of some blocks a look at a box finds nearest to a place, and where; where it
// finds none, and where nobody can tell, the first of them and nowhere.
func (b *Book) Nearest(blocks []string, to game.Cell, box []game.Cell) (block string, at *game.Pos) {
	var found []game.Pos
	seen := b.Ground(box...)
	for c, state := range seen {
		if slices.Contains(blocks, game.BlockName(state)) {
			found = append(found, c.In(""))
		}
	}
	if len(found) == 0 {
		return blocks[0], nil
	}
	from := to.In("").Center()
	slices.SortFunc(found, func(p, q game.Pos) int {
		near := cmp.Compare(from.Distance(p.Center()), from.Distance(q.Center()))
		return cmp.Or(near, cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X), cmp.Compare(p.Z, q.Z))
	})
	return game.BlockName(seen[game.CellOf(found[0])]), &found[0]
}

// Building is the block that a build is made of: the one it was begun with,
// else the most plentiful.
func (b *Book) Building(items []string) string {
	for i := range b.Request.History {
		for _, e := range Edits(&b.Request.History[i].Step.Action) {
			if slices.Contains(items, e.Block) {
				return e.Block
			}
		}
	}
	if len(items) == 0 {
		return ""
	}
	return b.MostHeld(items)
}

// Wooden is the door, fence or gate that goes with what is built of: of the wood that is
// named, else the most plentiful.
func (b *Book) Wooden(kind string, of []string) string {
	var all []string
	for _, it := range b.Version.Items() {
		wood, ok := strings.CutSuffix(it.Name, kind)
		if _, planks := b.Version.Item(wood + "_planks"); !ok || !planks {
			continue
		}
		if slices.ContainsFunc(of, func(block string) bool { return len(of) == 1 && strings.HasPrefix(block, wood+"_") }) {
			return it.Name
		}
		all = append(all, it.Name)
	}
	return b.Building(all)
}

// Stand are those of a build's edits that stand: a look shows it, and of what it does not show
// the results do.
func (b *Book) Stand(edits []game.Edit) map[game.Edit]bool {
	at := game.CellsOf(edits)
	seen, told, stand := b.Ground(at...), b.BuiltSpots(), map[game.Edit]bool{}
	for i, e := range edits {
		if state, shown := seen[at[i]]; shown {
			stand[e] = e.Is(state)
		} else {
			stand[e] = told[game.Pos{X: e.X, Y: e.Y, Z: e.Z}]
		}
	}
	return stand
}

// StandsAt reports whether the body stands at a place already.
func (b *Book) StandsAt(p game.Pos) bool {
	if at := b.Request.State.Position; at == nil || at.Distance(p.Center()) > game.GotoRange {
		return false
	}
	return p.Dimension == "" || p.Dimension == game.Name(b.Request.State.Dimension)
}

// Home is the walk to where things go of which nothing is said: to who asks in the game and is not
// in view, else to where the body stood then. Gathering leads anywhere. It is nil where no walk leads.
func (b *Book) Home() *game.Action {
	state, body, speaker := &b.Request.State, &b.Request.Body, b.Request.Settings.Speaker
	walk := game.Action{Kind: game.Goto}
	here := b.Request.Baseline.At
	seen := func(s game.Sight) bool { return strings.EqualFold(s.Name, speaker) }
	if speaker != "" && body.CanField(game.Goto, "target") && (state.Nearby == nil || !slices.ContainsFunc(state.Nearby.Players, seen)) {
		walk.Target = speaker
	} else if here != nil && here.Dimension == game.Name(state.Dimension) {
		walk.At = &game.Pos{X: here.X, Y: here.Y, Z: here.Z}
		if body.CanField(game.Goto, "range") {
			walk.Range = nearHome
		}
	}
	failed := func(h game.Attempt) bool { return h.Step.Action.Same(walk) && !h.Verdict.Worked() }
	if !body.Can(game.Goto) || b.Denied(game.Goto) || walk.Target == "" && walk.At == nil || slices.ContainsFunc(b.Request.History, failed) {
		return nil
	}
	return &walk
}

// nearHome is how near, in blocks, is near enough for what goes near a place.
const nearHome = 4

// slotNumbers are the inventory slots that are worn or held in the off hand.
var slotNumbers = map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": game.SlotOffhand}

// Wears says that the slot shows one of the items.
func (b *Book) Wears(items []string, slot string) bool {
	if slot == "hand" {
		return slices.Contains(items, game.Name(b.Request.State.HeldItem))
	}
	return slices.ContainsFunc(b.Request.State.Inventory, func(s game.Stack) bool {
		return s.Slot == slotNumbers[slot] && slices.Contains(items, game.Name(s.Item))
	})
}

// Known lists what is remembered of a kind in the body's dimension, nearest
// first.
func (b *Book) Known(kind game.LandmarkKind) []game.Landmark {
	here := game.Name(b.Request.State.Dimension)
	other := func(l game.Landmark) bool { return l.Kind != kind || game.Name(l.At.Dimension) != here }
	return slices.DeleteFunc(slices.Clone(b.Request.Known), other)
}

// Place is a landmark's position as actions carry it: in the body's dimension.
func Place(l game.Landmark) game.Pos { return game.Pos{X: l.At.X, Y: l.At.Y, Z: l.At.Z} }

// GaveUp says that a kind of action about a place was given up.
func (b *Book) GaveUp(kind game.Kind, at *game.Pos) bool {
	return slices.ContainsFunc(b.Request.Exclude, func(e game.Exclusion) bool {
		return e.Kind == kind && e.At != nil && e.At.X == at.X && e.At.Y == at.Y && e.At.Z == at.Z
	})
}

// Stored are those of some items that the container at a place was last seen to hold, nil
// if it never was, and a sentence about that: what it held of them, or else instead.
func (b *Book) Stored(at game.Pos, items []string) (of map[string]int, told game.Message) {
	k := b.opened(at)
	if k == nil {
		return nil, game.Say("impossible.unopened", "at", at.String())
	}
	of = maps.Clone(k.Contents)
	maps.DeleteFunc(of, func(item string, n int) bool { return n < 1 || !slices.Contains(items, item) })
	if len(of) == 0 {
		return of, held(k, k.Contents)
	}
	return of, held(k, of)
}

// held says that a container held some things.
func held(k *game.Landmark, things map[string]int) game.Message {
	if len(things) == 0 {
		return game.Say("notice.held.nothing", "thing", game.Named(k.Name), "at", Place(*k).String())
	}
	return game.Say("notice.held", "thing", game.Named(k.Name), "at", Place(*k).String(), "things", things)
}

// opened is the container at a place that was opened before; nil for none.
func (b *Book) opened(at game.Pos) *game.Landmark {
	known := b.Known(game.LandmarkContainer)
	i := slices.IndexFunc(known, func(k game.Landmark) bool { return game.SamePlace(&k.At, &at) && k.Contents != nil })
	if i < 0 {
		return nil
	}
	return &known[i]
}
