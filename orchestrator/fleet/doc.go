// SPDX-License-Identifier: MIT

// Package fleet joins several Minehands over NATS JetStream: they share one log of
// what their bodies do, and each body belongs to one of them at a time.
//
// A [Node] is this Minehand in the cluster. It renews a lease. A node that has not
// renewed it for Times.Silent stops sending and writing, before others may take its
// bodies at Times.Lease. Each body has a subject in the log. Whoever takes a body
// over appends a record to that subject first, and every append names the last one
// that it knows: an earlier owner's is refused by the server from then on.
//
// Append says that a batch is kept only when the servers have said so. What is not
// certain is asked for; when nobody answers for too long the body is released, and
// whoever takes it next reads in the log what became of it.
//
//	n, err := fleet.Join(ctx, fleet.Config{URL: url, Node: "attic", Folder: dir})
//	defer n.Close()
//	j, err := journal.Config{Stream: n}.Open(ctx, dir)
//	n.Serve(host)
package fleet
