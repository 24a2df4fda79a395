// SPDX-License-Identifier: MIT

// Package spelling finds what a mistyped word was meant for.
//
//	spelling.Nearest("wal_time", []string{"deaths", "wall_time"}) // [wall_time]
package spelling

import (
	"slices"
	"strings"
)

// Distance is the number of letters to insert, delete, change or swap with the next;
// anything above limit comes back as limit+1.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit+1)
}

// nearestMost is how many words a mistyped one may have been meant for.
const nearestMost = 3

// Nearest are at most three of the words that one may have been meant for, the nearest
// first: those that it begins, and those that differ in few letters.
func Nearest(word string, of []string) []string {
	limit := 1 + len(word)/4
	far := map[string]int{}
	var near []string
	for _, w := range of {
		d := 0
		if word == "" || !strings.HasPrefix(w, word) {
			d = Distance(word, w, limit)
		}
		if d <= limit {
			far[w] = d
			near = append(near, w)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return far[a] - far[b] })
	return near[:min(len(near), nearestMost)]
}
