// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gorilla/websocket"
	"github.com/shirou/gopsutil/v3/process"

	"github.com/minehand/minehand/ui/client"
)

// patience is how long something may take before it counts as lost.
const patience = 2 * time.Minute

// result is what one run showed. Times are of an action after the result before it.
type result struct {
	Bodies  int  `json:"bodies"`
	Nodes   int  `json:"nodes"`
	Worlds  int  `json:"worlds"`
	Busy    bool `json:"busy"`
	Actions int  `json:"actions"`
	Lists   int  `json:"lists"`
	// Ends is how many ends of tasks were told, one for each list.
	Ends int `json:"ends"`
	// P50, P99 and Most are milliseconds; Bare those of the echo beside.
	P50     float64 `json:"p50Ms"`
	P99     float64 `json:"p99Ms"`
	Most    float64 `json:"mostMs"`
	BareP50 float64 `json:"bareP50Ms"`
	BareP99 float64 `json:"bareP99Ms"`
	// StatesPerSecond is what the bodies could send; as many as there are bodies
	// when the machine bears it.
	StatesPerSecond float64 `json:"statesPerSecond"`
	// KBEach is resident memory a body, Cores the server's share of the processor, and
	// LogCores that of the cluster's NATS server, 0 without one.
	KBEach   float64 `json:"kbEach"`
	Cores    float64 `json:"cores"`
	LogCores float64 `json:"logCores"`
	// Resident is the server's memory in MB each time that it was looked at, Live what
	// of its heap was in use after the last collection of garbage.
	Resident []float64 `json:"residentMB,omitempty"`
	Live     []float64 `json:"liveMB,omitempty"`
	// ExitMs is how long the server took to end after SIGTERM.
	ExitMs float64  `json:"exitMs"`
	Lost   []string `json:"lost"`
}

const heading = "bodies  nodes  worlds  busy  actions  p50 ms  p99 ms  most ms  bare p50  bare p99  states/s  KB each  cores  log cores  exit ms  lost"

func (r result) String() string {
	busy := "no"
	if r.Busy {
		busy = "yes"
	}
	return fmt.Sprintf(
		"%6d  %5d  %6d  %4s  %7d  %6.1f  %6.1f  %7.1f  %8.2f  %8.2f  %8.0f  %7.1f  %5.2f  %9.2f  %7.0f  %4d", r.Bodies, r.Nodes,
		r.Worlds, busy, r.Actions, r.P50, r.P99, r.Most, r.BareP50, r.BareP99, r.StatesPerSecond, r.KBEach, r.Cores, r.LogCores,
		r.ExitMs, len(r.Lost),
	)
}

// meter gathers what the bodies see.
type meter struct {
	mu    sync.Mutex
	turns []time.Duration
	lists []string // the ids of those that are complete
	lost  []string
}

func (m *meter) took(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns = append(m.turns, d)
}

func (m *meter) list(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lists = append(m.lists, id)
}

func (m *meter) lose(b *body, what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lost = append(m.lost, b.id+": "+what)
}

// percentile of the samples, in milliseconds.
func percentile(list []time.Duration, p float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	i := min(int(p*float64(len(sorted))), len(sorted)-1)
	return float64(sorted[i].Microseconds()) / 1000
}

// build builds the program, with a NATS server inside for a fleet.
func build(ctx context.Context, dir string, fleet bool) (string, error) {
	program := filepath.Join(dir, "minehand")
	args := []string{"build", "-o", program}
	if fleet {
		args = append(args, "-tags", "fleet")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "github.com/minehand/minehand/cmd/minehand")...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	return program, cmd.Run()
}

// openFiles raises the limit of open files as far as it goes; the server inherits it.
func openFiles() error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return err
	}
	l.Cur = l.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &l)
}

// server is one `minehand serve`.
type server struct {
	cmd  *exec.Cmd
	port int
	c    *client.Client
	// events is a line that only hears of ends.
	events *client.Client
	ends   *ends
	token  string
	p      *process.Process
	log    string
}

var listens = regexp.MustCompile(`ws://localhost:(\d+)/`)

// serve starts one, by a config where that is not empty.
func serve(ctx context.Context, program, dir, config string) (_ *server, err error) {
	data, err := os.MkdirTemp(dir, "data-")
	if err != nil {
		return nil, err
	}
	s := &server{log: filepath.Join(data, "log")}
	out, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	args := []string{"serve", "--port", "0", "--data-dir", data}
	if config != "" {
		file := filepath.Join(data, "config.yaml")
		if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
			return nil, err
		}
		args = append(args, "--config", file)
	}
	s.cmd = exec.CommandContext(context.WithoutCancel(ctx), program, args...)
	s.cmd.Stdout, s.cmd.Stderr = out, out
	s.cmd.Env = append(os.Environ(), "HOME="+data, "XDG_CONFIG_HOME="+data)
	if err := startApart(s.cmd); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = s.cmd.Process.Kill()
		}
	}()
	if s.p, err = process.NewProcess(int32(s.cmd.Process.Pid)); err != nil {
		return nil, err
	}
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		text, _ := os.ReadFile(s.log)
		m := listens.FindSubmatch(text)
		if m == nil || !strings.Contains(string(text), "Control token: ") {
			continue
		}
		s.port, _ = strconv.Atoi(string(m[1]))
		return s, s.dial(ctx, filepath.Join(data, "control-token"))
	}
	return nil, errors.New("minehand serve does not listen")
}

// startApart starts a process in a group of its own: Ctrl-C and timeout signal the whole
// group, and a server that ended by itself then would look as if it lost its bodies.
func startApart(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.Start()
}

// dial opens the line of the calls and that of the events.
func (s *server) dial(ctx context.Context, token string) error {
	text, err := os.ReadFile(token)
	if err != nil {
		return err
	}
	s.token = strings.TrimSpace(string(text))
	if s.c, err = client.Dial(ctx, s.port, s.token); err != nil {
		return err
	}
	s.events, err = client.Dial(ctx, s.port, s.token)
	return err
}

// listen counts the ends of tasks from now on.
func (s *server) listen(ctx context.Context) (err error) {
	s.ends, err = follow(ctx, s.events)
	return err
}

// exit ends the server and returns how long that took.
func (s *server) exit() (time.Duration, error) {
	_, _ = s.c.Close(), s.events.Close()
	start := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	kill := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	defer kill.Stop()
	err := s.cmd.Wait()
	return time.Since(start), err
}

// resident is the memory of the server in KB.
func (s *server) resident() (float64, error) {
	m, err := s.p.MemoryInfo()
	if err != nil {
		return 0, err
	}
	return float64(m.RSS) / 1024, nil
}

var liveBytes = regexp.MustCompile(`(?m)^minehand_heap_live_bytes ([0-9.]+)$`)

// live is the server's heap in KB as the last collection of garbage left it.
func (s *server) live(ctx context.Context) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/metrics", s.port), nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	m := liveBytes.FindSubmatch(text)
	if m == nil {
		return 0, errors.New("/metrics does not tell the live heap")
	}
	n, err := strconv.ParseFloat(string(m[1]), 64)
	return n / 1024, err
}

// cpu is how many seconds of processor the server has used.
func (s *server) cpu() (float64, error) { return cpu(s.p) }

func cpu(p *process.Process) (float64, error) {
	t, err := p.Times()
	if err != nil {
		return 0, err
	}
	return t.User + t.System, nil
}

// measure makes one run.
func measure(ctx context.Context, s settings, dir string) (result, error) {
	r := result{Bodies: s.bodies, Nodes: s.nodes, Worlds: s.worlds, Busy: s.busy}
	n, err := serveAll(ctx, s, dir)
	if err != nil {
		return r, err
	}
	defer n.kill()
	time.Sleep(time.Second) // what the start allocated
	empty, err := n.resident()
	if err != nil {
		return r, err
	}
	var listeners, workers sync.WaitGroup
	defer listeners.Wait()
	defer workers.Wait()
	all, err := joinAll(ctx, s, func(i int) int { return n.of(i).port }, &listeners)
	defer func() {
		for _, b := range all {
			_ = b.ws.Close()
		}
	}()
	if err != nil {
		return r, fmt.Errorf("%w; the server said last: %s", err, tail(n.servers[0].log))
	}
	if s.busy {
		stop, err := burn(ctx)
		if err != nil {
			return r, err
		}
		defer stop()
	}
	var m meter
	working, end := context.WithCancel(ctx)
	defer end()
	states, stopStates := sendStates(all[s.working:])
	for i, b := range all[:s.working] {
		workers.Go(func() {
			time.Sleep(s.rhythm * time.Duration(i) / time.Duration(s.working)) // not all in one moment
			b.work(working, n.of(i).c, s, &m)
		})
	}
	bare := echo(working, s.rhythm)
	before, logBefore, err := n.cpu()
	if err != nil {
		return r, err
	}
	start, sent := time.Now(), states()
	if r.Resident, r.Live, err = n.servers[0].watch(ctx, s, &m); err != nil {
		return r, err
	}
	spent := time.Since(start).Seconds()
	after, logAfter, err := n.cpu()
	if err != nil {
		return r, err
	}
	full, err := n.resident()
	if err != nil {
		return r, err
	}
	r.StatesPerSecond = float64(states()-sent) / spent
	r.Cores, r.LogCores = (after-before)/spent, (logAfter-logBefore)/spent
	r.KBEach = (full - empty) / float64(s.bodies)
	end()
	ended := make(chan struct{})
	go func() { workers.Wait(); close(ended) }() // every list that was begun is carried out to its end
	select {
	case <-ended:
	case <-ctx.Done():
		n.kill() // who works hears of it
		return r, ctx.Err()
	}
	stopStates()
	times := bare()
	r.BareP50, r.BareP99 = percentile(times, 0.5), percentile(times, 0.99)
	ends := n.servers[0].ends // of the bodies of all
	ends.settle(m.lists)
	m.lost = append(m.lost, ends.wrong(m.lists)...)
	r.Ends = len(ends.times)
	took, bad := n.exit()
	m.lost = append(m.lost, bad...)
	r.ExitMs = float64(took.Microseconds()) / 1000
	r.Actions, r.Lists, r.Lost = len(m.turns)+len(m.lists), len(m.lists), m.lost
	r.P50, r.P99, r.Most = percentile(m.turns, 0.5), percentile(m.turns, 0.99), percentile(m.turns, 1)
	return r, nil
}

// watch waits for the length of a run and looks at the server's memory now and then.
func (s *server) watch(ctx context.Context, set settings, m *meter) (resident, live []float64, err error) {
	over := time.After(set.length)
	var look <-chan time.Time
	if set.watch > 0 {
		clock := time.NewTicker(set.watch)
		defer clock.Stop()
		look = clock.C
	}
	for began := time.Now(); ; {
		select {
		case <-over:
			return resident, live, nil
		case <-ctx.Done():
			return resident, live, ctx.Err()
		case <-look:
			kb, err := s.resident()
			if err != nil {
				return resident, live, err
			}
			heap, err := s.live(ctx)
			if err != nil {
				return resident, live, err
			}
			resident, live = append(resident, kb/1024), append(live, heap/1024)
			m.mu.Lock()
			fmt.Fprintf(os.Stderr, "%8s  %5.0f MB, %5.1f MB of it live  %d lists, %d lost\n",
				time.Since(began).Round(time.Second), kb/1024, heap/1024, len(m.lists), len(m.lost))
			m.mu.Unlock()
		}
	}
}

// growth is a sentence when memory grows on and on: when its mean over the last
// quarter of a run is more than that of the second quarter by a share, and by some MB.
// In the first quarter what is kept fills up to its budgets.
func growth(what string, mb []float64, share, some float64) string {
	n := len(mb) / 4
	if n < 2 {
		return ""
	}
	mean := func(list []float64) (sum float64) {
		for _, v := range list {
			sum += v / float64(len(list))
		}
		return sum
	}
	early, late := mean(mb[n:2*n]), mean(mb[3*n:])
	if late > (1+share)*early && late > early+some {
		return fmt.Sprintf("%s grew from %.0f to %.0f MB", what, early, late)
	}
	return ""
}

func tail(file string) string {
	text, _ := os.ReadFile(file)
	return string(text[max(0, len(text)-300):])
}

// sendStates has each body report once a second, until stopped.
func sendStates(all []*body) (count func() int, stop func()) {
	const hands = 16
	done := make(chan struct{})
	var n [hands]struct {
		sync.Mutex
		sent int
	}
	var wg sync.WaitGroup
	for h := range hands {
		share := all[len(all)*h/hands : len(all)*(h+1)/hands]
		if len(share) == 0 {
			continue
		}
		wg.Go(func() {
			tick := time.NewTicker(time.Second / time.Duration(len(share)))
			defer tick.Stop()
			for i := 0; ; i++ {
				select {
				case <-done:
					return
				case <-tick.C:
				}
				if share[i%len(share)].report() == nil {
					n[h].Lock()
					n[h].sent++
					n[h].Unlock()
				}
			}
		})
	}
	return func() (sum int) {
			for h := range n {
				n[h].Lock()
				sum += n[h].sent
				n[h].Unlock()
			}
			return sum
		}, func() {
			close(done)
			wg.Wait()
		}
}

// burn starts a process that uses every core.
func burn(ctx context.Context) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var all []*exec.Cmd
	stop = func() {
		for _, c := range all {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	}
	for range runtime.NumCPU() {
		c := exec.CommandContext(ctx, self, "-burn")
		if err := c.Start(); err != nil {
			stop()
			return nil, err
		}
		all = append(all, c)
	}
	return stop, nil
}

// echo times a bare WebSocket of this process, sixteen round trips a rhythm.
func echo(ctx context.Context, rhythm time.Duration) func() []time.Duration {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		up := websocket.Upgrader{}
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		for {
			kind, data, err := ws.ReadMessage()
			if err != nil || ws.WriteMessage(kind, data) != nil {
				return
			}
		}
	}))
	times := make(chan []time.Duration, 1)
	go func() {
		var list []time.Duration
		defer func() { times <- list }()
		//nolint:bodyclose // gorilla leaves nothing to close
		ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(srv.URL, "http"), nil)
		if err != nil {
			return
		}
		defer ws.Close()
		tick := time.NewTicker(rhythm / 16)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			start := time.Now()
			if ws.WriteMessage(websocket.TextMessage, []byte(scenery)) != nil {
				return
			}
			if _, _, err := ws.ReadMessage(); err != nil {
				return
			}
			list = append(list, time.Since(start))
		}
	}()
	return func() []time.Duration {
		list := <-times
		srv.Close()
		return list
	}
}
