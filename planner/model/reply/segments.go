// SPDX-License-Identifier: MIT

package reply

import (
	"strings"
	"unicode"

	"github.com/minehand/minehand/internal/budget"
)

// Caps before anything is mended, because mending costs quadratic time on deep
// nesting.
const (
	maxDepth = budget.Depth
	// maxMended bounds the broken JSON of a text, in bytes: mending costs quadratic
	// time on long lists too, and no plan comes near it.
	maxMended = 48 << 10
	// maxStarts bounds the openings that are tried and never close.
	maxStarts = 48
	// maxSegments bounds the JSON texts taken from one reply.
	maxSegments = 512
)

// segment is a stretch of text that looks like one JSON value.
type segment struct {
	text string
	// closed: its brackets balance. Otherwise it runs to the end of the text.
	closed bool
	// apart: words stand between it and the one before.
	apart bool
}

// segments finds the JSON values of a text, in order. Words, fences and
// numbering between them are left out.
func segments(text string) ([]segment, *Fault) {
	var out []segment
	starts, from := 0, 0
	open := -1
	for i := 0; i < len(text) && len(out) < maxSegments; i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		end, deep := closing(text, i, false)
		if end < 0 && !deep {
			end, deep = closing(text, i, true)
		}
		if deep {
			return nil, fault(TooDeep)
		}
		if end < 0 {
			if open < 0 && (text[i] == '{' || looksLikeList(text[i:])) {
				open = i
			}
			if starts++; starts >= maxStarts {
				break
			}
			continue
		}
		if open >= 0 && len(out) == 0 {
			// A value that never closes holds this one.
			break
		}
		out = append(out, segment{text: text[i:end], closed: true, apart: hasWords(text[from:i])})
		i, from = end-1, end
	}
	if len(out) == 0 && open >= 0 {
		rest := text[open:]
		if cut := strings.LastIndex(rest, "```"); cut > 0 {
			rest = rest[:cut]
		}
		out = append(out, segment{text: strings.TrimSpace(rest)})
	}
	return out, nil
}

// looksLikeList tells the list of objects or strings from a bracket in prose.
func looksLikeList(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	return rest != "" && strings.ContainsRune("{[\"'", rune(rest[0]))
}

// closing is the end of the value that begins at i, -1 when it never ends. With
// lines, a string ends at the end of its line (a quote was forgotten).
func closing(text string, i int, lines bool) (end int, deep bool) {
	depth := 0
	last := byte(0) // the last significant byte
	for j := i; j < len(text); j++ {
		c := text[j]
		switch c {
		case '{', '[':
			if depth++; depth > maxDepth {
				return -1, true
			}
		case '}', ']':
			if depth--; depth == 0 {
				return j + 1, false
			}
		case '"':
			j = stringEnd(text, j, '"', lines)
		case '\'':
			if strings.IndexByte("{[,:", last) >= 0 {
				j = stringEnd(text, j, '\'', lines)
			}
		case '/':
			j = commentEnd(text, j)
		case ' ', '\t', '\r', '\n':
			continue
		}
		if j >= len(text) {
			return -1, false
		}
		last = c
	}
	return -1, false
}

// stringEnd is the index of the closing quote, or len(text).
func stringEnd(text string, i int, quote byte, lines bool) int {
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case quote:
			return j
		case '\n':
			if lines {
				return j
			}
		}
	}
	return len(text)
}

// commentEnd is the last index of a comment that begins at i; i when none does.
func commentEnd(text string, i int) int {
	var mark string
	switch {
	case strings.HasPrefix(text[i:], "//"):
		mark = "\n"
	case strings.HasPrefix(text[i:], "/*"):
		mark = "*/"
	default:
		return i
	}
	k := strings.Index(text[i+2:], mark)
	if k < 0 {
		return len(text)
	}
	return i + 2 + k + len(mark) - 1
}

// hasWords tells prose from fences, commas and numbering.
func hasWords(gap string) bool {
	for _, line := range strings.Split(gap, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "<") {
			continue
		}
		if strings.ContainsFunc(line, unicode.IsLetter) {
			return true
		}
	}
	return false
}
