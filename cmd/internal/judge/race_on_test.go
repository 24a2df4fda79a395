// SPDX-License-Identifier: MIT

//go:build race

package judge

// usual is how many goals there are when nothing else is said: the race detector
// is ten times as slow.
const usual = 20
