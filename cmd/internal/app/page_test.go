// SPDX-License-Identifier: MIT

package app

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// TestThePageIsServedCompressed: text goes out compressed to who takes that, all else as
// it is, and only what has its content in its name is kept by browsers.
func TestThePageIsServedCompressed(t *testing.T) {
	script := strings.Repeat("console.log(1)\n", 500)
	h := page(fstest.MapFS{
		"index.html":       {Data: []byte("<!doctype html>" + strings.Repeat("<p>page</p>", 100))},
		"assets/a-1.js":    {Data: []byte(script)},
		"assets/f-2.woff2": {Data: []byte("wOF2 a font")},
	}, func(context.Context) []string { return []string{"ws://localhost:9872"} })
	get := func(method, path, accepts string) *http.Response {
		r := httptest.NewRequest(method, path, http.NoBody)
		r.Header.Set("Accept-Encoding", accepts)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result()
	}
	for _, c := range []struct {
		method, path, accepts string
		code                  int
		packed, kept          bool
	}{
		{"GET", "/", "gzip, deflate, br", 200, true, false},
		{"GET", "/assets/a-1.js", "br, gzip;q=0.5", 200, true, true},
		{"HEAD", "/assets/a-1.js", "gzip", 200, true, true},
		{"GET", "/assets/a-1.js", "br, gzip;q=0", 200, false, true},
		{"GET", "/assets/a-1.js", "", 200, false, true},
		{"GET", "/assets/f-2.woff2", "gzip", 200, false, true},
		{"GET", "/assets/../../control-token", "gzip", 404, false, false},
		{"GET", "/no.js", "gzip", 404, false, false},
	} {
		r := get(c.method, c.path, c.accepts)
		if r.StatusCode != c.code || (r.Header.Get("Content-Encoding") == "gzip") != c.packed {
			t.Errorf("%s %s to one that takes %q: %d, %v", c.method, c.path, c.accepts, r.StatusCode, r.Header)
		}
		if c.code == 200 && strings.Contains(r.Header.Get("Cache-Control"), "immutable") != c.kept {
			t.Errorf("%s: %s", c.path, r.Header.Get("Cache-Control"))
		}
		sockets := "connect-src 'self';"
		if c.path == "/" {
			sockets = "connect-src 'self' ws://localhost:9872;"
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, sockets) {
			t.Errorf("%s went out without the page's policy: %s", c.path, policy)
		}
		if c.packed && c.method == "GET" && strings.HasSuffix(c.path, ".js") {
			z, err := gzip.NewReader(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(z); err != nil || string(got) != script {
				t.Errorf("it came out as %d bytes, %v", len(got), err)
			}
		}
	}
}
