// SPDX-License-Identifier: MIT

package body

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestRule19WhatIsKeptIsForgotten, and what does not fit is said to be lost.
func TestRule19WhatIsKeptIsForgotten(t *testing.T) {
	k := kept{series: "s"}
	k.add(make([]game.Change, mostKept))
	if f := k.frame(); len(f) != mostInFrame || f[0].N != 1 || f[0].Lost {
		t.Errorf("%d in a frame, the first %+v", len(f), f[0])
	}
	k.forget(&wire.ChangesKept{Series: "another", Through: 5})
	k.add(make([]game.Change, 3))
	if f := k.frame(); len(k.list) != mostKept || !f[0].Lost || f[0].N != 4 || f[1].N != 5 {
		t.Errorf("%d kept, the first %+v and %+v", len(k.list), f[0], f[1])
	}
	k.add(make([]game.Change, 1))
	if f := k.frame(); len(k.list) != mostKept || !f[0].Lost || f[0].N != 5 || f[1].N != 6 {
		t.Errorf("%d kept, the first %+v and %+v", len(k.list), f[0], f[1])
	}
	k.forget(&wire.ChangesKept{Series: "s", Through: mostKept + 2})
	if f := k.frame(); len(f) != 2 || f[0].N != mostKept+3 {
		t.Errorf("left: %+v", f)
	}
}
