// SPDX-License-Identifier: MIT

// Package pipenet is a listener in memory: a real http.Server accepts what a real
// client dials, and no network is there, so that tests of both run in a
// testing/synctest bubble.
//
// Usage:
//
//	l := pipenet.New()
//	go srv.Serve(l)
//	dialer := &websocket.Dialer{NetDialContext: l.Dial}
package pipenet

import (
	"context"
	"net"
	"sync"
)

// Listener is a net.Listener that accepts what Dial and Hand give it. It is safe
// for use by several goroutines.
type Listener struct {
	addr  net.Addr
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

// New returns a listener whose connections are the ends of net.Pipes.
func New() *Listener { return At(&net.UnixAddr{Name: "pipe", Net: "unix"}) }

// At is New with an address of the caller's.
func At(addr net.Addr) *Listener {
	return &Listener{addr: addr, conns: make(chan net.Conn), done: make(chan struct{})}
}

// Dial is for websocket.Dialer and http.Transport; what is dialled is not looked
// at. It waits until the connection is accepted, and returns net.ErrClosed when
// the listener is closed and the context's error when that ends first.
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	if err := l.Hand(ctx, far); err != nil {
		return nil, err
	}
	return near, nil
}

// Hand gives the listener a connection to accept, with the errors of Dial.
func (l *Listener) Hand(ctx context.Context, c net.Conn) error {
	select {
	case l.conns <- c:
		return nil
	case <-l.done:
		return net.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return l.addr }
