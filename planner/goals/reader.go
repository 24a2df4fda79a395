// SPDX-License-Identifier: MIT

package goals

import (
	"sync"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// Reader reads goals in the words of one version. It may be used from any
// number of goroutines.
type Reader struct {
	*lexicon.Lexicon

	// newest is the reader of the newest version, nil for that version itself.
	newest func() *Reader
}

// grammar is made when the first reader is.
var grammar struct {
	once    sync.Once
	library *language.Library
}

// library is the grammar of all languages, which is loaded when a message is read by
// it for the first time.
func library() *language.Library {
	grammar.once.Do(func() { grammar.library = language.NewLibrary(Spoken(), nil) })
	return grammar.library
}

// Of is the reader of a version, made when it is first asked for.
var Of = data.PerVersion(New)

// New makes a reader for a version.
func New(v *data.Version) *Reader {
	return &Reader{Lexicon: lexicon.Of(v), newest: sync.OnceValue(func() *Reader { return newest(v) })}
}
