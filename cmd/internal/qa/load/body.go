// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// listLength is how many actions a body gets at once.
const listLength = 40

// reportEvery is how often a body reports that has nothing to do.
const reportEvery = time.Second

// body is one connected body.
type body struct {
	id    string
	world string
	ws    *websocket.Conn

	mu sync.Mutex
	// item is what its list digs, held how many of it.
	item string
	held int
	// seen are the ids of this list, to find one that comes twice.
	seen map[string]bool
	// goodbye is why the server closed its line, nil while it is open.
	goodbye atomic.Pointer[string]

	// settled is closed once the server has the body, which registered says, or the line has
	// ended.
	settled    chan struct{}
	registered bool
	// actions hands each execute_action to the one who works.
	actions chan string
}

// atOnce is how many bodies join at the same time.
const atOnce = 64

// joinAll joins the bodies, each to the server that port names for it, and has them listen.
func joinAll(ctx context.Context, s settings, port func(n int) int, listeners *sync.WaitGroup) ([]*body, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	all := make([]*body, s.bodies)
	var joining sync.WaitGroup
	for h := range atOnce {
		joining.Go(func() {
			for n := h; n < s.bodies && ctx.Err() == nil; n += atOnce {
				var err error
				if all[n], err = join(ctx, port(n), n, s.worlds, listeners); err != nil {
					stop(err)
				}
			}
		})
	}
	joining.Wait()
	all = slices.DeleteFunc(all, func(b *body) bool { return b == nil })
	if ctx.Err() != nil {
		return all, context.Cause(ctx)
	}
	return all, nil
}

// join connects a body until the server has it: one that cannot take it at the moment says so,
// and the body comes back, as bodies do.
func join(ctx context.Context, port, n, worlds int, listeners *sync.WaitGroup) (*body, error) {
	for until := time.Now().Add(patience); ; time.Sleep(time.Second) {
		b, err := connect(ctx, port, n, worlds)
		if err == nil {
			listeners.Go(b.listen)
			select {
			case <-b.settled:
			case <-ctx.Done():
			}
			if ctx.Err() == nil && b.registered {
				return b, nil
			}
			_ = b.ws.Close()
			if err = ctx.Err(); err == nil {
				err = fmt.Errorf("body %d was not registered", n)
			}
			if why := b.goodbye.Load(); why != nil {
				err = fmt.Errorf("%w: %s", err, *why)
			}
		}
		if ctx.Err() != nil || time.Now().After(until) {
			return nil, err
		}
	}
}

// connect opens the line of a body to the server on a port, and registers.
func connect(ctx context.Context, port, n, worlds int) (*body, error) {
	b := &body{
		id: fmt.Sprintf("load_%d", n), world: fmt.Sprintf("load-%d", n%worlds), seen: map[string]bool{},
		settled: make(chan struct{}), actions: make(chan string, 1),
	}
	dialer := websocket.Dialer{ReadBufferSize: 1024, WriteBufferSize: 4096, HandshakeTimeout: time.Minute}
	ws, _, err := dialer.DialContext(ctx, fmt.Sprintf("ws://127.0.0.1:%d/", port), nil) //nolint:bodyclose // gorilla leaves nothing to close
	if err != nil {
		return nil, fmt.Errorf("body %d: %w", n, err)
	}
	b.ws = ws
	ws.SetCloseHandler(func(code int, text string) error {
		why := fmt.Sprintf("the server closed it with %d: %s", code, text)
		b.goodbye.Store(&why)
		return ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	})
	register := fmt.Sprintf(
		`{"type":"register","instanceId":%q,"version":"1.21.5","protocol":2,"capabilities":{"actions":["mine","chat"]},"world":{"id":%q},"running":[],"finished":[]}`,
		b.id, b.world,
	)
	if err := b.write([]byte(register)); err != nil {
		return nil, err
	}
	return b, b.report()
}

func (b *body) write(data []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.ws.WriteMessage(websocket.TextMessage, data)
	if why := b.goodbye.Load(); err != nil && why != nil {
		return fmt.Errorf("%s (%w)", *why, err)
	}
	return err
}

// report sends the state.
func (b *body) report() error {
	return b.write([]byte(`{"type":"state_update","instanceId":"` + b.id + `","data":` + b.state() + `}`))
}

// scenery makes a state as large as a mod's in a forest.
var scenery = func() string {
	var blocks, inventory []string
	for i := range 30 {
		blocks = append(blocks, fmt.Sprintf(`{"name":"oak_log","x":%d,"y":64,"z":%d,"distance":%d.5}`, i, 2*i, i))
	}
	for i := range 26 {
		inventory = append(inventory, fmt.Sprintf(`{"slot":%d,"item":"cobblestone","count":64}`, i+2))
	}
	return `"nearby":{"blocks":[` + strings.Join(blocks, ",") + `],"entities":[]},"inventory":[` + strings.Join(inventory, ",")
}()

func (b *body) state() string {
	stack := ""
	if n := b.held; n > 0 {
		stack = fmt.Sprintf(`,{"slot":0,"item":%q,"count":%d}`, b.item, n)
	}
	return `{"position":{"x":8.5,"y":64,"z":8.5},"health":20,"hunger":20,"saturation":5,"dimension":"overworld","gameMode":"survival","world":{"present":true,"id":"` +
		b.world + `"},` + scenery + stack + `]}`
}

// listen reads until the line ends.
func (b *body) listen() {
	defer close(b.actions)
	settled := sync.OnceFunc(func() { close(b.settled) })
	defer settled()
	for {
		_, data, err := b.ws.ReadMessage()
		if err != nil {
			return
		}
		var f struct {
			Type   string
			Action struct{ ID string }
		}
		if json.Unmarshal(data, &f) != nil {
			continue
		}
		switch f.Type {
		case "registered":
			b.registered = true
			settled()
		case "execute_action":
			b.actions <- f.Action.ID
		}
	}
}

// work carries out lists until told to end, and notes how long each action took
// to follow the result before it.
func (b *body) work(ctx context.Context, c *client.Client, s settings, m *meter) {
	for n := 0; ctx.Err() == nil; n++ {
		list := b.begin(n)
		if err := b.report(); err != nil {
			m.lose(b, "its line: "+err.Error())
			return
		}
		queued, err := c.SendPrompt(
			context.WithoutCancel(ctx), view.Prompt{Settings: view.PromptSettings{Actions: list}, OfBody: view.OfBody{Instance: b.id}},
		)
		if err != nil {
			m.lose(b, "a list was refused: "+err.Error())
			return
		}
		if !b.carryOut(c, s, m) || !b.ended(c, queued.TaskID, m) {
			return
		}
	}
}

// begin puts away what the list before dug, for a slot holds 64, and returns list n. It
// digs another item than the one before: the report of what is held and the list come
// on two lines, in either order, and either way none of it is held when it begins.
func (b *body) begin(n int) []game.Action {
	b.seen, b.item, b.held = map[string]bool{}, [...]string{"dirt", "sand"}[n%2], 0
	list := make([]game.Action, listLength)
	for i := range list {
		list[i] = game.Action{Kind: game.Mine, Target: b.item, Quantity: 1}
	}
	return list
}

// next is the next action's id. Until it comes the body reports, as each does that
// has nothing to do: who was silent for long gets nothing to do (rule 12).
func (b *body) next(m *meter) (id string, ok bool) {
	late := time.After(patience)
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	for {
		select {
		case id, ok = <-b.actions:
			return id, ok
		case <-late:
			return "", false
		case <-tick.C:
			if err := b.report(); err != nil {
				m.lose(b, "its line: "+err.Error())
				return "", false
			}
		}
	}
}

// carryOut answers each action of a list and reports whether all of them came.
func (b *body) carryOut(c *client.Client, s settings, m *meter) bool {
	var answered time.Time
	for i := range listLength {
		id, ok := b.next(m)
		if !ok {
			m.lose(b, fmt.Sprintf("action %d of a list never came: %s", i+1, b.standing(c)))
			return false
		}
		if !answered.IsZero() {
			m.took(time.Since(answered))
		}
		if b.seen[id] {
			m.lose(b, "an action came twice")
			return false
		}
		b.seen[id] = true
		time.Sleep(s.rhythm)
		b.held++
		result := `{"type":"action_complete","actionId":"` + id + `","result":{"success":true,"broken":1,"delta":{"` + b.item +
			`":1},"state":` + b.state() + `}}`
		answered = time.Now()
		err := b.write([]byte(result))
		if err == nil { // which a report confirms before the next action goes out (rule 11)
			err = b.report()
		}
		if err != nil {
			m.lose(b, "its line: "+err.Error())
			return false
		}
	}
	return true
}

// standing is what the server says of the body's task.
func (b *body) standing(c *client.Client) string {
	st, err := c.GetStatus(context.Background(), view.OfBody{Instance: b.id})
	switch t := st.CurrentTask; {
	case err != nil:
		return err.Error()
	case t == nil:
		return "it has no task"
	default:
		return fmt.Sprintf("its task is %s, %d actions were sent (%s%s)", t.State, t.Sent, t.Reason, t.Waiting)
	}
}

// ended waits for the task's end, which takes a report that is newer than the last
// result, and tells whether it is complete and proven.
func (b *body) ended(c *client.Client, task string, m *meter) bool {
	reported := time.Now()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
		if time.Since(reported) >= reportEvery {
			reported = time.Now()
			if err := b.report(); err != nil {
				m.lose(b, "its line: "+err.Error())
				return false
			}
		}
		st, err := c.GetStatus(context.Background(), view.OfBody{Instance: b.id})
		if err != nil {
			m.lose(b, "its status: "+err.Error())
			return false
		}
		if t := st.CurrentTask; t != nil && t.ID == task && !t.Ended.IsZero() {
			if t.State != "complete" || t.Sent != listLength {
				m.lose(b, fmt.Sprintf("a list ended %s with %d of %d actions sent: %s", t.State, t.Sent, listLength, t.Reason))
				return false
			}
			m.list(task)
			return true
		}
	}
	m.lose(b, "a list never ended: "+b.standing(c))
	return false
}
