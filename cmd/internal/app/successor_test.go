// SPDX-License-Identifier: MIT

package app

import (
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
)

func TestRule14WhoMayBeTheSamePlayer(t *testing.T) {
	of := func(name, world, version string) departed {
		return departed{info: game.BodyInfo{Name: name, Version: version}, world: world}
	}
	v2 := func(d departed) departed {
		d.info.Protocol = game.ProtocolV2
		return d
	}
	for what, c := range map[string]struct {
		gone, came departed
		alike      bool
	}{
		"a version 1 mod":            {of("", "", "1.20.1"), of("", "", "1.20.1"), true},
		"one of another version":     {of("", "", "1.20.1"), of("", "", "1.21.5"), false},
		"a player in another world":  {of("Alex", "a", "1.20.1"), of("Alex", "b", "1.21.5"), true},
		"another player of a server": {of("Alex", "a", "1.20.1"), of("Steve", "a", "1.20.1"), false},
		"one in the same world":      {of("", "a", "1.20.1"), of("Steve", "a", "1.20.1"), true},
		"one in another world":       {of("", "a", "1.20.1"), of("", "b", "1.20.1"), false},
		"a version 1 mod that tells nothing, and a body of version 2": {of("", "", "1.20.1"), v2(of("Steve", "a", "1.20.1")), false},
	} {
		if c.gone.alike(c.came) != c.alike {
			t.Errorf("%s: alike is %v", what, !c.alike)
		}
	}
}

// TestRule14OnlyOneThatCameAfterItIsTheSamePlayer: one that was there before it went
// cannot be it, and of two that came since nobody can tell.
func TestRule14OnlyOneThatCameAfterItIsTheSamePlayer(t *testing.T) {
	c := newChatBody(t, "", ofAlex, ofOne)
	there := &bodies{bridge: c.b.Bridge, ready: map[string]*modbridge.Session{}}
	come := func(id string) *websocket.Conn {
		ws := c.v1(id)
		s, ok := c.b.Bridge.Session(id)
		if !ok {
			t.Fatalf("%s is not there", id)
		}
		there.add(s)
		return ws
	}
	next := func(want string) {
		t.Helper()
		if got, _ := there.Successor("first"); got != want {
			t.Errorf("the successor is %q, want %q", got, want)
		}
	}
	come("before")
	first := come("first")
	next("")
	_ = first.Close()
	for limit := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if s, ok := c.b.Bridge.Session("first"); ok && s.Link().State == game.LinkDown {
			break
		} else if time.Now().After(limit) {
			t.Fatal("the line is not down")
		}
	}
	next("")
	come("second")
	next("second")
	c.b.Bridge.End("first", "it is over")
	next("second")
	third := come("third")
	next("")
	_ = third.Close()
	c.b.Bridge.End("third", "it is over")
	next("second")
}
