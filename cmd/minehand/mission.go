// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/docs"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/missions"
)

func newMission() *cobra.Command {
	return group("mission", "Play scripted missions, and compare who plans them",
		`Missions are files that say what a player asks for in which world, who plans,
what goes wrong on the way, and what must be true in the end: docs/MISSIONS.md.`,
		newMissionRun(), newMissionList(), newMissionCheck(), newMissionCompare(), newMissionReport(), newMissionRecord(), newMissionWorker())
}

// loadMissions reads missions; what is wrong with them is bad input.
func loadMissions(paths []string) ([]missions.Mission, error) {
	if len(paths) == 0 {
		return nil, badInput("name a mission's file or a folder of them, such as missions/suite")
	}
	list, err := missions.Load(stages.Rules{}, paths...)
	if err != nil {
		return nil, badInput("%w", err)
	}
	return list, nil
}

func newMissionCheck() *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:     "check PATH...",
		Short:   "Check missions without playing them: every mistake with its line and the fix",
		Example: "  minehand mission check missions/suite",
		RunE: func(cmd *cobra.Command, paths []string) error {
			if schema {
				_, err := cmd.OutOrStdout().Write(docs.MissionSchema)
				return err
			}
			list, err := loadMissions(paths)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, nothing wrong with them.\n", game.Numbered(len(list), "mission"))
			return err
		},
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of the format, for editors")
	return cmd
}

func newMissionList() *cobra.Command {
	var asJSON bool
	var tags []string
	cmd := &cobra.Command{
		Use:     "list PATH...",
		Short:   "List missions with what they show",
		Example: "  minehand mission list missions/bench --tag diamond",
		RunE: func(cmd *cobra.Command, paths []string) error {
			list, err := loadMissions(paths)
			if err != nil {
				return err
			}
			list = tagged(list, tags)
			out := cmd.OutOrStdout()
			for i := range list {
				m := &list[i]
				if asJSON {
					err = json.NewEncoder(out).Encode(map[string]any{
						"name": m.Name, "about": m.About, "tags": m.Tags, "file": m.File, "line": m.Line, "hash": m.Hash})
				} else {
					_, err = fmt.Fprintf(out, "%-40s %s [%s]\n", m.Name, m.About, strings.Join(m.Tags, ", "))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line")
	cmd.Flags().StringSliceVar(&tags, "tag", nil, "only missions with one of these tags")
	return cmd
}

// tagged keeps the missions with one of the tags; without tags all of them.
func tagged(list []missions.Mission, tags []string) []missions.Mission {
	if len(tags) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(m missions.Mission) bool {
		return !slices.ContainsFunc(tags, func(t string) bool { return slices.Contains(m.Tags, t) })
	})
}

// clusterOptions say which NATS cluster is used.
type clusterOptions struct{ url, credentials string }

func (o *clusterOptions) flags(cmd *cobra.Command, name, usage, value string) {
	cmd.Flags().StringVar(&o.url, name, value, usage)
	cmd.Flags().StringVar(&o.credentials, "credentials", "", "file of NATS credentials, for a cluster beyond this computer")
}

// What the commands are for that only minehand-fleet carries out.
const (
	aboutWorker  = "Play the runs that `mission run --workers` puts into a cluster's queue"
	aboutCluster = "More than one machine: shared bodies and a queue of missions on NATS JetStream"
)

// missionOptions are the flags of mission run.
type missionOptions struct {
	attach                                              attachOptions
	instance, seeds, faults, sampling, junit, out, from string
	matrix                                              missions.Matrix
	parallel                                            int
	tags                                                []string
	json, timelines, watch                              bool
	cluster                                             clusterOptions
}

func newMissionRun() *cobra.Command {
	var o missionOptions
	cmd := &cobra.Command{
		Use:   "run PATH...",
		Short: "Play missions, each with a server and a world of its own",
		Long: `Play missions, each with a server and a world of its own, as processes, or with
--instance in the body of the Minehand that runs. The exit code is 0 when all
passed or were skipped, 1 when one did not, 2 for bad input.

A run that was broken off goes on when it is started again with the same --out.`,
		Example: `  minehand mission run missions/suite
  minehand mission run missions/bench --provider careful,hasty --config missions/models/config.yaml --assist none --out results
  minehand mission run --from results/manifest.json --out again`,
		RunE: func(cmd *cobra.Command, paths []string) error { return runMissions(cmd, o, paths) },
	}
	f := cmd.Flags()
	f.StringVar(&o.instance, "instance", "", "play in this live body of the Minehand that runs, instead of embedded worlds")
	f.IntVar(&o.attach.port, "port", settings.DefaultPort, "with --instance: port of the running Minehand")
	f.StringVar(&o.attach.dataDir, "data-dir", "", "with --instance: data folder of the running Minehand")
	f.StringVar(&o.attach.config, "config", "", "config file with the providers that may be asked (default: the user's)")
	f.StringSliceVar(&o.matrix.Providers, "provider", nil, "play with these instead of the missions' own providers")
	f.StringSliceVar(&o.matrix.Models, "model", nil, "play with these models")
	f.StringSliceVar(&o.matrix.Modes, "mode", nil, "play in these modes: hybrid, high-level, low-level, agent")
	f.StringSliceVar(&o.matrix.Assists, "assist", nil, "play with these assists: none, check, complete, translate")
	f.StringVar(&o.seeds, "seeds", "", "seeds of the worlds, such as 1-5 (default: the missions')")
	f.StringVar(&o.faults, "fault-seeds", "", "seeds of faults by chance, such as 1-5")
	f.StringVar(&o.sampling, "sampling-seeds", "", "seeds of models' sampling, such as 1-5")
	f.IntVar(&o.matrix.Repeat, "repeat", 1, "play each so often")
	f.Float64Var(&o.matrix.Scale, "scale", 0, "scale of grace, deadlines and the like, 0.001 to 1 (default: the missions'; 1 for real times)")
	f.DurationVar(&o.matrix.Wall, "limit", 0, "how long each may take, such as 10m (default: the missions' own limits, a minute)")
	f.IntVar(&o.parallel, "parallel", min(runtime.NumCPU(), 4), "play so many at a time")
	f.StringSliceVar(&o.tags, "tag", nil, "only missions with one of these tags")
	f.BoolVar(&o.json, "json", false, "print each result as a JSON object")
	f.StringVar(&o.junit, "junit", "", "write a JUnit report to this file")
	f.StringVar(&o.out, "out", "", "keep manifest, results and everything about each run in this folder")
	f.StringVar(&o.from, "from", "", "repeat the runs of this manifest")
	f.BoolVar(&o.timelines, "timelines", false, "print the timeline of every run, not only of those that failed")
	o.cluster.flags(cmd, "workers", "let the workers of this NATS cluster play, instead of this computer: nats://127.0.0.1:4222", "")
	f.BoolVar(&o.watch, "watch", false, "print what happens in every run as it happens (with --json: on standard error)")
	return cmd
}

// batch is the runs of one command.
type batch struct {
	o        missionOptions
	out      *output
	errs     io.Writer
	launcher missions.Launcher
	manifest *missions.Manifest
	runs     []missions.Run
	folder   *missions.Folder
	progress *missionProgress
}

func runMissions(cmd *cobra.Command, o missionOptions, paths []string) (err error) {
	if err := notEmpty(cmd, "out", "junit", "from", "instance", "workers", "credentials"); err != nil {
		return err
	}
	switch {
	case o.cluster.url == "":
	case o.instance != "":
		return badInput("--workers play in embedded worlds of their own: leave out --instance")
	case cmd.Flags().Changed("parallel"):
		return badInput("each worker says itself how many it plays at a time: leave out --parallel")
	default:
		if err := o.cluster.check(); err != nil {
			return fmt.Errorf("--workers: %w", err)
		}
	}
	b := &batch{o: o, out: newOutput(cmd.OutOrStdout()), errs: cmd.ErrOrStderr()}
	if paths, err = b.plan(cmd, paths); err != nil {
		return err
	}
	if err := b.prepare(cmd, paths); err != nil {
		return err
	}
	ignoreBrokenPipes()
	ctx, stop := untilSignal(cmd.Context(), b.out.broken)
	defer stop()
	err = b.play(ctx)
	return cmp.Or(b.out.fault(), err)
}

// ofManifest are the flags that a manifest has the values of.
var ofManifest = []string{"provider", "model", "mode", "assist", "seeds", "fault-seeds", "sampling-seeds", "repeat", "scale",
	"limit", "tag"}

// plan says which missions in which variants: those of the flags, or of a manifest.
func (b *batch) plan(cmd *cobra.Command, paths []string) ([]string, error) {
	o := &b.o
	if o.from != "" {
		return b.replan(cmd, paths)
	}
	if err := o.readSeeds(); err != nil {
		return nil, err
	}
	if o.matrix.Repeat < 1 || o.parallel < 1 || o.parallel > 64 {
		return nil, badInput("--repeat and --parallel count from 1, and at most 64 at a time")
	}
	if o.matrix.Wall < 0 {
		return nil, badInput("--limit: %s cannot be meant; use such as 10m", o.matrix.Wall)
	}
	if s := o.matrix.Scale; s != 0 && !(s >= 0.001 && s <= 1) {
		return nil, badInput("--scale: %v cannot be meant; use 0.001 to 1", s)
	}
	return paths, nil
}

// replan plays what a manifest says.
func (b *batch) replan(cmd *cobra.Command, paths []string) ([]string, error) {
	o := &b.o
	m, err := missions.ReadManifest(o.from)
	if err != nil {
		return nil, badInput("%w", err)
	}
	if len(paths) > 0 {
		return nil, badInput("--from says which missions: name none")
	}
	for _, name := range ofManifest {
		if cmd.Flags().Changed(name) {
			return nil, badInput("--from says how the missions are played: leave out --%s", name)
		}
	}
	o.matrix, b.manifest = m.Matrix, m
	o.attach.config = cmp.Or(o.attach.config, m.Config)
	return m.Paths, nil
}

// readSeeds reads the ranges of seeds into the matrix.
func (o *missionOptions) readSeeds() error {
	for _, l := range []struct {
		name, text string
		into       *[]int
	}{{"seeds", o.seeds, &o.matrix.World}, {"fault-seeds", o.faults, &o.matrix.Fault}, {"sampling-seeds", o.sampling, &o.matrix.Sampling}} {
		if l.text == "" {
			continue
		}
		seeds, err := parseSeeds(l.text)
		if err != nil {
			return badInput("--%s: %q is no range such as 1-5", l.name, l.text)
		}
		for _, s := range seeds {
			*l.into = append(*l.into, int(s))
		}
	}
	return nil
}

// prepare reads missions and config and makes what plays them.
func (b *batch) prepare(cmd *cobra.Command, paths []string) error {
	o := &b.o
	list, err := loadMissions(paths)
	if err != nil {
		return err
	}
	if list = tagged(list, o.tags); len(list) == 0 {
		return badInput("no mission has one of the tags %s", strings.Join(o.tags, ", "))
	}
	hashes, list, err := b.asBefore(list)
	if err != nil {
		return err
	}
	if b.runs, err = o.matrix.Runs(stages.Rules{}, list); err != nil {
		return badInput("%w", err)
	}
	cfg, err := loadConfig(cmd, o.attach.config)
	if err != nil {
		return err
	}
	if o.instance != "" {
		b.launcher, err = o.live(cmd)
	} else {
		b.launcher, err = o.processes(cfg)
	}
	if err != nil {
		return err
	}
	var models []missions.ModelInfo
	if o.instance == "" { // else they are those of the Minehand that runs
		if models, err = stages.Models(cmd.Context(), cfg, b.runs, os.Getenv); err != nil {
			return badInput("%w", err)
		}
	}
	for i := range paths {
		if abs, err := filepath.Abs(paths[i]); err == nil {
			paths[i] = abs
		}
	}
	b.manifest = missions.Manifest{
		Version: release.Version(), Commit: stages.Commit(), Data: data.DefaultVersion, Paths: paths,
		Missions: hashes, Matrix: o.matrix, Runs: len(b.runs), Config: cfg.Path(), Models: models,
	}.Begun()
	return nil
}

// asBefore are the missions with their hashes; with a manifest, those that were played by it, which
// must not have changed.
func (b *batch) asBefore(list []missions.Mission) (map[string]string, []missions.Mission, error) {
	hashes := map[string]string{}
	played := list[:0:0]
	for _, m := range list {
		if b.manifest != nil {
			switch was := b.manifest.Missions[m.Name]; was {
			case "":
				continue // only those that were played
			case m.Hash:
			default:
				return nil, nil, badInput("%s:%d: the mission %s is not the one of the manifest any more; take the commit %s",
					m.File, m.Line, m.Name, b.manifest.Commit)
			}
		}
		hashes[m.Name] = m.Hash
		played = append(played, m)
	}
	return hashes, played, nil
}

// processes launches servers and worlds as this very program.
func (o *missionOptions) processes(cfg settings.Config) (missions.Launcher, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("this program cannot find itself to start servers: %w", err)
	}
	settings, err := stages.Settings(cfg.Path())
	if err != nil {
		return nil, badInput("%w", err)
	}
	return stages.Processes{Program: self, Settings: settings}, nil
}

// live launches nothing: the body is there.
func (o *missionOptions) live(cmd *cobra.Command) (missions.Launcher, error) {
	o.attach.seed, o.attach.speed = 1, 1
	if _, err := o.attach.load(cmd); err != nil {
		return nil, err
	}
	token, err := o.attach.token()
	if err != nil {
		return nil, badInput("%w", err)
	}
	o.parallel = 1 // it has one body
	return stages.Live{Port: o.attach.port, Token: token, Instance: o.instance}, nil
}

// play plays the runs and shows them.
func (b *batch) play(ctx context.Context) (err error) {
	o := &b.o
	results := map[string]*missions.Result{} // by the ids of their runs
	if o.out != "" {
		folder, rows, err := missions.OpenFolder(o.out, b.manifest)
		if err != nil {
			return badInput("%w", err)
		}
		b.folder = folder
		defer func() { err = errors.Join(err, folder.Close()) }()
		for i := range rows {
			results[rows[i].Run] = rows[i].Played()
		}
	}
	todo := slices.DeleteFunc(slices.Clone(b.runs), func(r missions.Run) bool { return results[r.ID] != nil })
	b.progress = &missionProgress{
		out: newPrintable(b.out, o.json), json: o.json, all: o.timelines, watch: o.watch, of: len(b.runs), done: len(b.runs) - len(todo),
		now: map[string]string{}, errs: b.errs,
	}
	if !o.json && !o.watch && tty(b.out.to) != nil {
		b.progress.line.to = b.out
	}
	if len(todo) < len(b.runs) {
		b.progress.say("%d of %d runs were played before; the others follow.", len(b.runs)-len(todo), len(b.runs))
	}
	err = b.runsOf(ctx, todo, func(res *missions.Result) error {
		results[res.Run.ID] = res
		if b.folder != nil {
			if err := b.folder.Add(res); err != nil {
				return err
			}
		}
		return b.progress.result(res)
	})
	if o.junit != "" {
		err = errors.Join(err, b.junit(results))
	}
	failed := 0
	for _, res := range results {
		if res.Outcome == missions.Missed || res.Outcome == missions.Infrastructure {
			failed++
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		again := ""
		if o.out != "" {
			again = "; the same command goes on where it was"
		}
		return fmt.Errorf("broken off after %d of %d runs%s", b.progress.done, len(b.runs), again)
	case err != nil:
		return err
	case failed > 0:
		b.progress.say("%d of %s failed.", failed, game.Numbered(len(b.runs), "run"))
		return &exitError{code: exitIncomplete}
	}
	b.progress.say("%s passed.", b.progress.summary())
	return nil
}

// junit writes all results in their order, whenever they were played.
func (b *batch) junit(results map[string]*missions.Result) error {
	all := make([]*missions.Result, 0, len(b.runs))
	for i := range b.runs {
		if res := results[b.runs[i].ID]; res != nil {
			all = append(all, res)
		}
	}
	return writeFile(b.o.junit, nil, func(w io.Writer) error { return missions.WriteJUnit(w, release.Version(), all) })
}

// runsOf plays runs here, or has workers play them.
func (b *batch) runsOf(ctx context.Context, runs []missions.Run, done func(*missions.Result) error) error {
	if b.o.cluster.url == "" {
		runner := &missions.Runner{Launcher: b.launcher, Progress: b.progress.moment}
		return runner.Play(ctx, runs, b.o.parallel, done)
	}
	return b.byWorkers(ctx, runs, done)
}

// writeFile writes a file whole, or leaves what was there; without a path it writes to out.
func writeFile(path string, out io.Writer, write func(io.Writer) error) error {
	if path == "" {
		return write(out)
	}
	var text bytes.Buffer
	err := write(&text)
	if err == nil {
		err = wholefile.Write(path, text.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// missionProgress shows what happens in runs, and their results as they come.
type missionProgress struct {
	out io.Writer
	// errs has what is watched beside --json.
	errs io.Writer
	json bool
	all  bool
	// watch prints each line of every timeline.
	watch bool

	mu sync.Mutex
	// line says on the terminal below out what goes on now.
	line     statusLine
	done, of int
	skipped  int
	// now is what was last heard of each run under way.
	now map[string]string
}

// moment takes in a line of a run's timeline. It is called from the runs'
// goroutines.
func (p *missionProgress) moment(run *missions.Run, m missions.Moment) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watch {
		to := p.out
		if p.json {
			to = p.errs
		}
		_, _ = fmt.Fprintf(to, "%s %8.3f s  %-8s %s\n", run.ID, float64(m.At)/1000, m.Kind, game.Plain(m.Text))
	}
	p.now[run.ID] = fmt.Sprintf("%s: %s", run.Mission.Name, game.Plain(m.Text))
	p.draw()
}

// widest is how much of a line that is drawn anew is shown, in letters.
const widest = 79

// draw writes the line of what goes on; p.mu is held.
func (p *missionProgress) draw() {
	if len(p.now) == 0 {
		p.line.clear()
		return
	}
	text := []rune(fmt.Sprintf("%d of %d, %d under way; %s", p.done, p.of, len(p.now), p.now[slices.Min(slices.Collect(maps.Keys(p.now)))]))
	p.line.show(string(text[:min(len(text), widest)]))
}

// say prints a line above the one that is drawn; p.mu is held, or nothing runs.
func (p *missionProgress) say(format string, args ...any) {
	if p.json {
		return
	}
	p.line.clear()
	_, _ = fmt.Fprintf(p.out, format+"\n", args...)
}

// notice says something in the middle of runs.
func (p *missionProgress) notice(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.say("%s", text)
	p.draw()
}

func (p *missionProgress) summary() string {
	text := game.Numbered(p.of-p.skipped, "run")
	if p.skipped > 0 {
		text = strconv.Itoa(p.skipped) + " skipped, " + text
	}
	return text
}

func (p *missionProgress) result(res *missions.Result) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	delete(p.now, res.Run.ID)
	if p.json {
		return json.NewEncoder(p.out).Encode(res.Row())
	}
	line := fmt.Sprintf("[%d/%d] %-14s %s (%s, %.1f s)", p.done, p.of, res.Outcome, res.Run.ID, res.Verdict, res.Took.Seconds())
	if res.Outcome == missions.Skipped {
		p.skipped++
	}
	if res.Why != "" {
		line += ": " + res.Why
	}
	p.say("%s", line)
	for _, f := range res.Failures {
		p.say("    %s", f)
	}
	if (p.all || res.Outcome == missions.Missed) && !p.watch {
		p.say("%s", strings.TrimRight(res.TimelineText(), "\n"))
	}
	p.draw()
	return nil
}
