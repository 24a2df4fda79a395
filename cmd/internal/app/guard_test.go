// SPDX-License-Identifier: MIT

package app

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

func TestRule15HostAndOrigin(t *testing.T) {
	const port = 9876
	h := Guard(port, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, c := range []struct {
		name, host string
		origins    []string
		want       int
	}{
		{"a mod by name", "localhost:9876", nil, http.StatusNoContent},
		{"a mod by IPv4", "127.0.0.1:9876", nil, http.StatusNoContent},
		{"a mod by IPv6", "[::1]:9876", nil, http.StatusNoContent},
		{"the own page", "localhost:9876", []string{"http://localhost:9876"}, http.StatusNoContent},
		{"the own page by another name", "127.0.0.1:9876", []string{"http://localhost:9876"}, http.StatusNoContent},
		{"no port", "localhost", nil, http.StatusMisdirectedRequest},
		{"another port", "localhost:1", nil, http.StatusMisdirectedRequest},
		{"DNS rebinding: Host and Origin agree", "evil.example:9876", []string{"http://evil.example:9876"}, http.StatusMisdirectedRequest},
		{"a subdomain trick", "localhost.evil.example:9876", nil, http.StatusMisdirectedRequest},
		{"a foreign page", "localhost:9876", []string{"https://evil.example"}, http.StatusForbidden},
		{"another port's page", "localhost:9876", []string{"http://localhost:3000"}, http.StatusForbidden},
		{"another scheme", "localhost:9876", []string{"https://localhost:9876"}, http.StatusForbidden},
		{"a sandboxed page", "localhost:9876", []string{"null"}, http.StatusForbidden},
		{"two origins", "localhost:9876", []string{"http://localhost:9876", "https://evil.example"}, http.StatusForbidden},
		{"an empty origin", "localhost:9876", []string{""}, http.StatusForbidden},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "http://x/", nil)
			r.Host = c.host
			for _, o := range c.origins {
				r.Header.Add("Origin", o)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Fatalf("got %d, want %d", w.Code, c.want)
			}
		})
	}
}

// TestARefusedConnectionIsTold: once for each cause, and connections only.
func TestARefusedConnectionIsTold(t *testing.T) {
	var told []string
	names := func(*http.Request) (hosts, origins []string) {
		return []string{"localhost:9876"}, []string{"http://localhost:9876"}
	}
	h := guard(names, func(text string) { told = append(told, text) }, http.NotFoundHandler())
	ask := func(host, origin string, upgrade bool) {
		r := httptest.NewRequest(http.MethodGet, "http://x/", nil)
		r.Host = host
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if upgrade {
			r.Header.Set("Connection", "Upgrade")
			r.Header.Set("Upgrade", "websocket")
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	ask("minecraft.local:9876", "", false)
	ask("localhost:9876", "", true)
	for range 3 {
		ask("minecraft.local:9876", "", true)
		ask("localhost:9876", "http://a.page\x1b[2J", true)
	}
	want := []string{
		`A connection to "minecraft.local:9876" was refused: Minehand answers only to its own names with its port: localhost:9876.`,
		`A connection from the web page "http://a.page\x1b[2J" was refused: Minehand takes none from foreign pages. A mod sends no Origin header.`,
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, not %q", told, want)
	}
}
