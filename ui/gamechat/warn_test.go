// SPDX-License-Identifier: MIT

package gamechat

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// TestWhoHearsHowABodyIs: one who asked for what it does, else its owner, else nobody.
func TestWhoHearsHowABodyIs(t *testing.T) {
	for name, c := range map[string]struct {
		owner, asked, to string
	}{
		"nobody": {}, "the owner": {owner: "Alex", to: "Alex"}, "who asked": {owner: "Alex", asked: "Steve", to: "Steve"},
	} {
		said := map[string]string{}
		chat := New(Config{
			Body: func(string) (ui.Body, bool) { return ui.Body{Info: game.BodyInfo{ID: "b", Owner: c.owner}}, true },
			Say:  func(_, line, to string) error { said[to] = line; return nil },
		})
		if c.asked != "" {
			chat.at("b").tasks["t1"] = line{body: "b", sender: c.asked}
		}
		chat.happened(&view.Event{Body: "b", Kind: view.EventNotice, Notice: &view.Notice{Message: "another sentence"}})
		chat.happened(&view.Event{Body: "b", Kind: view.EventNotice, Notice: &view.Notice{Message: "Hungry.", Condition: true}})
		if c.to == "" && len(said) == 0 {
			continue
		}
		if len(said) != 1 || said[c.to] != "Hungry." {
			t.Errorf("%s: said %v", name, said)
		}
	}
}
