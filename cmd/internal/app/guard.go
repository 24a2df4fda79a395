package app

import (
	"net/http"
	"slices"
	"strconv"
)

// Guard lets through only requests that name this machine's loopback as their
// Host, with the port, and come from no foreign web page (rule 15). A page can
// make a browser connect to localhost; its Origin, or after DNS rebinding its
// Host, gives it away.
func Guard(port int, next http.Handler) http.Handler {
	hosts := LoopbackHosts(port)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(hosts, r.Host) {
			http.Error(w, "Minehand answers only to localhost, 127.0.0.1 and [::1] with its port.", http.StatusMisdirectedRequest)
			return
		}
		if !OriginAllowed(port, r.Header.Values("Origin")) {
			http.Error(w, "Minehand takes no connections from foreign web pages.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// LoopbackHosts are the names by which Minehand may be called.
func LoopbackHosts(port int) []string {
	p := ":" + strconv.Itoa(port)
	return []string{"localhost" + p, "127.0.0.1" + p, "[::1]" + p}
}

// OriginAllowed reports whether a request with these Origin headers may come
// in: none (mods send none), or exactly Minehand's own page.
func OriginAllowed(port int, origins []string) bool {
	for _, o := range origins {
		own := slices.ContainsFunc(LoopbackHosts(port), func(h string) bool { return o == "http://"+h })
		if !own {
			return false
		}
	}
	return len(origins) <= 1
}
