// SPDX-License-Identifier: MIT

// Package install puts the script body into a game's folder, and takes it out again.
//
// Invariants: besides the files of Plan nothing is written, and of Minescript's
// config.txt only the lines between our two marks are ours; Remove leaves every file
// as it was before. A game that runs reads its config when a world is entered.
//
// Usage:
//
//	plan, err := install.For(install.Options{Folder: dir, Python: python, Port: 9876})
//	for name, words := range plan.Files { ... }   // then ask
//	err = plan.Write()
package install

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/minehand/minehand/internal/wholefile"
)

// The names in Minescript's folder, which lies in the game's (Minescript's docs,
// "Configuration").
const (
	folder = "minescript"
	script = "minehand.py"
	memory = "minehand.json" // the script's own, for its resume token
	config = "config.txt"
)

// The marks around our lines of config.txt.
const (
	begin = "# Minehand: the lines to the next mark are its own; minehand body --minescript --remove takes them out"
	end   = "# Minehand: end"
)

// configMost bounds the config that is read, in bytes.
const configMost = 1 << 20

// Options say what to install. Folder, Python and Script are required.
type Options struct {
	// Folder is the game's: the one that has mods in it.
	Folder string
	// Python is the whole path of the interpreter.
	Python string
	// Script is the body.
	Script []byte
	// Port of Minehand; 0 means 9876.
	Port int
	// Experimental lets the script click in windows.
	Experimental bool
}

// Plan is what would be written.
type Plan struct {
	files []file
	adds  []string
}

type file struct {
	name string
	text []byte
	// words say what it is for.
	words string
}

// ErrFolder: it is no game's folder.
var ErrFolder = errors.New("no folder of a Minecraft game")

// check finds out whether a folder is a game's, and Minescript's place in it.
func check(dir string) (string, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%w: %s is not there", ErrFolder, dir)
	}
	if !exists(filepath.Join(dir, "options.txt")) && !exists(filepath.Join(dir, "mods")) && !exists(filepath.Join(dir, "saves")) {
		return "", fmt.Errorf("%w: %s has no options.txt, no mods and no saves; give the folder that has", ErrFolder, dir)
	}
	in := filepath.Join(dir, folder)
	if info, err := os.Lstat(in); err == nil && !info.IsDir() {
		return "", fmt.Errorf("%s is no folder of its own, but a file or a link: nothing is written through it", in)
	}
	return in, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// For plans an installation. Nothing is written yet.
func For(o Options) (*Plan, error) {
	in, err := check(o.Folder)
	if err != nil {
		return nil, err
	}
	old, err := read(filepath.Join(in, config))
	if err != nil {
		return nil, err
	}
	o.Port = cmp.Or(o.Port, 9876)
	rest, _ := without(old)
	lines := []string{begin}
	if !hasPython(rest) {
		lines = append(lines, `python="`+o.Python+`"`)
	}
	command := fmt.Sprintf("minehand --port %d", o.Port)
	if o.Experimental {
		command += " --experimental"
	}
	lines = append(lines, "autorun[*]="+command, end)
	eol := "\n"
	if bytes.Contains(rest, []byte("\r\n")) {
		eol = "\r\n"
	}
	ours := strings.Join(lines, eol)
	if rest != nil && !bytes.HasSuffix(rest, []byte("\n")) { // the file ends as it ended
		ours = eol + ours
	} else {
		ours += eol
	}
	text := append(bytes.Clone(rest), ours...)
	return &Plan{adds: lines, files: []file{
		{filepath.Join(in, script), o.Script, "the script"},
		{filepath.Join(in, config), text, "a line that starts it in every world"},
	}}, nil
}

// hasPython reports whether a config names a Python itself.
func hasPython(text []byte) bool {
	for line := range strings.Lines(string(text)) {
		if name, _, ok := strings.Cut(strings.TrimSpace(line), "="); ok && strings.TrimSpace(name) == "python" {
			return true
		}
	}
	return false
}

// read is a file's text, nil when there is none.
func read(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file: nothing is written through it", name)
	case info.Size() > configMost:
		return nil, fmt.Errorf("%s has more than %d bytes, which no config has", name, configMost)
	}
	return os.ReadFile(name)
}

// without is a config without our lines, nil where there was none before them, and
// whether there were any.
func without(text []byte) (rest []byte, had bool) {
	inside := false
	for line := range bytes.Lines(text) {
		switch trimmed := string(bytes.TrimSpace(line)); {
		case trimmed == begin:
			inside, had = true, true
		case trimmed == end && inside:
			inside = false
		case !inside:
			rest = append(rest, line...)
		}
	}
	if inside || !had { // with the last mark gone nothing is known to be ours
		return text, false
	}
	if !bytes.HasSuffix(text, []byte("\n")) { // nor had the line before ours an end
		rest = bytes.TrimSuffix(bytes.TrimSuffix(rest, []byte("\n")), []byte("\r"))
	}
	return rest, had
}

// Files are what would be written, each with what it is for.
func (p *Plan) Files(yield func(name, words string) bool) {
	for _, f := range p.files {
		if !yield(f.name, f.words) {
			return
		}
	}
}

// Adds are the lines that come into Minescript's config.
func (p *Plan) Adds() []string { return p.adds }

// Write writes it. Each file is the old one or the new one, never half.
func (p *Plan) Write() error {
	if err := os.MkdirAll(filepath.Dir(p.files[0].name), 0o755); err != nil {
		return err
	}
	for _, f := range p.files {
		if err := write(f.name, f.text); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file whole, with the mode that it had.
func write(name string, text []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	return wholefile.Write(name, text, mode)
}

// Remove takes the script and its lines out of a game's folder and returns what it
// changed; nothing when it was not there.
func Remove(dir string) ([]string, error) {
	in, err := check(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(in, config)
	text, err := read(name)
	if err != nil {
		return nil, err
	}
	var changed []string
	if rest, had := without(text); had {
		if rest == nil {
			err = os.Remove(name)
		} else {
			err = write(name, rest)
		}
		if err != nil {
			return nil, err
		}
		changed = append(changed, name)
	}
	for _, own := range []string{script, memory} {
		name := filepath.Join(in, own)
		switch err := os.Remove(name); {
		case err == nil:
			changed = append(changed, name)
		case !errors.Is(err, fs.ErrNotExist):
			return changed, err
		}
	}
	_ = os.Remove(in) // only when it is empty
	return changed, nil
}
