// SPDX-License-Identifier: MIT

// Package testnet is a network in memory for tests: a backend listens on it, its
// bodies dial through it, and a test cuts, refuses and freezes what lies between.
// Its lines hold what was written and not yet read, as a system's sockets do, and
// its time is that of timers alone, so that all of it runs in a testing/synctest
// bubble.
//
// Usage:
//
//	var n testnet.Network
//	l := n.Listen()                                    // for the backend
//	dialer := &websocket.Dialer{NetDialContext: n.Dial} // for a body
//	n.Cut()
package testnet

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/minehand/minehand/internal/pipenet"
)

// Network lies between a backend and its bodies.
type Network struct {
	mu sync.Mutex
	// Owned by mu:
	listener *pipenet.Listener // nil while no backend listens
	lines    []*wired          // the body's end of each
	down     bool              // connections are refused
	frozen   bool              // nothing gets through, and nobody is told
}

// Port is the one that every backend of a network is called by.
const Port = 9876

var loopback = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: Port}

// Listen makes the listener that later dials reach.
func (n *Network) Listen() net.Listener {
	l := pipenet.At(loopback)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.listener = l
	return l
}

// Unlisten refuses what is dialled from now on and cuts what is connected, as
// the end of a process does.
func (n *Network) Unlisten() {
	n.mu.Lock()
	n.listener = nil
	n.mu.Unlock()
	n.Cut()
}

var errRefused = errors.New("connection refused")

// Dial connects to what listens; the address is not looked at.
func (n *Network) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	for {
		n.mu.Lock()
		l, down, frozen := n.listener, n.down, n.frozen
		n.mu.Unlock()
		if !frozen {
			if down || l == nil {
				return nil, errRefused
			}
			return n.connect(ctx, l)
		}
		t := time.NewTimer(time.Second) // as a lost SYN is sent again
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return nil, ctx.Err()
		}
	}
}

func (n *Network) connect(ctx context.Context, l *pipenet.Listener) (net.Conn, error) {
	near, far := wiredPair(loopback, loopback)
	if err := l.Hand(ctx, far); errors.Is(err, net.ErrClosed) {
		return nil, errRefused
	} else if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, near)
	if n.frozen {
		near.freeze(true)
	}
	return near, nil
}

// Cut breaks every connection.
func (n *Network) Cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, w := range n.lines {
		w.cut()
	}
	n.lines = nil
}

// Refuse cuts every connection and lets none be made until it is told false.
func (n *Network) Refuse(on bool) {
	n.mu.Lock()
	n.down = on
	n.mu.Unlock()
	if on {
		n.Cut()
	}
}

// Freeze holds everything back until it is told false; then it goes through.
func (n *Network) Freeze(on bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.frozen = on
	for _, w := range n.lines {
		w.freeze(on)
	}
}
