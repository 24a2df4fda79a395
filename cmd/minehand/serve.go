package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	port    int
	dataDir string
	config  string
	open    bool
	cache   string
	verbose bool
}

func newServe() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run Minehand for bodies and clients, until interrupted",
		Long: `Run Minehand without a window: bodies connect to the port, clients to
/api/v1/ws on it with the control token from the data folder, a browser to the
page whose address is printed. What was
unfinished when the last run ended goes on when its body is back.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runServe(cmd, o) },
	}
	f := cmd.Flags()
	f.IntVar(&o.port, "port", app.DefaultPort, "port for bodies and clients, 0 for any free one")
	f.StringVar(&o.dataDir, "data-dir", "", "folder that keeps journal and control token, made if missing (default: the system's place for a user's data)")
	f.StringVar(&o.config, "config", "", "config file (default: minehand/config.yaml in the user's config folder)")
	f.StringVar(&o.cache, "cache-dir", "", "folder for the packages of helpers (default: the user's cache folder)")
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	f.BoolVar(&o.verbose, "verbose", false, "log details to standard error")
	return cmd
}

func runServe(cmd *cobra.Command, o serveOptions) error {
	if err := notEmpty(cmd, "data-dir", "config", "cache-dir"); err != nil {
		return err
	}
	cfg, warnings, err := app.LoadConfig(o.config)
	if err != nil {
		return badInput("%w", err)
	}
	if cfg.Port != nil && !cmd.Flags().Changed("port") {
		o.port = *cfg.Port
	}
	if o.dataDir == "" {
		o.dataDir = cfg.DataDir
	}
	if o.dataDir == "" {
		if o.dataDir, err = app.DefaultDataDir(); err != nil {
			return badInput("%w", err)
		}
	}
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
	for _, w := range warnings {
		log.Warn(w)
	}
	planner, err := app.NewPlanner(cfg, os.Getenv(lmStudioEnv), os.Getenv)
	if err != nil {
		return badInput("%w", err)
	}
	defer func() { _ = planner.Close() }()
	ctx, wish, stop := stopSignals(cmd.Context())
	defer stop()
	b, err := app.StartServer(ctx, app.ServerConfig{
		Port: o.port, DataDir: o.dataDir, Config: cfg, Planner: planner, Practice: true, Join: true, BotCache: o.cache, Version: versionText(), Log: log,
	})
	if err != nil {
		return startError(err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Minehand listens on %s\nControl token: %s\nPage: %s\n", b.URL(), filepath.Join(o.dataDir, app.TokenFile), b.Control.PageURL())
	if o.open {
		if oerr := app.OpenBrowser(cmd.Context(), b.Control.PageURL()); oerr != nil {
			log.Warn("the browser could not be opened; copy the address of the page", "error", oerr)
		}
	}
	if err == nil {
		select {
		case <-wish:
		case <-ctx.Done():
		}
	}
	if cerr := b.Close(); cerr != nil && err == nil {
		err = cerr
	}
	if err != nil {
		return &exitError{exitIncomplete, err}
	}
	_, _ = fmt.Fprintln(os.Stderr, "minehand: closed; unfinished tasks go on at the next start")
	return nil
}
