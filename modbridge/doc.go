// SPDX-License-Identifier: MIT

// Package modbridge is Minehand's end of the mod protocol: the http.Handler
// that bodies connect to, and their sessions.
//
// A body is whatever plays: a mod in the player's game, a bot, a simulated
// player. Each is one Session, which outlives the WebSocket it came in on, so
// that an outage of up to 30 s loses nothing. docs/protocol describes the
// messages and numbers the rules; comments here name a rule by its number.
//
// Invariants:
//   - Each session has a mutex of its own, and what is in flight on its body
//     changes in one function, updateInFlight. The server's mutex owns who is
//     connected; only register and the end of a socket or session take it, and
//     never while they hold a session's. On the way of a frame, a state or a
//     snapshot there is no lock that all bodies share.
//   - At most one action is in flight a body. Its waiter ends in exactly one
//     way: result, deadline, session gone, caller gone.
//   - Frames go out in the order in which the state changed: they are queued
//     under that mutex and written by one goroutine at a time, so that
//     nothing that was sent after a stop can overtake it, and no send ever
//     waits for a dead peer: who sends an action writes it where the system
//     surely takes it at once, all else is written by a goroutine of the outbox.
//   - One goroutine reads a connection, and it never waits for an observer. It
//     carries out what follows the end of an action (game.Call.Next); where that
//     takes longer than a pulse another one reads on. While no end is waited for,
//     each frame is received on a goroutine for the moment, so that a body that
//     only reports keeps no deep stack.
//   - Time is counted while the computer is awake (see clock); the deadline
//     of an action stands on its waiter, never on the socket.
//
// Usage:
//
//	srv := modbridge.New(modbridge.Config{Observer: agents})
//	go srv.Run(ctx)
//	mux.Handle("/", srv)
//	...
//	session, _ := srv.Session("minecraft_1700000000000")
//	outcome := session.Do(ctx, game.Call{Action: action, Seconds: 12})
package modbridge
