// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// TestWhoIsInAWorldIsGivenTheGoal: one in no world is meant only where no other is there, or by name.
func TestWhoIsInAWorldIsGivenTheGoal(t *testing.T) {
	at := func(id string, link game.LinkState, s *view.State) view.Player {
		return view.Player{Body: view.Body{ID: id, Link: view.Link{State: link}}, State: s}
	}
	gone, mute := at("gone", game.LinkGone, &view.State{}), at("mute", game.LinkUp, nil)
	lost, away := at("lost", game.LinkUp, &view.State{World: &game.World{}}), at("away", game.LinkDown, &view.State{})
	here, v1 := at("here", game.LinkUp, &view.State{World: &game.World{Present: true}}), at("v1", game.LinkUp, &view.State{})
	for _, c := range []struct {
		named   string
		players []view.Player
		want    string
	}{
		{"", nil, ""},
		{"", []view.Player{gone}, ""},
		{"", []view.Player{gone, mute, lost}, "mute"},
		{"", []view.Player{away, lost, here}, "here"},
		{"", []view.Player{mute, v1, here}, "v1"},
		{"lost", []view.Player{here, lost}, "lost"},
		{"other", []view.Player{here, lost}, ""},
	} {
		g := &goalRun{player: &player{playOptions: playOptions{instance: c.named}}}
		if got := g.chosen(c.players); got != c.want {
			t.Errorf("%q of %d: %q, want %q", c.named, len(c.players), got, c.want)
		}
	}
}
