// SPDX-License-Identifier: MIT

// Package api serves the control side over HTTP and WebSocket: /api/v1/ws with
// the calls and the event stream.
//
// Everything needs the control token, as "Authorization: Bearer TOKEN" or as
// the first WebSocket message {"type":"auth","token":TOKEN}: there are no
// cookies, which all ports of localhost share. Host and Origin are checked
// before a request comes here.
//
// Usage:
//
//	token, err := api.Token(filepath.Join(dataDir, "control-token"))
//	mux.Handle("/api/v1/", api.New(service, api.Config{Token: token}))
package api
