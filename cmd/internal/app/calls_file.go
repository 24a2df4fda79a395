// SPDX-License-Identifier: MIT

package app

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/llm"
)

// callsLog is what all processes of a user write their calls of models into, so that
// a day's budget holds for them together: the journal belongs to one of them. It
// is a file a day, a line a call. Its methods may be called from any goroutine.
type callsLog struct {
	dir string
	// by marks the lines of this process.
	by string

	mu  sync.Mutex
	day string // whose file was read
	at  int64  // up to here
}

// callsDays is how long the files of days are kept that no journal took in.
const callsDays = 30

// longestEntry bounds a line of a file, in bytes: a prompt and a reply.
const longestEntry = 16 << 20

// entry is one line: a call, who wrote it, and whether it is in the journal of the
// same folder already, in which case its texts are only there.
type entry struct {
	By   string   `json:"by"`
	Kept bool     `json:"kept,omitempty"`
	Call llm.Call `json:"call"`
}

// openCalls is that of a data folder, which need not be there yet.
func openCalls(dir string) *callsLog { return &callsLog{dir: dir, by: rand.Text()} }

const callsPrefix, callsSuffix = "calls-", ".jsonl"

func (l *callsLog) file(day string) string { return filepath.Join(l.dir, callsPrefix+day+callsSuffix) }

// append adds a call to its day, in one write.
func (l *callsLog) append(c llm.Call, kept bool) error {
	if kept {
		c.Prompt, c.Reply = "", ""
	}
	line, err := json.Marshal(entry{By: l.by, Kept: kept, Call: c})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(l.file(c.Began.Format(time.DateOnly)), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// news are the calls of today that other processes made since it was last asked.
func (l *callsLog) news(now time.Time) []entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	if day := now.Format(time.DateOnly); day != l.day {
		l.day, l.at = day, 0
	}
	entries, at := l.read(l.file(l.day), l.at)
	l.at = at
	return entries
}

// read is what others wrote into a file from an offset on, and where its last
// whole line ended. What is no entry is passed over: a line that a killed process
// left half written.
func (l *callsLog) read(name string, from int64) ([]entry, int64) {
	if info, err := os.Stat(name); err != nil || info.Size() <= from {
		return nil, from
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, from
	}
	defer func() { _ = f.Close() }()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return nil, from
	}
	var out []entry
	for r := bufio.NewReaderSize(f, 1<<16); ; {
		line, err := r.ReadBytes('\n')
		if err != nil || len(line) > longestEntry {
			return out, from
		}
		from += int64(len(line))
		var e entry
		if json.Unmarshal(bytes.TrimSpace(line), &e) == nil && e.By != l.by {
			out = append(out, e)
		}
	}
}

// days are the days before today that have a file, oldest first.
func (l *callsLog) days(now time.Time) []string {
	files, err := os.ReadDir(l.dir)
	if err != nil {
		return nil
	}
	var days []string
	for _, f := range files {
		day, ours := strings.CutPrefix(f.Name(), callsPrefix)
		day, whole := strings.CutSuffix(day, callsSuffix)
		if !ours || !whole || day >= now.Format(time.DateOnly) {
			continue
		}
		if _, err := time.Parse(time.DateOnly, day); err == nil {
			days = append(days, day)
		}
	}
	return days
}

// forget removes the file of a day.
func (l *callsLog) forget(day string) error {
	if err := os.Remove(l.file(day)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the calls of models of %s cannot be put away: %w", day, err)
	}
	return nil
}
