// SPDX-License-Identifier: MIT

// Package mcp lets a chat that speaks the Model Context Protocol (LM Studio,
// Claude Desktop and others) give goals to Minehand: every call of the call
// table that a chat may make is a tool, and one tool more waits for a task and
// tells how it goes. A chat's model is given a dozen of them unless all are asked for.
//
// Invariants:
//   - A tool is a client's call: it can do nothing that the table does not offer.
//   - A result says no more than was proven: the clauses of a task come with their
//     proofs, and a task that ended otherwise than complete says so first.
//   - A model says yes to nothing. What waits for a yes is asked of the person by the
//     host (elicitation), or the result says whose the answer is.
//   - A result has at most 4 KB.
//   - Nothing is kept between calls: each opens a connection under the host's name
//     and closes it, so that Minehand may be started anew at any time.
//
// Usage:
//
//	server, err := mcp.New(mcp.Config{Dial: mcp.Remote(9876, token)})
//	err = server.Run(ctx, &sdk.StdioTransport{})
package mcp
