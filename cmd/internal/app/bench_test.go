// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/orchestrator"
)

// benchPlan is a plan of so many equal, verified actions.
type benchPlan struct{ steps int }

func (p benchPlan) Plan(context.Context, game.Request) (game.Plan, error) {
	plan := game.Plan{PlannedBy: "benchmark", Source: game.FromBuiltin, Steps: make([]game.Step, p.steps)}
	for i := range plan.Steps {
		plan.Steps[i] = game.Step{
			Action: game.Action{Kind: game.Mine, Target: "stone", Quantity: 1},
			Expect: game.Expect{Gains: []game.Gain{{Items: []string{"cobblestone"}, Min: 1}}},
			Source: game.FromBuiltin,
		}
	}
	return plan, nil
}

const (
	benchBody    = "minecraft_1"
	benchPerTask = 1000
	// benchRest is in how much time a body may send again what one task takes.
	benchRest = time.Second
)

// resultFrame is a version 2 body's success with the state after it, without
// which a gain counts for nothing: so much cobblestone is held.
func resultFrame(id string, held int) []byte {
	return []byte(`{"type":"action_complete","actionId":"` + id + `","result":{"success":true,"delta":{"cobblestone":1},"state":` + benchStates()[held] + `}}`)
}

// benchStates are made before anything is measured.
var benchStates = sync.OnceValue(func() (list []string) {
	for held := range benchPerTask + 1 {
		list = append(list, benchStateOf(held))
	}
	return list
})

// benchStateOf is the state of a body that holds so much cobblestone.
func benchStateOf(held int) string {
	var stacks []string
	for n := held; n > 0; n -= 64 { // no slot holds more
		stacks = append(stacks, fmt.Sprintf(`{"slot":%d,"item":"cobblestone","count":%d}`, len(stacks), min(n, 64)))
	}
	return `{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"saturation":5,"inventory":[` + strings.Join(stacks, ",") +
		`],"dimension":"overworld","gameMode":"survival","world":{"present":true,"id":"bench"}}`
}

const benchRegister = `{"type":"register","instanceId":"` + benchBody + `","version":"1.21.5","protocol":2,"capabilities":{"actions":["mine"]}}`

var benchState = `{"type":"state_update","instanceId":"` + benchBody + `","data":` + benchStateOf(0) + `}`

// BenchmarkTurnaround measures result -> next execute_action through bridge,
// orchestrator and journal, and after each task of it, while nothing else is at work,
// as many rounds of a bare gorilla loop that decodes the same frame and answers.
// turnaround-ratio is ours over bare.
func BenchmarkTurnaround(b *testing.B) {
	benchStates()
	bare := bareLoop(b)
	m := benchBackend(b, settings.Cluster{})
	left := b.N
	var spent, spentBare time.Duration
	var allocs runtime.MemStats
	var mallocs uint64
	b.ResetTimer()
	for left > 0 {
		n := min(left, benchPerTask-1)
		id := m.begin(b)
		runtime.ReadMemStats(&allocs)
		before, start := allocs.Mallocs, time.Now()
		for i := range n {
			id = m.turn(b, id, i)
		}
		spent += time.Since(start)
		runtime.ReadMemStats(&allocs)
		mallocs += allocs.Mallocs - before
		left -= n
		time.Sleep(benchRest)
		spentBare += bare(n)
		m.end(b, id, n)
	}
	b.StopTimer()
	b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N)/1000, "turnaround-us")
	b.ReportMetric(float64(spentBare.Nanoseconds())/float64(b.N)/1000, "bare-us")
	b.ReportMetric(float64(spent)/float64(spentBare), "turnaround-ratio")
	b.ReportMetric(float64(mallocs)/float64(b.N), "allocs/action")
}

// benchMinehand is a backend with one body.
type benchMinehand struct {
	ws   *websocket.Conn
	orch *orchestrator.Orchestrator
}

// benchBackend is one whose log is in files, or in a cluster's servers.
func benchBackend(b *testing.B, in settings.Cluster) benchMinehand {
	b.Helper()
	cfg := BackendConfig{DataDir: b.TempDir(), Planner: benchPlan{benchPerTask}}
	cfg.Config.Cluster = in
	backend, err := Start(b.Context(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { backend.Close() })
	ws := dialBody(b, backend.Port)
	for _, m := range []string{benchRegister, benchState} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(m)); err != nil {
			b.Fatal(err)
		}
	}
	for len(backend.Orchestrator.Views()) == 0 {
		runtime.Gosched()
	}
	return benchMinehand{ws, backend.Orchestrator}
}

// begin begins a task and returns its first action.
func (m benchMinehand) begin(b *testing.B) string {
	if err := m.ws.WriteMessage(websocket.TextMessage, []byte(benchState)); err != nil {
		b.Fatal(err)
	}
	if _, err := m.orch.Submit(b.Context(), benchBody, orchestrator.Submission{Goal: "bench", Policy: orchestrator.StopOnFailure}); err != nil {
		b.Fatal(err)
	}
	return nextAction(b, m.ws)
}

// turn answers an action, after so many of its task, and returns the next.
func (m benchMinehand) turn(b *testing.B, id string, done int) string {
	if err := m.ws.WriteMessage(websocket.TextMessage, resultFrame(id, done+1)); err != nil {
		b.Fatal(err)
	}
	return nextAction(b, m.ws)
}

// end plays the rest of a task, of which so much is done.
func (m benchMinehand) end(b *testing.B, id string, done int) {
	for ; done < benchPerTask-1; done++ {
		id = m.turn(b, id, done)
	}
	if err := m.ws.WriteMessage(websocket.TextMessage, resultFrame(id, benchPerTask)); err != nil {
		b.Fatal(err)
	}
}

func dialBody(b *testing.B, port int) *websocket.Conn {
	b.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(b.Context(), "ws://127.0.0.1:"+strconv.Itoa(port)+"/", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { ws.Close() })
	return ws
}

// nextAction reads frames up to the next execute_action and returns its id.
func nextAction(b *testing.B, ws *websocket.Conn) string {
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			b.Fatal(err)
		}
		if id, ok := actionID(data); ok {
			return id
		}
	}
}

// actionID is the id of an execute_action frame, found without a full decode:
// the body's side must cost little.
func actionID(data []byte) (string, bool) {
	const mark = `"action":{"id":"`
	_, rest, ok := strings.Cut(string(data), mark)
	if !ok {
		return "", false
	}
	id, _, ok := strings.Cut(rest, `"`)
	return id, ok
}

// bareLoop is the least a backend can do: read, decode with the same decoder,
// write an action. What it returns plays so many rounds, and says how long they took.
func bareLoop(b *testing.B) func(rounds int) time.Duration {
	b.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		up := websocket.Upgrader{}
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		for i := 0; ; i++ {
			_, data, err := ws.ReadMessage()
			if err != nil {
				return
			}
			if _, err := wire.DecodeFromBody(data); err != nil {
				return
			}
			out, err := json.Marshal(game.Action{ID: fmt.Sprintf("%026d", i), Kind: game.Mine, Target: "stone", Quantity: 1})
			if err != nil || ws.WriteMessage(websocket.TextMessage, append(append([]byte(`{"type":"execute_action","action":`), out...), '}')) != nil {
				return
			}
		}
	}))
	b.Cleanup(srv.Close)
	ws, _, err := websocket.DefaultDialer.DialContext(b.Context(), "ws"+strings.TrimPrefix(srv.URL, "http"), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { ws.Close() })
	id := fmt.Sprintf("%026d", 0)
	return func(rounds int) time.Duration {
		start := time.Now()
		for i := range rounds {
			if err := ws.WriteMessage(websocket.TextMessage, resultFrame(id, i+1)); err != nil {
				b.Fatal(err)
			}
			id = nextAction(b, ws)
		}
		return time.Since(start)
	}
}

// BenchmarkThousandBodies reports what one connected body costs in memory.
func BenchmarkThousandBodies(b *testing.B) {
	const bodies = 1000
	for b.Loop() {
		backend, err := Start(b.Context(), BackendConfig{DataDir: b.TempDir(), Planner: benchPlan{1}})
		if err != nil {
			b.Fatal(err)
		}
		before := heap()
		conns := make([]*websocket.Conn, bodies)
		for i := range conns {
			conns[i] = dialBody(b, backend.Port)
			frame := strings.Replace(benchRegister, benchBody, fmt.Sprintf("minecraft_%d", i+1), 1)
			if err := conns[i].WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
				b.Fatal(err)
			}
		}
		for len(backend.Orchestrator.Views()) < bodies {
			runtime.Gosched()
		}
		// Both ends of the sockets live in this process: a bare client's half is
		// part of the figure.
		b.ReportMetric(float64(heap()-before)/bodies, "B/body")
		for _, c := range conns {
			c.Close()
		}
		backend.Close()
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
