// SPDX-License-Identifier: MIT

package goals

import (
	"testing"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/language"
)

// Who is not understood is given an example in the language that was spoken, where goals are read
// in it.
func TestAnUnreadGoalHasAnExampleInItsLanguage(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	r := Of(v)
	for language, want := range map[string]string{
		"German": "sammle etwas Holz", "French": "ramasse 3 diamants", "Spanish": "necesito un stack de piedra", "Portuguese": "pegue 3 diamantes",
		"Russian, or another language in Cyrillic letters": "добудь 3 алмаза", "Chinese or Japanese": "收集3个钻石", "Polish": "", "": "",
	} {
		if got := r.exampleIn(language); got != want {
			t.Errorf("%s: %q, not %q", language, got, want)
		}
	}
}

// What was read in a language is worded in it, and reads as the same again; what its
// phrases have no words for is said in English.
func TestReadingsAreWordedInTheirLanguage(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	r := Of(v)
	for text, want := range map[string]string{
		"hol mir 3 Diamanten und mach eine Werkbank": "hol 3 Diamanten, stell 1 Werkbank her",
		"töte 2 Zombies mit einem Eisenschwert":      "töte 2 Zombies mit Eisenschwert",
		"folge mir für 2 Minuten":                    "folg mir für 2 Minuten",
		"给我3个钻石":                                     "给我3钻石",
		"get 3 diamonds, then craft a furnace":       "get 3 diamonds, craft 1 furnace",
		"come here and place a chest next to me":     "go to me, place 1 chest",
		"get an oak log and 2 planks":                "get 1 oak log, get 2 planks of any kind",
	} {
		if got, _, ok := r.spokenBy(text); !ok || got.Words() != want {
			t.Errorf("%q is %q in words, want %q", text, got.Words(), want)
		}
	}
	for _, code := range language.Languages() {
		f, _, err := language.Embedded(code)
		if err != nil {
			t.Fatal(err)
		}
		own, all := 0, 0
		for _, verb := range f.Verbs {
			for text := range verb.Examples {
				got, _, ok := r.spokenBy(text)
				if !ok || got.Language != code {
					continue
				}
				all++
				words := got.Words()
				if again, _, ok := r.spokenBy(words); !ok || again.Line() != got.Line() {
					t.Errorf("%s: %q is %q in words, which is read as %s, want %s", code, text, words, again.Line(), got.Line())
				}
				if _, in := worded(Grammar().Grammar(got.Language), got.Goals...); in.Language() == code {
					own++
				} else {
					t.Logf("%s: %q is worded in English: %s", code, text, words)
				}
			}
		}
		if t.Logf("%s: %d of %d", code, own, all); own*10 < all*9 {
			t.Errorf("%s: only %d of %d examples are worded in their language", code, own, all)
		}
	}
}
