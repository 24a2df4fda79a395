// SPDX-License-Identifier: MIT

package botrun

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// lockOf writes a lock file of four packages that count and four that do not.
func lockOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	lock := `{"packages": {"": {"name": "bot"},
		"node_modules/a": {}, "node_modules/b": {}, "node_modules/a/node_modules/c": {}, "node_modules/@x/d": {"peer": true},
		"node_modules/e": {"dev": true}, "node_modules/f": {"optional": true}, "node_modules/g": {"devOptional": true}, "node_modules/h": {"link": true}}}`
	if err := os.WriteFile(filepath.Join(dir, "package-lock.json"), []byte(lock), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// put unpacks a package.
func put(t *testing.T, dir, path string) {
	t.Helper()
	folder := filepath.Join(dir, "node_modules", filepath.FromSlash(path))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAnInstallSaysHowFarItIs(t *testing.T) {
	dir := lockOf(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var told []int
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = watched(t.Context(), func(percent int) { told = append(told, percent) }, packages(dir), func() error {
				<-ctx.Done()
				return nil
			})
		}()
		look := func() {
			time.Sleep(lookTime)
			synctest.Wait()
		}
		if err := os.MkdirAll(filepath.Join(dir, "node_modules", "b"), 0o755); err != nil {
			t.Fatal(err)
		}
		look() // an empty folder is no package
		for _, path := range []string{"a", "e", "f", "h"} {
			put(t, dir, path)
		}
		look()
		look() // nothing new
		put(t, dir, "b")
		put(t, dir, "a/node_modules/c")
		look()
		put(t, dir, "@x/d")
		look()
		stop()
		<-done
		if want := []int{25, 75, 100}; !slices.Equal(told, want) {
			t.Errorf("told %v, want %v", told, want)
		}
	})
}

func TestAnInstallWithoutALockFileSaysNothing(t *testing.T) {
	for name, text := range map[string]string{"none": "", "broken": "{", "no packages": `{"packages": {"": {}}}`} {
		dir := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "package-lock.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if packages(dir) != nil {
			t.Errorf("%s: a share is known", name)
		}
	}
}

// TestNodeSaysHowFarItIs by the bytes that came, of a folder that fills.
func TestNodeSaysHowFarItIs(t *testing.T) {
	dir := t.TempDir()
	share := bytesOf(dir, 1000)
	put := func(name string, n int) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "npm-cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	var got []int
	got = append(got, share())
	put("npm-cache/a", 300)
	got = append(got, share())
	put("node", 450)
	got = append(got, share())
	put("more", 5000) // it was larger than was thought
	got = append(got, share())
	if want := []int{0, 30, 75, 99}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := bytesOf(filepath.Join(dir, "nowhere"), 1000)(); got != 0 {
		t.Errorf("%d percent of a folder that is not there", got)
	}
}
