// SPDX-License-Identifier: MIT

// Package lists makes something of every element of a list, by a pointer to it, so that large
// ones are not copied. What package slices has is not here.
//
//	names := lists.Of(steps, func(s *game.Step) string { return s.Describe() })
package lists

// Of is what to makes of each, in their order. It is not nil.
func Of[T, R any](list []T, to func(*T) R) []R {
	out := make([]R, len(list))
	for i := range list {
		out[i] = to(&list[i])
	}
	return out
}

// Sum adds up what of says of each.
func Sum[T any, N int | int64 | float64](list []T, of func(*T) N) (n N) {
	for i := range list {
		n += of(&list[i])
	}
	return n
}
