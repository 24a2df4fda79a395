// SPDX-License-Identifier: MIT

//go:build fleet

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/spf13/cobra"
)

// starting is how long the server may take to take connections.
const starting = 10 * time.Second

func newClusterUp() *cobra.Command {
	var dir string
	var port int
	cmd := &cobra.Command{
		Use:   "up",
		Short: "Start a NATS server with JetStream on this computer, to try a cluster out",
		Long: `Start a NATS server with JetStream on this computer, until Ctrl+C. It listens on
127.0.0.1 only and asks for no password. Each message is on the disk before it is
answered (sync_interval: always). For more than one machine run nats-server
yourself, with TLS and users: docs/FLEET.md.`,
		Example: "  minehand-fleet cluster up",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notEmpty(cmd, "dir"); err != nil {
				return err
			}
			if port < 1 || port > 65535 {
				return badInput("--port %d is no port; use 1 to 65535", port)
			}
			return clusterUp(cmd, dir, port)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder of what the server keeps (default: minehand-cluster in the user's cache)")
	cmd.Flags().IntVar(&port, "port", 4222, "port to listen on")
	return cmd
}

func clusterUp(cmd *cobra.Command, dir string, port int) error {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return badInput("name a folder with --dir: %w", err)
		}
		dir = filepath.Join(cache, "minehand-cluster")
	}
	s, err := natsserver.NewServer(&natsserver.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true, NoLog: true,
	})
	if err != nil {
		return badInput("the server cannot be started: %w", err)
	}
	ctx, stop := untilSignal(cmd.Context(), nil)
	defer stop()
	go s.Start()
	if !s.ReadyForConnections(starting) {
		s.Shutdown()
		return &exitError{
			exitIncomplete,
			fmt.Errorf("no server listens on 127.0.0.1:%d after %s; if the port is taken, choose another with --port", port, starting),
		}
	}
	_, _ = fmt.Fprintf(cmd.OutOrStdout(), "Listening at %s, keeping messages in %s. Ctrl+C ends it.\n", s.ClientURL(), dir)
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}
