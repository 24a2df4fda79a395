package main

import (
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
)

func newDo() *cobra.Command {
	var (
		o attachOptions
		p playOptions
	)
	cmd := &cobra.Command{
		Use:   "do GOAL",
		Short: "Have the running Minehand carry out a goal, and follow it to its end",
		Long: `Give a goal to the Minehand that runs on the port and follow it to its end. When
none runs, one is started for this goal; it waits for a body, such as Minecraft
with a mod, on the port. The exit codes are those of play.`,
		Example: `  minehand do "get 3 diamonds"
  minehand do --practice "make a furnace"`,
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, " ")) == "" {
				return badInput(`do needs a goal, such as: minehand do "get 3 diamonds"`)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.goal = strings.TrimSpace(strings.Join(args, " "))
			return runDo(cmd, o, p)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.instance, "instance", "", "the instanceId of the player that does it (default: the only one, or the first that registers)")
	f.BoolVar(&p.approve, "approve", false, "show every plan and wait for a yes before it runs")
	f.BoolVar(&p.yes, "yes", false, "say yes to everything that would be asked")
	f.BoolVar(&p.json, "json", false, "print one JSON object a line: events, then the summary")
	f.BoolVar(&p.plain, "plain", false, "print plain lines even to a terminal")
	f.DurationVar(&p.timeout, "timeout", 0, "stop the goal after this long (default: no limit of its own)")
	return cmd
}

func runDo(cmd *cobra.Command, o attachOptions, p playOptions) (err error) {
	cfg, err := o.load(cmd)
	if err != nil {
		return err
	}
	if p.timeout < 0 {
		return badInput("--timeout cannot be negative")
	}
	ignoreBrokenPipes()
	ctx, wish, stop := stopSignals(cmd.Context())
	defer stop()
	c, leave, err := o.connect(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()) }()
	p.body = bodyExternal
	who := &player{playOptions: p, cfg: app.Config{}, typed: typedLines(cmd.InOrStdin()), out: newOutput(cmd.OutOrStdout()), wish: wish}
	if !p.approve {
		who.cfg.Planner.Approve = cfg.Planner.Approve
	}
	g := &goalRun{player: who, url: bodiesURL(o.port), client: c, started: time.Now(), quit: make(chan struct{})}
	s, err := g.play(ctx)
	if err == nil {
		err = s.err()
	}
	if fault := who.out.fault(); fault != nil {
		return fault
	}
	return err
}
