// SPDX-License-Identifier: MIT

//go:build wine

package wine

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/internal/freeport"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// What build/test-wine.sh sets: the installer, and the folder of the made Windows.
const (
	setupEnv  = "MINEHAND_SETUP"
	prefixEnv = "WINEPREFIX"
)

// windows is the made Windows, with Minehand installed in it.
type windows struct {
	t   *testing.T
	ctx context.Context
	// drive is its drive C, home the user's folder there, program where Minehand is.
	drive, home, program string
}

// dir is a folder of drive C as Windows names it.
func (w *windows) dir(name string) string { return `C:\` + name }

// start runs a program of Windows; what is left of it ends with the test.
func (w *windows) start(out io.Writer, program string, args ...string) *exec.Cmd {
	w.t.Helper()
	cmd := exec.CommandContext(w.ctx, "wine", append([]string{program}, args...)...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { end(cmd) })
	return cmd
}

// end ends a program as kill -9 does.
func end(cmd *exec.Cmd) {
	if cmd.ProcessState == nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

// run runs a program to its end, which is to have code 0, and returns what it said. A
// child of it, as the uninstaller's copy of itself, may hold its output longer.
func (w *windows) run(program string, args ...string) string {
	w.t.Helper()
	var out bytes.Buffer
	if err := w.start(&out, program, args...).Wait(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		w.t.Fatalf("%s %v: %v\n%s", filepath.Base(program), args, err, out.String())
	}
	return out.String()
}

func (w *windows) minehand() string { return filepath.Join(w.program, "minehand.exe") }

// eventually asks until the answer is yes.
func (w *windows) eventually(within time.Duration, what string, ask func() bool) {
	w.t.Helper()
	late := time.After(within)
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for !ask() {
		select {
		case <-again.C:
		case <-late:
			w.t.Fatalf("%s did not happen within %s", what, within)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestWindows installs Minehand, plays with it, kills it, and removes it.
func TestWindows(t *testing.T) {
	setup, prefix := os.Getenv(setupEnv), os.Getenv(prefixEnv)
	if setup == "" || prefix == "" {
		t.Fatalf("%s and %s are not set: run make test-wine", setupEnv, prefixEnv)
	}
	homes, err := filepath.Glob(filepath.Join(prefix, "drive_c", "users", "*", "AppData", "Local"))
	if err != nil || len(homes) != 1 {
		t.Fatalf("%s has %d users (%v): it is not a fresh Windows", prefix, len(homes), err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	home := filepath.Dir(filepath.Dir(homes[0]))
	w := &windows{ctx: ctx, drive: filepath.Join(prefix, "drive_c"), home: home, program: filepath.Join(homes[0], "Programs", "Minehand")}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"installs", func() { w.installs(setup) }},
		{"starts its helper", w.helps},
		{"plays", w.plays},
		{"serves the page", w.serves},
		{"keeps its journal over a kill", w.survives},
		{"is removed", w.removed},
	} {
		if !t.Run(step.name, func(t *testing.T) {
			w.t = t
			step.do()
		}) {
			return
		}
	}
}

// shortcut is the entry of the start menu.
func (w *windows) shortcut() string {
	return filepath.Join(w.home, "AppData", "Roaming", "Microsoft", "Windows", "Start Menu", "Programs", "Minehand.lnk")
}

const uninstallKey = `HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Minehand`

// installs: silently, for one person, with everything that it brings.
func (w *windows) installs(setup string) {
	w.run(setup, "/S")
	for _, file := range [...]string{
		"minehand.exe", "minehand-desktop.exe", "LICENSE.txt", "README.md", "uninstall.exe",
		"node/node.exe", "bot/src/main.ts", "bot/node_modules/mineflayer/package.json",
	} {
		if !exists(filepath.Join(w.program, filepath.FromSlash(file))) {
			w.t.Errorf("the installer brings no %s", file)
		}
	}
	if !exists(w.shortcut()) {
		w.t.Error("the start menu has no entry")
	}
	if out := w.run("reg", "query", uninstallKey, "/v", "QuietUninstallString"); !strings.Contains(out, `uninstall.exe" /S`) {
		w.t.Errorf("Windows does not know how to remove it: %s", out)
	}
	form := regexp.MustCompile(`^minehand \S+ \([0-9a-f]{12}, 20[0-9-]{8}\) go\S+ windows/amd64\s*$`)
	if out := w.run(w.minehand(), "version"); !form.MatchString(out) {
		w.t.Errorf("the version is %q", out)
	}
}

// helps: the helper runs with the Node that came along. It writes into a file: under
// wine, Node cannot open the pipes of another system.
func (w *windows) helps() {
	file := filepath.Join(w.t.TempDir(), "out")
	out, err := os.Create(file)
	if err != nil {
		w.t.Fatal(err)
	}
	defer out.Close()
	err = w.start(out, filepath.Join(w.program, "node", "node.exe"), filepath.Join(w.program, "bot", "src", "main.ts"), "--help").Wait()
	if said, rerr := os.ReadFile(file); err != nil || rerr != nil || !strings.Contains(string(said), "--server") {
		w.t.Errorf("the helper's help is %q (%v, %v)", said, err, rerr)
	}
}

// plays: the first command of the README. The data folder is named, because wine 8
// cannot remove a temporary one as Go does.
func (w *windows) plays() {
	out := w.run(w.minehand(), "play", "get 3 diamonds", "--plain", "--data-dir", w.dir("played"))
	if !strings.Contains(out, "Done: 3 diamonds held.") {
		w.t.Errorf("it played:\n%s", out)
	}
}

// server is a running `minehand serve`.
type server struct {
	cmd    *exec.Cmd
	out    *bytes.Buffer
	port   int
	client *client.Client
}

// serve starts a server on a port and a data folder, and connects to it.
func (w *windows) serve(port int, data string) *server {
	w.t.Helper()
	s := &server{port: port, out: &bytes.Buffer{}}
	r, out, err := os.Pipe()
	if err != nil {
		w.t.Fatal(err)
	}
	s.cmd = w.start(out, w.minehand(), "serve", "--port", strconv.Itoa(port), "--data-dir", w.dir(data))
	_ = out.Close()
	w.t.Cleanup(func() { _ = r.Close() })
	said := bufio.NewReader(r)
	if line, err := said.ReadString('\n'); !strings.HasPrefix(line, "Minehand listens on ") {
		rest, _ := io.ReadAll(said)
		w.t.Fatalf("serve said %q (%v) %s", line, err, rest)
	}
	go func() { _, _ = io.Copy(io.Discard, said) }() // ends with the pipe
	token, err := os.ReadFile(filepath.Join(w.drive, data, "control-token"))
	if err != nil {
		w.t.Fatal(err)
	}
	if s.client, err = client.Dial(w.ctx, port, strings.TrimSpace(string(token))); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = s.client.Close() })
	return s
}

// fetch gets a file of the page.
func (w *windows) fetch(port int, path string) (text, kind string) {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/%s", port, path), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		w.t.Fatalf("/%s: %s, %v", path, resp.Status, err)
	}
	return string(raw), resp.Header.Get("Content-Type")
}

// serves: the page with each file that it names, in the types that a browser takes
// (Windows keeps those in its registry, which programs change).
func (w *windows) serves() {
	s := w.serve(freeport.Of(w.t), "served")
	page, kind := w.fetch(s.port, "")
	if !strings.Contains(page, "<title>Minehand</title>") || !strings.HasPrefix(kind, "text/html") {
		w.t.Fatalf("the page is %s: %s", kind, page)
	}
	kinds := map[string]string{".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
	files := regexp.MustCompile(`(?:src|href)="\./([^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(files) < 3 {
		w.t.Errorf("the page names %d files", len(files))
	}
	for _, f := range files {
		text, kind := w.fetch(s.port, f[1])
		if want := kinds[filepath.Ext(f[1])]; text == "" || want == "" || !strings.HasPrefix(kind, want) {
			w.t.Errorf("/%s is %q, %d bytes", f[1], kind, len(text))
		}
	}
}

// survives: a goal goes on after kill -9, and is done once.
func (w *windows) survives() {
	port := freeport.Of(w.t)
	s := w.serve(port, "killed")
	var said bytes.Buffer
	w.start(&said, w.minehand(), "body", "--sim", "--port", strconv.Itoa(port), "--instance", "minecraft_1",
		"--speed", "10", "--inventory", "iron_pickaxe=1,bread=8")
	var id string
	w.eventually(time.Minute, "taking the goal", func() bool {
		q, err := s.client.SendPrompt(w.ctx, view.Prompt{Prompt: "get 3 diamonds"})
		id = q.TaskID
		return err == nil
	})
	status := func() (view.Task, bool) {
		st, err := s.client.GetStatus(w.ctx, view.OfBody{})
		if err != nil {
			w.t.Fatal(err)
		}
		if st.CurrentTask == nil {
			return view.Task{}, false
		}
		return *st.CurrentTask, true
	}
	w.eventually(time.Minute, "the first action", func() bool {
		task, ok := status()
		return ok && task.Step > 0
	})
	if task, _ := status(); !task.Ended.IsZero() {
		w.t.Fatalf("the goal ended before the kill: %+v", task)
	}
	end(s.cmd)
	s = w.serve(port, "killed")
	w.eventually(2*time.Minute, "the end of the goal", func() bool {
		task, ok := status()
		if ok && task.ID != id {
			w.t.Fatalf("another task runs: %+v", task)
		}
		return ok && !task.Ended.IsZero()
	})
	if task, _ := status(); task.State != "complete" || !task.Verified || len(task.Clauses) != 1 || task.Clauses[0].Have != 3 {
		w.t.Errorf("after the kill the goal ended as %+v", task)
	}
}

// removed: silently, with all that was installed; what a person made stays.
func (w *windows) removed() {
	w.run(filepath.Join(w.program, "uninstall.exe"), "/S")
	// It goes on from a copy of itself.
	w.eventually(time.Minute, "the removal of "+w.program, func() bool { return !exists(w.program) && !exists(w.shortcut()) })
	var exit *exec.ExitError
	if err := exec.CommandContext(w.ctx, "wine", "reg", "query", uninstallKey).Run(); !errors.As(err, &exit) {
		w.t.Errorf("Windows still lists it (%v)", err)
	}
	if _, err := os.Stat(filepath.Join(w.drive, "played", "journal.db")); errors.Is(err, fs.ErrNotExist) {
		w.t.Error("the data folder is gone as well")
	}
}
