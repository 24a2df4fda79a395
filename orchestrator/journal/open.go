package journal

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
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

// Journal is an open journal. Its methods may be called from any goroutine.
type Journal struct {
	dir  string
	lock *flock.Flock
	// db has one connection, with the file to itself: without shared memory to
	// lock a commit takes a third less. A reader waits for a commit and a commit
	// for a reader; what runs is read from memory, so only histories are read here.
	db *sql.DB
	// log has what is newest, and keeper brings it into db.
	log    *appender
	keeper *keeper
	// told are the sentences about what was damaged.
	told []string

	// folding is held by who folds.
	folding sync.Mutex
	// writing guards the statements and what follows.
	writing sync.Mutex
	stmts   statements
	pruned  time.Time
	closed  bool
}

// Open takes the data folder's lock and opens the journal in it, making or
// migrating it when needed. dir must exist. What is damaged is set aside and told
// (Told), and no reason not to open.
func Open(ctx context.Context, dir string) (_ *Journal, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("the data folder %q cannot be found: %w", dir, err)
	}
	j := &Journal{dir: dir}
	if j.lock, err = takeLock(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = j.Close()
		}
	}()
	left, err := readLog(dir)
	if err != nil {
		return nil, j.say(err)
	}
	if err = j.openDatabase(ctx, len(left.segments) > 0); err != nil {
		return nil, j.say(err)
	}
	if err = j.recover(ctx, left); errors.Is(j.say(err), ErrDamaged) { // what a clean end left was not looked at
		if err = j.salvage(ctx); err == nil {
			err = j.recover(ctx, left)
		}
	}
	if err != nil {
		return nil, j.say(err)
	}
	j.keeper = newKeeper(j.log.global)
	go j.keep()
	return j, nil
}

// Told are sentences for a person about what Open found damaged: what was kept,
// and where the rest is. None when everything was in order.
func (j *Journal) Told() []string { return j.told }

// openDatabase opens the file. One that is damaged is set aside, and what can be
// read of it is put into a new one. unclean: the last process did not close it.
func (j *Journal) openDatabase(ctx context.Context, unclean bool) error {
	if info, err := os.Stat(filepath.Join(j.dir, FileName+"-wal")); err == nil && info.Size() > 0 {
		unclean = true
	}
	err := j.connect(ctx, unclean)
	if errors.Is(j.say(err), ErrDamaged) {
		return j.salvage(ctx)
	}
	return err
}

// connect opens the database and looks at all of it where the last process did not
// close it.
func (j *Journal) connect(ctx context.Context, unclean bool) (err error) {
	if err := private(filepath.Join(j.dir, FileName)); err != nil {
		return err
	}
	if j.db, err = sql.Open("sqlite", source(filepath.Join(j.dir, FileName))); err != nil {
		return err
	}
	j.db.SetMaxOpenConns(1)
	j.db.SetMaxIdleConns(1)
	if err := migrate(ctx, j.db, j.dir); err != nil {
		return notOurs(err)
	}
	if unclean {
		if err := quickCheck(ctx, j.db); err != nil {
			return err
		}
	}
	return notOurs(j.stmts.prepare(ctx, j.db))
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

func (j *Journal) disconnect() {
	if j.db != nil {
		j.stmts.close()
		_ = j.db.Close()
		j.stmts, j.db = statements{}, nil
	}
}

// quickCheck is ErrDamaged when SQLite finds the file out of order.
func quickCheck(ctx context.Context, db *sql.DB) error {
	var words string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&words); err != nil {
		return err
	}
	if words != "ok" {
		return &fault{ErrDamaged, words, nil}
	}
	return nil
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
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	name := (&url.URL{Scheme: "file", Path: path}).String()
	return name + "?_pragma=locking_mode(EXCLUSIVE)&_pragma=auto_vacuum(INCREMENTAL)" +
		"&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"
}

// takeLock makes this process the only user of the folder.
func takeLock(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockName))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("the data folder %s cannot be locked; check that it exists and can be written, or choose another with --data-dir: %w", dir, err)
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

// migrate brings the file to this program's version.
func migrate(ctx context.Context, db *sql.DB, dir string) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files)
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
	if have > newest {
		return fmt.Errorf("%w: the journal in %s has version %d and this program knows %d; update Minehand, or choose another folder with --data-dir", ErrNewer, dir, have, newest)
	}
	_, err = p.Up(ctx)
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
	if j.keeper != nil {
		close(j.keeper.stop)
		<-j.keeper.ended
	}
	if j.log != nil {
		errs = append(errs, j.log.close())
		if j.keeper != nil {
			j.fold() // all of it, and then no segment is needed
			errs = append(errs, j.keeper.lastFault())
		}
	}
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.db != nil {
		j.stmts.close()
		errs = append(errs, j.db.Close())
	}
	_ = os.Remove(filepath.Join(j.dir, pidName))
	errs = append(errs, j.lock.Unlock())
	return errors.Join(errs...)
}
