// SPDX-License-Identifier: MIT

//go:build !windows

package botrun

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/bot"
	"github.com/minehand/minehand/game"
)

// A bundle beside the program, or in lib/minehand of its prefix, is used as it is:
// no npm is called.
func TestABundleIsUsed(t *testing.T) {
	sum, err := fingerprint(bot.Files)
	if err != nil {
		t.Fatal(err)
	}
	prefix := t.TempDir()
	put := func(at, mark, node string) {
		t.Helper()
		script(t, filepath.Join(at, bundleNode, "node"), node)
		if err := os.MkdirAll(filepath.Join(at, bundleBot), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(at, bundleBot, doneMark), []byte(mark+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fakePath(t, map[string]string{"npm": "exit 1"})
	t.Setenv("PATH", strings.SplitN(os.Getenv("PATH"), ":", 2)[0]+":/bin") // a Node of the system must not be found
	program := filepath.Join(prefix, "bin")
	prepare := func() (*Bot, error) {
		return Prepare(t.Context(), Config{Cache: filepath.Join(prefix, "cache"), Program: program, Say: func(game.Message) {}})
	}
	if _, err := prepare(); err == nil {
		t.Fatal("a bot without Node, npm and bundle")
	}
	lib := filepath.Join(prefix, "lib", "minehand")
	put(lib, "other sources", "echo v22.22.2")
	if _, err := prepare(); err == nil {
		t.Error("the bundle of another program was used")
	}
	put(lib, sum, "echo v20.0.0")
	if _, err := prepare(); err == nil {
		t.Error("a bundle with an old Node was used")
	}
	put(lib, sum, "echo v22.22.2")
	b, err := prepare()
	if err != nil || b.dir != filepath.Join(lib, bundleBot) || b.Node() != filepath.Join(lib, bundleNode, "node") {
		t.Fatalf("%+v, %v", b, err)
	}
	put(program, sum, "echo v22.22.2")
	if b, err = prepare(); err != nil || b.dir != filepath.Join(program, bundleBot) {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestDataIsCutToOfferedVersions(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"dataPaths.json":          `{"pc":{"1.8":{"items":"pc/1.8","recipes":"pc/1.8"},"1.16.5":{"items":"pc/1.16.2","tints":"pc/1.8","proto":"pc/1.16.2"}},"bedrock":{"1.20":{"items":"bedrock/1.20"}}}`,
		"pc/common/versions.json": "[]", "bedrock/common/versions.json": "[]", "bedrock/1.20/items.json": "[]",
		"pc/1.8/items.json": "[]", "pc/1.8/tints.json": "[]", "pc/1.16.2/items.json": "[]", "pc/1.16.2/proto.yml": "x", "pc/1.16.2/notes.json": "[]",
	} {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := cutData(dir); err != nil || n != 6 {
		t.Errorf("cut %d bytes, %v", n, err)
	}
	for name, want := range map[string]bool{
		"pc/common/versions.json": true, "bedrock/common/versions.json": true, "bedrock/1.20/items.json": false,
		"pc/1.8/items.json": false, "pc/1.8/tints.json": true, "pc/1.16.2/items.json": true, "pc/1.16.2/proto.yml": true, "pc/1.16.2/notes.json": false,
	} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); (err == nil) != want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
}
