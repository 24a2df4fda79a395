// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	port    int
	dataDir string
	config  string
	open    bool
	cache   string
	verbose bool
	// lan names addresses of this computer to serve beyond loopback; cert and key are
	// the owner's certificate for them.
	lan       []string
	cert, key string
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
	f.IntVar(&o.port, "port", settings.DefaultPort, "port for bodies and clients, 0 for any free one")
	f.StringVar(&o.dataDir, "data-dir", "",
		"folder that keeps journal and control token, made if missing (default: the system's place for a user's data)")
	configFlag(f, &o.config)
	f.StringVar(&o.cache, "cache-dir", "", "folder for the packages of helpers (default: the user's cache folder)")
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	f.StringSliceVar(&o.lan, "lan", nil,
		"serve the network as well, over TLS: --lan for every address of this computer, --lan=ADDRESS for one")
	f.Lookup("lan").NoOptDefVal = everyAddress
	f.StringVar(&o.cert, "cert", "",
		"certificate of your own for --lan, a PEM file (default: one that Minehand makes, whose fingerprint it prints)")
	f.StringVar(&o.key, "key", "", "private key of --cert, a PEM file")
	f.BoolVar(&o.verbose, "verbose", false, "log details to standard error")
	return cmd
}

// garbagePercent is how much may be allocated beyond what is in use before garbage is
// collected: half of Go's own choice. With thousands of bodies most of the memory is
// garbage that waits, and each of them makes little of it (docs/PERFORMANCE.md).
const garbagePercent = 50

// briefPercent is that of commands that end soon, which spent a fifth of their time on collecting.
const briefPercent = 400

// collectAt sets such a percentage, unless the person did by GOGC.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// everyAddress is --lan without a value.
const everyAddress = "every"

// pageAt says where the page is, if this program carries it.
func pageAt(built bool, url string) string {
	if !built {
		return "none, for this program was built before its page was; `make build` builds both"
	}
	return url
}

// network is what the flags say about the network, nil for loopback alone.
func (o *serveOptions) network() (*app.LANConfig, error) {
	if len(o.lan) == 0 {
		if o.cert != "" || o.key != "" {
			return nil, badInput("--cert and --key are for --lan: this computer alone is served without TLS")
		}
		return nil, nil
	}
	cfg := &app.LANConfig{Cert: o.cert, Key: o.key}
	if !slices.Contains(o.lan, everyAddress) {
		cfg.Addresses = o.lan
	}
	return cfg, nil
}

// printAddresses says where the server listens and where its token and its page are.
func printAddresses(out io.Writer, dataDir string, b *app.Server) error {
	_, err := fmt.Fprintf(out, "Minehand listens on %s\nControl token: %s\nPage: %s\n", b.URL(), filepath.Join(dataDir, app.TokenFile),
		pageAt(app.HasPage(), b.Control.PageURL()))
	if err != nil || b.LAN == nil {
		return err
	}
	return printNetwork(out, dataDir, b)
}

func runServe(cmd *cobra.Command, o serveOptions) error {
	if err := notEmpty(cmd, "data-dir", "config", "cache-dir", "lan", "cert", "key"); err != nil {
		return err
	}
	cfg, warnings, err := settings.Load(o.config)
	if err != nil {
		return badInput("%w", err)
	}
	if err := fillIn(cmd, cfg, &o.port, &o.dataDir); err != nil {
		return err
	}
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
	for _, w := range warnings {
		log.Warn(w)
	}
	lan, err := o.network()
	if err != nil {
		return err
	}
	collectAt(garbagePercent)
	ctx, wish, stop := stopSignals(cmd.Context())
	defer stop()
	own, err := startServer(ctx, cfg, o.dataDir, app.ServerConfig{
		Port: o.port, DataDir: o.dataDir, LAN: lan, Join: true, BotCache: o.cache, Log: log,
	})
	if err != nil {
		return err
	}
	err = printAddresses(cmd.OutOrStdout(), o.dataDir, own.Server)
	if o.open {
		if oerr := app.OpenBrowser(cmd.Context(), own.Control.PageURL()); oerr != nil {
			log.Warn("the browser could not be opened; copy the address of the page", "error", oerr)
		}
	}
	if err == nil {
		select {
		case <-wish:
		case <-ctx.Done():
		}
	}
	if err = cmp.Or(err, own.Close()); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(os.Stderr, "minehand: closed; unfinished tasks go on at the next start")
	return nil
}

// printNetwork says how the network reaches Minehand.
func printNetwork(out io.Writer, dataDir string, b *app.Server) error {
	var text strings.Builder
	for _, page := range b.Control.LANPageURLs() {
		fmt.Fprintf(&text, "On the network: %s\n", page)
	}
	fmt.Fprintf(&text, "Bodies of other computers: wss://%s/ with the token in %s\n", b.LAN.Hosts[0],
		filepath.Join(dataDir, app.BodyTokenFile))
	whose := "Your certificate"
	if b.LAN.Made {
		whose = "The certificate is Minehand's own, which browsers warn of; compare before you go on. It"
	}
	fmt.Fprintf(&text, "%s has the SHA-256 fingerprint %s\n", whose, b.LAN.Fingerprint)
	_, err := io.WriteString(out, text.String())
	return err
}
