// SPDX-License-Identifier: MIT

package game

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Sentence is a text with a capital first letter.
func Sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// FullSentence makes a reason a sentence: with a capital and an end.
func FullSentence(s string) string {
	s = Sentence(strings.TrimSpace(s))
	if last, _ := utf8.DecodeLastRuneInString(s); s == "" || strings.ContainsRune(".!?。！？", last) {
		return s
	}
	return s + "."
}

// Numbered is a count with its noun: "1 action", "2 actions", "2 entries".
func Numbered(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.ContainsAny(stem[max(len(stem)-1, 0):], "aeou") {
		noun = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Lasting is a duration as players say it: "2 hours", "90 minutes", "5 seconds".
func Lasting(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return Numbered(int(d/time.Hour), "hour")
	case d >= time.Minute:
		return Numbered(int(d.Round(time.Minute)/time.Minute), "minute")
	}
	return Numbered(int(d.Round(time.Second)/time.Second), "second")
}

// List is a list as part of a sentence: "a, b and c".
func List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}
