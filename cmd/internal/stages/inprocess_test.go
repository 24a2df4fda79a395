// SPDX-License-Identifier: MIT

package stages_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/qa/testnet"
	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
)

// broken are the parts of a server that are wrapped to fail; nil leaves them whole.
type broken struct {
	config  func(*settings.Config)
	planner func(orchestrator.Planner) orchestrator.Planner
	// call changes the params of a client's call before it is made.
	call func(name string, params map[string]any)
	// line makes what stands on the body's line, for one stage.
	line func() filter
	// forgets: nothing is left of a server that was killed.
	forgets bool
	// refuses: a body that comes back is not let in.
	refuses bool
}

// filter takes a message on the body's line and sends what goes on, either way.
type filter func(toBody bool, message map[string]any, raw []byte, send func(toBody bool, raw []byte))

// inProcess launches stages in this process with parts of them broken. Their lines are in
// memory, so that a testing/synctest bubble may hold them.
type inProcess struct {
	dir    string // for the files of stages
	broken broken
}

// Launch implements missions.Launcher.
func (l inProcess) Launch(ctx context.Context, s missions.Setup) (missions.Stage, error) {
	dir, err := os.MkdirTemp(l.dir, "stage")
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(s.Config)
	if err != nil {
		return nil, err
	}
	replies := filepath.Join(dir, "replies.json")
	if err := os.WriteFile(replies, s.Replies, 0o600); err != nil {
		return nil, err
	}
	cfg, err := settings.Parse([]byte(strings.ReplaceAll(string(raw), fmt.Sprintf("%q", missions.RepliesFile), fmt.Sprintf("%q", replies))))
	if err != nil {
		return nil, err
	}
	if l.broken.config != nil {
		l.broken.config(&cfg)
	}
	p := &inProcessStage{broken: l.broken, cfg: cfg, data: filepath.Join(dir, "data"), net: &testnet.Network{}, marks: make(chan missions.Mark, 1000)}
	if err := p.Revive(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	reached := p.net
	if l.broken.line != nil || l.broken.refuses {
		p.proxy, reached = newProxy(p.net, l.broken)
	}
	var at *game.Pos
	if s.Start.At != nil {
		at = &game.Pos{X: s.Start.At.X, Y: s.Start.At.Y, Z: s.Start.At.Z}
	}
	p.world, err = app.StartEmbedded(ctx, app.EmbeddedConfig{
		URL: p.backend.URL(), Dialer: through(reached), Body: s.World.Body, Seed: int64(s.World.Seed), Inventory: s.Start.Inventory, Version: s.World.Version, Wild: s.World.Wild,
		At: at, Speed: math.Inf(1), Instance: "mission", Faults: s.Faults,
		Marked: func(m fault.Moment) { p.marks <- missions.Mark{Action: m.Action, What: string(m.What)} },
	})
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

type inProcessStage struct {
	broken  broken
	cfg     settings.Config
	data    string
	planner *app.Planner
	backend *app.Backend
	world   *app.Embedded
	proxy   *proxy
	net     *testnet.Network
	marks   chan missions.Mark
}

// Revive starts the backend on what is in the data folder.
func (p *inProcessStage) Revive(ctx context.Context) (err error) {
	if p.planner, err = app.NewPlanner(p.cfg, "", func(string) string { return "" }); err != nil {
		return err
	}
	var plans orchestrator.Planner = p.planner
	if p.broken.planner != nil {
		plans = p.broken.planner(plans)
	}
	p.backend, err = app.Start(context.WithoutCancel(ctx), app.BackendConfig{
		Port: testnet.Port, Listeners: []net.Listener{p.net.Listen()}, DataDir: p.data, Config: p.cfg, Planner: plans, Reader: p.planner.Reader(), Providers: p.planner.Sources(),
	})
	return err
}

func (p *inProcessStage) Kill(context.Context) error {
	err := errors.Join(p.backend.Close(), p.planner.Close())
	p.net.Unlisten()
	p.backend = nil
	if p.broken.forgets {
		err = errors.Join(err, os.RemoveAll(p.data))
	}
	return err
}

func (p *inProcessStage) Connect(context.Context) (*client.Client, error) {
	return client.Local(&changedLine{p.backend.UI.Open(), p.broken.call}), nil
}

func (p *inProcessStage) Body() string                { return "mission" }
func (p *inProcessStage) World() missions.LiveWorld   { return p }
func (p *inProcessStage) Marks() <-chan missions.Mark { return p.marks }

func (p *inProcessStage) Truth(context.Context) (missions.Truth, error) {
	return stages.TruthOf(p.world.Truth()), nil
}

func (p *inProcessStage) SetSpeed(_ context.Context, speed float64) error {
	p.world.Clock().SetSpeed(speed)
	return nil
}

func (p *inProcessStage) Close() error {
	var errs []error
	if p.world != nil {
		_ = p.world.Close() // a body that was sent away says so
	}
	if p.proxy != nil {
		p.proxy.close()
	}
	if p.backend != nil {
		errs = append(errs, p.backend.Close(), p.planner.Close())
	}
	return errors.Join(errs...)
}

// changedLine is a line whose calls are changed on their way.
type changedLine struct {
	*ui.Line
	change func(name string, params map[string]any)
}

func (l *changedLine) Call(ctx context.Context, name string, params, result any) error {
	if l.change == nil || params == nil {
		return l.Line.Call(ctx, name, params, result)
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	changed := map[string]any{}
	if err := json.Unmarshal(raw, &changed); err != nil {
		return err
	}
	l.change(name, changed)
	return l.Line.Call(ctx, name, changed, result)
}

// proxy stands between bodies and a server.
type proxy struct {
	server *http.Server
	broken broken

	mu    sync.Mutex
	lines int
	conns []*websocket.Conn
	wg    sync.WaitGroup
}

// newProxy returns it with the network that reaches it.
func newProxy(target *testnet.Network, b broken) (*proxy, *testnet.Network) {
	p, before := &proxy{broken: b}, &testnet.Network{}
	var f filter
	if b.line != nil {
		f = b.line()
	}
	var one sync.Mutex // a filter has one goroutine at a time
	p.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.lines++
		again := p.lines > 1
		p.mu.Unlock()
		if again && b.refuses {
			http.Error(w, "nobody comes back here", http.StatusServiceUnavailable)
			return
		}
		far, resp, err := through(target).DialContext(r.Context(), "ws://"+r.Host+"/", nil)
		if resp != nil && resp.Body != nil {
			_ = resp.Body.Close()
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		near, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			_ = far.Close()
			return
		}
		p.mu.Lock()
		p.conns = append(p.conns, near, far)
		p.mu.Unlock()
		send := func(toBody bool, raw []byte) {
			conn := far
			if toBody {
				conn = near
			}
			_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
			_ = conn.WriteMessage(websocket.TextMessage, raw)
		}
		pump := func(from, to *websocket.Conn, toBody bool) {
			defer func() { _ = from.Close(); _ = to.Close() }()
			for {
				_, raw, err := from.ReadMessage()
				if err != nil {
					return
				}
				message := map[string]any{}
				_ = json.Unmarshal(raw, &message)
				one.Lock()
				if f == nil {
					send(toBody, raw)
				} else {
					f(toBody, message, raw, send)
				}
				one.Unlock()
			}
		}
		p.wg.Go(func() { pump(far, near, true) })
		pump(near, far, false)
	})}
	l := before.Listen()
	p.wg.Go(func() { _ = p.server.Serve(l) })
	return p, before
}

// through dials what listens on a network.
func through(n *testnet.Network) *websocket.Dialer { return &websocket.Dialer{NetDialContext: n.Dial} }

func (p *proxy) close() {
	p.mu.Lock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.mu.Unlock()
	_ = p.server.Close()
	p.wg.Wait()
}
