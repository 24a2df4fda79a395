// SPDX-License-Identifier: MIT

package stages

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/ui/client"
)

// Processes launches server and world as processes of their own.
type Processes struct {
	// Program is minehand itself.
	Program string
	// Settings of the owner's config that servers get too: providers and the like.
	Settings map[string]any
}

// Launch implements missions.Launcher.
func (p Processes) Launch(ctx context.Context, s missions.Setup) (_ missions.Stage, err error) {
	f, err := newFiles(&s, p.Settings)
	if err != nil {
		return nil, err
	}
	g := &processes{program: p.Program, files: f}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.Close())
		}
	}()
	if err := g.serve(ctx, 0); err != nil {
		return nil, err
	}
	if g.world, err = startWorld(p.Program, g.port, &s); err != nil {
		return nil, err
	}
	return g, nil
}

// processes are a server and a world.
type processes struct {
	program string
	files   files
	server  *exec.Cmd
	said    *tail
	port    int
	world   *worldProcess
	closed  sync.Once
	fault   error
}

// tail keeps the last that a process said, for when it fails.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// keptText is how much of it, in bytes.
const keptText = 2000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-keptText):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

// serve starts the server on a port, 0 for any free one.
func (g *processes) serve(ctx context.Context, port int) error {
	//nolint:noctx // it outlives the call, and Close ends it
	cmd := exec.Command(g.program, "serve", "--port", strconv.Itoa(port), "--data-dir", g.files.data(), "--config", g.files.config())
	ownGroup(cmd)
	g.said = &tail{}
	cmd.Stderr = g.said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("the server cannot be started: %w", err)
	}
	g.server = cmd
	listening := make(chan int, 1)
	go func() {
		defer close(listening)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if at, ok := strings.CutPrefix(lines.Text(), "Minehand listens on "); ok {
				if u, err := url.Parse(at); err == nil {
					n, _ := strconv.Atoi(u.Port())
					listening <- n
				}
			}
		}
	}()
	select {
	case n, ok := <-listening:
		if !ok {
			_ = cmd.Wait() // until it has said everything
			return fmt.Errorf("the server ended at once: %s", g.said)
		}
		g.port = n
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the server did not start in time: %w", context.Cause(ctx))
	}
}

func (g *processes) Connect(ctx context.Context) (*client.Client, error) {
	token, err := os.ReadFile(filepath.Join(g.files.data(), app.TokenFile))
	if err != nil {
		return nil, fmt.Errorf("the server's control token cannot be read: %w", err)
	}
	return client.Dial(ctx, g.port, strings.TrimSpace(string(token)))
}

func (g *processes) World() missions.LiveWorld { return g.world }
func (g *processes) Body() string              { return bodyID }

func (g *processes) Kill(context.Context) error {
	err := g.server.Process.Kill()
	_ = g.server.Wait() // its end was ours
	return err
}

func (g *processes) Revive(ctx context.Context) error { return g.serve(ctx, g.port) }

func (g *processes) Close() error {
	g.closed.Do(func() {
		if g.world != nil {
			g.world.close()
		}
		if g.server != nil {
			_ = g.server.Process.Kill() // what it has is thrown away
			_ = g.server.Wait()
		}
		g.fault = g.files.remove()
	})
	return g.fault
}

// worldProcess is `minehand body --sim --drive`.
type worldProcess struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	marks chan missions.Mark
	truth chan missions.Truth
	said  *tail
	// ended is closed when it has ended.
	ended chan struct{}
}

// worldLine is a line of it, as minehand body --drive writes them.
type worldLine struct {
	Type  string          `json:"type"`
	Mark  *missions.Mark  `json:"mark"`
	Truth *missions.Truth `json:"truth"`
}

// mostMarks is how many faults may begin before anybody looks.
const mostMarks = 1000

func startWorld(program string, port int, s *missions.Setup) (*worldProcess, error) {
	args := []string{
		"body", "--sim", "--drive", "--port", strconv.Itoa(port), "--instance", bodyID, "--seed", strconv.Itoa(max(s.World.Seed, 1)),
		"--speed", strconv.FormatFloat(speedOf(&s.World), 'g', -1, 64),
	}
	if s.World.Wild {
		args = append(args, "--wild")
	}
	for _, f := range []struct{ name, value string }{
		{"--version", s.World.Version}, {"--body", s.World.Body}, {"--fault", s.Faults},
		{"--inventory", inventoryText(s.Start.Inventory)}, {"--at", placeText(s.Start.At)},
	} {
		if f.value != "" {
			args = append(args, f.name+"="+f.value)
		}
	}
	w := &worldProcess{
		cmd:   exec.Command(program, args...), //nolint:noctx // it outlives the call, and close ends it
		marks: make(chan missions.Mark, mostMarks), truth: make(chan missions.Truth, 1), said: &tail{}, ended: make(chan struct{}),
	}
	ownGroup(w.cmd)
	w.cmd.Stderr = w.said
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("the world cannot be started: %w", err)
	}
	w.in = in
	go w.listen(out)
	return w, nil
}

func (w *worldProcess) listen(out io.Reader) {
	defer close(w.ended)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var l worldLine
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		switch {
		case l.Mark != nil:
			w.marks <- *l.Mark
		case l.Truth != nil:
			w.truth <- *l.Truth
		}
	}
}

func inventoryText(items map[string]int) string {
	parts := lists.Of(slices.Sorted(maps.Keys(items)), func(item *string) string { return fmt.Sprintf("%s=%d", *item, items[*item]) })
	return strings.Join(parts, ",")
}

func placeText(at *missions.Place) string {
	if at == nil {
		return ""
	}
	return fmt.Sprintf("%d,%d,%d", at.X, at.Y, at.Z)
}

func (w *worldProcess) Marks() <-chan missions.Mark { return w.marks }

// Truth implements missions.LiveWorld.
func (w *worldProcess) Truth(ctx context.Context) (missions.Truth, error) {
	if _, err := io.WriteString(w.in, `{"type":"truth"}`+"\n"); err != nil {
		return missions.Truth{}, fmt.Errorf("the world has ended: %s", w.said)
	}
	select {
	case t := <-w.truth:
		return t, nil
	case <-w.ended:
		return missions.Truth{}, fmt.Errorf("the world has ended: %s", w.said)
	case <-ctx.Done():
		return missions.Truth{}, ctx.Err()
	}
}

// SetSpeed implements missions.LiveWorld.
func (w *worldProcess) SetSpeed(_ context.Context, speed float64) error {
	_, err := fmt.Fprintf(w.in, `{"type":"speed","speed":%g}`+"\n", speed)
	return err
}

func (w *worldProcess) close() {
	_ = w.in.Close()
	_ = w.cmd.Process.Kill() // what it has is thrown away
	<-w.ended
	_ = w.cmd.Wait()
}
