// SPDX-License-Identifier: MIT

package talk

import (
	"slices"

	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// heard is how a text stops what is being done.
type heard struct {
	// kind is Stop or Pause, empty for neither.
	kind Kind
	// sure: nothing else can be meant. Without it the words may also change what was asked for.
	sure bool
	// alone: the text says nothing else; rest are the parts that say something else.
	alone bool
	rest  []language.Spoken
	// language is the one that it is heard in.
	language string
}

// hear says how a text stops what is being done, in any language.
func (s *Sorter) hear(raw string) heard {
	const longest = 2000 // in bytes; what is longer says more than that
	if len(raw) > longest {
		return heard{}
	}
	all := goals.Grammar().Acts()
	segs := language.Hear(raw).Parts()
	taken := make([][]bool, len(segs)) // what stands for something else in one language stops in none
	for i, seg := range segs {
		taken[i] = make([]bool, len(seg))
		for from := range seg {
			for _, a := range all {
				for k := range a.Begins("holding", seg[from:]) {
					taken[i][from+k] = true
				}
			}
		}
	}
	var best heard
	for _, a := range all {
		h := hearing{a, all[0]} // English is typed by everybody
		if got := h.hear(segs, taken); got.kind != "" && got.weight() > best.weight() {
			best, best.language = got, a.Language
		}
	}
	return best
}

// weight orders what several languages hear.
func (h *heard) weight() int {
	switch {
	case h.kind == "":
		return 0
	case h.alone && h.kind == Stop:
		return 4
	case h.sure && !h.alone:
		return 3
	case h.alone:
		return 2
	}
	return 1
}

// hearing hears stops in one language.
type hearing struct {
	*language.Acts
	english *language.Acts
}

// first is how many words an act takes at the beginning of a segment, last at its end.
func (h hearing) first(act string, seg language.Spoken) int {
	return max(h.Begins(act, seg), h.english.Begins(act, seg))
}

func (h hearing) last(act string, seg language.Spoken) int {
	return max(h.Ends(act, seg), h.english.Ends(act, seg))
}

// hear is what the language hears.
func (h hearing) hear(segs []language.Spoken, takenOf [][]bool) heard {
	out := heard{alone: true}
	found, forbids, waits := false, false, true
	for i, seg := range segs {
		from, to := h.bare(seg)
		whole, kinds := h.covers(seg[from:to], takenOf[i][from:to])
		if !whole { // "no" may be more than what stands around
			whole, kinds = h.covers(seg, takenOf[i])
		}
		words, taken := seg[from:to], takenOf[i][from:to]
		switch {
		case whole:
		case len(words) == 0:
			continue
		case h.first("asking", words) > 0:
			out.alone, out.rest = false, append(out.rest, seg)
			continue
		}
		if whole {
			found = true
			forbids = forbids || slices.Contains(kinds, 'f')
			waits = waits && !slices.ContainsFunc(kinds, func(k rune) bool { return k == 's' || k == 'k' })
			out.sure = out.sure || slices.Contains(kinds, 's') || len(kinds) > 1
			continue
		}
		if out.alone = false; h.atAnEnd(words, taken) {
			found, out.sure = true, true
		} else {
			out.rest = append(out.rest, seg)
		}
	}
	switch {
	case !found:
		return heard{}
	case out.alone && !waits && !forbids:
		out.kind, out.sure = Stop, true
	case out.alone:
		out.kind, out.sure = Pause, out.sure || !forbids
	default:
		out.kind = Pause
	}
	return out
}

// bare is where a segment begins and ends without what adds nothing there.
func (h hearing) bare(seg language.Spoken) (from, to int) {
	to = len(seg)
	for n := 1; n > 0; from += n {
		n = h.first("around", seg[from:])
	}
	for n := 1; n > 0; to -= n {
		n = h.last("around", seg[from:to])
	}
	return from, to
}

// covers reports whether a segment only stops, and which words do: s and k for strong and weak ones, w for waits, f for what forbids.
func (h hearing) covers(seg language.Spoken, taken []bool) (whole bool, kinds []rune) {
	for at := 0; at < len(seg); {
		best, kind := 0, ' '
		for _, list := range [...]struct {
			act  string
			kind rune
		}{{"stop", 's'}, {"weak", 'k'}, {"wait", 'w'}, {"forbid", 'f'}} {
			if n := h.Begins(list.act, seg[at:]); n > best {
				best, kind = n, list.kind
			}
		}
		if n := h.first("around", seg[at:]); n > best {
			best, kind = n, ' '
		}
		if best == 0 || slices.Contains(taken[at:at+best], true) {
			return false, nil
		}
		if at += best; kind != ' ' {
			kinds = append(kinds, kind)
		}
	}
	return len(kinds) > 0, kinds
}

// atAnEnd reports whether a segment begins or ends with a stop, or repeats a word that stops.
func (h hearing) atAnEnd(seg language.Spoken, taken []bool) bool {
	if h.Begins("stop", seg) > 0 && !taken[0] || h.Ends("stop", seg) > 0 && !taken[len(seg)-1] {
		return true
	}
	for i := range seg {
		for _, act := range [...]string{"stop", "weak", "wait"} {
			n := h.Begins(act, seg[i:])
			if n > 0 && !taken[i] && i+n < len(seg) && h.Begins(act, seg[i+n:]) > 0 {
				return true
			}
		}
	}
	return false
}
