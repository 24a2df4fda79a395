// SPDX-License-Identifier: MIT

package game

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/minehand/minehand/internal/lists"
)

// LaterStates is how many later reports a claim without a report of its own may
// take to show (rule 11 of docs/protocol).
const LaterStates = 3

// Claim is a success that a body reported, with what it is judged by.
type Claim struct {
	Expect  Expect
	Outcome Outcome
	// Earlier is what earlier attempts at the same build used up: what stands of it
	// is not built twice.
	Earlier map[string]int
	// Counted: a clause counts it, so that a report has to show what the state of a result
	// does.
	Counted bool
	// Later are the states reported after the outcome, oldest first.
	Later []State
	// Waited: the 5 s are over, or enough later states came.
	Waited bool
}

// Judgement is what comparing a claim with states showed.
type Judgement struct {
	Verdict Verdict
	Reason  string
	// Gained and Used are what came and went of what was expected.
	Gained, Used map[string]int
	// Undecided: a later state may still show the change.
	Undecided bool
}

// decided is a judgement once no more states are waited for.
func (e *Claim) decided(j Judgement) Judgement {
	if res := e.Outcome.Result; len(e.Later) == 0 && (res == nil || res.State == nil) {
		j.Verdict, j.Reason = Claimed, NoStateAfter
	}
	j.Undecided = false
	return j
}

// Judge compares the claim with what was expected (rule 11). It never contradicts
// for unexpected losses or extras.
func (e *Claim) Judge() Judgement {
	if r := e.Outcome.Result; e.Expect.Empty() {
		if r != nil && r.Stands != "" { // it was looked at
			return Judgement{Verdict: Confirmed}
		}
		return Judgement{Verdict: Claimed}
	}
	before, now := e.Outcome.Before, e.newest()
	shown := Judgement{Verdict: Confirmed}
	shown.Gained, shown.Used = e.moved()
	watched := judgeWatch(e, before, now)
	if watched.Verdict == Contradicted {
		return watched
	}
	if reason := unverifiable(e.Expect, before, now); reason != "" {
		shown.Verdict, shown.Reason = Claimed, reason
		shown.Undecided = reason == allGone && !e.Waited && len(e.Later) < LaterStates
		return shown
	}
	for _, j := range [...]Judgement{
		judgeGains(e, before, now), judgePlace(e, now), judgeTime(e), watched, judgeUses(e, before, now, shown.Used),
	} {
		j.Gained, j.Used = shown.Gained, shown.Used
		if j.Undecided && e.Waited {
			j = e.decided(j)
		}
		if j.Undecided || j.Verdict != Confirmed {
			return j
		}
	}
	if e.Counted && e.Told() && len(e.Later) == 0 {
		if shown.Undecided = !e.Waited; e.Waited {
			shown.Verdict, shown.Reason = Claimed, NoStateAfter
		}
	}
	return shown
}

// Told reports whether the outcome came with a state of its own.
func (e *Claim) Told() bool { return e.Outcome.Result != nil && e.Outcome.Result.State != nil }

// newest is the latest state there is about the outcome.
func (e *Claim) newest() *State {
	if n := len(e.Later); n > 0 {
		return &e.Later[n-1]
	}
	return e.after()
}

// Moves reports whether what was to be gained changed between the last two states.
func (e *Claim) Moves() bool {
	last := e.after()
	if n := len(e.Later); n > 1 {
		last = &e.Later[n-2]
	}
	now := e.newest()
	return last == nil || slices.ContainsFunc(e.Expect.Gains, func(g Gain) bool { return last.countAny(g.Items) != now.countAny(g.Items) })
}

// after is the state that came with the outcome. A result may bring only what
// changed.
func (e *Claim) after() *State {
	after, r := e.Outcome.After, e.Outcome.Result
	if r == nil || r.State == nil || r.State == after { // the bridge has filled it already
		return after
	}
	return r.State.Over(after)
}

// used is what the states show to have gone of what the action uses up: each time
// that less was held than before counts, whatever came in between. Nil when
// nothing went.
func (e *Claim) used() map[string]int {
	if len(e.Expect.Uses) == 0 {
		return nil
	}
	var used map[string]int
	last := e.Outcome.Before
	look := func(s *State) {
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
					used[Name(item)] += n
				}
			}
		}
		last = s
	}
	if len(e.Later) == 0 || !e.Told() { // what a result tells, a report has to show
		look(e.after())
	}
	for i := range e.Later {
		look(&e.Later[i])
	}
	return used
}

// judgeUses looks whether what the action uses up has gone. Where something is
// gained that shows it, and in creative mode nothing is used up; of a build a look shows
// more, where some of it went while no state came.
func judgeUses(e *Claim, before, now *State, used map[string]int) Judgement {
	r := e.Outcome.Result
	switch {
	case !e.Expect.spends(), r != nil && r.Looked:
		return Judgement{Verdict: Confirmed}
	case spendsNothing(before) || spendsNothing(now):
		return Judgement{Verdict: Claimed, Reason: "nothing is used up in creative mode"}
	case before == nil || now == nil:
		return Judgement{Verdict: Claimed, Reason: "no state to compare with", Undecided: before != nil}
	case before.Inventory == nil || now.Inventory == nil:
		return Judgement{Verdict: Claimed, Reason: noInventory, Undecided: len(e.Later) == 0}
	}
	wait := LaterStates
	if r.showsInventory() {
		wait = 1
	}
	for _, u := range e.Expect.Uses {
		n := sumOf(u.Items, used) + sumOf(u.Items, e.Earlier)
		if n >= u.Count {
			continue
		}
		j := tooFewUsed(&u, n, before)
		j.Undecided = len(e.Later) < wait
		return j
	}
	if e.Expect.untold(before, now) && len(e.Earlier) == 0 {
		return Judgement{Verdict: Claimed, Reason: "its body tells what it places, and told of nothing here", Undecided: len(e.Later) < wait}
	}
	return Judgement{Verdict: Confirmed}
}

// untold reports whether a body that tells what it places told of nothing between two states
// (rule 19): what has gone of what was to be placed shows nothing.
func (x Expect) untold(before, now *State) bool {
	return x.Places && before != nil && now != nil && before.Placed.Series != "" && now.Placed == before.Placed
}

// spendsNothing reports a game mode in which nothing leaves the inventory.
func spendsNothing(s *State) bool {
	return s != nil && (s.GameMode == "creative" || s.GameMode == "spectator")
}

// tooFewUsed judges a use of which only n were seen to be used up.
func tooFewUsed(u *Need, n int, before *State) Judgement {
	switch {
	case n > 0:
		return Judgement{Verdict: Contradicted, Reason: fmt.Sprintf("only %d of %s were used up", n, u.words())}
	case before.countAny(u.Items) < u.Count:
		return Judgement{Verdict: Claimed, Reason: "its states did not show " + u.words() + " before"}
	}
	return Judgement{Verdict: Contradicted, Reason: u.words() + " should have been used up, and as many are held as before"}
}

// showsInventory reports whether a result holds a state with the inventory after the action.
func (r *Result) showsInventory() bool {
	return r != nil && r.State != nil && r.State.Inventory != nil
}

// judgeGains compares the inventories of the states. The action's own delta is
// the body's word: too small it contradicts, and alone it confirms nothing.
func judgeGains(e *Claim, before, now *State) Judgement {
	if len(e.Expect.Gains) == 0 {
		return Judgement{Verdict: Confirmed}
	}
	res := e.Outcome.Result
	told, lacks := res != nil && res.Delta != nil, ""
	if told {
		lacks = missingGain(e.Expect.Gains, res.Delta).String()
	}
	word := told && lacks == ""
	switch {
	case lacks != "" && (before == nil || now == nil || before.Inventory == nil && now.Inventory == nil):
		return Judgement{Verdict: Contradicted, Reason: lacks}
	case before == nil || now == nil:
		return Judgement{Verdict: Claimed, Reason: "no state to compare with", Undecided: word && before != nil}
	case before.Inventory == nil && now.Inventory == nil:
		return Judgement{Verdict: Claimed, Reason: noInventory, Undecided: len(e.Later) == 0}
	}
	shown := missingGain(e.Expect.Gains, difference(before, now)).String()
	own := res.showsInventory()
	switch {
	case shown == "":
		return Judgement{Verdict: Confirmed}
	case word:
		last := LaterStates
		if own {
			last = 1
		}
		return Judgement{
			Verdict: Contradicted, Reason: "the body says it gained them, and its states do not show it: " + shown,
			Undecided: len(e.Later) < last,
		}
	case told && (res.State != nil || len(e.Later) > 0), own && len(e.Later) == 0:
		return Judgement{Verdict: Contradicted, Reason: shown}
	}
	return Judgement{Verdict: Contradicted, Reason: shown, Undecided: len(e.Later) < LaterStates}
}

// NoStateAfter is the reason of a claim that a state could have proven, where none
// came.
const NoStateAfter = "no state came after it"

// BeingVerified is the reason of a claim that later states are awaited for, Unverified of one
// whose verification was cut short.
const (
	BeingVerified = "being verified"
	Unverified    = "not verified"
)

// noInventory is the reason of a claim that no inventory can prove.
const noInventory = "by the body's word: its states carry no inventory"

// judgePlace compares where the feet are, by the states. The position of a result is the
// body's word: elsewhere it contradicts, and alone it confirms nothing.
func judgePlace(e *Claim, now *State) Judgement {
	if e.Expect.At == nil {
		return Judgement{Verdict: Confirmed}
	}
	var at, told *Vec3
	res := e.Outcome.Result
	if res != nil {
		told = res.Position
	}
	if now != nil {
		at = now.Position
	}
	switch {
	case at == nil && told == nil:
		return Judgement{Verdict: Claimed, Reason: "the body did not say where it is"}
	case at == nil && told.Within(*e.Expect.At, e.Expect.Within):
		return Judgement{Verdict: Claimed, Reason: "by the body's word: its states tell no position"}
	case at == nil:
		at = told
	}
	if e.Expect.At.Dimension != "" && now != nil && now.Dimension != "" && Name(now.Dimension) != e.Expect.At.Dimension {
		return Judgement{Verdict: Contradicted, Reason: "it is in " + Display(now.Dimension)}
	}
	if at.Within(*e.Expect.At, e.Expect.Within) {
		return Judgement{Verdict: Confirmed}
	}
	j := Judgement{Verdict: Contradicted, Reason: fmt.Sprintf("it stands at %s, not at %s", at.Block(), e.Expect.At)}
	own := res != nil && res.State != nil && res.State.Position != nil
	switch {
	case told != nil && told.Within(*e.Expect.At, e.Expect.Within):
		j.Reason = "the body says that it arrived, and its states do not show it: " + j.Reason
		j.Undecided = len(e.Later) == 0 || !own && len(e.Later) < LaterStates
	case told == nil:
		j.Undecided = !own && len(e.Later) < LaterStates
	}
	return j
}

// punctual is the part of a time that has to be seen to pass: clocks differ a little.
const punctual = 0.95

// judgeTime compares how long the action took, by our clock and by the game's, which
// may run faster, with how long it was to take.
func judgeTime(e *Claim) Judgement {
	asked := time.Duration(e.Expect.Seconds * float64(time.Second))
	want := time.Duration(float64(asked) * punctual)
	took, passed := e.Outcome.Ended.Sub(e.Outcome.Started), e.Outcome.Passed
	last := e.after()
	for i := range e.Later {
		passed += last.Elapsed(&e.Later[i])
		last = &e.Later[i]
	}
	took = max(took, passed)
	if took >= want {
		return Judgement{Verdict: Confirmed}
	}
	res := e.Outcome.Result
	own := res != nil && res.State != nil && res.State.Time != nil
	j := Judgement{
		Verdict: Contradicted, Undecided: !own && len(e.Later) == 0 && last != nil && last.Time != nil,
		Reason: fmt.Sprintf("only %s of %s had passed", Lasting(max(took, 0)), Lasting(asked)),
	}
	if asked >= day && passed >= asked%day-(asked-want) { // nobody saw how often the day turned
		j.Verdict, j.Reason = Claimed, "its states tell the time of day alone"
	}
	return j
}

// unverifiable says why states cannot be compared: death, a change of
// dimension or game mode, or an unrelated loss of the wanted item.
func unverifiable(x Expect, before, now *State) string {
	if before == nil || now == nil {
		return ""
	}
	if why := x.apart(before, now); why != "" {
		return why
	}
	if before.Dimension != "" && now.Dimension != "" && Name(before.Dimension) != Name(now.Dimension) &&
		(x.At == nil || x.At.Dimension == "") {
		return "the dimension changed in between"
	}
	if before.GameMode != "" && now.GameMode != "" && before.GameMode != now.GameMode {
		return "the game mode changed in between"
	}
	for _, g := range x.Gains {
		if now.countAny(g.Items) < before.countAny(g.Items) {
			return "some " + Alternatives(g.Items) + " was lost in between"
		}
	}
	return ""
}

// apart says why what was held before and what is held now do not tell what an action
// did; empty when they do. A death takes everything, and another world has another
// inventory. Where all that was held is gone and not only what was to be used up, there
// was a death that nobody told; where it was to be used up, there may have been one.
func (x Expect) apart(before, now *State) string {
	if before == nil || now == nil {
		return ""
	}
	from, to := before.WorldID(), now.WorldID()
	switch spent := len(x.Uses) > 0; {
	case died(before, now), spent && now.Died.After(before.Died):
		return "the player died in between"
	case from != "" && to != "" && from != to:
		return "it is in another world now"
	case spent && len(x.Gains) == 0 && now.Inventory != nil && now.held() == 0 &&
		(before.held() > x.used() || before.held() > 0 && now.reborn(before)):
		return allGone
	}
	return ""
}

// used is how many items are to go, held how many a state shows.
func (x Expect) used() int { return lists.Sum(x.Uses, func(u *Need) int { return u.Count }) }

func (s *State) held() int { return lists.Sum(s.Inventory, func(s *Stack) int { return s.Count }) }

// allGone is the reason of a claim after which nothing is held any more.
const allGone = "all that was held is gone, as after a death"

// A player comes back from a death with full health and hunger, with a saturation of 5, and
// in the middle of a block (Minecraft Wiki, "Spawn" and "Hunger").
const (
	fullHealth, fullHunger = 20, 20
	bornSaturation         = 5
)

// reborn reports whether the state could be that of a player who came back from a death since
// an earlier one: nothing in it shows that it is still the same life. Near where it was, and not
// in the middle of a block, it has only walked.
func (s *State) reborn(before *State) bool {
	switch at := s.Position; {
	case s.Health != nil && *s.Health < fullHealth, s.Hunger != nil && *s.Hunger < fullHunger,
		s.Saturation != nil && *s.Saturation != bornSaturation, s.Placed != before.Placed,
		s.Deaths != nil && before.Deaths != nil && *s.Deaths == *before.Deaths:
		return false
	case at != nil && before.Position != nil && before.Position.Distance(*at) <= deathJump:
		return at.X-math.Floor(at.X) == 0.5 && at.Z-math.Floor(at.Z) == 0.5
	}
	return true
}

// deathJump is how far a respawn moves the body at least, in blocks.
const deathJump = 8

// died reports a death between two states: no health left, or for bodies that report too
// rarely an emptied inventory with a jump of position (rule 12), unless the body counts its
// deaths and had none.
func died(before, now *State) bool {
	if now == nil {
		return false
	}
	if now.Dead() {
		return true
	}
	if before == nil || before.Position == nil || now.Position == nil ||
		before.Deaths != nil && now.Deaths != nil && *before.Deaths == *now.Deaths {
		return false
	}
	return len(before.Inventory) > 1 && len(now.Inventory) == 0 &&
		before.Position.Distance(*now.Position) > deathJump
}

// Short is a gain of which too little came.
type Short struct {
	Gain
	Came int
}

// String is the shortage as a sentence's part; empty for none.
func (s *Short) String() string {
	switch {
	case s == nil:
		return ""
	case s.Came <= 0:
		return "nothing was gained of " + CountedAny(s.Min, s.Items)
	}
	return fmt.Sprintf("only %d of %s were gained", s.Came, CountedAny(s.Min, s.Items))
}

// Say is the shortage as a message, whose words String has in English.
func (s *Short) Say() Message {
	if s.Came <= 0 {
		return Say("lack.all", "things", Things{Count: s.Min, Items: s.Items})
	}
	return Say("lack.some", "n", s.Came, "things", Things{Count: s.Min, Items: s.Items})
}

// missingGain is the first gain that the changes do not show; nil when all show.
func missingGain(gains []Gain, delta map[string]int) *Short {
	for _, g := range gains {
		if n := sumOf(g.Items, delta); n < g.Min {
			return &Short{g, n}
		}
	}
	return nil
}

func difference(before, now *State) map[string]int {
	d := now.Counts()
	for i := range before.Inventory {
		d[before.Inventory[i].Item] -= before.Inventory[i].Count
	}
	return d
}

// gainedOf is what was gained of the wanted items, as far as anything shows
// it: a partial gain is recorded too. Nil when nothing was.
func gainedOf(x Expect, out Outcome, now *State) map[string]int {
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
	// the body's word, as far as the states bear it out
	gain := func(item string) int {
		if shown == nil {
			return delta[item]
		}
		return min(delta[item], shown[item])
	}
	if r := out.Result; r != nil && len(r.Delta) > 0 && x.wholly(r.Delta, gain) {
		return r.Delta
	}
	var gained map[string]int
	for _, g := range x.Gains {
		for _, item := range g.Items {
			if n := gain(item); n > 0 {
				if gained == nil {
					gained = make(map[string]int, 1)
				}
				gained[item] = n
			}
		}
	}
	return gained
}

// wholly reports whether a report is of wanted items alone, each gained as it says:
// then it is what was gained, without a copy.
func (x Expect) wholly(delta map[string]int, gain func(string) int) bool {
	for item, n := range delta {
		wanted := func(g Gain) bool { return slices.Contains(g.Items, item) }
		if n <= 0 || gain(item) != n || !slices.ContainsFunc(x.Gains, wanted) {
			return false
		}
	}
	return true
}

// moved is what the states show to have come of what was to be gained and to have
// gone of what was to be used up.
func (e *Claim) moved() (gained, used map[string]int) {
	if e.Expect.apart(e.Outcome.Before, e.newest()) != "" {
		return nil, nil
	}
	return gainedOf(e.Expect, e.Outcome, e.newest()), e.used()
}

// Seen is the judgement of an action of which states show that it was carried out, or how
// much of it was.
func (x Expect) Seen(out Outcome, reason string) Judgement {
	j, c := Judgement{Verdict: Confirmed, Reason: reason}, &Claim{Expect: x, Outcome: out}
	if j.Gained, j.Used = c.moved(); x.untold(out.Before, c.newest()) {
		j.Used = nil
	}
	return j
}

// Found judges a step that was sent and of whose end nobody told, by what is found
// afterwards: out has the states before and after. Where they show that it was carried
// out its end was observed; what cannot be verified is claimed, for it must not be
// done twice.
func (s *Step) Found(out *Outcome) Judgement {
	info, _ := Lookup(s.Action.Kind)
	j := s.Expect.Seen(*out, "seen after the interruption")
	_, used := (&Claim{Expect: s.Expect, Outcome: *out}).moved()
	switch {
	case s.Shown(out.Before, out.After):
		out.End, out.Failure = EndObserved, nil
	case info.Once, s.Expect.spends() && (len(used) > 0 || !s.Expect.CouldShow(out.Before, out.After)):
		return Judgement{Verdict: Claimed, Reason: out.End.Untold()}
	default:
		j.Verdict, j.Reason = Failed, out.Failure.Words()
	}
	return j
}

// Settle judges a claim of whose end no report came, or no state after it, by a newer state:
// that shows what it was to change, or does not. earlier is as in Claim; soon: so shortly after
// the end nothing is contradicted. otherwise is what the claim was if what it uses up is still
// held. It is false where the claim stays what it is.
func (a *Attempt) Settle(now *State, earlier map[string]int, soon bool, otherwise Judgement) (out Outcome, j Judgement, settled bool) {
	out, j = a.Outcome, otherwise
	out.Before, out.After = a.Mark.State(), now
	x := a.Step.Expect
	switch {
	case a.Verdict != Claimed:
		return out, j, false
	case a.Reason == BeingVerified: // when the process ended
		j = Judgement{Verdict: Claimed, Reason: Unverified, Gained: a.Gained, Used: a.Used}
	case a.Reason == NoStateAfter: // when the session ended, or no report came for long
		late := Claim{Expect: x, Outcome: out, Earlier: earlier, Later: []State{*now}, Waited: true}
		if j = late.Judge(); j.Verdict == Contradicted && soon {
			return out, j, false
		}
	case !x.spends() || !out.End.Unseen() || !x.CouldShow(out.Before, now):
		return out, j, false
	case x.Shown(out.Before, now) && !a.Step.Shown(out.Before, now): // all that it uses up is gone, yet only a look tells
		return out, j, false
	}
	if a.Step.Shown(out.Before, now) {
		if out.Failure = nil; out.End.Unseen() {
			out.End = EndObserved
		}
		j = x.Seen(out, "seen later")
	}
	return out, j, true
}

// Shown reports whether two states show all that was expected. It settles an action
// whose report was lost.
func (x Expect) Shown(before, now *State) bool {
	if x.Empty() || before == nil || now == nil {
		return false
	}
	c := Claim{Expect: x, Outcome: Outcome{Before: before}, Later: []State{*now}, Waited: true}
	return c.Judge().Verdict == Confirmed
}

// CouldShow reports whether the going of what is used up can be seen: so much was
// held before, and nothing else took it since.
func (x Expect) CouldShow(before, now *State) bool {
	return before != nil && before.Inventory != nil && MissingNeed(x.Uses, before) == "" && x.apart(before, now) == ""
}

// Lacks says which gain two states do not show, nil when they show all; false
// when nothing is gained or the states cannot tell.
func (x Expect) Lacks(before, now *State) (*Short, bool) {
	if len(x.Gains) == 0 || before == nil || now == nil || now.Inventory == nil {
		return nil, false
	}
	return missingGain(x.Gains, difference(before, now)), true
}

// Begun reports whether two states show a part of what is to be gained, and not all.
func (x Expect) Begun(before, now *State) bool {
	if missing, ok := x.Lacks(before, now); !ok || missing == nil {
		return false
	}
	came := difference(before, now)
	return slices.ContainsFunc(x.Gains, func(g Gain) bool {
		return slices.ContainsFunc(g.Items, func(item string) bool { return came[Name(item)] > 0 })
	})
}

// MissingNeed names the first need that a state does not meet: "2 coal or
// charcoal"; empty when it meets all.
func MissingNeed(needs []Need, s *State) string {
	if n := missingNeed(needs, s); n != nil {
		return n.words()
	}
	return ""
}

// SayMissing is what MissingNeed names, as a message.
func SayMissing(needs []Need, s *State) (none Message) {
	if n := missingNeed(needs, s); n != nil {
		return n.Say()
	}
	return none
}

func missingNeed(needs []Need, s *State) *Need {
	i := slices.IndexFunc(needs, func(n Need) bool { return s.countAny(n.Items) < max(n.Count, 1) })
	if i < 0 {
		return nil
	}
	return &needs[i]
}

// Say is the need as a message.
func (n *Need) Say() Message { return thingsOf(max(n.Count, 1), n.Items...) }

func (n Need) words() string { return CountedAny(max(n.Count, 1), n.Items) }

// UsedBefore is what earlier attempts used up at a step that resumes what was done
// of it; nil for others.
func UsedBefore(history []Attempt, step *Step) map[string]int {
	if info, _ := Lookup(step.Action.Kind); !info.Resumes {
		return nil
	}
	used := make(map[string]int)
	for i := range history {
		if h := &history[i]; h.Step.Action.Same(step.Action) {
			for item, n := range h.Used {
				used[item] += n
			}
		}
	}
	return used
}
