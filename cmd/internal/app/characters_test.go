// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/modbridge/detect"
	"github.com/minehand/minehand/scriptbody/install"
	"github.com/minehand/minehand/ui/view"
)

// machine is a computer with a game in each of two Prism instances, the second without
// a loader, and the first running.
func machine(t *testing.T, python string) (c *characters, first, second string) {
	t.Helper()
	home := t.TempDir()
	for name, loader := range map[string]string{"One": `,{"uid":"net.fabricmc.fabric-loader","version":"0.16.9"}`, "Two": ""} {
		dir := filepath.Join(home, ".local/share/PrismLauncher/instances", name)
		if err := os.MkdirAll(filepath.Join(dir, ".minecraft/mods"), 0o755); err != nil {
			t.Fatal(err)
		}
		pack := `{"components":[{"uid":"net.minecraft","version":"1.21.5"}` + loader + `]}`
		if err := os.WriteFile(filepath.Join(dir, "mmc-pack.json"), []byte(pack), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c = newCharacters(detect.New(detect.Config{}), func() int { return 19876 })
	c.places = install.Places{System: "linux", Home: home}
	c.look = install.Look{System: "linux", Run: func(context.Context, string, ...string) (string, error) {
		if python == "" {
			return "", errors.New("not found")
		}
		return python + "\n3 12\n", nil
	}}
	at := func(name string) string {
		return filepath.Join(home, ".local/share/PrismLauncher/instances", name, ".minecraft")
	}
	return c, at("One"), at("Two")
}

func TestTheScriptIsInstalledFromThePage(t *testing.T) {
	c, first, second := machine(t, "/usr/bin/python3")
	games := c.Games(t.Context())
	i := slices.IndexFunc(games, func(g view.GameFolder) bool { return g.Folder == first })
	if i < 0 || games[i].Loader != "fabric" || games[i].Version != "1.21.5" || games[i].Installed || len(games[i].Missing) != 2 || !games[i].Missing[0].Needed {
		t.Fatalf("found %+v", games)
	}
	ask := view.OwnCharacter{Folder: first, Experimental: true}
	plan, err := c.Plan(t.Context(), ask)
	if err != nil || len(plan.Files) != 2 || plan.Python != "/usr/bin/python3" || !slices.Contains(plan.Adds, "autorun[*]=minehand --port 19876 --experimental") {
		t.Fatalf("%+v, %v", plan, err)
	}
	if _, err := os.Stat(filepath.Join(first, "minescript")); err == nil {
		t.Fatal("plan-script wrote something")
	}
	if got, err := c.Install(t.Context(), ask); err != nil || !slices.Equal(got.Files, plan.Files) {
		t.Fatalf("it wrote %+v, %v; it said %+v", got, err, plan.Files)
	}
	for _, f := range plan.Files {
		if _, err := os.Stat(f.Path); err != nil {
			t.Error(err)
		}
	}
	if g := c.Games(t.Context()); !g[slices.IndexFunc(g, func(g view.GameFolder) bool { return g.Folder == first })].Installed {
		t.Error("it is installed and not shown so")
	}
	if changed, err := c.Remove(first); err != nil || len(changed) != 2 {
		t.Errorf("removed %v, %v", changed, err)
	}
	for _, refused := range []struct{ folder, says string }{
		{second, "without a mod loader"}, {t.TempDir(), "no folder of a Minecraft game"}, {"", "no folder of a Minecraft game"},
	} {
		if _, err := c.Install(t.Context(), view.OwnCharacter{Folder: refused.folder}); err == nil || !strings.Contains(err.Error(), refused.says) {
			t.Errorf("%q: %v", refused.folder, err)
		}
	}
}

func TestWithoutAPythonNothingIsInstalled(t *testing.T) {
	c, first, _ := machine(t, "")
	if _, err := c.Install(t.Context(), view.OwnCharacter{Folder: first}); err == nil || !strings.Contains(err.Error(), "no Python 3.10") {
		t.Fatalf("got %v", err)
	}
}

func TestNobodyInstallsIntoGames(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	if got, err := c.ListGames(t.Context()); err != nil || len(got.Games) != 0 {
		t.Errorf("games: %v, %v", got, err)
	}
	if _, err := c.PlanScript(t.Context(), view.OwnCharacter{Folder: "x"}); err == nil {
		t.Error("plan: no error")
	}
	if _, err := c.InstallScript(t.Context(), view.OwnCharacter{Folder: "x"}); err == nil || !strings.Contains(err.Error(), "minehand body --minescript") {
		t.Errorf("install: %v", err)
	}
	if _, err := c.RemoveScript(t.Context(), view.OwnCharacter{Folder: "x"}); err == nil {
		t.Error("remove: no error")
	}
}
