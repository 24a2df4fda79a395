// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/minehand/minehand/internal/wholefile"
)

// Autostart is how the window starts with the system.
type Autostart struct {
	On bool `json:"on"`
	// Where it is written, for people; empty where this system has no such place.
	Where string `json:"where"`
}

// entry is the place where a system keeps what starts with it.
type entry interface {
	// where it is, for people.
	where() string
	// has reports whether it is there; set writes it, for a program, and remove takes it out.
	has() (bool, error)
	set(program string) error
	remove() error
}

// fileEntry is one that is a file.
type fileEntry struct {
	path string
	text func(program string) string
}

func (e fileEntry) where() string { return e.path }

func (e fileEntry) has() (bool, error) {
	_, err := os.Stat(e.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (e fileEntry) set(program string) error {
	if err := os.MkdirAll(filepath.Dir(e.path), 0o755); err != nil {
		return err
	}
	return wholefile.Write(e.path, []byte(e.text(program)), 0o644)
}

func (e fileEntry) remove() error {
	if err := os.Remove(e.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// fileEntryOf is that of a system which keeps files: XDG's autostart, and launchd's agents
// of a user. Nil for others, and where the home is not known.
func fileEntryOf(goos string, env func(string) string) entry {
	home := env("HOME")
	switch goos {
	case "linux", "freebsd":
		config := env("XDG_CONFIG_HOME")
		if !filepath.IsAbs(config) {
			if home == "" {
				return nil
			}
			config = filepath.Join(home, ".config")
		}
		return fileEntry{filepath.Join(config, "autostart", "minehand.desktop"), xdgText}
	case "darwin":
		if home == "" {
			return nil
		}
		return fileEntry{filepath.Join(home, "Library", "LaunchAgents", launchLabel+".plist"), launchText}
	}
	return nil
}

// xdgText is a desktop entry: in its Exec some characters are escaped, and %% is a percent.
func xdgText(program string) string {
	quoted := strings.NewReplacer(`\`, `\\\\`, `"`, `\\"`, "`", "\\\\`", `$`, `\\$`, `%`, `%%`).Replace(program)
	return "[Desktop Entry]\nType=Application\nName=" + title + "\nExec=\"" + quoted + "\"\nTerminal=false\nX-GNOME-Autostart-enabled=true\n"
}

const launchLabel = "com.github.minehand.minehand"

func launchText(program string) string {
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(program)) // a buffer takes all
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>` + launchLabel + `</string>
	<key>ProgramArguments</key>
	<array>
		<string>` + escaped.String() + `</string>
	</array>
	<key>RunAtLoad</key>
	<true/>
</dict>
</plist>
`
}

// autostart says how it is, after it was turned on or off where that is asked for.
func autostart(e entry, program func() (string, error), turn *bool) (Autostart, error) {
	if e == nil {
		return Autostart{}, nil
	}
	if turn != nil {
		var err error
		if *turn {
			var path string
			if path, err = program(); err == nil {
				err = e.set(path)
			}
		} else {
			err = e.remove()
		}
		if err != nil {
			return Autostart{}, fmt.Errorf("what starts with the system cannot be changed at %s: %w", e.where(), err)
		}
	}
	on, err := e.has()
	if err != nil {
		return Autostart{}, fmt.Errorf("what starts with the system cannot be read at %s: %w", e.where(), err)
	}
	return Autostart{On: on, Where: e.where()}, nil
}
