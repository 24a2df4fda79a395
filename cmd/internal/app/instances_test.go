// SPDX-License-Identifier: MIT

package app

import (
	"fmt"
	"os"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// A body of this process is listed with its pid, and either name means it.
func TestRule14EitherNameOfABodyV1AndV2(t *testing.T) {
	b := running(t, BackendConfig{})
	for _, register := range []string{
		`{"type":"register","instanceId":"m","version":"1.21.5"}`,
		`{"type":"register","instanceId":"m","version":"1.21.5","protocol":2}`,
	} {
		ws := b.socket(t)
		if err := ws.WriteMessage(websocket.TextMessage, []byte(register)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.ReadMessage(); err != nil { // registered
			t.Fatal(err)
		}
		line := b.UI.Open()
		calls := client.Calls{Caller: line}
		list, err := calls.DetectInstances(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, in := range list {
			found = found || in.ID == "m" && in.PID == os.Getpid()
		}
		if !found {
			t.Errorf("the body is not listed with the pid %d: %+v", os.Getpid(), list)
		}
		name := fmt.Sprintf("instance_%d", os.Getpid())
		if got, err := calls.ConnectInstance(t.Context(), view.Connect{InstanceID: name}); err != nil || got.InstanceID != "m" {
			t.Errorf("%s is %+v, %v", name, got, err)
		}
		if st, err := calls.GetStatus(t.Context(), view.OfBody{Instance: name}); err != nil || st.ActiveInstance != "m" {
			t.Errorf("%s stands as %+v, %v", name, st, err)
		}
		line.Close()
		ws.Close()
	}
}
