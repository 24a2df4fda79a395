// SPDX-License-Identifier: MIT

// Package freeport finds ports for servers that tests start, end and start again.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Of is a TCP port of 127.0.0.1 where nobody listens. It lies below those that systems
// give to outgoing connections: one of these would take the port of a server that is
// down for a moment.
func Of(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 20000 + rand.IntN(12000)
		if l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no free port between 20000 and 31999")
	return 0
}
