// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/language"
)

// typical are goals of every verb with its slots filled: the examples of the rows and of the
// English phrases, in each of which another number and another everyday thing is put as well.
func typical(t *testing.T, r *Reader) (out []Goal) {
	t.Helper()
	en, _, err := language.Embedded("en")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range Frames() {
		texts = append(texts, f.Examples...)
		for text := range en.Verbs[string(f.Kind)].Examples {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	for _, text := range texts {
		got, _, ok := r.spokenBy(text)
		if !ok {
			continue
		}
		for _, g := range got.Goals {
			if g.Kind == Build && g.Shape != "" {
				g.Name, g.Items = AnyBlock, nil
				out = append(out, g)
			}
			for _, g.Count = range []int{g.Count, 1, 2, 5, 21} {
				if again, _, ok := r.spokenBy(g.Words()); ok && again.String() == g.String() {
					out = append(out, g)
				}
			}
		}
	}
	return out
}

// Every verb with every slot of it is worded in every language, and what is worded reads as it was meant.
func TestEveryGoalHasWordsInEveryLanguage(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	r := Of(v)
	list := typical(t, r)
	for _, code := range language.Languages()[1:] {
		seen := map[string]bool{}
		for _, g := range list {
			words, in := worded(Grammar().Grammar(code), g)
			if in.Language() != code {
				if key := string(g.Kind) + " " + words; !seen[key] {
					seen[key] = true
					t.Errorf("%s: no words for %s", code, words)
				}
				continue
			}
			if again, _, ok := r.spokenBy(words); !ok || again.String() != g.String() {
				t.Errorf("%s: %q says %s and is read as %s", code, words, g, again)
			}
		}
		t.Logf("%s: %d goals", code, len(list))
	}
}
