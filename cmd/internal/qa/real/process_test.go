// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// leaveTime is what a process gets to end by itself before it is killed with
// all that it started.
const leaveTime = 8 * time.Second

// running are the process groups of this test binary: what ends it ends them.
var running struct {
	mu     sync.Mutex
	groups map[int]bool
}

// mark notes that a process group begins or has ended.
func mark(pid int, runs bool) {
	running.mu.Lock()
	defer running.mu.Unlock()
	if running.groups == nil {
		running.groups = map[int]bool{}
	}
	if runs {
		running.groups[pid] = true
	} else {
		delete(running.groups, pid)
	}
}

// killAll ends every process group at once.
func killAll() {
	running.mu.Lock()
	defer running.mu.Unlock()
	for pid := range running.groups {
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
}

// process is one program with everything it printed.
type process struct {
	name  string
	cmd   *exec.Cmd
	out   *lines
	stdin io.WriteCloser
	ended chan struct{}
}

// spawn starts a program in a process group of its own and ends it with the
// owner, which is t or a test around it.
func spawn(t, owner *testing.T, name, dir string, path string, args ...string) *process {
	t.Helper()
	home := owner.TempDir()
	p := &process{name: name, cmd: exec.Command(path, args...), out: &lines{}, ended: make(chan struct{})}
	p.cmd.Dir = dir
	p.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = leaveTime
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	mark(p.cmd.Process.Pid, true)
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait() // tests look at what it did, not at its code
		mark(p.cmd.Process.Pid, false)
	}()
	owner.Cleanup(func() {
		p.stop()
		if owner.Failed() {
			owner.Logf("%s (%s) printed last:\n%s", p.name, p.cmd.ProcessState, p.out.tail(40))
		}
	})
	return p
}

// stop asks the process to end and kills its group when it does not.
func (p *process) stop() {
	_ = p.stdin.Close()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(leaveTime):
		p.kill()
	}
}

// kill ends the process group at once, as a crash does.
func (p *process) kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.ended
}

// hold keeps the process and all that it started from going on, until goOn.
func (p *process) hold(t *testing.T) { t.Helper(); p.signal(t, syscall.SIGSTOP) }

func (p *process) goOn(t *testing.T) { t.Helper(); p.signal(t, syscall.SIGCONT) }

// signal reaches its children too, which may be groups of their own.
func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	pid := p.cmd.Process.Pid
	children, err := exec.Command("pgrep", "-P", strconv.Itoa(pid)).Output()
	if err != nil {
		t.Fatalf("the children of %s: %v", p.name, err)
	}
	for _, child := range append(strings.Fields(string(children)), strconv.Itoa(pid)) {
		id, err := strconv.Atoi(child)
		if err == nil {
			err = syscall.Kill(id, s)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// how says what the process does now, or how it ended: what a test tells of a
// process that does not answer.
func (p *process) how() string {
	select {
	case <-p.ended:
		return fmt.Sprintf("%s has ended (%s)", p.name, p.cmd.ProcessState)
	default:
	}
	pid := p.cmd.Process.Pid
	text := fmt.Sprintf("%s (process %d) runs", p.name, pid)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return text
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch name {
		case "State", "VmRSS", "Threads":
			text += ", " + name + " " + strings.TrimSpace(value)
		}
	}
	for _, f := range []string{"wchan", "syscall"} {
		if data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, f)); err == nil {
			text += ", " + f + " " + strings.TrimSpace(string(data))
		}
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		text += ", load of the machine " + strings.TrimSpace(string(load))
	}
	if memory, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(memory)) {
			if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
				text += ", " + strings.TrimSpace(rest) + " of memory free"
			}
		}
	}
	return text
}

// lines collects what a process prints and hands each line on.
type lines struct {
	mu   sync.Mutex
	data bytes.Buffer
	// came says when each of the lines came.
	came []time.Time
	rest []byte
	hear func(line string)
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.data.Write(b)
	l.rest = append(l.rest, b...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			return len(b), nil
		}
		if l.hear != nil {
			l.hear(string(l.rest[:i]))
		}
		l.rest = l.rest[i+1:]
		l.came = append(l.came, time.Now())
	}
}

// text is everything printed so far.
func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.data.String()
}

// tail is the last n lines, each with the time at which it came.
func (l *lines) tail(n int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := strings.Split(strings.TrimSuffix(l.data.String(), "\n"), "\n")
	var out strings.Builder
	for i := max(0, len(all)-n); i < len(all); i++ {
		at := "            "
		if i < len(l.came) {
			at = l.came[i].Format("15:04:05.000")
		}
		fmt.Fprintf(&out, "%s %.600s\n", at, all[i])
	}
	return out.String()
}
