// SPDX-License-Identifier: MIT

package check

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// field is a stretch of a plan that grows crops: tilling, planting, waiting for
// them to ripen, harvesting.
type field struct {
	from, to int // the steps, to excluded
	wait     int // the first wait
	cycles   int
	crops    []string
}

func isKind(steps []game.Step, i int, k game.Kind) bool {
	return i < len(steps) && steps[i].Action.Kind == k
}

// sowing is what steps from one on plant, tilling before or not, and the step after them.
func sowing(steps []game.Step, i int) (crops []string, next int) {
	for {
		if isKind(steps, i, game.Till) && isKind(steps, i+1, game.Plant) {
			i++
		}
		if !isKind(steps, i, game.Plant) {
			return crops, i
		}
		crops = append(crops, steps[i].Action.Target)
		i++
	}
}

// fieldAt is the field that begins at a step.
func fieldAt(steps []game.Step, from int) (field, bool) {
	f := field{from: from}
	is := func(i int, k game.Kind) bool { return isKind(steps, i, k) }
	for i := from; ; {
		var sown []string
		sown, i = sowing(steps, i)
		if sown == nil || !is(i, game.Wait) || steps[i].Action.Seconds <= 0 || !is(i+1, game.Harvest) ||
			f.cycles > 0 && !slices.Equal(sown, f.crops) {
			return f, f.cycles > 0
		}
		if f.cycles == 0 {
			f.wait, f.crops = i, sown
		}
		f.cycles++
		for i++; is(i, game.Harvest); i++ {
		}
		f.to = i
	}
}

// plantFirst sets the fields of a plan beside each other and waits for them
// together, where nothing in between needs what the first of them brings.
func (d drafter) plantFirst(steps []game.Step) []game.Step {
	for i := 0; i < len(steps); i++ {
		first, ok := fieldAt(steps, i)
		if !ok {
			continue
		}
		for j := first.to; j < len(steps); j++ {
			next, ok := fieldAt(steps, j)
			if !ok {
				continue
			}
			if both := besideEachOther(
				steps,
				first,
				next,
			); first.cycles == 1 && !overlap(first.crops, next.crops) &&
				len(Check(d.Book, both).Faults) == 0 {
				return d.plantFirst(both)
			}
			break
		}
		i = first.to - 1
	}
	return steps
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// besideEachOther plants the first field where the next one is planted, and
// waits for both.
func besideEachOther(steps []game.Step, first, next field) []game.Step {
	wait := steps[next.wait]
	if s := steps[first.wait]; s.Action.Seconds > wait.Action.Seconds {
		wait = s
	}
	return slices.Concat(
		steps[:first.from], steps[first.to:next.from],
		steps[first.from:first.wait], steps[next.from:next.wait],
		[]game.Step{wait},
		steps[first.wait+1:first.to], steps[next.wait+1:],
	)
}
