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

// readers make the reader of each version once, when it is first asked for.
var readers = func() map[string]func() *Reader {
	m := map[string]func() *Reader{}
	for _, name := range data.Versions() {
		m[name] = sync.OnceValue(func() *Reader {
			v, err := data.Load(name)
			if err != nil { // its tables were read before anybody asks for its reader
				panic("goals: " + err.Error())
			}
			return New(v)
		})
	}
	return m
}()

// Of is the reader of a version, made when it is first asked for.
func Of(v *data.Version) *Reader { return readers[v.Name]() }

// New makes a reader for a version.
func New(v *data.Version) *Reader {
	return &Reader{Lexicon: lexicon.Of(v), newest: sync.OnceValue(func() *Reader { return newest(v) })}
}
