// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/freeport"
	"github.com/minehand/minehand/ui/view"
)

// chat is a host of the Model Context Protocol with a session.
type chat struct {
	t       *testing.T
	session *sdk.ClientSession

	mu       sync.Mutex
	progress []*sdk.ProgressNotificationParams
	heard    chan struct{}
}

func newChat(t *testing.T, to sdk.Transport) *chat {
	t.Helper()
	return askingChat(t, to, nil)
}

// askingChat is one whose host can ask its user, with what they answer.
func askingChat(t *testing.T, to sdk.Transport, user func(question string) *sdk.ElicitResult) *chat {
	t.Helper()
	c := &chat{t: t, heard: make(chan struct{}, 1)}
	options := sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			c.mu.Lock()
			c.progress = append(c.progress, r.Params)
			c.mu.Unlock()
			select {
			case c.heard <- struct{}{}:
			default:
			}
		},
	}
	if user != nil {
		options.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return user(r.Params.Message), nil
		}
	}
	host := sdk.NewClient(&sdk.Implementation{Name: "test host", Version: "1"}, &options)
	var err error
	if c.session, err = host.Connect(t.Context(), to, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.session.Close() })
	return c
}

// tool calls a tool that is to succeed and reads its data into out.
func (c *chat) tool(name string, args map[string]any, out any) string {
	c.t.Helper()
	r := c.try(name, args)
	text := textOf(r)
	if r.IsError {
		c.t.Fatalf("%s %v was refused: %s", name, args, text)
	}
	if out != nil {
		data, err := json.Marshal(r.StructuredContent)
		if err == nil {
			err = json.Unmarshal(data, out)
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
	return text
}

func (c *chat) try(name string, args map[string]any) *sdk.CallToolResult {
	c.t.Helper()
	p := &sdk.CallToolParams{Name: name, Arguments: args}
	p.SetProgressToken(name)
	r, err := c.session.CallTool(c.t.Context(), p)
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	return r
}

func textOf(r *sdk.CallToolResult) string {
	var lines []string
	for _, part := range r.Content {
		if t, ok := part.(*sdk.TextContent); ok {
			lines = append(lines, t.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// TestAChatStartsMinehand: with none at hand one is started on the port, and ends
// with the chat; a question of the user's is answered from the rules of the game.
func TestAChatStartsMinehand(t *testing.T) {
	c := newChat(t, &sdk.CommandTransport{Command: program(t.Context(), t, "mcp", "--port", "0", "--data-dir", t.TempDir())})
	if text := c.tool("players", nil, nil); text == "" {
		t.Error("nothing is said of the players")
	}
	if text := c.tool("how_to_make", map[string]any{"item": "cake"}, nil); !strings.Contains(text, "3 milk buckets") {
		t.Errorf("a cake is made so: %s", text)
	}
	if text := c.tool("talk", map[string]any{"text": "how do I make a stick?", "ask": true}, nil); !strings.Contains(text, "craft it from") {
		t.Errorf("a stick is made so: %s", text)
	}
	if r := c.try("talk", map[string]any{"text": "get 3 diamonds"}); !r.IsError {
		t.Errorf("a goal without a player: %s", textOf(r))
	}
}

// TestAChatGetsDiamonds: the whole way through the program's standard input and
// output, in the practice world.
func TestAChatGetsDiamonds(t *testing.T) {
	c := newChat(t, &sdk.CommandTransport{Command: program(t.Context(), t, "mcp", "--practice", "--speed", "600", "--all-tools")})
	var tools []string
	for tool, err := range c.session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, tool.Name)
	}
	for _, want := range []string{"read_goal", "send_goal", "wait_for_task", "stop", "get_status", "get_frames", "players", "get_state", "get_inventory", "history", "get_task", "talk", "how_to_make"} {
		if !slices.Contains(tools, want) {
			t.Errorf("there is no tool %s among %v", want, tools)
		}
	}
	var reading view.Reading
	if text := c.tool("read_goal", map[string]any{"prompt": "get 3 diamonds"}, &reading); !reading.Understood || !strings.Contains(text, "diamond") {
		t.Errorf("read as %+v: %s", reading, text)
	}
	var queued view.Queued
	c.tool("send_goal", map[string]any{"prompt": "get 3 diamonds"}, &queued)
	var rec view.TaskRecord
	text := c.tool("wait_for_task", map[string]any{"taskId": queued.TaskID, "seconds": 120}, &rec)
	if rec.Task.State != view.TaskComplete || !rec.Task.Verified || len(rec.Task.Clauses) != 1 {
		t.Fatalf("the task ended %+v: %s", rec.Task, text)
	}
	if cl := rec.Task.Clauses[0]; !cl.Met || cl.Grade != view.Seen || cl.Have < 3 || len(cl.Proofs) == 0 || !cl.Proofs[0].Met {
		t.Errorf("the clause is %+v", cl)
	}
	if !strings.Contains(text, "Complete: every part was seen to be met.") || !strings.Contains(text, "proven") {
		t.Errorf("the chat is told %s", text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.progress) < 5 {
		t.Fatalf("only %d notices of progress came", len(c.progress))
	}
	for i, p := range c.progress {
		if p.Message == "" || p.Progress > p.Total || i > 0 && p.Progress <= c.progress[i-1].Progress {
			t.Errorf("progress %d is %+v", i, p)
		}
	}
	var held view.Inventory
	if text := c.tool("get_inventory", nil, &held); held.Counts["diamond"] < 3 || !strings.Contains(text, "diamond") {
		t.Errorf("held is %v: %s", held.Counts, text)
	}
	if text := c.tool("history", nil, nil); !strings.Contains(text, queued.TaskID) || !strings.Contains(text, "Complete") {
		t.Errorf("the history is %s", text)
	}
}

// TestAChatSendsManyGoals: each is a task of its own, also in the words of the one
// before. They were calls of connections under one name that all counted ids from 1.
func TestAChatSendsManyGoals(t *testing.T) {
	c := newChat(t, &sdk.CommandTransport{Command: program(t.Context(), t, "mcp", "--practice", "--speed", "600")})
	queued := ""
	for _, prompt := range []string{"get 1 more dirt", "get 1 more dirt", "get 1 stick"} {
		var next view.Queued
		if c.tool("send_goal", map[string]any{"prompt": prompt}, &next); next.TaskID == queued {
			t.Fatalf("%q was taken as the task before it", prompt)
		}
		queued = next.TaskID
		var rec view.TaskRecord
		if c.tool("wait_for_task", map[string]any{"taskId": queued, "seconds": 120}, &rec); rec.Task.State != view.TaskComplete {
			t.Errorf("%q ended %+v", prompt, rec.Task)
		}
	}
}

// TestAChatStopsATask while another of its calls waits for it.
func TestAChatStopsATask(t *testing.T) {
	c := newChat(t, &sdk.CommandTransport{Command: program(t.Context(), t, "mcp", "--practice", "--speed", "20", "--all-tools")})
	var queued view.Queued
	c.tool("send_goal", map[string]any{"prompt": "get 3 diamonds"}, &queued)
	ended := make(chan string)
	go func() { ended <- textOf(c.try("wait_for_task", map[string]any{"taskId": queued.TaskID})) }()
	select {
	case <-c.heard:
	case <-time.After(30 * time.Second):
		t.Fatal("no progress came")
	}
	// A stop before the goal is planned ends it with no clauses to tell of.
	for rec := (view.TaskRecord{}); len(rec.Task.Clauses) == 0; {
		c.tool("get_task", map[string]any{"taskId": queued.TaskID}, &rec)
	}
	c.tool("stop", nil, nil)
	select {
	case text := <-ended:
		if !strings.Contains(text, "Stopped before its end.") || !strings.Contains(text, "not proven") || strings.Contains(text, "Complete") {
			t.Errorf("the waiting call is told %s", text)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the waiting call did not return")
	}
}

// TestAChatComesToARunningMinehand: one that ends and is started anew, one without
// a body, and over HTTP.
func TestAChatComesToARunningMinehand(t *testing.T) {
	dir := t.TempDir()
	port := freeport.Of(t)
	planner, err := app.NewPlanner(settings.Config{}, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	defer planner.Close()
	serve := func() *app.Server {
		s, err := app.StartServer(t.Context(), app.ServerConfig{Planner: planner, Port: port, DataDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := serve()
	c := newChat(t, &sdk.CommandTransport{Command: program(t.Context(), t, "mcp", "--port", strconv.Itoa(port), "--data-dir", dir)})
	if text := c.tool("players", nil, nil); !strings.Contains(text, "No player is connected") {
		t.Errorf("the players are %s", text)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if r := c.try("get_status", nil); !r.IsError || !strings.Contains(textOf(r), "minehand serve") {
		t.Errorf("without a Minehand: %s", textOf(r))
	}
	s = serve()
	defer func() { _ = s.Close() }()
	if r := c.try("send_goal", map[string]any{"prompt": "get 3 diamonds"}); !r.IsError || !strings.Contains(textOf(r), "no body is connected") {
		t.Errorf("without a body: %s", textOf(r))
	}
	if r := c.try("send_goal", map[string]any{"goal": "get 3 diamonds"}); !r.IsError || !strings.Contains(textOf(r), `no member "goal"; those there are: instance, prompt, settings`) {
		t.Errorf("a wrong member: %s", textOf(r))
	}
	if r := c.try("wait_for_task", map[string]any{"seconds": -1}); !r.IsError || !strings.Contains(textOf(r), "use 0 to 3600") {
		t.Errorf("a wrong time: %s", textOf(r))
	}
	if text := c.tool("players", nil, nil); !strings.Contains(text, "No player is connected") {
		t.Errorf("the players are %s", text)
	}
	url := fmt.Sprintf("http://127.0.0.1:%d/mcp", port)
	for _, header := range []string{"", "Bearer wrong"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		if header != "" {
			req.Header.Set("Authorization", header)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("with the header %q: %s", header, resp.Status)
		}
	}
	over := newChat(t, &sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: withToken(s.Token)}})
	if text := over.tool("players", nil, nil); !strings.Contains(text, "No player is connected") {
		t.Errorf("over HTTP the players are %s", text)
	}
}

// withToken shows the control token with every request.
type withToken string

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(w))
	return http.DefaultTransport.RoundTrip(r)
}

// TestTheSettingsOfChatPrograms in docs/MCP.md are JSON, and what they start is a
// command of the program with flags that it has.
func TestTheSettingsOfChatPrograms(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "MCP.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for i, block := range strings.Split(string(text), "```json\n") {
		if i == 0 {
			continue
		}
		block, _, _ = strings.Cut(block, "```")
		var file map[string]map[string]struct {
			Command string            `json:"command"`
			Args    []string          `json:"args"`
			Type    string            `json:"type"`
			URL     string            `json:"url"`
			Headers map[string]string `json:"headers"`
		}
		dec := json.NewDecoder(strings.NewReader(block))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&file); err != nil {
			t.Errorf("%s: %v", block, err)
			continue
		}
		blocks++
		for _, servers := range file {
			for name, s := range servers {
				if s.URL != "" {
					if s.URL != fmt.Sprintf("http://localhost:%d/mcp", settings.DefaultPort) || !strings.HasPrefix(s.Headers["Authorization"], "Bearer ") {
						t.Errorf("%s is at %q with %v", name, s.URL, s.Headers)
					}
					continue
				}
				if s.Command != "minehand" || len(s.Args) == 0 {
					t.Errorf("%s starts %q %q", name, s.Command, s.Args)
					continue
				}
				root := newRoot(nil, nil, nil)
				cmd, rest, err := root.Find(s.Args)
				if err != nil || cmd.Name() != "mcp" {
					t.Errorf("%s starts %q: %v", name, s.Args, err)
				} else if err := cmd.ParseFlags(rest); err != nil {
					t.Errorf("%s starts %q: %v", name, s.Args, err)
				}
			}
		}
	}
	if blocks < 4 {
		t.Errorf("only %d settings were read", blocks)
	}
}

// TestAChatAsksItsUser: what is only guessed at, and a plan that waits for a yes, are
// put to the user by the host; a host that cannot is told what they type. No yes of the
// model counts.
func TestAChatAsksItsUser(t *testing.T) {
	_, config := talker(t, "",
		called("ask_player", `{"question":"On the hill?"}`), called("do", oneDirt), called("finish", `{"clauses":[],"proofs":["p2"]}`))
	start := func(user func(string) *sdk.ElicitResult, flags ...string) *chat {
		return askingChat(t, &sdk.CommandTransport{Command: program(t.Context(), t, append([]string{"mcp", "--speed", "600", "--config", config}, flags...)...)}, user)
	}
	var asked []string
	says := "no"
	c := start(func(question string) *sdk.ElicitResult {
		asked = append(asked, question)
		switch says {
		case "yes":
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"agree": true}}
		case "off":
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"agree": false}}
		}
		return &sdk.ElicitResult{Action: "decline"}
	}, "--practice")
	for _, says = range []string{"no", "off"} {
		if text := c.tool("send_goal", map[string]any{"prompt": "get 2 dirtt"}, nil); text != "Not begun: the user said no." {
			t.Errorf("after %q: %s", says, text)
		}
	}
	says = "yes"
	var queued view.Queued
	c.tool("talk", map[string]any{"text": "get 2 dirtt"}, &queued)
	if text := c.tool("wait_for_task", map[string]any{"taskId": queued.TaskID}, nil); !strings.Contains(text, "Complete: every part was seen to be met.") {
		t.Errorf("after a yes: %s", text)
	}
	c.tool("send_goal", map[string]any{"prompt": hide, "settings": map[string]any{"mode": "agent", "provider": "studio"}}, &queued)
	if text := c.tool("wait_for_task", map[string]any{"taskId": queued.TaskID}, nil); !strings.Contains(text, "nobody could check") {
		t.Errorf("after a model's question: %s", text)
	}
	if len(asked) != 4 || !strings.HasPrefix(asked[0], `Did you mean "get 2 dirt"?`) || !strings.Contains(asked[3], "On the hill?") {
		t.Errorf("the user was asked %q", asked)
	}

	dumb := start(nil, "--port", strconv.Itoa(freeport.Of(t)), "--data-dir", t.TempDir())
	text := dumb.tool("talk", map[string]any{"text": "how do I make a stick?", "ask": true}, nil)
	if !strings.Contains(text, "craft it from") {
		t.Errorf("a stick is made so: %s", text)
	}
	if r := dumb.try("talk", map[string]any{"text": "yes"}); !r.IsError || !strings.Contains(textOf(r), "A yes counts only where the person gives it") {
		t.Errorf("a yes of the model: %s", textOf(r))
	}
	alone := start(nil, "--practice")
	if text := alone.tool("send_goal", map[string]any{"prompt": "get 2 dirtt"}, nil); !strings.Contains(text, `Not begun. Did you mean "get 2 dirt"?`) || !strings.Contains(text, "Put this question to the user") {
		t.Errorf("a host that cannot ask is told %s", text)
	}
	if r := alone.try("talk", map[string]any{"text": "yes"}); !r.IsError {
		t.Errorf("a yes of the model: %s", textOf(r))
	}
}
