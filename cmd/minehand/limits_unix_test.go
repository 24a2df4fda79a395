// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"flag"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v3/process"

	"github.com/minehand/minehand/internal/logtest"
	"github.com/minehand/minehand/internal/raced"
)

// halfOpen is how many sockets TestHalfOpenSockets opens; with 20000 the system
// must allow as many open files.
var halfOpen = flag.Int("limits.sockets", 3000, "sockets that are opened and say nothing whole")

// halfOpenWait is how long those sockets are waited for until they are gone.
var halfOpenWait = flag.Bool("limits.wait", false, "wait until all of them are gone (a minute)")

// serving starts the program's serve on a free port, under a limit of open files
// where files is not empty, and returns its address, its process and its log.
func serving(t *testing.T, files string) (addr string, cmd *exec.Cmd, log func() string) {
	t.Helper()
	cmd = program(t.Context(), t, "serve", "--port", "0", "--data-dir", t.TempDir())
	if files != "" {
		sh := exec.CommandContext(t.Context(), "/bin/sh", append([]string{"-c", "ulimit -n " + files + ` && exec "$0" "$@"`}, cmd.Args...)...)
		sh.Env = cmd.Env
		cmd = sh
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	errs := &logtest.Log{}
	cmd.Stderr = errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := regexp.MustCompile(`ws://localhost:(\d+)`).FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return "127.0.0.1:" + found[1], cmd, errs.String
		}
	}
	t.Fatalf("serve did not start: %s", errs.String())
	return "", nil, nil
}

// With 64 open files in all, those who come too late are told so, and the log
// says why; those who are in stay, and Minehand still writes its journal.
func TestWithFewOpenFilesTheRefusalIsSaid(t *testing.T) {
	addr, _, log := serving(t, "64")
	const register = "GET / HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
	in, refused := 0, 0
	for range 100 {
		c, err := net.Dial("tcp4", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.WriteString(c, strings.Replace(register, "HOST", addr, 1)); err != nil {
			t.Fatal(err)
		}
		text, err := bufio.NewReader(c).ReadString('\n')
		switch {
		case strings.Contains(text, "101"):
			in++
		case strings.Contains(text, "503"):
			refused++
		default:
			t.Fatalf("after %d in and %d refused: %q, %v", in, refused, text, err)
		}
	}
	if in < 16 || in > 40 || refused != 100-in {
		t.Errorf("%d are in, %d were refused", in, refused)
	}
	if !strings.Contains(log(), "connection refused") || !strings.Contains(log(), "ulimit -n") {
		t.Errorf("the log says %s", log())
	}
}

// Sockets that begin something and never end it cost little, whatever they
// begin: nothing at all, half a request, half a first frame.
func TestHalfOpenSockets(t *testing.T) {
	addr, cmd, log := serving(t, "")
	const upgrade = "GET / HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
	frame := binary.BigEndian.AppendUint64([]byte{0x81, 0x80 | 127}, 120<<10)
	frame = append(append(frame, 0, 0, 0, 0), bytes.Repeat([]byte{' '}, 100<<10)...)
	begin := []func(c net.Conn){
		func(net.Conn) {},
		func(c net.Conn) { _, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: "+addr+"\r\n") },
		func(c net.Conn) {
			_, _ = io.WriteString(c, strings.Replace(upgrade, "HOST", addr, 1))
			_, _ = c.Write(frame)
		},
		func(c net.Conn) {
			_, _ = io.WriteString(c, "POST /api/v1/x HTTP/1.1\r\nHost: "+addr+"\r\nContent-Length: 100000\r\n\r\nabc")
		},
	}
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for i := range *halfOpen {
		c, err := net.Dial("tcp4", addr)
		if err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
		_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
		begin[i%len(begin)](c)
		conns = append(conns, c)
	}
	p, err := process.NewProcess(int32(cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	mem, err := p.MemoryInfo()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d sockets: %d MB resident", *halfOpen, mem.RSS>>20)
	if mem.RSS > 200<<20 && !raced.On { // make whole runs this without the race detector
		t.Errorf("%d MB resident", mem.RSS>>20)
	}
	if *halfOpen > 6000 && !strings.Contains(log(), "connection refused") {
		t.Errorf("the log says %s", log())
	}
	if !*halfOpenWait {
		return
	}
	began := time.Now()
	for _, c := range conns {
		_, _ = io.Copy(io.Discard, c) // until the server has closed it
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("they were gone after %s", took)
	} else {
		t.Logf("all were gone after %s", took)
	}
	c, err := net.Dial("tcp4", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: "+addr+"\r\n\r\n")
	if text, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(text, "200") {
		t.Errorf("afterwards: %q, %v", text, err)
	}
}
