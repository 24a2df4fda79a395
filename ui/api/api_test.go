// SPDX-License-Identifier: MIT

package api_test

import (
	"context"
	"errors"
	"flag"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/api"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// TestMain draws fewer histories than usual of the property test, which waits for
// real sockets; -rapid.checks asks for more.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

const token = "0123456789012345678901234567890123456789"

// say plans one chat line for any goal, and a ready list as it is.
type say struct{}

func (say) Plan(_ context.Context, req game.Request) (game.Plan, error) {
	if len(req.Actions) > 0 {
		plan := game.Plan{PlannedBy: "the list given", Source: game.FromUser}
		for _, a := range req.Actions {
			plan.Steps = append(plan.Steps, game.Step{Action: a, Source: game.FromUser})
			done := game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: a.Count()}
			plan.Goal.Clauses = append(plan.Goal.Clauses, game.ClauseOf(string(a.Kind), a.Describe(), done))
		}
		return plan, nil
	}
	if strings.Contains(req.Goal, "unreadable") {
		return game.Plan{}, &game.UnreadableError{Text: req.Goal}
	}
	if target, ok := strings.CutPrefix(req.Goal, "touch "); ok { // as often as one likes, unlike chat lines
		return game.Plan{
			Goal:      game.Goal{Text: req.Goal, Clauses: game.Clauses([]game.Check{{Kind: game.CheckDone, Action: game.Interact, Target: target, Count: 1}})},
			PlannedBy: "test", Source: game.FromBuiltin,
			Steps: []game.Step{{Action: game.Action{Kind: game.Interact, Target: target}, Source: game.FromBuiltin}},
		}, nil
	}
	return game.Plan{
		Goal: game.Goal{Text: req.Goal, Clauses: game.Clauses([]game.Check{{Kind: game.CheckSaid, Text: req.Goal}})}, PlannedBy: "test", Source: game.FromBuiltin,
		Steps: []game.Step{{Action: game.Action{Kind: game.Chat, Message: req.Goal}, Source: game.FromBuiltin}},
	}, nil
}

type bodies struct {
	// join brings another one.
	join func(*bodytest.Body)

	mu   sync.Mutex
	list []*bodytest.Body
}

// lose takes a body away for good.
func (b *bodies) lose(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = slices.DeleteFunc(b.list, func(e *bodytest.Body) bool { return e.Info().ID == id })
}

func (b *bodies) add(e *bodytest.Body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = append(b.list, e)
}

func (b *bodies) List() []ui.Body {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []ui.Body
	for _, e := range b.list {
		out = append(out, ui.Body{Info: e.Info(), Link: e.Link(), Snapshot: e.Snapshot()})
	}
	return out
}

func (b *bodies) Only() (string, bool) {
	if list := b.List(); len(list) == 1 {
		return list[0].Info.ID, true
	}
	return "", false
}

func (b *bodies) Body(id string) (ui.Body, bool) {
	list := b.List()
	i := slices.IndexFunc(list, func(e ui.Body) bool { return e.Info.ID == id })
	if i < 0 {
		return ui.Body{}, false
	}
	return list[i], true
}

// names are who can plan.
type names []string

func (n names) List() (list []view.Provider) {
	for _, name := range n {
		list = append(list, view.Provider{Name: name})
	}
	return list
}

// start runs an orchestrator with the bodies behind the control side.
func start(t *testing.T, list ...*bodytest.Body) int {
	t.Helper()
	port, _ := startJoin(t, list...)
	return port
}

// startJoin is start with a way for more bodies to come.
func startJoin(t *testing.T, list ...*bodytest.Body) (int, func(*bodytest.Body)) {
	t.Helper()
	svc, there := serve(t, func(o *orchestrator.Orchestrator) ui.Tasks { return o }, list...)
	srv := api.New(svc, api.Config{Token: token})
	hs := httptest.NewServer(srv)
	t.Cleanup(func() {
		srv.Close()
		hs.Close()
	})
	return hs.Listener.Addr().(*net.TCPAddr).Port, there.join
}

// serve runs an orchestrator with the bodies behind a service, which reaches it
// through what over makes of it.
func serve(t testing.TB, over func(*orchestrator.Orchestrator) ui.Tasks, list ...*bodytest.Body) (*ui.Service, *bodies) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	j, err := journal.Open(ctx, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o, err := orchestrator.New(ctx, orchestrator.Config{Planner: say{}, Journal: j})
	if err != nil {
		t.Fatal(err)
	}
	var ran sync.WaitGroup
	there := &bodies{}
	there.join = func(b *bodytest.Body) {
		ran.Go(func() { b.Run(ctx) })
		o.Attach(b)
		there.add(b)
	}
	svc, err := ui.New(ui.Config{Tasks: over(o), Bodies: there, Providers: names{"auto", "builtin"}, Models: oneModel{}})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); o.Run(ctx); svc.Close() }()
	for _, b := range list {
		there.join(b)
	}
	t.Cleanup(func() {
		cancel()
		<-done
		ran.Wait()
		j.Close()
	})
	return svc, there
}

func dial(t *testing.T, port int) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), port, token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestTheFiveCalls(t *testing.T) {
	port := start(t, bodytest.New("minecraft_1", game.ProtocolV2))
	c := dial(t, port)
	ctx := t.Context()
	list, err := c.DetectInstances(ctx)
	if err != nil || len(list) != 1 || list[0].ID != "minecraft_1" || list[0].Platform != "Java Edition" {
		t.Fatalf("instances %+v, %v", list, err)
	}
	if _, err := c.ConnectInstance(ctx, view.Connect{InstanceID: "nobody"}); err == nil || !strings.Contains(err.Error(), "connected: minecraft_1") {
		t.Fatalf("an unknown instance: %v", err)
	}
	if _, err := c.ConnectInstance(ctx, view.Connect{InstanceID: "minecraft_1"}); err != nil {
		t.Fatal(err)
	}
	if st, err := c.GetStatus(ctx, view.OfBody{}); err != nil || st.Status != "idle" || st.ActiveInstance != "minecraft_1" || len(st.ConnectedInstances) != 1 {
		t.Fatalf("status %+v, %v", st, err)
	}
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		t.Fatal(err)
	}
	id, err := send(ctx, c, "say hello", map[string]any{"mode": "hybrid", "temperature": 0})
	if err != nil || id == "" {
		t.Fatalf("prompt: %q, %v", id, err)
	}
	if state := ended(t, c, id); state != "complete" {
		t.Fatalf("the task ended %s", state)
	}
	if st, err := c.GetStatus(ctx, view.OfBody{}); err != nil || st.Status != "complete" || st.CurrentTask.ID != id {
		t.Fatalf("status %+v, %v", st, err)
	}
	if err := c.StopTask(ctx, view.OfBody{}); err != nil {
		t.Fatalf("stop with nothing running: %v", err)
	}
	ready := map[string]any{"actions": []any{map[string]any{"type": "chat", "message": "hello"}}}
	if id, err = send(ctx, c, "", ready); err != nil || ended(t, c, id) != "complete" {
		t.Fatalf("a list of actions: %q, %v", id, err)
	}
	if st, err := c.GetStatus(ctx, view.OfBody{}); err != nil || st.CurrentTask.Goal != "" || st.CurrentTask.Sent != 1 {
		t.Fatalf("status %+v, %v", st, err)
	}
	if _, err := send(ctx, c, "say hello", ready); err == nil || !strings.Contains(err.Error(), "not both") {
		t.Fatalf("a goal with a list: %v", err)
	}
	if _, err := send(ctx, c, "  ", nil); err == nil {
		t.Fatal("an empty prompt must be refused")
	}
}

// send hands over a goal with its settings as a program writes them.
func send(ctx context.Context, c *client.Client, prompt string, settings map[string]any) (string, error) {
	m := map[string]any{"prompt": prompt}
	if settings != nil {
		m["settings"] = settings
	}
	var q view.Queued
	err := c.Call(ctx, "send-prompt", m, &q)
	return q.TaskID, err
}

func ended(t *testing.T, c *client.Client, id string) view.TaskState {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		select {
		case e, ok := <-c.Events():
			if !ok {
				t.Fatal("the stream ended")
			}
			if e.TaskID == id && e.Task != nil && e.Task.State.Ended() {
				return e.Task.State
			}
		case <-limit:
			t.Fatal("the task did not end")
		}
	}
}

func TestWithoutABodyTheFixIsNamed(t *testing.T) {
	c := dial(t, start(t))
	if _, err := send(t.Context(), c, "say hello", nil); err == nil || !strings.Contains(err.Error(), "minehand body") {
		t.Fatalf("got %v", err)
	}
	if err := c.StopTask(t.Context(), view.OfBody{}); err != nil {
		t.Fatal(err)
	}
	two := dial(t, start(t, bodytest.New("a", game.ProtocolV2), bodytest.New("b", game.ProtocolV1)))
	if _, err := send(t.Context(), two, "say hello", nil); err == nil || !strings.Contains(err.Error(), "connected: a and b; choose one of them") {
		t.Fatalf("got %v", err)
	}
}

func TestTheSameIDIsAnsweredOnce(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	port := start(t, body)
	ws := raw(t, port, http.Header{"Authorization": {"Bearer " + token}})
	ask := func(frame string) string {
		t.Helper()
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		_, data, err := ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	first := ask(`{"type":"send-prompt","id":"7","prompt":"say hello"}`)
	again := ask(`{"type":"send-prompt","id":"7","prompt":"say hello"}`)
	if !strings.Contains(again, `"replayed":true`) || strings.Replace(again, `,"replayed":true`, "", 1) != first {
		t.Fatalf("the same call was answered %s, then %s", first, again)
	}
	if numbered := ask(`{"type":"send-prompt","id":8,"prompt":"say hello"}`); !strings.Contains(numbered, `"id":8`) || !strings.Contains(numbered, `"success":true`) {
		t.Fatalf("a number as id was answered %s", numbered)
	}
	refused := `{"type":"send-prompt","id":"9","prompt":"say hello","settings":{"provider":"nobody"}}`
	for range 2 {
		if got := ask(refused); !strings.Contains(got, `there is no provider \"nobody\"`) {
			t.Fatalf("an unknown provider was answered %s", got)
		}
	}
	stop := `{"type":"stop-task","id":"10"}`
	for range 2 { // a stop is done each time
		if got := ask(stop); !strings.Contains(got, `"success":true`) {
			t.Fatalf("a stop was answered %s", got)
		}
	}
	if other := ask(`{"type":"send-prompt","id":"7","prompt":"say bye"}`); !strings.Contains(other, "another payload") {
		t.Fatalf("a conflict was answered %s", other)
	}
	for _, c := range []struct{ in, want string }{
		{`{"type":"dance"}`, `there is no call \"dance\"`},
		{`{}`, `needs a \"type\"`},
		{`nonsense`, "The message cannot be read: it is no JSON"},
		{`{"type":"send-prompt","prompt":"x","settings":{"temperature":"hot"}}`, `\"temperature\" must be a number, not a string`},
		{`{"type":"send-prompt","prompt":"x","settings":{"temperature":55}}`, "use 0 to 2"},
		{`{"type":"send-prompt","prompt":"x","settings":{"mode":"zzz"}}`, `there is no mode \"zzz\"`},
		{`{"type":"send-prompt","id":{},"prompt":"x"}`, "a string or a number"},
	} {
		if got := ask(c.in); !strings.Contains(got, c.want) || !strings.Contains(got, `"success":false`) {
			t.Errorf("%s was answered %s", c.in, got)
		}
	}
}

// TestAStopIsDoneEachTime: the id of a stop, used before by another client,
// keeps nothing from being stopped, and nor does a second body.
func TestAStopIsDoneEachTime(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	body.Faults = func(int, game.Action) bodytest.Fault { return bodytest.Fault{Hang: true} }
	port, join := startJoin(t, body)
	for i := range 2 {
		c := dial(t, port)
		if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
			t.Fatal(err)
		}
		id, err := send(t.Context(), c, "say hello", nil)
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			join(bodytest.New("b", game.ProtocolV2))
			if st, err := c.GetStatus(t.Context(), view.OfBody{}); err != nil || st.ActiveInstance != "a" || st.Status != "processing" {
				t.Fatalf("with a second body the status is %+v of %+v, not %s, %v", st, st.CurrentTask, id, err)
			}
		}
		if err := c.Call(t.Context(), "stop-task", nil, nil); err != nil {
			t.Fatal(err)
		}
		if state := ended(t, c, id); state != "stopped" {
			t.Fatalf("the task ended %s", state)
		}
	}
}

func raw(t *testing.T, port int, h http.Header) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), url(port), h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

func url(port int) string {
	return "ws://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) + "/api/v1/ws"
}

func TestNobodyComesInWithoutTheToken(t *testing.T) {
	port := start(t)
	for _, h := range []http.Header{nil, {"Authorization": {"Bearer wrong"}}, {"Authorization": {"Basic " + token}}, {"Authorization": {"Bearer"}}} {
		_, resp, err := websocket.DefaultDialer.DialContext(t.Context(), url(port), h)
		if err == nil || resp == nil || resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%v: %v", h, err)
		}
	}
	if _, err := client.Dial(t.Context(), port, "wrong"); !errors.Is(err, client.ErrUnauthorized) {
		t.Errorf("the client says %v", err)
	}
	page := http.Header{"Origin": {"http://127.0.0.1:" + strconv.Itoa(port)}}
	good := raw(t, port, page)
	good.WriteJSON(map[string]string{"type": "auth", "id": "1", "token": token})
	if _, data, err := good.ReadMessage(); err != nil || !strings.Contains(string(data), `"success":true`) {
		t.Errorf("a page with the token: %s, %v", data, err)
	}
	bad := raw(t, port, page)
	bad.WriteJSON(map[string]string{"type": "get-status"})
	if _, _, err := bad.ReadMessage(); !websocket.IsCloseError(err, 4501) {
		t.Errorf("a page without the token: %v", err)
	}
}

func TestTokenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "control-token")
	first, err := api.Token(path)
	if err != nil || len(first) < 64 {
		t.Fatalf("%q, %v", first, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	if again, err := api.Token(path); err != nil || again != first {
		t.Fatalf("%q, %v", again, err)
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := api.Token(path); err == nil || !strings.Contains(err.Error(), "delete the file") {
		t.Fatalf("got %v", err)
	}
}
