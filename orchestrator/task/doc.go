// SPDX-License-Identifier: MIT

// Package task decides what happens to the tasks of one body. It is pure: it
// reads no clock, starts nothing and writes nothing.
//
//   - Decide takes what is known (an Agent), something that happened (an Input)
//     and the owner's rules. It returns facts, which are to be kept, and effects,
//     which are to be carried out when the facts are.
//   - Apply takes in one fact. What Decide returns as the next Agent is what
//     Apply makes of its facts, one after the other.
//   - Outstanding says what an Agent waits for: a timer, a newer report, a planner's
//     reply, the end of an action, a body's rest.
//
// Facts are the rows of the journal, each whole, so that an Agent is made again
// from the rows by Apply alone (Restore). Where a run stands in its work (Work)
// is of the process: it is a fact that is not kept, and the first input after a
// restart is Recovered, which does without it. docs/decisions/0005 says why.
//
// Invariants:
//   - An action goes out (Send) only in the effects that wait for the fact of its
//     intent; its outcome is a fact of the input that brought it.
//   - Replies and reports of rest carry the number of the wait that they end; one
//     for a wait that is over changes nothing.
//   - A goal's end is decided by game.Progress alone.
package task
