// SPDX-License-Identifier: MIT

//go:build !fleet

package main

import "github.com/spf13/cobra"

// newClusterUp says where the server is: it is a third of a program's size that
// nearly nobody needs.
func newClusterUp() *cobra.Command {
	return &cobra.Command{
		Use:   "up",
		Short: "Start a NATS server with JetStream on this computer (in minehand-fleet)",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			return badInput("this program has no NATS server; use minehand-fleet (make fleet builds it), or run `nats-server -js`")
		},
	}
}
