// SPDX-License-Identifier: MIT

package language

import (
	"embed"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/lists"
)

//go:embed phrases/*.yaml
var phrases embed.FS

// File is a phrases file: all that is said in one language. docs/PHRASES.md says how it is written.
type File struct {
	// Language is its code, "en"; Name what its speakers call it.
	Language string `yaml:"language"`
	Name     string `yaml:"name"`
	// Native says that a native speaker judged it.
	Native bool `yaml:"native"`
	// Unspaced says that words are written without blanks between them.
	Unspaced bool `yaml:"unspaced"`
	// Declines are which form of a name follows a number, by its last digit; the third one follows 10 to 19 and "all".
	Declines []int `yaml:"declines"`
	// Lexicon says that the version's own English names are names of this language.
	Lexicon bool `yaml:"lexicon"`
	// Numbers are numerals; what they are multiplied by stands in Scales.
	Numbers map[string]float64 `yaml:"numbers"`
	Scales  map[string]float64 `yaml:"scales"`
	// Joins are words that may stand within a number: "one hundred and twenty".
	Joins []string `yaml:"joins"`
	// Words are lists of phrases that <name> stands for.
	Words   map[string][]string `yaml:"words"`
	Fillers []string            `yaml:"fillers"` // say nothing, wherever they stand: "please"
	// Forms make words of the file of others, of which "-" is the rest: "-me: - me", "-ons: -e", "haceme: haz me".
	Forms map[string]string `yaml:"forms"`
	// Values are the phrases of each type.
	Values map[string][]ValuePhrase `yaml:"values"`
	Verbs  map[string]VerbPhrases   `yaml:"verbs"`
	// Modifiers are what may be said behind a verb that has their slots, or before it.
	Modifiers map[string]Modifier `yaml:"modifiers"`
	// Message is how a whole message is made of {clause}s.
	Message []string `yaml:"message"`
	// Names are those of things that have none in the lexicon: by a phrase of the lexicon, the singular first.
	Names map[string][]string `yaml:"names"`
	// Mobs are those of mobs, Places those of biomes and structures.
	Mobs   map[string][]string `yaml:"mobs"`
	Places map[string][]string `yaml:"places"`
	// Acts are phrases of what is said beside goals, by the act, and lists that they
	// refer to; Questions those of each topic that is asked about.
	Acts      map[string][]string `yaml:"acts"`
	Questions map[string][]string `yaml:"questions"`
	// Hints are what asks about a topic in words around: "where [{...}] (dig|dug)".
	Hints map[string][]string `yaml:"hints"`
	// Asks are the words that ask for what a slot of each type holds: "thing: what".
	Asks map[string]string `yaml:"asks"`
	// Bare are the words that ask for what is named without a verb, by the verb: "get: get".
	Bare map[string]string `yaml:"bare"`
	// Means are whole messages that stand for others, which are read in their place: a player's own, or a routine.
	Means map[string]string `yaml:"means"`
	// Misspellings are usual ones, with what they stand for.
	Misspellings map[string]string `yaml:"misspellings"`
}

// ValuePhrase is a way to say a value.
type ValuePhrase struct {
	Say string `yaml:"say"`
	// Is are fields that the words alone say: numbers, or "yes".
	Is map[string]any `yaml:"is"`
	// Rarely: another way to read the words goes first.
	Rarely bool `yaml:"rarely"`
}

// Modifier is what may be said with every verb that has the slots in it.
type Modifier struct {
	// Say are the ways to say it behind a verb's phrase, Front those before it.
	Say   []string `yaml:"say"`
	Front []string `yaml:"front"`
	// Guess is what is done instead of what was said: the reading is a guess then.
	Guess string `yaml:"guess"`
	// Rarely: another way to read the words goes first.
	Rarely bool `yaml:"rarely"`
	// Verbs are those that it may be said with; empty for all that have its slots.
	Verbs []string `yaml:"verbs"`
}

// VerbPhrases are the ways to say a verb.
type VerbPhrases struct {
	Say []string `yaml:"say"`
	// Rarely are further ones that another way to read the words goes before.
	Rarely []string `yaml:"rarely"`
	// Alone are those that stand for a whole message: "i need 3 logs".
	Alone []string `yaml:"alone"`
	// Loosely are those for a whole message that every other way to read it goes before.
	Loosely []string `yaml:"loosely"`
	// After are the rules whose words may follow and add nothing.
	After []string `yaml:"after"`
	// Examples are messages with what they mean, which are tests.
	Examples map[string]string `yaml:"examples"`
}

// Fault is a mistake in a phrases file.
type Fault struct {
	// Line from 1; 0 for the whole file.
	Line int
	// Text says what is wrong, and the fix.
	Text string
}

// Faults are all mistakes of a file.
type Faults []Fault

// Error has a line for each.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].Text
		if f[i].Line > 0 {
			lines[i] = fmt.Sprintf("line %d: %s", f[i].Line, f[i].Text)
		}
	}
	return strings.Join(lines, "\n")
}

// ReadFile reads a phrases file. The error is Faults.
func ReadFile(text []byte) (*File, document.Lines, error) {
	f := &File{}
	lines, err := document.Decode(text, f, budget.Phrases)
	if err != nil {
		var faults document.Faults
		if !errors.As(err, &faults) {
			return nil, nil, Faults{{Text: err.Error()}}
		}
		return nil, nil, Faults(lists.Of(faults, func(f *document.Fault) Fault { return Fault{Text: f.Text} }))
	}
	return f, lines, nil
}

// Languages are the codes of the languages that come with the program, English first.
func Languages() []string {
	out := []string{"en"}
	for _, f := range must(phrases.ReadDir("phrases")) {
		if code := strings.TrimSuffix(f.Name(), ".yaml"); code != "en" {
			out = append(out, code)
		}
	}
	return out
}

// must is what is part of the program, and tested.
func must[T any](what T, err error) T {
	if err != nil {
		panic("language: " + err.Error())
	}
	return what
}

// Embedded is the file of a language that comes with the program.
func Embedded(code string) (*File, document.Lines, error) {
	text, err := phrases.ReadFile("phrases/" + code + ".yaml")
	if err != nil {
		return nil, nil, fmt.Errorf("there are no phrases of the language %q; there are those of %s", code, strings.Join(Languages(), ", "))
	}
	return ReadFile(text)
}

// add puts what another file of the language says behind what this one says, which holds where both give a number, a name or a misspelling.
func (f *File) add(more *File) { merge(reflect.ValueOf(f).Elem(), reflect.ValueOf(more).Elem()) }

// merge adds lists and maps to lists and maps, part by part; a value that is there stays.
func merge(to, more reflect.Value) {
	switch to.Kind() {
	case reflect.Struct:
		for i := range to.NumField() {
			merge(to.Field(i), more.Field(i))
		}
	case reflect.Slice:
		to.Set(reflect.AppendSlice(to.Slice3(0, to.Len(), to.Len()), more))
	case reflect.Map:
		all := reflect.MakeMap(to.Type())
		for _, part := range []reflect.Value{to, more} {
			for name, value := range part.Seq2() {
				both := reflect.New(to.Type().Elem()).Elem()
				if had := all.MapIndex(name); had.IsValid() {
					both.Set(had)
				}
				merge(both, value)
				all.SetMapIndex(name, both)
			}
		}
		to.Set(all)
	default:
		if to.IsZero() {
			to.Set(more)
		}
	}
}
