// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// printable passes text on without what a terminal could be fooled with: bytes that
// move its cursor, signs that turn the direction of writing. In text they become
// blanks; in JSON, where only strings hold them, \u escapes, so that nothing is lost.
type printable struct {
	to   io.Writer
	json bool
	held []byte // the beginning of a character whose end has not come
}

func newPrintable(to io.Writer, json bool) *printable { return &printable{to: to, json: json} }

// Write implements io.Writer.
func (w *printable) Write(p []byte) (int, error) {
	text := append(w.held, p...)
	whole := len(text)
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if start := len(text) - i; utf8.RuneStart(text[start]) {
			if !utf8.FullRune(text[start:]) {
				whole = start
			}
			break
		}
	}
	w.held = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(w.to, w.clean(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *printable) clean(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r):
			b.WriteRune(r)
		case !w.json:
			b.WriteByte(' ')
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
