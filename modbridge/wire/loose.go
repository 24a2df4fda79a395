// SPDX-License-Identifier: MIT

package wire

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
	"unique"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
)

// Bounds on foreign text, in bytes, and on lists, in entries.
const (
	maxText  = 4096
	maxID    = 256
	maxLists = 512
)

// textOf reads a string, shortened to maxText; anything else is empty.
func textOf(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return game.Plain(clip(v.Str, maxText))
}

// wordOf is textOf of what comes again in many frames. All that is kept of a state
// is read by it or by nameOf, so that no state holds on to its frame.
func wordOf(v gjson.Result) string { return word(textOf(v)) }

// nameOf is wordOf of a name of the game's.
func nameOf(v gjson.Result) string { return word(game.Name(textOf(v))) }

func word(s string) string { return unique.Make(s).Value() }

// sentenceOf reads what should be a string and may be anything (rule 3): null
// and a missing member are empty, other values their JSON text.
func sentenceOf(v gjson.Result) string {
	switch v.Type {
	case gjson.Null:
		return ""
	case gjson.String:
		return game.Plain(clip(v.Str, maxText))
	default:
	}
	return clip(v.Raw, maxText)
}

// idOf reads an id that may have come back as a number: 7 and 7.0 are "7".
func idOf(v gjson.Result) string {
	switch v.Type {
	case gjson.String:
		if len(v.Str) <= maxID {
			return v.Str
		}
	case gjson.Number:
		if strings.ContainsAny(v.Raw, ".eE") {
			if n, ok := wholeOf(v); ok {
				return strconv.Itoa(n)
			}
		}
		if len(v.Raw) <= maxID {
			return v.Raw
		}
	default:
	}
	return ""
}

// numberOf reads a finite number.
func numberOf(v gjson.Result) (float64, bool) {
	if v.Type != gjson.Number || math.IsInf(v.Num, 0) || math.IsNaN(v.Num) {
		return 0, false
	}
	return v.Num, true
}

// wholeOf reads a whole number of at most nine digits, written as 20 or 20.0.
func wholeOf(v gjson.Result) (int, bool) {
	n, ok := numberOf(v)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1e9 {
		return 0, false
	}
	return int(n), true
}

func wholePtr(v gjson.Result) *int { return into(new(int), v, wholeOf) }

// clip shortens s to at most n bytes without cutting a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// listOf reads a list of at most maxLists entries, leaving out those that read
// makes nothing of. It is empty when nothing is left, and nil when v is no list.
func listOf[T any](v gjson.Result, empty []T, read func(gjson.Result) (T, bool)) []T {
	if !v.IsArray() {
		return nil
	}
	list := empty
	v.ForEach(func(_, v gjson.Result) bool {
		if entry, ok := read(v); ok {
			list = append(list, entry)
		}
		return len(list) < maxLists
	})
	return list
}

// wholes reads members that have to be whole numbers, and reports whether all are.
func wholes(v gjson.Result, to map[string]*int) bool {
	all := true
	for name, n := range to {
		var whole bool
		*n, whole = wholeOf(v.Get(name))
		all = all && whole
	}
	return all
}
