// SPDX-License-Identifier: MIT

// Package simplex solves systems of linear rows whose unknowns are not negative:
// whether there is a solution (the first phase of the simplex method), one whose
// unknowns add up to little, and the same with one more bound, for branch and
// bound over whole numbers. A Tableau is for one goroutine; Limited
// copies it.
//
//	t := &simplex.Tableau{Rows: [][]float64{{2, -1}}, Bound: []float64{3}, Slack: []int{1}}
//	if t.Feasible() {
//		t.Least(1)
//		values := t.Values(1) // 1.5
//	}
package simplex

import (
	"math"
	"slices"
)

// Tableau is a system of rows "sum = bound" with unknowns that are not negative.
// Solving changes Rows and Bound. Without Rows it is a system that was not
// written down.
type Tableau struct {
	Rows  [][]float64
	Bound []float64
	// Slack is, by row, an unknown that stands in no other, -1 for none.
	Slack []int
	// basis is, after solving, the unknown that each row gives the value of; -1
	// stands for none. All others are nought.
	basis []int
	// cost is, after Least, what each unknown adds to the sum.
	cost []float64
	// Work counts the cells looked at.
	Work int
}

// Feasible decides the system by the first phase of the simplex method: by the
// steepest column first, later by Bland's rule, which cannot run in circles. It
// says yes when it cannot decide.
func (t *Tableau) Feasible() bool {
	if t.Rows == nil {
		return true
	}
	const tiny, wrong = 1e-9, 1e-4
	n := len(t.Rows)
	columns := len(t.Rows[0])
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
		for k := range t.Rows {
			if v := t.Rows[k][enter]; v > tiny {
				if ratio := t.Bound[k] / v; ratio < least-tiny || ratio <= least+tiny && (leave < 0 || t.basis[k] < t.basis[leave]) {
					leave, least = k, ratio
				}
			}
		}
		if leave < 0 {
			return true // unbounded cannot be, short of rounding
		}
		t.pivot(leave, enter, cost, &miss)
		t.basis[leave] = enter
		t.Work += n * columns
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

// Least goes on from a feasible solution to one in which the first unknowns, of
// which there are so many, add up to as little as they can: nothing runs in
// circles then.
func (t *Tableau) Least(unknowns int) {
	const tiny = 1e-9
	n, columns := len(t.Rows), len(t.Rows[0])
	cost := make([]float64, columns)
	for c := range unknowns {
		cost[c] = 1
	}
	t.cost = cost
	sum := 0.0
	for k, b := range t.basis {
		if b >= 0 && b < unknowns {
			for c, v := range t.Rows[k] {
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
		for k := range t.Rows {
			v := t.Rows[k][enter]
			if t.basis[k] < 0 && math.Abs(v) > tiny {
				leave = k // an artificial unknown is nought and stays so
				break
			}
			if v > tiny {
				if ratio := t.Bound[k] / v; ratio < least-tiny || ratio <= least+tiny && (leave < 0 || t.basis[k] < t.basis[leave]) {
					leave, least = k, ratio
				}
			}
		}
		if leave < 0 {
			return
		}
		t.pivot(leave, enter, cost, &sum)
		t.basis[leave] = enter
		t.Work += n * columns
	}
}

// Limited is a copy with one more row: an unknown at most, or at least, n. It is
// solved from where this one stands. Ok is false when there is no solution, sure
// when that is certain.
func (t *Tableau) Limited(unknown int, upper bool, n float64) (next *Tableau, ok, sure bool) {
	columns := len(t.Rows[0]) + 1
	next = &Tableau{Rows: make([][]float64, len(t.Rows)+1), Bound: append(slices.Clone(t.Bound), n)}
	next.basis, next.cost = append(slices.Clone(t.basis), columns-1), append(slices.Clone(t.cost), 0)
	cells := make([]float64, columns*len(next.Rows))
	for k := range next.Rows {
		next.Rows[k] = cells[k*columns : (k+1)*columns]
		if k < len(t.Rows) {
			copy(next.Rows[k], t.Rows[k])
		}
	}
	last, row := len(t.Rows), next.Rows[len(t.Rows)]
	row[unknown], row[columns-1] = 1, 1
	sign := 1.0
	if !upper {
		row[unknown], next.Bound[last], sign = -1, -n, -1
	}
	for k, b := range t.basis {
		if b == unknown {
			for c, v := range t.Rows[k] {
				row[c] -= sign * v
			}
			next.Bound[last] -= sign * t.Bound[k]
		}
	}
	next.Work = len(next.Rows) * columns
	ok, sure = next.mend()
	return next, ok, sure
}

// Values are those of the first unknowns, of which there are so many.
func (t *Tableau) Values(unknowns int) []float64 {
	values := make([]float64, unknowns)
	for k, b := range t.basis {
		if b >= 0 && b < unknowns {
			values[b] = t.Bound[k]
		}
	}
	return values
}

// mend makes bounds that are negative good again by the dual simplex method.
func (t *Tableau) mend() (ok, sure bool) {
	const tiny, wrong = 1e-9, 1e-6
	sum := 0.0
	for range 4 * len(t.Rows) {
		leave, most := -1, -wrong
		for k, b := range t.Bound {
			if b < most {
				leave, most = k, b
			}
		}
		if leave < 0 {
			return true, true
		}
		enter, least := -1, math.Inf(1)
		for c, v := range t.Rows[leave] {
			if v < -tiny {
				if ratio := max(t.cost[c], 0) / -v; ratio < least-tiny || ratio <= least && v < t.Rows[leave][enter] {
					enter, least = c, ratio
				}
			}
		}
		if enter < 0 {
			return false, true
		}
		t.pivot(leave, enter, t.cost, &sum)
		t.basis[leave] = enter
		t.Work += len(t.Rows) * len(t.cost)
	}
	return false, false
}

// begin makes no bound negative and finds each row an unknown to begin with: its
// slack, or an artificial one that has to go, which the cost counts. It returns
// the sum of those.
func (t *Tableau) begin(cost []float64) float64 {
	t.basis = make([]int, len(t.Rows))
	miss := 0.0
	for k, row := range t.Rows {
		slack := -1
		if t.Slack != nil {
			slack = t.Slack[k]
		}
		if t.Bound[k] < 0 || t.Bound[k] == 0 && slack >= 0 && row[slack] < 0 {
			for c := range row {
				row[c] = -row[c]
			}
			t.Bound[k] = -t.Bound[k]
		}
		if slack >= 0 && row[slack] > 0 {
			t.basis[k] = slack
			continue
		}
		t.basis[k] = -1
		for c, v := range row {
			cost[c] -= v
		}
		miss += t.Bound[k]
	}
	return miss
}

func (t *Tableau) pivot(leave, enter int, cost []float64, miss *float64) {
	row := t.Rows[leave]
	by := row[enter]
	for c := range row {
		row[c] /= by
	}
	t.Bound[leave] /= by
	for k := range t.Rows {
		if f := t.Rows[k][enter]; k != leave && f != 0 {
			for c, v := range row {
				t.Rows[k][c] -= f * v
			}
			t.Bound[k] -= f * t.Bound[leave]
		}
	}
	if f := cost[enter]; f != 0 {
		for c, v := range row {
			cost[c] -= f * v
		}
		*miss += f * t.Bound[leave]
	}
}
