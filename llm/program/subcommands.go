// SPDX-License-Identifier: MIT

package program

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Subcommands is a program with generate, stream and health: a JSON request on
// stdin, a JSON response or one JSON chunk a line on stdout.
type Subcommands struct {
	// Subcommand: first (default) or last, before or after the arguments.
	Subcommand string `yaml:"subcommand"`
	// Temperature, 0 to 2, and MaxTokens of a reply, 1 or more, of requests that
	// set none. Defaults: 0.2 and the task's own.
	Temperature *float64 `yaml:"temperature"`
	MaxTokens   *int     `yaml:"max_tokens"`
	// Options are the program's own, sent with each request.
	Options map[string]any `yaml:"options"`
}

func (*Subcommands) name() string { return "a CLI provider" }

// healthLimit bounds the subcommand health.
const healthLimit = 10 * time.Second

type cliQuestion struct {
	Prompt      string            `json:"prompt"`
	System      string            `json:"system_prompt,omitempty"`
	MaxTokens   int               `json:"max_tokens,omitempty"`
	Temperature *float64          `json:"temperature,omitempty"`
	TopP        *float64          `json:"top_p,omitempty"`
	Tools       []cliTool         `json:"tools,omitempty"`
	Context     []cliMessage      `json:"context,omitempty"`
	Config      map[string]any    `json:"config,omitempty"`
	Metadata    map[string]string `json:"metadata,omitempty"`
}

type cliMessage struct {
	Role    llm.Role `json:"role"`
	Content string   `json:"content"`
}

type cliTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// cliAnswer is a response, or a chunk of one.
type cliAnswer struct {
	Content      string  `json:"content"`
	TokensUsed   float64 `json:"tokens_used"`
	InputTokens  float64 `json:"input_tokens"`
	OutputTokens float64 `json:"output_tokens"`
	Model        string  `json:"model"`
	FinishReason string  `json:"finish_reason"`
	Error        string  `json:"error"`
	Delta        string  `json:"delta"`
	Done         bool    `json:"done"`
}

func (a cliAnswer) said() said {
	out := said{content: a.Content, model: a.Model, finish: llm.FinishReason(a.FinishReason),
		input: int(a.InputTokens), output: int(a.OutputTokens)}
	if a.FinishReason == "tool_use" {
		out.finish = llm.FinishTools
	}
	if out.input+out.output == 0 {
		out.output = int(a.TokensUsed)
	}
	return out
}

// argv is the program's arguments with the subcommand at its place.
func (s *Subcommands) argv(p *Provider, subcommand string) []string {
	args := p.Argv[1:]
	if s.Subcommand == "last" {
		return append(append([]string{}, args...), subcommand)
	}
	return append([]string{subcommand}, args...)
}

func (s *Subcommands) ask(p *Provider, q question, out *pieces) (process.Call, reader, error) {
	line, err := p.line(s.question(q))
	if q.OnChunk == nil {
		return process.Call{Argv: s.argv(p, "generate"), Input: line}, func(output []byte, exit *llm.Error) (said, error) {
			var a cliAnswer
			if err := p.decode(output, exit, &a); err != nil {
				return said{}, err
			}
			switch {
			case a.Error != "":
				return a.said(), p.remote(codeOf(exit), a.Error)
			case exit != nil:
				return a.said(), exit
			}
			return a.said(), nil
		}, err
	}
	chunks := cliStream{provider: p, out: out}
	return process.Call{Argv: s.argv(p, "stream"), Input: line, OnLine: chunks.line}, chunks.end, err
}

// question is the request as the protocol has it. It has no place for a schema,
// which is told in words.
func (s *Subcommands) question(q question) cliQuestion {
	req := q.SchemaAsWords()
	out := cliQuestion{Prompt: req.Prompt, System: req.System, MaxTokens: req.MaxTokens,
		Temperature: cmp.Or(req.Temperature, s.Temperature), TopP: req.TopP, Metadata: req.Metadata}
	if out.MaxTokens <= 0 && s.MaxTokens != nil {
		out.MaxTokens = *s.MaxTokens
	}
	for _, m := range req.Context {
		out.Context = append(out.Context, cliMessage{m.Role, m.Content})
	}
	if last := len(out.Context) - 1; out.Prompt == "" && last >= 0 { // the protocol requires one
		out.Prompt, out.Context = out.Context[last].Content, out.Context[:last]
	}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, cliTool{t.Name, t.Description, t.Parameters})
	}
	if out.Config = maps.Clone(s.Options); q.model != "" {
		if out.Config == nil {
			out.Config = map[string]any{}
		}
		out.Config["model"] = q.model
	}
	return out
}

func codeOf(exit *llm.Error) int {
	if exit == nil {
		return 0
	}
	return max(0, exit.Code)
}

// cliStream puts the chunks together. Their content is cumulative; a program
// that sends only deltas is read as well.
type cliStream struct {
	provider *Provider
	out      *pieces
	last     cliAnswer
}

func (s *cliStream) line(line []byte) error {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || s.last.Done {
		return nil
	}
	if !utf8.Valid(line) {
		_, err := s.provider.utf8(line)
		return err
	}
	var c cliAnswer
	if err := budget.ProgramLine.JSON(line, &c); err != nil {
		return s.provider.Fault(llm.ErrBadReply, "a line of its stream is not a JSON chunk: "+process.OneLine(start(line)), "", nil)
	}
	piece := c.Delta
	if have := s.out.text.String(); strings.HasPrefix(c.Content, have) && c.Content != "" {
		piece = c.Content[len(have):]
	}
	s.last = c
	return s.out.say(piece)
}

// end judges the stream: without its last chunk it was cut.
func (s *cliStream) end(_ []byte, exit *llm.Error) (said, error) {
	s.last.Content = s.out.text.String()
	a := s.last.said()
	switch {
	case s.last.Error != "":
		return a, s.provider.remote(codeOf(exit), s.last.Error)
	case s.last.Done:
		return a, nil
	case a.content == "" && exit != nil:
		return a, exit
	case a.content == "":
		return a, nil
	}
	e := s.provider.Fault(llm.ErrCutStream, "it ended without its last chunk", "", nil)
	if exit != nil {
		e.Detail = exit.Detail
	}
	e.Transient = true
	return a, e
}

// health asks the program.
func (s *Subcommands) health(ctx context.Context, p *Provider, h *llm.Health) error {
	res, err := p.Run(ctx, process.Call{Argv: s.argv(p, "health"), Timeout: healthLimit})
	if s.MaxTokens != nil {
		h.MaxTokens = *s.MaxTokens
	}
	var e *llm.Error
	if words := process.OneLine(p.Hide(string(res.Output))); errors.As(err, &e) && e.Kind == llm.ErrExit && words != "" && res.Stderr != "" {
		e.Detail = words + " " + e.Detail
	}
	return err
}
