// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/minehand/minehand/orchestrator/journal"
)

func TestWhatWasAskedForIsToldFromTheMachinesFaults(t *testing.T) {
	for _, c := range []struct {
		err   error
		input bool
	}{
		{journal.ErrInUse, true},
		{journal.ErrNewer, true},
		{journal.ErrDamaged, true},
		{journal.ErrReadOnly, true},
		{&fs.PathError{Op: "mkdir", Path: "/root/x", Err: syscall.EACCES}, true},
		{&fs.PathError{Op: "mkdir", Path: "/etc/passwd/x", Err: syscall.ENOTDIR}, true},
		{inputError("port 5 is taken"), true},
		{journal.ErrFull, false},
		{&fs.PathError{Op: "mkdir", Path: "/full/x", Err: syscall.ENOSPC}, false},
		{&fs.PathError{Op: "write", Path: "/broken/x", Err: syscall.EIO}, false},
		{syscall.EMFILE, false},
		{errors.New("anything else"), false},
	} {
		err := startFault(fmt.Errorf("a sentence: %w", c.err))
		if input := (*InputError)(nil); errors.As(err, &input) != c.input {
			t.Errorf("%v: asked for wrongly: %v", c.err, !c.input)
		}
	}
}

func TestATakenPortLeavesNothingBehind(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir := filepath.Join(t.TempDir(), "data")
	_, err = Start(t.Context(), BackendConfig{Port: l.Addr().(*net.TCPAddr).Port, DataDir: dir})
	if input := (*InputError)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), "--port") {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the data folder was made: %v", err)
	}
}

func TestADataFolderThatCannotBeHadGivesThePortFree(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	_, err = Start(t.Context(), BackendConfig{Port: port, DataDir: file})
	if input := (*InputError)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), "--data-dir") {
		t.Fatalf("got %v", err)
	}
	listeners, _, err := Listen(t.Context(), port)
	if err != nil {
		t.Fatal(err)
	}
	closeAll(listeners)
}
