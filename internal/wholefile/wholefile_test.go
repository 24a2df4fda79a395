// SPDX-License-Identifier: MIT

package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/minehand/minehand/internal/wholefile"
)

func TestWhatWasThereIsReplacedOrLeft(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, text := range []string{"first", "second"} {
		if err := wholefile.Write(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Fatalf("it says %q, %v", got, err)
		}
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "by"), 0o700); err != nil {
		t.Fatal(err)
	}
	if wholefile.Write(taken, nil, 0o600) == nil || wholefile.Write(filepath.Join(dir, "no", "folder"), nil, 0o600) == nil {
		t.Error("what cannot be written is no fault")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("there lie %v, %v", left, err)
	}
}

func TestALinkStaysOne(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	if err := wholefile.Write(link, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	got, rerr := os.ReadFile(name)
	if err != nil || rerr != nil || info.Mode()&os.ModeSymlink == 0 || string(got) != "text" {
		t.Errorf("the link is %v, %v; the file says %q, %v", info.Mode(), err, got, rerr)
	}
}

func TestAValueComesBackAsItWas(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	var got []string
	if err := wholefile.ReadJSON(name, &got); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
	if err := wholefile.WriteJSON(name, []string{"a", "b"}, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.ReadJSON(name, &got); err != nil || len(got) != 2 || got[1] != "b" {
		t.Errorf("%v, %v", got, err)
	}
	if err := wholefile.WriteJSON(name, make(chan int), 0o600); err == nil {
		t.Error("what is no JSON was written")
	}
	if err := wholefile.ReadJSON(name, &got); err != nil || len(got) != 2 {
		t.Errorf("the file did not stay: %v, %v", got, err)
	}
	if err := os.WriteFile(name, []byte(`["a`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.ReadJSON(name, &got); err == nil {
		t.Error("half a file was read")
	}
}
