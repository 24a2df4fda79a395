package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/ui/view"
)

func newDoctor() *cobra.Command {
	var config, file string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what keeps Minehand from working, and name the fix",
		Long: `Look for what keeps Minehand from working, and name the fix.

With --bundle the same is written to a zip for a bug report, with version,
configuration, the Minecraft that runs and the list of files in the data
folder: no keys, tokens, names or anything that was said or done.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if err := notEmpty(cmd, "config", "bundle"); err != nil {
				return err
			}
			var report bytes.Buffer
			cfg, warnings, err := app.LoadConfig(config)
			if file != "" {
				defer func(fault error) {
					if berr := writeBundle(cmd.Context(), file, cfg, fault, report.String()); berr != nil {
						err = berr
						return
					}
					_, _ = fmt.Fprintf(cmd.OutOrStdout(), "The bundle is in %s: look into it before you attach it.\n", file)
				}(err)
			}
			if err != nil {
				return badInput("%w", err)
			}
			d := &doctor{out: io.MultiWriter(newPrintable(cmd.OutOrStdout(), false), &report)}
			for _, w := range warnings {
				d.warn("%s", w)
			}
			providers, err := app.NewProviders(cfg, os.Getenv(lmStudioEnv), os.Getenv)
			if err != nil {
				return badInput("%w", err)
			}
			defer func() { _ = providers.Close() }()
			d.port(cmd.Context(), cfg)
			d.models(cmd.Context(), providers, cfg)
			return d.verdict()
		},
	}
	cmd.Flags().StringVar(&file, "bundle", "", "file to write a zip for a bug report to")
	cmd.Flags().StringVar(&config, "config", "", "config file (default: minehand/config.yaml in the user's config folder)")
	return cmd
}

// wanted reports whether the owner named a model server: the one that is looked
// for by itself may be missing.
func wanted(cfg app.Config, name string) bool {
	return name != app.LMStudio || cfg.Names(name) || os.Getenv(lmStudioEnv) != "" || cfg.Planner.Provider == app.LMStudio
}

// lmStudioEnv moves the built-in provider lmstudio to another address.
const lmStudioEnv = "LM_STUDIO_URL"

// doctor prints one line for each thing it looked at.
type doctor struct {
	out    io.Writer
	faults int
}

func (d *doctor) say(mark, format string, args ...any) {
	_, _ = fmt.Fprintf(d.out, mark+" "+format+"\n", args...)
}

func (d *doctor) ok(format string, args ...any)   { d.say("ok  ", format, args...) }
func (d *doctor) warn(format string, args ...any) { d.say("note", format, args...) }
func (d *doctor) fault(format string, args ...any) {
	d.faults++
	d.say("FIX ", format, args...)
}

func (d *doctor) verdict() error {
	if d.faults > 0 {
		return &exitError{code: exitIncomplete}
	}
	return nil
}

// port looks whether bodies can be listened for.
func (d *doctor) port(ctx context.Context, cfg app.Config) {
	port := app.DefaultPort
	if cfg.Port != nil {
		port = *cfg.Port
	}
	if app.SpeaksMinehand(ctx, port) {
		d.ok("A Minehand is running on port %d.", port)
		return
	}
	listeners, port, err := app.Listen(ctx, port)
	if err != nil {
		d.fault("%s", err)
		return
	}
	for _, l := range listeners {
		_ = l.Close()
	}
	d.ok("Port %d is free for bodies.", port)
}

// models asks every configured model server how it is.
func (d *doctor) models(ctx context.Context, providers *app.Providers, cfg app.Config) {
	for _, name := range providers.Names() {
		for _, f := range providers.Diagnose(ctx, name) {
			switch {
			case f.Mark == view.FindingOK:
				d.ok("%s", f.Text)
			case f.Mark == view.FindingFix && wanted(cfg, name):
				d.fault("%s", f.Text)
			default:
				d.warn("%s", f.Text)
			}
		}
	}
	d.offer(openai.Find(ctx, openai.Usual), providers)
	d.ok("The built-in planner needs no model.")
}

// offer tells of model servers that run here and are not in the config. They are
// not asked: their owner may not want that.
func (d *doctor) offer(found []openai.Found, configured *app.Providers) {
	for _, f := range found {
		known := slices.ContainsFunc(configured.Names(), func(name string) bool {
			e, _ := configured.Entry(name)
			return sameServer(e.Address(), f.URL)
		})
		if known {
			continue
		}
		model := "no model yet"
		if f.Model != "" {
			model = "the model " + f.Model
		}
		d.warn("%s answers at %s, with %s, and is not asked. To have it asked, add to the config: providers: [{name: %s, type: openai, config: {url: %q}}]",
			f.Kind, f.URL, model, strings.ToLower(strings.ReplaceAll(string(f.Kind), " ", "")), f.URL)
	}
}

// sameServer compares a host and port with an address; localhost goes by its
// numbers too.
func sameServer(hostPort, address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.ReplaceAll(hostPort, "127.0.0.1", "localhost") == strings.ReplaceAll(u.Host, "127.0.0.1", "localhost")
}
