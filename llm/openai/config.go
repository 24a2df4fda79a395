// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// DefaultURL is where LM Studio listens.
const DefaultURL = "http://localhost:1234"

// Settings are what the owner of a server says of it. What is left out is the server's.
type Settings struct {
	// URL: the address, with or without /v1.
	URL string `yaml:"url"`
	// Model: default: the one that is loaded.
	Model string `yaml:"model"`
	// APIKeyEnv: the environment variable that holds the key; keys are never in the file.
	APIKeyEnv string `yaml:"api_key_env"`
	// Temperature: 0 to 2; default 0.2.
	Temperature *float64 `yaml:"temperature"`
	// MaxTokens: of a reply, 1 or more; default the task's own.
	MaxTokens *int `yaml:"max_tokens"`
	// Timeout: of a whole call, above 0; default 10m.
	Timeout *time.Duration `yaml:"timeout"`
	// FirstToken: how long the first word may take, loading the model included; default 2m.
	FirstToken *time.Duration `yaml:"first_token"`
	// BetweenTokens: the longest pause between two words; default 30s.
	BetweenTokens *time.Duration `yaml:"between_tokens"`
	// Thinking: `false` turns off the thinking of models that have a switch for it; default as loaded.
	Thinking *bool `yaml:"thinking"`
	// Extra: fields that are sent with each request, for what a server knows beyond the protocol.
	Extra map[string]any `yaml:"extra"`
}

// Config is how to reach one server. The zero value is LM Studio on this
// machine with whatever model it has loaded.
type Config struct {
	Settings
	APIKey string // sent as a Bearer token when not empty
	// Memory keeps what was learned about servers and models; share one among
	// clients of the same server. Nil: the client's own.
	Memory    *Memory
	Transport http.RoundTripper // carries the requests; nil means one of the client's own
	Log       *slog.Logger      // gets one debug line for each attempt and one for each retry; nil: none
}

// Limits that are not configurable, because no sound reply comes near them.
const (
	maxWireBytes  = 64 << 20 // of one streamed reply, framing included
	maxReplyBytes = 2 << 20  // of its text, reasoning included
	maxDetail     = 300      // runes of the server's words kept in an error
	maxTries      = 3        // requests for one question, when failures are retryable

	dialTimeout  = 10 * time.Second
	probeTimeout = 5 * time.Second
	// finishGrace is how long [DONE] and usage may take after a finish_reason.
	finishGrace = 2 * time.Second
	// maxRetryAfter is the longest Retry-After that is waited for.
	maxRetryAfter = 60 * time.Second
	// resolveFor is how long the choice of a model for requests that name
	// none is kept: short, since asking for a model that was swapped out
	// would make LM Studio load it again.
	resolveFor = 10 * time.Second
)

func (c Config) withDefaults() Config {
	c.URL = cmp.Or(c.URL, DefaultURL)
	c.FirstToken, c.BetweenTokens = cmp.Or(c.FirstToken, new(120*time.Second)), cmp.Or(c.BetweenTokens, new(30*time.Second))
	c.Timeout, c.MaxTokens = cmp.Or(c.Timeout, new(10*time.Minute)), cmp.Or(c.MaxTokens, new(int))
	c.Memory, c.Log = cmp.Or(c.Memory, NewMemory()), cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	return c
}

// Format hides the key from whatever prints the settings.
func (c Config) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "openai.Config{URL: %q, Model: %q, APIKey given: %v}", c.URL, c.Model, c.APIKey != "")
}

// LogValue implements slog.LogValuer.
func (c Config) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(c)) }

// newTransport has a dial limit short enough for a person and idle connections that do
// not outlive a model server's patience.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = dialer{net.Dialer{Timeout: dialTimeout, KeepAlive: 15 * time.Second}}.dial
	t.IdleConnTimeout = 30 * time.Second
	return t
}

// dialer reaches a server of this computer that listens on IPv6 alone, whatever
// the name localhost stands for.
type dialer struct{ net.Dialer }

func (d dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.DialContext(ctx, network, address)
	if host, port, _ := net.SplitHostPort(address); err != nil && (host == "localhost" || host == "127.0.0.1") {
		if six, err := d.DialContext(ctx, network, net.JoinHostPort("::1", port)); err == nil {
			return six, nil
		}
	}
	return conn, err
}
