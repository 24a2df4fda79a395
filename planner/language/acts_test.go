// SPDX-License-Identifier: MIT

package language_test

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/planner/language"
)

// The acts of all languages can be used.
func TestActsOfEveryLanguage(t *testing.T) {
	list := language.NewLibrary(nil, nil).Acts()
	if len(list) != 15 || list[0].Language != "en" {
		t.Errorf("%d languages, the first is %s", len(list), list[0].Language)
	}
	for _, a := range list {
		for _, act := range []string{"stop", "wait", "go-on", "yes", "no", "thanks"} {
			if !a.Has(act) {
				t.Errorf("%s has no %s", a.Language, act)
			}
		}
	}
}

// A player's own acts are heard beside those of the language, and a mistake is named with
// its line.
func TestOwnActs(t *testing.T) {
	own := func(text string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(text), nil } }
	list := language.NewLibrary(nil, own("language: en\nacts:\n  stop: [\"basta (now|already)\"]\nquestions:\n  food: [\"any {thing} to munch\"]\n")).Acts()
	if !list[0].Whole("stop", language.Hear("Basta now!")) || !list[0].Whole("stop", language.Hear("stop")) {
		t.Error("the own stop, or that of the language, is not heard")
	}
	if topic, took, _ := list[0].Asks(language.Hear("any old bread to munch?"), false); topic != "food" || took["thing"].String() != "old bread" {
		t.Errorf("%q, %v", topic, took)
	}
	var faults language.Faults
	_, _, err := language.Merged([]byte("language: en\nacts:\n  stop:\n    - basta\n    - basta <nolist>\n"), nil)
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Line != 5 {
		t.Errorf("%v", err)
	}
	list = language.NewLibrary(nil, own("language: en\nacts: {stop: [\"basta <nolist>\"]}\n")).Acts()
	if list[0].Whole("stop", language.Hear("basta")) || !list[0].Whole("stop", language.Hear("stop")) {
		t.Error("a file with a mistake is not left out")
	}
}

// The words of a text are found again in it, whatever signs it has.
func FuzzHear(f *testing.F) {
	for _, s := range []string{"Stop!", "dig-20, y'all", "停下！快", "ＳＴＯＰ", "\xff\xfe", "e\u0301te", "1.5 minecraft:stone"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, w := range language.Hear(text) {
			if w.Span.From < 0 || w.Span.To > len(text) || w.Span.From > w.Span.To || w.Span.From < at || w.Text == "" {
				t.Fatalf("%+v in %q", w, text)
			}
			at = w.Span.From
		}
	})
}
