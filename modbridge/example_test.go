// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// A body connects, and is asked to mine.
func Example() {
	joined := make(greeter, 1)
	srv := modbridge.New(modbridge.Config{Observer: joined})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- srv.Run(ctx) }()
	web := httptest.NewServer(srv)

	played := make(chan struct{})
	go func() {
		defer close(played)
		playAlong(web.URL)
	}()

	session := <-joined
	if _, err := session.Await(ctx, 0); err != nil {
		fmt.Println(err)
	}
	outcome := session.Do(ctx, game.Call{
		Action:  game.Action{ID: "01JD0000000000000000000001", Kind: game.Mine, Target: "oak_log", Quantity: 3},
		Seconds: 9,
	})
	fmt.Println(session.Info().ID, outcome.End, outcome.Result.Delta["oak_log"])

	cancel()
	<-ended
	<-played
	web.Close()
	// Output: minecraft_1 reported 3
}

// greeter is an Observer that wants new sessions only.
type greeter chan *modbridge.Session

func (g greeter) Registered(s *modbridge.Session)      { g <- s }
func (greeter) Changed(*modbridge.Session)             {}
func (greeter) Gone(*modbridge.Session)                {}
func (greeter) Said(*modbridge.Session, wire.FromBody) {}

// playAlong is a body that says it did what it was asked, until the line ends.
func playAlong(url string) {
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ws.Close()
	_ = resp.Body.Close()
	send := func(m wire.FromBody) {
		if frame, err := wire.Encode(m); err == nil {
			_ = ws.WriteMessage(websocket.TextMessage, frame)
		}
	}
	send(&wire.Register{InstanceID: "minecraft_1", Version: "1.21.5", Protocol: 2})
	send(&wire.StateUpdate{InstanceID: "minecraft_1"})
	for {
		_, frame, err := ws.ReadMessage()
		if err != nil {
			return
		}
		m, err := wire.DecodeToBody(frame)
		if a, ok := m.(*wire.ExecuteAction); ok && err == nil {
			send(&wire.ActionComplete{InstanceID: "minecraft_1", ActionID: a.Action.ID,
				Result: game.Result{Success: true, Delta: map[string]int{a.Action.Target: a.Action.Count()}}})
		}
	}
}
