// SPDX-License-Identifier: MIT

package testnet

import (
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// half is one direction of a connection: what was written and not yet read.
type half struct {
	mu sync.Mutex
	// Owned by mu:
	data   []byte
	closed bool // by the writer: what is in data can still be read
	broken bool // nothing more gets through, and both ends are told
	frozen bool // nothing gets through, and nobody is told
	wake   chan struct{}
}

// room is how much a direction holds before its writer waits, in bytes.
const room = 256 << 10

func newHalf() *half { return &half{wake: make(chan struct{})} }

// change runs f under the mutex and wakes everybody who waits.
func (h *half) change(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f()
	close(h.wake)
	h.wake = make(chan struct{})
}

// try runs f until it is done, woken by changes, or the deadline has come.
func (h *half) try(deadline func() time.Time, f func() (done bool)) error {
	for {
		h.mu.Lock()
		if f() {
			h.mu.Unlock()
			return nil
		}
		wake, at := h.wake, deadline()
		h.mu.Unlock()
		if at.IsZero() {
			<-wake
			continue
		}
		left := time.Until(at)
		if left <= 0 {
			return os.ErrDeadlineExceeded
		}
		t := time.NewTimer(left)
		select {
		case <-wake:
		case <-t.C:
		}
		t.Stop()
	}
}

// wired is one end of a connection with room in both directions, as a socket of
// the system has it: a write ends before the other side reads.
type wired struct {
	in, out *half
	remote  net.Addr

	mu          sync.Mutex
	read, write time.Time
}

func wiredPair(near, far net.Addr) (*wired, *wired) {
	a, b := newHalf(), newHalf()
	return &wired{in: a, out: b, remote: far}, &wired{in: b, out: a, remote: near}
}

// done is what a read or write returns: gaveUp is set when it was not let through
// in time.
func done(n int, err, gaveUp error) (int, error) {
	if gaveUp != nil {
		return 0, gaveUp
	}
	return n, err
}

func (w *wired) Read(p []byte) (n int, err error) {
	e := w.in.try(func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.read }, func() bool {
		switch h := w.in; {
		case h.broken:
			err = syscall.ECONNRESET
		case h.frozen:
			return false
		case len(h.data) > 0:
			n = copy(p, h.data)
			h.data = h.data[n:]
			close(h.wake)
			h.wake = make(chan struct{})
		case h.closed:
			err = io.EOF
		default:
			return false
		}
		return true
	})
	return done(n, err, e)
}

func (w *wired) Write(p []byte) (n int, err error) {
	e := w.out.try(func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.write }, func() bool {
		switch h := w.out; {
		case h.broken || h.closed:
			err = syscall.EPIPE
		case len(h.data)+len(p) <= room:
			h.data = append(h.data, p...)
			n = len(p)
			close(h.wake)
			h.wake = make(chan struct{})
		default:
			return false
		}
		return true
	})
	return done(n, err, e)
}

// Close ends this side's direction; what the other side still sends is lost.
func (w *wired) Close() error {
	w.out.change(func() { w.out.closed = true })
	w.in.change(func() { w.in.broken = true })
	return nil
}

func (w *wired) freeze(on bool) {
	for _, h := range []*half{w.in, w.out} {
		h.change(func() { h.frozen = on })
	}
}

func (w *wired) cut() {
	for _, h := range []*half{w.in, w.out} {
		h.change(func() { h.broken = true })
	}
}

func (w *wired) LocalAddr() net.Addr  { return w.remote }
func (w *wired) RemoteAddr() net.Addr { return w.remote }

func (w *wired) SetDeadline(t time.Time) error {
	_ = w.SetReadDeadline(t)
	return w.SetWriteDeadline(t)
}

func (w *wired) SetReadDeadline(t time.Time) error {
	w.mu.Lock()
	w.read = t
	w.mu.Unlock()
	w.in.change(func() {})
	return nil
}

func (w *wired) SetWriteDeadline(t time.Time) error {
	w.mu.Lock()
	w.write = t
	w.mu.Unlock()
	w.out.change(func() {})
	return nil
}
