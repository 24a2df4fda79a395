// SPDX-License-Identifier: MIT

// Package natstest starts real NATS servers with JetStream, in the process of a test
// and on loopback.
//
//	url := natstest.Start(t)
package natstest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// starting is how long a server may take to take connections.
const starting = 10 * time.Second

// Start starts a server that ends with the test, and returns its URL.
func Start(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(starting) {
		t.Fatal("the NATS server did not start")
	}
	return s.ClientURL()
}
