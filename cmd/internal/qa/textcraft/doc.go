// SPDX-License-Identifier: MIT

// Package textcraft proves that recipes which a body sends are planned right (rule 22 of
// docs/protocol): made-up sets of recipes go through a real register frame, each thing of
// a set is asked for with what a simple solver of the set's own finds to suffice, and the
// plan is carried out by a simulation that shares nothing with the planner.
//
// The sets in testdata are our own and run with every test. make test-textcraft fetches the
// public one of TextCraft; TEXTCRAFT names further folders of recipes.
package textcraft
