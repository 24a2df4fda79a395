// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/minehand/minehand/cmd/internal/release"
)

// manDir is set by build/package.sh, which dates the pages by its -man.date.
var (
	manDir  = flag.String("man", "", "write the manual pages into this folder, instead of one that is removed")
	manDate = flag.String("man.date", "2026-11-25", "date on the manual pages")
)

// TestManPages: each command has a page of the manual, with its flags; the packages
// bring them.
func TestManPages(t *testing.T) {
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	date, err := time.Parse(time.DateOnly, *manDate)
	if err != nil {
		t.Fatal(err)
	}
	root := newRoot(strings.NewReader(""), io.Discard, io.Discard)
	head := doc.GenManHeader{Section: "1", Date: &date, Source: "Minehand " + release.Version(), Manual: "Minehand"}
	root.DisableAutoGenTag = true
	if err := doc.GenManTree(root, &head, dir); err != nil {
		t.Fatal(err)
	}
	var check func(*cobra.Command)
	check = func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s has no page: %v", c.CommandPath(), err)
			return
		}
		if text := strings.ReplaceAll(string(page), `\-`, "-"); !strings.Contains(text, strings.ToUpper(strings.TrimSuffix(name, ".1"))) {
			t.Errorf("%s does not name its command:\n%s", name, text)
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
				check(sub)
			}
		}
	}
	check(root)
	play, err := os.ReadFile(filepath.Join(dir, "minehand-play.1"))
	if err != nil || !strings.Contains(string(play), "inventory") || !strings.Contains(string(play), "get 3 diamonds") {
		t.Errorf("the page of play lacks its flags or examples (%v)", err)
	}
}

// TestCompletions: the shells that the packages bring scripts for have one, and Tab
// after play offers its flags.
func TestCompletions(t *testing.T) {
	for _, shell := range [...]string{"bash", "zsh", "fish", "powershell"} {
		var out strings.Builder
		root := newRoot(strings.NewReader(""), &out, io.Discard)
		root.SetArgs([]string{"completion", shell})
		if err := root.Execute(); err != nil || !strings.Contains(out.String(), "__complete") {
			t.Errorf("%s has no script (%v)", shell, err)
		}
	}
	var out strings.Builder
	root := newRoot(strings.NewReader(""), &out, io.Discard)
	root.SetArgs([]string{"__complete", "play", "--in"})
	if err := root.Execute(); err != nil || !strings.Contains(out.String(), "--inventory") {
		t.Errorf("Tab after --in offers %q (%v)", out.String(), err)
	}
}
