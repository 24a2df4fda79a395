// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/botrun"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/modbridge/detect"
	"github.com/minehand/minehand/sim/fault"
)

func newBody() *cobra.Command {
	var o bodyOptions
	cmd := &cobra.Command{
		Use:   "body",
		Short: "Bring a body: a bot that joins a Minecraft server, your own character, or the embedded world as a process of its own",
		Example: `  minehand body --server localhost:25565 --name Steve_helper
  minehand body --find
  minehand body --minescript
  minehand body --sim`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runBody(cmd, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.server, "server", "", "the Minecraft server to join, HOST or HOST:PORT")
	f.StringVar(&o.via, "via", "",
		"join through a ViaProxy at this address, HOST or HOST:PORT, for a game newer than the bot (docs/PLAYING.md)")
	f.StringVar(&o.name, "name", "", "the player's name (default Minehand)")
	f.StringVar(&o.version, "version", "", "the game version, such as 1.21.4 (default: the server's; 1.21.5 with --sim)")
	f.StringVar(&o.viewer, "viewer", "", "show what the bot sees in a page on this machine: a port, or auto")
	f.StringVar(&o.auth, "auth", "", "how the bot signs in: offline (default) or microsoft, for servers with online-mode on")
	f.StringVar(&o.owner, "owner", "", "the player that this body works for")
	f.StringVar(&o.instance, "instance", "",
		"the body's instanceId (default: one made of name and server, so that its task goes on when it is started again)")
	f.StringVar(&o.backend, "backend", "", "address of Minehand, or of several in a cluster with commas between (default ws://localhost:PORT)")
	f.IntVar(&o.port, "port", settings.DefaultPort, "port of Minehand on this machine")
	f.BoolVar(&o.sim, "sim", false, "play in the embedded world instead of a server; it keeps its world while Minehand is away")
	f.StringVar(&o.kind, "body", "v2", "with --sim: v2, v1 or v1-worst")
	f.Int64Var(&o.seed, "seed", 1, "with --sim: seed of the world")
	f.Float64Var(&o.speed, "speed", 60, "with --sim: game seconds a second; inf waits for nothing")
	f.StringVar(&o.inventory, "inventory", "", "with --sim: what the player starts with: item=count,...")
	f.StringVar(&o.faults, "fault", "", "with --sim: misbehave on purpose, such as drop=0.02,delay=200ms")
	f.BoolVar(&o.wild, "wild", false, "with --sim: leave villages and other structures out of the world")
	f.BoolVar(&o.monsters, "monsters", false, "with --sim: zombies come out in its nights")
	f.IntVar(&o.players, "players", 1, "with --sim: how many play in the world")
	f.StringVar(&o.at, "at", "", "with --sim: where the player starts, X,Z or X,Y,Z (default: the world's own place)")
	f.BoolVar(&o.drive, "drive", false,
		"with --sim: take orders on stdin and tell on stdout, as JSON lines, and end with stdin (docs/MISSIONS.md)")
	f.StringVar(&o.reflexes, "reflexes", "",
		"what the bot does by itself to stay alive: all (default), none, or some of eat,air,fire,defend,wear")
	f.StringVar(&o.after, "after", "", "when the last goal is over: stay (default), owner, shelter (the nearest bed) or leave")
	f.BoolVar(&o.find, "find", false, "list the worlds on this computer that a bot can join, and end")
	f.BoolVar(&o.network, "network", false, "with --find: listen to the local network instead; a firewall may ask about it")
	f.BoolVar(&o.minescript, "minescript", false, "put the script into the running game that moves your own character (docs/BODIES.md)")
	f.StringVar(&o.folder, "folder", "",
		"with --minescript: the game's folder, the one that has mods in it (default: that of the game that runs)")
	f.BoolVar(&o.remove, "remove", false, "with --minescript: take it out again")
	f.BoolVar(&o.experimental, "experimental", false,
		"with --minescript: also craft, smelt and use chests, in a way that was never tried in the real game")
	f.BoolVar(&o.yes, "yes", false, "with --minescript: write it without asking")
	f.StringVar(&o.cache, "cache-dir", "", "folder for the bot's packages (default: the user's cache folder)")
	return cmd
}

func runBody(cmd *cobra.Command, o *bodyOptions) error {
	if err := o.check(cmd); err != nil {
		return err
	}
	ctx, stop := untilSignal(cmd.Context(), nil)
	defer stop()
	say := func(text string) { _, _ = fmt.Fprintln(cmd.ErrOrStderr(), text) }
	if o.find {
		return findWorlds(ctx, cmd.OutOrStdout(), o.network)
	}
	if o.minescript {
		return runMinescript(ctx, cmd, o, say)
	}
	if o.sim {
		return runSimBody(ctx, cmd, o, say)
	}
	o.sayWhoIsThere(ctx, say)
	return runBot(ctx, cmd, o, say)
}

// findWorlds lists what a bot can join, with the command that joins it.
func findWorlds(ctx context.Context, out io.Writer, network bool) error {
	if network {
		return instancesOptions{network: true}.announcements(ctx, out)
	}
	list, err := detect.New(detect.Config{}).Scan(ctx)
	if err != nil {
		return &exitError{exitIncomplete, err}
	}
	n := 0
	for _, in := range list {
		for _, w := range in.Worlds {
			n++
			_, err = fmt.Fprintf(out, "%q, %s (%s): minehand body --server %s\n", w.Name, w.Version, botrun.Grade(w.Version), w.Address)
		}
	}
	if n == 0 {
		_, err = fmt.Fprintln(out, "No world on this computer can be joined: start a server, or open a single-player world to LAN.")
	}
	return err
}

// sayWhoIsThere says so when no Minehand is on this machine's port yet.
func (o *bodyOptions) sayWhoIsThere(ctx context.Context, say func(string)) {
	if port, here := o.local(); here && !app.SpeaksMinehand(ctx, port) {
		say(fmt.Sprintf("No Minehand answers on port %d yet: start one with `minehand serve`. The body waits for it.", port))
	}
}

// runBot joins a server with the mineflayer body.
func runBot(ctx context.Context, cmd *cobra.Command, o *bodyOptions, say func(string)) error {
	if o.cache == "" {
		var err error
		if o.cache, err = botrun.DefaultCache(); err != nil {
			return badInput("%w", err)
		}
	}
	bot, err := botrun.Prepare(ctx, botrun.Config{
		Cache: o.cache, Viewer: o.viewer != "", Say: func(m game.Message) { say(messages.InEnglish(m)) }, Output: cmd.ErrOrStderr(),
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	if o.instance == "" {
		o.instance = botrun.Instance(o.name, o.server)
	}
	args := []string{"--server", o.server, "--backend", o.address()}
	for _, name := range []string{"via", "name", "version", "viewer", "auth", "owner", "instance", "reflexes", "after"} {
		if value := cmd.Flag(name).Value.String(); value != "" {
			args = append(args, "--"+name, value)
		}
	}
	if err := bot.Run(ctx, args); err != nil {
		return &exitError{exitBadInput, err}
	}
	return nil
}

// runSimBody plays in an embedded world until interrupted, or until the body has
// ended by itself.
func runSimBody(ctx context.Context, cmd *cobra.Command, o *bodyOptions, say func(string)) error {
	items, err := parseInventory(o.inventory)
	if err != nil {
		return err
	}
	at, err := parsePlace(o.at)
	if err != nil {
		return err
	}
	kind := o.kind
	if kind == "v2" {
		kind = bodyEmbedded
	}
	var met atomic.Bool
	online := func(yes bool) {
		switch {
		case yes:
			met.Store(true)
			say("The embedded world is connected to " + o.address() + " and waits for goals.")
		case ctx.Err() == nil:
			say("The connection to " + o.address() + " is lost; the body tries again until Minehand is back.")
		}
	}
	var d *driven
	var marked func(fault.Moment)
	if o.drive {
		d = &driven{out: json.NewEncoder(cmd.OutOrStdout())}
		online, marked = d.online, d.marked
	}
	world, err := app.StartEmbedded(ctx, app.EmbeddedConfig{
		URL: o.address(), Body: kind, Seed: o.seed, Made: app.MadeNow(), Inventory: items, Version: o.version,
		Speed: o.speed, Instance: o.instance, Name: o.name, Faults: o.faults, Online: online,
		Wild: o.wild, Players: o.players, Monsters: o.monsters, At: at, Marked: marked,
	})
	if err != nil {
		return badInput("%w", err)
	}
	if err := tellVersion(cmd, o.version); err != nil {
		return err
	}
	if d != nil {
		gone := make(chan struct{})
		go func() { defer close(gone); d.run(cmd.InOrStdin(), world) }()
		return untilWorldEnds(ctx, world, gone)
	}
	o.sayWhoIsThere(ctx, func(text string) {
		if !met.Load() { // it came, and may have gone again, while it was looked for
			say(text)
		}
	})
	return untilWorldEnds(ctx, world, nil)
}

// untilWorldEnds waits until the context, the world or whoever drives it ends, and closes it.
func untilWorldEnds(ctx context.Context, world *app.Embedded, gone <-chan struct{}) error {
	select {
	case <-gone:
	case <-ctx.Done():
	case <-world.Done():
	}
	if err := world.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
