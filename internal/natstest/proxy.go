// SPDX-License-Identifier: MIT

package natstest

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
)

// Proxy stands between a client and a server.
type Proxy struct {
	URL string

	to       string
	listener net.Listener
	ended    sync.WaitGroup

	mu    sync.Mutex
	mode  Mode
	turn  *sync.Cond
	conns map[net.Conn]bool
	over  bool
}

// Mode is what a proxy does.
type Mode int

// What a proxy may do: pass everything; let nobody through; pass what clients say and
// lose what they are answered; hold everything back until another mode comes.
const (
	Passing Mode = iota
	Cut
	Deaf
	Stalled
)

// NewProxy starts a proxy to a server. It ends with the test.
func NewProxy(t testing.TB, url string) *Proxy {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{URL: "nats://" + l.Addr().String(), to: strings.TrimPrefix(url, "nats://"), listener: l, conns: map[net.Conn]bool{}}
	p.turn = sync.NewCond(&p.mu)
	p.ended.Go(p.accept)
	t.Cleanup(p.Close)
	return p
}

// Set changes what the proxy does from now on. A connection whose bytes were lost ends.
func (p *Proxy) Set(m Mode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.mode
	p.mode = m
	if m == Cut || was == Deaf {
		p.hangUp()
	}
	p.turn.Broadcast()
}

// Close ends the proxy.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.mu.Lock()
	p.over = true
	p.hangUp()
	p.turn.Broadcast()
	p.mu.Unlock()
	p.ended.Wait()
}

func (p *Proxy) hangUp() {
	for c := range p.conns {
		_ = c.Close()
	}
}

func (p *Proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.ended.Go(func() { p.join(in) })
	}
}

func (p *Proxy) join(in net.Conn) {
	defer in.Close()
	out, err := new(net.Dialer).DialContext(context.Background(), "tcp", p.to)
	if err != nil {
		return
	}
	defer out.Close()
	p.mu.Lock()
	if p.over || p.mode == Cut {
		p.mu.Unlock()
		return
	}
	p.conns[in], p.conns[out] = true, true
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.carry(out, in, false) })
	both.Go(func() { p.carry(in, out, true) })
	both.Wait()
	p.mu.Lock()
	delete(p.conns, in)
	delete(p.conns, out)
	p.mu.Unlock()
}

// carry passes on what one side says.
func (p *Proxy) carry(to, from net.Conn, answers bool) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		p.mu.Lock()
		for p.mode == Stalled && !p.over {
			p.turn.Wait()
		}
		lost, over := p.mode == Deaf && answers, p.over || p.mode == Cut
		p.mu.Unlock()
		if over {
			return
		}
		if lost {
			continue
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
