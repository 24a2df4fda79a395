// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// attachOptions are the flags of the commands that are clients: of a Minehand
// that runs, or of one of their own.
type attachOptions struct {
	port     int
	dataDir  string
	config   string
	practice bool
	seed     int64
	speed    float64
	// running: one must run; own: none ran on the port, and this command started one.
	running, own bool
	// world is what else the practice world is to be; only play asks for it.
	world view.PracticeStart
}

func (o *attachOptions) flags(cmd *cobra.Command) {
	o.runningFlags(cmd)
	o.running = false
	f := cmd.Flags()
	f.BoolVar(&o.practice, "practice", false, "use no running Minehand and no Minecraft, but a practice world of one's own")
	f.Int64Var(&o.seed, "seed", 1, "seed of the practice world")
	f.Float64Var(&o.speed, "speed", 60, "game seconds a second in the practice world")
}

// runningFlags are those of a client of a running Minehand alone.
func (o *attachOptions) runningFlags(cmd *cobra.Command) {
	o.seed, o.speed, o.running = 1, 1, true // no practice world is asked for
	f := cmd.Flags()
	f.IntVar(&o.port, "port", settings.DefaultPort, "port of the running Minehand")
	f.StringVar(&o.dataDir, "data-dir", "", "data folder of the running Minehand, which has the control token (default: the one of serve)")
	configFlag(f, &o.config)
}

// run loads the config and has f talk as a client to Minehand, until it is done or a
// signal ends it: the first is a wish, the second ends ctx.
func (o *attachOptions) run(cmd *cobra.Command,
	f func(ctx context.Context, wish <-chan struct{}, cfg settings.Config, c *client.Client) error) (err error) {
	cfg, err := o.load(cmd)
	if err != nil {
		return err
	}
	ignoreBrokenPipes()
	ctx, wish, stop := stopSignals(cmd.Context())
	defer stop()
	c, leave, err := o.connect(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()) }()
	return f(ctx, wish, cfg, c)
}

// load checks the flags and fills in what the config says.
func (o *attachOptions) load(cmd *cobra.Command) (settings.Config, error) {
	if err := notEmpty(cmd, "data-dir", "config"); err != nil {
		return settings.Config{}, err
	}
	cfg, err := loadConfig(cmd, o.config)
	if err != nil {
		return cfg, err
	}
	switch {
	case o.seed < 1:
		return cfg, badInput("--seed must be at least 1")
	case !(o.speed > 0 && o.speed <= app.MaxPracticeSpeed):
		return cfg, badInput("--speed must be above 0 and at most %d game seconds a second", app.MaxPracticeSpeed)
	}
	if err := checkPort(o.port, 0); err != nil {
		return cfg, err
	}
	return cfg, fillIn(cmd, cfg, &o.port, &o.dataDir)
}

// fillIn takes the port and the data folder that no flag names from the config, or
// what they are by default.
func fillIn(cmd *cobra.Command, cfg settings.Config, port *int, dataDir *string) error {
	if !cmd.Flags().Changed("port") {
		*port = portOf(cfg)
	}
	var err error
	*dataDir, err = dataFolder(*dataDir, cfg)
	return err
}

// dataFolder is the data folder that a flag names, else that of the config, else the usual one.
func dataFolder(named string, cfg settings.Config) (string, error) {
	if named = cmp.Or(named, cfg.DataDir); named != "" {
		return named, nil
	}
	dir, err := settings.DefaultDataDir()
	if err != nil {
		return "", badInput("%w", err)
	}
	return dir, nil
}

// configFlag is the flag that names the config file.
func configFlag(f *pflag.FlagSet, path *string) {
	f.StringVar(path, "config", "", "config file (default: minehand/config.yaml in the user's config folder)")
}

// loadConfig reads the config and prints what it warns of.
func loadConfig(cmd *cobra.Command, path string) (settings.Config, error) {
	cfg, warnings, err := settings.Load(path)
	if err != nil {
		return cfg, badInput("%w", err)
	}
	for _, w := range warnings {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "minehand: "+w)
	}
	return cfg, nil
}

// token is the control token of the Minehand that uses the data folder.
func (o *attachOptions) token() (string, error) {
	path := filepath.Join(o.dataDir, app.TokenFile)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf(
			"there is no control token in %s: start Minehand with `minehand serve`, or name its data folder with --data-dir", o.dataDir)
	case err != nil:
		return "", fmt.Errorf("the control token cannot be read: %w", err)
	}
	return strings.TrimSpace(string(data)), nil
}

// start runs a Minehand of one's own, in the practice world when that is asked
// for. The caller closes it.
func (o *attachOptions) start(ctx context.Context, cfg settings.Config, log *slog.Logger) (*ownServer, error) {
	sc := app.ServerConfig{Port: o.port, DataDir: o.dataDir, Log: log}
	if o.practice {
		sc.Port, sc.DataDir = 0, ""
		world := o.world
		world.Seed, world.Speed = o.seed, o.speed
		world.Version = cmp.Or(world.Version, cfg.Minecraft.Version)
		sc.World = &world
	}
	return startServer(ctx, cfg, o.dataDir, sc)
}

// startServer opens the planner of the config, and starts a Minehand with it.
func startServer(ctx context.Context, cfg settings.Config, dataDir string, sc app.ServerConfig) (*ownServer, error) {
	planner, err := newPlanner(cfg, dataDir)
	if err != nil {
		return nil, err
	}
	sc.Config, sc.Planner, sc.Missions = cfg, planner, stages.Desks("", cfg, sc.Log)
	sc.Practice, sc.Version = true, release.Version()
	s, err := app.StartServer(ctx, sc)
	if err != nil {
		return nil, startError(errors.Join(err, planner.Close()))
	}
	return &ownServer{s, planner}, nil
}

// connect returns a client of the Minehand that runs on the port, or of one of
// our own when none does. leave closes what was opened.
func (o *attachOptions) connect(ctx context.Context, cfg settings.Config,
	log *slog.Logger) (c *client.Client, leave func() error, err error) {
	if !o.practice && app.SpeaksMinehand(ctx, o.port) {
		token, err := o.token()
		if err != nil {
			return nil, nil, badInput("%w", err)
		}
		if c, err = client.Stay(ctx, o.port, token); err != nil {
			return nil, nil, &exitError{exitBadInput, err}
		}
		return c, c.Close, nil
	}
	if o.running {
		return nil, nil, badInput("no Minehand runs on port %d: start one with `minehand serve`, or name its port with --port", o.port)
	}
	own, err := o.start(ctx, cfg, log)
	if err != nil {
		return nil, nil, err
	}
	o.port, o.own = own.Port, true
	c = own.Connect()
	return c, func() error { return errors.Join(c.Close(), own.Close()) }, nil
}

// ownServer is a Minehand in this process.
type ownServer struct {
	*app.Server
	planner *app.Planner
}

// Close ends it, within the budget. It is idempotent.
func (s *ownServer) Close() error {
	return closeWithin(shutdownBudget, func() error { return errors.Join(s.Server.Close(), s.planner.Close()) })
}

// shutdownBudget is how long a Minehand may take to end.
const shutdownBudget = 2 * time.Second

// errLeft: something did not end within the budget. What is not written down by
// then is as after a crash: the journal has every intent and outcome.
var errLeft = fmt.Errorf("not everything ended within %s, so the rest was left as it was; unfinished tasks go on at the next start",
	shutdownBudget)

// closeWithin returns what end returns, or errLeft when it takes longer than the
// budget; the program is then to exit, whatever goes on.
func closeWithin(budget time.Duration, end func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	over := time.NewTimer(budget)
	defer over.Stop()
	select {
	case err := <-ended:
		return err
	case <-over.C:
		return errLeft
	}
}

// newPlanner opens the planner that the config names. Its calls of models are
// counted together with those of the user's other programs, in a data folder, or
// in the usual one when it is empty.
func newPlanner(cfg settings.Config, dataDir string) (*app.Planner, error) {
	p, err := app.NewPlanner(cfg, os.Getenv(lmStudioEnv), os.Getenv)
	if err != nil {
		return nil, badInput("%w", err)
	}
	p.Providers.Share(cfg, dataDir)
	return p, nil
}
