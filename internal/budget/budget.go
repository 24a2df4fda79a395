// SPDX-License-Identifier: MIT

// Package budget bounds everything that is read from outside: files, frames, replies
// and lines. Each [Source] is a row of one table with the most bytes, depth, values
// and time that one document of it may have. A document is checked by a scan that
// allocates nothing, before a parser sees it.
//
//	if err := budget.ModelReply.Check(text); err != nil {
//		return err // a sentence with the line and the fix
//	}
//	err := json.Unmarshal(text, &reply)
//
// internal/archtest names a decoder that is called without a budget; the table is part
// of SECURITY.md.
package budget

//go:generate go test . -run Docs -update

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// Depth is the most that values lie in one another, whatever they come from.
const Depth = 64

// Source is where a document comes from: a row of the table.
type Source uint8

// Row says what is read of a source.
type Row struct {
	// Name of one document, as it begins a sentence: "the config file".
	Name string
	// Form of the document: JSON, YAML or text.
	Form string
	// Bytes and Values are the most of one document.
	Bytes, Values int
	// Time it may take to arrive, 0 when it is there as a whole, as a file is; When says
	// it where a setting or a call has it.
	Time time.Duration
	When string
	// Fix is what to do about one that is larger.
	Fix string
}

// Row of the source.
func (s Source) Row() Row { return rows[s] }

// Bytes are the most that one document of the source may have.
func (s Source) Bytes() int { return rows[s].Bytes }

// Sources are all of them, in the order of the table.
func Sources() []Source {
	list := make([]Source, len(rows))
	for i := range list {
		list[i] = Source(i)
	}
	return list
}

// ErrOver is the kind of every error about a document that is over its budget.
var ErrOver = errors.New("more than is read")

// Error is a document that is over its budget.
type Error struct {
	// Of is what it is about: a source's name, or the file's.
	Of string
	// Line from 1 where the bound was passed, 0 for the whole document.
	Line int
	// Text says what is too much, and the fix.
	Text string
}

// Error is a sentence; it begins with the line where there is one.
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Text)
	}
	return e.Of + " " + e.Text
}

// Unwrap makes it an ErrOver.
func (e *Error) Unwrap() error { return ErrOver }

func (s Source) tooBig(of string, size int64) error {
	r := rows[s]
	return &Error{Of: of, Text: fmt.Sprintf("has %d bytes; at most %d are read: %s", size, r.Bytes, r.Fix)}
}

// TooDeep is the error of a value that lies deeper than Depth in others.
func (s Source) TooDeep(line int) error {
	return &Error{rows[s].Name, line, fmt.Sprintf("the values lie more than %d deep in one another; write them flatter", Depth)}
}

// TooMany is the error of the value that is one too many.
func (s Source) TooMany(line int) error {
	r := rows[s]
	return &Error{r.Name, line, fmt.Sprintf("there are more than %d values; %s", r.Values, r.Fix)}
}

// Read reads a document to its end, unless it has too many bytes.
func (s Source) Read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(rows[s].Bytes)+1))
	if err == nil && len(data) > rows[s].Bytes {
		err = &Error{Of: rows[s].Name, Text: fmt.Sprintf("is larger than %d bytes: %s", rows[s].Bytes, rows[s].Fix)}
	}
	return data, err
}

// ReadFile reads a file that a person named. A folder, a device or a pipe, which might
// never end, is refused.
func (s Source) ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("it is no regular file")}
	case info.Size() > int64(rows[s].Bytes):
		return nil, s.tooBig(name, info.Size())
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return s.Read(f)
}

// Size checks the bytes alone, of a document whose parser counts the rest.
func (s Source) Size(data []byte) error {
	if len(data) > rows[s].Bytes {
		return s.tooBig(rows[s].Name, int64(len(data)))
	}
	return nil
}

// Check scans a JSON document, or several one after the other. It does not say whether
// it is JSON: whatever it lets pass is small enough for any parser.
func (s Source) Check(data []byte) error {
	if err := s.Size(data); err != nil {
		return err
	}
	return s.Scan(data)
}

// Scan is Check without the bytes, for what was bounded while it came.
func (s Source) Scan(data []byte) error {
	if n := openers(data); n <= Depth && n+bytes.Count(data, []byte{','}) < rows[s].Values {
		return nil // most are so small, and these counts are quick
	}
	_, err := s.scan(data, rows[s].Values)
	return err
}

// Before is the part of a JSON object that comes before the member with which it is
// over its budget: what a refusal may be answered to. Nil for none.
func (s Source) Before(data []byte) []byte {
	end, err := s.scan(data, rows[s].Values)
	if err == nil || end == 0 {
		return nil
	}
	return append(bytes.Clone(data[:end]), '}')
}

// Deep checks the depth alone, of what has its values counted elsewhere.
func (s Source) Deep(data []byte) error {
	if openers(data) <= Depth {
		return nil
	}
	_, err := s.scan(data, len(data)+1)
	return err
}

func openers(data []byte) int { return bytes.Count(data, []byte{'{'}) + bytes.Count(data, []byte{'['}) }

// scan also returns where the last member of the outermost value ends that it passed.
func (s Source) scan(data []byte, most int) (member int, err error) {
	depth, values := 0, 1
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfText(data, i)
			continue
		case '{', '[':
			if depth++; depth > Depth {
				return member, s.TooDeep(lineAt(data, i))
			}
		case '}', ']':
			depth = max(depth-1, 0)
			continue
		case ',':
			if depth == 1 {
				member = i
			}
		case '\n':
			if depth > 0 {
				continue
			}
		default:
			continue
		}
		if values++; values > most {
			return member, s.TooMany(lineAt(data, i))
		}
	}
	return member, nil
}

// endOfText is where the text that begins at i ends: its closing quotes, or the end.
func endOfText(data []byte, i int) int {
	for i++; i < len(data); i++ {
		next := bytes.IndexByte(data[i:], '"')
		if next < 0 {
			return len(data)
		}
		if slash := bytes.IndexByte(data[i:i+next], '\\'); slash >= 0 {
			i += slash + 1 // what it stands before is part of the text
			continue
		}
		return i + next
	}
	return i
}

func lineAt(data []byte, i int) int { return 1 + bytes.Count(data[:min(i, len(data))], []byte{'\n'}) }

// JSON checks a document and decodes it. The error is an *Error, or the decoder's.
func (s Source) JSON(data []byte, into any) error {
	if err := s.Check(data); err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// Marks checks a YAML document for its bytes, and that the marks which may begin a value
// (ends of lines, commas, brackets) are not more than two to a value. What is behind
// aliases is counted by the parser's room, internal/document.
func (s Source) Marks(data []byte) error {
	if err := s.Size(data); err != nil {
		return err
	}
	left := 2 * rows[s].Values
	for i, c := range data {
		switch c {
		case '\n', ',', '[', '{':
			if left--; left < 0 {
				return s.TooMany(lineAt(data, i))
			}
		}
	}
	return nil
}

// names of units, for the table.
var units = []struct {
	of   int
	name string
}{{1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "bytes"}}

// size is a number of bytes as people write it.
func size(n int) string {
	at := slices.IndexFunc(units, func(u struct {
		of   int
		name string
	}) bool {
		return n%u.of == 0
	})
	return fmt.Sprintf("%d %s", n/units[at].of, units[at].name)
}
