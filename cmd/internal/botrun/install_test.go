// SPDX-License-Identifier: MIT

//go:build !windows

package botrun

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/minehand/minehand/bot"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

func TestVersionFits(t *testing.T) {
	for text, want := range map[string]bool{
		"v22.18.0": true, "v22.20.1": true, "v23.0.0": true, "v24.1.0-nightly": true, "22.18.0": true,
		"v22.17.9": false, "v20.20.2": false, "v9.99.0": false, "": false, "v22": false, "vx.y.z": false, "node": false,
	} {
		if got := versionFits(text); got != want {
			t.Errorf("%q fits: %v", text, got)
		}
	}
}

func TestTheFingerprintFollowsWhatIsUnpacked(t *testing.T) {
	of := func(files fstest.MapFS) string {
		t.Helper()
		sum, err := fingerprint(files)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	one := fstest.MapFS{"src/main.ts": {Data: []byte("a")}, "package.json": {Data: []byte("{}")}}
	first := of(one)
	if len(first) != 12 || of(one) != first {
		t.Fatalf("%q, then %q", first, of(one))
	}
	one["src/main.test.ts"] = &fstest.MapFile{Data: []byte("a test")}
	if of(one) != first {
		t.Error("a test changed the fingerprint")
	}
	for name, files := range map[string]fstest.MapFS{
		"other content": {"src/main.ts": {Data: []byte("b")}, "package.json": {Data: []byte("{}")}},
		"another name":  {"src/other.ts": {Data: []byte("a")}, "package.json": {Data: []byte("{}")}},
		"one file less": {"src/main.ts": {Data: []byte("a")}},
	} {
		if of(files) == first {
			t.Errorf("%s has the same fingerprint", name)
		}
	}
}

func TestUnpack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bot")
	files := fstest.MapFS{"src/actions/mine.ts": {Data: []byte("mine")}, "src/x.test.ts": {Data: []byte("x")}, ".npmrc": {Data: []byte("y")}}
	for range 2 { // again over what is there
		if err := unpack(files, dir); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "src", "actions", "mine.ts")); err != nil || string(data) != "mine" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(dir, ".npmrc")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "src", "x.test.ts")); err == nil {
		t.Error("a test was unpacked")
	}
}

// script writes a program.
func script(t *testing.T, path, body string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// fakePath puts a folder with these programs first on the PATH.
func fakePath(t *testing.T, programs map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, body := range programs {
		script(t, filepath.Join(dir, name), body)
	}
	t.Setenv("PATH", dir+":/bin:/usr/bin")
	if len(programs) == 0 {
		t.Setenv("PATH", dir)
	}
}

// npmInstalls is an npm that installs a Node 22 and counts its calls in a file
// beside the install.
const npmInstalls = `echo "$@" >> "$NPM_CALLS"
if [ "$1" = install ]; then
  mkdir -p "$3/node_modules/node/bin"
  printf '#!/bin/sh\necho v22.20.0\n' > "$3/node_modules/node/bin/node"
  chmod +x "$3/node_modules/node/bin/node"
fi`

// prepare runs Prepare and returns what it said and npm was called with.
func prepare(t *testing.T, cache string) (b *Bot, said, calls string, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "calls")
	t.Setenv("NPM_CALLS", file)
	var words []string
	b, err = Prepare(t.Context(), Config{Cache: cache, Say: func(m game.Message) { words = append(words, messages.InEnglish(m)) }})
	data, _ := os.ReadFile(file)
	return b, strings.Join(words, "\n"), string(data), err
}

func TestPrepareInstallsNodeAndPackagesOnce(t *testing.T) {
	fakePath(t, map[string]string{"node": "echo v20.20.2", "npm": npmInstalls})
	t.Chdir(t.TempDir()) // a relative folder is as good
	b, said, calls, err := prepare(t, "cache")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(calls, "node@22") || !strings.Contains(calls, "ci --omit=dev") {
		t.Errorf("npm was called with %s", calls)
	}
	if !strings.Contains(said, "Node 22 is not here yet") || !strings.Contains(said, "Installing the bot's packages") {
		t.Errorf("said %s", said)
	}
	if !filepath.IsAbs(b.Node()) || !strings.HasPrefix(b.environ()[pathIndex(b)], "PATH="+filepath.Dir(b.Node())) {
		t.Errorf("runs with %s, %s", b.Node(), b.environ()[pathIndex(b)])
	}
	if _, err := os.Stat(filepath.Join(b.dir, "src", "main.ts")); err != nil {
		t.Error(err)
	}
	if again, said, calls, err := prepare(t, "cache"); err != nil || said != "" || calls != "" || again.dir != b.dir {
		t.Errorf("the second time: %v, said %q, npm %q", err, said, calls)
	}
}

func pathIndex(b *Bot) int {
	for i, e := range b.environ() {
		if strings.HasPrefix(e, "PATH=") {
			return i
		}
	}
	return -1
}

func TestPrepareTakesTheNodeOfThePath(t *testing.T) {
	fakePath(t, map[string]string{"node": "echo v24.0.1", "npm": npmInstalls})
	b, _, calls, err := prepare(t, t.TempDir())
	if err != nil || strings.Contains(calls, "node@22") || filepath.Base(b.Node()) != "node" {
		t.Errorf("%v, npm %q", err, calls)
	}
}

func TestFailuresNameTheFix(t *testing.T) {
	for _, c := range []struct {
		name     string
		programs map[string]string
		want     []string
	}{
		{"neither node nor npm", nil, []string{"needs Node 22.18 or later", "neither it nor npm", "nodejs.org"}},
		{"an old node alone", map[string]string{"node": "echo v18.0.0"}, []string{"needs Node 22.18 or later", "nodejs.org"}},
		{"no network", map[string]string{"npm": "echo 'npm error code ENOTFOUND' >&2; exit 1"}, []string{"npm could not install Node 22", "check the network", "ENOTFOUND"}},
		{"a node that does not run", map[string]string{"npm": "true"}, []string{"does not run", "nodejs.org"}},
		{"packages without npm", map[string]string{"node": "echo v22.18.0"}, []string{"need npm to install", "nodejs.org"}},
		{"packages that fail", map[string]string{"node": "echo v22.18.0", "npm": "echo 'npm error code E404'; exit 1"}, []string{"could not install the bot's packages", "check the network", "E404"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakePath(t, c.programs)
			if _, ok := c.programs["npm"]; !ok { // the system's must not be found
				t.Setenv("PATH", strings.SplitN(os.Getenv("PATH"), ":", 2)[0])
			}
			_, _, _, err := prepare(t, t.TempDir())
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
		})
	}
}

func TestAFailedInstallIsTriedAgain(t *testing.T) {
	cache := t.TempDir()
	fakePath(t, map[string]string{"node": "echo v22.18.0", "npm": "exit 1"})
	if _, _, _, err := prepare(t, cache); err == nil {
		t.Fatal("no error")
	}
	fakePath(t, map[string]string{"node": "echo v22.18.0", "npm": npmInstalls})
	if _, _, calls, err := prepare(t, cache); err != nil || !strings.Contains(calls, "ci ") {
		t.Errorf("%v, npm %q", err, calls)
	}
}

func TestOldVersionsAreRemoved(t *testing.T) {
	cache := t.TempDir()
	now := time.Now()
	mark := func(name string, age time.Duration) string {
		dir := filepath.Join(cache, name)
		script(t, filepath.Join(dir, doneMark), "")
		if err := os.Chtimes(filepath.Join(dir, doneMark), now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	used, young, old := mark("bot-used", 60*24*time.Hour), mark("bot-young", 24*time.Hour), mark("bot-old", 60*24*time.Hour)
	node := mark("node22", 60*24*time.Hour)
	for range 2 { // the one used counts as used from now on
		prune(Config{Cache: cache, Say: func(game.Message) {}}, used, now)
	}
	for dir, want := range map[string]bool{used: true, young: true, node: true, old: false} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s is there: %v", filepath.Base(dir), err == nil)
		}
	}
	if info, err := os.Stat(filepath.Join(used, doneMark)); err != nil || now.Sub(info.ModTime()) > time.Minute {
		t.Error("the version in use was not marked as used")
	}
}

func TestLastWordsOfAProgram(t *testing.T) {
	w := &tailWriter{}
	for i := range 5000 {
		if _, err := w.Write([]byte("line " + strings.Repeat("x", i%7) + "\n\n")); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = w.Write([]byte("  the end  \n"))
	if len(w.data) > 2*tailSize+100 {
		t.Errorf("%d bytes are kept", len(w.data))
	}
	if last := w.last(); strings.Count(last, " / ") != 4 || !strings.HasSuffix(last, "/ the end") {
		t.Errorf("got %q", last)
	}
}

// TestOnlySourcesAreCarried: an install in the tree, which is hundreds of MB,
// must not get into the program.
func TestOnlySourcesAreCarried(t *testing.T) {
	size := int64(0)
	err := fs.WalkDir(bot.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == "node_modules" {
			t.Errorf("%s is carried", path)
			return fs.SkipDir
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil || size > 1<<20 {
		t.Errorf("%d bytes are carried, %v", size, err)
	}
	for _, name := range []string{"package-lock.json", ".npmrc", "src/main.ts", "viewer/package-lock.json", "viewer/.npmrc"} {
		if _, err := fs.Stat(bot.Files, name); err != nil {
			t.Error(err)
		}
	}
}
