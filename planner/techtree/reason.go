// SPDX-License-Identifier: MIT

package techtree

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// unknown is the answer to a want that the version has no item for.
func (j *job) unknown(w Want) error {
	name := strings.Join(w.Items, " or ")
	if b, ok := j.s.Version.Block(name); ok && b.Hardness < 0 {
		return &game.ImpossibleError{Reason: game.Sentence(game.Display(name)) + " cannot be broken in survival"}
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("There is no item %q in Minecraft %s", game.Display(name), j.s.Version.Name)}
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
			if j.c.open[wi] && j.workable(&j.s.Ops[wi], avail) {
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
			way := &j.s.Ops[wi]
			if way.Kind != w.Via || (w.Target != "" && w.Target != way.Subject) {
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
		what := game.Display(j.s.Names[w.ids[0]])
		if w.Target != "" && w.Via == game.Mine {
			if b, ok := j.s.Version.Block(w.Target); ok && b.Hardness < 0 {
				return &game.ImpossibleError{Reason: game.Sentence(game.Display(w.Target)) + " cannot be broken in survival"}
			}
			closed = fmt.Sprintf("%s cannot be mined in a survival world", game.Display(w.Target))
		} else {
			closed = fmt.Sprintf("%s cannot be had by %s", what, by(w.Via))
		}
	}
	return &game.ImpossibleError{Reason: game.Sentence(closed)}
}

// by is how something is got with a kind of action: "mining".
func by(k game.Kind) string {
	row, _ := game.Lookup(k)
	return row.By
}

// reason says in a sentence why nothing leads to an item.
func (j *job) reason(item int32, avail []bool) string {
	return game.Sentence(j.itemReason(item, avail, 0))
}

// deepest bounds how far a reason follows ingredients.
const deepest = 6

func (j *job) itemReason(item int32, avail []bool, depth int) string {
	name := j.s.Names[item]
	what := game.Display(name)
	if why := j.s.Info[item].Unheld; why != "" {
		return why
	}
	ways := j.s.waysTo[item]
	if len(ways) == 0 {
		if why := j.untold(name); why != "" {
			return why
		}
	}
	if j.path = j.path[:min(depth, len(j.path))]; slices.Contains(j.path, item) {
		return what + " is made from nothing else"
	}
	j.path = append(j.path, item)
	if j.p.Closed {
		return j.closedReason(item, avail, depth)
	}
	if len(ways) == 0 {
		if b, ok := j.s.Version.Block(name); ok && b.Hardness < 0 {
			return what + " cannot be broken in survival"
		}
		if r, ok := j.s.class(item); ok {
			return r
		}
		return fmt.Sprintf("%s cannot be mined, crafted or smelted in survival", what)
	}
	best, bestScore := -1, math.MaxInt
	for k, wi := range ways {
		if j.circular(&j.s.Ops[wi], avail) {
			continue // more of it from itself explains nothing
		}
		if score := j.blame(&j.s.Ops[wi], avail); score < bestScore {
			best, bestScore = k, score
		}
	}
	if best < 0 || depth >= deepest {
		if r, ok := j.s.class(item); ok {
			return r
		}
		return "nothing that may be done leads to " + what
	}
	return j.wayReason(&j.s.Ops[ways[best]], avail, depth)
}

// untold says why there is no way to a thing of the body's own game; empty for what the
// release itself has and the body said nothing of.
func (j *job) untold(name string) string {
	what := game.Display(name)
	switch by := j.s.Version.Foreign(name); {
	case len(by) > 0:
		return fmt.Sprintf("%s is made %s: get it first, then ask again", what, strings.Join(by, " or "))
	case j.s.Version.Own(name):
		return fmt.Sprintf(
			"your game told of no way to make %s, and where it is found is not known: get it first, or say what to mine for it",
			what,
		)
	}
	return ""
}

// circular says that what a way lacks is what is being explained.
func (j *job) circular(w *rules.Op, avail []bool) bool {
	for _, in := range w.Takes {
		if slices.ContainsFunc(in.Alts, func(a int32) bool { return avail[a] }) {
			continue
		}
		if slices.Contains(j.path, in.Alts[0]) {
			return true
		}
	}
	return false
}

// blame orders ways by how near they are to being open: the one with the least
// in its way explains best, and that something may not be done explains better
// than that it is made of something else.
func (j *job) blame(w *rules.Op, avail []bool) int {
	score := 0
	for _, in := range w.Takes {
		switch {
		case slices.ContainsFunc(in.Alts, func(a int32) bool { return avail[a] }):
		case slices.ContainsFunc(in.Alts, j.barred):
			score += 2
		case slices.ContainsFunc(in.Alts, j.found):
			score += 3
		default:
			score += 4
		}
	}
	switch {
	case j.p.Closed && w.Gathers():
		score += 3
	case j.p.excluded(w.Kind, w.Subject) != nil:
		score++
	case !j.p.can(w.Kind):
		score++
	case j.p.foreign(w) && !j.open(w):
		score++
	}
	return score
}

// barred says that a source of an item is there, but not open.
func (j *job) barred(item int32) bool {
	return !j.p.Closed && slices.ContainsFunc(j.s.waysTo[item], func(wi int32) bool { return j.s.Ops[wi].Gathers() && !j.c.open[wi] })
}

// found says that an item is found in the world.
func (j *job) found(item int32) bool {
	return !j.p.Closed && slices.ContainsFunc(j.s.waysTo[item], func(wi int32) bool { return j.s.Ops[wi].Gathers() })
}

func (j *job) wayReason(w *rules.Op, avail []bool, depth int) string {
	what := game.Display(j.s.Names[w.Out])
	subject := game.Display(w.Subject)
	if j.p.Closed && w.Gathers() {
		return fmt.Sprintf("%s comes by %s, and only what is held counts here", what, by(w.Kind))
	}
	if !j.p.can(w.Kind) {
		if w.Kind == game.Attack {
			return fmt.Sprintf("%s comes from %ss, and this body cannot fight, or may not", what, subject)
		}
		return fmt.Sprintf("%s comes by %s, which this body cannot or may not do", what, by(w.Kind))
	}
	if e := j.p.excluded(w.Kind, w.Subject); e != nil {
		words := fmt.Sprintf("%s needs %s, which was given up", what, subject)
		if subject == what { // nothing is needed for itself
			words = fmt.Sprintf("%s comes by %s, which was given up", what, by(w.Kind))
		}
		if e.Reason != "" {
			words += ": " + strings.TrimSuffix(e.Reason, ".")
		}
		return words
	}
	if j.p.foreign(w) && !j.open(w) {
		return j.farReason(w)
	}
	has := func(a int32) bool { return avail[a] }
	for _, in := range w.Takes {
		if !slices.ContainsFunc(in.Alts, has) {
			return fmt.Sprintf("%s needs %s, and %s", what, game.Display(j.s.Names[in.Alts[0]]), j.itemReason(in.Alts[0], avail, depth+1))
		}
	}
	if w.Tools != nil && !slices.ContainsFunc(w.Tools, has) {
		return fmt.Sprintf("%s needs %s, and %s", what, game.Article(j.s.Names[w.Tools[0]]), j.itemReason(w.Tools[0], avail, depth+1))
	}
	if w.Station >= 0 {
		return j.stationReason(w)
	}
	return what + " cannot be had"
}

// open says that a way leads to the dimension of a source.
func (j *job) open(w *rules.Op) bool {
	_, ok := j.s.passage(j.p, w.Dimension)
	return ok
}

// farReason says what keeps a body from what lies in another dimension.
func (j *job) farReason(w *rules.Op) string {
	r := fmt.Sprintf(
		"%s is found in %s, and the body is in %s",
		game.Display(j.s.Names[w.Out]),
		game.WorldName(w.Dimension),
		game.WorldName(j.p.dimension()),
	)
	_, leads := j.s.Travel(j.p.dimension(), w.Dimension, true)
	e := j.p.excluded(game.Travel, w.Dimension)
	switch {
	case !leads:
		return r + "; no plan leads there"
	case e != nil && e.Reason != "":
		return r + "; the way there was given up: " + strings.TrimSuffix(e.Reason, ".")
	case e != nil:
		return r + "; the way there was given up"
	}
	return r + "; it cannot or may not go through a portal"
}

// stationReason says which stations would serve a way.
func (j *job) stationReason(w *rules.Op) string {
	names := []string{game.Article(j.s.Names[w.Station])}
	for _, k := range w.Kin {
		names = append(names, game.Article(j.s.Names[k]))
	}
	r := fmt.Sprintf("%s needs %s, and none is at hand or can be set up", game.Display(j.s.Names[w.Out]), strings.Join(names, " or "))
	over := func(sm data.Smelting) bool {
		return sm.Input == w.Subject && slices.Contains(sm.Stations, data.StationCampfire)
	}
	if slices.Contains(j.p.Stations, data.StationCampfire) && slices.ContainsFunc(j.s.Version.Smeltings(), over) {
		r += "; a campfire is not cooked at"
	}
	return r
}

// closedReason says what the stock lacks for an item.
func (j *job) closedReason(item int32, avail []bool, depth int) string {
	what := game.Display(j.s.Names[item])
	best, bestScore := -1, math.MaxInt
	for k, wi := range j.s.waysTo[item] {
		w := &j.s.Ops[wi]
		if w.Gathers() {
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
	return j.wayReason(&j.s.Ops[j.s.waysTo[item][best]], avail, depth)
}

// scarce says that the stock does not suffice, shared out in any way.
func (j *job) scarce(wants []want) error {
	var parts []string
	for _, w := range wants {
		if w.missing > 0 {
			parts = append(parts, game.Counted(int(w.missing), w.Items[0]))
		}
	}
	what := strings.Join(parts, " and ")
	if j.needsFire(wants) {
		return &game.ImpossibleError{
			Reason: fmt.Sprintf("What is held does not suffice for %s: something has to be smelted for it, and nothing that burns is held", what),
		}
	}
	source := ", and there is no source for the rest"
	if why := j.untoldFor(wants); why != "" {
		source = "; " + why
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("What is held does not suffice for %s, however it is shared out%s", what, source)}
}

// untoldFor is what is untold of the first thing that the ways to what is wanted take,
// other things that would do left aside.
func (j *job) untoldFor(wants []want) string {
	var items []int32
	for _, w := range wants {
		items = append(items, w.ids...)
	}
	for n := 0; n < len(items); n++ {
		if len(j.s.waysTo[items[n]]) == 0 {
			if why := j.untold(j.s.Names[items[n]]); why != "" {
				return why
			}
		}
		for _, wi := range j.s.waysTo[items[n]] {
			for _, in := range j.s.Ops[wi].Takes {
				if len(in.Alts) == 1 && !slices.Contains(items, in.Alts[0]) {
					items = append(items, in.Alts[0])
				}
			}
		}
	}
	return ""
}

func count(n int) string { return fmt.Sprint(n) }
