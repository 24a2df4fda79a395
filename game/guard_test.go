// SPDX-License-Identifier: MIT

package game

import (
	"strings"
	"testing"
)

func TestWhatAnOwnerAllows(t *testing.T) {
	g := Guard{ChatCommands: []string{"/home"}, Deny: []Kind{Attack}}
	body := BodyInfo{Protocol: 2, Actions: []Kind{Chat, Attack, Mine}}
	for _, c := range []struct {
		a    Action
		code Code
	}{
		{Action{Kind: Chat, Message: "hello"}, ""},
		{Action{Kind: Chat, Message: "/op me"}, CodeDenied},
		{Action{Kind: Chat, Message: "#mine diamond_ore"}, CodeDenied},
		{Action{Kind: Chat, Message: ".vclip"}, CodeDenied},
		{Action{Kind: Chat, Message: " \u200b/op me"}, CodeDenied},
		{Action{Kind: Chat, Message: "/home base"}, ""},
		{Action{Kind: Chat, Message: "/homes"}, CodeDenied},
		{Action{Kind: Chat, Message: "a\nb"}, CodeInvalid},
		{Action{Kind: Attack, Target: "zombie"}, CodeDenied},
		{Action{Kind: Sleep}, CodeUnsupported},
		{Action{Kind: Mine}, CodeInvalid},
		{Action{Kind: Mine, Target: "dirt"}, ""},
	} {
		f := g.Refuse(&c.a, &body)
		if (f == nil) != (c.code == "") || f != nil && f.Code != c.code {
			t.Errorf("%+v: %v, want %q", c.a, f, c.code)
		}
	}
	only := Guard{Allow: []Kind{Mine}}
	if f := only.Refuse(&Action{Kind: Chat, Message: "x"}, &body); f == nil {
		t.Error("a kind outside the allow list passed")
	}
}

func TestRule16ChatGuard(t *testing.T) {
	guard := ChatGuard{Allow: []string{"/home", "#goto"}}
	for text, ok := range map[string]bool{
		"hello": true, "say 1/2": true, "/home": true, "/HOME base": true, "#goto 1 2": true,
		strings.Repeat("x", 256): true, strings.Repeat("é", 256): true,
		"": false, "  ": false, "/op me": false, " /op me": false, "\u200b/op me": false, "/homework": false, "#mine": false, ".say": false,
		"a\nb": false, "a\rb": false, "a\x00b": false, "§4red": false, "a\u2028b": false, "\xff": false,
		strings.Repeat("x", 257): false, strings.Repeat("😀", 129): false,
	} {
		if err := guard.Check(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := (ChatGuard{Prefixes: []string{}}).Check("/op me"); err != nil {
		t.Errorf("no prefixes: %v", err)
	}
}

func FuzzChatGuard(f *testing.F) {
	f.Add("hello")
	f.Add(" /op")
	f.Fuzz(func(t *testing.T, text string) {
		if (ChatGuard{}).Check(text) != nil {
			return
		}
		if len([]rune(text)) > maxChat || strings.ContainsAny(text, "\r\n") || strings.HasPrefix(strings.TrimSpace(text), "/") {
			t.Fatalf("%q goes out", text)
		}
	})
}
