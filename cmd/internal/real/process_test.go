//go:build real && !windows

package real

import (
	"bytes"
	"io"
	"os"
	"os/exec"
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
			owner.Logf("%s printed last:\n%s", p.name, p.out.tail(40))
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

// lines collects what a process prints and hands each line on.
type lines struct {
	mu   sync.Mutex
	data bytes.Buffer
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
	}
}

// text is everything printed so far.
func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.data.String()
}

func (l *lines) tail(n int) string {
	all := strings.Split(strings.TrimSpace(l.text()), "\n")
	return strings.Join(all[max(0, len(all)-n):], "\n")
}
