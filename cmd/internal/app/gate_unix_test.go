// SPDX-License-Identifier: MIT

//go:build !windows

package app

import (
	"io"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/minehand/minehand/internal/logtest"
)

// starved is a listener that has no descriptor for the next connection until
// the gate gives up its spare one.
type starved struct {
	net.Listener
	gate  *gate
	tries int
}

func (s *starved) Accept() (net.Conn, error) {
	if s.tries++; s.tries == 1 {
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return s.Listener.Accept()
}

func TestWithoutADescriptorTheRefusalIsSaid(t *testing.T) {
	log := &logtest.Log{}
	g := newGate(log.Logger(), 0)
	defer g.close()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	first, err := net.Dial("tcp4", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := net.Dial("tcp4", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	c, err := g.listener(&starved{Listener: l, gate: g}).Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.RemoteAddr().String() != second.LocalAddr().String() {
		t.Errorf("the connection that was let in is %s", c.RemoteAddr())
	}
	text, err := io.ReadAll(first)
	if err != nil || !strings.Contains(string(text), "503") || !strings.Contains(string(text), "ulimit -n") || log.Count("connection refused") != 1 {
		t.Errorf("got %q, %v", text, err)
	}
	g.close()
	starve := &starved{Listener: l, gate: g}
	if _, err := g.listener(starve).Accept(); err == nil {
		t.Error("without a spare the error is the server's to wait on")
	}
}
