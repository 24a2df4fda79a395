// SPDX-License-Identifier: MIT

//go:build race && !windows

package main

// raceOn: the race detector multiplies what a program holds.
const raceOn = true
