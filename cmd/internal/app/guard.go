// SPDX-License-Identifier: MIT

package app

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gorilla/websocket"
)

// Guard lets through only requests that name this machine's loopback as their
// Host, with the port, and come from no foreign web page (rule 15). A page can
// make a browser connect to localhost; its Origin, or after DNS rebinding its
// Host, gives it away.
func Guard(port int, next http.Handler) http.Handler {
	hosts := loopbackHosts(port)
	origins := withScheme("http://", hosts)
	return guard(func(*http.Request) ([]string, []string) { return hosts, origins }, func(string) {}, next)
}

// guard lets through only requests for one of the hosts, from no page or one of
// the origins, that names returns for them. The first connection that is refused
// for its Host, and the first for its Origin, are told in a sentence: whoever runs
// the bodies sees why a mod that he writes does not come in, and a page that tries
// again and again tells nothing more.
func guard(names func(*http.Request) (hosts, origins []string), tell func(string), next http.Handler) http.Handler {
	var foreignHost, foreignPage sync.Once
	told := func(once *sync.Once, r *http.Request, format, name, fix string) {
		if websocket.IsWebSocketUpgrade(r) {
			once.Do(func() { tell(fmt.Sprintf(format, name) + fix) })
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hosts, origins := names(r)
		if !slices.Contains(hosts, strings.ToLower(r.Host)) {
			told(&foreignHost, r, "A connection to %.100q was refused: ", r.Host,
				"Minehand answers only to its own names with its port: "+strings.Join(hosts, ", ")+".")
			http.Error(w, "Minehand answers only to its own names with its port: "+strings.Join(hosts, ", ")+".", http.StatusMisdirectedRequest)
			return
		}
		if !originAmong(origins, r.Header.Values("Origin")) {
			told(&foreignPage, r, "A connection from the web page %.100q was refused: ", strings.Join(r.Header.Values("Origin"), " "),
				"Minehand takes none from foreign pages. A mod sends no Origin header.")
			http.Error(w, "Minehand takes no connections from foreign web pages.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// loopbackHosts are the names by which Minehand may be called.
func loopbackHosts(port int) []string {
	p := ":" + strconv.Itoa(port)
	return []string{"localhost" + p, "127.0.0.1" + p, "[::1]" + p}
}

// originAmong reports whether a request with these Origin headers may come in: none
// (mods send none), or exactly one of Minehand's own.
func originAmong(own, origins []string) bool {
	for _, o := range origins {
		if !slices.Contains(own, strings.ToLower(o)) {
			return false
		}
	}
	return len(origins) <= 1
}
