// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"strings"

	"github.com/gorilla/websocket"
)

// GuestProtocol is the WebSocket subprotocol of a client whose own Minehand of the cluster
// is lost. It offers its pass behind it, as a subprotocol that begins with passPrefix: a
// page can set no header.
const (
	GuestProtocol = "minehand.guest"
	passPrefix    = "pass."
)

// passOf is the pass that a guest shows; empty for any other request.
func passOf(r *http.Request) string {
	offers := websocket.Subprotocols(r)
	if r.URL.Path != "/api/v1/ws" || len(offers) != 2 || offers[0] != GuestProtocol {
		return ""
	}
	pass, _ := strings.CutPrefix(offers[1], passPrefix)
	return pass
}

// IsGuest reports whether a request says that it comes from another Minehand's page. It
// comes with that one's Origin, and is let in by its pass alone.
func IsGuest(r *http.Request) bool { return passOf(r) != "" }
