// SPDX-License-Identifier: MIT

package journal

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite" // also the driver "sqlite"
	lib "modernc.org/sqlite/lib"
)

// FileName is the journal's file in the data folder.
const FileName = "journal.db"

// Names of the files beside it.
const (
	lockName = "journal.lock"
	pidName  = "journal.pid"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Config says how a journal is kept. The zero value works.
type Config struct {
	// Log is for operators; nil means silence.
	Log *slog.Logger
	// Stream, when not nil, is the log's home in place of files. The folder is its own:
	// a history is of files or of one stream.
	Stream Stream
	// disk and checkpoint are put in by tests whose disks fail, most by those whose
	// history is too large.
	disk       disk
	checkpoint func(context.Context, *sql.DB) error
	most       int64
}

// Journal is an open journal. Its methods may be called from any goroutine.
type Journal struct {
	dir    string
	logger *slog.Logger
	disk   disk
	lock   *flock.Flock
	// log has what is newest, and keeper brings it into db.
	log    home
	keeper *keeper
	// shared is log, where that is a stream; nil for files.
	shared *streamed
	// lastChanges is the last record with changes of worlds, lastChangeTime the time of
	// what was kept last.
	lastChanges    atomic.Uint64
	lastChangeTime atomic.Int64
	// checkpoint brings a database to the disk.
	checkpoint func(context.Context, *sql.DB) error
	// most is the size in bytes above which the oldest tasks go.
	most   int64
	health kept

	// use is held by readers of db, and alone by who puts another in its place;
	// generation counts what was mended.
	use        sync.RWMutex
	generation atomic.Uint64
	// db has one connection, with the file to itself: without shared memory to
	// lock a commit takes a third less. A reader waits for a commit and a commit
	// for a reader; what runs is read from memory, so only histories are read here.
	db *sql.DB
	// still reads the file for the first look, and raw for its copies. They are open
	// as long as db is: closing a file drops the system's locks on it.
	still *sql.DB
	raw   *os.File
	// summed: every row has its sum. It changes once, before anything is read or under
	// writing.
	summed atomic.Bool
	// trusted: the file was looked at since it was opened, or was made anew. It changes
	// once, under writing.
	trusted atomic.Bool

	// folding is held by who folds.
	folding sync.Mutex
	// writing guards what follows.
	writing sync.Mutex
	ready   map[string]*sql.Stmt // the statements of a fold, by their text
	// folded is the last record that is in db.
	folded uint64
	// recovered: what the last process left is in db.
	recovered bool
	// held: the file is being looked at, and nothing is written to it.
	held bool
	// done are folded segments that are to be kept.
	done   []string
	closed bool

	// careNow wakes care, which stopCare ends; firstLook is closed after the first look
	// and cared at its end.
	careNow          chan struct{}
	stopCare         context.CancelFunc
	firstLook, cared chan struct{}
}

// Open takes the data folder's lock and opens the journal in it, making or
// migrating it when needed. dir must exist. What is damaged is set aside and told
// (Told), and no reason not to open.
func Open(ctx context.Context, dir string) (*Journal, error) { return Config{}.Open(ctx, dir) }

// begin opens the database and brings what the log or the stream has into it. Damage that is
// found then is mended once.
func (j *Journal) begin(ctx context.Context, stream Stream, left leftover) error {
	join := func() error {
		if stream != nil {
			return j.join(ctx, stream, len(left.segments) > 0)
		}
		return j.recover(ctx, left)
	}
	err := j.connect(ctx)
	for _, step := range [...]func() error{join, func() error { return j.readChangeTime(ctx) }} {
		if err == nil {
			err = step()
		}
		if err != nil && j.healed(ctx, j.generation.Load(), err) {
			err = step()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Open is the same with a configuration.
func (c Config) Open(ctx context.Context, dir string) (_ *Journal, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("the data folder %q cannot be found: %w", dir, err)
	}
	j := &Journal{
		dir: dir, logger: cmp.Or(c.Log, slog.New(slog.DiscardHandler)), disk: c.disk, checkpoint: c.checkpoint, most: cmp.Or(c.most, keepBytes),
		careNow: make(chan struct{}, 1), firstLook: make(chan struct{}), cared: make(chan struct{}),
	}
	if j.disk == nil {
		j.disk = realDisk{}
	}
	if j.checkpoint == nil {
		j.checkpoint = checkpoint
	}
	if j.lock, err = takeLock(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = j.Close()
		}
	}()
	began := time.Now()
	left, err := readLog(dir)
	if err != nil {
		return nil, j.say(err)
	}
	j.log = newAppender(dir, j.disk, j.logger)
	if c.Stream != nil {
		j.shared = newStreamed(c.Stream, j.logger)
		j.log = j.shared
	}
	if err = j.begin(ctx, c.Stream, left); err != nil {
		return nil, j.say(err)
	}
	j.keeper = newKeeper(j.log.lastOfAll())
	if j.shared != nil {
		j.keeper.now.folded = j.folded // what the stream has beyond is yet to come
		j.shared.follow(j.keeper)
	}
	go j.keep()
	caring, stop := context.WithCancel(context.Background())
	j.stopCare = stop
	go j.care(caring)
	j.logger.Info("the history is open", "tasks", j.Health().Tasks, "took", time.Since(began).Round(time.Millisecond))
	return j, nil
}

// Told are sentences for a person about what was found damaged: what was kept, and
// where the rest is. None when everything was in order.
func (j *Journal) Told() []string { return j.Health().Told }

// connect opens the database.
func (j *Journal) connect(ctx context.Context) (err error) {
	path := filepath.Join(j.dir, FileName)
	if err := private(path); err != nil {
		return err
	}
	if j.raw, err = os.Open(path); err != nil {
		return err
	}
	if j.db, err = sql.Open("sqlite", source(path)); err != nil {
		return err
	}
	j.db.SetMaxOpenConns(1)
	j.db.SetMaxIdleConns(1)
	if j.still, err = openStill(path); err != nil {
		return err
	}
	if err := j.migrate(ctx); err != nil {
		return notOurs(err)
	}
	if err := j.readMeta(ctx); err != nil {
		return err
	}
	return notOurs(j.prepare(ctx))
}

// readMeta reads what is known of the history itself.
func (j *Journal) readMeta(ctx context.Context) error {
	meta := map[string]int64{}
	if err := raw(ctx, j.db, func(r row) error { meta[r.text(0)] = r.number(1); return nil }, `SELECT name, value FROM meta`); err != nil {
		return notOurs(err)
	}
	j.summed.Store(meta[metaSummed] != 0)
	j.health.note(func(h *Health) {
		h.Verified, h.Tasks = moment(meta[metaVerified]), int(meta[metaVerifiedTasks])
		h.Dropped, h.DroppedAt = int(meta[metaDropped]), moment(meta[metaDroppedAt])
	})
	j.countCopies()
	return nil
}

// countCopies notes how many copies there are.
func (j *Journal) countCopies() {
	list := copiesIn(j.dir)
	j.health.note(func(h *Health) {
		if h.Copies, h.Copied = len(list), (time.Time{}); len(list) > 0 {
			if info, err := os.Stat(list[len(list)-1]); err == nil {
				h.Copied = info.ModTime()
			}
		}
	})
}

// notOurs makes ErrDamaged of a database that does not understand its own
// statements: its tables are not as they were made.
func notOurs(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code() == lib.SQLITE_ERROR {
		return &fault{ErrDamaged, "its tables are not as they were made", err}
	}
	return err
}

// disconnect closes the database and what else has its file open.
func (j *Journal) disconnect() (err error) {
	if j.db != nil {
		err = j.db.Close()
	}
	if j.still != nil {
		_ = j.still.Close()
	}
	if j.raw != nil {
		_ = j.raw.Close()
	}
	return err
}

// private makes a new journal readable by its owner alone: it holds goals and
// prompts. SQLite gives its other files the same mode.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDONLY, 0o600)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
			return nil // the database says what is wrong with it
		}
		return err
	}
	return f.Close()
}

// source names the file with its settings. WAL with synchronous NORMAL writes
// without waiting for the disk and survives the end of the process.
func source(path string) string {
	return fileURL(path) + "?_pragma=locking_mode(EXCLUSIVE)&_pragma=auto_vacuum(INCREMENTAL)" +
		"&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"
}

// still names a file that nobody writes while it is read.
func still(path string) string { return fileURL(path) + "?mode=ro&immutable=1" }

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// takeLock makes this process the only user of the folder.
func takeLock(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockName))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf(
			"the data folder %s cannot be locked; check that it exists and can be written, or choose another with --data-dir: %w", dir, err)
	}
	pidFile := filepath.Join(dir, pidName)
	if !ok {
		holder := "another program"
		if b, err := os.ReadFile(pidFile); err == nil {
			if pid, err := strconv.Atoi(strings.TrimSpace(string(b))); err == nil {
				holder = fmt.Sprintf("another Minehand (process %d)", pid)
			}
		}
		return nil, fmt.Errorf("%w: %s has %s open; close it, or choose another folder with --data-dir", ErrInUse, holder, dir)
	}
	if err := os.WriteFile(pidFile, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600); err != nil {
		_ = lock.Unlock()
		if errors.Is(err, syscall.ENOSPC) {
			return nil, &fault{ErrFull, "free some space for " + dir, err}
		}
		return nil, fmt.Errorf("the data folder %s cannot be written; make it writable, or choose another with --data-dir: %w", dir, err)
	}
	return lock, nil
}

// migrate brings the file to this program's version. It is copied first: an earlier
// program does not open the new one.
func (j *Journal) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, j.db, files)
	if err != nil {
		return err
	}
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	var newest int64
	for _, s := range p.ListSources() {
		newest = max(newest, s.Version)
	}
	switch {
	case have > newest:
		return fmt.Errorf(
			"%w: the journal in %s has version %d and this program knows %d; update Minehand, or choose another folder with --data-dir",
			ErrNewer, j.dir, have, newest)
	case have == newest:
		return nil
	case have > 0:
		j.logger.Info("the history is copied and brought to this version; this happens once", "from", have, "to", newest)
		if err := j.checkpoint(ctx, j.db); err != nil {
			return err
		}
		if err := copyBefore(ctx, j.dir, j.raw, have); err != nil {
			return err
		}
	}
	if _, err = p.Up(ctx); err != nil || have > 0 {
		return err
	}
	_, err = j.db.ExecContext(ctx, putMeta, metaSummed, 1) // a new file has no rows without
	return err
}

// Close folds what is left, closes the files and gives the folder free. It is
// idempotent; calls after it fail.
func (j *Journal) Close() error {
	j.writing.Lock()
	was := j.closed
	j.closed = true
	j.writing.Unlock()
	if was {
		return nil
	}
	var errs []error
	if j.stopCare != nil {
		j.stopCare()
		<-j.cared
	}
	if j.keeper != nil {
		close(j.keeper.stop)
		<-j.keeper.ended
		errs = append(errs, j.log.close())
		j.fold() // all of it, and then no segment is needed
		errs = append(errs, j.keeper.lastFault(), j.keepClosed(j.takeFolded()))
	}
	j.writing.Lock()
	defer j.writing.Unlock()
	errs = append(errs, j.disconnect())
	_ = os.Remove(filepath.Join(j.dir, pidName))
	errs = append(errs, j.lock.Unlock())
	return errors.Join(errs...)
}
