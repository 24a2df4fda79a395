// SPDX-License-Identifier: MIT

package mcp

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// Config of a server. Dial is required.
type Config struct {
	// Dial opens a connection to the control side (Local, Remote). Each call of a
	// tool has its own.
	Dial func(context.Context) (*client.Client, error)
	// AllTools offers all calls; without it there are the dozen that a chat's model
	// needs.
	AllTools bool
	// Typed begins the command by which the person answers where the host cannot ask:
	// "minehand do". Empty where no command reaches this Minehand.
	Typed string
	// Version of Minehand, for hosts that show it. Default "devel".
	Version string
}

const instructions = `Minehand carries out goals in Minecraft for a player: "get 3 diamonds", "make bread and eat it", "come to me".
Send a goal in plain English with send_goal, then follow it with wait_for_task until it has ended.
A goal is done only when its clauses are proven; say to the user which are, and which are not.
stop ends what is being done at once.
A question that a tool answers with is for the user: you cannot say yes for them.`

// server is what the tools share.
type server struct {
	cfg Config
	// name is the client that the tools' calls belong to.
	name string
}

// New returns an MCP server whose tools are the calls of the call table. It may
// serve any number of sessions at once; they are one client, so that they share
// the chosen player.
func New(cfg Config) (*sdk.Server, error) {
	cfg.Version = cmp.Or(cfg.Version, "devel")
	s := &server{cfg, "mcp-" + rand.Text()}
	inputs, err := schemas()
	if err != nil {
		return nil, err
	}
	out := sdk.NewServer(&sdk.Implementation{Name: "minehand", Title: "Minehand", Version: cfg.Version}, &sdk.ServerOptions{
		Instructions: instructions, Capabilities: &sdk.ServerCapabilities{},
	})
	closed := false
	for _, c := range ui.Calls() {
		if c.Tool.Left != "" || !c.Tool.Chat && !cfg.AllTools {
			continue
		}
		out.AddTool(&sdk.Tool{
			Name: nameOf(&c), Description: describe(&c), InputSchema: inputs[c.Name],
			Annotations: &sdk.ToolAnnotations{ReadOnlyHint: c.Reads, DestructiveHint: &c.Tool.Destroys, OpenWorldHint: &closed},
		}, s.call(c, inputs[c.Name]))
	}
	out.AddTool(waitTool(), s.wait)
	return out, nil
}

// NewHandler serves servers over HTTP: the one with all tools to who asks for
// ?all-tools. Tokens, Host and Origin are checked by who mounts it. Nothing is kept
// between requests.
func NewHandler(cfg Config) (http.Handler, error) {
	cfg.AllTools = false
	few, err := New(cfg)
	if err != nil {
		return nil, err
	}
	cfg.AllTools = true
	all, err := New(cfg)
	if err != nil {
		return nil, err
	}
	return sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		if r.URL.Query().Has("all-tools") {
			return all
		}
		return few
	}, &sdk.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: 256 << 10}), nil
}

// open dials and names the connection.
func (s *server) open(ctx context.Context) (*client.Client, error) {
	c, err := s.cfg.Dial(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.Hello(ctx, view.Hello{Client: s.name}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// call is the tool of one call.
func (s *server) call(c ui.Call, input map[string]any) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		args, err := members(req.Params.Arguments)
		if err != nil {
			return refusal(err), nil
		}
		if err := fits(args, input); err != nil {
			return refusal(err), nil
		}
		conn, err := s.open(ctx)
		if err != nil {
			return refusal(err), nil
		}
		defer func() { _ = conn.Close() }()
		if c.Tool.Begins {
			out, err := (&question{s, req, conn}).request(ctx, &c, args)
			if err != nil {
				return refusal(err), nil
			}
			return out, nil
		}
		var data json.RawMessage
		if err := conn.Call(ctx, c.Name, args, &data); err != nil {
			return refusal(err), nil
		}
		return s.answer(&c, data)
	}
}

// unattended has a request know that nobody can be asked.
func unattended(args map[string]any) {
	settings, _ := args["settings"].(map[string]any)
	if settings == nil {
		settings = map[string]any{}
		args["settings"] = settings
	}
	settings["unattended"] = true
}

// members are a tool's arguments; none are as good as an empty object.
func members(data json.RawMessage) (map[string]any, error) {
	args := map[string]any{}
	if len(bytes.TrimSpace(data)) == 0 || string(data) == "null" {
		return args, nil
	}
	if err := budget.ToolCall.Check(data); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&args); err != nil {
		return nil, fmt.Errorf("the arguments have to be a JSON object: %w", err)
	}
	return args, nil
}

// fits refuses members that a tool does not have.
func fits(args, schema map[string]any) error {
	props, _ := schema["properties"].(map[string]any)
	for name, v := range args {
		p, ok := props[name].(map[string]any)
		if !ok {
			return fmt.Errorf("there is no member %q; those there are: %s", name, strings.Join(slices.Sorted(maps.Keys(props)), ", "))
		}
		if inner, ok := v.(map[string]any); ok && p["properties"] != nil {
			if err := fits(inner, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// refusal is a result that tells the model what is wrong, so that it can mend
// it.
func refusal(err error) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: cut(err.Error())}}}
}
