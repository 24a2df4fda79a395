// SPDX-License-Identifier: MIT

package techtree

import "slices"

// findCycles marks the items of every cycle of crafts and smelts, by Tarjan's
// strongly connected components.
func (s *Solver) findCycles() {
	n := len(s.Names)
	s.cyclic = make([]bool, n)
	index, low, on := make([]int32, n), make([]int32, n), make([]bool, n)
	var stack []int32
	next := int32(1)
	var visit func(v int32)
	visit = func(v int32) {
		index[v], low[v] = next, next
		next++
		stack, on[v] = append(stack, v), true
		for _, wi := range s.usersOf[v] {
			w := &s.Ops[wi]
			if w.Gathers() || slices.Contains(w.Kin, v) {
				continue
			}
			for k := -1; k < len(w.Leaves); k++ {
				to := w.Out
				if k >= 0 {
					to = w.Leaves[k].Item
				}
				if to == v && k < 0 {
					s.cyclic[v] = true
				}
				if index[to] == 0 {
					visit(to)
					low[v] = min(low[v], low[to])
				} else if on[to] {
					low[v] = min(low[v], index[to])
				}
			}
		}
		if low[v] != index[v] {
			return
		}
		size := 0
		for k := len(stack) - 1; ; k-- {
			size++
			if stack[k] == v {
				break
			}
		}
		for _, m := range stack[len(stack)-size:] {
			on[m] = false
			s.cyclic[m] = s.cyclic[m] || size > 1
		}
		stack = stack[:len(stack)-size]
	}
	for v := range int32(n) {
		if index[v] == 0 {
			visit(v)
		}
	}
}
