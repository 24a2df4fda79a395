// SPDX-License-Identifier: MIT

package api_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// Pages that do not show the token keep neither programs nor, for long, other
// pages out.
func TestClientsAreCounted(t *testing.T) {
	port := start(t, bodytest.New("a", game.ProtocolV2))
	url := fmt.Sprintf("ws://127.0.0.1:%d/api/v1/ws", port)
	dial := func(header http.Header) (int, string) {
		t.Helper()
		ws, resp, err := websocket.DefaultDialer.Dial(url, header)
		if err == nil {
			t.Cleanup(func() { _ = ws.Close() })
			return http.StatusSwitchingProtocols, ""
		}
		if resp == nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, resp.Header.Get("Retry-After") + " " + string(text)
	}
	page := http.Header{"Origin": {fmt.Sprintf("http://127.0.0.1:%d", port)}}
	in := 0
	for {
		status, why := dial(page)
		if status == http.StatusSwitchingProtocols {
			if in++; in > 100 {
				t.Fatal("pages without a token are let in without end")
			}
			continue
		}
		if status != http.StatusServiceUnavailable || !strings.HasPrefix(why, "10 ") || !strings.Contains(why, "have not shown the control token") {
			t.Errorf("got %d, %q", status, why)
		}
		break
	}
	program := http.Header{"Authorization": {"Bearer " + token}}
	if status, why := dial(program); status != http.StatusSwitchingProtocols {
		t.Errorf("a program with the token: %d, %q", status, why)
	}
	if in < 16 {
		t.Errorf("only %d pages are let in", in)
	}
}
