// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

func newDoctor() *cobra.Command {
	var config, file, dataDir, model string
	var verify bool
	var port int
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what keeps Minehand from working, and name the fix",
		Long: `Look for what keeps Minehand from working, and name the fix.

With --verify all of the history is looked at, which may take a minute; of a
Minehand that runs it is told when that was last done. Damage is mended from
the copies and the log beside the history.

With --model NAME (a provider, PROVIDER/MODEL, or a model of the provider that is
asked first) a model is asked a few small questions: how soon and how fast it
answers, whether it keeps to a form and calls tools, what its server refuses.

With --bundle the same is written to a zip for a bug report, with version,
configuration, the Minecraft that runs and the list of files in the data
folder: no keys, tokens, names or anything that was said or done.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if err := notEmpty(cmd, "config", "bundle", "data-dir", "model"); err != nil {
				return err
			}
			var report bytes.Buffer
			cfg, warnings, err := settings.Load(config)
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
			if err := checkPort(port, 0); err != nil {
				return err
			}
			if cmd.Flags().Changed("port") {
				cfg.Port = &port
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
			if model != "" {
				ctx, stop := untilSignal(cmd.Context(), nil)
				defer stop()
				d.measure(ctx, providers, model)
				return d.verdict()
			}
			d.port(cmd.Context(), cfg)
			d.models(cmd.Context(), providers, cfg)
			if verify {
				d.history(cmd.Context(), cfg, dataDir)
			}
			return d.verdict()
		},
	}
	cmd.Flags().StringVar(&file, "bundle", "", "file to write a zip for a bug report to")
	cmd.Flags().IntVar(&port, "port", settings.DefaultPort, "port that is looked at (default: the config's)")
	cmd.Flags().StringVar(&model, "model", "", "model to ask a few small questions, and nothing else")
	cmd.Flags().BoolVar(&verify, "verify", false, "look at all of the history")
	cmd.Flags().StringVar(&dataDir, "data-dir", "", "data folder whose history --verify looks at (default: the config's, or Minehand's own)")
	configFlag(cmd.Flags(), &config)
	return cmd
}

// wanted reports whether the owner named a model server: the one that is looked
// for by itself may be missing.
func wanted(cfg settings.Config, name string) bool {
	return name != providers.LMStudio || cfg.Names(name) || os.Getenv(lmStudioEnv) != "" || cfg.Planner.Provider == providers.LMStudio
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
func (d *doctor) fault(sentence string) {
	d.faults++
	d.say("FIX ", "%s", sentence)
}

func (d *doctor) verdict() error {
	if d.faults > 0 {
		return &exitError{code: exitIncomplete}
	}
	return nil
}

// port looks whether bodies can be listened for.
func (d *doctor) port(ctx context.Context, cfg settings.Config) {
	port := portOf(cfg)
	if app.SpeaksMinehand(ctx, port) {
		d.ok("A Minehand is running on port %d.", port)
		return
	}
	listeners, port, err := app.Listen(ctx, port)
	if err != nil {
		d.fault(err.Error())
		return
	}
	for _, l := range listeners {
		_ = l.Close()
	}
	d.ok("Port %d is free for bodies.", port)
}

// history looks at all of the history, or asks the Minehand that runs.
func (d *doctor) history(ctx context.Context, cfg settings.Config, dataDir string) {
	dir, err := dataFolder(dataDir, cfg)
	if err != nil {
		d.fault(err.Error())
		return
	}
	found, err := app.VerifyHistory(ctx, dir)
	if errors.Is(err, app.ErrHistoryInUse) {
		found, err = runningHistory(ctx, cfg, dir, err)
	}
	switch {
	case errors.Is(err, app.ErrNoJournal):
		d.warn("There is no history in %s yet.", dir)
	case err != nil:
		d.fault(game.FullSentence(err.Error()))
	}
	d.tell(found)
}

// tell prints findings.
func (d *doctor) tell(found []view.Finding) {
	for _, f := range found {
		switch f.Mark {
		case view.FindingOK:
			d.ok("%s", f.Text)
		case view.FindingFix:
			d.fault(f.Text)
		default:
			d.warn("%s", f.Text)
		}
	}
}

// measure asks a model a few small questions.
func (d *doctor) measure(ctx context.Context, providers *app.Providers, name string) {
	_, found, err := providers.Measure(ctx, name)
	if err != nil && len(found) == 0 {
		d.fault(game.FullSentence(err.Error()))
	}
	d.tell(found)
}

// runningHistory asks the Minehand that runs on a data folder. inUse says who does,
// for when it is not on the config's port.
func runningHistory(ctx context.Context, cfg settings.Config, dir string, inUse error) ([]view.Finding, error) {
	o := attachOptions{dataDir: dir}
	token, err := o.token()
	if err != nil {
		return nil, err
	}
	port := portOf(cfg)
	c, err := client.Dial(ctx, port, token)
	if err != nil {
		return nil, fmt.Errorf("%w. On port %d it cannot be asked; name the port that it printed with --port", inUse, port)
	}
	defer func() { _ = c.Close() }()
	found, err := c.DiagnoseHistory(ctx)
	return found.Findings, err
}

// models asks every configured model server how it is.
func (d *doctor) models(ctx context.Context, providers *app.Providers, cfg settings.Config) {
	for _, name := range providers.Names() {
		found := providers.Diagnose(ctx, name)
		for i := range found {
			if !wanted(cfg, name) && found[i].Mark == view.FindingFix {
				found[i].Mark = view.FindingNote
			}
		}
		d.tell(found)
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
		d.warn("%s answers at %s, with %s, and is not asked. To have it asked, add to the config: "+
			"providers: [{name: %s, type: openai, config: {url: %q}}]",
			f.Kind, f.URL, model, strings.ToLower(strings.ReplaceAll(string(f.Kind), " ", "")), f.URL)
	}
}

// sameServer compares a host and port with an address; localhost goes by its
// numbers too.
func sameServer(hostPort, address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.ReplaceAll(hostPort, "127.0.0.1", "localhost") == strings.ReplaceAll(u.Host, "127.0.0.1", "localhost")
}
