// SPDX-License-Identifier: MIT

// Package ledger is what bodies changed in a world: a fold of the changes that they
// report (rule 19 of docs/protocol), what surveys showed of them since, and how they are
// put back.
//
// Invariants:
//   - A number of a series counts once, in whatever order and however often it comes.
//   - A cell is told until a survey shows it; what a survey shows never adds a cell.
//   - A body that reports nothing has no ledger: nobody may take that for zero.
//   - It is pure: the same rows give the same ledger.
//
// Usage:
//
//	var l ledger.Ledger
//	for _, row := range rows {
//		l.Fold(row)
//	}
//	l.Sum() // {Dug: {"oak_log": 4, "oak_leaves": 2}}
package ledger
