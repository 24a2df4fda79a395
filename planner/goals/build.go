// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/skills"
)

// shapedRow is the row of a verb that is done to a shape.
func shapedRow(kind Kind, met string, examples ...string) Frame {
	return Frame{
		Kind: kind, Grade: game.Seen,
		Met: met, Examples: examples,
		draft: (*drafter).partBuild, product: nothing,
		slots:  "shape at | further:shape field:shape fit:fitting size material:tool stuff:stuff row rim:thing site:site",
		spoken: (*speech).builds,
	}
}

const (
	// mostPlaces bounds a build by a body that places one block at a time.
	mostPlaces = 256
	// mostTries is at how many places a build is begun that fail.
	mostTries = 3
)

// plot is a structure at its place: what it is to be made of, and where.
type plot struct {
	*skills.Structure

	size  skills.Size
	with  []skills.Fit
	cells []skills.Cell
	spot  skills.Spot
	// carries are the blocks of the ground that a way lies on instead of its own.
	carries map[game.Cell]string
	// of are the blocks of its pieces, states how they stand where that is said.
	of, states map[skills.Piece]string
	stood      map[game.Cell]bool
}

// edits are the plot as edits of a build.
func (l *plot) edits() []game.Edit {
	var out []game.Edit
	for _, c := range l.cells {
		if p := l.spot.At(c.Cell); c.Piece != skills.Over {
			block := cmp.Or(l.carries[p], l.of[c.Piece], string(c.Piece))
			out = append(out, game.Edit{X: p.X, Y: p.Y, Z: p.Z, Block: block, State: l.states[c.Piece], Stood: l.stood[p]})
		}
	}
	return out
}

// partBuild plans a structure: at its place, else beside or around where the walk before it
// led or the task began. What a look shows to stand, or else the results, is not placed again.
func (d *drafter) partBuild(p *part) error {
	switch p.goal.Shape {
	case Blueprint:
		return d.partBlueprint(p)
	case Filling:
		return fromHere((*drafter).partFill)(d, p)
	default:
	}
	g, l := p.goal, plot{Structure: skills.StructureOf(string(p.goal.Shape)), size: p.goal.Size, with: p.goal.Fitted}
	if len(g.Items) == 1 && g.Shape != Field {
		it, _ := d.Version.Item(g.Items[0])
		if b, _ := d.Version.Block(it.Block); it.Block == "" || b.Fluid {
			return impossible("impossible.no-block", "thing", game.Named(cmp.Or(it.Block, g.Items[0])))
		}
	}
	kind := game.Build
	if !d.Can(game.Build) && !l.Digs {
		kind = game.Place
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if g.Shape == Field && (kind != game.Build || !d.Can(game.Till) || !d.Can(game.Plant)) {
		return impossible("impossible.no-field", "goal", g.Words())
	}
	// Only bodies that say what stands somewhere are known to dig what a build names.
	digs := kind == game.Build && (d.Request.Body.Surveys || d.Request.Body.ID == "")
	if err := l.tooMuch(g, kind, digs); err != nil {
		return err
	}
	l.of = map[skills.Piece]string{
		skills.Free: game.Air, skills.Block: d.Building(g.Items),
		skills.Door: d.Wooden("_door", g.Items), skills.Post: d.Wooden("_fence", g.Items), skills.Gate: d.Wooden("_fence_gate", g.Items),
		skills.Rail: d.Wooden("_fence", g.Items),
	}
	l.states = map[skills.Piece]string{skills.Ladder: "facing=north"}
	for _, f := range g.Fitted {
		l.states[skills.Piece(f.Name)] = f.Stance()
		if len(f.Items) > 0 {
			l.of[skills.Piece(f.Name)] = d.Building(f.Items)
		}
	}
	if crop, ok := d.Version.FieldCrop(g.Items...); ok && g.Shape == Field {
		l.of[skills.Water], l.of[skills.Soil], l.of[skills.Crop] = "water", data.Farmland, crop.Block
	}
	l.cells = l.Cells(l.size, l.with...)
	if !digs {
		l.cells = slices.DeleteFunc(l.cells, func(c skills.Cell) bool { return c.Piece == skills.Free })
	}
	return d.plotted(p, &l, kind)
}

// tooMuch is why a building is not begun: it is larger than what is built, or a body digs blindly.
func (l *plot) tooMuch(g Goal, kind game.Kind, digs bool) error {
	switch {
	case l.Digs && !digs:
		return impossible("impossible.blind-dig", "goal", g.Words())
	case g.Size.High > l.Most.High && l.Digs:
		return impossible("impossible.too-much", "goal", g.Words(), "blocks", l.Most.High)
	case g.Size.High > l.Most.High:
		return impossible("impossible.too-high", "high", g.Size.High, "blocks", l.Most.High)
	case l.Most.Deep == 1 && g.Size.Deep > 1:
		return impossible("impossible.too-thick")
	case g.Size.Wide > l.Most.Wide || g.Size.Deep > l.Most.Deep:
		return impossible("impossible.too-wide", "blocks", max(l.Most.Wide, l.Most.Deep))
	case !l.Room(g.Size, g.Fitted...):
		return impossible("impossible.no-room", "goal", g.Words())
	case g.Count > maxBuilt && (l.Digs || g.Count-l.Count(g.Size, skills.Free, g.Fitted...) > maxBuilt):
		return impossible("impossible.too-many", "goal", g.Words(), "count", g.Count, "blocks", maxBuilt)
	case kind == game.Place && g.Count > mostPlaces:
		return impossible("impossible.too-many-blocks", "count", g.Count, "blocks", mostPlaces)
	}
	return nil
}

// plotted finds the place of a plot and plans what it lacks; where the walk before it leads nowhere yet, the next round does.
func (d *drafter) plotted(p *part, l *plot, kind game.Kind) error {
	if p.goal.At == nil && d.awaited(p, d.stands(l)...) {
		return nil
	}
	if err := d.site(p.goal, l); err != nil {
		return err
	}
	ground := d.Ground(game.CellsOf(l.edits())...)
	skills.GoOn(l.cells, l.spot, l.of, p.goal.Items, ground)
	if l.Stand == skills.Ahead && !l.Digs {
		l.carries = d.Carries(ground)
	}
	l.stood = d.Stood(l.edits())
	p.checks = d.stands(l)
	return d.raise(p, l, kind)
}

// awaited has the next round plan a goal, as long as nobody knows where the walk before it leads:
// it says what the goal is met by, unless that is known already.
func (d *drafter) awaited(p *part, checks ...game.Check) bool {
	if d.there == nil || d.arrived() != nil {
		return false
	}
	p.checks = checks
	d.await(p)
	return true
}

// await has the next round plan a goal.
func (d *drafter) await(p *part) {
	p.later = len(p.checks) == 0
	d.next, d.later = game.TextOf(p.goal.Words()), true
}

// stands is the check of a plot.
func (d *drafter) stands(l *plot) []game.Check {
	edits := l.edits()
	c := game.Check{Kind: game.CheckBuilt, Count: (&game.Action{Edits: edits}).Made(edits)}
	for _, e := range edits {
		if (l.Digs || !game.IsAir(e.Block)) && !slices.Contains(c.Items, e.Block) {
			c.Items = append(c.Items, e.Block)
		}
	}
	if len(c.Items) > 1 || l.Digs || c.Count == 0 {
		c = messages.Built(l.Name, c)
	}
	return []game.Check{c}
}

// raise writes down what a plot lacks and how it is made.
func (d *drafter) raise(p *part, l *plot, kind game.Kind) error {
	edits := l.edits()
	stand := d.Stand(edits)
	ground := d.Ground(game.CellsOf(edits)...)
	lacks := map[string]int{}
	var missing, clear []game.Edit
	for _, e := range edits {
		if stand[e] {
			continue
		}
		missing = append(missing, e)
		means, _ := d.Version.MeansOf(e.Block)
		switch {
		case means.Tool:
			p.Tool(means.Items)
			continue
		case !game.IsAir(e.Block):
			lacks[cmp.Or(slices.Concat(means.Items, []string{e.Block})...)]++
			digs := means.Leaves == "" && p.goal.At != nil && kind == game.Build && d.Fill(ground[e.Cell()]).Firm
			if digs {
				clear = append(clear, game.Edit{X: e.X, Y: e.Y, Z: e.Z, Block: game.Air})
			} else if means.Leaves == "" || game.IsAir(ground[e.Cell()]) { // a liquid lies where the ground was
				continue
			}
		}
		if err := d.breaks(p, ground[e.Cell()], e); err != nil {
			return err
		}
	}
	if len(missing) == 0 && !d.Looks() {
		return nil
	}
	away := false
	for _, block := range slices.Sorted(maps.Keys(lacks)) {
		p.want(lacks[block], block)
		away = away || d.Request.State.Count(block) < lacks[block]
	}
	if away {
		d.WalkNear(&p.Subgoal, edits[0].Cell(), skills.BetweenSites, game.Say("step.built"))
	}
	build := func(edits []game.Edit) { p.do(game.Action{Kind: game.Build, Edits: edits}) }
	if len(clear) > 0 {
		build(clear)
	}
	switch {
	case kind == game.Place:
		for _, e := range missing {
			p.do(game.Action{Kind: game.Place, Block: e.Block, At: &game.Pos{X: e.X, Y: e.Y, Z: e.Z}})
		}
	case !d.Looks():
		build(missing)
	default: // what stands is looked at again with the rest
		door := slices.IndexFunc(edits, func(e game.Edit) bool { return e.Block == l.of[skills.Door] })
		if l.Front != nil && door >= 0 && !stand[edits[door]] {
			build(edits[:door])
			d.WalkNear(&p.Subgoal, l.spot.At(l.Front(l.size)), 1, game.Say("step.door"))
		}
		build(edits)
		d.comeOut(p, l)
	}
	return nil
}

// comeOut walks away from what was built, so that the body does not stand within.
func (d *drafter) comeOut(p *part, l *plot) {
	switch {
	case !l.Digs:
	case l.Stand == skills.Ahead:
		d.WalkNear(&p.Subgoal, l.spot.Cell, skills.BesideBlocks, game.Say("step.out"))
	case l.Stand == skills.Beside: // so far from the corner that nothing within it is near enough
		d.WalkNear(&p.Subgoal, l.spot.At(game.Cell{X: -skills.BesideBlocks, Z: -skills.BesideBlocks}), skills.BesideBlocks, game.Say("step.out"))
	}
}

// breaks adds the tool that what is dug free asks for, and refuses what cannot be dug.
func (d *drafter) breaks(p *part, state string, e game.Edit) error {
	name := game.BlockName(state)
	b, known := d.Version.Block(name)
	fill := d.Fill(state) // what is made and no rubble is somebody's: found in no ground, and no hole is filled with it
	switch {
	case !known:
		return nil
	case b.Fluid, b.Hardness < 0, d.Version.IsContainer(name), !game.IsAir(e.Block) && fill.Made && !fill.Rubble:
		return impossible("impossible.in-the-way", "at", e.Cell().In("").String(), "thing", game.Named(name))
	}
	p.Tool(b.Harvest)
	return nil
}

// site finds the place of a plot: where it was begun, at the place named, or a free one.
func (d *drafter) site(g Goal, l *plot) error {
	spots, old, err := d.spots(g, l)
	if err != nil {
		return err
	}
	seen := d.SeenSpots()
	reason, tries, i, found := game.Say(cmp.Or(l.Lacking, "impossible.no-place")), 0, 0, false
	for i, l.spot = range spots {
		begun, failed, free := d.Seat(l.edits(), seen, d.taken)
		if failed != "" {
			reason = game.TextOf(failed)
			if tries++; begun || tries == mostTries {
				return impossible("impossible.unfinished", "goal", g.Words(), "why", reason, "example", d.elsewhere(g))
			}
			continue
		}
		if found = begun || i < old || g.At != nil || free || l.Digs || l.Stand != skills.Beside; found {
			break
		}
	}
	if !found {
		return impossible("impossible.not-here", "goal", strings.TrimPrefix(g.Words(), "build "), "why", reason, "example", d.elsewhere(g))
	}
	d.away(g, l)
	d.raised = nil
	for _, e := range l.edits() {
		if d.taken[game.Pos{X: e.X, Y: e.Y, Z: e.Z}] = true; !game.IsAir(e.Block) {
			d.raised = append(d.raised, e)
		}
	}
	return nil
}

// elsewhere is the goal at a place that is named, in the words of its own language.
func (d *drafter) elsewhere(g Goal) string {
	g.At = &game.Pos{X: 100, Y: 64, Z: -20}
	own := english()
	if read := d.Request.Read; read != nil {
		own = Grammar().Grammar(read.Language)
	}
	return g.in(own)
}

// away says where a plot stands that is not where one would look for it.
func (d *drafter) away(g Goal, l *plot) {
	if g.At != nil || l.Digs {
		return
	}
	here, _ := d.here()
	seen := game.BoxAround(here, skills.SightBlocks)
	switch at := l.spot.At(game.Cell{X: l.size.Wide / 2, Z: l.size.Deep / 2}); {
	case l.Stand == skills.Ahead:
		if !seen.Holds(l.spot.Cell) {
			d.notice("across", "at", l.spot.Cell.In("").String())
		}
	case d.Looks() && !seen.Holds(at):
		d.notice("outside", "at", at.In("").String())
	case l.Stand == skills.Around && here != at:
		d.notice("beside", "at", at.In("").String())
	}
}

// spots are where a plot may stand: the old ones, where it was begun, and then the place named,
// else near where the walk before it led or the task began.
func (d *drafter) spots(g Goal, l *plot) (out []skills.Spot, old int, err error) {
	if g.At != nil {
		at := game.CellOf(*g.At)
		if l.Stand == skills.Ahead && (l.Digs || len(d.Site(at)) > 0) { // into the rock, or over the gap, that is there
			out = slices.DeleteFunc(d.begunSpots(l, at), func(s skills.Spot) bool { return s.Cell != at })
			return append(out, l.Sites(l.cells, l.size, at, d.Site(at))...), len(out), nil
		}
		return []skills.Spot{{Cell: at}}, 0, nil
	}
	here, err := d.here()
	out = d.begunSpots(l, here)
	if err != nil || len(out) > 0 && g.Size.Wide == 0 { // the gap that said how long it is, is there
		return out, len(out), err
	}
	ground := d.Site(here)
	gap, long, ok := d.gap(l, here)
	switch {
	case len(l.cells) > 0:
	case ok:
		l.size.Wide = long
		l.cells = l.Cells(l.size, l.with...)
		return []skills.Spot{gap}, 0, nil
	default:
		return nil, 0, impossible("impossible.no-gap")
	}
	old = len(out)
	fresh := l.Sites(l.cells, l.size, here, ground)
	switch {
	case l.Name == bridge && ok:
		fresh = append([]skills.Spot{gap}, fresh...)
	case len(ground) == 0 && len(fresh) == 0 && l.Stand != skills.Ahead:
		fresh = skills.Blindly(l.size, here)
	case (g.Shape.Home() || g.Shape == Tower || g.Shape == Castle || g.Shape == Field) && (len(fresh) == 0 || ground.Covered(here)):
		if outside := l.Outside(l.cells, l.size, here, d.Site); len(outside) > 0 {
			fresh = outside
		}
	}
	for _, at := range fresh {
		if !slices.Contains(out, at) && !slices.ContainsFunc(l.cells, func(c skills.Cell) bool { return d.Protected(at.At(c.Cell)) }) {
			out = append(out, at)
		}
	}
	return out, old, nil
}

// gap is what a bridge leads over near a place, and how long that is.
func (d *drafter) gap(l *plot, here game.Cell) (at skills.Spot, long int, ok bool) {
	if l.Name != bridge {
		return at, 0, false
	}
	return skills.Across(here, d.Site)
}

// begunSpots are the places where it was begun already, by this task or, in sight of a place, by
// the one before it that was broken off; how wide a bridge is, they say.
func (d *drafter) begunSpots(l *plot, here game.Cell) (out []skills.Spot) {
	for i, h := range slices.Concat(d.Request.Begun, d.Request.History) {
		size, cells, edits := l.size, l.cells, h.Step.Action.Edits
		if l.Name == bridge && len(cells) == 0 {
			size.Wide = len(edits) / max(size.Deep, 1)
			cells = l.Cells(size, l.with...)
		}
		at, ok := skills.Begun(cells, edits)
		near := i >= len(d.Request.Begun) || game.BoxAround(here, skills.SightBlocks).Holds(at.Cell)
		if ok && near && h.Step.Action.Kind == game.Build && !slices.Contains(out, at) && !d.taken[at.At(cells[0].Cell).In("")] {
			l.size, l.cells, out = size, cells, append(out, at)
		}
	}
	return out
}

// bridge is the structure whose length the ground may say.
const bridge = "bridge"

// fromHere drafts a goal from where the body is or was led; as long as that is not known, the next round does.
func fromHere(draft func(d *drafter, p *part, here game.Cell) error) func(*drafter, *part) error {
	return func(d *drafter, p *part) error {
		if d.awaited(p) {
			return nil
		}
		here, err := d.here()
		if err != nil {
			return err
		}
		return draft(d, p, here)
	}
}

// here is where the walk before a goal led, else where the task began.
func (d *drafter) here() (game.Cell, error) {
	at := d.Request.Baseline.At
	if d.there != nil {
		return game.CellOf(*d.arrived()), nil
	}
	if now := d.Request.State.Position; now != nil && (at == nil || at.Dimension != game.Name(d.Request.State.Dimension)) {
		feet := now.Feet()
		at = &feet
	}
	if at == nil && d.Request.Body.ID == "" { // a plan for nobody, who may stand anywhere
		at = &game.Pos{Y: seaLevel}
		d.notice("nobody", "n", seaLevel)
	}
	if at == nil {
		return game.Cell{}, impossible("impossible.nowhere")
	}
	return game.CellOf(*at), nil
}

// Shape is what a build goal builds.
type Shape string

// The shapes.
const (
	// Platform is a floor of Size.Wide by Size.Deep blocks.
	Platform Shape = "platform"
	// Wall is Size.Wide blocks wide and Size.High high.
	Wall Shape = "wall"
	// Pillar is Size.High blocks high.
	Pillar Shape = "pillar"
	// Row is Size.Wide blocks long.
	Row Shape = "row"
	// The shapes that skills make (planner/skills).
	House     Shape = "house"
	Hut       Shape = "hut"
	Tower     Shape = "tower"
	Castle    Shape = "castle"
	Fence     Shape = "fence"
	Field     Shape = "field"
	Bridge    Shape = "bridge"
	Area      Shape = "area"
	Hole      Shape = "hole"
	Tunnel    Shape = "tunnel"
	Staircase Shape = "staircase"
	Cube      Shape = "cube"
	Ring      Shape = "ring"
	Roof      Shape = "roof"
	Steps     Shape = "steps"
	Filling   Shape = "filling"
)

// shapes are all of them, in the order in which they are looked for.
var shapes = [...]Shape{
	Platform, Wall, Pillar, Row, House, Hut, Tower, Castle,
	Fence, Field, Bridge, Area, Hole, Tunnel, Staircase, Cube, Ring, Roof, Steps, Filling,
}

// skilled reports whether it is more than a plain heap of blocks.
func (s Shape) skilled() bool { return slices.Index(shapes[:], s) >= slices.Index(shapes[:], House) }

// Home reports whether it is what people call a house.
func (s Shape) Home() bool { return s == House || s == Hut }

// namesakes are the items that are called as a shape is.
var namesakes = map[Shape][]string{Fence: {"fence"}, Staircase: {"stairs", "ladder"}}

// Of reports whether a goal is about a shape, which is made, or about an item of its name.
func (g Goal) Of(s Shape) bool {
	return s != "" && g.Shape == s || slices.ContainsFunc(g.Items, func(id string) bool {
		return slices.Contains(namesakes[s], id[strings.LastIndexByte(id, '_')+1:])
	})
}

// Ring is the goal of a fence of some size from its lowest corner on.
func (r *Reader) Ring(size skills.Size, corner game.Pos) (Goal, bool) {
	d := draft{shape: Fence, plain: size.Wide, second: size.Deep, at: &corner}
	return d.goal(r)
}

// maxBuilt bounds a build, in blocks: what an inventory and a patient player hold.
const maxBuilt = 1024

// AnyBlock is the name of what a build is made of when nothing is said.
const AnyBlock = "any block"

// draft is a shape that is being read.
type draft struct {
	shape Shape
	// What is 0 was not said; plain is a number without a measure, with a second one behind "x".
	wide, long, deep, high, plain, second int
	of                                    lexicon.Meaning
	at                                    *game.Pos
	fitted                                []skills.Fit
}

// goal is the shape as a goal, when enough was said of it.
func (d *draft) goal(r *Reader) (Goal, bool) {
	g := Goal{Kind: Build, Shape: d.shape, At: d.at, Name: d.of.Name, Items: r.Version.Placeable(d.of.Items), Fitted: d.fitted}
	switch {
	case len(d.of.Items) == 1 && len(g.Items) == 0: // which is refused by its name
		g.Items = d.of.Items
	case g.Name == "":
		g.Name, g.Items = AnyBlock, r.Version.Placeable(r.Version.Building())
	}
	of := skills.StructureOf(string(d.shape))
	g.Size = d.sizeOf(of)
	if of.Digs {
		g.Kind = Dig
	}
	if d.shape == Area {
		g.Kind = Clear
	}
	small := g.Size.Wide < of.Least.Wide || g.Size.Deep < of.Least.Deep || g.Size.High < of.Least.High
	if small && (d.shape != Bridge || g.Size.Wide > 0) || !d.material(r, &g, of) ||
		g.Size.Wide*g.Size.Deep > maxBuilt*maxBuilt/16 || g.Size.High > maxBuilt { // even its rim is too long
		return g, false
	}
	g.Count = max(len(of.Cells(g.Size, g.Fitted...)), 1) // of a bridge that the ground measures
	return g, len(g.Items) > 0 || !of.Builds()
}

// Sized gives what a reading builds the size and the material that a text says anywhere, and is where it says them.
func (r *Reader) Sized(read *Reading, text string, near bool) (at []game.Span) {
	if len(read.Goals) != 1 || skills.StructureOf(string(read.Goals[0].Shape)) == nil {
		return nil
	}
	g, sizes := &read.Goals[0], []*language.Value(nil)
	of, d := skills.StructureOf(string(g.Shape)), draft{shape: g.Shape, at: g.At, fitted: g.Fitted}
	usual := d
	usual.usual()
	if usual, _ := usual.goal(r); !near && usual.Size != g.Size {
		return nil
	}
	if !near && g.Name != AnyBlock {
		d.of = lexicon.Meaning{Name: g.Name, Items: g.Items}
	}
	for _, v := range Grammar().Grammar(read.Language).Spot(r.Lexicon, text, "size", "item") {
		n := r.Items[v.Text]
		_, plants := r.Version.FieldCrop(n.Items...)
		switch is := g.Shape == Field; {
		case v.Type == "size":
			sizes, at = append(sizes, v), append(at, v.Span)
		case d.of.Name == "" && of.Builds() && (is && plants || !is && r.solid(n)):
			d.of, at = r.planks(n), append(at, v.Span)
		}
	}
	if len(at) > 0 && d.sizes(sizes) && d.sides() {
		d.usual()
		if made, ok := d.goal(r); ok {
			was := read.Words() // which is no guess any more
			read.Respelt = slices.DeleteFunc(slices.Clone(read.Respelt), func(o game.Respelling) bool { return o.To == was })
			*g = made
			return at
		}
	}
	return nil
}

// Blueprint is the building from a file that a text names anywhere.
func (r *Reader) Blueprint(text, tongue string) (Reading, bool) {
	files := english().Spot(r.Lexicon, text, "file")
	if len(files) == 0 {
		return Reading{}, false
	}
	return Reading{Goals: []Goal{{Kind: Build, Shape: Blueprint, Text: files[0].Text, Count: 1}}, Language: cmp.Or(tongue, "en")}, true
}

// solid reports whether walls are built of a thing, which is none that a shape is called by.
func (r *Reader) solid(n lexicon.Meaning) bool {
	named := slices.ContainsFunc(shapes[:], func(s Shape) bool { return Goal{Items: n.Items}.Of(s) })
	return !named && len(r.Version.Placeable(n.Items)) > 0 && !r.Version.Furnishes(n.Items) && !slices.ContainsFunc(n.Items, r.Version.Thin)
}

// sides makes two sides, or how long and how thick a line is, of what was said by the words of a
// measure; false for too many. What is deep is the other side where there is one, but of a hole.
func (d *draft) sides() bool {
	of := skills.StructureOf(string(d.shape))
	two := of.Most.Deep > 1 && of.Stand != skills.Ahead
	if d.high == 0 && (!two || d.shape == Hole) {
		d.high, d.deep = d.deep, 0
	}
	said := slices.DeleteFunc([]int{d.long, d.wide, d.deep}, func(n int) bool { return n == 0 })
	n, plain := len(said), d.plain
	switch {
	case n > 0 && two:
		d.plain, d.second, d.wide = said[0], said[n-1], 0
	case n > 1 || n > 0 && of.Stand == skills.Ahead: // which goes on in its length
		d.wide, d.second = d.long, cmp.Or(d.wide, d.second)
	case n > 0:
		d.wide = said[0]
	}
	return n == 0 || n < 3 && plain == 0 || n == 1 && d.shape == Tunnel
}

// sizeOf is how large a shape is, of the numbers that were said and what is usual.
func (d *draft) sizeOf(of *skills.Structure) skills.Size {
	usual := of.Usual
	switch d.shape {
	case Platform:
		return skills.Size{Wide: d.plain, Deep: d.second, High: 1}
	case Wall:
		if d.wide > 0 || d.high > 0 {
			return skills.Size{Wide: d.wide, Deep: max(d.second, 1), High: d.high}
		}
		return skills.Size{Wide: d.plain, Deep: 1, High: d.second}
	case Pillar:
		return skills.Size{Wide: 1, Deep: 1, High: max(d.high, d.plain)}
	case Row:
		return skills.Size{Wide: max(d.wide, d.plain), Deep: max(d.second, 1), High: 1}
	case Tunnel: // 3x3 is how wide and high it is
		if d.plain > 0 && d.second > 0 && d.high == 0 {
			d.high, d.second, d.plain = d.second, d.plain, d.wide
		}
		return skills.Size{Wide: cmp.Or(d.plain, d.wide, usual.Wide), Deep: max(d.second, 1), High: cmp.Or(d.high, usual.High)}
	case Bridge, Staircase, Steps:
		return skills.Size{Wide: cmp.Or(d.plain, d.wide, d.high, usual.Wide), Deep: max(d.second, 1), High: max(usual.High, 1)}
	case Cube:
		d.high = cmp.Or(d.high, d.plain, d.wide)
	case Tower:
		if d.second == 0 { // "10 blocks"
			d.high, d.plain = cmp.Or(d.high, d.plain), 0
		}
	default:
	}
	wide := max(d.plain, d.wide)
	return skills.Size{Wide: cmp.Or(wide, usual.Wide), Deep: cmp.Or(d.second, wide, usual.Deep), High: cmp.Or(d.high, usual.High)}
}

// material is what a shape is made of where that is no block of one's choice: a field bears a
// crop, and what digs or has a block of its own for each part is made of nothing said.
func (d *draft) material(r *Reader, g *Goal, of *skills.Structure) bool {
	switch {
	case d.shape == Field:
		crop, ok := r.Version.FieldCrop(d.of.Items...)
		g.Name, g.Items = crop.Item, []string{crop.Item}
		return ok
	case d.shape == Fence: // of a wood, or of whichever there is
		wood := r.planks(d.of)
		if g.Name, g.Items = "", nil; len(wood.Items) == 1 {
			g.Name, g.Items = wood.Name, wood.Items
		}
		return d.of.Name == "" || slices.ContainsFunc(wood.Items, r.Version.Wooden)
	case !of.Builds():
		g.Name, g.Items = "", nil
		return d.of.Name == ""
	}
	return of.Count(of.Usual, skills.Torch) == 0 || !slices.ContainsFunc(g.Items, r.Version.Thin)
}

// usual fills in the size of a plain heap of blocks where none was said, and reports whether that is so.
func (d *draft) usual() bool {
	size := skills.StructureOf(string(d.shape)).Usual
	switch {
	case d.shape == Wall && d.plain == 0 && (d.wide == 0 || d.high == 0):
		d.wide, d.high = cmp.Or(d.wide, size.Wide), cmp.Or(d.high, size.High)
	case d.plain+d.wide+d.high == 0 && slices.Contains([]Shape{Row, Pillar, Platform}, d.shape):
		d.plain, d.second, d.high = size.Wide, size.Deep, size.High
	default:
		return false
	}
	return true
}

// planks are what is built of wood: a log is four of them.
func (r *Reader) planks(of lexicon.Meaning) lexicon.Meaning {
	switch items := r.Version.Planks(of.Items); len(items) {
	case 0:
		return of
	case 1:
		return lexicon.Meaning{Name: items[0], Items: items}
	default:
		return lexicon.Meaning{Name: "any planks", Items: items}
	}
}
