// SPDX-License-Identifier: MIT

package techtree

import (
	"errors"
	"slices"

	"github.com/minehand/minehand/game"
)

// mostSpared bounds the plans that are made with less than is held.
const mostSpared = 24

// sparing plans as if less were held than there is, and carries that out with all
// that is held: without anything but tools and stations, and without one thing that
// the best plan uses up, as long as that makes it better. So what is held besides
// makes no plan dearer, and keeps none from being found.
func (j *job) sparing(wants []want, best Answer, err error) (Answer, error) {
	if unsure := (*game.GaveUpError)(nil); err != nil && (!errors.As(err, &unsure) || errors.Is(err, ErrFull)) {
		return best, err
	}
	tries := 0
	j.sparse = true
	var hidden []int32
	try := func(hide []int32) bool {
		if tries++; tries > mostSpared {
			return false
		}
		j.have = slices.Clone(j.st.Held)
		for _, i := range hide {
			j.have[i] = 0
		}
		for _, i := range j.items {
			j.reach[i] = false
		}
		avail := j.mark()
		j.fresh(true)
		a, failed := j.solve(slices.Clone(wants), avail)
		if failed == nil {
			a = j.cheaper(wants, avail, a)
		}
		if failed != nil || err == nil && a.Seconds > best.Seconds-worthIt {
			return false
		}
		best, err, hidden = a, nil, hide
		return true
	}
	used := j.usedUp(wants, best, err)
	if len(used) > 1 {
		try(used)
		used = j.usedUp(wants, best, err)
	}
	for k := 0; k < len(used); k++ {
		if !slices.Contains(hidden, used[k]) && try(append(slices.Clone(hidden), used[k])) {
			used, k = j.usedUp(wants, best, nil), -1
		}
	}
	j.have, j.sparse = j.st.Held, false
	j.fresh(false)
	j.mark()
	return best, err
}

// usedUp lists what is held, not wanted and used up by a plan; all of it where there
// is none yet.
func (j *job) usedUp(wants []want, a Answer, err error) []int32 {
	var list []int32
	for _, i := range j.items {
		n := j.st.Held[i]
		if n > 0 && (err != nil || a.Leftover[j.s.Names[i]] < int(n)) &&
			!slices.ContainsFunc(wants, func(w want) bool { return slices.Contains(w.ids, i) }) {
			list = append(list, i)
		}
	}
	return list
}
