// SPDX-License-Identifier: MIT

// Package messages has the words of what players are told: a file for each language maps
// codes ([game.Message]) to sentences with {places} for values. The page, the shell, the
// game's chat and the terminal say the same.
//
// Invariants: every code stands in English; what another language lacks is said in
// English; a place without a value is a fault that the tests find.
//
// Usage:
//
//	messages.Say("de", game.Say("left.about", "time", game.Seconds(90), "task", "hol 3 Erde"))
package messages

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
)

//go:embed *.json
var files embed.FS

// English is the language that has every code.
const English = "en"

// load reads all files; they are part of the program, and a test reads them.
var load = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	list, err := files.ReadDir(".")
	for _, f := range list {
		var text []byte
		if text, err = files.ReadFile(f.Name()); err != nil {
			break
		}
		words := map[string]string{}
		if err = json.Unmarshal(text, &words); err != nil {
			break
		}
		out[strings.TrimSuffix(f.Name(), ".json")] = words
	}
	if err != nil {
		panic("messages: " + err.Error())
	}
	return out
})

// Languages are those that there are files of.
func Languages() []string { return slices.Sorted(maps.Keys(load())) }

// Words are the sentences of a language, by code.
func Words(language string) map[string]string { return maps.Clone(load()[language]) }

// Has reports whether there are words for a code.
func Has(code string) bool { return load()[English][code] != "" }

// Say says messages in a language, or in English as far as it lacks them.
func Say(language string, list ...game.Message) string {
	s := speaker{load()[language], load()[English]}
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = s.say(m)
	}
	return strings.Join(out, "\n")
}

// speaker speaks one language.
type speaker struct {
	own, english map[string]string
}

func (s speaker) word(code string) string {
	if text, ok := s.own[code]; ok {
		return text
	}
	if text, ok := s.english[code]; ok {
		return text
	}
	return code
}

func (s speaker) say(m game.Message) string {
	var b strings.Builder
	text := s.word(m.Code)
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
	case game.Seconds:
		return s.time(float64(v))
	case map[string]int:
		parts := make([]string, 0, len(v))
		for _, item := range slices.Sorted(maps.Keys(v)) {
			if s.own["items"] != "" {
				parts = append(parts, s.say(game.Say("items", "n", v[item], "item", game.Display(item))))
				continue
			}
			parts = append(parts, game.Counted(v[item], item))
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

func (s speaker) list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], s.word("list.comma")) + s.word("list.and") + parts[last]
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
