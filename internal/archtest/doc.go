// SPDX-License-Identifier: MIT

// Package archtest holds what can be read off the tree as tests: the table of
// docs/ARCHITECTURE.md, which room may import which (a change of layers is a
// change of that test in the same commit), that every numbered rule of the protocol has a
// test for each of its versions, and how large the owner of a task may grow.
package archtest

//go:generate go test . -run Dependencies -update
