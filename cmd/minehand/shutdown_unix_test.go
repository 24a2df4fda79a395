// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/freeport"
	"github.com/minehand/minehand/ui/view"
)

// A serve that is told to end does so although two bodies work, clients are there
// of which one reads nothing, and a program that it asks for a plan hangs with a
// child of its own: nothing of that is left, and the next start goes on with the
// tasks. How long it may take is its own budget (TestTheEndHasABudget).
func TestServeEndsWhateverGoesOn(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "config.yaml")
	pidFile := filepath.Join(dir, "pid")
	script := "echo $$ > " + pidFile + "; sleep 600 & wait"
	if err := os.WriteFile(config, []byte(`providers: [{name: hanging, type: text, config: {path: sh, args: [-c, "`+script+`"]}}]`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := &server{t: t, ctx: ctx, port: freeport.Of(t), dir: t.TempDir(), args: []string{"--config", config}}
	t.Cleanup(s.kill)
	s.start()
	if _, err := s.client.StartPractice(ctx, view.PracticeStart{Speed: 1}); err != nil {
		t.Fatal(err)
	}
	newSim(ctx, t, s.port, "--speed", "1")
	works := func() string {
		var id string
		eventually(t, patience, "taking a goal", func() bool {
			q, err := s.client.SendPrompt(ctx, view.Prompt{Prompt: "get 3 diamonds", OfBody: view.OfBody{Instance: "minecraft_1"}})
			id = q.TaskID
			return err == nil
		})
		return id
	}()
	if _, err := s.client.SendPrompt(ctx, view.Prompt{Prompt: "never sit in the dark again", Settings: view.PromptSettings{Settings: game.Settings{Provider: "hanging"}}, OfBody: view.OfBody{Instance: "practice"}}); err != nil {
		t.Fatal(err)
	}
	token, err := os.ReadFile(filepath.Join(s.dir, app.TokenFile))
	if err != nil {
		t.Fatal(err)
	}
	silent, _, err := websocket.DefaultDialer.DialContext(ctx, "ws://127.0.0.1:"+strconv.Itoa(s.port)+"/api/v1/ws", http.Header{"Authorization": {"Bearer " + strings.TrimSpace(string(token))}})
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if err := silent.WriteMessage(websocket.TextMessage, []byte(`{"type":"subscribe","id":1}`)); err != nil {
		t.Fatal(err)
	}
	var pid int
	eventually(t, patience, "the start of the program that hangs", func() bool {
		text, _ := os.ReadFile(pidFile)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return pid != 0
	})
	eventually(t, patience, "an action under way", func() bool {
		snap, err := s.client.GetSnapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for i := range snap.Players {
			if a := snap.Players[i].Action; a != nil && a.Open() {
				return true
			}
		}
		return false
	})
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	err = s.cmd.Wait()
	t.Logf("it ended %s after it was told to, with %v: %s", time.Since(begun), err, s.err.String())
	if err != nil && !strings.Contains(s.err.String(), errLeft.Error()) {
		t.Errorf("it ended with %v: %s", err, s.err.String())
	}
	eventually(t, patience, "the end of the program that hung, and of its child", func() bool { return syscall.Kill(-pid, 0) != nil })

	s.start()
	rec, err := s.client.GetTask(ctx, view.OfTask{TaskID: works})
	if err != nil || rec.Task.State.Ended() {
		t.Errorf("at the next start the task is %+v, %v", rec.Task.State, err)
	}
}
