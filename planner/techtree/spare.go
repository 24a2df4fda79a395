// SPDX-License-Identifier: MIT

package techtree

import (
	"errors"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// mostSpared bounds the plans that are made with less than is held.
const mostSpared = 24

// nearly is by how many seconds a plan may be dearer to be made better still: by stations
// made anew, by furnaces side by side.
const nearly = 30

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
	var hidden, next []int32
	better, failed := best, err
	// try hides some things, and those that the plan uses up in their stead as well, until that
	// is better or there is nothing in their stead.
	usual := j.usedUp(wants, best, err)
	try := func(hide []int32) {
		for tries++; tries <= mostSpared && len(hide) > 0; tries++ {
			if failed == nil {
				j.bound = better.Seconds + nearly
			}
			a, none := j.without(wants, hide, sharedOut(better))
			if none != nil {
				return
			}
			if failed != nil || a.Seconds <= better.Seconds-worthIt {
				better, failed, next = a, nil, hide
				return
			}
			n := len(hide)
			for _, i := range j.usedUp(wants, a, nil) {
				if !slices.Contains(usual, i) && !slices.Contains(hide, i) {
					hide = append(hide, i)
				}
			}
			if len(hide) == n {
				return
			}
		}
	}
	for try(j.usedUp(wants, best, errDearer)); ; {
		for _, i := range usual {
			if !slices.Contains(hidden, i) {
				try(append(slices.Clone(hidden), i))
			}
		}
		most := hidden
		if len(hidden) == 0 && len(usual) > 2 {
			most = usual
		}
		for _, i := range most {
			try(slices.DeleteFunc(slices.Clone(most), func(h int32) bool { return h == i }))
		}
		if failed != nil || err == nil && better.Seconds == best.Seconds {
			break
		}
		best, err, hidden = better, nil, next
		usual = j.usedUp(wants, best, nil)
	}
	j.stockIsEmpty, j.bound = false, 0
	j.have, j.sparse = j.st.Held, false
	j.fresh(false)
	j.mark()
	return best, err
}

// sharedOut is how many seconds a plan saves by sharing smelts among furnaces.
func sharedOut(a Answer) (saved float64) {
	for i := range a.Steps {
		if s := &a.Steps[i]; s.Action.Furnaces > 1 {
			saved += s.Seconds * (float64(s.Action.Quantity)/rules.Fullest(s.Action.Quantity, s.Action.Furnaces) - 1)
		}
	}
	return saved
}

// without plans as if none of some things were held; furnaces side by side may save so much.
func (j *job) without(wants []want, hide []int32, saved float64) (Answer, error) {
	j.have = slices.Clone(j.st.Held)
	for _, i := range hide {
		j.have[i] = 0
	}
	for _, i := range j.items {
		j.reach[i] = false
	}
	j.stockIsEmpty = !slices.ContainsFunc(j.items, func(i int32) bool { return j.have[i] > 0 })
	avail := j.mark()
	j.fresh(false)
	if j.limit = 0; j.bound > 0 {
		j.limit = j.bound + saved
	}
	a, err := j.solve(slices.Clone(wants), avail)
	j.limit = 0
	if errors.Is(err, errDearer) { // by other policies it may not be
		a, err = Answer{Seconds: j.bound + saved}, nil
	}
	if err == nil {
		a = j.cheaper(wants, avail, a)
	}
	if err == nil && a.Steps == nil {
		err = errDearer
	}
	return a, err
}

// usedUp lists what is held, not wanted and used by a plan; all of it where there is none yet.
func (j *job) usedUp(wants []want, a Answer, err error) []int32 {
	var list []int32
	for _, i := range j.items {
		name, n := j.s.Names[i], j.st.Held[i]
		makes := func(s Step) bool { return s.Action.Recipe == name }
		if n > 0 && (err != nil || a.Leftover[name] != int(n) || slices.ContainsFunc(a.Steps, makes)) &&
			!slices.ContainsFunc(wants, func(w want) bool { return slices.Contains(w.ids, i) }) {
			list = append(list, i)
		}
	}
	return list
}
