// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/modbridge/detect"
	"github.com/minehand/minehand/scriptbody"
	"github.com/minehand/minehand/scriptbody/install"
	"github.com/minehand/minehand/ui/view"
)

// scriptInstance begins the id of a body that is the script (scriptbody/src/body.py).
const scriptInstance = "minescript_"

// scriptWait is how long a character is waited for.
const scriptWait = 10 * time.Minute

// runMinescript puts the script body into the folder of a game, or takes it out.
func runMinescript(ctx context.Context, cmd *cobra.Command, o *bodyOptions, say func(string)) error {
	found, err := o.gameFolder(ctx)
	if err != nil {
		return err
	}
	if o.remove {
		return removeScript(found.folder, say)
	}
	if !install.Loads(found.loader) {
		return badInput("%s runs without a mod loader: install Fabric or NeoForge, start the game with it, and say this again", found.name)
	}
	python, err := install.Look{System: runtime.GOOS}.Python(ctx)
	if err != nil {
		return badInput("%w", err)
	}
	plan, err := install.For(install.Options{
		Folder: found.folder, Python: python, Script: scriptbody.Script(), Port: o.port, Experimental: o.experimental,
	})
	if err != nil {
		return badInput("%w", err)
	}
	say("The game: " + found.name + ", in " + found.folder)
	needed := announce(found, plan, say)
	if !o.yes && !agrees(cmd.InOrStdin(), say) {
		say("Nothing was written.")
		return &exitError{exitIncomplete, errNotAgreed}
	}
	if err := plan.Write(); err != nil {
		return err
	}
	say("Written. The script was never run in the real game: docs/BODIES.md says what that means.")
	if needed {
		say("Install the missing mod, start the game again and enter a world: the script starts by itself.")
		return nil
	}
	say(`Enter a world, or leave it and enter it again: the script starts by itself. ` +
		`In a world press T and type \minehand to start it at once.`)
	return o.awaitScript(ctx, cmd, say)
}

// removeScript takes the script out of the game's folder again.
func removeScript(folder string, say func(string)) error {
	changed, err := install.Remove(folder)
	if err != nil {
		return badInput("%w", err)
	}
	if len(changed) == 0 {
		say("The script is not in " + folder + ": nothing was changed.")
	}
	for _, name := range changed {
		say("Changed back: " + name)
	}
	return nil
}

// announce says what is missing and what will be written, and reports whether the script cannot
// run without what is missing.
func announce(found aGame, plan *install.Plan, say func(string)) (needed bool) {
	for _, m := range install.Missing(found.folder, found.version, found.loader) {
		say(fmt.Sprintf("Missing: %s, %s, which %s. Get it from Modrinth or CurseForge into the folder mods.", m.Name, m.Version, m.Why))
		needed = needed || m.Needed
	}
	say("It will write:")
	for name, words := range plan.Files {
		say("  " + name + ": " + words)
	}
	return needed
}

var errNotAgreed = fmt.Errorf("it was not agreed to; --yes agrees")

// agrees asks for a yes.
func agrees(in io.Reader, say func(string)) bool {
	say("Write it? Type yes:")
	line, _ := bufio.NewReader(io.LimitReader(in, 1024)).ReadString('\n')
	return answered(line) == "y"
}

// aGame is the game whose folder is meant.
type aGame struct {
	folder, name, version, loader string
}

// gameFolder is the folder that was named, or the one of the only game that runs.
func (o *bodyOptions) gameFolder(ctx context.Context) (aGame, error) {
	if o.folder != "" {
		return aGame{folder: o.folder, name: "the one that was named"}, nil
	}
	list, err := detect.New(detect.Config{}).Scan(ctx)
	if err != nil {
		return aGame{}, err
	}
	var games []aGame
	for _, in := range list {
		if in.Role != detect.Client || in.Platform != detect.Java {
			continue
		}
		// Minescript's folder is in the folder that the game works in.
		details, err := detect.System{}.Details(ctx, in.PID)
		if err != nil || details.Dir == "" {
			continue
		}
		games = append(games, aGame{details.Dir, in.Name, in.Version, in.Loader})
	}
	switch len(games) {
	case 1:
		return games[0], nil
	case 0:
		return aGame{}, badInput("no Minecraft runs here whose folder the system tells: " +
			"start it, or name the folder that has its mods with --folder")
	}
	names := lists.Of(games, func(g *aGame) string { return fmt.Sprintf("%s: --folder %q", g.name, g.folder) })
	return aGame{}, badInput("%d games run; say which one:\n  %s", len(games), strings.Join(names, "\n  "))
}

// awaitScript waits until the character has registered at the Minehand that runs.
func (o *bodyOptions) awaitScript(ctx context.Context, cmd *cobra.Command, say func(string)) error {
	if !app.SpeaksMinehand(ctx, o.port) {
		say(fmt.Sprintf("No Minehand answers on port %d yet: start one with `minehand serve`. The script waits for it.", o.port))
		return nil
	}
	attach := attachOptions{port: o.port, seed: 1, speed: 1}
	cfg, _, err := settings.Load("")
	if err != nil {
		return badInput("%w", err)
	}
	if err := fillIn(cmd, cfg, &attach.port, &attach.dataDir); err != nil {
		return err
	}
	c, leave, err := attach.connect(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		say("Its list of bodies cannot be read from here (" + err.Error() + "); it shows the character when it registers.")
		return nil
	}
	defer func() { _ = leave() }()
	say("Waiting for the character...")
	ctx, cancel := context.WithTimeout(ctx, scriptWait)
	defer cancel()
	err = again.Until(ctx, time.Second, func() (bool, error) {
		bodies, _ := c.ListBodies(ctx) // it is asked again
		i := slices.IndexFunc(bodies, isScript)
		if i >= 0 {
			say(fmt.Sprintf("%s is there. Give it a goal: minehand do \"get 3 oak logs\" --instance %s", bodies[i].Name, bodies[i].ID))
		}
		return i >= 0, nil
	})
	if err != nil {
		say("It did not come in time. The game's log says why: look for minehand in logs/latest.log.")
	}
	return err
}

// isScript reports whether a body is the script's character, in the game.
func isScript(b view.Body) bool {
	return b.Link.State == game.LinkUp && strings.HasPrefix(b.ID, scriptInstance)
}
