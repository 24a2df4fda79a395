// SPDX-License-Identifier: MIT

//go:build !fleet

package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/missions"
)

func newMissionWorker() *cobra.Command { return inFleet("worker", aboutWorker) }

func newCluster() *cobra.Command { return inFleet("cluster", aboutCluster) }

// inFleet is a command that names the program which carries it out.
func inFleet(name, about string) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: about + " (in minehand-fleet)", Args: cobra.ArbitraryArgs,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE:               func(*cobra.Command, []string) error { return (&clusterOptions{}).check() },
	}
}

func (*clusterOptions) check() error { return badInput("%w", app.ErrNoFleet) }

// byWorkers is not reached: check refuses --workers.
func (*batch) byWorkers(context.Context, []missions.Run, func(*missions.Result) error) error {
	return app.ErrNoFleet
}
