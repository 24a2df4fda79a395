// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

// modded is a body whose game has a mod: it registers with the mod's recipes and crafts
// by them, in an inventory of its own, and nothing else. What it does outlives its line.
type modded struct {
	port int

	mu sync.Mutex
	// Owned by mu:
	held     map[string]int
	finished []map[string]any
	token    string
	// got counts the actions that reached it.
	got     int
	crafted []string

	// stuck holds crafts of this item back until it is closed.
	stuck  chan struct{}
	sticks string
}

// moddedRecipes make tin of two dusts, and a hammer of two tins and a stick.
const moddedRecipes = `[{"type":"crafting_shapeless","ingredients":["mymod:dust","mymod:dust"],"result":"mymod:tin"},
{"type":"crafting_shapeless","ingredients":["mymod:tin","mymod:tin","stick"],"result":"mymod:hammer"}]`

// play connects again and again until ctx ends.
func (m *modded) play(ctx context.Context) {
	for ctx.Err() == nil {
		m.session(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (m *modded) session(ctx context.Context) {
	line, _, err := websocket.DefaultDialer.DialContext(ctx, fmt.Sprintf("ws://127.0.0.1:%d/", m.port), nil)
	if err != nil {
		return
	}
	defer line.Close()
	stop := context.AfterFunc(ctx, func() { _ = line.Close() })
	defer stop()
	var writing sync.Mutex
	send := func(kind string, more map[string]any) {
		frame := map[string]any{"type": kind, "instanceId": "modded"}
		maps.Copy(frame, more)
		writing.Lock()
		defer writing.Unlock()
		_ = line.WriteJSON(frame)
	}
	m.mu.Lock()
	register := map[string]any{
		"version": "1.21.5", "protocol": 2, "capabilities": map[string]any{"actions": []string{"craft"}}, "recipes": json.RawMessage(moddedRecipes),
		"world": map[string]any{"present": true, "id": "w"}, "running": []string{}, "finished": slices.Clone(m.finished),
	}
	if m.token != "" {
		register["resumeToken"] = m.token
	}
	m.mu.Unlock()
	send("register", register)
	var working sync.WaitGroup
	defer working.Wait()
	over := make(chan struct{})
	defer close(over)
	for {
		var frame struct {
			Type, ResumeToken string
			Action            struct {
				ID, Type, Recipe string
				Quantity         int
			}
		}
		if line.ReadJSON(&frame) != nil {
			return
		}
		switch frame.Type {
		case "registered":
			m.mu.Lock()
			m.token = frame.ResumeToken
			m.mu.Unlock()
			working.Go(func() {
				for {
					send("state_update", map[string]any{"data": m.state()})
					select {
					case <-over:
						return
					case <-time.After(100 * time.Millisecond):
					}
				}
			})
		case "execute_action":
			a := frame.Action
			m.mu.Lock()
			m.got++
			m.mu.Unlock()
			working.Go(func() {
				if a.Recipe == m.sticks {
					<-m.stuck
				}
				end := map[string]any{"actionId": a.ID}
				kind := "action_complete"
				if m.craft(a.Recipe, max(a.Quantity, 1)) {
					end["result"] = map[string]any{"success": true, "state": m.state()}
				} else {
					kind, end["error"], end["code"] = "action_failed", "its parts are missing", "missing_item"
				}
				m.mu.Lock()
				m.finished = append(m.finished, end)
				m.mu.Unlock()
				send(kind, end)
			})
		}
	}
}

func (m *modded) craft(item string, n int) bool {
	parts := map[string]map[string]int{"mymod:tin": {"mymod:dust": 2}, "mymod:hammer": {"mymod:tin": 2, "stick": 1}}[item]
	m.mu.Lock()
	defer m.mu.Unlock()
	m.crafted = append(m.crafted, fmt.Sprintf("%d %s", n, item))
	for part, count := range parts {
		if m.held[part] < count*n {
			return false
		}
	}
	for part, count := range parts {
		m.held[part] -= count * n
	}
	m.held[item] += n
	return parts != nil
}

func (m *modded) state() map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	stacks := []map[string]any{}
	for _, item := range slices.Sorted(maps.Keys(m.held)) {
		if n := m.held[item]; n > 0 {
			stacks = append(stacks, map[string]any{"slot": len(stacks), "item": item, "count": n})
		}
	}
	return map[string]any{
		"position": map[string]any{"x": 0.5, "y": 64, "z": 0.5}, "health": 20, "hunger": 20, "saturation": 5, "inventory": stacks,
		"dimension": "overworld", "gameMode": "survival", "world": map[string]any{"present": true, "id": "w"},
	}
}

// TestRule22AKilledServerGoesOnWithTheBodysOwnRecipes: a task in the middle of a plan of
// a mod's recipes and one that waits behind it are read and planned by those recipes
// again, once the body is back; what it did meanwhile is not done twice.
func TestRule22AKilledServerGoesOnWithTheBodysOwnRecipes(t *testing.T) {
	t.Parallel()
	for name, reached := range map[string]bool{
		"the body has its step":                true,
		"its step may not have reached it yet": false, // a task runs before its first step goes out
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			killedWithRecipes(t, reached)
		})
	}
}

// killedWithRecipes kills the server when the task runs, or when its first step has
// reached the body; then the body ends its step while nobody listens.
func killedWithRecipes(t *testing.T, reached bool) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := newServer(ctx, t)
	m := &modded{
		port: s.port, held: map[string]int{"mymod:dust": 10, "stick": 3},
		stuck: make(chan struct{}), sticks: "mymod:tin",
	}
	var body sync.WaitGroup
	playing, leave := context.WithCancel(ctx)
	var once sync.Once
	goOn := func() { once.Do(func() { close(m.stuck) }) }
	defer body.Wait()
	defer leave()
	defer goOn()
	body.Go(func() { m.play(playing) })
	holds := func(so func() bool) func() bool {
		return func() bool {
			m.mu.Lock()
			defer m.mu.Unlock()
			return so()
		}
	}
	first := s.submit("get 1 mymod:hammer")
	second := s.submit("get 3 mymod:tin")
	eventually(t, patience, "running", func() bool {
		task, ok := s.status(first)
		return ok && task.State == "running"
	})
	if reached {
		eventually(t, patience, "the first step", holds(func() bool { return m.got > 0 }))
	}
	s.kill()
	goOn()
	if reached {
		eventually(t, patience, "tin", holds(func() bool { return m.held["mymod:tin"] == 2 }))
	}
	s.start()
	for _, id := range []string{first, second} {
		eventually(t, patience, "the end of "+id, func() bool {
			r, err := s.client.GetTask(ctx, view.OfTask{TaskID: id})
			task := r.Task
			if err != nil || task.NeedsPerson || task.State == "error" || task.State == "stopped" {
				t.Fatalf("it is %s: %s, %v", task.State, task.Reason, err)
			}
			return task.State == "complete"
		})
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held["mymod:hammer"] != 1 || m.held["mymod:tin"] != 3 || m.held["mymod:dust"] != 0 {
		t.Errorf("it holds %v after %q", m.held, m.crafted)
	}
}
