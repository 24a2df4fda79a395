// SPDX-License-Identifier: MIT

package blueprint

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/Tnze/go-mc/nbt"
)

// Limits bound what is read of a file.
var Limits = struct {
	// File and Unpacked are bytes, before and after unpacking; Tags are counted with the
	// entries of lists, Depth is how deep they stand in one another.
	File, Unpacked, Tags, Depth int
	// Cells are those of a box with its air, Blocks those that are none; Side is the longest.
	Cells, Blocks, Side int
}{File: 2 << 20, Unpacked: 16 << 20, Tags: 1 << 20, Depth: 32, Cells: 1 << 22, Blocks: 2048, Side: 48}

// errBroken: the tags end before they are over, or are none.
var errBroken = errors.New("it is broken off or holds no tags of the game; save it again")

// sizes are those of the tags of one size, and of the entries of arrays.
var sizes = map[byte]int{
	nbt.TagByte: 1, nbt.TagShort: 2, nbt.TagInt: 4, nbt.TagLong: 8, nbt.TagFloat: 4, nbt.TagDouble: 8,
	nbt.TagByteArray: 1, nbt.TagIntArray: 4, nbt.TagLongArray: 8,
}

// scanner walks tags without keeping anything of them: the library that reads them makes
// what a length says and calls itself as deep as they stand in one another.
type scanner struct {
	data []byte
	tags int
}

// scan checks a file's tags against the limits and returns the names of those at the top.
func scan(data []byte) (map[string]bool, error) {
	s := &scanner{data: data}
	kind, _, err := s.head()
	if err != nil || kind != nbt.TagCompound {
		return nil, errBroken
	}
	top := map[string]bool{}
	return top, s.compound(0, top)
}

// take cuts n bytes off.
func (s *scanner) take(n int) ([]byte, error) {
	if n < 0 || n > len(s.data) {
		return nil, errBroken
	}
	out := s.data[:n]
	s.data = s.data[n:]
	return out, nil
}

// head reads the kind and the name of a tag.
func (s *scanner) head() (kind byte, name string, err error) {
	b, err := s.take(1)
	if err != nil || b[0] == nbt.TagEnd {
		return nbt.TagEnd, "", err
	}
	text, err := s.text()
	return b[0], string(text), err
}

func (s *scanner) text() ([]byte, error) {
	b, err := s.take(2)
	if err != nil {
		return nil, err
	}
	return s.take(int(binary.BigEndian.Uint16(b)))
}

func (s *scanner) length() (int, error) {
	b, err := s.take(4)
	if err != nil {
		return 0, err
	}
	n := int(int32(binary.BigEndian.Uint32(b)))
	if n < 0 {
		return 0, errBroken
	}
	return n, nil
}

// compound walks the tags of one, and notes their names.
func (s *scanner) compound(depth int, names map[string]bool) error {
	for {
		kind, name, err := s.head()
		if err != nil || kind == nbt.TagEnd {
			return err
		}
		if names != nil {
			names[name] = true
		}
		if err := s.tag(kind, depth+1); err != nil {
			return err
		}
	}
}

// tag walks one.
func (s *scanner) tag(kind byte, depth int) error {
	if s.tags++; s.tags > Limits.Tags {
		return fmt.Errorf("it holds more than %d tags; save a smaller part of it", Limits.Tags)
	}
	if depth > Limits.Depth {
		return fmt.Errorf("its tags stand more than %d deep in one another; save it again", Limits.Depth)
	}
	switch kind {
	case nbt.TagString:
		_, err := s.text()
		return err
	case nbt.TagCompound:
		return s.compound(depth, nil)
	case nbt.TagList:
		return s.list(depth)
	case nbt.TagByteArray, nbt.TagIntArray, nbt.TagLongArray:
		n, err := s.length()
		if err == nil {
			_, err = s.take(n * sizes[kind])
		}
		return err
	}
	n, known := sizes[kind]
	if !known {
		return errBroken
	}
	_, err := s.take(n)
	return err
}

func (s *scanner) list(depth int) error {
	of, err := s.take(1)
	if err != nil {
		return err
	}
	n, err := s.length()
	if err != nil || n > 0 && of[0] == nbt.TagEnd {
		return errBroken
	}
	for range n {
		if err := s.tag(of[0], depth+1); err != nil {
			return err
		}
	}
	return nil
}
