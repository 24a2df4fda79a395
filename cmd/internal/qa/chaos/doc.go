// SPDX-License-Identifier: MIT

// Package chaos runs all of Minehand against everything that can go wrong between it
// and a body, and compares what it says with what is true in the world.
//
// A test starts the real backend (bridge, orchestrator, journal on disk,
// built-in planner) and the embedded world with its real body. Between the two
// lies a network of the tests' own that can be cut, frozen and refused, and all
// of it runs in a testing/synctest bubble: ten minutes of sleep cost nothing.
//
// TestChaos carries out random goals under random faults; its seed is printed
// and repeats it (docs/TESTING.md). The other tests are named after the one
// thing that each of them shows.
package chaos
