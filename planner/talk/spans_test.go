// SPDX-License-Identifier: MIT

package talk_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/talk"
)

// mangled says how a span cuts a text: in the middle of a letter, or of a word.
func mangled(s game.Span, text string) string {
	part := s.Of(text)
	if part == "" && s != (game.Span{}) {
		return "no part of it"
	}
	word := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) }
	before, _ := utf8.DecodeLastRuneInString(text[:s.From])
	after, _ := utf8.DecodeRuneInString(text[min(s.To, len(text)):])
	first, _ := utf8.DecodeRuneInString(part)
	last, _ := utf8.DecodeLastRuneInString(part)
	switch {
	case s == game.Span{}:
		return ""
	case !utf8.ValidString(part):
		return "a part of a letter"
	case word(before) && word(first), word(last) && word(after):
		return "a part of a word"
	}
	return ""
}

// A part of a request stands for a part of its own text, whatever that is written in and whether it
// is the one that was typed or what that was taken for.
func TestPartsAreOfTheirOwnText(t *testing.T) {
	list := lines(t)
	list = append(list, []said{
		{earlier: []string{"récupère 3 bûches de chêne"}, text: "ensuite récupère 2 pelles, et récupère 4 bûches de chêne"},
		{earlier: []string{"récupère 3 bûches de chêne"}, text: "non, récupère plutôt 5 bûches de chêne 😀"},
		{earlier: []string{"get 3 dirt"}, text: "😀😀 then get 2 oak logs 👍🏽, and craft 4 sticks é"},
		{earlier: []string{"get 3 dirt"}, text: "then bring me everything 😀"},
		{earlier: []string{"baue 3 Bäume ab"}, text: "danach bring mir alles, größer geht’s nicht"},
		{earlier: []string{"收集3个泥土"}, text: "然后收集5个橡木原木，再制作4根木棍"},
		{earlier: []string{"добудь 3 земли"}, text: "потом добудь ещё 5 дубовых брёвен и сделай 4 палки"},
		{earlier: []string{"consigue 3 de tierra"}, text: "después consigue 5 troncos de roble y haz una espada de piedra"},
		{earlier: []string{"pega 3 terras"}, text: "depois pega mais 5 troncos de carvalho e faz uma picareta de pedra, irmão"},
	}...)
	library := book.NewLibrary(book.Config{})
	b, err := library.Open(game.Request{})
	if err != nil {
		t.Fatal(err)
	}
	sorter := talk.New(library)
	seen := 0
	check := func(said, kept string, r *game.Reading) {
		reading, err := goals.Kept(r)
		if err != nil {
			return
		}
		for _, g := range reading.Goals {
			seen++
			if fault := mangled(g.Span, r.Text); fault != "" {
				t.Errorf("%q, kept as %q of %q: %q is %s", said, kept, r.Text, g.Span.Of(r.Text), fault)
			}
		}
	}
	for _, s := range list {
		for _, one := range sorter.Sort(s.text, talk.About{Earlier: s.earlier, Open: s.open}) {
			if one.Read != nil {
				check(s.text, one.Goal, one.Read)
			}
			if strings.TrimSpace(one.Goal) != "" {
				read, _ := goals.Try(b, one.Goal)
				check(s.text, one.Goal, read)
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d parts were looked at", seen)
	}
}
