package techtree

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// unknown is the answer to a want that the version has no item for.
func (j *job) unknown(w Want) error {
	name := strings.Join(w.Items, " or ")
	if b, ok := j.s.v.Block(name); ok && b.Hardness < 0 {
		return &game.ImpossibleError{Reason: sentence(game.Display(name)) + " cannot be broken in survival"}
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("There is no item %q in Minecraft %s", game.Display(name), j.s.v.Name)}
}

// available refuses a want that nothing leads to, counts aside.
func (j *job) available(w want, avail []bool) error {
	if w.missing == 0 {
		return nil
	}
	if w.Via != "" {
		return j.viaAvailable(w, avail)
	}
	if slices.ContainsFunc(w.ids, func(i int32) bool { return avail[i] && (j.have[i] == 0 || j.more(i, avail)) }) {
		return nil
	}
	return &game.ImpossibleError{Reason: j.reason(w.ids[0], avail)}
}

// more says whether an item that is held can also be had anew.
func (j *job) more(item int32, avail []bool) bool {
	if !math.IsInf(j.c.price[item], 1) {
		return true
	}
	for _, list := range [...][]int32{j.s.waysTo[item], j.s.byproductOf[item]} {
		for _, wi := range list {
			if j.c.open[wi] && j.workable(&j.s.ways[wi], avail) {
				return true
			}
		}
	}
	return j.byFire(item, avail)
}

func (j *job) viaAvailable(w want, avail []bool) error {
	closed := ""
	for _, i := range w.ids {
		for _, wi := range j.s.waysTo[i] {
			way := &j.s.ways[wi]
			if way.kind != w.Via || (w.Target != "" && w.Target != way.subject) {
				continue
			}
			if j.c.open[wi] && j.workable(way, avail) {
				return nil
			}
			if closed == "" {
				closed = j.wayReason(way, avail, 0)
			}
		}
	}
	if closed == "" {
		what := game.Display(j.s.names[w.ids[0]])
		if w.Target != "" && w.Via == game.Mine {
			if b, ok := j.s.v.Block(w.Target); ok && b.Hardness < 0 {
				return &game.ImpossibleError{Reason: sentence(game.Display(w.Target)) + " cannot be broken in survival"}
			}
			closed = fmt.Sprintf("%s cannot be mined in a survival world", game.Display(w.Target))
		} else {
			closed = fmt.Sprintf("%s cannot be had by %s", what, kindWords[w.Via])
		}
	}
	return &game.ImpossibleError{Reason: sentence(closed)}
}

var kindWords = map[game.Kind]string{
	game.Mine: "mining", game.Craft: "crafting", game.Smelt: "smelting", game.Attack: "fighting",
	game.Milk: "milking", game.Use: "using items", game.Place: "placing blocks", game.Shear: "shearing",
	game.Harvest: "farming", game.Breed: "breeding", game.Fish: "fishing", game.Collect: "picking up",
}

// creativeOnly are items that a survival player never holds, with what to say
// of them (Minecraft Wiki, the page of each).
var creativeOnly = map[string]string{
	"bedrock": "bedrock cannot be broken in survival", "barrier": "barriers exist in creative mode only",
	"command_block": "command blocks exist in creative mode only", "end_portal_frame": "end portal frames cannot be broken in survival",
	"spawner": "spawners cannot be taken along in survival", "reinforced_deepslate": "reinforced deepslate drops nothing in survival",
	"budding_amethyst": "budding amethyst cannot be taken along in survival", "farmland": "farmland cannot be taken along in survival",
	"structure_block": "structure blocks exist in creative mode only", "jigsaw": "jigsaw blocks exist in creative mode only",
	"light": "light blocks exist in creative mode only", "debug_stick": "the debug stick exists in creative mode only",
}

// reason says in a sentence why nothing leads to an item.
func (j *job) reason(item int32, avail []bool) string {
	return sentence(j.itemReason(item, avail, 0))
}

// deepest bounds how far a reason follows ingredients.
const deepest = 6

func (j *job) itemReason(item int32, avail []bool, depth int) string {
	name := j.s.names[item]
	what := game.Display(name)
	if r, ok := creativeOnly[name]; ok {
		return r
	}
	if strings.HasSuffix(name, "_spawn_egg") {
		return "spawn eggs exist in creative mode only"
	}
	ways := j.s.waysTo[item]
	if j.path = j.path[:min(depth, len(j.path))]; slices.Contains(j.path, item) {
		return what + " is made from nothing else"
	}
	j.path = append(j.path, item)
	if j.p.Closed {
		return j.closedReason(item, avail, depth)
	}
	if len(ways) == 0 {
		if b, ok := j.s.v.Block(name); ok && b.Hardness < 0 {
			return what + " cannot be broken in survival"
		}
		return fmt.Sprintf("%s cannot be mined, crafted or smelted in survival", what)
	}
	best, bestScore := -1, math.MaxInt
	for k, wi := range ways {
		if j.circular(&j.s.ways[wi], avail) {
			continue // more of it from itself explains nothing
		}
		if score := j.blame(&j.s.ways[wi], avail); score < bestScore {
			best, bestScore = k, score
		}
	}
	if best < 0 || depth >= deepest {
		return fmt.Sprintf("%s cannot be mined, crafted or smelted in survival", what)
	}
	return j.wayReason(&j.s.ways[ways[best]], avail, depth)
}

// circular says that what a way lacks is what is being explained.
func (j *job) circular(w *way, avail []bool) bool {
	for _, in := range w.ings {
		if slices.ContainsFunc(in.alts, func(a int32) bool { return avail[a] }) {
			continue
		}
		if slices.Contains(j.path, in.alts[0]) {
			return true
		}
	}
	return false
}

// blame orders ways by how near they are to being open: the one with the least
// in its way explains best.
func (j *job) blame(w *way, avail []bool) int {
	score := 0
	for _, in := range w.ings {
		if !slices.ContainsFunc(in.alts, func(a int32) bool { return avail[a] }) {
			score += 2
		}
	}
	switch {
	case j.p.excluded(w.kind, w.subject) != nil:
		score++
	case !j.p.can(w.kind):
		score++
	case j.s.gather(w) && w.dimension != "" && w.dimension != j.p.dimension():
		score++
	}
	return score
}

var dimensionWords = map[string]string{"overworld": "the overworld", "the_nether": "the Nether", "the_end": "the End"}

func (j *job) wayReason(w *way, avail []bool, depth int) string {
	what := game.Display(j.s.names[w.out])
	subject := game.Display(w.subject)
	if !j.p.can(w.kind) {
		if w.kind == game.Attack {
			return fmt.Sprintf("%s comes from %ss, and this body cannot fight", what, subject)
		}
		return fmt.Sprintf("%s comes by %s, which this body cannot or may not do", what, kindWords[w.kind])
	}
	if e := j.p.excluded(w.kind, w.subject); e != nil {
		if e.Reason != "" {
			return fmt.Sprintf("%s needs %s, which was given up: %s", what, subject, strings.TrimSuffix(e.Reason, "."))
		}
		return fmt.Sprintf("%s needs %s, which was given up", what, subject)
	}
	if j.s.gather(w) && w.dimension != "" && w.dimension != j.p.dimension() {
		return fmt.Sprintf("%s is found in %s, and the body is in %s", what, inWords(w.dimension), inWords(j.p.dimension()))
	}
	has := func(a int32) bool { return avail[a] }
	for _, in := range w.ings {
		if !slices.ContainsFunc(in.alts, has) {
			return fmt.Sprintf("%s needs %s, and %s", what, game.Display(j.s.names[in.alts[0]]), j.itemReason(in.alts[0], avail, depth+1))
		}
	}
	if w.tools != nil && !slices.ContainsFunc(w.tools, has) {
		return fmt.Sprintf("%s needs a %s, and %s", what, game.Display(j.s.names[w.tools[0]]), j.itemReason(w.tools[0], avail, depth+1))
	}
	if w.station >= 0 {
		return fmt.Sprintf("%s needs a %s, and none is at hand or can be set up", what, game.Display(j.s.names[w.station]))
	}
	return what + " cannot be had"
}

func inWords(dimension string) string {
	if w, ok := dimensionWords[dimension]; ok {
		return w
	}
	return game.Display(dimension)
}

// closedReason says what the stock lacks for an item.
func (j *job) closedReason(item int32, avail []bool, depth int) string {
	what := game.Display(j.s.names[item])
	best, bestScore := -1, math.MaxInt
	for k, wi := range j.s.waysTo[item] {
		w := &j.s.ways[wi]
		if j.s.gather(w) {
			continue
		}
		if j.circular(w, avail) {
			continue
		}
		if score := j.blame(w, avail); score < bestScore {
			best, bestScore = k, score
		}
	}
	if best < 0 || depth >= deepest {
		return fmt.Sprintf("%s is not held and cannot be made", what)
	}
	return j.wayReason(&j.s.ways[j.s.waysTo[item][best]], avail, depth)
}

// scarce says that the stock does not suffice, shared out in any way.
func (j *job) scarce(wants []want) error {
	var parts []string
	for _, w := range wants {
		if w.missing > 0 {
			parts = append(parts, game.Counted(int(w.missing), w.Items[0]))
		}
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("What is held does not suffice for %s, however it is shared out, and there is no source for the rest", strings.Join(parts, " and "))}
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func count(n int) string { return fmt.Sprint(n) }

// raw turns a search's own order into steps.
func (j *job) raw(trail []event) (Answer, error) {
	var a Answer
	var fire hearth
	stock := slices.Clone(j.have)
	for _, e := range trail {
		switch e.kind {
		case evTake:
			stock[e.item] -= e.n
		case evPlace:
			stock[e.item]--
			a.add(game.Action{Kind: game.Place, Block: j.s.names[e.item]}, placeSeconds, "to work at")
		case evFuel:
			stock[e.item]--
			if left, ok := j.s.id[j.s.info[e.item].FuelLeaves]; ok {
				stock[left]++
				j.touch(left)
			}
			fire.lay(e.item, int32(j.s.info[e.item].FuelTicks))
		case evFire:
			w := &j.s.ways[e.way]
			made := max(w.n, 1) * e.n
			stock[w.out] += made
			j.touch(w.out)
			for _, l := range w.leaves {
				stock[l.item] += l.n * e.n
				j.touch(l.item)
			}
			if w.kind == game.Smelt {
				for _, part := range fire.smelt(e.n) {
					action := game.Action{Kind: game.Smelt, Item: w.subject, Quantity: int(part.n)}
					if part.item >= 0 && j.p.Fuel {
						action.Fuel = j.s.names[part.item]
					}
					a.add(action, float64(part.n)*w.seconds, "needed on the way")
				}
			} else {
				a.add(game.Action{Kind: game.Craft, Recipe: w.subject, Quantity: int(made)}, 1+float64(e.n)*w.seconds, "needed on the way")
			}
		}
	}
	a.Leftover = make(map[string]int)
	for _, i := range j.items {
		if stock[i] > 0 {
			a.Leftover[j.s.names[i]] = int(stock[i])
		}
	}
	return a, nil
}

// add appends an action, into the step before when that is the same craft or
// smelt.
func (a *Answer) add(action game.Action, seconds float64, why string) {
	a.Seconds += seconds
	if n := len(a.Steps); n > 0 {
		last := &a.Steps[n-1]
		if last.Action.Kind == action.Kind && action.Kind != game.Place && last.Action.Subject() == action.Subject() && last.Action.Fuel == action.Fuel {
			last.Action.Quantity += action.Quantity
			last.Seconds += seconds
			return
		}
	}
	a.Steps = append(a.Steps, Step{Action: action, Seconds: seconds, Why: why})
}
