// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/conformance"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// conformanceOptions are the flags of conformance.
type conformanceOptions struct {
	port                    int
	timeout                 time.Duration
	only, junit, transcript string
	json, yes               bool
}

func newConformance() *cobra.Command {
	var o conformanceOptions
	cmd := &cobra.Command{
		Use:   "conformance",
		Short: "Test which rules of the mod protocol a body keeps",
		Long: `Wait for a body, such as a mod that is being written, play Minehand's side of
the mod protocol against it, badly on purpose too, and print what holds, by rule
and by action. The cases dig, build and fight: they run only in a world whose id
begins with ` + conformance.WorldPrefix + `, unless --yes is given. docs/CONFORMANCE.md says what
each case means.`,
		Example: `  minehand conformance --yes
  minehand conformance --only "action/mine/*" --transcript frames.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runConformance(cmd, o) },
	}
	f := cmd.Flags()
	f.IntVar(&o.port, "port", settings.DefaultPort, "port to wait on, 0 for any free one")
	f.DurationVar(&o.timeout, "timeout", 5*time.Minute, "how long to wait for a body in a world")
	f.StringVar(&o.only, "only", "", "run the cases whose id contains this, or matches it when it holds * or ?")
	f.BoolVar(&o.json, "json", false, "print one JSON object a case with its frames, then a summary")
	f.StringVar(&o.junit, "junit", "", "write the report to this file as JUnit XML")
	f.StringVar(&o.transcript, "transcript", "", "write every frame to this file, one JSON object a line")
	f.BoolVar(&o.yes, "yes", false, "run in any world, and with bodies that do not say in which they are")
	return cmd
}

func runConformance(cmd *cobra.Command, o conformanceOptions) (err error) {
	if o.timeout <= 0 {
		return badInput("--timeout must be above 0")
	}
	if err := notEmpty(cmd, "only", "junit", "transcript"); err != nil {
		return err
	}
	c := &conformanceRun{conformanceOptions: o, out: cmd.OutOrStdout(), notes: cmd.ErrOrStderr()}
	if !o.json {
		c.notes = c.out
	}
	suite, err := conformance.New(conformance.Config{
		Only: o.only, AnyWorld: o.yes, Wait: o.timeout, Body: c.body, Early: c.early, Each: c.each, Frame: c.frame, Lexicon: lexiconOf,
	})
	if err != nil {
		return badInput("--only: %w", err)
	}
	junit, err := c.openFiles()
	if err != nil {
		return badInput("%w", err)
	}
	defer func() { err = errors.Join(err, c.closeFiles(junit)) }()

	ctx, stop := untilSignal(cmd.Context(), nil)
	defer stop()
	listeners, port, err := app.Listen(ctx, o.port)
	if err != nil {
		return startError(err)
	}
	var running sync.WaitGroup
	defer running.Wait()
	log := slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	srv := &http.Server{Handler: app.Guard(port, suite), ReadHeaderTimeout: 10 * time.Second, ErrorLog: log}
	defer func() { _ = srv.Close() }()
	c.note("Waiting for a body on ws://localhost:%d/ for %s", port, o.timeout)
	for _, l := range listeners {
		running.Go(func() { _ = srv.Serve(l) }) // ends with Close
	}

	report, err := suite.Run(ctx)
	c.end(report, err)
	if junit != nil {
		c.keep(conformance.WriteJUnit(junit, report))
	}
	return c.verdict(report, err)
}

// conformanceRun writes what a run finds out. Its methods but frame are called
// from one goroutine, early from those of sockets before there is anything else.
type conformanceRun struct {
	conformanceOptions
	out, notes io.Writer
	wrote      error // the first that failed

	frames     *bufio.Writer
	framesFile *os.File
}

func (c *conformanceRun) keep(err error) {
	c.wrote = cmp.Or(c.wrote, err)
}

// early says what was wrong with a frame that came before a register.
func (c *conformanceRun) early(why string) { c.note("A body that has not registered: %s.", why) }

func (c *conformanceRun) note(format string, args ...any) {
	_, err := fmt.Fprintf(c.notes, format+"\n", args...)
	c.keep(err)
}

func (c *conformanceRun) body(b conformance.Body) {
	world := cmp.Or(b.World, "not said")
	c.note("Body %s, protocol %d, Minecraft %s, world %s", b.InstanceID, b.Protocol, b.Version, world)
}

func (c *conformanceRun) each(v conformance.Verdict) {
	write := conformance.WriteText
	if c.json {
		write = conformance.WriteJSON
	}
	c.keep(write(c.out, v))
}

// frame writes a frame of the transcript; the suite calls it for one after the
// other.
func (c *conformanceRun) frame(f conformance.Frame) {
	if c.frames == nil {
		return
	}
	if line, err := json.Marshal(f); err == nil {
		_, _ = c.frames.Write(append(line, '\n')) // Flush has the error
	}
}

// noVerdict is the summary of a run that found nothing out.
type noVerdict struct {
	Summary bool   `json:"summary"`
	Error   string `json:"error"`
	Passed  int    `json:"passed"`
	Failed  int    `json:"failed"`
	Skipped int    `json:"skipped"`
}

func (c *conformanceRun) end(r conformance.Report, err error) {
	switch none := len(r.Verdicts) == 0 && err != nil; {
	case c.json && none:
		c.keep(writeJSON(c.out, noVerdict{Summary: true, Error: err.Error()}))
	case c.json:
		c.keep(conformance.WriteSummaryJSON(c.out, r))
	case !none:
		c.note("%s", r.Summary())
	}
}

// openFiles makes the files before anything runs, so that a wrong path is said
// at once.
func (c *conformanceRun) openFiles() (junit *os.File, err error) {
	if c.transcript != "" {
		if c.framesFile, err = os.Create(c.transcript); err != nil {
			return nil, fmt.Errorf("--transcript: %w", err)
		}
		c.frames = bufio.NewWriter(c.framesFile)
	}
	if c.junit == "" {
		return nil, nil
	}
	if junit, err = os.Create(c.junit); err != nil {
		return nil, errors.Join(fmt.Errorf("--junit: %w", err), c.closeFiles(nil))
	}
	return junit, nil
}

func (c *conformanceRun) closeFiles(junit *os.File) error {
	var errs []error
	if c.frames != nil {
		errs = append(errs, c.frames.Flush(), c.framesFile.Close())
	}
	if junit != nil {
		errs = append(errs, junit.Close())
	}
	return errors.Join(errs...)
}

// verdict is the program's end: 0 all passed, 1 some failed, nobody came or the
// run was broken off, 2 it must not or cannot begin like this.
func (c *conformanceRun) verdict(r conformance.Report, err error) error {
	switch {
	case errors.Is(err, conformance.ErrForeignWorld), errors.Is(err, conformance.ErrNoCase):
		return badInput("%w", err)
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted: the cases left were not run")
	case err == nil && c.wrote == nil && r.Count(conformance.Fail) > 0:
		return &exitError{code: exitIncomplete}
	}
	return cmp.Or(err, c.wrote)
}

// lexiconOf gives the names of a body's version, of the default one for a body
// that names none that can be read.
func lexiconOf(version string, extra *game.Extra) conformance.Lexicon {
	v, err := data.Load(version)
	if err != nil {
		if v, err = data.Load(""); err != nil {
			return nil
		}
	}
	return lexicon.Of(v.With(extra))
}
