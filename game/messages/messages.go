// SPDX-License-Identifier: MIT

// Package messages is what players are told, in words: a file a language, a message
// ([game.Message]) a code with its values.
//
// A text is a sentence with places, "About {time} more.", or its plural forms by the
// categories of CLDR, chosen by {n}: {"one": "{n} step", "other": "{n} steps"}. The page
// reads the same files. What a language lacks is said in English; a place without a value
// is a fault that the tests find.
//
// Usage:
//
//	messages.Say("de", game.Say("left.about", "time", game.Seconds(90), "task", "hol 3 Erde"))
package messages

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/minehand/minehand/game"
)

//go:embed *.json
var files embed.FS

// English is the language that has every code.
const English = "en"

// Text are the forms of a text by their category; what is not counted has the one "other".
type Text map[string]string

// speakers are those of all languages, each made when it is first heard: most programs
// need one or two. The files are part of the program, and a test reads them.
var speakers = sync.OnceValue(func() map[string]func() speaker {
	out := map[string]func() speaker{}
	list, err := files.ReadDir(".")
	if err != nil {
		panic("messages: " + err.Error())
	}
	for _, f := range list {
		lang := strings.TrimSuffix(f.Name(), ".json")
		out[lang] = sync.OnceValue(func() speaker {
			s := speaker{language: lang, forms: i18n.NewLocalizer(i18n.NewBundle(language.MustParse(lang)), lang)}
			data, err := files.ReadFile(f.Name())
			if err == nil {
				err = json.Unmarshal(data, &s.own)
			}
			if err != nil {
				panic("messages: " + f.Name() + ": " + err.Error())
			}
			return s
		})
	}
	return out
})

// Languages are those that there are files of.
func Languages() []string { return slices.Sorted(maps.Keys(speakers())) }

// Texts are the texts of a language, by code.
func Texts(language string) map[string]Text {
	of := speakers()[language]
	if of == nil {
		return nil
	}
	out := map[string]Text{}
	for code, said := range of().own {
		out[code] = textOf(said)
	}
	return out
}

// textOf is a text as it stands in a file: alone, or the forms of one that is counted.
func textOf(said any) Text {
	forms, counted := said.(map[string]any)
	if !counted {
		forms = map[string]any{"other": said}
	}
	out := Text{}
	for category, form := range forms {
		out[category], _ = form.(string)
	}
	return out
}

// InEnglish are messages in English, as rows keep them, and as clients of every age read them.
func InEnglish(list ...game.Message) string { return Say(English, list...) }

// Impossible is the refusal of a goal for what a message says.
func Impossible(why game.Message) error {
	return &game.ImpossibleError{Reason: game.Sentence(InEnglish(why)), Why: why}
}

// GaveUp is that a goal's bounded planning ended without an answer, for what a message says.
func GaveUp(why game.Message) *game.GaveUpError {
	return &game.GaveUpError{Reason: game.Sentence(InEnglish(why)), Why: why}
}

// Faults are what is wrong with a plan, for what messages say.
func Faults(list ...game.Message) *game.FaultsError {
	e := &game.FaultsError{Why: list}
	for _, m := range list {
		e.Faults = append(e.Faults, InEnglish(m))
	}
	return e
}

// Explained is a plan with what it says as messages in English as well, as rows keep it.
func Explained(p game.Plan) game.Plan {
	for i := range p.Steps {
		s := &p.Steps[i]
		if why := InEnglish(s.Because); why != "" && why != s.Why { // steps of a plan that stays are read meanwhile
			s.Why = why
		}
	}
	if len(p.Notes) > 0 {
		p.Notices = nil
	}
	for _, m := range p.Notes {
		p.Notices = append(p.Notices, InEnglish(m))
	}
	p.Guess = cmp.Or(InEnglish(p.Guessed), p.Guess)
	p.Next, p.Edited = cmp.Or(InEnglish(p.Then), p.Next), cmp.Or(InEnglish(p.Edit), p.Edited)
	return p
}

// Built is a check of what is built, which every language has a name for: "built." and the name.
// Of what has nothing to make it says that all of it was so before.
func Built(name string, c game.Check) game.Check {
	if c.Target = name; c.Count == 0 {
		c.Target, c.Count = game.BuiltBefore, 1
	}
	c.Text = Say(English, c.Say())
	return c
}

// Has reports whether there are words for a code.
func Has(code string) bool { return speakerOf(English).own[code] != nil }

// Say says messages in a language, or in English as far as it lacks them.
func Say(language string, list ...game.Message) string {
	s := speakerOf(language)
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = s.say(m)
	}
	return strings.Join(out, "\n")
}

// speaker speaks one language.
type speaker struct {
	language string
	// own are its texts by code, each a string, or a map of the forms of one that is counted.
	own map[string]any
	// forms chooses among the latter.
	forms *i18n.Localizer
}

// speakerOf is that of a language, or of English for one without a file.
func speakerOf(language string) speaker {
	all := speakers()
	if of := all[language]; of != nil {
		return of()
	}
	return all[English]()
}

// word is the text of a code for a number, which may be nil.
func (s speaker) word(code string, n any) string {
	switch said := s.own[code].(type) {
	case string:
		return said
	case nil:
		if s.language == English {
			return code
		}
		return speakerOf(English).word(code, n)
	default:
		t := textOf(said)
		m := &i18n.Message{ID: code, One: t["one"], Two: t["two"], Few: t["few"], Many: t["many"], Other: t["other"]}
		text, err := s.forms.Localize(&i18n.LocalizeConfig{DefaultMessage: m, PluralCount: count(n), TemplateParser: template.IdentityParser{}})
		if err != nil && text == "" {
			return m.Other
		}
		return text
	}
}

// count is a value as a number that forms are chosen by, nil for what is none.
func count(v any) any {
	switch v := v.(type) {
	case int:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return nil
}

func (s speaker) say(m game.Message) string {
	switch m.Code {
	case "":
		return ""
	case "lower": // within an English sentence
		if text := s.value(m.Values["text"]); s.own["items"] == nil && text != "" {
			return strings.ToLower(text[:1]) + text[1:]
		}
	case "sentence":
		if text := game.Sentence(s.value(m.Values["text"])); text == game.FullSentence(text) {
			return text
		}
		return game.Sentence(s.fill(m))
	}
	return s.fill(m)
}

// fill is the text of a message with its values in their places.
func (s speaker) fill(m game.Message) string {
	var b strings.Builder
	text := s.word(m.Code, m.Values["n"])
	for {
		before, rest, open := strings.Cut(text, "{")
		b.WriteString(before)
		name, after, closed := strings.Cut(rest, "}")
		if !open || !closed {
			return b.String()
		}
		b.WriteString(s.value(m.Values[name]))
		text = after
	}
}

// value is a value in words.
func (s speaker) value(v any) string {
	switch v := v.(type) {
	case game.Message:
		return s.say(v)
	case game.Parts:
		return strings.Join(s.each(v), s.word("list.comma", nil))
	case []game.Message:
		return s.list(s.each(v))
	case game.Seconds:
		return s.time(float64(v))
	case game.Things:
		return s.things(&v)
	case map[string]int:
		parts := make([]string, 0, len(v))
		for _, item := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, s.things(&game.Things{Count: v[item], Items: []string{item}}))
		}
		return s.list(parts)
	case []string:
		return s.list(v)
	case float64:
		return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
	case game.Vec3:
		return fmt.Sprintf("%.0f %.0f %.0f", v.X, v.Y, v.Z)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

func (s speaker) each(list []game.Message) []string {
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = s.say(list[i])
	}
	return parts
}

func (s speaker) list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], s.word("list.comma", nil)) + s.word("list.and", nil) + parts[last]
}

// mostNames is how many things that will do are named.
const mostNames = 3

// things are in English as a player says them; another language, whose words have more
// forms than names tell, has the number beside the name.
func (s speaker) things(t *game.Things) string {
	if s.own["items"] == nil {
		return t.English()
	}
	names := make([]string, 0, mostNames)
	for _, id := range t.Items[:min(len(t.Items), mostNames)] {
		names = append(names, s.name(id))
	}
	name := strings.Join(names, s.word("list.or", nil))
	if kind := t.Kind(); kind != "" {
		name = s.say(game.Say("items.kind", "name", s.name(kind)))
	}
	switch {
	case t.Count == 0:
		return name
	case t.More:
		return s.say(game.Say("items.more", "n", t.Count, "item", name))
	}
	return s.say(game.Say("items", "n", t.Count, "item", name))
}

// name is what a thing is called; English where the language has no name for it.
func (s speaker) name(id string) string {
	name := game.Name(id)
	if text, ok := s.own["item."+name].(string); ok {
		return text
	}
	for at, c := range name { // "white_bed" is a bed, and white
		if c != '_' {
			continue
		}
		if kind, first := s.own["item."+name[at+1:]], s.own["first."+name[:at]]; kind != nil && first != nil {
			return s.say(game.Say("items.of", "name", kind, "first", first))
		}
	}
	return game.Called(id)
}

// time is how long something takes, in one unit.
func (s speaker) time(seconds float64) string {
	switch {
	case seconds < 100:
		return s.say(game.Say("time.s", "n", math.Max(1, math.Round(seconds))))
	case seconds < 100*60:
		return s.say(game.Say("time.min", "n", math.Round(seconds/60)))
	}
	return s.say(game.Say("time.h", "n", math.Round(seconds/360)/10))
}
