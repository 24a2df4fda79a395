// SPDX-License-Identifier: MIT

// Command minehand-desktop is Minehand in a window: the page of frontend over a
// Minehand in this process, or over one that runs already.
//
// Only this command imports Wails. Without its build tags it compiles and says so
// when it is run, so that `go vet ./...` and `go test ./...` need no GTK:
//
//	make desktop && bin/minehand-desktop
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/logger"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/windows"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/frontend"
)

// title of the window.
const title = "Minehand"

func main() {
	app.UseOwnPhrases(app.PhrasesPath)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// flags of the command.
type flags struct {
	port    int
	dataDir string
	config  string
	cache   string
	version bool
}

func parse(args []string, out io.Writer) (flags, error) {
	var f flags
	set := flag.NewFlagSet("minehand-desktop", flag.ContinueOnError)
	set.SetOutput(out)
	set.IntVar(&f.port, "port", settings.DefaultPort, "port for bodies and clients, 0 for any free one")
	set.StringVar(&f.dataDir, "data-dir", "", "folder that keeps journal and control token (default: the system's place for a user's data)")
	set.StringVar(&f.config, "config", "", "config file (default: minehand/config.yaml in the user's config folder)")
	set.StringVar(&f.cache, "cache-dir", "", "folder for the packages of helpers (default: the user's cache folder)")
	set.BoolVar(&f.version, "version", false, "print the version and exit")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	if set.NArg() > 0 {
		return f, fmt.Errorf("minehand-desktop takes no arguments, only flags: %q is one too many", set.Arg(0))
	}
	return f, nil
}

// run returns the exit code: 0 closed, 1 a fault, 2 bad input.
func run(args []string, out, errs io.Writer) int {
	f, err := parse(args, errs)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		_, _ = fmt.Fprintln(errs, "minehand-desktop:", err)
		return 2
	case f.version:
		_, _ = fmt.Fprintln(out, "minehand-desktop", release.Text())
		return 0
	}
	log := slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn}))
	// Before any thread of GTK's reads them.
	for name, value := range workarounds(os.LookupEnv, exists) {
		_ = os.Setenv(name, value)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	host, err := openHost(ctx, f, log)
	if err != nil {
		_, _ = fmt.Fprintln(errs, "minehand-desktop:", err)
		return 2
	}
	err = show(ctx, host, out, log)
	if err = errors.Join(err, host.Close()); err != nil {
		_, _ = fmt.Fprintln(errs, "minehand-desktop:", err)
		return 1
	}
	return 0
}

// show opens the window and returns when it is closed for good.
func show(ctx context.Context, h *host, out io.Writer, log *slog.Logger) error {
	if !canShow() {
		// A Windows without WebView2: the same page in the browser.
		log.Warn("this Windows has no WebView2, so the page opens in the browser; close this program to end Minehand")
		if err := app.OpenBrowser(ctx, h.pageURL); err != nil {
			return err
		}
		wish := make(chan os.Signal, 1)
		signal.Notify(wish, os.Interrupt, syscall.SIGTERM)
		<-wish
		return nil
	}
	place := filepath.Join(h.dataDir, stateFile)
	size := loadState(place)
	w := &Window{}
	d := &desk{ctx: ctx, host: h, window: w, place: place, out: out, log: log}
	w.desk = d
	start := options.Normal
	if size.Maximised {
		start = options.Maximised
	}
	wish := make(chan os.Signal, 1)
	signal.Notify(wish, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(wish)
	err := wails.Run(&options.App{
		Title: title, Width: size.Width, Height: size.Height, MinWidth: 420, MinHeight: 480, WindowStartState: start,
		BackgroundColour: options.NewRGB(14, 17, 19),
		AssetServer:      &assetserver.Options{Assets: frontend.Dist()},
		Bind:             []any{w},
		LogLevel:         logger.WARNING,
		OnStartup: func(ctx context.Context) {
			d.begin(ctx)
			go d.quitOn(wish)
		},
		OnBeforeClose: func(context.Context) bool { return d.closing() },
		OnShutdown:    func(context.Context) { d.end() },
		SingleInstanceLock: &options.SingleInstanceLock{
			UniqueId: "com.github.minehand.minehand", OnSecondInstanceLaunch: func(options.SecondInstanceData) { d.front() },
		},
		Linux:   &linux.Options{ProgramName: "minehand-desktop", WebviewGpuPolicy: linux.WebviewGpuPolicyOnDemand},
		Windows: &windows.Options{Theme: windows.SystemDefault},
	})
	if err != nil {
		return fmt.Errorf("open the window: %w", err)
	}
	return nil
}

// workarounds are the variables to set before the window is made.
//
// WebKitGTK tells pages the locale "C" as their language, which is no language
// tag: Intl throws on it and a page stays blank. NVIDIA's driver shows nothing
// with the DMABUF renderer. Without a GPU (a virtual machine, a server's screen) the
// layers of a page are composed by threads of Mesa that wait for one another at each:
// on a busy machine the picture stood still for half a minute.
func workarounds(env func(string) (string, bool), exists func(string) bool) map[string]string {
	set := map[string]string{}
	locale := localeOf(env)
	if base, _, _ := strings.Cut(locale, "."); slices.Contains([]string{"", "C", "POSIX"}, base) {
		set["LANG"], set["LC_ALL"], set["LC_MESSAGES"], set["LANGUAGE"] = "en_US.UTF-8", "", "", "en_US"
	}
	if _, ok := env("WEBKIT_DISABLE_DMABUF_RENDERER"); !ok && exists("/proc/driver/nvidia/version") {
		set["WEBKIT_DISABLE_DMABUF_RENDERER"] = "1"
	}
	if _, ok := env("WEBKIT_DISABLE_COMPOSITING_MODE"); !ok && !exists("/dev/dri/renderD128") && !exists("/dev/dxg") {
		set["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
	}
	return set
}

// localeOf is the language of messages that the environment asks for.
func localeOf(env func(string) (string, bool)) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v, ok := env(name); ok && v != "" {
			return v
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
