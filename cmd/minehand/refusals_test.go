// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// A program without its page says so, and names no address that shows none.
func TestServeSaysThatThereIsNoPage(t *testing.T) {
	if got := pageAt(false, "http://x"); !strings.Contains(got, "`make build`") || strings.Contains(got, "http") {
		t.Errorf("without a page: %s", got)
	}
	if got := pageAt(true, "http://x"); got != "http://x" {
		t.Errorf("with one: %s", got)
	}
}

// TestServeSaysWhyItDoesNotStart: every reason is one sentence with the fix on
// standard error, and the exit code is 2.
func TestServeSaysWhyItDoesNotStart(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	used := newServer(ctx, t)
	newer := newServer(ctx, t)
	newer.kill()
	db, err := sql.Open("sqlite", filepath.Join(newer.dir, "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`)
	if cerr := db.Close(); err != nil || cerr != nil {
		t.Fatal(err, cerr)
	}
	notAFolder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	untouched := filepath.Join(t.TempDir(), "data")
	for _, c := range []struct {
		name, dir string
		port      int
		want      []string
		skip      bool
	}{
		{name: "a second process on the data folder", dir: used.dir, want: []string{"process " + strconv.Itoa(used.cmd.Process.Pid), "close it, or choose another folder with --data-dir"}},
		{name: "a port that is taken", dir: untouched, port: used.port, want: []string{"another Minehand is already running on port", "--port"}},
		{name: "a newer database", dir: newer.dir, want: []string{"version 999", "update Minehand"}},
		{name: "a data folder that is a file", dir: notAFolder, want: []string{"--data-dir"}},
		{
			name: "a data folder that cannot be written", dir: readOnly(t), want: []string{"writ", "--data-dir"},
			skip: runtime.GOOS == "windows" || os.Geteuid() == 0, // modes bind neither
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.skip {
				t.Skip("this user may write everywhere")
			}
			cmd := program(ctx, t, "serve", "--port", strconv.Itoa(c.port), "--data-dir", c.dir)
			var said strings.Builder
			cmd.Stderr = &said
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != exitBadInput {
				t.Fatalf("%v: %s", err, said.String())
			}
			if n := strings.Count(strings.TrimSpace(said.String()), "\n"); n != 0 {
				t.Errorf("%d lines more than a sentence: %s", n, said.String())
			}
			for _, w := range c.want {
				if !strings.Contains(said.String(), w) {
					t.Errorf("%q does not say %q", said.String(), w)
				}
			}
		})
	}
	if _, err := os.Stat(untouched); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a server that did not start left %v behind", err)
	}
	if _, err := used.client.GetStatus(ctx, view.OfBody{}); err != nil {
		t.Errorf("the first process did not survive it: %v", err)
	}
}

// TestServeStartsOnADamagedJournal, says so, and keeps what was damaged.
func TestServeStartsOnADamagedJournal(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := newServer(ctx, t)
	s.kill()
	if err := os.WriteFile(filepath.Join(s.dir, "journal.db"), []byte(strings.Repeat("this is no journal", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(filepath.Join(s.dir, "journal.db-wal"))
	s.start()
	if _, err := s.client.GetStatus(ctx, view.OfBody{}); err != nil && !strings.Contains(err.Error(), "body") {
		t.Error(err)
	}
	s.kill()
	kept, err := filepath.Glob(filepath.Join(s.dir, "journal-damaged-*.db"))
	if err != nil || len(kept) != 1 || !strings.Contains(s.err.String(), kept[0]) {
		t.Errorf("%v, %v; said %s", kept, err, s.err.String())
	}
}

// readOnly is a folder that cannot be written.
func readOnly(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil { // #nosec G302 -- a folder needs its x
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) }) // #nosec G302 -- as above
	return dir
}
