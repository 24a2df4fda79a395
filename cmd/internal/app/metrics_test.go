// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// serve is a whole Minehand for a test.
func serve(t *testing.T, config string) *Server {
	t.Helper()
	cfg, err := settings.Parse([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	return serving(t, p, ServerConfig{Config: cfg, DataDir: filepath.Join(t.TempDir(), "data"), Practice: true, Version: "devel-1"})
}

// serving starts a server with the planner; both end with the test.
func serving(t *testing.T, p *Planner, cfg ServerConfig) *Server {
	t.Helper()
	cfg.Planner = p
	s, err := StartServer(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		_ = p.Close()
	})
	return s
}

func get(t *testing.T, url, token string) (status int, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// nextEvent is the next event that the client hears.
func nextEvent(ctx context.Context, c *client.Client) (view.Event, error) {
	select {
	case e, there := <-c.Events():
		if !there {
			return e, c.Err()
		}
		return e, nil
	case <-ctx.Done():
		return view.Event{}, ctx.Err()
	}
}

// sampleLine is a figure in the text format.
var sampleLine = regexp.MustCompile(`^minehand_[a-z_]+(\{([a-z]+="[^"\\]*",?)+\})? [0-9.]+$`)

// The figures are there for who has the token, and hold nothing that a peer said.
func TestMetrics(t *testing.T) {
	s := serve(t, "providers: [{name: mine, type: text, config: {path: cat}}]")
	base := "http://127.0.0.1:" + strconv.Itoa(s.Port)
	for token, want := range map[string]int{"": 401, "wrong": 401, s.Token: 200} {
		if status, _ := get(t, base+"/metrics", token); status != want {
			t.Errorf("with the token %q: %d", token, status)
		}
	}
	if status, body := get(t, base+"/healthz", ""); status != 200 || body != "minehand" {
		t.Errorf("healthz: %d %q", status, body)
	}
	person := s.Connect()
	defer person.Close()
	if _, err := person.StartPractice(t.Context(), view.PracticeStart{Speed: 600}); err != nil {
		t.Fatal(err)
	}
	if _, err := person.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), s.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	for _, frame := range []string{`{"type":"register","instanceId":"evil\"} 1","version":"1.21.5"}`, `{"type":"dance"}`} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := person.SendPrompt(t.Context(), view.Prompt{Prompt: "mine 1 oak log", OfBody: view.OfBody{Instance: s.practice.Now().Instance}}); err != nil {
		t.Fatal(err)
	}
	for ended := false; !ended; {
		e, err := nextEvent(t.Context(), person)
		if err != nil {
			t.Fatal(err)
		}
		ended = e.Task != nil && e.Task.State.Ended()
	}
	_, text := get(t, base+"/metrics", s.Token)
	for !strings.Contains(text, `minehand_frames_dropped_total{reason="unknown"} 1`) { // it may not have been read yet
		_, text = get(t, base+"/metrics", s.Token)
	}
	for _, want := range []string{
		`minehand_build_info{version="devel-1",go="`, `minehand_bodies{link="connected"} 2`, `minehand_clients 0`,
		`minehand_tasks_ended_total{state="complete"} 1`, `minehand_actions_total{kind="mine",verdict="` + string(game.Confirmed) + `"} 1`,
		`minehand_actions_sent_total 1`, `minehand_provider_calls_today{provider="mine"} 0`, "# TYPE minehand_tasks_ended_total counter",
		"# TYPE minehand_heap_live_bytes gauge",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "# ") && !sampleLine.MatchString(line) {
			t.Errorf("no figure: %q", line)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{s.Token, "evil", dir} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in\n%s", secret, text)
		}
	}
}
