// SPDX-License-Identifier: MIT

package goals

import (
	"sync"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// Reader reads goals in the words of one version. It may be used from any
// number of goroutines.
type Reader struct {
	*lexicon.Lexicon

	// newest is the reader of the newest version, nil for that version itself.
	newest func() *Reader
}

// Of is the reader of a version, made when it is first asked for.
var Of = data.PerVersion(New)

// New makes a reader for a version.
func New(v *data.Version) *Reader {
	return &Reader{Lexicon: lexicon.Of(v), newest: sync.OnceValue(func() *Reader { return newest(v) })}
}
