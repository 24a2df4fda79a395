// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
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
		there.add(session(t, c, id))
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
	loses(t, c, first, "first")
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

// TestRule14WhoKeptItsIDIsNobodysNewOne: bodies that share a player's name, as those of the
// embedded world do, come back one after the other, to this Minehand or to another of its
// cluster. One that shows the token of its own id is the one that it was, so that what is
// asked of another that is still away is not for it to do.
func TestRule14WhoKeptItsIDIsNobodysNewOne(t *testing.T) {
	c := newChatBody(t, "", ofAlex, ofOne)
	there := &bodies{bridge: c.b.Bridge, ready: map[string]*modbridge.Session{}}
	come := func(id, token string) (*websocket.Conn, string) {
		t.Helper()
		ws := c.b.socket(t)
		if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"register","instanceId":"`+id+
			`","name":"Alex","version":"1.21.5","protocol":2,"resumeToken":"`+token+`"}`)); err != nil {
			t.Fatal(err)
		}
		var got struct{ ResumeToken string }
		if err := json.Unmarshal([]byte(readUntil(t, ws, `"registered"`)), &got); err != nil {
			t.Fatal(err)
		}
		c.known(id)
		tokens, _, _ := c.b.shared() // it is kept after the body was told
		for limit := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			if hash, err := tokens.Get(id); err == nil && hash != "" {
				break
			} else if time.Now().After(limit) {
				t.Fatalf("the token of %s is not kept: %v", id, err)
			}
		}
		there.add(session(t, c, id))
		return ws, got.ResumeToken
	}
	next := func(of, want string) {
		t.Helper()
		if got, _ := there.Successor(of); got != want {
			t.Errorf("the successor of %s is %q, want %q", of, got, want)
		}
	}
	_, token := come("kept", "")
	c.b.Bridge.End("kept", "it goes to another")
	first, _ := come("first", "")
	loses(t, c, first, "first")
	come("kept", token)
	next("first", "")
	_, token = come("second", "") // one that is new is it, and stays so when it is back
	next("first", "second")
	c.b.Bridge.End("second", "it goes to another")
	next("first", "")
	come("second", token)
	next("first", "second")
	// Who came before this process, or to another Minehand, was not seen to come.
	there = &bodies{bridge: c.b.Bridge, ready: map[string]*modbridge.Session{}}
	third, _ := come("third", "")
	loses(t, c, third, "third")
	there.add(session(t, c, "second"))
	next("third", "")
}

func session(t *testing.T, c *chatBody, id string) *modbridge.Session {
	t.Helper()
	s, ok := c.b.Bridge.Session(id)
	if !ok {
		t.Fatalf("%s is not there", id)
	}
	return s
}

// loses waits until a body has lost its line, which is closed.
func loses(t *testing.T, c *chatBody, ws *websocket.Conn, id string) {
	t.Helper()
	_ = ws.Close()
	for limit := time.Now().Add(time.Minute); session(t, c, id).Link().State != game.LinkDown; time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("the line is not down")
		}
	}
}
