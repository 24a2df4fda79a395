package journal

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Errors that callers tell apart.
var (
	// ErrInUse: another process has the data folder.
	ErrInUse = errors.New("the data folder is in use")
	// ErrNewer: the file was written by a newer program.
	ErrNewer = errors.New("the journal is newer than this program")
	// ErrFull: there is no room on the disk.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly: the file cannot be written.
	ErrReadOnly = errors.New("the journal is read-only")
	// ErrDamaged: the file is no journal.
	ErrDamaged = errors.New("the journal is damaged")
	errClosed  = errors.New("the journal is closed")
)

// fault is a sentence for a person with its cause for operators.
type fault struct {
	kind  error
	words string
	cause error
}

func (f *fault) Error() string   { return f.kind.Error() + ": " + f.words }
func (f *fault) Unwrap() []error { return []error{f.kind, f.cause} }

// say turns an error of SQLite into a sentence with the fix.
func (j *Journal) say(err error) error {
	var e *sqlite.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_FULL:
		return &fault{ErrFull, fmt.Sprintf("free some space for %s", j.dir), err}
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM, lib.SQLITE_AUTH:
		return &fault{ErrReadOnly, fmt.Sprintf("make %s writable, or choose another folder with --data-dir", j.dir), err}
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return &fault{ErrDamaged, fmt.Sprintf("move %s in %s away and start again", FileName, j.dir), err}
	case lib.SQLITE_IOERR:
		return &fault{errors.New("the journal cannot be written"), fmt.Sprintf("check the disk of %s", j.dir), err}
	}
	return fmt.Errorf("the journal cannot be used: %w", err)
}
