// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// A record is what one commit adds to the log for one task. Numbers are little
// endian:
//
//	offset  size
//	0       4     magic
//	4       4     length of owner and payload
//	8       8     global sequence, from 1, without a gap
//	16      4     the owner's sequence, from 1, without a gap
//	20      4     CRC-32C of the payload
//	24      1     length of the owner
//	25      4     CRC-32C of the bytes before it, and of the owner
//	29            owner: the task's id, empty for what belongs to none
//	              payload: facts.go
//
// Head and payload have sums of their own, so that of a record with a damaged
// payload it is still known which one it is, whose, and where the next begins.
const (
	headSize = 29
	// maxRecord bounds a record: a length beyond it is no length.
	maxRecord = 64 << 20
	maxOwner  = 255
)

var (
	magic      = []byte{0xd5, 'M', 'H', 'J'} // 0xd5 begins no word of the text that payloads hold
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// appendHead reserves the head of a record of an owner; seal fills it in.
func appendHead(buf []byte, owner string) []byte {
	var head [headSize]byte
	copy(head[:], magic)
	head[24] = byte(len(owner))
	return append(append(buf, head[:]...), owner...)
}

// weigh fills in what of a head is known before its sequences are.
func weigh(rec []byte) {
	owner := int(rec[24])
	binary.LittleEndian.PutUint32(rec[4:], uint32(len(rec)-headSize))
	binary.LittleEndian.PutUint32(rec[20:], crc32.Checksum(rec[headSize+owner:], castagnoli))
}

// seal fills in the sequences of a weighed record, and the head's sum.
func seal(rec []byte, global uint64, seq uint32) {
	binary.LittleEndian.PutUint64(rec[8:], global)
	binary.LittleEndian.PutUint32(rec[16:], seq)
	binary.LittleEndian.PutUint32(rec[25:], headSum(rec, int(rec[24])))
}

func headSum(rec []byte, owner int) uint32 {
	return crc32.Update(crc32.Checksum(rec[:25], castagnoli), castagnoli, rec[headSize:headSize+owner])
}

// record is one that was found in a log.
type record struct {
	global uint64
	seq    uint32
	// owner and payload are parts of whole, and that of what was read.
	whole, owner, payload []byte
	// broken: the head is whole, and the payload is not what was written.
	broken bool
}

// found is all that a run of bytes held.
type found struct {
	records []record
	// damaged counts the bytes that are part of no whole record.
	damaged int
	// open: what follows the last record that is known is damaged or cut off, so that
	// nobody knows what more there was.
	open bool
	// whole is how far from its beginning everything is in order.
	whole int
}

// scan finds the records in data. Bytes that are no record are passed over up to
// the next that is one. It keeps parts of data.
func scan(data []byte) found {
	var f found
	at := 0
	for at < len(data) {
		rec, size := recordAt(data[at:])
		if size > 0 {
			// With a broken payload the length is still to be trusted, unless what follows
			// says that bytes are missing.
			if next := at + size; !rec.broken || next == len(data) || bytes.HasPrefix(data[next:], magic[:min(len(magic), len(data)-next)]) {
				f.records = append(f.records, rec)
				if rec.broken {
					f.damaged += size
				} else if f.damaged == 0 {
					f.whole = next
				}
				at = next
				continue
			}
		}
		next := at + 1
		for {
			i := bytes.Index(data[next:], magic)
			if i < 0 {
				next = len(data)
				f.open = true
				break
			}
			next += i
			if _, size := recordAt(data[next:]); size > 0 {
				break
			}
			next++
		}
		f.damaged += next - at
		at = next
	}
	return f
}

// recordAt reads the record that data begins with; size is 0 when it begins with
// none, or with one that is cut off.
func recordAt(data []byte) (rec record, size int) {
	if len(data) < headSize || !bytes.HasPrefix(data, magic) {
		return rec, 0
	}
	owner, length := int(data[24]), binary.LittleEndian.Uint32(data[4:])
	if length > maxRecord || owner > int(length) || headSize+int(length) > len(data) ||
		headSum(data, owner) != binary.LittleEndian.Uint32(data[25:]) {
		return rec, 0
	}
	size = headSize + int(length)
	rec = record{
		global: binary.LittleEndian.Uint64(data[8:]), seq: binary.LittleEndian.Uint32(data[16:]),
		whole: data[:size], owner: data[headSize : headSize+owner], payload: data[headSize+owner : size],
	}
	rec.broken = crc32.Checksum(rec.payload, castagnoli) != binary.LittleEndian.Uint32(data[20:])
	return rec, size
}
