// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// playOptions are the flags of play.
type playOptions struct {
	goal, actions, provider, mode, fallback, seeds, inventory string
	version, policy, body, instance, dataDir, config, guess   string
	seed                                                      int64
	wild, monsters, json, approve, yes, plain                 bool
	players, port                                             int
	speed                                                     float64
	timeout                                                   time.Duration
}

// The bodies that play knows.
const (
	bodyEmbedded = "embedded"
	bodyV1       = "v1"
	bodyV1Worst  = "v1-worst"
	bodyExternal = "external"
)

func newPlay() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play [GOAL]",
		Short: "Carry out a goal, in the embedded world unless told otherwise",
		Long: `Carry out a goal, in the embedded world unless told otherwise. Without a goal,
talk to Minehand there, as with the command shell. In that world stands a second
player, Steve, who is you: come here, follow me and give me 3 dirt mean him.`,
		Example: `  minehand play "get 3 diamonds"
  minehand play "make a furnace" --seed 7 --inventory oak_log=4
  minehand play "get 128 oak logs with everyone" --players 4
  minehand play "get 1 iron ingot" --body external --port 9876
  minehand play --actions list.json --body external`,
		Args: func(_ *cobra.Command, args []string) error {
			if o.actions != "" && len(args) > 0 {
				return badInput("play takes a goal or --actions, not both")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.actions == "" && len(args) == 0 {
				return runPractice(cmd, o)
			}
			o.goal = strings.TrimSpace(strings.Join(args, " "))
			return runPlay(cmd, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.actions, "actions", "", "instead of a goal: a file with a JSON list of actions, run as they are")
	f.StringVar(&o.provider, "provider", "",
		"who plans: auto, builtin, lmstudio or a provider of the config (default: the config's, else auto)")
	o.goalFlags(f)
	f.StringVar(&o.fallback, "fallback", "", "when a model makes no plan that works: builtin or fail (default: the config's, else builtin)")
	f.Int64Var(&o.seed, "seed", 1, "seed of the embedded world")
	f.StringVar(&o.seeds, "seeds", "", "run every seed of a range, such as 1-20")
	f.StringVar(&o.inventory, "inventory", "", "what the embedded player starts with: item=count,...")
	f.BoolVar(&o.wild, "wild", false, "leave villages and other structures out of the embedded world: what they have must be grown")
	f.BoolVar(&o.monsters, "monsters", false, "zombies come out in the embedded world's nights; light and walls keep them away")
	f.IntVar(&o.players, "players", 1, "how many play in the embedded world; \"get 128 oak logs with everyone\" is shared among them")
	f.StringVar(&o.version, "version", "", "Minecraft version of the embedded world (default 1.21.5)")
	f.Float64Var(&o.speed, "speed", 60, "game seconds a second in the embedded world")
	f.StringVar(&o.policy, "policy", "",
		"after a failed action: "+strings.Join(settings.Policies, ", ")+" (default: the config's, else replan)")
	f.StringVar(&o.body, "body", bodyEmbedded, "who plays: embedded, v1, v1-worst (embedded worlds too) or external (wait for a mod)")
	f.StringVar(&o.instance, "instance", "", "with --body external: the instanceId to wait for (default: the first that registers)")
	f.StringVar(&o.dataDir, "data-dir", "", "folder that keeps the journal, made if missing (default: a temporary one)")
	f.IntVar(&o.port, "port", -1, "port for bodies, 0 for any free one (default: any; 9876 with --body external)")
	configFlag(f, &o.config)
	return cmd
}

// runPractice is play without a goal: a talk in the embedded world.
func runPractice(cmd *cobra.Command, o playOptions) error {
	var odd error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"seed", "inventory", "wild", "monsters", "players", "version", "speed", "config", "plain"}, f.Name) {
			odd = badInput("play needs a goal for --%s, such as: minehand play \"get 3 diamonds\"", f.Name)
		}
	})
	if odd != nil {
		return odd
	}
	items, err := parseInventory(o.inventory)
	if err != nil {
		return err
	}
	return runShell(cmd, attachOptions{
		config: o.config, practice: true, seed: o.seed, speed: o.speed,
		world: view.PracticeStart{Inventory: items, Version: o.version, Wild: o.wild, Players: o.players, Monsters: o.monsters},
	}, o.plain)
}

func runPlay(cmd *cobra.Command, o playOptions) error {
	collectAt(briefPercent)
	p, err := preparePlay(cmd, o)
	if err != nil {
		return err
	}
	defer func() { _ = p.planner.Close() }()
	ignoreBrokenPipes()
	ctx, wish, stop := stopSignals(cmd.Context())
	defer stop()
	p.wish = wish
	if len(p.seeds) > 0 {
		err = p.runSeeds(ctx)
	} else {
		var s summary
		if s, err = p.run(ctx, o.seed); err == nil {
			err = s.err()
		}
	}
	return cmp.Or(p.out.fault(), err)
}

// readInput reads what is to be done, and what the flags give the world.
func (p *player) readInput() (err error) {
	if p.actions != "" {
		if p.list, err = readActions(p.actions); err != nil {
			return err
		}
		p.goal = game.Numbered(len(p.list), "action") + " from " + filepath.Base(p.actions)
	} else if p.goal == "" {
		return badInput(`the goal is empty; write for example: minehand play "get 3 diamonds"`)
	}
	if p.items, err = parseInventory(p.inventory); err != nil {
		return err
	}
	if p.playOptions.seeds != "" {
		p.seeds, err = parseSeeds(p.playOptions.seeds)
	}
	return err
}

// preparePlay checks every flag before anything starts.
func preparePlay(cmd *cobra.Command, o playOptions) (*player, error) {
	cfg, err := loadConfig(cmd, o.config)
	if err != nil {
		return nil, err
	}
	p := newPlayer(cmd, o, cfg)
	if err := p.readInput(); err != nil {
		return nil, err
	}
	if err := p.checkFlags(cmd); err != nil {
		return nil, err
	}
	if err := p.cfg.Validate(); err != nil {
		return nil, o.blame(err)
	}
	if err := ui.CheckPrompt(p.prompt()); err != nil {
		return nil, badInput("%w", err)
	}
	if err := tellVersion(cmd, p.version); err != nil {
		return nil, err
	}
	if p.planner, err = newPlanner(p.cfg, p.dataDir); err != nil {
		return nil, err
	}
	return p, nil
}

// tellVersion says what is to be known of a Minecraft version that was named.
func tellVersion(cmd *cobra.Command, version string) error {
	if version == "" {
		return nil
	}
	v, err := data.Load(version)
	if err != nil {
		return badInput("--version: %w", err)
	}
	if n := v.Notice(); n != "" {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "minehand: "+n)
	}
	return nil
}

// blame names the flag that a setting was given with.
func (o *playOptions) blame(err error) error {
	var bad *settings.Error
	if errors.As(err, &bad) {
		switch {
		case bad.Setting == "planner.mode" && o.mode != "":
			return badInput("--mode: %w", bad.Fault)
		case bad.Setting == "planner.fallback" && o.fallback != "":
			return badInput("--fallback: %w", bad.Fault)
		}
	}
	return badInput("%w", err)
}

// goalFlags are those of play and do.
func (o *playOptions) goalFlags(f *pflag.FlagSet) {
	f.StringVar(&o.mode, "mode", "", "how a model is asked: hybrid, high-level, low-level or agent (default: the config's, else hybrid)")
	f.StringVar(&o.guess, "guess", "",
		"run: carry out what a model only guessed at without a yes, unverified at best (default: ask, and without a terminal do not)")
	f.BoolVar(&o.approve, "approve", false, "show every plan and wait for a yes before it runs")
	f.BoolVar(&o.yes, "yes", false, "say yes to everything that would be asked")
	f.BoolVar(&o.json, "json", false, "print one JSON object a line: events, then the summary")
	f.BoolVar(&o.plain, "plain", false, "print plain lines even to a terminal")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the goal after this long (default: no limit of its own)")
}

// checkGoal says what is wrong with those flags.
func (o *playOptions) checkGoal() error {
	if o.timeout < 0 {
		return badInput("--timeout cannot be negative")
	}
	if o.guess != "" && o.guess != "ask" && o.guess != game.GuessRun {
		return badInput("--guess: %q is none of ask, run", o.guess)
	}
	return nil
}

// badPlayers says what is wrong with how many play.
func badPlayers(n int) error {
	if n < 1 || n > app.MostPlayers {
		return badInput("--players must be 1 to %d", app.MostPlayers)
	}
	return nil
}

func (p *player) checkFlags(cmd *cobra.Command) error {
	if !slices.Contains([]string{bodyEmbedded, bodyV1, bodyV1Worst, bodyExternal}, p.body) {
		return badInput("--body: %q is none of embedded, v1, v1-worst, external", p.body)
	}
	external := p.body == bodyExternal
	if err := badPlayers(p.players); err != nil {
		return err
	}
	if external && (len(p.seeds) > 0 || len(p.items) > 0 || p.players > 1) {
		return badInput("--seeds, --inventory and --players belong to the embedded world; leave them out with --body external")
	}
	if p.instance != "" && !external {
		return badInput("--instance belongs to --body external")
	}
	if err := p.checkGoal(); err != nil {
		return err
	}
	if err := p.checkNumbers(); err != nil {
		return err
	}
	for _, f := range []struct{ flag, setting *string }{
		{&p.provider, &p.cfg.Planner.Provider}, {&p.mode, &p.cfg.Planner.Mode}, {&p.fallback, &p.cfg.Planner.Fallback},
	} {
		if *f.flag != "" {
			*f.setting = *f.flag
		}
	}
	p.policy = cmp.Or(p.policy, p.cfg.Planner.Policy)
	if p.policy != "" && !slices.Contains(settings.Policies, p.policy) {
		return badInput("--policy: %q is none of %s", p.policy, strings.Join(settings.Policies, ", "))
	}
	return p.checkPort(cmd)
}

// checkNumbers checks seed and speed.
func (p *player) checkNumbers() error {
	if p.seed < 1 {
		return badInput("--seed must be at least 1")
	}
	if !(p.speed > 0 && p.speed <= maxSpeed) {
		return badInput("--speed must be above 0 and at most 10000 game seconds a second")
	}
	return nil
}

// checkPort takes the usual port where none is named: of the running Minehand for a body of its own,
// else any free one.
func (p *player) checkPort(cmd *cobra.Command) error {
	if cmd.Flags().Changed("port") {
		if err := checkPort(p.port, 0); err != nil {
			return badInput("%w, or 0 for any free one", err)
		}
		return nil
	}
	if p.port = 0; p.body == bodyExternal {
		p.port = portOf(p.cfg)
	}
	return nil
}

// newView chooses how progress is shown.
func (p *player) newView(simSeconds func() float64) screen {
	if p.json {
		return newJSONView(p.out)
	}
	if len(p.seeds) > 0 {
		return &seedView{plainView{out: p.out}}
	}
	if f := drawable(p.out.to); f != nil && !p.plain && !*p.prompt().Settings.Approve {
		return newLiveView(f, p.goal, simSeconds)
	}
	return &plainView{out: p.out}
}

// errSecondSignal is the cause when a person asks twice.
var errSecondSignal = errors.New("interrupted")

// untilSignal ends the context at the first interrupt, or when over is closed,
// if it is not nil.
func untilSignal(parent context.Context, over <-chan struct{}) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(parent, ends()...)
	go func() {
		select {
		case <-over:
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}

// stopSignals turns the first interrupt into a closed channel, the wish to
// stop, and the second into the end of the context.
func stopSignals(parent context.Context) (context.Context, <-chan struct{}, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	wish := make(chan struct{})
	ch := make(chan os.Signal, 2)
	signal.Notify(ch, ends()...)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, heed := range [...]func(){func() { close(wish) }, func() { cancel(errSecondSignal) }} {
			select {
			case <-ch:
				heed()
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, wish, func() { signal.Stop(ch); cancel(nil); <-done }
}

// player runs goals as the flags say.
type player struct {
	playOptions
	cfg settings.Config
	// list is what to do when it is no goal in words; goal is then its title.
	list    []game.Action
	items   map[string]int
	seeds   []int64
	planner *app.Planner
	// typed gives what the person types, line by line; nothing is read before it
	// is called.
	typed func() <-chan string
	// alone: nobody is there to be asked.
	alone bool
	out   *output
	// wish is closed when a person wants to stop.
	wish <-chan struct{}
}

func newPlayer(cmd *cobra.Command, o playOptions, cfg settings.Config) *player {
	in := cmd.InOrStdin()
	return &player{playOptions: o, cfg: cfg, typed: typedLines(in), alone: piped(in), out: newOutput(cmd.OutOrStdout())}
}
