// SPDX-License-Identifier: MIT

package detect

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Arguments are a process's argv. They never show themselves: however a value
// is printed, logged or encoded, "[redacted]" is what comes out.
type Arguments struct{ argv []string }

// Argv makes Arguments of a list that the system gave as one, argv[0] first.
func Argv(argv ...string) Arguments { return Arguments{argv} }

// CommandLine makes Arguments of a Windows command line, by the rules that the
// program itself is started with.
func CommandLine(line string) Arguments { return Arguments{splitWindows(line)} }

const redacted = "[redacted]"

var errRedacted = errors.New("a command line is not decoded")

func (Arguments) String() string               { return redacted }
func (Arguments) Format(f fmt.State, _ rune)   { _, _ = f.Write([]byte(redacted)) }
func (Arguments) MarshalText() ([]byte, error) { return []byte(redacted), nil }
func (*Arguments) UnmarshalText([]byte) error  { return errRedacted }

// splitWindows splits as CommandLineToArgvW does. The program's name ends at
// the next quote, or, unquoted, at the first blank; backslashes mean nothing in
// it. After that, 2n backslashes before a quote are n and the quote opens or
// closes, 2n+1 are n and the quote is one; "" within quotes is a quote that also closes.
func splitWindows(line string) []string {
	line = strings.TrimLeft(line, " \t")
	if line == "" {
		return nil
	}
	var argv []string
	if rest, quoted := strings.CutPrefix(line, `"`); quoted {
		name, after, _ := strings.Cut(rest, `"`)
		argv, line = append(argv, name), after
	} else {
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			return []string{line}
		}
		argv, line = append(argv, line[:end]), line[end:]
	}
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" {
			return argv
		}
		var arg string
		arg, line = nextWindows(line)
		argv = append(argv, arg)
	}
}

// nextWindows returns the first argument of the line and what follows it.
func nextWindows(line string) (arg, rest string) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			n := 1
			for i+n < len(line) && line[i+n] == '\\' {
				n++
			}
			i += n - 1
			if i+1 == len(line) || line[i+1] != '"' {
				b.WriteString(strings.Repeat(`\`, n))
				continue
			}
			b.WriteString(strings.Repeat(`\`, n/2))
			if n%2 == 1 {
				b.WriteByte('"')
				i++
			}
		case c == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			b.WriteByte('"')
			i++
			quoted = false
		case c == '"':
			quoted = !quoted
		case (c == ' ' || c == '\t') && !quoted:
			return b.String(), line[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// expandFile splits the text of a Java argument file: words parted by blanks
// and line ends, quotes around words with blanks, a backslash before a quote,
// itself or a line end, and # for a comment.
func expandFile(text string) []string {
	var (
		words []string
		b     strings.Builder
		open  bool // a word has begun
		quote byte
	)
	end := func() {
		if open {
			words = append(words, b.String())
		}
		b.Reset()
		open = false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == '\\' && i+1 < len(text):
			i++
			if text[i] == '\r' || text[i] == '\n' {
				for i+1 < len(text) && strings.IndexByte(" \t\r\n\f", text[i+1]) >= 0 {
					i++
				}
				continue
			}
			b.WriteByte(text[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == '#' && !open:
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case strings.IndexByte(" \t\r\n\f", c) >= 0:
			end()
		default:
			b.WriteByte(c)
			open = true
		}
	}
	end()
	return words
}

// splitDarwin takes apart what macOS gives for kern.procargs2: the number of
// arguments, the program's path, zeros up to the first argument, the arguments
// and the environment, each ended by a zero.
func splitDarwin(data []byte) (argv, env []string, err error) {
	if len(data) < 4 {
		return nil, nil, errors.New("the system gave no arguments")
	}
	count := int(binary.NativeEndian.Uint32(data))
	_, data, _ = bytes.Cut(data[4:], []byte{0})
	data = bytes.TrimLeft(data, "\x00")
	for len(data) > 0 {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte{0})
		if len(argv) < count {
			argv = append(argv, string(text))
		} else if len(text) > 0 {
			env = append(env, string(text))
		}
	}
	return argv, env, nil
}
