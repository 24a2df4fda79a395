// SPDX-License-Identifier: MIT

package openai

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

// TestFindTellsServersFromOtherPrograms: in the order of the addresses, and
// without asking a model.
func TestFindTellsServersFromOtherPrograms(t *testing.T) {
	_, studio := overLoopback(t, fakelm.Config{}, Config{})
	_, ollama := overLoopback(t, fakelm.Config{Kind: fakelm.Ollama, Models: []fakelm.Model{{ID: "qwen3:8b"}}}, Config{})
	_, empty := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{"no-models"}}, Config{})
	_, locked := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{"unauthorized"}, Key: "k"}, Config{})
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!doctype html><title>A router</title>"))
	}))
	defer page.Close()
	got := Find(t.Context(), []string{page.URL, ollama.URL, "http://127.0.0.1:1", studio.URL, "::", empty.URL, locked.URL})
	want := []Found{{ollama.URL, Ollama, "qwen3:8b", false}, {studio.URL, LMStudio, fakelm.DefaultModel, true}, {empty.URL, LMStudio, "", false}}
	if len(got) != len(want) {
		t.Fatalf("found %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("found %+v, want %+v", got[i], want[i])
		}
	}
	for _, s := range []*fakelm.Server{studio, ollama, empty} {
		if len(s.Chats()) != 0 {
			t.Error("a model was asked")
		}
	}
}

// A server that listens on IPv6 alone is found under the name localhost.
func TestLocalhostOnIPv6Alone(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 here")
	}
	page := httptest.NewUnstartedServer(fakelm.New(fakelm.Config{}))
	_ = page.Listener.Close()
	page.Listener = l
	page.Start()
	defer page.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	c, err := New(Config{Settings: Settings{URL: "localhost:" + port}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
		t.Error(err)
	}
}
