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

// grammar is made when a message is first read by it.
var grammar struct {
	once    sync.Once
	own     func() ([]byte, error)
	library *language.Library
}

// OwnPhrases has the grammar read a player's own phrases file as well: read returns its
// text, nil for none. It is called by a program before it reads anything.
func OwnPhrases(read func() ([]byte, error)) { grammar.own = read }

// Grammar is that of all languages. It is loaded when a message is read by it for the
// first time.
func Grammar() *language.Library {
	grammar.once.Do(func() { grammar.library = language.NewLibrary(Spoken(), grammar.own) })
	return grammar.library
}

// Of is the reader of a version, made when it is first asked for.
var Of = data.PerVersion(New)

// New makes a reader for a version.
func New(v *data.Version) *Reader {
	return &Reader{Lexicon: lexicon.Of(v), newest: sync.OnceValue(func() *Reader { return newest(v) })}
}
