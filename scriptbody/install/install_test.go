// SPDX-License-Identifier: MIT

package install

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is every file and folder of a folder, with its mode and what is in it.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	if err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			out[rel+"/"] = info.Mode().String()
			return nil
		}
		text, err := os.ReadFile(name)
		out[rel] = info.Mode().String() + " " + string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(root, filepath.FromSlash(name)), text)
	}
	return root
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The folders of games as launchers lay them out, on the three systems.
var games = map[string]string{
	"official, Windows":   "Users/Mia/AppData/Roaming/.minecraft",
	"official, macOS":     "Users/mia/Library/Application Support/minecraft",
	"official, Linux":     "home/mia/.minecraft",
	"Prism, Windows":      "Users/Mia/AppData/Roaming/PrismLauncher/instances/Better MC/.minecraft",
	"Prism, macOS":        "Users/mia/Library/Application Support/PrismLauncher/instances/Better MC/minecraft",
	"Prism, Linux":        "home/mia/.local/share/PrismLauncher/instances/1.21.5/.minecraft",
	"CurseForge, Windows": "Users/Mia/curseforge/minecraft/Instances/All the Mods 10 (2)",
	"CurseForge, macOS":   "Users/mia/Documents/curseforge/minecraft/Instances/All the Mods 10",
	"CurseForge, Linux":   "home/mia/Documents/curseforge/minecraft/Instances/All the Mods 10",
}

const config1 = "# Lines starting with \"#\" are ignored.\r\n\r\npython=\"C:\\Users\\Mia\\python.exe\"\r\nautorun[*]=eval 1\r\n"

// empty stands for a file that there is, without a byte.
const empty = "\x00"

// configs that may stand there before.
var configs = map[string]string{
	"none": "", "an empty one": empty, "Minescript's own": "# comment\n\npython=\"/usr/bin/python3\"\n", "a player's": config1, "no end of line": "ticks_per_cycle=1",
	"no end of the last line": "a=1\r\nb=2", "an empty line": "\n",
}

func TestInstallingTouchesTheNamedFilesOnlyAndRemovingUndoesIt(t *testing.T) {
	for launcher, folder := range games {
		for kind, old := range configs {
			t.Run(launcher+", config "+kind, func(t *testing.T) {
				files := map[string]string{
					folder + "/options.txt": "x", folder + "/saves/New World/level.dat": "x", folder + "/mods/minescript-fabric-1.21.5-5.0.jar": "x",
					// Prism's other instance, and what else there is.
					"home/mia/.local/share/PrismLauncher/instances/Other/.minecraft/options.txt": "x", "home/mia/notes.txt": "mine",
				}
				there := old != ""
				if there {
					old = strings.TrimSuffix(old, empty)
					files[folder+"/minescript/config.txt"] = old
					files[folder+"/minescript/my_script.py"] = "print(1)"
				}
				root := plant(t, files)
				dir := filepath.Join(root, filepath.FromSlash(folder))
				conf := folder + "/minescript/config.txt"
				if there {
					if err := os.Chmod(filepath.Join(dir, "minescript", "config.txt"), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				before := tree(t, root)
				for range 2 { // the second time over the first
					plan, err := For(Options{
						Folder: dir, Python: `C:\Program Files\Python\python.exe`, Script: []byte("script"), Port: 9999, Experimental: true,
					})
					if err != nil {
						t.Fatal(err)
					}
					if err := plan.Write(); err != nil {
						t.Fatal(err)
					}
				}
				after := tree(t, root)
				mode, text, _ := strings.Cut(after[conf], " ")
				if n := strings.Count(text, "autorun[*]=minehand --port 9999 --experimental"); n != 1 {
					t.Fatalf("%d lines start the script:\n%s", n, text)
				}
				if !strings.HasPrefix(text, old) {
					t.Fatalf("what stood there is changed:\n%s", text)
				}
				if had, _, ok := strings.Cut(before[conf], " "); ok && had != mode {
					t.Fatalf("its mode is %s, and was %s", mode, had)
				}
				if n := strings.Count(text, "python="); n != 1 {
					t.Fatalf("%d lines name a Python:\n%s", n, text)
				}
				if strings.Contains(old, "\r\n") && strings.Count(text, "\n") != strings.Count(text, "\r\n") {
					t.Fatal("the ends of lines are mixed")
				}
				rest := maps.Clone(before)
				for _, named := range []string{"config.txt", "minehand.py", ""} {
					delete(after, folder+"/minescript/"+named)
					delete(rest, folder+"/minescript/"+named)
				}
				if !maps.Equal(after, rest) {
					t.Fatalf("other files changed: %v", after)
				}
				if err := os.WriteFile(filepath.Join(dir, "minescript", "minehand.json"), []byte("{}"), 0o600); err != nil {
					t.Fatal(err)
				}
				changed, err := Remove(dir)
				if err != nil || len(changed) != 3 {
					t.Fatalf("removed %v, %v", changed, err)
				}
				if got := tree(t, root); !maps.Equal(got, before) {
					t.Fatalf("removing left\n%q\nof\n%q", got, before)
				}
				if changed, err := Remove(dir); err != nil || changed != nil {
					t.Fatalf("removing nothing: %v, %v", changed, err)
				}
			})
		}
	}
}

func TestWhatIsNoGameIsLeftAlone(t *testing.T) {
	root := plant(t, map[string]string{"home/notes.txt": "x", "game/options.txt": "x", "elsewhere/x": "x"})
	if _, err := For(Options{Folder: filepath.Join(root, "home")}); !errors.Is(err, ErrFolder) {
		t.Fatalf("got %v", err)
	}
	if _, err := Remove(filepath.Join(root, "nowhere")); !errors.Is(err, ErrFolder) {
		t.Fatalf("got %v", err)
	}
	if err := os.Symlink(filepath.Join(root, "elsewhere"), filepath.Join(root, "game", "minescript")); err != nil {
		t.Skip(err)
	}
	if _, err := For(Options{Folder: filepath.Join(root, "game")}); err == nil {
		t.Fatal("it would write through a link")
	}
}

func TestLinesWithoutTheirEndAreNotOurs(t *testing.T) {
	text := begin + "\nautorun[*]=minehand\npython=\"mine\"\n"
	if rest, had := without([]byte(text)); had || string(rest) != text {
		t.Fatalf("took out %q", rest)
	}
}

func TestMissingModsAreNamedWithTheGame(t *testing.T) {
	root := plant(t, map[string]string{"mods/Minescript-neoforge-26.1-5.0.jar": "x", "mods/baritone-api-fabric-1.15.0.jar.disabled": "x"})
	got := Missing(root, "1.21.8", "fabric")
	if len(got) != 1 || got[0].Needed || got[0].Version != "1.15.0 for 1.21.8 fabric" {
		t.Fatalf("got %+v", got)
	}
	if got := Missing(t.TempDir(), "", ""); len(got) != 2 || !got[0].Needed || got[0].Version != "5.0 for your game" {
		t.Fatalf("got %+v", got)
	}
}

func TestPythonIsFoundAndTheStoresPointerToldApart(t *testing.T) {
	gone := errors.New("executable file not found")
	for _, c := range []struct {
		name, system string
		has          map[string]string // what a program prints; "9009" is the stub
		want, says   string
	}{
		{"py launcher", "windows", map[string]string{"py": "C:\\Python312\\python.exe\r\n3 12\r\n"}, `C:\Python312\python.exe`, ""},
		{"the Store's own", "windows", map[string]string{
			"python": "C:\\Users\\Mia\\AppData\\Local\\Microsoft\\WindowsApps\\python.exe\r\n3 11\r\n"},
			`C:\Users\Mia\AppData\Local\Microsoft\WindowsApps\python.exe`, ""},
		{"only the Store's pointer", "windows", map[string]string{"python": "9009", "python3": "9009"}, "", "only the Microsoft Store's pointer"},
		{"too old", "linux", map[string]string{"python3": "/usr/bin/python3\n3 8\n"}, "", "/usr/bin/python3 is Python 3.8"},
		{"old first, new behind", "darwin", map[string]string{
			"python3": "/usr/bin/python3\n3 9\n", "python": "/opt/homebrew/bin/python\n3 13\n"}, "/opt/homebrew/bin/python", ""},
		{"none", "linux", nil, "", "sudo apt install python3"},
		{"none on a Mac", "darwin", nil, "", "brew install python"},
		{"talks nonsense", "linux", map[string]string{"python3": "hello"}, "", "no Python"},
	} {
		t.Run(c.name, func(t *testing.T) {
			look := Look{System: c.system, Run: func(_ context.Context, name string, _ ...string) (string, error) {
				switch out, ok := c.has[name]; {
				case !ok:
					return "", gone
				case out == "9009":
					return "", errors.New("exit status 9009")
				default:
					return out, nil
				}
			}}
			got, err := look.Python(t.Context())
			if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %q, %v", got, err)
			}
		})
	}
}
