// SPDX-License-Identifier: MIT

//go:build race

package coverage

// raceOn: with the race detector only a sample is run.
const raceOn = true
