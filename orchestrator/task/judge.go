package task

import (
	"fmt"
	"sort"

	"github.com/minehand/minehand/game"
)

// laterStates is how many later reports a claim without a report of its own
// may take to show (rule 11).
const laterStates = 3

// evidence is what an outcome is judged by.
type evidence struct {
	Expect  game.Expect
	Outcome game.Outcome
	// Earlier is what earlier attempts at the same build used up: what stands of it
	// is not built twice.
	Earlier map[string]int
	// Later are the states reported after the outcome, oldest first.
	Later []game.State
	// Waited: the 5 s are over, or enough later states came.
	Waited bool
}

// judgement is what the comparison showed.
type judgement struct {
	Verdict game.Verdict
	Reason  string
	// Gained and Used are what came and went of what was expected.
	Gained, Used map[string]int
	// Undecided: a later state may still show the change.
	Undecided bool
}

// judge compares a success that the body reported with what was expected (rule
// 11). It never contradicts for unexpected losses or extras.
func judge(e evidence) judgement {
	if e.Expect.Empty() {
		return judgement{Verdict: game.Claimed}
	}
	before, now := e.Outcome.Before, e.newest()
	shown := judgement{Verdict: game.Confirmed, Gained: gainedOf(e.Expect, e.Outcome, now), Used: e.used()}
	if reason := unverifiable(e.Expect, before, now); reason != "" {
		shown.Verdict, shown.Reason = game.Claimed, reason
		return shown
	}
	for _, j := range [...]judgement{judgeGains(e, before, now), judgePlace(e, now), judgeUses(e, before, now, shown.Used)} {
		j.Gained, j.Used = shown.Gained, shown.Used
		if j.Undecided && e.Waited {
			if res := e.Outcome.Result; len(e.Later) == 0 && (res == nil || res.State == nil) {
				j.Verdict, j.Reason = game.Claimed, "no state came after it"
			}
			j.Undecided = false
		}
		if j.Undecided || j.Verdict != game.Confirmed {
			return j
		}
	}
	return shown
}

// newest is the latest state there is about the outcome.
func (e *evidence) newest() *game.State {
	if n := len(e.Later); n > 0 {
		return &e.Later[n-1]
	}
	return e.after()
}

// after is the state that came with the outcome.
func (e *evidence) after() *game.State {
	after := e.Outcome.After
	r := e.Outcome.Result
	if r == nil || r.State == nil {
		return after
	}
	if after == nil {
		return r.State
	}
	// A result may bring only what changed.
	now := *r.State
	if now.Inventory == nil {
		now.Inventory = after.Inventory
	}
	if now.Position == nil {
		now.Position = after.Position
	}
	if now.Health == nil {
		now.Health = after.Health
	}
	if now.Dimension == "" {
		now.Dimension = after.Dimension
	}
	if now.GameMode == "" {
		now.GameMode = after.GameMode
	}
	return &now
}

// used is what the states show to have gone of what the action uses up: each time
// that less was held than before counts, whatever came in between. Nil when
// nothing went.
func (e *evidence) used() map[string]int {
	if len(e.Expect.Uses) == 0 {
		return nil
	}
	var used map[string]int
	last := e.Outcome.Before
	look := func(s *game.State) {
		if s == nil || s.Inventory == nil {
			return
		}
		for i := range e.Expect.Uses {
			for _, item := range e.Expect.Uses[i].Items {
				if last == nil || last.Inventory == nil {
					continue
				}
				if n := last.Count(item) - s.Count(item); n > 0 {
					if used == nil {
						used = make(map[string]int, 1)
					}
					used[game.Name(item)] += n
				}
			}
		}
		last = s
	}
	look(e.after())
	for i := range e.Later {
		look(&e.Later[i])
	}
	return used
}

// judgeUses looks whether what the action uses up has gone. Where something is
// gained that shows it, and in creative mode nothing is used up.
func judgeUses(e evidence, before, now *game.State, used map[string]int) judgement {
	switch {
	case !e.Expect.Spends():
		return judgement{Verdict: game.Confirmed}
	case spendsNothing(before) || spendsNothing(now):
		return judgement{Verdict: game.Claimed, Reason: "nothing is used up in creative mode"}
	case before == nil || now == nil:
		return judgement{Verdict: game.Claimed, Reason: "no state to compare with", Undecided: before != nil}
	case before.Inventory == nil || now.Inventory == nil:
		return judgement{Verdict: game.Claimed, Reason: noInventory, Undecided: len(e.Later) == 0}
	}
	wait := laterStates
	if r := e.Outcome.Result; r != nil && r.State != nil && r.State.Inventory != nil {
		wait = 1
	}
	for _, u := range e.Expect.Uses {
		n := 0
		for _, item := range u.Items {
			n += used[game.Name(item)] + e.Earlier[game.Name(item)]
		}
		if n >= u.Count {
			continue
		}
		j := judgement{Verdict: game.Contradicted, Undecided: len(e.Later) < wait}
		switch {
		case n > 0:
			j.Reason = fmt.Sprintf("only %d of %s were used up", n, needWords(u))
		case sumOf(u.Items, before) < u.Count:
			j.Verdict, j.Reason = game.Claimed, "its states did not show "+needWords(u)+" before"
		default:
			j.Reason = needWords(u) + " should have been used up, and as many are held as before"
		}
		return j
	}
	return judgement{Verdict: game.Confirmed}
}

// spendsNothing reports a game mode in which nothing leaves the inventory.
func spendsNothing(s *game.State) bool {
	return s != nil && (s.GameMode == "creative" || s.GameMode == "spectator")
}

// judgeGains compares the inventories of the states. The action's own delta is
// the body's word: too small it contradicts, and alone it confirms nothing.
func judgeGains(e evidence, before, now *game.State) judgement {
	if len(e.Expect.Gains) == 0 {
		return judgement{Verdict: game.Confirmed}
	}
	res := e.Outcome.Result
	told, lacks := res != nil && res.Delta != nil, ""
	if told {
		lacks = missingGain(e.Expect.Gains, res.Delta)
	}
	word := told && lacks == ""
	switch {
	case before == nil || now == nil:
		if told && !word {
			return judgement{Verdict: game.Contradicted, Reason: lacks}
		}
		return judgement{Verdict: game.Claimed, Reason: "no state to compare with", Undecided: word && before != nil}
	case before.Inventory == nil && now.Inventory == nil:
		if told && !word {
			return judgement{Verdict: game.Contradicted, Reason: lacks}
		}
		return judgement{Verdict: game.Claimed, Reason: noInventory, Undecided: len(e.Later) == 0}
	}
	shown := missingGain(e.Expect.Gains, difference(before, now))
	own := res != nil && res.State != nil && res.State.Inventory != nil
	switch {
	case shown == "":
		return judgement{Verdict: game.Confirmed}
	case word:
		last := laterStates
		if own {
			last = 1
		}
		return judgement{
			Verdict: game.Contradicted, Reason: "the body says it gained them, and its states do not show it: " + shown,
			Undecided: len(e.Later) < last,
		}
	case told && (res.State != nil || len(e.Later) > 0), own && len(e.Later) == 0:
		return judgement{Verdict: game.Contradicted, Reason: shown}
	}
	return judgement{Verdict: game.Contradicted, Reason: shown, Undecided: len(e.Later) < laterStates}
}

// noInventory is the reason of a claim that no inventory can prove.
const noInventory = "by the body's word: its states carry no inventory"

// judgePlace compares where the feet are.
func judgePlace(e evidence, now *game.State) judgement {
	if e.Expect.At == nil {
		return judgement{Verdict: game.Confirmed}
	}
	var at *game.Vec3
	res := e.Outcome.Result
	own := res != nil && (res.Position != nil || res.State != nil && res.State.Position != nil)
	switch {
	case len(e.Later) > 0:
		at = now.Position
	case res != nil && res.Position != nil:
		at = res.Position
	case now != nil:
		at = now.Position
	}
	if at == nil {
		return judgement{Verdict: game.Claimed, Reason: "the body did not say where it is"}
	}
	if e.Expect.At.Dimension != "" && now != nil && now.Dimension != "" && game.Name(now.Dimension) != e.Expect.At.Dimension {
		return judgement{Verdict: game.Contradicted, Reason: "it is in " + game.Display(now.Dimension)}
	}
	if at.Within(*e.Expect.At, e.Expect.Within) {
		return judgement{Verdict: game.Confirmed}
	}
	return judgement{
		Verdict:   game.Contradicted,
		Reason:    fmt.Sprintf("it stands at %s, not at %s", at.Block(), e.Expect.At),
		Undecided: !own && len(e.Later) < laterStates,
	}
}

// unverifiable says why states cannot be compared: death, a change of
// dimension or game mode, or an unrelated loss of the wanted item.
func unverifiable(x game.Expect, before, now *game.State) string {
	if before == nil || now == nil {
		return ""
	}
	if died(before, now) {
		return "the player died in between"
	}
	if before.Dimension != "" && now.Dimension != "" && game.Name(before.Dimension) != game.Name(now.Dimension) &&
		(x.At == nil || x.At.Dimension == "") {
		return "the dimension changed in between"
	}
	if before.GameMode != "" && now.GameMode != "" && before.GameMode != now.GameMode {
		return "the game mode changed in between"
	}
	for _, g := range x.Gains {
		if sumOf(g.Items, now) < sumOf(g.Items, before) {
			return "some " + game.Alternatives(g.Items) + " was lost in between"
		}
	}
	return ""
}

// deathJump is how far a respawn moves the body at least, in blocks.
const deathJump = 8

// died reports a death between two states: no health left, or for bodies that
// report too rarely an emptied inventory with a jump of position (rule 12).
func died(before, now *game.State) bool {
	if now == nil {
		return false
	}
	if now.Health != nil && *now.Health <= 0 {
		return true
	}
	if before == nil || before.Position == nil || now.Position == nil {
		return false
	}
	return len(before.Inventory) > 1 && len(now.Inventory) == 0 &&
		before.Position.Distance(*now.Position) > deathJump
}

// missingGain names the first gain that the changes do not show, as a
// sentence's part; empty when all show.
func missingGain(gains []game.Gain, delta map[string]int) string {
	for _, g := range gains {
		n := 0
		for _, item := range g.Items {
			n += delta[item]
		}
		if n >= g.Min {
			continue
		}
		if n <= 0 {
			return "nothing was gained of " + game.CountedAny(g.Min, g.Items)
		}
		return fmt.Sprintf("only %d of %s were gained", n, game.CountedAny(g.Min, g.Items))
	}
	return ""
}

func difference(before, now *game.State) map[string]int {
	d := now.Counts()
	for i := range before.Inventory {
		d[before.Inventory[i].Item] -= before.Inventory[i].Count
	}
	return d
}

// gainedOf is what was gained of the wanted items, as far as anything shows
// it: a partial gain is recorded too. Nil when nothing was.
func gainedOf(x game.Expect, out game.Outcome, now *game.State) map[string]int {
	if len(x.Gains) == 0 {
		return nil
	}
	var delta, shown map[string]int
	if out.Before != nil && now != nil && (out.Before.Inventory != nil || now.Inventory != nil) {
		shown = difference(out.Before, now)
		delta = shown
	}
	if out.Result != nil && out.Result.Delta != nil {
		delta = out.Result.Delta
	}
	var gained map[string]int
	for _, g := range x.Gains {
		for _, item := range g.Items {
			n := delta[item]
			if shown != nil { // the body's word, as far as the states bear it out
				n = min(n, shown[item])
			}
			if n > 0 {
				if gained == nil {
					gained = make(map[string]int, 1)
				}
				gained[item] = n
			}
		}
	}
	return gained
}

// markOf keeps what the action will be compared with after a restart; nil when
// there is nothing.
func markOf(step *game.Step, s *game.State) *Mark {
	if step.Expect.Empty() {
		return nil
	}
	m := &Mark{Position: s.Position, Dimension: s.Dimension, GameMode: s.GameMode}
	if s.Inventory == nil {
		return m
	}
	count := func(item string) {
		if m.Counts == nil {
			m.Counts = make(map[string]int, 2)
		}
		m.Counts[item] = s.Count(item)
	}
	for _, g := range step.Expect.Gains {
		for _, item := range g.Items {
			count(item)
		}
	}
	for _, u := range step.Expect.Uses {
		for _, item := range u.Items {
			count(item)
		}
	}
	return m
}

// state rebuilds a state to compare with from the mark.
func (m *Mark) state() *game.State {
	if m == nil {
		return nil
	}
	s := &game.State{Position: m.Position, Dimension: m.Dimension, GameMode: m.GameMode}
	if m.Counts != nil {
		s.Inventory = make([]game.Stack, 0, len(m.Counts))
	}
	items := make([]string, 0, len(m.Counts))
	for item := range m.Counts {
		items = append(items, item)
	}
	sort.Strings(items)
	for i, item := range items {
		if m.Counts[item] > 0 {
			s.Inventory = append(s.Inventory, game.Stack{Slot: i, Item: item, Count: m.Counts[item]})
		}
	}
	return s
}

// observed is the comparison that settles a v1 action whose report was lost.
func observed(x game.Expect) func(before, now *game.State) bool {
	if x.Empty() {
		return nil
	}
	return func(before, now *game.State) bool {
		if before == nil || now == nil {
			return false
		}
		j := judge(evidence{Expect: x, Outcome: game.Outcome{Before: before}, Later: []game.State{*now}, Waited: true})
		return j.Verdict == game.Confirmed
	}
}

// showsDone reports whether two states show that the step was carried out.
func showsDone(step *game.Step, before, now *game.State) bool {
	see := observed(step.Expect)
	return see != nil && see(before, now)
}

// couldShow reports whether the going of what the step uses up can be seen: so
// much was held before.
func couldShow(step *game.Step, before *game.State) bool {
	if before == nil || before.Inventory == nil {
		return false
	}
	for _, u := range step.Expect.Uses {
		if sumOf(u.Items, before) < u.Count {
			return false
		}
	}
	return true
}
