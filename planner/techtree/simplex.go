package techtree

import (
	"math"
	"slices"
)

// tableau is a system of rows "sum = bound" with unknowns that are not negative.
type tableau struct {
	rows  [][]float64
	bound []float64
	// slack is, by row, an unknown that stands in no other, -1 for none.
	slack []int
	// basis is, after solving, the unknown that each row gives the value of; -1
	// stands for none. All others are nought.
	basis []int
	// cost is, after least, what each unknown adds to the sum.
	cost []float64
	// work counts the cells looked at.
	work int
}

// feasible decides the system by the first phase of the simplex method: by the
// steepest column first, later by Bland's rule, which cannot run in circles. It
// says yes when it cannot decide.
func (t *tableau) feasible() bool {
	if t.rows == nil {
		return true
	}
	const tiny, wrong = 1e-9, 1e-4
	n := len(t.rows)
	columns := len(t.rows[0])
	cost := make([]float64, columns)
	miss := t.begin(cost)
	for turn := range 20 * (n + columns) {
		if miss < wrong {
			return true
		}
		enter := entering(cost, tiny, turn > 2*n)
		if enter < 0 {
			return false
		}
		leave, least := -1, math.Inf(1)
		for k := range t.rows {
			if v := t.rows[k][enter]; v > tiny {
				if ratio := t.bound[k] / v; ratio < least-tiny || ratio <= least+tiny && (leave < 0 || t.basis[k] < t.basis[leave]) {
					leave, least = k, ratio
				}
			}
		}
		if leave < 0 {
			return true // unbounded cannot be, short of rounding
		}
		t.pivot(leave, enter, cost, &miss)
		t.basis[leave] = enter
		t.work += n * columns
	}
	return true
}

// entering is the unknown that lowers the cost most, or the first that lowers it,
// which runs in no circles; -1 for none.
func entering(cost []float64, tiny float64, first bool) int {
	enter, most := -1, -tiny
	for c, v := range cost {
		if v < most {
			if enter, most = c, v; first {
				break
			}
		}
	}
	return enter
}

// least goes on from a feasible solution to one in which the first unknowns, of
// which there are so many, add up to as little as they can: nothing runs in
// circles then.
func (t *tableau) least(unknowns int) {
	const tiny = 1e-9
	n, columns := len(t.rows), len(t.rows[0])
	cost := make([]float64, columns)
	for c := range unknowns {
		cost[c] = 1
	}
	t.cost = cost
	sum := 0.0
	for k, b := range t.basis {
		if b >= 0 && b < unknowns {
			for c, v := range t.rows[k] {
				cost[c] -= v
			}
		}
	}
	for turn := range 10 * (n + columns) {
		enter := entering(cost, tiny, turn > 2*n)
		if enter < 0 {
			return
		}
		leave, least := -1, math.Inf(1)
		for k := range t.rows {
			v := t.rows[k][enter]
			if t.basis[k] < 0 && math.Abs(v) > tiny {
				leave = k // an artificial unknown is nought and stays so
				break
			}
			if v > tiny {
				if ratio := t.bound[k] / v; ratio < least-tiny || ratio <= least+tiny && (leave < 0 || t.basis[k] < t.basis[leave]) {
					leave, least = k, ratio
				}
			}
		}
		if leave < 0 {
			return
		}
		t.pivot(leave, enter, cost, &sum)
		t.basis[leave] = enter
		t.work += n * columns
	}
}

// limited is a copy with one more row: an unknown at most, or at least, n. It is
// solved from where this one stands. Ok is false when there is no solution, sure
// when that is certain.
func (t *tableau) limited(unknown int, upper bool, n float64) (next *tableau, ok, sure bool) {
	columns := len(t.rows[0]) + 1
	next = &tableau{rows: make([][]float64, len(t.rows)+1), bound: append(slices.Clone(t.bound), n), basis: append(slices.Clone(t.basis), columns-1), cost: append(slices.Clone(t.cost), 0)}
	cells := make([]float64, columns*len(next.rows))
	for k := range next.rows {
		next.rows[k] = cells[k*columns : (k+1)*columns]
		if k < len(t.rows) {
			copy(next.rows[k], t.rows[k])
		}
	}
	last := len(t.rows)
	row := next.rows[last]
	row[unknown], row[columns-1] = 1, 1
	sign := 1.0
	if !upper {
		row[unknown], next.bound[last], sign = -1, -n, -1
	}
	for k, b := range t.basis {
		if b == unknown {
			for c, v := range t.rows[k] {
				row[c] -= sign * v
			}
			next.bound[last] -= sign * t.bound[k]
		}
	}
	ok, sure = next.mend()
	return next, ok, sure
}

// mend makes bounds that are negative good again by the dual simplex method.
func (t *tableau) mend() (ok, sure bool) {
	const tiny, wrong = 1e-9, 1e-6
	sum := 0.0
	for range 4 * len(t.rows) {
		leave, most := -1, -wrong
		for k, b := range t.bound {
			if b < most {
				leave, most = k, b
			}
		}
		if leave < 0 {
			return true, true
		}
		enter, least := -1, math.Inf(1)
		for c, v := range t.rows[leave] {
			if v < -tiny {
				if ratio := max(t.cost[c], 0) / -v; ratio < least-tiny || ratio <= least && v < t.rows[leave][enter] {
					enter, least = c, ratio
				}
			}
		}
		if enter < 0 {
			return false, true
		}
		t.pivot(leave, enter, t.cost, &sum)
		t.basis[leave] = enter
		t.work += len(t.rows) * len(t.cost)
	}
	return false, false
}

// begin makes no bound negative and finds each row an unknown to begin with: its
// slack, or an artificial one that has to go, which the cost counts. It returns
// the sum of those.
func (t *tableau) begin(cost []float64) float64 {
	t.basis = make([]int, len(t.rows))
	miss := 0.0
	for k, row := range t.rows {
		slack := -1
		if t.slack != nil {
			slack = t.slack[k]
		}
		if t.bound[k] < 0 || t.bound[k] == 0 && slack >= 0 && row[slack] < 0 {
			for c := range row {
				row[c] = -row[c]
			}
			t.bound[k] = -t.bound[k]
		}
		if slack >= 0 && row[slack] > 0 {
			t.basis[k] = slack
			continue
		}
		t.basis[k] = -1
		for c, v := range row {
			cost[c] -= v
		}
		miss += t.bound[k]
	}
	return miss
}

func (t *tableau) pivot(leave, enter int, cost []float64, miss *float64) {
	row := t.rows[leave]
	by := row[enter]
	for c := range row {
		row[c] /= by
	}
	t.bound[leave] /= by
	for k := range t.rows {
		if f := t.rows[k][enter]; k != leave && f != 0 {
			for c, v := range row {
				t.rows[k][c] -= f * v
			}
			t.bound[k] -= f * t.bound[leave]
		}
	}
	if f := cost[enter]; f != 0 {
		for c, v := range row {
			cost[c] -= f * v
		}
		*miss += f * t.bound[leave]
	}
}
