// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Credit is what one action of a task counts for: its verified yield in units.
// One unit proves one clause.
type Credit struct {
	// Seq is the place of the action in its task, from 1.
	Seq  int
	Kind Kind
	// Subject is what the action was about, Text the line of a chat, To the
	// player that a drop was for.
	Subject, Text, To string
	// At is the place that the action named, or where what it looked for is; nil for
	// none.
	At *Pos
	// Units is how many: items moved, mobs killed, times done.
	Units int
	// Seconds is how long it was to take; 0 when that was not said.
	Seconds float64
	// Killed is how many a guard killed, by the body's word.
	Killed int
	// Blocks are the blocks that stand by it; Elsewhere those of them whose place
	// is not known.
	Blocks    []Edit
	Elsewhere int
	// Contents is what the container at At held afterwards, item -> count; nil
	// when nobody said.
	Contents map[string]int
	// Gained and Used are what came in and what went, item -> count: what states
	// showed, and where they carry no inventory what was to be gained.
	Gained, Used map[string]int
	// told is what was to go where no state shows what went, item -> count.
	told map[string]int
	// As is how it was asked to be left, Already that it stood so.
	As      string
	Already bool
	// Grade: the states show it, or the body told it.
	Grade Grade
}

// Credits are what a clause is judged by beside the state: where it started from
// and what actions counted for it.
type Credits struct {
	Base Baseline
	List []Credit
	// Latched are the clauses, from 0, whose place was seen to be reached when
	// those before them were met: that stays so (see Goal.Latch).
	Latched []int
}

// CreditsOf are the credits of a task's actions, oldest first.
func CreditsOf(base Baseline, latched []int, history []Attempt) Credits {
	c := Credits{Base: base, Latched: latched}
	for i := range history {
		c.lack(&history[i])
		if k, ok := CreditOf(&history[i], i+1); ok {
			c.List = append(c.List, k)
		}
	}
	return c
}

// lack takes back what was credited for blocks that a look found missing since.
func (c *Credits) lack(a *Attempt) {
	r := a.Outcome.Result
	if r == nil || r.Lacks == nil {
		return
	}
	for i := range c.List {
		k := &c.List[i]
		k.Blocks = slices.DeleteFunc(slices.Clone(k.Blocks), func(e Edit) bool {
			return slices.Contains(r.Lacks, slices.Index(a.Step.Action.Edits, e))
		})
	}
}

// CreditOf is what an action that ended counts for; false for nothing. seq is its
// place in its task, from 1.
func CreditOf(a *Attempt, seq int) (Credit, bool) {
	act := &a.Step.Action
	c := Credit{
		Seq: seq, Kind: act.Kind, Subject: act.Subject(), Text: act.Message, To: act.To, At: act.At, Units: act.Count(),
		Seconds: act.Seconds, Grade: Told, Gained: a.Gained, Used: a.Used,
	}
	shown := c.judge(a)
	r := a.Outcome.Result
	r = cmp.Or(r, &Result{})
	worked := a.Verdict.Worked()
	switch act.Kind {
	case Explore:
		if worked && r.Position != nil && r.Position.Finite() {
			at := r.Position.Block()
			c.At = &at // where it was found
		}
	case Attack:
		if r.Killed != nil && a.Verdict != Contradicted {
			c.Units = *r.Killed // the body's word by its nature, also of a fight that it lost
			if !worked {
				c.Grade = Told
			}
			return c, c.Units > 0
		}
	case Place:
		if act.At == nil {
			c.Elsewhere = 1
			if r.Position != nil && r.Position.Finite() {
				at := r.Position.Block()
				c.At = &at // where it was put
			}
		} else {
			c.Blocks = []Edit{{X: act.At.X, Y: act.At.Y, Z: act.At.Z, Block: Name(act.Block)}}
		}
		c.Subject = Name(act.Block)
	case Build:
		c.build(a, r, shown)
		return c, len(c.Blocks) > 0
	case Deposit, Withdraw, Drop:
		c.move(a, r)
	case Defend:
		if r.Killed != nil {
			c.Killed = *r.Killed
		}
	case Interact:
		if c.look(a, r); c.Contents != nil {
			c.Grade = Seen
		}
		if so, _ := Shows(r.Stands, act.As); so {
			c.As, c.Already, c.Grade = act.As, r.Already, Seen
		}
	default: // the others count by their quantity
	}
	return c, worked || shown > 0
}

// judge gives the credit its grade by the verdict, and what is only told. It returns how
// many units of a failed action states show.
func (c *Credit) judge(a *Attempt) (shown int) {
	switch expect := &a.Step.Expect; {
	case a.Verdict == Confirmed:
		if info, _ := Lookup(c.Kind); info.StaysPut || !expect.lasts() {
			c.Grade = Seen
		}
	case !a.worked():
		// The word of what failed proves nothing; what states show counts.
		shown = a.shown()
		c.Units, c.Grade = min(c.Units, shown), Seen
	default:
		if !expect.Empty() || a.Outcome.End != EndReported { // states could have shown it, and did not; or nobody told it
			c.Grade = Unshown
		}
		if a.Gained == nil {
			c.Gained = toldGains(expect.Gains)
		}
		if a.Used == nil {
			c.told = toldUses(expect.Uses)
		}
	}
	return shown
}

// build credits the blocks of a build that stand: of one that failed those that a look
// found, or as many of its word as states show.
func (c *Credit) build(a *Attempt, r *Result, shown int) {
	edits := a.Step.Action.Edits
	stand, known := r.Stand(edits)
	switch worked := a.worked(); {
	case worked && !known:
		stand = edits
	case !worked && r.Lacks == nil:
		stand = stand[:min(len(stand), shown)]
	}
	if c.Blocks = stand; r.Looked {
		c.Grade = Seen
	}
}

// move credits what was moved into or out of a container, or dropped, and what the
// container holds since.
func (c *Credit) move(a *Attempt, r *Result) {
	item := a.Step.Action.Item
	if r.Delta != nil && a.Verdict.Worked() {
		c.Units = max(r.Delta[item], -r.Delta[item])
		if gained := r.Delta[item] > 0; gained != (c.Kind == Withdraw) {
			c.Units = 0
		}
	}
	c.look(a, r)
}

// look credits what the container of an action holds since.
func (c *Credit) look(a *Attempt, r *Result) {
	if r.Contents != nil && a.Verdict != Contradicted {
		c.Contents = make(map[string]int, len(r.Contents))
		for _, s := range r.Contents {
			c.Contents[Name(s.Item)] += s.Count
		}
	}
}

// worked reports whether all of the action counts as done: a build of which no report came
// was placed as far as states show, and no further.
func (a *Attempt) worked() bool {
	return a.Verdict.Worked() && !(a.Step.Action.Kind == Build && a.Outcome.End.Unseen())
}

// shown is how many units of a failed action states show: what it made or used up
// of what it is about.
func (a *Attempt) shown() int {
	act := &a.Step.Action
	info, _ := Lookup(act.Kind)
	switch {
	case act.Recipe != "":
		return a.Gained[act.Recipe]
	case act.Kind == Build:
		n := 0
		for _, k := range a.Used {
			n += k
		}
		return n
	case info.UsesUp:
		return a.Used[act.Subject()]
	}
	return 0
}

// toldGains are gains on the body's word.
func toldGains(gains []Gain) map[string]int {
	if len(gains) == 0 {
		return nil
	}
	told := make(map[string]int, len(gains))
	for _, g := range gains {
		told[g.Items[0]] += g.Min
	}
	return told
}

// toldUses are what may have gone on the body's word: any of the alternatives.
func toldUses(uses []Need) map[string]int {
	told := make(map[string]int, len(uses))
	for _, u := range uses {
		for _, item := range u.Items {
			told[Name(item)] += u.Count
		}
	}
	return told
}

// SamePlace reports whether two positions name the same block, or both none.
func SamePlace(a, b *Pos) bool {
	return a == nil && b == nil || a != nil && b != nil && a.X == b.X && a.Y == b.Y && a.Z == b.Z
}

// counts reports how many of a credit's units count for a check.
func (c *Check) counts(k *Credit) int {
	switch c.Kind {
	case CheckHave, CheckGain:
		return lists.Sum(c.Items, func(item *string) int { return max(k.Gained[Name(*item)], 0) })
	case CheckBuilt, CheckPlaced:
		return when(k.Kind == Place && c.At == nil && c.wants(k.Subject), k.Elsewhere) +
			lists.Sum(k.Blocks, func(e *Edit) int { return when(c.placed(*e), 1) })
	case CheckUsed:
		n := lists.Sum(c.Items, func(item *string) int { return max(k.Used[Name(*item)], k.told[Name(*item)], 0) })
		return when(k.Kind == c.Action && c.about(k), n)
	default:
		return when(c.takes(k), k.Units)
	}
}

// takes reports whether the units of a credit are of the kind that a check asks for.
func (c *Check) takes(k *Credit) bool {
	switch c.Kind {
	case CheckSaid:
		return k.Kind == Chat && k.Text == c.Text
	case CheckAte:
		return k.Kind == Consume && (len(c.Items) == 0 || c.is(k.Subject))
	case CheckEquipped:
		return k.Kind == Equip && c.is(k.Subject)
	case CheckStored:
		return k.Kind == Deposit && c.reaches(k)
	case CheckWithdrawn:
		return k.Kind == Withdraw && c.reaches(k)
	case CheckGiven:
		if k.Kind == Deposit {
			return c.At != nil && c.reaches(k)
		}
		return k.Kind == Drop && c.is(k.Subject) && (c.To == "" || strings.EqualFold(c.To, k.To))
	case CheckKilled:
		return k.Kind == Attack && k.Subject == c.Target
	case CheckDone:
		return k.Kind == c.Action && c.about(k) && k.Seconds >= c.Seconds
	case CheckAt, CheckHave, CheckGain, CheckBuilt, CheckPlaced, CheckUsed: // looked at, or counted by what they are of
	}
	return false
}

func when(ok bool, n int) int {
	if ok {
		return n
	}
	return 0
}

// about reports whether what a credit is for is the check's target, or one of its items, and
// was left as the check has it; any will do when it names none.
func (c *Check) about(k *Credit) bool {
	subject := k.Subject
	switch {
	case c.As != "" && c.As != k.As:
		return false
	case c.Target == "" && len(c.Items) == 0:
		return true
	}
	return c.Target != "" && subject == c.Target || c.is(subject)
}

// wants reports whether a block is one of those to be placed: any when none are
// named.
func (c *Check) wants(block string) bool { return len(c.Items) == 0 || c.is(block) }

// placed reports whether a block is one of those to be placed, where it is to be.
func (c *Check) placed(e Edit) bool {
	return (!e.Stood || c.Target == BuiltBefore) && c.wants(e.Block) && (c.At == nil || SamePlace(c.At, &Pos{X: e.X, Y: e.Y, Z: e.Z}))
}

// reaches reports whether an action on a container was about the items and the
// container of the check: any container when none is named.
func (c *Check) reaches(k *Credit) bool {
	return c.is(k.Subject) && (c.At == nil || SamePlace(k.At, c.At))
}

// part takes up to n of the units that count for the check out of the credit.
// What is held is no unit: it is looked at, and stays for others.
func (k *Credit) part(c *Check, n int) Credit {
	taken := *k
	switch c.Kind {
	case CheckHave, CheckGain:
		taken.Used = share(k.Used, n, c.counts(k))
		return taken
	case CheckUsed:
		taken.Used, k.Used = c.divide(k.Used, n)
		taken.told, k.told = c.divide(k.told, n)
		return taken
	case CheckBuilt, CheckPlaced:
	default:
		taken.Units = min(n, k.Units)
		taken.Used = share(k.Used, taken.Units, k.Units)
		k.Units -= taken.Units
		return taken
	}
	taken.Blocks, taken.Elsewhere = nil, 0
	if c.At == nil {
		taken.Elsewhere = min(n, k.Elsewhere)
	}
	k.Elsewhere -= taken.Elsewhere
	n -= taken.Elsewhere
	var left []Edit
	for _, e := range k.Blocks {
		if n > 0 && c.placed(e) {
			taken.Blocks = append(taken.Blocks, e)
			n--
		} else {
			left = append(left, e)
		}
	}
	k.Blocks = left
	return taken
}

// divide parts up to n of the check's items from what was used up.
func (c *Check) divide(used map[string]int, n int) (taken, left map[string]int) {
	taken, left = make(map[string]int), maps.Clone(used)
	for _, item := range c.Items {
		k := min(n, used[Name(item)])
		if k > 0 {
			taken[Name(item)], n = k, n-k
			left[Name(item)] -= k
		}
	}
	return taken, left
}

// share is what a part of some units used up of what all of them did, rounded up.
func share(used map[string]int, part, all int) map[string]int {
	if part >= all || len(used) == 0 {
		return used
	}
	some := make(map[string]int, len(used))
	for item, n := range used {
		some[item] = (n*part + all - 1) / all
	}
	return some
}

// Share gives every clause what actions count for it: in the order of the
// sentence, the first clause that still wants some first, and what is known best
// first. What is in a container is no unit: all clauses about it see it. A place
// where blocks were placed twice counts once.
func Share(clauses []Clause, all []Credit) [][]Credit {
	shares, _ := allot(clauses, all)
	return shares
}

// allot also returns what no clause took of the credits.
func allot(clauses []Clause, all []Credit) (shares [][]Credit, left []Credit) {
	shares = make([][]Credit, len(clauses))
	left = make([]Credit, len(all))
	type spot struct { // a cell that was dug free and filled again counts for both
		at    Cell
		block string
	}
	stands := make(map[spot]bool)
	for i := range all {
		left[i] = all[i]
		left[i].Blocks = slices.DeleteFunc(slices.Clone(all[i].Blocks), func(e Edit) bool {
			at := spot{e.Cell(), e.Block}
			twice := stands[at]
			stands[at] = true
			return twice
		})
	}
	for i := range clauses {
		for p := range clauses[i].Proofs {
			check := &clauses[i].Proofs[p].Check
			want := max(check.Count, 1)
			for _, grade := range [...]Grade{Seen, Told, Unshown} {
				for k := range left {
					c := &left[k]
					if c.Grade != grade || check.container(c) {
						continue
					}
					if n := min(check.counts(c), want); n > 0 {
						shares[i] = append(shares[i], c.part(check, n))
						want -= n
					}
				}
			}
			for k := range left {
				if check.container(&left[k]) { // in the order in which they were moved
					shares[i] = append(shares[i], left[k])
				}
			}
		}
	}
	return shares, left
}

// takeAll counts what a check can take of the drops that no clause took, and takes
// it.
func (c *Check) takeAll(spare []Credit) int {
	return lists.Sum(spare, func(k *Credit) int {
		units := when(k.Kind == Drop, c.counts(k))
		if units <= 0 {
			return 0
		}
		return k.part(c, units).Units
	})
}

// container reports whether the credit says what the check's container holds, or
// what was put in and taken out of those that it means.
func (c *Check) container(k *Credit) bool {
	moves := k.Kind == Deposit || k.Kind == Withdraw || k.Kind == Interact && k.Contents != nil
	switch c.Kind {
	case CheckStored:
	case CheckGiven:
		moves = moves && c.At != nil
	default:
		return false
	}
	return moves && (c.At == nil || SamePlace(k.At, c.At))
}
