// SPDX-License-Identifier: MIT

// Package missions carries out missions: files that say what a player asks for in
// which world, who plans, what goes wrong on the way, and what must be true in the
// end (docs/MISSIONS.md).
//
// It is a client: it knows a server by its generated client alone, and is given a
// Launcher that makes server and world, as processes of their own or, for tests, in
// one process. What is true in a world it hears from the world itself, never from
// the server that it judges.
//
//	list, err := missions.Load(rules, "missions/suite")
//	run := missions.Runner{Launcher: l}.Run(ctx, &missions.Run{Mission: &list[0]})
package missions

//go:generate go test -run TestSchemaIsThatOfTheTypes -update .
