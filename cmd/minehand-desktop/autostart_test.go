// SPDX-License-Identifier: MIT

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Off until it is asked for; on, a file of the system's own form names the program, and off
// again nothing is left.
func TestStartsWithTheSystemWhenAsked(t *testing.T) {
	for goos, want := range map[string]struct{ path, part string }{
		"linux":  {".config/autostart/minehand.desktop", `Exec="/opt/my hand/50%%/mine\\$hand"`},
		"darwin": {"Library/LaunchAgents/com.github.minehand.minehand.plist", "<string>/opt/my hand/50%/mine$hand</string>"},
	} {
		home := t.TempDir()
		e := fileEntryOf(goos, func(name string) string { return map[string]string{"HOME": home}[name] })
		program := func() (string, error) { return "/opt/my hand/50%/mine$hand", nil }
		path := filepath.Join(home, want.path)
		if a, err := autostart(e, program, nil); err != nil || a != (Autostart{false, path}) {
			t.Errorf("%s: at first %+v, %v", goos, a, err)
		}
		for range 2 {
			if a, err := autostart(e, program, new(true)); err != nil || !a.On {
				t.Errorf("%s: turned on %+v, %v", goos, a, err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), want.part) {
			t.Errorf("%s: it has %s, %v", goos, text, err)
		}
		if goos == "darwin" {
			d := xml.NewDecoder(strings.NewReader(string(text)))
			for err == nil {
				_, err = d.Token()
			}
			if !errors.Is(err, io.EOF) {
				t.Errorf("it is no XML: %v", err)
			}
		}
		for range 2 {
			if a, err := autostart(e, program, new(false)); err != nil || a.On {
				t.Errorf("%s: turned off %+v, %v", goos, a, err)
			}
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: it is left there: %v", goos, err)
		}
		if _, err := autostart(e, func() (string, error) { return "", io.ErrUnexpectedEOF }, new(true)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: a program that nobody knows: %v", goos, err)
		}
	}
	if a, err := autostart(fileEntryOf("plan9", os.Getenv), nil, nil); err != nil || a.Where != "" {
		t.Errorf("a system without such a place: %+v, %v", a, err)
	}
}
