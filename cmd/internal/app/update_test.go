// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/ui/view"
)

// The releases address is asked when a person asks, and is told nothing of this computer.
func TestUpdatesAreLookedForWhenAsked(t *testing.T) {
	var asked []*http.Request
	answer, status := "", http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r)
		if len(body) > 0 || len(r.Cookies()) > 0 || r.UserAgent() != "minehand" || r.URL.RawQuery != "" {
			t.Errorf("more than a question goes out: %q %+v", body, r.Header)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	defer server.Close()
	at := ""
	look := updates(func() string { return at }, "0.2.1")
	refused := func(part string) {
		t.Helper()
		var e *view.RefusedError
		if _, err := look(t.Context()); !errors.As(err, &e) || !strings.Contains(e.Sentence, part) || !strings.Contains(e.Sentence, "updates.url") {
			t.Errorf("with %q: %v", answer, err)
		}
	}
	refused("o releases address")
	if len(asked) > 0 {
		t.Error("it was asked before it was set")
	}
	at = server.URL + "/latest"
	for _, c := range []struct {
		answer, newest, page string
		newer                bool
	}{
		{`{"tag_name":"v0.10.0","html_url":"https://example.org/r/1","body":"long"}`, "0.10.0", "https://example.org/r/1", true},
		{`{"version":"0.2.1"}`, "0.2.1", "", false},
		{`{"version":"0.2","html_url":"javascript:alert(1)"}`, "0.2", "", false},
		{`{"version":"1.0.0-rc1"}`, "1.0.0-rc1", "", true},
	} {
		answer = c.answer
		v, err := look(t.Context())
		if err != nil || v.Newest != c.newest || v.Page != c.page || v.Newer != c.newer || v.Version != "0.2.1" || "http://"+v.Host != server.URL {
			t.Errorf("%s: %+v, %v", c.answer, v, err)
		}
	}
	for _, answer = range []string{"", "{}", `{"version":"soon"}`, "<html>"} {
		refused("does not say")
	}
	status = http.StatusNotFound
	refused("404")
	var e *view.RefusedError
	cfg := settings.Config{Updates: settings.Updates{URL: at}}
	c := serverOf(t, ServerConfig{Config: cfg, Version: "0.2.1"}).Connect()
	defer c.Close()
	if _, err := c.LookForUpdate(t.Context()); !errors.As(err, &e) || !strings.Contains(e.Sentence, "404") {
		t.Errorf("a client is told %v", err)
	}
	status, answer = http.StatusOK, `{"tag_name":"v9"}`
	if v, err := c.LookForUpdate(t.Context()); err != nil || !v.Newer || v.Newest != "9" {
		t.Errorf("a client is told %+v, %v", v, err)
	}
	if newer("0.1.0", "devel-4e12d6b1f0aa") != true {
		t.Error("a release is newer than a build of no release")
	}
}
