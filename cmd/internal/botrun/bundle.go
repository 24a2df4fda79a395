// SPDX-License-Identifier: MIT

package botrun

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/minehand/minehand/bot"
	"github.com/minehand/minehand/internal/budget"
)

// A bundle is a bot that came with the program: its sources and packages in
// "bot", and a Node beside that in "node", so that joining downloads nothing. The
// mark of the bot's install holds the fingerprint of the sources: a bundle of
// other sources than the program's own is left alone.
const (
	bundleBot  = "bot"
	bundleNode = "node"
)

// bundled returns the bundle of a program in that folder, when there is one for
// these sources and it has a Node that runs.
func bundled(ctx context.Context, program, sum string) (dir, node string, found bool) {
	for _, at := range []string{program, filepath.Join(program, "..", "lib", "minehand")} {
		mark, err := os.ReadFile(filepath.Join(at, bundleBot, doneMark))
		if err != nil || strings.TrimSpace(string(mark)) != sum {
			continue
		}
		node = filepath.Join(at, bundleNode, nodeName())
		if !newEnough(ctx, node) {
			continue
		}
		return filepath.Join(at, bundleBot), node, true
	}
	return "", "", false
}

// programDir is the folder of this program, links followed.
func programDir() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	return filepath.Dir(exe)
}

func nodeName() string {
	if runtime.GOOS == "windows" {
		return "node.exe"
	}
	return "node"
}

// Bundle makes the bot's part of a bundle in a folder, for the packages: its
// sources, its packages by npm, and of the game's data what the versions need
// that the bot plays.
func Bundle(ctx context.Context, dir string, say func(string)) error {
	sum, err := fingerprint(bot.Files)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("an earlier bundle cannot be removed: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the bundle's folder cannot be made: %w", err)
	}
	if err := unpack(bot.Files, dir); err != nil {
		return fmt.Errorf("the bot's sources cannot be unpacked: %w", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "viewer")); err != nil { // it is installed when it is wanted
		return fmt.Errorf("the viewer's list cannot be removed: %w", err)
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is needed to make a bundle: %w", err)
	}
	say("Installing the bot's packages ...")
	if err := run(ctx, dir, nil, npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"); err != nil {
		return err
	}
	n, err := cutData(filepath.Join(dir, "node_modules", "minecraft-data", "minecraft-data", "data"))
	if err != nil {
		return err
	}
	say(fmt.Sprintf("Left out %d MB of data of versions that the bot does not play.", n>>20))
	if err := os.WriteFile(filepath.Join(dir, doneMark), []byte(sum+"\n"), 0o644); err != nil {
		return fmt.Errorf("the bundle's mark cannot be written: %w", err)
	}
	return nil
}

// cutData removes what no offered version of the Java Edition reads, and returns
// how many bytes that were. The libraries list the versions of both editions when
// they are loaded: the folders "common" stay.
func cutData(dir string) (cut int64, err error) {
	text, err := budget.Package.ReadFile(filepath.Join(dir, "dataPaths.json"))
	if err != nil {
		return 0, fmt.Errorf("the game's data has no list of paths: %w", err)
	}
	var paths struct {
		PC map[string]map[string]string `json:"pc"`
	}
	if err := budget.Package.JSON(text, &paths); err != nil {
		return 0, fmt.Errorf("the list of the game's data cannot be read: %w", err)
	}
	wanted := wantedData(paths.PC)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		parts := strings.Split(rel, "/")
		if len(parts) < 3 || parts[1] == "common" || wanted[rel] {
			return nil
		}
		if info, err := d.Info(); err == nil {
			cut += info.Size()
		}
		return os.Remove(p)
	})
	if err != nil {
		return cut, fmt.Errorf("the game's data cannot be cut: %w", err)
	}
	return cut, nil
}

// wantedData are the files of the versions that the bot plays.
func wantedData(paths map[string]map[string]string) map[string]bool {
	wanted := map[string]bool{}
	for version, files := range paths {
		if Grade(version) == "unsupported" {
			continue
		}
		for kind, folder := range files {
			for _, ext := range []string{".json", ".yml"} {
				wanted[path.Join(folder, kind+ext)] = true
			}
		}
	}
	return wanted
}
