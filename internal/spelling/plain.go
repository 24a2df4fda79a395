// SPDX-License-Identifier: MIT

package spelling

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Plain is a sign in small letters without the marks over Latin and Cyrillic ones.
func Plain(c rune) []rune {
	if c < utf8.RuneSelf {
		return []rune{unicode.ToLower(c)}
	}
	var out []rune
	for _, c := range ligatures.Replace(norm.NFKC.String(string(c))) {
		c = unicode.ToLower(c)
		if unicode.In(c, unicode.Latin, unicode.Cyrillic) {
			for _, part := range norm.NFD.String(string(c)) {
				if !unicode.Is(unicode.Mn, part) {
					out = append(out, part)
				}
			}
		} else if !unicode.Is(unicode.Mn, c) {
			out = append(out, c)
		}
	}
	return out
}

// ligatures are letters that are two to Unicode's eye for marks.
var ligatures = strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "Æ", "ae", "ß", "ss")

// Plainly is a word in plain signs.
func Plainly(word string) string {
	out := make([]rune, 0, len(word))
	for _, c := range word {
		out = append(out, Plain(c)...)
	}
	return string(out)
}

// umlauts are as they are written where a keyboard has none.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

// Plains are a word in plain signs, as it is written where a keyboard has no umlauts first.
func Plains(word string) []string { return []string{Plainly(umlauts.Replace(word)), Plainly(word)} }
