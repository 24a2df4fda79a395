// SPDX-License-Identifier: MIT

package app

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/minehand/minehand/frontend"
)

// pagePolicy lets the page load nothing but its own files and talk to nobody but
// Minehand, and those of its cluster; pictures may be data.
const pagePolicy = "default-src 'self'; connect-src 'self'%s; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; " +
	"frame-src http://localhost:* http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// built reports whether the page was built into the program.
func built(dist fs.FS) bool {
	_, err := fs.Stat(dist, "index.html")
	return err == nil
}

// HasPage reports whether this program carries the page.
func HasPage() bool { return built(frontend.Dist()) }

// page serves the built page, or a sentence that says how to build it. It may connect to
// the sockets, too, that there are when it is loaded.
func page(dist fs.FS, sockets func(context.Context) []string) http.Handler {
	if !built(dist) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, "Minehand is running, without its page: this program was built before the page was. "+
				"Run `npm ci && npm run build` in the folder frontend and build minehand again. Programs connect to /api/v1/ws with "+
				"the control token (docs/API.md).\n")
		})
	}
	files, packed := http.FileServerFS(dist), &packed{dist: dist, files: map[string][]byte{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		may := ""
		if r.URL.Path == "/" {
			for _, one := range sockets(r.Context()) {
				may += " " + one
			}
		}
		h.Set("Content-Security-Policy", fmt.Sprintf(pagePolicy, may))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		if strings.HasPrefix(r.URL.Path, "/assets/") { // their names change with what is in them
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if !packed.serve(w, r) {
			files.ServeHTTP(w, r)
		}
	})
}

// packed serves the page's files of text compressed, each made when it is first asked
// for and kept: there are few, and they never change.
type packed struct {
	dist fs.FS

	mu    sync.Mutex
	files map[string][]byte
}

// serve answers a request with a compressed file, and reports whether it did.
func (p *packed) serve(w http.ResponseWriter, r *http.Request) bool {
	name := cmp.Or(strings.TrimPrefix(path.Clean(r.URL.Path), "/"), "index.html")
	kind := mime.TypeByExtension(path.Ext(name))
	text := strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "image/svg") || strings.HasPrefix(kind, "application/json")
	if !text || r.Method != http.MethodGet && r.Method != http.MethodHead || !takesGzip(r.Header.Get("Accept-Encoding")) {
		return false
	}
	data, err := p.file(name)
	if err != nil {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Vary", "Accept-Encoding")
	if r.Method == http.MethodGet {
		_, _ = w.Write(data)
	}
	return true
}

// takesGzip reports whether a client takes gzip, by its Accept-Encoding.
func takesGzip(accepts string) bool {
	for one := range strings.SplitSeq(accepts, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(one), ";")
		q := strings.TrimPrefix(strings.TrimSpace(quality), "q=")
		if name == "gzip" && (q == "" || strings.Trim(q, "0.") != "") {
			return true
		}
	}
	return false
}

// file returns a file compressed.
func (p *packed) file(name string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if data, ok := p.files[name]; ok {
		return data, nil
	}
	plain, err := fs.ReadFile(p.dist, name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(plain)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return nil, err
	}
	p.files[name] = out.Bytes()
	return p.files[name], nil
}
