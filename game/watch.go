// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"slices"
)

// What a guard goes by where it does not say: how far, in blocks, and how long, in seconds.
const (
	guardRadius  = 8.0
	guardSeconds = 600.0
)

// Watches is what has to be so when a guard ends, and how many seconds it takes.
func (a *Action) Watches(hostile []string) (w *Watch, seconds float64) {
	w = &Watch{At: a.At, Player: a.Target, Within: cmp.Or(a.Radius, guardRadius), Hostile: hostile}
	return w, cmp.Or(a.Seconds, guardSeconds)
}

// Watch is what has to be so at the end of guarding: the body lives and is within so many
// blocks of the place or player, and none of the hostile mobs is.
type Watch struct {
	// At is the place, Player who is guarded instead of one.
	At     *Pos   `json:"at,omitempty"`
	Player string `json:"player,omitempty"`
	// Within is the radius, in blocks.
	Within float64 `json:"within"`
	// Hostile are the mobs that may not be there.
	Hostile []string `json:"hostile,omitempty"`
}

// judgeWatch compares what was guarded with the newest state.
func judgeWatch(e *Claim, before, now *State) Judgement {
	w := e.Expect.Watch
	switch {
	case w == nil:
		return Judgement{Verdict: Confirmed}
	case now == nil || now.Position == nil || now.Nearby == nil:
		return Judgement{Verdict: Claimed, Reason: "its states do not tell where it is and what is near", Undecided: len(e.Later) == 0}
	case now.Dead() || before != nil && before.diedBy(now):
		return Judgement{Verdict: Contradicted, Reason: "the player died meanwhile"}
	}
	if reason := w.broken(now); reason != "" {
		return Judgement{Verdict: Contradicted, Reason: reason}
	}
	return Judgement{Verdict: Confirmed}
}

// diedBy reports whether a body that counts its deaths, or is known to have died, did so
// between the state and a later one.
func (s *State) diedBy(now *State) bool {
	return s.Deaths != nil && now.Deaths != nil && *now.Deaths > *s.Deaths || now.Died.After(s.Died)
}

// broken says what of the watch a state does not show; empty for nothing.
func (w *Watch) broken(now *State) string {
	if w.At != nil && w.At.Dimension != "" && now.Dimension != "" && Name(now.Dimension) != w.At.Dimension {
		return "it is in " + Display(now.Dimension)
	}
	from := w.middle(now)
	if from == nil {
		return "its states do not show " + w.Player
	}
	if far := now.Position.Distance(*from); far > w.Within {
		return fmt.Sprintf("it is %.0f blocks from what it guards, and was to stay within %g", far, w.Within)
	}
	for i := range now.Nearby.Entities {
		e := &now.Nearby.Entities[i]
		if slices.Contains(w.Hostile, Name(e.Name)) && from.Distance(e.At()) <= w.Within {
			return fmt.Sprintf("%s is within %g blocks of what it guards", Article(Name(e.Name)), w.Within)
		}
	}
	return ""
}

// middle is where what is guarded is by a state; nil where that does not show the player.
func (w *Watch) middle(now *State) *Vec3 {
	if w.At != nil {
		at := w.At.Center()
		return &at
	}
	for i := range now.Nearby.Players {
		if p := &now.Nearby.Players[i]; Name(p.Name) == Name(w.Player) {
			at := p.At()
			return &at
		}
	}
	return nil
}
