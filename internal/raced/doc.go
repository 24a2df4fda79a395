// SPDX-License-Identifier: MIT

// Package raced tells tests whether the race detector watches them. It makes them about
// ten times as slow: what is long is then a sample, and `make whole` runs all of it.
package raced

// Of is how many there are of what a test repeats: all, or a sample under the race detector.
func Of(all, sample int) int {
	if On {
		return sample
	}
	return all
}

// Every is all of a list, or each n-th of it under the race detector, from the first.
func Every[T any](n int, list []T) (out []T) {
	if !On {
		return list
	}
	for i := 0; i < len(list); i += n {
		out = append(out, list[i])
	}
	return out
}
