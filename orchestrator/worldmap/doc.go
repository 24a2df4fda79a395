// Package worldmap remembers what bodies saw of worlds: stations, containers,
// beds, what is worth gathering, and where a body died last.
//
// What is on a map is a guess that planners may use. It is bounded, and a body
// that stands there and does not see a landmark, or does not find it, ends it.
// Sights are never written one by one: Rows takes what the journal lacks, and
// Again gives back what could not be written. No lock is held while the journal
// is read.
//
// Usage:
//
//	maps := worldmap.NewMaps(journal, log)
//	maps.Of(worldmap.Name(state)).See(state, now)
//	known := maps.Of("home").Known("overworld", state.Position)
package worldmap
