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
