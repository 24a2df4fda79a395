package app

import (
	"net/http"
	"net/http/httptest"
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
