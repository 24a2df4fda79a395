// SPDX-License-Identifier: MIT

package techtree

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/rules"
)

// unknown is the answer to a want that the version has no item for.
func (j *job) unknown(w Want) error {
	name := strings.Join(w.Items, " or ")
	if b, ok := j.s.Version.Block(name); ok && b.Hardness < 0 {
		return impossible("why.unbreakable", "thing", game.Named(name))
	}
	return impossible("why.no-item", "thing", game.Named(name), "version", j.s.Version.Name)
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
	return messages.Impossible(j.itemReason(w.ids[0], avail, 0))
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
	var closed game.Message
	for _, i := range w.ids {
		for _, wi := range j.s.waysTo[i] {
			way := &j.s.Ops[wi]
			if way.Kind != w.Via || (w.Target != "" && w.Target != way.Subject) {
				continue
			}
			if j.c.open[wi] && j.workable(way, avail) {
				return nil
			}
			if closed.Code == "" {
				closed = j.wayReason(way, avail, 0)
			}
		}
	}
	if closed.Code == "" {
		if w.Target != "" && w.Via == game.Mine {
			if b, ok := j.s.Version.Block(w.Target); ok && b.Hardness < 0 {
				return impossible("why.unbreakable", "thing", game.Named(w.Target))
			}
			closed = game.Say("why.not-mined", "thing", game.Named(w.Target))
		} else {
			closed = game.Say("why.not-by", "thing", j.thing(w.ids[0]), "by", by(w.Via))
		}
	}
	return messages.Impossible(closed)
}

// by is how something is got with a kind of action: "mining".
func by(k game.Kind) game.Message { return game.Say("by." + string(k)) }

// impossible is the refusal of what is wanted: a code with its values.
func impossible(code string, values ...any) error {
	return messages.Impossible(game.Say(code, values...))
}

// thing is an item as a value of a message.
func (j *job) thing(item int32) game.Things { return game.Named(j.s.Names[item]) }

// deepest bounds how far a reason follows ingredients.
const deepest = 6

// classOr is why nothing leads to an item of its class, or what a code says of any.
func (s *Solver) classOr(item int32, code string) game.Message {
	if r, ok := s.class(item); ok {
		return r
	}
	return game.Say(code, "thing", game.Named(s.Names[item]))
}

// itemReason says why nothing leads to an item.
func (j *job) itemReason(item int32, avail []bool, depth int) game.Message {
	name := j.s.Names[item]
	what := game.Named(name)
	if why := j.s.Info[item].Unheld; why != "" {
		return game.Say("why."+why, "thing", what)
	}
	ways := j.s.waysTo[item]
	if len(ways) == 0 {
		if why := j.untold(name); why.Code != "" {
			return why
		}
	}
	if j.path = j.path[:min(depth, len(j.path))]; slices.Contains(j.path, item) {
		return game.Say("why.itself", "thing", what)
	}
	j.path = append(j.path, item)
	if j.p.Closed {
		return j.closedReason(item, avail, depth)
	}
	if len(ways) == 0 {
		if b, ok := j.s.Version.Block(name); ok && b.Hardness < 0 {
			return game.Say("why.unbreakable", "thing", what)
		}
		return j.s.classOr(item, "why.no-way")
	}
	best, bestScore := -1, math.MaxInt
	for k, wi := range ways {
		if j.circular(&j.s.Ops[wi], avail) || !j.p.means(&j.s.Ops[wi]) {
			continue // more of it from itself explains nothing
		}
		if score := j.blame(&j.s.Ops[wi], avail); score < bestScore {
			best, bestScore = k, score
		}
	}
	if best < 0 || depth >= deepest {
		return j.s.classOr(item, "why.nothing-leads")
	}
	return j.wayReason(&j.s.Ops[ways[best]], avail, depth)
}

// untold says why there is no way to a thing of the body's own game; empty for what the
// release itself has and the body said nothing of.
func (j *job) untold(name string) (none game.Message) {
	what := game.Named(name)
	switch by := j.s.Version.Foreign(name); {
	case len(by) > 0:
		return game.Say("why.foreign", "thing", what, "by", strings.Join(by, " or "))
	case j.s.Version.Own(name):
		return game.Say("why.untold", "thing", what)
	}
	return none
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
	return !j.p.Closed && slices.ContainsFunc(j.s.waysTo[item], func(wi int32) bool { return j.gathers(wi) && !j.c.open[wi] })
}

// found says that an item is found in the world.
func (j *job) found(item int32) bool {
	return !j.p.Closed && slices.ContainsFunc(j.s.waysTo[item], func(wi int32) bool { return j.gathers(wi) })
}

// gathers reports whether a way takes an item out of the world, unasked.
func (j *job) gathers(wi int32) bool { return j.s.Ops[wi].Gathers() && j.p.means(&j.s.Ops[wi]) }

// wayReason says why a way to an item is closed.
func (j *job) wayReason(w *rules.Op, avail []bool, depth int) game.Message {
	what, subject := j.thing(w.Out), game.Named(w.Subject)
	if j.p.Closed && w.Gathers() {
		return game.Say("why.closed", "thing", what, "by", by(w.Kind))
	}
	if !j.p.can(w.Kind) {
		if w.Kind == game.Attack {
			return game.Say("why.no-fight", "thing", what, "mobs", game.Things{Items: subject.Items, Many: true})
		}
		return game.Say("why.cannot", "thing", what, "by", by(w.Kind))
	}
	if e := j.p.excluded(w.Kind, w.Subject); e != nil {
		given := game.Say("why.given-up", "thing", what, "needs", subject)
		if w.Subject == j.s.Names[w.Out] { // nothing is needed for itself
			given = game.Say("why.given-up.by", "thing", what, "by", by(w.Kind))
		}
		return because(given, e.Reason)
	}
	if j.p.foreign(w) && !j.open(w) {
		return j.farReason(w)
	}
	has := func(a int32) bool { return avail[a] }
	for _, in := range w.Takes {
		if !slices.ContainsFunc(in.Alts, has) {
			return game.Say("why.lacks", "thing", what, "needs", j.thing(in.Alts[0]), "why", j.itemReason(in.Alts[0], avail, depth+1))
		}
	}
	if w.Tools != nil && !slices.ContainsFunc(w.Tools, has) {
		return game.Say("why.lacks", "thing", what, "needs", game.A(j.s.Names[w.Tools[0]]), "why", j.itemReason(w.Tools[0], avail, depth+1))
	}
	if w.Station >= 0 {
		return j.stationReason(w)
	}
	return game.Say("why.not-had", "thing", what)
}

// open says that a way leads to the dimension of a source.
func (j *job) open(w *rules.Op) bool {
	_, ok := j.s.passage(j.p, w.Dimension)
	return ok
}

// farReason says what keeps a body from what lies in another dimension.
func (j *job) farReason(w *rules.Op) game.Message {
	r := game.Say("why.far", "thing", j.thing(w.Out), "there", game.SayWorld(w.Dimension), "here", game.SayWorld(j.p.Dimension))
	_, leads := j.s.Travel(j.p.Dimension, w.Dimension, true)
	e := j.p.excluded(game.Travel, w.Dimension)
	switch {
	case !leads:
		return game.Say("why.far.no-plan", "far", r)
	case e != nil:
		return because(game.Say("why.far.given-up", "far", r), e.Reason)
	}
	return game.Say("why.far.portal", "far", r)
}

// because is what was given up with what was said of it, if anything was.
func because(m game.Message, reason string) game.Message {
	if reason == "" {
		return m
	}
	return game.Say("why.because", "what", m, "why", strings.TrimSuffix(reason, "."))
}

// stationReason says which stations would serve a way.
func (j *job) stationReason(w *rules.Op) game.Message {
	at := game.A(j.s.Names[w.Station])
	for _, k := range w.Kin {
		at.Items = append(at.Items, j.s.Names[k])
	}
	r := game.Say("why.station", "thing", j.thing(w.Out), "station", at)
	over := func(sm data.Smelting) bool {
		return sm.Input == w.Subject && slices.Contains(sm.Stations, data.StationCampfire)
	}
	if slices.Contains(j.p.Stations, data.StationCampfire) && slices.ContainsFunc(j.s.Version.Smeltings(), over) {
		r = game.Say("why.campfire", "what", r)
	}
	return r
}

// closedReason says what the stock lacks for an item.
func (j *job) closedReason(item int32, avail []bool, depth int) game.Message {
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
		return game.Say("why.not-held", "thing", j.thing(item))
	}
	return j.wayReason(&j.s.Ops[j.s.waysTo[item][best]], avail, depth)
}

// scarce says that the stock does not suffice, shared out in any way.
func (j *job) scarce(wants []want) error {
	var what []game.Message
	for _, w := range wants {
		if w.missing > 0 {
			what = append(what, game.Say("things", "things", game.Things{Count: int(w.missing), Items: w.Items[:1]}))
		}
	}
	if j.needsFire(wants) {
		return impossible("why.scarce.fire", "what", what)
	}
	if why := j.untoldFor(wants); why.Code != "" {
		return impossible("why.scarce.untold", "what", what, "why", why)
	}
	return impossible("why.scarce", "what", what)
}

// untoldFor is what is untold of the first thing that the ways to what is wanted take,
// other things that would do left aside.
func (j *job) untoldFor(wants []want) (none game.Message) {
	var items []int32
	for _, w := range wants {
		items = append(items, w.ids...)
	}
	for n := 0; n < len(items); n++ {
		if len(j.s.waysTo[items[n]]) == 0 {
			if why := j.untold(j.s.Names[items[n]]); why.Code != "" {
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
	return none
}

func count(n int) string { return fmt.Sprint(n) }
