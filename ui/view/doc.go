// SPDX-License-Identifier: MIT

// Package view is what clients see: the types of calls, answers and events of
// the control side, with JSON of their own. Nothing in it is a row of the
// journal: what is kept may change without any client noticing.
//
// Invariants:
//   - These types carry data and no behaviour beyond small questions about it.
//   - Every list that a client iterates is [] in JSON, never null, unless the
//     member may be left out.
//   - Adding a member is no break; renaming or removing one is.
//
// Usage:
//
//	var e view.Event
//	if json.Unmarshal(frame, &e) == nil && e.Kind == view.EventTask && e.Task.State.Ended() { ... }
package view
