// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/minehand/minehand/modbridge/detect"
	"github.com/minehand/minehand/scriptbody"
	"github.com/minehand/minehand/scriptbody/install"
	"github.com/minehand/minehand/ui/view"
)

// characters puts the script that plays the player's own character into games.
type characters struct {
	detector *detect.Detector
	// places is where launchers keep games, look how a Python is found; fields of their
	// own for tests.
	places install.Places
	look   install.Look
	// details are those of a process; port is where bodies connect.
	details func(ctx context.Context, pid int32) (detect.Details, error)
	port    func() int
}

func newCharacters(detector *detect.Detector, port func() int) *characters {
	home, _ := os.UserHomeDir() // without one no game is found
	return &characters{
		detector: detector, port: port, details: detect.System{}.Details, look: install.Look{System: runtime.GOOS},
		places: install.Places{System: runtime.GOOS, Home: home, AppData: os.Getenv("APPDATA")},
	}
}

// Games implements ui.Characters.
func (c *characters) Games(ctx context.Context) []view.GameFolder {
	list := []view.GameFolder{}
	add := func(f install.Folder, running bool) {
		if slices.ContainsFunc(list, func(g view.GameFolder) bool { return c.same(g.Folder, f.Dir) }) {
			return
		}
		g := view.GameFolder{
			Folder: f.Dir, Name: f.Name, Launcher: f.Launcher, Version: f.Version, Loader: f.Loader, Running: running,
			Installed: install.Installed(f.Dir), Missing: []view.GameMod{},
		}
		for _, m := range install.Missing(f.Dir, f.Version, f.Loader) {
			g.Missing = append(g.Missing, view.GameMod(m))
		}
		list = append(list, g)
	}
	found := c.places.Games()
	running, _ := c.detector.Scan(ctx) // where nothing can be looked for, nothing runs
	for _, in := range running {
		if in.Role != detect.Client || in.Platform != detect.Java {
			continue
		}
		details, err := c.details(ctx, in.PID)
		if err != nil || !install.IsGame(details.Dir) {
			continue
		}
		f := install.Folder{Dir: details.Dir, Launcher: in.Launcher, Name: in.Name, Version: in.Version, Loader: in.Loader}
		if i := slices.IndexFunc(found, func(f install.Folder) bool { return c.same(f.Dir, details.Dir) }); i >= 0 {
			f.Name, f.Launcher = cmp.Or(found[i].Name, f.Name), cmp.Or(found[i].Launcher, f.Launcher)
		}
		add(f, true)
	}
	for _, f := range found {
		add(f, false)
	}
	return list
}

// same reports whether two paths are one folder's.
func (c *characters) same(a, b string) bool {
	a, b = filepath.Clean(a), filepath.Clean(b)
	return a == b || c.places.System == "windows" && strings.EqualFold(a, b)
}

// plan is what would be written for a request.
func (c *characters) plan(ctx context.Context, p view.OwnCharacter) (*install.Plan, view.ScriptPlan, error) {
	shown := view.ScriptPlan{Files: []view.ScriptFile{}, Adds: []string{}}
	if g := c.Games(
		ctx,
	); slices.ContainsFunc(g, func(g view.GameFolder) bool { return c.same(g.Folder, p.Folder) && !install.Loads(g.Loader) }) {
		return nil, shown, view.Refuse(
			view.CodeConflict, "this game runs without a mod loader: install Fabric or NeoForge in its launcher, and come back",
		)
	}
	python, err := c.look.Python(ctx)
	if err != nil {
		return nil, shown, view.Refuse(view.CodeUnavailable, "%v", err)
	}
	plan, err := install.For(install.Options{
		Folder: p.Folder, Python: python, Script: scriptbody.Script(), Port: c.port(), Experimental: p.Experimental,
	})
	if err != nil {
		return nil, shown, view.Refuse(view.CodeInvalid, "%v", err)
	}
	shown.Python, shown.Adds = python, plan.Adds()
	for name, words := range plan.Files {
		shown.Files = append(shown.Files, view.ScriptFile{Path: name, For: words})
	}
	return plan, shown, nil
}

// Plan implements ui.Characters.
func (c *characters) Plan(ctx context.Context, p view.OwnCharacter) (view.ScriptPlan, error) {
	_, shown, err := c.plan(ctx, p)
	return shown, err
}

// Install implements ui.Characters.
func (c *characters) Install(ctx context.Context, p view.OwnCharacter) (view.ScriptPlan, error) {
	plan, shown, err := c.plan(ctx, p)
	if err != nil {
		return shown, err
	}
	if err := plan.Write(); err != nil {
		return shown, view.Refuse(view.CodeUnavailable, "it could not be written: %v", err)
	}
	return shown, nil
}

// Remove implements ui.Characters.
func (c *characters) Remove(folder string) ([]string, error) {
	changed, err := install.Remove(folder)
	if err != nil {
		err = view.Refuse(view.CodeInvalid, "%v", err)
	}
	return changed, err
}
