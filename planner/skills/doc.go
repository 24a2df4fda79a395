// SPDX-License-Identifier: MIT

// Package skills reads what players ask for beyond items: places that are remembered by
// a name, chests, and standing orders. It reads words and does nothing.
//
// Its phrases are data (phrases, a file a language), found word by word as those of acts
// are (planner/language). What names a place or a chest is worded anew as what the other
// readers understand: "go home" becomes "go to 12 64 -30".
//
// Invariants: a text is taken whole or not at all; a place that is not known by that name
// is left as it was typed.
//
// Usage:
//
//	said, ok := skills.Hear("every morning, harvest the wheat", known)
//	text := skills.Reword("get 3 logs and go home", known).Text
package skills
