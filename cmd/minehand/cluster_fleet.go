// SPDX-License-Identifier: MIT

//go:build fleet

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/natsurl"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/missions/workers"
)

// defaultCluster is where `cluster up` listens.
const defaultCluster = "nats://127.0.0.1:4222"

// check says what is wrong with the address as bad input.
func (o *clusterOptions) check() error {
	if err := natsurl.Safe(o.url, o.credentials, "--credentials"); err != nil {
		return badInput("%w", err)
	}
	return nil
}

// join connects to the queue of runs.
func (o *clusterOptions) join(ctx context.Context) (*workers.Queue, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return workers.Connect(ctx, workers.Config{URL: o.url, Credentials: o.credentials, Build: thisBuild()})
}

// thisBuild names this build among workers: a release by its number and commit, on
// every system; a build of one's own by its very file, for its commit alone does not
// tell what was changed since.
func thisBuild() string {
	if release.Released() {
		return release.Text()
	}
	sum := sha256.New()
	self, err := os.Executable()
	if err == nil {
		var f *os.File
		if f, err = os.Open(self); err == nil {
			defer f.Close()
			_, err = io.Copy(sum, f)
		}
	}
	if err != nil {
		return release.Text()
	}
	return fmt.Sprintf("%s, file %x", release.Text(), sum.Sum(nil)[:6])
}

func newMissionWorker() *cobra.Command {
	var cluster clusterOptions
	var config string
	var parallel int
	cmd := &cobra.Command{
		Use:   "worker",
		Short: aboutWorker,
		Long: `Play the runs that "minehand-fleet mission run --workers" puts into the queue of a NATS
cluster, until Ctrl+C. Any number of workers, on any number of machines, share a
queue; they take runs of their own build only. A worker that ends or is killed
loses nothing: another one plays its run again. Providers and their keys are those
of this machine's config; none travel through the cluster.`,
		Example: "  minehand-fleet mission worker --cluster nats://127.0.0.1:4222",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notEmpty(cmd, "cluster", "credentials"); err != nil {
				return err
			}
			if parallel < 1 || parallel > 64 {
				return badInput("--parallel counts from 1, and at most 64 at a time")
			}
			return workOn(cmd, cluster, config, parallel)
		},
	}
	cluster.flags(cmd, "cluster", "address of the NATS cluster, or several with commas between", defaultCluster)
	cmd.Flags().StringVar(&config, "config", "", "config file with the providers that may be asked (default: the user's)")
	cmd.Flags().IntVar(&parallel, "parallel", min(runtime.NumCPU(), 4), "play so many at a time")
	return cmd
}

// workOn plays runs of a queue until a signal.
func workOn(cmd *cobra.Command, cluster clusterOptions, config string, parallel int) error {
	cfg, err := loadConfig(cmd, config)
	if err != nil {
		return err
	}
	launcher, err := (&missionOptions{}).processes(cfg)
	if err != nil {
		return err
	}
	out := newOutput(cmd.OutOrStdout())
	ignoreBrokenPipes()
	ctx, stop := untilSignal(cmd.Context(), out.broken)
	defer stop()
	q, err := cluster.join(ctx)
	if err != nil {
		return err
	}
	defer q.Close()
	text := newPrintable(out, false)
	_, _ = fmt.Fprintf(text, "Waiting for runs of this build (%s) at %s, %d at a time. Ctrl+C ends it.\n",
		thisBuild(), natsurl.Printable(cluster.url), parallel)
	err = q.Work(ctx, parallel, runPlayer(launcher), func(line string) { _, _ = fmt.Fprintln(text, game.Plain(line)) })
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return cmp.Or(out.fault(), err)
}

// runPlayer plays a run on a stage of this machine.
func runPlayer(launcher missions.Launcher) workers.Player {
	return func(ctx context.Context, run *missions.Run, moment func(missions.Moment)) *missions.Result {
		r := missions.Runner{Launcher: launcher, Progress: func(_ *missions.Run, m missions.Moment) { moment(m) }}
		return r.Run(ctx, run)
	}
}

// newCluster is what a cluster needs beside missions.
func newCluster() *cobra.Command {
	return group("cluster", aboutCluster, "", newClusterUp(), newClusterStatus())
}

func newClusterStatus() *cobra.Command {
	var cluster clusterOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Show a cluster's nodes, their leases and log, and what waits in its queue of missions",
		Example: "  minehand-fleet cluster status",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notEmpty(cmd, "cluster", "credentials"); err != nil {
				return err
			}
			q, err := cluster.join(cmd.Context())
			if err != nil {
				return err
			}
			defer q.Close()
			s, err := q.Status(cmd.Context())
			if err != nil {
				return err
			}
			c, err := app.LookAtCluster(cmd.Context(), cluster.url, cluster.credentials)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), &clusterStatus{s, c})
			}
			var text strings.Builder
			writeCluster(newPrintable(&text, false), &c)
			writeStatus(&text, &cluster, s)
			_, err = io.WriteString(cmd.OutOrStdout(), text.String())
			return err
		},
	}
	cluster.flags(cmd, "cluster", "address of the NATS cluster", defaultCluster)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// byWorkers has runs played by the workers of a cluster.
func (b *batch) byWorkers(ctx context.Context, runs []missions.Run, done func(*missions.Result) error) error {
	q, err := b.o.cluster.join(ctx)
	if err != nil {
		return err
	}
	defer q.Close()
	return q.Play(ctx, runs, workers.Hooks{Moment: b.progress.moment, Notice: b.progress.notice}, done)
}

// waits says how many commands wait for results.
func waits(n int) string {
	if n == 1 {
		return "1 command waits"
	}
	return fmt.Sprintf("%d commands wait", n)
}

// clusterStatus is all that is to be seen of a cluster: its queue of runs, and the
// Minehands that share bodies.
type clusterStatus struct {
	workers.Status
	app.Cluster
}

func writeCluster(to io.Writer, c *app.Cluster) {
	if c.Log == nil {
		_, _ = fmt.Fprintln(to, "No Minehand shares its bodies here yet (cluster.url in its config).")
		return
	}
	_, _ = fmt.Fprintf(to, "Log: %s of %s, %.1f MB, %s; %s.\n", game.Numbered(int(c.Log.Messages), "message"),
		game.Numbered(c.Log.Bodies, "body"), float64(c.Log.Bytes)/1e6, copiesAt(c.Log), game.Numbered(len(c.Nodes), "node"))
	for _, n := range c.Nodes {
		_, _ = fmt.Fprintf(to, "  %s at %s: %s; lease renewed %.1f s ago, history %s behind\n",
			game.Plain(n.Node), game.Plain(n.Address), game.Numbered(n.Bodies, "body"), n.Renewed, game.Numbered(int(n.Lag), "message"))
	}
}

// copiesAt says on how many servers the log is.
func copiesAt(l *app.ClusterLog) string {
	if l.Leader == "" {
		return "on one server"
	}
	text := fmt.Sprintf("on %s of which %s leads", game.Numbered(l.Replicas, "server"), game.Plain(l.Leader))
	if len(l.Behind) > 0 {
		text += fmt.Sprintf(" and %s not up to date", game.List(l.Behind))
	}
	return text
}

func writeStatus(to io.Writer, cluster *clusterOptions, s workers.Status) {
	_, _ = fmt.Fprintf(to, "%s: %s waiting, %d under way; %s for results.\n",
		natsurl.Printable(cluster.url), game.Numbered(s.Waiting, "run"), s.UnderWay, waits(s.Batches))
	for _, b := range s.Builds {
		name := "another build"
		if b.Own {
			name = "this build"
		}
		_, _ = fmt.Fprintf(to, "  workers of %s: %s waiting, %d under way, %s free.\n",
			name, game.Numbered(b.Waiting, "run"), b.UnderWay, game.Numbered(b.Free, "slot"))
	}
	if len(s.Builds) == 0 {
		_, _ = fmt.Fprintln(to, "  No worker has joined yet: minehand-fleet mission worker")
	}
}
