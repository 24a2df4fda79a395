// SPDX-License-Identifier: MIT

// Package command is the slash commands as data: the catalogue of Minehand's
// own, one for each kind of action, those of a body; which call each one is
// (Route); what may be typed next (Complete); and the words for what came of it.
//
// Invariants:
//   - Route is pure: the same catalogue and input give the same call.
//   - Where two commands have the same name, the builtin wins, then the action.
//   - Every error is a sentence with the fix.
//
// Usage:
//
//	r, err := command.Route(command.Catalogue(nil), view.SlashCommand{Command: "/mode", Args: "hybrid"})
//	// r.Call is "set-settings", r.Params is view.ChangeSettings{Mode: "hybrid"}
package command

//go:generate go test . -run NothingDrifts -update
