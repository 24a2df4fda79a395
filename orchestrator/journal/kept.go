// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A folded segment is kept, compressed, until retention has dropped its tasks. The
// file is a row of blocks, each
//
//	offset  size
//	0       4     a word
//	4       4     length of the content
//	8       4     CRC-32C of the content
//	12            the content, compressed
//
// The first is its index, as JSON; each other holds whole records, so that a damaged
// block takes no other with it.
const (
	keptSuffix = ".kept"
	blockHead  = 12
	// blockBytes is how many bytes of records make a block.
	blockBytes = 256 << 10
	// maxBlock bounds what a block may come to: a record is never larger.
	maxBlock = maxRecord + blockBytes
)

var blockWord = []byte{0xd6, 'M', 'H', 'K'}

// keptIndex says what a kept segment holds.
type keptIndex struct {
	First uint64   `json:"first"`
	Last  uint64   `json:"last"`
	Tasks []string `json:"tasks"`
}

// packer compresses blocks, one after the other.
type packer struct {
	w      *flate.Writer
	packed bytes.Buffer
}

// appendBlock appends the block of the content to buf.
func (p *packer) appendBlock(buf, content []byte) ([]byte, error) {
	p.packed.Reset()
	p.w.Reset(&p.packed)
	_, err := p.w.Write(content)
	err = errors.Join(err, p.w.Close())
	buf = binary.LittleEndian.AppendUint32(append(buf, blockWord...), uint32(p.packed.Len()))
	buf = binary.LittleEndian.AppendUint32(buf, crc32.Checksum(p.packed.Bytes(), castagnoli))
	return append(buf, p.packed.Bytes()...), err
}

// blockAt reads the block that data begins with; size is 0 when it begins with none
// that is whole.
func blockAt(data []byte) (content []byte, size int) {
	if len(data) < blockHead || !bytes.HasPrefix(data, blockWord) {
		return nil, 0
	}
	n := int(binary.LittleEndian.Uint32(data[4:]))
	if n > len(data)-blockHead || crc32.Checksum(data[blockHead:blockHead+n], castagnoli) != binary.LittleEndian.Uint32(data[8:]) {
		return nil, 0
	}
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data[blockHead:blockHead+n])), maxBlock+1))
	if err != nil || len(content) > maxBlock {
		return nil, 0
	}
	return content, blockHead + n
}

func keptName(dir, segment string) string {
	return filepath.Join(dir, strings.TrimSuffix(filepath.Base(segment), segmentSuffix)+keptSuffix)
}

// keepSegment writes the whole records of a segment, but those that are void, to a
// kept one and removes it. A segment without records only goes.
func keepSegment(segment string, void map[uint64]bool) error {
	data, err := os.ReadFile(segment)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	out, err := packed(scan(data[min(segmentHead, len(data)):]).records, func(r *record) bool { return r.broken || void[r.global] })
	if err != nil {
		return err
	}
	if out != nil {
		if err := writeSynced(keptName(filepath.Dir(segment), segment), out); err != nil {
			return err
		}
	}
	return os.Remove(segment)
}

// packed makes a kept segment of records, but of those to skip; nil where none is left.
func packed(records []record, skip func(*record) bool) ([]byte, error) {
	var index keptIndex
	var blocks, block []byte
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	pack := packer{w: w}
	flush := func() {
		if len(block) > 0 && err == nil {
			blocks, err = pack.appendBlock(blocks, block)
		}
		block = block[:0]
	}
	tasks := map[string]bool{}
	for i := range records {
		rec := &records[i]
		if skip(rec) {
			continue
		}
		index.First = cmp.Or(index.First, rec.global)
		index.Last = max(index.Last, rec.global)
		if owner := string(rec.owner); owner != "" && !tasks[owner] {
			tasks[owner] = true
			index.Tasks = append(index.Tasks, owner)
		}
		block = append(block, rec.whole...)
		if len(block) >= blockBytes {
			flush()
		}
	}
	if flush(); err != nil || index.First == 0 {
		return nil, err
	}
	head, err := json.Marshal(index)
	if err != nil {
		return nil, err
	}
	out, err := pack.appendBlock(nil, head)
	return append(out, blocks...), err
}

// writeSynced writes a file that is whole and on the disk, or not there.
func writeSynced(name string, data []byte) error {
	f, err := os.OpenFile(name+partSuffix, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(name+partSuffix, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name+partSuffix))
	}
	return syncFolder(filepath.Dir(name))
}

// keptSegment is one that is kept; of one whose index is damaged every record may be
// in it.
type keptSegment struct {
	name string
	keptIndex
	indexed bool
}

// keptSegments are those of a folder, in order.
func keptSegments(dir string) ([]keptSegment, error) {
	names, err := filepath.Glob(filepath.Join(dir, segmentPrefix+"*"+keptSuffix))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	list := make([]keptSegment, 0, len(names))
	for _, name := range names {
		k := keptSegment{name: name}
		if content, err := firstBlock(name); err == nil && json.Unmarshal(content, &k.keptIndex) == nil && k.First > 0 {
			k.indexed = true
		}
		list = append(list, k)
	}
	return list, nil
}

var errBlock = errors.New("a block of a kept segment cannot be read")

// firstBlock reads no more of a file than its first block.
func firstBlock(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var head [blockHead]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(head[4:]))
	if info, err := f.Stat(); err != nil || n > info.Size() {
		return nil, errBlock
	}
	data := append(head[:], make([]byte, n)...)
	if _, err := io.ReadFull(f, data[blockHead:]); err != nil {
		return nil, err
	}
	content, size := blockAt(data)
	if size == 0 {
		return nil, errBlock
	}
	return content, nil
}

// mayHold reports whether records after that one, of these tasks where any are named,
// may be in it. What is of no task is in any.
func (k *keptSegment) mayHold(after uint64, tasks map[string]bool) bool {
	return !k.indexed || k.Last > after && (len(tasks) == 0 || tasks[""] ||
		slices.ContainsFunc(k.Tasks, func(id string) bool { return tasks[id] }))
}

// readKept returns the records of a kept segment; what is damaged is passed over, and what
// cannot be read is as damaged as can be.
func (j *Journal) readKept(k *keptSegment) (records []byte) {
	data, err := os.ReadFile(k.name)
	if err != nil {
		j.logger.Warn("a part of the history's log cannot be read", "part", k.name, "error", err)
		return nil
	}
	for first := true; len(data) > 0; first = false {
		content, size := blockAt(data)
		if size == 0 {
			next := len(data)
			if i := bytes.Index(data[1:], blockWord); i >= 0 {
				next = i + 1
			}
			data = data[next:]
			continue
		}
		if !first || len(content) > 0 && content[0] != '{' { // the index
			records = append(records, content...)
		}
		data = data[size:]
	}
	return records
}

// keepClosed keeps the segments that are folded and synced. What fails stays as it is
// and is tried again with the next.
func (j *Journal) keepClosed(list []string) error {
	var errs []error
	for _, name := range list {
		if err := keepSegment(name, j.log.voids()); err != nil {
			errs = append(errs, fmt.Errorf("keeping %s: %w", filepath.Base(name), err))
			j.writing.Lock()
			j.done = append(j.done, name)
			j.writing.Unlock()
		}
	}
	return errors.Join(errs...)
}

// dropKept removes the kept segments all of whose tasks are gone, and that are older
// than both copies: what came after a copy is needed to go on from it.
func (j *Journal) dropKept(ctx context.Context) error {
	copies := copiesIn(j.dir)
	if len(copies) < mostCopies {
		return nil
	}
	info, err := os.Stat(copies[0])
	if err != nil {
		return err
	}
	oldest := info.ModTime()
	list, err := keptSegments(j.dir)
	if err != nil {
		return err
	}
	for _, k := range list {
		if info, err := os.Stat(k.name); err != nil || !info.ModTime().Before(oldest) {
			continue
		}
		held, err := j.holds(ctx, k.Tasks)
		if err != nil {
			return err
		}
		if !k.indexed {
			held = time.Since(oldest) < keepFor
		}
		if !held {
			if err := os.Remove(k.name); err != nil {
				return err
			}
		}
	}
	return nil
}

// holds reports whether the history has one of the tasks.
func (j *Journal) holds(ctx context.Context, ids []string) (bool, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return false, err
	}
	var n int64
	err = j.query(ctx, func(db *sql.DB) (err error) {
		n, err = number(ctx, db, `SELECT count(*) FROM tasks WHERE id IN (SELECT value FROM json_each(?))`, string(list))
		return err
	})
	return n > 0, err
}
