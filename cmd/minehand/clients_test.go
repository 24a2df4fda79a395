// SPDX-License-Identifier: MIT

//go:build clients

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// TestTheClientsOfTheDocuments: those of docs/examples, against a Minehand in a
// practice world. `make test-clients` has what they need.
func TestTheClientsOfTheDocuments(t *testing.T) {
	planner, err := app.NewPlanner(settings.Config{}, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	defer planner.Close()
	s, err := app.StartServer(t.Context(), app.ServerConfig{Planner: planner, World: &view.PracticeStart{Speed: 600}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct{ program, env, fallback, goal string }{
		{"commands.mjs", "MINEHAND_NODE", "node", "get 1 oak log"},
		{"commands.py", "MINEHAND_PYTHON", "", "get 1 stick"},
	} {
		t.Run(c.program, func(t *testing.T) {
			run := os.Getenv(c.env)
			if run == "" {
				run = c.fallback
			}
			if run == "" {
				if os.Getenv("CI") != "" {
					t.Fatalf("%s names no interpreter with what %s needs", c.env, c.program)
				}
				t.Skipf("%s names no interpreter: make test-clients makes one where pip reaches its index", c.env)
			}
			// A second client sets another mode before, and sees the broadcast.
			second, err := client.Dial(t.Context(), s.Port, s.Token)
			if err != nil {
				t.Fatal(err)
			}
			defer second.Close()
			var other view.CommandData
			if err := second.Call(t.Context(), "slash_command", map[string]string{"command": "/mode", "args": "low-level"}, &other); err != nil {
				t.Fatal(err)
			}
			if _, err := second.Subscribe(t.Context(), view.Place{}); err != nil {
				t.Fatal(err)
			}
			out, err := exec.CommandContext(t.Context(), run, filepath.Join("..", "..", "docs", "examples", c.program), strconv.Itoa(s.Port), s.Token, c.goal).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			want := regexp.MustCompile(`(?s)^\d\d+ commands\n/model goes on: .*\nMode is hybrid now\.\ntask \w{26}\n` + regexp.QuoteMeta(fmt.Sprintf("%q: Complete: every part was seen to be met.", c.goal)))
			if text := strings.ReplaceAll(string(out), "\r", ""); !want.MatchString(text) {
				t.Errorf("it says %s", text)
			}
			limit := time.After(time.Minute)
			for seen := false; !seen; {
				select {
				case e, there := <-second.Events():
					if !there {
						t.Fatal("the second client's stream broke off")
					}
					seen = e.Kind == view.EventSettings && e.StateChanges["mode"] == "hybrid"
				case <-limit:
					t.Fatal("the second client saw no broadcast of the mode")
				}
			}
			source, err := os.ReadFile(filepath.Join("..", "..", "docs", "examples", c.program))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(regexp.MustCompile(`(?m)^\s*[^\s#/].*$`).FindAll(source, -1)); n > 20 {
				t.Errorf("the client has %d lines; it is to fit twenty", n)
			}
		})
	}
}
