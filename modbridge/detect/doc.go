// SPDX-License-Identifier: MIT

// Package detect finds the Minecraft that runs on this computer: its processes,
// told apart from launchers and wrappers, with version and loader, and the
// worlds that they hold open.
//
// Invariants:
//   - A command line never leaves the function that reads it: it may hold a
//     session's access token. Arguments print as "[redacted]" in every form, and
//     of the environment only the two variables that name an instance's folder
//     are taken.
//   - Nothing is sent but a status ping, and that only to ports of this
//     computer's loopback that a recognised process listens on. The network's
//     announcements are listened for only by Announcements, which nothing here
//     calls by itself.
//   - Processes, sockets and files come in through Source and ReadFile, so that
//     what is known of every system is tested on every system.
//
// Usage:
//
//	d := detect.New(detect.Config{})
//	instances, err := d.Scan(ctx)
//	body, here := session.Ends()
//	pid, ok := d.PIDOf(ctx, body, here)
package detect
