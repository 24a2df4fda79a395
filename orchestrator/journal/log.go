// SPDX-License-Identifier: MIT

package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"maps"
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
	// segmentBytes is where a segment ends, and all before it is folded. It is read as a
	// whole to be compressed.
	segmentBytes = 4 << 20
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

// disk is what the log needs of a folder.
type disk interface {
	// Create makes a file that does not exist yet.
	Create(name string) (file, error)
	// SyncFolder makes a new file of a folder survive a power cut.
	SyncFolder(dir string) error
}

// home is where the log is: files of this folder ([appender]), or a stream that
// several machines share ([streamed]).
type home interface {
	// append keeps a draft. It returns the number of its last record, and whether so much
	// waits that it should be folded now.
	append(d *draft, fault func() error) (last uint64, full bool, err error)
	// sync returns when the record of that number will survive, and may be taken.
	sync(seq uint64) error
	withdraw(from, to uint64) bool

	take() (pending []byte, last uint64)
	untake(pending []byte)
	give(buf []byte, f *facts)

	lastOf(task string) uint64
	lastOfWorld(world string) uint64
	lastOfAll() uint64

	// begin has what comes from now on in another segment, whose number it returns.
	begin() (int, error)
	stale() []string
	unstale(list []string)
	voids() map[uint64]bool
	close() error
}

// appender writes the log. It is the one thing that all bodies wait for; what it
// does under its mutex is counted in BenchmarkAppenderHold.
type appender struct {
	dir  string
	disk disk
	log  *slog.Logger

	// syncing is held while a file is synced: the system tells of a failed write once,
	// to whoever asks first. It is taken before mu, or tried under it.
	syncing sync.Mutex

	waiting
	file    file
	current string // the name of file
	number  int
	size    int64 // up to which the file is good
	ragged  bool  // the file may have something beyond size
	global  uint64
	spare   []byte
	// base counts the bytes that came before pending, safe those that are on the disk
	// for sure; synced is the last record of these.
	base, safe int64
	synced     uint64
	// closed segments that may go once the database is synced past them.
	closed []string
	// broken is why the segment did not reach the disk. It is not asked again: a second
	// fsync may succeed although pages were lost. All that is not safe goes into a new
	// segment.
	broken error
	// void are records whose callers were told that they are not kept.
	void map[uint64]bool
}

func newAppender(dir string, d disk, log *slog.Logger) *appender {
	return &appender{dir: dir, disk: d, log: log, waiting: newWaiting(), void: map[uint64]bool{}}
}

// waiting is what is in a log and not in the database yet.
type waiting struct {
	mu      sync.Mutex
	owners  map[string]*owner
	worlds  map[string]uint64 // by name: the last record with a place of it that is not folded
	pending []byte            // the records that are not folded
	// begun is where a stream ended when this machine joined it: what came before that is
	// missing from no answer.
	begun uint64
}

func newWaiting() waiting { return waiting{owners: map[string]*owner{}, worlds: map[string]uint64{}} }

// owner is a task that has facts in the log.
type owner struct {
	seq   uint32
	last  uint64 // its last record
	ended bool
}

// took notes that a record is in the log, and returns its owner; mu is held.
func (w *waiting) took(rec []byte, number uint64) *owner {
	id := rec[headSize : headSize+int(rec[24])]
	o := w.owners[string(id)]
	if o == nil {
		o = &owner{}
		w.owners[string(id)] = o
	}
	o.seq++
	o.last = max(o.last, number)
	return o
}

// folded forgets whom it was about and who is over; mu is held.
func (w *waiting) folded(f *facts) {
	for id := range f.seqs {
		o, t := w.owners[id], f.tasks[id]
		if o == nil {
			continue
		}
		o.ended = o.ended || t != nil && t.State.Ended()
		if o.ended && o.last <= f.last {
			delete(w.owners, id)
		}
	}
	for i := range f.places {
		if name := f.places[i].World; w.worlds[name] <= f.last {
			delete(w.worlds, name)
		}
	}
}

// lastOf is the last record of a task, begun when it has none that is known.
func (w *waiting) lastOf(task string) uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if o := w.owners[task]; o != nil {
		return o.last
	}
	return w.begun
}

// lastOfWorld is the last record about a world that may not be folded yet.
func (w *waiting) lastOfWorld(world string) uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.worlds[world]
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

// realDisk is the computer's.
type realDisk struct{}

func (realDisk) SyncFolder(dir string) error { return syncFolder(dir) }

func (realDisk) Create(name string) (file, error) {
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

// rotate begins a new segment with all that is not on the disk for sure; mu and
// syncing are held, or the appender is not shared yet. On an error the log is as it
// was. Records keep their sequences: a fold takes each once, also when the file
// that failed is read again.
func (l *appender) rotate() error {
	if l.file != nil && l.broken == nil {
		if l.broken = l.file.Sync(); l.broken == nil {
			l.reached(l.global, l.end())
		}
	}
	l.number++ // also after a failure, whose file may not have gone
	name := filepath.Join(l.dir, segmentName(l.number))
	f, err := l.disk.Create(name)
	if err != nil {
		return err
	}
	data := append(headOfSegment(), l.pending[l.safe-l.base:]...)
	_, err = f.WriteAt(data, 0)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = l.disk.SyncFolder(l.dir)
	}
	if err != nil {
		return errors.Join(err, f.Close(), os.Remove(name))
	}
	if l.file != nil {
		_ = l.file.Close()
		l.closed = append(l.closed, l.current)
	}
	if l.broken != nil {
		l.log.Error("the disk refused a part of the journal's log; it was written again", "refused", l.current, "now in", name, "error", l.broken)
	}
	l.file, l.current, l.size, l.ragged, l.broken = f, name, int64(len(data)), false, nil
	l.reached(l.global, l.end())
	return nil
}

// end is where the next record goes, in bytes of all that was appended.
func (l *appender) end() int64 { return l.base + int64(len(l.pending)) }

// reached notes up to where the log is on the disk; mu is held.
func (l *appender) reached(global uint64, end int64) {
	l.synced, l.safe = max(l.synced, global), max(l.safe, end)
}

// draft is a batch as it goes into the log: one record for each task that it is
// about, without their sequences.
type draft struct {
	buf []byte
	// ends of the records in buf.
	ends   []int
	worlds []string
	// body that it is about; empty for none, or for several.
	body string
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

// reset empties a draft.
func (d *draft) reset() {
	*d = draft{buf: d.buf[:0], ends: d.ends[:0], worlds: d.worlds[:0], ended: d.ended[:0]}
}

// ownersOf adds the tasks that a batch is about, each once.
func ownersOf(tasks []string, b *orchestrator.Batch) []string {
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
	return tasks
}

// write makes the draft of a batch.
func (d *draft) write(b *orchestrator.Batch) error {
	d.reset()
	d.body = b.Body
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
	tasks := ownersOf(known[:0], b)
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
		d.close(from)
	}
	return nil
}

// close ends the record that begins there.
func (d *draft) close(from int) {
	weigh(d.buf[from:])
	d.ends = append(d.ends, len(d.buf))
}

// makeReady has a file that the next record can follow in: what earlier writes left behind is
// cleared away.
func (l *appender) makeReady(fault func() error) error {
	if l.file == nil {
		return errClosed
	}
	if l.broken != nil {
		if !l.syncing.TryLock() {
			return l.broken // another is at it
		}
		err := l.rotate()
		l.syncing.Unlock()
		if err != nil {
			return err
		}
	}
	if len(l.pending) > mostUnfolded {
		if err := fault(); err != nil {
			return err
		}
	}
	if l.ragged { // what a short write left goes first
		if err := l.file.Truncate(l.size); err != nil {
			return err
		}
		l.ragged = false
	}
	return nil
}

// append writes a draft in one write. It returns the sequence of its last record,
// and whether so much waits that it should be folded now.
func (l *appender) append(d *draft, fault func() error) (last uint64, full bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.makeReady(fault); err != nil {
		return 0, false, err
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
	if full && l.syncing.TryLock() { // else the segment grows, and the next append tries again
		if err := l.rotate(); err != nil {
			l.log.Warn("the journal's log cannot begin a new file and goes on with the old one", "error", err)
		}
		l.syncing.Unlock()
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

// sync returns when the record of that sequence is on the disk. Who comes while
// another waits for the disk is served by the next wait.
func (l *appender) sync(seq uint64) error {
	l.syncing.Lock()
	defer l.syncing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.synced >= seq {
		return nil
	}
	if l.file == nil {
		return errClosed
	}
	if l.broken == nil {
		f, upTo, end := l.file, l.global, l.end()
		l.mu.Unlock()
		err := f.Sync()
		l.mu.Lock()
		if err == nil {
			l.reached(upTo, end)
			return nil
		}
		l.broken = err
	}
	return l.rotate()
}

// withdraw takes back the records from one to another of a caller who is told that
// they are not kept. It reports false when they have reached the disk meanwhile.
func (l *appender) withdraw(from, to uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.synced >= to {
		return false
	}
	kept := l.pending[:l.safe-l.base]
	var gone []voided
	for rest := l.pending[l.safe-l.base:]; len(rest) > 0; {
		rec, size := recordAt(rest)
		if rec.global >= from && rec.global <= to {
			owner := string(rec.owner)
			gone = append(gone, voided{Global: rec.global, Seq: rec.seq, Owner: owner})
			l.void[rec.global] = true
			l.owners[owner].ended = false
		} else {
			kept = append(kept, rest[:size]...)
		}
		rest = rest[size:]
	}
	buf, err := appendFact(appendHead(nil, ""), factVoid, gone)
	if err != nil {
		return true // it cannot be: numbers and names
	}
	weigh(buf)
	seal(buf, l.global+1, l.nextOf(buf))
	l.global++
	l.took(buf, l.global)
	l.pending = append(kept, buf...)
	return true
}

// take hands over what is to be folded, up to which record, and gives the buffer
// of the last time back. What is not on the disk stays.
func (l *appender) take() (pending []byte, last uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.safe - l.base
	pending, last = l.pending[:n:n], l.synced
	l.pending, l.spare = append(l.spare[:0], l.pending[n:]...), nil
	l.base += n
	return pending, last
}

// untake puts back what could not be folded; give ends a take.
func (l *appender) untake(pending []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.base -= int64(len(pending))
	l.pending = append(pending, l.pending...)
}

// give takes back the buffer of a take that is folded.
func (l *appender) give(buf []byte, f *facts) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cap(buf) <= 1<<20 {
		l.spare = buf
	}
	l.folded(f)
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

// unstale puts back segments that could not be dropped yet.
func (l *appender) unstale(list []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = append(list, l.closed...)
}

// voids are the records whose callers were told that they are not kept.
func (l *appender) voids() map[uint64]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.void)
}

// close ends the log; its segments stay.
func (l *appender) close() error {
	l.syncing.Lock()
	defer l.syncing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	if l.broken == nil {
		l.broken = l.file.Sync()
	}
	var err error
	if l.broken == nil {
		l.reached(l.global, l.end())
	} else {
		err = l.rotate()
	}
	err = errors.Join(err, l.file.Close())
	l.file = nil
	l.closed = append(l.closed, l.current)
	return err
}
