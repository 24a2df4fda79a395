// SPDX-License-Identifier: MIT

package book

import (
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// What the game's process shows goes before the configured version, and that
// before what the body gave (rule 14).
func TestTheVersionOfABook(t *testing.T) {
	for _, c := range []struct{ detected, configured, given, want string }{
		{"1.16.5", "1.21.5", "1.21.5", "1.16.5"},
		{"", "1.16.5", "1.21.5", "1.16.5"},
		{"", "", "1.16.5", "1.16.5"},
		{"", "", "snapshot", "1.21.5"},
	} {
		b, err := NewLibrary(Config{Version: c.configured}).Open(game.Request{Body: game.BodyInfo{Detected: c.detected, Version: c.given}})
		if err != nil || b.Version.Name != c.want {
			t.Errorf("%+v: got %v, %v", c, b.Version.Name, err)
		}
	}
	var impossible *game.ImpossibleError
	_, err := NewLibrary(Config{}).Open(game.Request{Body: game.BodyInfo{Detected: "1.8.9"}})
	if !errors.As(err, &impossible) || !strings.Contains(err.Error(), "older than 1.14") {
		t.Errorf("a body of 1.8.9: %v", err)
	}
}
