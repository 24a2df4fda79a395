package task

import (
	"testing"

	"github.com/minehand/minehand/game"
)

func TestRule16ChatGuard(t *testing.T) {
	g := Guard{ChatCommands: []string{"/home"}, Deny: []game.Kind{game.Attack}}
	body := game.BodyInfo{Protocol: 2, Actions: []game.Kind{game.Chat, game.Attack, game.Mine}}
	for _, c := range []struct {
		a    game.Action
		code game.Code
	}{
		{game.Action{Kind: game.Chat, Message: "hello"}, ""},
		{game.Action{Kind: game.Chat, Message: "/op me"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: "#mine diamond_ore"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: ".vclip"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: " \u200b/op me"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: "/home base"}, ""},
		{game.Action{Kind: game.Chat, Message: "/homes"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: "a\nb"}, game.CodeInvalid},
		{game.Action{Kind: game.Attack, Target: "zombie"}, game.CodeDenied},
		{game.Action{Kind: game.Sleep}, game.CodeUnsupported},
		{game.Action{Kind: game.Mine}, game.CodeInvalid},
		{game.Action{Kind: game.Mine, Target: "dirt"}, ""},
	} {
		f := g.denied(&c.a, body)
		if (f == nil) != (c.code == "") || f != nil && f.Code != c.code {
			t.Errorf("%+v: %v, want %q", c.a, f, c.code)
		}
	}
	only := Guard{Allow: []game.Kind{game.Mine}}
	if f := only.denied(&game.Action{Kind: game.Chat, Message: "x"}, body); f == nil {
		t.Error("a kind outside the allow list passed")
	}
}
