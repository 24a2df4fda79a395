// SPDX-License-Identifier: MIT

// Package logtest captures a log, or the output of a process, for a test to read
// while others still write to it.
//
// Usage:
//
//	log := &logtest.Log{}
//	newGate(log.Logger())
//	if log.Count("turned away") != 1 {
//		t.Errorf("the log says %s", log)
//	}
package logtest

import (
	"log/slog"
	"strings"
	"sync"
)

// Log is safe for use by several goroutines. The zero Log is empty.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String is all that was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Count is how often part was written.
func (l *Log) Count(part string) int { return strings.Count(l.String(), part) }

// Logger writes into the log.
func (l *Log) Logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }
