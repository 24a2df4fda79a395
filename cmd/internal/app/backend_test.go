// SPDX-License-Identifier: MIT

package app

import (
	"testing"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/planner"
)

// running starts a backend that ends with the test: in a data folder of its own,
// and with the built-in planner, unless the config says otherwise.
func running(t *testing.T, cfg BackendConfig) *Backend {
	t.Helper()
	if cfg.DataDir == "" {
		cfg.DataDir = t.TempDir()
	}
	if cfg.Planner == nil {
		cfg.Planner = planner.NewBuiltin(planner.Config{})
	}
	b, err := Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// socket is a body's connection to the backend; it ends with the test.
func (b *Backend) socket(t *testing.T) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), b.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return ws
}
