package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/minehand/minehand/orchestrator"
)

// A segment is one file of the log. It begins with a head: a word, the version of
// the format, and a CRC-32C of both. Segments are numbered and never renamed; each
// process begins one of its own.
const (
	segmentWord   = "MHJOURNL"
	logVersion    = 1
	segmentHead   = len(segmentWord) + 2 + 4
	segmentPrefix = "journal-"
	segmentSuffix = ".log"
	// segmentBytes is where a segment ends, and all before it is folded.
	segmentBytes = 16 << 20
	// foldBytes is how many bytes wait for the database before they are folded: they
	// wait in memory, and the list of them grows under the lock that all bodies share.
	foldBytes = 4 << 20
	// mostUnfolded is how many bytes may wait for the database while that cannot be
	// written. Beyond it nothing more is taken.
	mostUnfolded = 64 << 20
)

// file is what the log needs of a file.
type file interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// appender writes the log. It is the one thing that all bodies wait for; what it
// does under its mutex is counted in BenchmarkAppenderHold.
type appender struct {
	dir string
	// create makes a segment; a test may wrap what it returns.
	create func(name string) (file, error)

	mu      sync.Mutex
	file    file
	number  int
	size    int64 // up to which the file is good
	ragged  bool  // the file may have something beyond size
	global  uint64
	owners  map[string]*owner
	worlds  map[string]uint64 // by name: the last record with a place of it that is not folded
	pending []byte            // the records that are not folded
	spare   []byte
	// closed segments that are to be deleted once the database is synced past them.
	closed []string
	// synced is the last record that is on the disk for sure; broken why that cannot be
	// had.
	broken error

	syncing sync.Mutex
	synced  uint64
}

// owner is a task that has facts in the log.
type owner struct {
	seq   uint32
	last  uint64 // its last record
	ended bool
}

func segmentName(number int) string {
	return fmt.Sprintf("%s%08d%s", segmentPrefix, number, segmentSuffix)
}

// segments are the numbers of the segments in a folder, in order.
func segments(dir string) ([]int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []int
	for _, e := range entries {
		name, ok := strings.CutPrefix(e.Name(), segmentPrefix)
		if name, ok2 := strings.CutSuffix(name, segmentSuffix); ok && ok2 && !e.IsDir() {
			if n, err := strconv.Atoi(name); err == nil && n > 0 && segmentName(n) == e.Name() {
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return list, nil
}

func createFile(name string) (file, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return dataFile{f}, nil
}

// headOfSegment is what a segment begins with.
func headOfSegment() []byte {
	head := append([]byte(segmentWord), logVersion, 0)
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
}

// versionOf reads a segment's head; 0 for one that is damaged.
func versionOf(data []byte) int {
	if len(data) < segmentHead || string(data[:len(segmentWord)]) != segmentWord ||
		crc32.Checksum(data[:segmentHead-4], castagnoli) != binary.LittleEndian.Uint32(data[segmentHead-4:]) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(data[len(segmentWord):]))
}

// next begins a new segment; mu is held, or the appender is not shared yet. On an
// error the log is as it was.
func (l *appender) next() error {
	name := filepath.Join(l.dir, segmentName(l.number+1))
	f, err := l.create(name)
	if err != nil {
		return err
	}
	head := headOfSegment()
	if _, err := f.WriteAt(head, 0); err != nil {
		return errors.Join(err, f.Close(), os.Remove(name))
	}
	if l.file != nil {
		if err := l.file.Sync(); err != nil {
			return errors.Join(err, f.Close(), os.Remove(name))
		}
		_ = l.file.Close()
		l.closed = append(l.closed, filepath.Join(l.dir, segmentName(l.number)))
	}
	l.file, l.size, l.ragged = f, int64(len(head)), false
	l.number++
	return syncFolder(l.dir)
}

// draft is a batch as it goes into the log: one record for each task that it is
// about, without their sequences.
type draft struct {
	buf []byte
	// ends of the records in buf.
	ends   []int
	worlds []string
	// durable: the caller waits until it is on the disk. over: a task ended.
	durable, over bool
	ended         []string
}

var drafts = sync.Pool{New: func() any { return new(draft) }}

// put gives a draft back.
func (d *draft) put() {
	if cap(d.buf) <= 1<<20 {
		drafts.Put(d)
	}
}

// write makes the draft of a batch.
func (d *draft) write(b *orchestrator.Batch) error {
	*d = draft{buf: d.buf[:0], ends: d.ends[:0], worlds: d.worlds[:0], ended: d.ended[:0]}
	for i := range b.WorldMap {
		if w := b.WorldMap[i].World; len(d.worlds) == 0 || d.worlds[len(d.worlds)-1] != w {
			d.worlds = append(d.worlds, w)
		}
	}
	for i := range b.Tasks {
		switch t := &b.Tasks[i]; {
		case t.State.Ended():
			d.over, d.durable = true, true
			d.ended = append(d.ended, t.ID)
		case t.State == orchestrator.StateQueued:
			d.durable = true
		}
	}
	var known [8]string
	tasks := known[:0]
	note := func(id string) {
		if !slices.Contains(tasks, id) {
			tasks = append(tasks, id)
		}
	}
	for i := range b.Tasks {
		note(b.Tasks[i].ID)
	}
	for i := range b.Moves {
		note(b.Moves[i].Task)
	}
	for i := range b.Rounds {
		note(b.Rounds[i].Task)
	}
	for i := range b.Actions {
		note(b.Actions[i].Task)
	}
	for i := range b.Samples {
		note(b.Samples[i].Task)
	}
	rest := len(b.WorldMap) > 0 || !b.Alive.IsZero()
	if len(tasks) != 1 && rest { // what no task owns goes by itself
		tasks = append(tasks, "")
	}
	for _, id := range tasks {
		if len(id) > maxOwner {
			return fmt.Errorf("the id of a task has %d characters; it may have %d", len(id), maxOwner)
		}
		from := len(d.buf)
		var err error
		d.buf, err = appendOf(appendHead(d.buf, id), b, id, rest && (id == "" || len(tasks) == 1))
		if err != nil {
			return err
		}
		if len(d.buf)-from > maxRecord {
			return fmt.Errorf("a record of the journal would have %d bytes; it may have %d", len(d.buf)-from, maxRecord)
		}
		weigh(d.buf[from:])
		d.ends = append(d.ends, len(d.buf))
	}
	return nil
}

// append writes a draft in one write. It returns the sequence of its last record,
// and whether so much waits that it should be folded now.
func (l *appender) append(d *draft, fault func() error) (last uint64, full bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return 0, false, errClosed
	}
	if l.broken != nil {
		if err := l.file.Sync(); err != nil {
			return 0, false, err
		}
		l.broken = nil
	}
	if len(l.pending) > mostUnfolded {
		if err := fault(); err != nil {
			return 0, false, err
		}
	}
	if l.ragged { // what a short write left goes first
		if err := l.file.Truncate(l.size); err != nil {
			return 0, false, err
		}
		l.ragged = false
	}
	from, global := 0, l.global
	for _, end := range d.ends {
		rec := d.buf[from:end]
		global++
		seal(rec, global, l.nextOf(rec))
		from = end
	}
	if _, err := l.file.WriteAt(d.buf, l.size); err != nil {
		l.ragged = true
		if l.file.Truncate(l.size) == nil {
			l.ragged = false
		}
		return 0, false, err
	}
	l.size += int64(len(d.buf))
	l.global = global
	l.pending = append(l.pending, d.buf...)
	from, global = 0, global-uint64(len(d.ends))
	for _, end := range d.ends {
		global++
		l.took(d.buf[from:end], global)
		from = end
	}
	for _, id := range d.ended {
		l.owners[id].ended = true
	}
	for _, w := range d.worlds {
		l.worlds[w] = global
	}
	full = l.size >= int64(segmentBytes)
	if full {
		if err := l.next(); err != nil {
			full = true // the segment goes on growing; the next append tries again
		}
	}
	return global, full || len(l.pending) >= foldBytes, nil
}

// nextOf is the sequence that the next record of its owner has; the owners of a
// draft's records differ.
func (l *appender) nextOf(rec []byte) uint32 {
	if o := l.owners[string(rec[headSize:headSize+int(rec[24])])]; o != nil {
		return o.seq + 1
	}
	return 1
}

// took notes that a record is in the log.
func (l *appender) took(rec []byte, global uint64) {
	id := rec[headSize : headSize+int(rec[24])]
	o := l.owners[string(id)]
	if o == nil {
		o = &owner{}
		l.owners[string(id)] = o
	}
	o.seq++
	o.last = global
}

// sync returns when the record of that sequence is on the disk. Who comes while
// another waits for the disk is served by the next wait.
func (l *appender) sync(seq uint64) error {
	l.syncing.Lock()
	defer l.syncing.Unlock()
	if l.synced >= seq {
		return nil
	}
	l.mu.Lock()
	f, upTo := l.file, l.global
	l.mu.Unlock()
	if f == nil {
		return nil // closed, and so synced
	}
	if err := f.Sync(); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.file != f { // it was ended meanwhile, which synced it
			return nil
		}
		l.broken = err
		return err
	}
	l.synced = upTo
	return nil
}

// take hands over what is to be folded, up to which record, and gives the buffer
// of the last time back.
func (l *appender) take() (pending []byte, last uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pending, last = l.pending, l.global
	l.pending, l.spare = l.spare[:0], nil
	return pending, last
}

// untake puts back what could not be folded; give ends a take.
func (l *appender) untake(pending []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = append(pending, l.pending...)
}

// give takes back the buffer of a take that is folded, and forgets whom it was
// about and who is over.
func (l *appender) give(buf []byte, f *facts) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cap(buf) <= 1<<20 {
		l.spare = buf
	}
	for id := range f.seqs {
		if o := l.owners[id]; o != nil && o.ended && o.last <= f.last {
			delete(l.owners, id)
		}
	}
	for i := range f.places {
		if w := f.places[i].World; l.worlds[w] <= f.last {
			delete(l.worlds, w)
		}
	}
}

// lastOf is the last record of a task, 0 when it has none that is known.
func (l *appender) lastOf(task string) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if o := l.owners[task]; o != nil {
		return o.last
	}
	return 0
}

// lastOfWorld is the last record about a world that may not be folded yet.
func (l *appender) lastOfWorld(world string) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.worlds[world]
}

func (l *appender) lastOfAll() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.global
}

// stale hands over the closed segments, to be deleted.
func (l *appender) stale() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.closed
	l.closed = nil
	return list
}

// close ends the log; its segments stay.
func (l *appender) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := errors.Join(l.file.Sync(), l.file.Close())
	l.file = nil
	l.closed = append(l.closed, filepath.Join(l.dir, segmentName(l.number)))
	return err
}
