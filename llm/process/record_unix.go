// SPDX-License-Identifier: MIT

//go:build !windows

package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// markVariable tells whose run a process belongs to: it is in the environment of the
// program, and of what that starts.
const markVariable = "MINEHAND_CALL"

var runs atomic.Int64

// newMark names a run of this process, for as long as the system runs.
func newMark() string {
	return fmt.Sprintf("%d-%s-%d", os.Getpid(), born(os.Getpid()), runs.Add(1))
}

// recordDir is where runs are noted while they last: a folder of this user's alone. It
// is safe when nobody else may write in it.
func recordDir() (dir string, safe bool) {
	dir = filepath.Join(os.TempDir(), fmt.Sprintf("minehand-calls-%d", os.Getuid()))
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return dir, false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	return dir, ok && int(s.Uid) == os.Getuid()
}

// note notes a run until done is called, so that what it started can be found should
// Minehand be killed meanwhile.
func note(mark string) (done func()) {
	if born(os.Getpid()) == "" {
		return func() {}
	}
	dir, _ := recordDir()
	_ = os.Mkdir(dir, 0o700) // it may be there
	path := filepath.Join(dir, mark)
	if _, safe := recordDir(); !safe || os.WriteFile(path, nil, 0o600) != nil {
		return func() {}
	}
	return func() { _ = os.Remove(path) } // one that stays ends nothing: its processes are gone
}

// EndLeftovers ends what the programs of a Minehand started that was killed in the
// middle of their runs, and says how many processes these were. What a program left
// running whose run had ended is not touched. On Linux; elsewhere it does nothing, and
// on Windows the system does it.
func EndLeftovers() (killed int) {
	dir, safe := recordDir()
	if !safe {
		return 0
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, e := range list {
		owner, rest, _ := strings.Cut(e.Name(), "-")
		began, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(owner)
		if err != nil || began == "" || born(pid) == began {
			continue
		}
		killed += killMarked(e.Name())
		_ = os.Remove(filepath.Join(dir, e.Name())) // tried again at the next start
	}
	return killed
}
