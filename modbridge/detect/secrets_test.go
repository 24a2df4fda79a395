// SPDX-License-Identifier: MIT

package detect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"
)

const secret = "eyJhbGciOiJIUzI1NiJ9.THE-SECRET.0123456789"

// A token never appears in anything that comes out, whatever it stands beside.
func TestAnAccessTokenNeverAppears(t *testing.T) {
	var all []Process
	for _, l := range lines {
		for at := 1; at <= len(l.args.argv); at++ {
			argv := append([]string{}, l.args.argv[:at]...)
			argv = append(argv, "--accessToken", secret)
			argv = append(argv, l.args.argv[at:]...)
			all = append(all, Process{Args: Argv(argv...)})
		}
	}
	src := &fakeSource{}
	for i, p := range all {
		src.add(int32(i+1), p, Details{Started: 1})
	}
	d := New(Config{Source: src, ReadFile: noFile, Ping: noPing})
	list, err := d.Scan(t.Context())
	if err != nil || len(list) < len(lines) {
		t.Fatalf("%d instances, %v", len(list), err)
	}
	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(list); err != nil {
		t.Fatal(err)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "list", list, "process", all[0], "args", all[0].Args)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "list", list, "process", all[0], "args", all[0].Args)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		fmt.Fprintf(&out, verb+verb+verb+verb, list, all[0], &all[0], all[0].Args)
	}
	// What a Detector keeps, as a debugger or a dump of it would print it.
	fmt.Fprintf(&out, "%+v", d)
	for _, s := range d.seen {
		fmt.Fprintf(&out, "%+v %#v", *s, s.reading)
	}
	if text := out.String(); strings.Contains(text, secret) || strings.Contains(text, "accessToken") || strings.Contains(text, fmt.Sprintf("%x", secret)) {
		at := max(strings.Index(text, secret), 0)
		t.Errorf("it appears: %s", text[max(at-200, 0):min(at+200, len(text))])
	}
	var back Arguments
	if err := json.Unmarshal([]byte(`"x"`), &back); !errors.Is(err, errRedacted) {
		t.Errorf("arguments were decoded: %v", err)
	}
}

func noFile(name string) ([]byte, error) { return nil, errors.New("there is no " + name) }

func noPing(context.Context, netip.AddrPort) (World, error) { return World{}, errNoMinecraft }

// fakeSource is a computer of the test's own.
type fakeSource struct {
	pids      []int32
	processes map[int32]Process
	details   map[int32]Details
	sockets   []Socket
	fault     error
	// opened counts how often a process was read, tables how often the whole
	// table of sockets was.
	opened, tables int
}

func (f *fakeSource) add(pid int32, p Process, d Details) {
	if f.processes == nil {
		f.processes, f.details = map[int32]Process{}, map[int32]Details{}
	}
	if _, ok := f.processes[pid]; !ok {
		f.pids = append(f.pids, pid)
	}
	f.processes[pid], f.details[pid] = p, d
}

func (f *fakeSource) remove(pid int32) {
	delete(f.processes, pid)
	for i, p := range f.pids {
		if p == pid {
			f.pids = append(f.pids[:i:i], f.pids[i+1:]...)
			return
		}
	}
}

func (f *fakeSource) PIDs(context.Context) ([]int32, error) { return f.pids, f.fault }

func (f *fakeSource) Process(_ context.Context, pid int32) (Process, error) {
	f.opened++
	p, ok := f.processes[pid]
	if !ok {
		return Process{}, errors.New("no such process")
	}
	return p, nil
}

func (f *fakeSource) Details(_ context.Context, pid int32) (Details, error) {
	if _, ok := f.processes[pid]; !ok {
		return Details{}, errors.New("no such process")
	}
	return f.details[pid], nil
}

func (f *fakeSource) Sockets(_ context.Context, pid int32) ([]Socket, error) {
	if pid == 0 {
		f.tables++
		return f.sockets, f.fault
	}
	var list []Socket
	for _, s := range f.sockets {
		if s.PID == pid {
			list = append(list, s)
		}
	}
	return list, f.fault
}

// hand is a clock that the test moves.
type hand struct{ now time.Time }

func newHand() *hand                  { return &hand{time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)} }
func (h *hand) Now() time.Time        { return h.now }
func (h *hand) after(d time.Duration) { h.now = h.now.Add(d) }
