// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	gopsnet "github.com/shirou/gopsutil/v3/net"
	"github.com/shirou/gopsutil/v3/process"
)

// healthPath answers "minehand" to anyone, so that a second program can tell
// who holds the port.
const healthPath = "/healthz"

// healthAnswer is the whole body of healthPath's answer.
const healthAnswer = "minehand"

// Listen opens the port on this machine's loopback addresses only: 127.0.0.1
// and, where the system has it, ::1. Port 0 picks a free one. When the port is
// taken the error names the holder and the way out. An *InputError asks for
// another port.
func Listen(ctx context.Context, port int) ([]net.Listener, int, error) {
	if port < 0 || port > 65535 {
		return nil, 0, inputError("the port %d does not exist: use 1 to 65535, or 0 for any free one", port)
	}
	var lc net.ListenConfig
	v4, err := lc.Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		if errors.Is(err, syscall.EADDRINUSE) || strings.Contains(err.Error(), "Only one usage of each socket address") {
			return nil, 0, takenError(ctx, port)
		}
		if errors.Is(err, syscall.EACCES) {
			return nil, 0, inputError("the system does not let Minehand open port %d: choose one above 1023 with --port", port)
		}
		return nil, 0, fmt.Errorf("open port %d on 127.0.0.1: %w", port, err)
	}
	port = v4.Addr().(*net.TCPAddr).Port
	listeners := []net.Listener{v4}
	v6, err := lc.Listen(ctx, "tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
	switch {
	case err == nil:
		listeners = append(listeners, v6)
	case errors.Is(err, syscall.EADDRINUSE):
		// "localhost" may resolve to ::1 first: a foreign program there would be
		// taken for Minehand.
		_ = v4.Close()
		return nil, 0, takenError(ctx, port)
	}
	return listeners, port, nil
}

// takenError names the program that holds the port, as far as the system tells.
func takenError(ctx context.Context, port int) error {
	if SpeaksMinehand(ctx, port) {
		return inputError(
			"another Minehand is already running on port %d: use it, stop it, or choose another port with --port (0 picks a free one)",
			port,
		)
	}
	holder := "another program"
	if name, pid, ok := holderOf(ctx, port); ok {
		holder = fmt.Sprintf("%s (pid %d)", name, pid)
	}
	return inputError("port %d is taken by %s: stop it, or choose another port with --port (0 picks a free one)", port, holder)
}

// SpeaksMinehand reports whether a Minehand answers on the loopback port.
func SpeaksMinehand(ctx context.Context, port int) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d%s", port, healthPath), nil)
	if err != nil {
		return false
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return false
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 64))
	return err == nil && strings.TrimSpace(string(body)) == healthAnswer
}

func holderOf(ctx context.Context, port int) (name string, pid int32, ok bool) {
	conns, err := gopsnet.ConnectionsWithContext(ctx, "tcp")
	if err != nil {
		return "", 0, false
	}
	for _, c := range conns {
		if c.Status != "LISTEN" || c.Laddr.Port != uint32(port) || c.Pid == 0 {
			continue
		}
		p, err := process.NewProcessWithContext(ctx, c.Pid)
		if err != nil {
			return "", 0, false
		}
		name, err := p.NameWithContext(ctx)
		return name, c.Pid, err == nil && name != ""
	}
	return "", 0, false
}
