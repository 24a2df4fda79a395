// SPDX-License-Identifier: MIT

// Package process runs the program of one model call: its input is written and
// closed, its output read under a cap, and whatever it started ends with it.
//
// Invariants:
//   - No shell. A program is an argument vector, found on the PATH or relative
//     to its working folder, and gets the environment variables that are listed
//     and no others.
//   - Run returns within the limit and 2 seconds, even if a grandchild keeps
//     the output open; whatever the program started is killed then, on Linux
//     outside of its process group too.
//   - No program outlives a Minehand that is killed (not on macOS), and what it
//     started no further start of one ([EndLeftovers]).
//   - Memory is bounded: output up to its cap, one line up to its own, and the
//     tail of stderr.
//   - Every failure is an [*llm.Error] that names the fix; what the program
//     wrote to stderr goes to the log, and its tail to the error of an exit
//     code.
//
// Usage:
//
//	p := process.Program{Name: "my agent", Argv: []string{"python", "agent.py"}}
//	out, err := p.Run(ctx, process.Call{Input: request})
package process
