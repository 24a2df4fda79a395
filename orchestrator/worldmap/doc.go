// SPDX-License-Identifier: MIT

// Package worldmap remembers what bodies saw of worlds: stations, containers,
// beds, what is worth gathering, and where a body died last.
//
// What is on a map is a guess that planners may use. It is bounded, and a landmark is
// removed when a body that stands there does not see or find it.
// Sights are never written one by one: Save hands over what the journal lacks, in
// pieces of some hundred rows, however many worlds there are. A map is held while a
// body is in its world, which a Trail knows, so that a report asks for nothing that
// all bodies share. No lock is held while the journal is read or written.
//
// Usage:
//
//	maps := worldmap.NewMaps(journal, log)
//	trail := maps.Trail() // of a body
//	trail.See("", state, now)
//	known := trail.Known(task, state, now)
//	err := maps.Save(func(rows []worldmap.Row) error { return journal.Append(ctx, rows) })
package worldmap
