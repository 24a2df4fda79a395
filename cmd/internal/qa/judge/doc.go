// SPDX-License-Identifier: MIT

// Package judge compares what Minehand says of a goal with what happened.
//
// A test draws goals of several clauses, types each as a sentence, and lets the
// real backend (bridge, orchestrator, journal on disk, built-in reader and
// planner) carry it out with the body of an embedded world. The judge is told
// what was meant, not how the sentence was read, and looks only at what the
// world tells who watches it (sim.Occurrence): blocks that were broken and
// placed, items that came and went, mobs that were killed. It shares no code
// with game.Progress and knows nothing of states, results or credits. Then the
// two are compared: no task may end complete with a clause that is not true, and
// none may end in error where what its body reported proves them all.
//
// The bodies are honest, old, bad or lying (see modes). Goals in words that the
// reader does not read go to scripted models, good and bad (see personas). All of it runs in
// testing/synctest bubbles and is repeated by its seed: go test
// ./cmd/internal/qa/judge, or make judge for more.
package judge
