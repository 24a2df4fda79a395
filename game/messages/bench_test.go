// SPDX-License-Identifier: MIT

package messages_test

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// What shows a part is said for each part of each task that is looked at.
func BenchmarkSay(b *testing.B) {
	held := game.Check{Kind: game.CheckHave, Items: []string{"dirt"}, Count: 3}
	m := game.Say("evidence.seen", "parts", game.Parts{held.Say()})
	for b.Loop() {
		messages.Say("de", m)
	}
}
