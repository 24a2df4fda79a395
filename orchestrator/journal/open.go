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
	_ "modernc.org/sqlite" // the driver "sqlite"
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

	// writing guards the statements and what follows.
	writing sync.Mutex
	stmts   statements
	pruned  time.Time
	closed  bool
}

// Open takes the data folder's lock and opens the journal in it, making or
// migrating it when needed. dir must exist.
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
	if err = private(filepath.Join(dir, FileName)); err != nil {
		return nil, j.say(err)
	}
	if j.db, err = sql.Open("sqlite", source(dir)); err != nil {
		return nil, j.say(err)
	}
	j.db.SetMaxOpenConns(1)
	j.db.SetMaxIdleConns(1)
	if err = migrate(ctx, j.db, dir); err != nil {
		return nil, j.say(err)
	}
	if err = j.stmts.prepare(ctx, j.db); err != nil {
		return nil, j.say(err)
	}
	if err = j.prune(ctx, time.Now()); err != nil {
		return nil, j.say(err)
	}
	return j, nil
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
func source(dir string) string {
	path := filepath.ToSlash(filepath.Join(dir, FileName))
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

// Close closes the file and gives the folder free. It is idempotent; calls
// after it fail.
func (j *Journal) Close() error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return nil
	}
	j.closed = true
	var errs []error
	if j.db != nil {
		j.stmts.close()
		errs = append(errs, j.db.Close())
	}
	_ = os.Remove(filepath.Join(j.dir, pidName))
	errs = append(errs, j.lock.Unlock())
	return errors.Join(errs...)
}
