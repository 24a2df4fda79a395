// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/freeport"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// server is `minehand serve` as a process of its own, on a port and a data
// folder that outlive it.
type server struct {
	t    *testing.T
	ctx  context.Context //nolint:containedctx // that of the test, which each start is bound to
	port int
	dir  string
	// args are flags beside those of port and folder.
	args []string

	cmd    *exec.Cmd
	err    bytes.Buffer
	client *client.Client
}

// patience is how long a test waits for what comes in a moment: a machine that does
// three other things under the race detector is thirty times as slow.
const patience = 5 * time.Minute

// newServer starts a server with flags; it is gone when the test ends.
func newServer(ctx context.Context, t *testing.T, args ...string) *server {
	t.Helper()
	s := &server{t: t, ctx: ctx, port: freeport.Of(t), dir: t.TempDir(), args: args}
	t.Cleanup(s.kill)
	s.start()
	return s
}

// start runs a new process and connects to it.
func (s *server) start() {
	s.t.Helper()
	s.err.Reset()
	s.cmd = program(s.ctx, s.t, append([]string{"serve", "--port", strconv.Itoa(s.port), "--data-dir", s.dir}, s.args...)...)
	s.cmd.Stderr = &s.err
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		_ = s.cmd.Wait()
		s.t.Fatalf("serve did not start: %q, %s", line, s.err.String())
	}
	token, err := os.ReadFile(filepath.Join(s.dir, app.TokenFile))
	if err != nil {
		s.t.Fatal(err)
	}
	if s.client, err = client.Dial(s.ctx, s.port, strings.TrimSpace(string(token))); err != nil {
		s.t.Fatal(err)
	}
}

// kill ends the process as kill -9 does.
func (s *server) kill() {
	if s.client != nil {
		_ = s.client.Close()
		s.client = nil
	}
	if s.cmd != nil && s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
}

// newSim starts `minehand body --sim` as a process of its own.
func newSim(ctx context.Context, t *testing.T, port int, args ...string) *exec.Cmd {
	t.Helper()
	cmd := program(ctx, t, append([]string{"body", "--sim", "--port", strconv.Itoa(port), "--instance", "minecraft_1"}, args...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

// eventually asks until the answer is yes.
func eventually(t *testing.T, within time.Duration, what string, ask func() bool) {
	t.Helper()
	if !happens(within, ask) {
		t.Fatalf("%s did not happen within %s", what, within)
	}
}

// happens asks until the answer is yes, and reports whether it was.
func happens(within time.Duration, ask func() bool) bool {
	end := time.After(within)
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !ask() {
		select {
		case <-again.C:
		case <-end:
			return false
		}
	}
	return true
}

// submit gives a goal to the only body as soon as one is there.
func (s *server) submit(goal string) string {
	s.t.Helper()
	return s.submitWith(goal, game.Settings{})
}

func (s *server) submitWith(goal string, set game.Settings) string {
	s.t.Helper()
	var id string
	eventually(s.t, patience, "taking the goal "+goal, func() bool {
		q, err := s.client.SendPrompt(s.ctx, view.Prompt{Prompt: goal, Settings: view.PromptSettings{Settings: set}})
		id = q.TaskID
		return err == nil
	})
	return id
}

// status is how the task of that id stands; ok is false while the body is away.
func (s *server) status(id string) (task view.Task, ok bool) {
	s.t.Helper()
	st, err := s.client.GetStatus(s.ctx, view.OfBody{})
	if err != nil {
		s.t.Fatalf("%v; %s", err, s.err.String())
	}
	if st.CurrentTask == nil || st.CurrentTask.ID != id {
		return view.Task{}, false
	}
	return *st.CurrentTask, true
}
