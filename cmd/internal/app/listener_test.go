// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestListenIsLoopbackOnly(t *testing.T) {
	ls, port, err := Listen(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range ls {
		defer l.Close()
		addr := l.Addr().(*net.TCPAddr)
		if !addr.IP.IsLoopback() || addr.Port != port {
			t.Errorf("listens on %s", addr)
		}
	}
}

func TestAPortInUseNamesItsHolder(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	go func() { // a silent program: it accepts and hangs up
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, _, err = Listen(t.Context(), port)
	if err == nil || !strings.Contains(err.Error(), "taken by") || !strings.Contains(err.Error(), "--port") {
		t.Fatalf("got %v", err)
	}
}

func TestAnotherMinehandIsRecognised(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(healthAnswer)) })}
	done := make(chan struct{})
	go func() { defer close(done); srv.Serve(l) }()
	defer func() { srv.Shutdown(context.Background()); <-done }()
	_, _, err = Listen(t.Context(), l.Addr().(*net.TCPAddr).Port)
	if err == nil || !strings.Contains(err.Error(), "another Minehand is already running on port "+strconv.Itoa(l.Addr().(*net.TCPAddr).Port)) {
		t.Fatalf("got %v", err)
	}
}

func TestAPortThatDoesNotExist(t *testing.T) {
	if _, _, err := Listen(t.Context(), 70000); err == nil || !strings.Contains(err.Error(), "65535") {
		t.Fatalf("got %v", err)
	}
}
