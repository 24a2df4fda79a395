// SPDX-License-Identifier: MIT

// Command ollama-provider is a CLI provider over Ollama's HTTP API: the
// reference for programs that Minehand asks as type `cli`
// (docs/PROVIDERS.md).
//
//	echo '{"prompt":"What is 2+2?"}' | ollama-provider generate
//	echo '{"prompt":"Count to 5"}' | ollama-provider stream
//	ollama-provider health
//
// The subcommand may stand first or last. OLLAMA_HOST moves it to another
// address than http://localhost:11434. A config with other names than model is
// handed to Ollama as options (num_ctx, stop, seed).
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
)

// Bounds of what is read.
const (
	maxRequest = 16 << 20
	maxLine    = 1 << 20
	maxAnswer  = 8 << 20
)

// healthLimit bounds the subcommand health.
const healthLimit = 5 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p := provider{url: address(os.Getenv("OLLAMA_HOST")), in: os.Stdin, out: os.Stdout, err: os.Stderr}
	os.Exit(p.run(ctx, os.Args[1:]))
}

// address is where Ollama listens, from what OLLAMA_HOST may hold: host,
// host:port or a whole address.
func address(host string) string {
	host = strings.TrimRight(strings.TrimSpace(host), "/")
	if host == "" {
		return "http://localhost:11434"
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	if scheme, rest, _ := strings.Cut(host, "://"); scheme == "http" && !strings.Contains(rest, ":") {
		host += ":11434"
	}
	return strings.Replace(host, "0.0.0.0", "localhost", 1) // where a server listens, not where it is
}

type provider struct {
	url      string
	in       io.Reader
	out, err io.Writer
}

// question is a request of the protocol.
type question struct {
	Prompt      string         `json:"prompt"`
	System      string         `json:"system_prompt"`
	MaxTokens   int            `json:"max_tokens"`
	Temperature *float64       `json:"temperature"`
	TopP        *float64       `json:"top_p"`
	Context     []message      `json:"context"`
	Config      map[string]any `json:"config"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// answer is a response of the protocol.
type answer struct {
	Content      string        `json:"content"`
	TokensUsed   int           `json:"tokens_used"`
	InputTokens  int           `json:"input_tokens"`
	OutputTokens int           `json:"output_tokens"`
	Model        string        `json:"model"`
	Latency      time.Duration `json:"latency"`
	FinishReason string        `json:"finish_reason"`
	Error        string        `json:"error,omitempty"`
	Provider     string        `json:"provider"`
}

// chunk is a line of a streamed response.
type chunk struct {
	Content    string    `json:"content"`
	Delta      string    `json:"delta"`
	Done       bool      `json:"done"`
	TokensUsed int       `json:"tokens_used,omitempty"`
	Error      string    `json:"error,omitempty"`
	Timestamp  time.Time `json:"timestamp"`
}

// piece is a line of Ollama's answer.
type piece struct {
	Model   string  `json:"model"`
	Message message `json:"message"`
	Done    bool    `json:"done"`
	Reason  string  `json:"done_reason"`
	Input   int     `json:"prompt_eval_count"`
	Output  int     `json:"eval_count"`
	Error   string  `json:"error"`
}

// run carries the subcommand out and returns the exit code.
func (p provider) run(ctx context.Context, args []string) int {
	do := map[string]func(context.Context) error{"generate": p.generate, "stream": p.stream, "health": p.health}
	for _, i := range []int{0, len(args) - 1} {
		if i < 0 || i >= len(args) || do[args[i]] == nil {
			continue
		}
		if err := do[args[i]](ctx); err != nil {
			_, _ = fmt.Fprintln(p.err, "Error:", err)
			return 1
		}
		return 0
	}
	_, _ = fmt.Fprintln(p.err, "usage: ollama-provider generate|stream|health (a JSON request on standard input)")
	return 2
}

func (p provider) generate(ctx context.Context) error {
	began := time.Now()
	a := answer{Provider: "ollama"}
	var text strings.Builder
	err := p.ask(ctx, func(now piece) error {
		text.WriteString(now.Message.Content)
		a.Model, a.InputTokens, a.OutputTokens, a.FinishReason = now.Model, now.Input, now.Output, now.Reason
		return nil
	})
	a.Content, a.TokensUsed, a.Latency = text.String(), a.InputTokens+a.OutputTokens, time.Since(began)
	if err == nil && strings.TrimSpace(a.Content) == "" {
		err = fmt.Errorf("the model %s said nothing", a.Model)
	}
	if err != nil {
		a.Error, a.FinishReason = err.Error(), "error"
	}
	return errors.Join(err, json.NewEncoder(p.out).Encode(a))
}

func (p provider) stream(ctx context.Context) error {
	var text strings.Builder
	lines := json.NewEncoder(p.out)
	err := p.ask(ctx, func(now piece) error {
		if now.Message.Content == "" && !now.Done {
			return nil // a thinking model begins with empty pieces
		}
		text.WriteString(now.Message.Content)
		return lines.Encode(chunk{Content: text.String(), Delta: now.Message.Content, Done: now.Done,
			TokensUsed: now.Input + now.Output, Timestamp: time.Now()})
	})
	if err != nil {
		return errors.Join(err, lines.Encode(chunk{Content: text.String(), Done: true, Error: err.Error(), Timestamp: time.Now()}))
	}
	return nil
}

// health succeeds when Ollama answers and has a model.
func (p provider) health(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	if _, err := p.model(ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.out, "OK")
	return err
}

// ask sends the request on standard input to Ollama and hands on its pieces; an
// answer that does not come to its end is an error.
func (p provider) ask(ctx context.Context, each func(piece) error) error {
	var q question
	raw, err := budget.ProviderRequest.Read(p.in)
	if err == nil {
		err = budget.ProviderRequest.JSON(raw, &q)
	}
	if err != nil {
		return fmt.Errorf("standard input holds no request: %w", err)
	}
	if q.Prompt == "" {
		return errors.New("the request has no prompt")
	}
	body, err := p.body(ctx, q)
	if err != nil {
		return err
	}
	resp, err := p.send(ctx, http.MethodPost, "/api/chat", body)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	scan := bufio.NewScanner(io.LimitReader(resp.Body, maxAnswer))
	scan.Buffer(nil, budget.ModelEvent.Bytes())
	for scan.Scan() {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		var now piece
		if err := budget.ModelEvent.JSON(scan.Bytes(), &now); err != nil {
			return fmt.Errorf("what answers at %s is not Ollama: %w", p.url, err)
		}
		if now.Error != "" {
			return errors.New(now.Error)
		}
		if err := each(now); err != nil {
			return err
		}
		if now.Done {
			return nil
		}
	}
	return errors.Join(errors.New("the answer of Ollama broke off"), scan.Err())
}

// body is the request as Ollama has it.
func (p provider) body(ctx context.Context, q question) (io.Reader, error) {
	options := map[string]any{}
	maps.Copy(options, q.Config)
	model, _ := options["model"].(string)
	delete(options, "model")
	if model == "" {
		var err error
		if model, err = p.model(ctx); err != nil {
			return nil, err
		}
	}
	if q.MaxTokens > 0 {
		options["num_predict"] = q.MaxTokens
	}
	if q.Temperature != nil {
		options["temperature"] = *q.Temperature
	}
	if q.TopP != nil {
		options["top_p"] = *q.TopP
	}
	var messages []message
	if q.System != "" {
		messages = append(messages, message{"system", q.System})
	}
	messages = append(append(messages, q.Context...), message{"user", q.Prompt})
	raw, err := json.Marshal(map[string]any{"model": model, "messages": messages, "stream": true, "options": options})
	return bytes.NewReader(raw), err
}

// model is the first that runs, else the first there is.
func (p provider) model(ctx context.Context) (string, error) {
	for _, path := range []string{"/api/ps", "/api/tags"} {
		resp, err := p.send(ctx, http.MethodGet, path, nil)
		if err != nil {
			return "", err
		}
		var list struct {
			Models []struct {
				Name string `json:"name"`
			} `json:"models"`
		}
		raw, err := budget.ModelAnswer.Read(resp.Body)
		_ = resp.Body.Close()
		if err == nil {
			err = budget.ModelAnswer.JSON(raw, &list)
		}
		if err != nil {
			return "", fmt.Errorf("what answers at %s is not Ollama: %w", p.url, err)
		}
		if len(list.Models) > 0 {
			return list.Models[0].Name, nil
		}
	}
	return "", errors.New("no model is there: run `ollama pull llama3.2`")
}

// send sends a request; a refusal is an error with Ollama's own words.
func (p provider) send(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, p.url+path, body)
	if err != nil {
		return nil, fmt.Errorf("OLLAMA_HOST holds no address: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("no Ollama answers at %s: start it with `ollama serve`: %w", p.url, err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	defer func() { _ = resp.Body.Close() }()
	raw, _ := budget.ModelFault.Read(resp.Body)
	var refusal struct {
		Error string `json:"error"`
	}
	if budget.ModelFault.JSON(raw, &refusal) == nil && refusal.Error != "" {
		return nil, errors.New(refusal.Error)
	}
	return nil, fmt.Errorf("what answers at %s is not Ollama (HTTP %d)", p.url, resp.StatusCode)
}
