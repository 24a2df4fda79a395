// SPDX-License-Identifier: MIT

//go:build clients

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/ui/view"
)

// inspector is the command line of the reference inspector of the Model Context
// Protocol, each call of which is a process and a session of its own.
type inspector struct {
	t                *testing.T
	node, launcher   string
	home, wrap, wire string
	s                *server
}

// run is one call of the inspector, to Minehand over standard input and output.
func (i *inspector) run(out any, args ...string) {
	i.t.Helper()
	if err := i.at(out, append([]string{i.wrap}, args...)...); err != nil {
		i.t.Fatal(err)
	}
}

func (i *inspector) at(out any, args ...string) error {
	cmd := exec.CommandContext(i.t.Context(), i.node, append([]string{i.launcher, "--cli", "--format", "json"}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+i.home)
	var text, noise bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &noise
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the inspector's %q: %w\n%s%s", args, err, &text, &noise)
	}
	whole := struct{ Result any }{out}
	if err := json.Unmarshal(text.Bytes(), &whole); err != nil {
		return fmt.Errorf("the inspector's %q printed %s: %w", args, &text, err)
	}
	return nil
}

// told is a tool's answer.
type told[T any] struct {
	Content           []struct{ Text string }
	StructuredContent T
	IsError           bool
}

// progress are the notices of progress that were sent to a call so far.
func (i *inspector) progress(token string) []string {
	i.t.Helper()
	raw, err := os.ReadFile(i.wire)
	if err != nil {
		i.t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(raw)) {
		var m struct {
			Method string
			Params struct{ ProgressToken, Message string }
		}
		if json.Unmarshal([]byte(line), &m) == nil && m.Method == "notifications/progress" && m.Params.ProgressToken == token {
			list = append(list, m.Params.Message)
		}
	}
	return list
}

// attend waits for a task in a session of its own; what comes of it is sent.
func (i *inspector) attend(token string) <-chan told[view.TaskRecord] {
	ended := make(chan told[view.TaskRecord], 1)
	go func() {
		defer close(ended)
		var rec told[view.TaskRecord]
		if err := i.at(&rec, i.wrap, "--method", "tools/call", "--tool-name", "wait_for_task", "--tool-arg", "seconds=600", "--tool-metadata", "progressToken="+token); err != nil {
			i.t.Error(err)
		}
		ended <- rec
	}()
	return ended
}

// TestTheReferenceInspector lists the tools, sends "get 3 diamonds" in the embedded
// world, sees progress and reads the proven clauses; then a stop in the middle.
// `make test-clients` installs it where the registry is reached.
func TestTheReferenceInspector(t *testing.T) {
	dir := os.Getenv("MINEHAND_INSPECTOR")
	if dir == "" {
		t.Skip("MINEHAND_INSPECTOR names no folder of the inspector: make test-clients installs one where npm reaches its registry")
	}
	i := &inspector{t: t, node: os.Getenv("MINEHAND_NODE"), launcher: filepath.Join(dir, "clients", "launcher", "build", "index.js"), home: t.TempDir(), s: newServer(t.Context(), t)}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The inspector asks for progress and prints none: what is sent to it is kept.
	i.wrap, i.wire = filepath.Join(i.home, "minehand"), filepath.Join(i.home, "wire")
	script := fmt.Sprintf("#!/bin/sh\n%s=1 exec %q mcp --port %d --data-dir %q | tee -a %q\n", asProgram, self, i.s.port, i.s.dir, i.wire)
	if err := os.WriteFile(i.wrap, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	speed := func(v float64) {
		t.Helper()
		if _, err := i.s.client.SetPracticeSpeed(t.Context(), view.PracticeSpeed{Speed: v}); err != nil {
			t.Fatal(err)
		}
	}
	seen := func(token string) {
		t.Helper()
		for begun := time.Now(); len(i.progress(token)) < 2; time.Sleep(20 * time.Millisecond) {
			if time.Since(begun) > 2*time.Minute {
				t.Fatal("no progress was sent")
			}
		}
	}

	var list struct {
		Tools []struct {
			Name        string
			InputSchema struct{ Type string }
		}
	}
	i.run(&list, "--method", "tools/list", "--strict")
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	for _, want := range []string{"send_goal", "wait_for_task", "stop", "talk", "players", "get_state", "get_inventory", "how_to_make"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no tool %s among %v", want, names)
		}
	}

	if _, err := i.s.client.StartPractice(t.Context(), view.PracticeStart{Speed: 2}); err != nil {
		t.Fatal(err)
	}
	var queued told[view.Queued]
	i.run(&queued, "--method", "tools/call", "--tool-name", "send_goal", "--tool-arg", "prompt=get 3 diamonds")
	ended := i.attend("diamonds")
	seen("diamonds")
	speed(600)
	rec := <-ended
	task := rec.StructuredContent.Task
	if task.ID != queued.StructuredContent.TaskID || task.State != view.TaskComplete || !task.Verified || len(task.Clauses) != 1 || task.Clauses[0].Grade != view.Seen || task.Clauses[0].Have < 3 {
		t.Errorf("the task ended %+v", task)
	}
	if len(rec.Content) == 0 || !strings.Contains(rec.Content[0].Text, "proven (3 of 3); seen: 3 diamonds held") {
		t.Errorf("the chat is told %+v", rec.Content)
	}

	speed(2)
	i.run(&queued, "--method", "tools/call", "--tool-name", "talk", "--tool-arg", "text=10 more")
	ended = i.attend("stopped")
	seen("stopped")
	var stopped told[view.Success]
	i.run(&stopped, "--method", "tools/call", "--tool-name", "stop")
	if rec = <-ended; rec.StructuredContent.Task.State != view.TaskStopped || len(rec.Content) == 0 || strings.Contains(rec.Content[0].Text, "Complete") || !strings.Contains(rec.Content[0].Text, "not proven") {
		t.Errorf("stopped in the middle it is told %+v", rec)
	}

	var players told[any] // over HTTP as well
	token, err := os.ReadFile(filepath.Join(i.s.dir, app.TokenFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := i.at(&players, "--server-url", "http://127.0.0.1:"+strconv.Itoa(i.s.port)+"/mcp", "--header", "Authorization: Bearer "+strings.TrimSpace(string(token)), "--method", "tools/call", "--tool-name", "players"); err != nil {
		t.Fatal(err)
	}
	if len(players.Content) == 0 || !strings.Contains(players.Content[0].Text, "Practice world") {
		t.Errorf("over HTTP the players are %+v", players)
	}
}

// TestTheInspectorAsks: its client that holds a connection puts Minehand's question to
// whoever runs it, in the protocol of before and of now, and the goal goes on with the
// answer.
func TestTheInspectorAsks(t *testing.T) {
	dir := os.Getenv("MINEHAND_INSPECTOR")
	if dir == "" {
		t.Skip("MINEHAND_INSPECTOR names no folder of the inspector: make test-clients installs one where npm reaches its registry")
	}
	home := t.TempDir()
	run := func(args ...string) (out map[string]any) {
		t.Helper()
		// Its daemon is stopped when the test is over.
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), os.Getenv("MINEHAND_NODE"), append([]string{filepath.Join(dir, "clients", "mcpdo", "build", "mcp-bin.js"), "--format", "json"}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+home, "MCP_INSPECTOR_SECRET_STORE=memory", asProgram+"=1")
		text, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(text, &out)
		}
		if err != nil {
			t.Fatalf("%q: %v: %s", args, err, text)
		}
		return out
	}
	t.Cleanup(func() { run("daemon", "stop") })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, era := range []string{"legacy", "modern"} {
		name, _ := run("connect", "--era", era, "-e", asProgram+"=1", "--", self, "mcp", "--practice", "--speed", "600")["name"].(string)
		asked, _ := run("--connection", name, "tools/call", "send_goal", "prompt:="+strconv.Quote("get 2 dirtt"))["elicitationPending"].(map[string]any)
		if question, _ := asked["message"].(string); !strings.HasPrefix(question, `Did you mean "get 2 dirt"?`) {
			t.Fatalf("%s: it asks %v", era, asked)
		}
		taken, _ := run("elicitation/respond", asked["elicitationId"].(string), "agree:=true")["structuredContent"].(map[string]any)
		id, _ := taken["taskId"].(string)
		ended := run("--connection", name, "tools/call", "wait_for_task", "taskId:="+strconv.Quote(id))
		if text := fmt.Sprint(ended["content"]); id == "" || !strings.Contains(text, "Complete: every part was seen to be met.") {
			t.Errorf("%s: the goal ends %v", era, ended)
		}
		run("disconnect", name)
	}
}

// TestAChatProgramInPython: the one of docs/examples, with the protocol's own SDK. What
// the person types decides.
func TestAChatProgramInPython(t *testing.T) {
	python := os.Getenv("MINEHAND_PYTHON")
	if python == "" || exec.CommandContext(t.Context(), python, "-c", "import mcp").Run() != nil {
		t.Skip("MINEHAND_PYTHON names no Python with mcp: make test-clients makes one where pip reaches its index")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	wrap := filepath.Join(t.TempDir(), "minehand") // the SDK starts programs without our environment
	if err := os.WriteFile(wrap, fmt.Appendf(nil, "#!/bin/sh\n%s=1 exec %q \"$@\"\n", asProgram, self), 0o700); err != nil {
		t.Fatal(err)
	}
	for answer, want := range map[string]string{"y\n": "Complete: every part was seen to be met.", "n\n": "Not begun: the user said no."} {
		cmd := exec.CommandContext(t.Context(), python, filepath.Join("..", "..", "docs", "examples", "chat.py"), "get 2 dirtt", wrap, "mcp", "--practice", "--speed", "600")
		cmd.Stdin = strings.NewReader(answer)
		out, err := cmd.CombinedOutput()
		if text := string(out); err != nil || !strings.Contains(text, `Did you mean "get 2 dirt"?`) || !strings.Contains(text, want) {
			t.Errorf("after %q: %v: %s", answer, err, text)
		}
	}
}
