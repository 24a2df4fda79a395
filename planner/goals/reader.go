// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// Reader reads goals in the words of one version. It may be used from any number of goroutines.
type Reader struct {
	*lexicon.Lexicon

	// newest is the reader of the newest version, nil for that version itself.
	newest func() *Reader
	// fillings are what the examples of a verb say in a language, by both: kept, for they take long to read.
	fillings sync.Map
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

// Grammar is that of all languages. It is loaded when a message is read by it for the first time.
func Grammar() *language.Library {
	grammar.once.Do(func() { grammar.library = language.NewLibrary(Spoken(), grammar.own) })
	return grammar.library
}

// Of is the reader of a version, made when it is first asked for.
var Of = data.PerVersion(New)

// New makes a reader for a version.
func New(v *data.Version) *Reader {
	return &Reader{Lexicon: lexicon.Of(v), newest: sync.OnceValue(func() *Reader {
		if other, err := data.Load(data.Newest()); err == nil && v.Name != other.Name {
			return New(other)
		}
		return nil
	})}
}

// reads counts the sentences that were read.
var reads atomic.Int64

// Reads is how many sentences this process has read so far.
func Reads() int64 { return reads.Load() }

// maxGoals bounds the goals of one text.
const maxGoals = 40

// Read reads a goal whole. Errors: *game.UnreadableError, or *game.ImpossibleError for a thing that only newer versions have.
func (r *Reader) Read(text string) (Reading, error) {
	said, why := r.read(text)
	if why != nil {
		return Reading{}, why()
	}
	return said, nil
}

// read reads a goal whole; why finds out what is the matter with one that is not read, which takes longer than reading does.
func (r *Reader) read(text string) (said Reading, why func() error) {
	reads.Add(1)
	if len(text) > language.MaxText {
		return said, func() error {
			return &game.UnreadableError{Text: strings.ToValidUTF8(text[:60], "") + "...", Part: "so long a text"}
		}
	}
	asked := strings.TrimSpace(strings.TrimRight(strings.ToLower(strings.TrimSpace(text)), "!.?"))
	if slices.Contains(strings.Split(tell().Help, "|"), asked) || strings.TrimSpace(text) == "?" { // what can be asked
		return said, func() error {
			return &game.UnreadableError{Text: text, Help: true, Nearest: helpOf(func(Goal) bool { return true }, r)}
		}
	}
	said, failed, ok := r.spokenBy(text)
	if ok {
		return said, nil
	}
	return said, func() error {
		if err := r.elsewhere(text); err != nil {
			return err
		}
		return r.unread(text, failed)
	}
}

func (r *Reader) isItem(id string) bool { _, ok := r.Version.Item(id); return ok }

// item is an item of the version, one without any trait where there is none.
func (r *Reader) item(id string) *data.Item {
	if it, ok := r.Version.Item(id); ok {
		return it
	}
	return &data.Item{}
}

// store reports whether a block keeps what is put into it.
func (r *Reader) store(id string) bool { return slices.Contains(r.Version.Stores(), id) }

// elsewhere answers a goal that could not be read: an *game.ImpossibleError when it is about a thing that a newer version has, else nil.
func (r *Reader) elsewhere(text string) error {
	other := r.newest()
	if other == nil {
		return nil
	}
	said, _, ok := other.spokenBy(text)
	if !ok || len(said.Respelt) > 0 {
		return nil
	}
	for _, g := range said.Goals {
		if len(g.Items) == 0 || g.Kind == Find || slices.ContainsFunc(g.Items, func(id string) bool { return has(r.Version, id) }) {
			continue
		}
		if since, ok := data.Since(g.Items[0]); ok {
			return impossible("impossible.newer", "thing", game.Named(g.Items[0]), "version", r.Version.Name, "since", since)
		}
	}
	return nil
}

// has says that a version knows an item, block or mob.
func has(v *data.Version, id string) bool {
	_, item := v.Item(id)
	_, block := v.Block(id)
	_, mob := v.Mob(id)
	return item || block || mob
}
