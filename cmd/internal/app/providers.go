package app

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/scripted"
	"github.com/minehand/minehand/planner"
)

// ProviderConfig is one entry of the config's providers.
type ProviderConfig struct {
	Name string `yaml:"name"`
	// Type: openai (any OpenAI-compatible server) or scripted (replies from a
	// file).
	Type string `yaml:"type"`
	// Enabled: default true.
	Enabled *bool            `yaml:"enabled"`
	Config  ProviderSettings `yaml:"config"`
}

// ProviderSettings are a provider's own.
type ProviderSettings struct {
	// URL of an openai server, with or without /v1.
	URL string `yaml:"url"`
	// Model; empty takes the loaded one.
	Model string `yaml:"model"`
	// APIKeyEnv names the environment variable that holds the key.
	APIKeyEnv string `yaml:"api_key_env"`
	// Temperature, 0 to 2; default the planner's own.
	Temperature *float64 `yaml:"temperature"`
	// MaxTokens of a reply, 1 or more; default the planner's own.
	MaxTokens *int `yaml:"max_tokens"`
	// Timeout of a whole call, above 0; default 10m.
	Timeout *time.Duration `yaml:"timeout"`
	// Path of a scripted provider's replies.
	Path string `yaml:"path"`
}

// The provider that is there without any config.
const (
	LMStudio           = "lmstudio"
	DefaultLMStudioURL = "http://localhost:1234"
)

// The types of providers.
const (
	typeOpenAI   = "openai"
	typeScripted = "scripted"
)

// Providers opens the configured model providers, each once. Its methods may be
// called from any goroutine.
type Providers struct {
	configs []ProviderConfig
	env     func(string) string
	memory  *openai.Memory

	mu   sync.Mutex
	open map[string]llm.Provider
}

// NewProviders checks the providers of the config. lmStudioURL, when not empty,
// is where the built-in entry lmstudio finds its server.
func NewProviders(configs []ProviderConfig, lmStudioURL string, env func(string) string) (*Providers, error) {
	p := &Providers{env: env, memory: openai.NewMemory(), open: map[string]llm.Provider{}}
	for i, c := range configs {
		if err := c.validate(entry("providers", i)); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(configs[:i], func(o ProviderConfig) bool { return o.Name == c.Name }) {
			return nil, setting(entry("providers", i), fmt.Errorf("the name %q is there twice", c.Name))
		}
		if c.Enabled == nil || *c.Enabled {
			p.configs = append(p.configs, c)
		}
	}
	if !slices.ContainsFunc(configs, func(o ProviderConfig) bool { return o.Name == LMStudio }) {
		if lmStudioURL == "" {
			lmStudioURL = DefaultLMStudioURL
		}
		p.configs = append(p.configs, ProviderConfig{Name: LMStudio, Type: typeOpenAI, Config: ProviderSettings{URL: lmStudioURL}})
	}
	return p, nil
}

// The bounds of a provider's settings.
const (
	maxTemperature = 2
	maxReplyTokens = 1_000_000
)

// validate checks the entry that is named so.
func (c ProviderConfig) validate(entry string) error {
	switch {
	case c.Name == "":
		return setting(entry, errors.New("every provider needs a name"))
	case c.Name == planner.AutoName || c.Name == planner.BuiltinOnly:
		return setting(entry, fmt.Errorf("%q is a name of Minehand's own; choose another", c.Name))
	case c.Type == typeOpenAI && c.Config.URL == "":
		return setting(entry, fmt.Errorf("%s needs config.url, such as %s", c.Name, DefaultLMStudioURL))
	case c.Type == typeScripted && c.Config.Path == "":
		return setting(entry, fmt.Errorf("%s needs config.path, the file with its replies", c.Name))
	case c.Type != typeOpenAI && c.Type != typeScripted:
		return setting(join(entry, "type"), fmt.Errorf("%s has the type %q; the types are %s and %s", c.Name, c.Type, typeOpenAI, typeScripted))
	}
	if c.Type == typeOpenAI {
		if err := openai.CheckURL(c.Config.URL); err != nil {
			return setting(join(entry, "config.url"), err)
		}
	}
	if v := c.Config.Temperature; v != nil && !(*v >= 0 && *v <= maxTemperature) {
		return setting(join(entry, "config.temperature"), fmt.Errorf("%v cannot be meant; use 0 to %d, or leave it out", *v, maxTemperature))
	}
	if v := c.Config.MaxTokens; v != nil && (*v < 1 || *v > maxReplyTokens) {
		return setting(join(entry, "config.max_tokens"), fmt.Errorf("%d cannot be meant; use 1 to %d, or leave it out", *v, maxReplyTokens))
	}
	if v := c.Config.Timeout; v != nil && *v <= 0 {
		return setting(join(entry, "config.timeout"), fmt.Errorf("%s is over before it begins; use a time above 0, or leave it out for 10m", *v))
	}
	return nil
}

// Names lists the providers that can be chosen, in the config's order.
func (p *Providers) Names() []string {
	names := make([]string, len(p.configs))
	for i, c := range p.configs {
		names[i] = c.Name
	}
	return names
}

// Default is the provider that is asked when none is named: the first.
func (p *Providers) Default() string { return p.configs[0].Name }

// Provider opens the provider of that name.
func (p *Providers) Provider(name string) (llm.Provider, error) {
	i := slices.IndexFunc(p.configs, func(c ProviderConfig) bool { return c.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no provider %q; use auto, builtin, %s", name, strings.Join(p.Names(), ", "))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if have := p.open[name]; have != nil {
		return have, nil
	}
	made, err := p.build(p.configs[i])
	if err != nil {
		return nil, err
	}
	p.open[name] = made
	return made, nil
}

func (p *Providers) build(c ProviderConfig) (llm.Provider, error) {
	if c.Type == typeScripted {
		f, err := os.Open(c.Config.Path)
		if err != nil {
			return nil, fmt.Errorf("the replies of provider %s cannot be read: %w", c.Name, err)
		}
		defer func() { _ = f.Close() }()
		script, err := scripted.Parse(f)
		if err != nil {
			return nil, fmt.Errorf("the replies of provider %s: %w", c.Name, err)
		}
		return scripted.New(script), nil
	}
	key := ""
	if c.Config.APIKeyEnv != "" {
		if key = p.env(c.Config.APIKeyEnv); key == "" {
			return nil, fmt.Errorf("provider %s takes its key from the environment variable %s, which is not set", c.Name, c.Config.APIKeyEnv)
		}
	}
	client, err := openai.New(openai.Config{
		URL: c.Config.URL, APIKey: key, Model: c.Config.Model, Temperature: c.Config.Temperature,
		MaxTokens: valueOf(c.Config.MaxTokens), Total: valueOf(c.Config.Timeout), Memory: p.memory,
	})
	if err != nil {
		return nil, fmt.Errorf("provider %s: %w", c.Name, err)
	}
	return client, nil
}

// At opens the server at an address that a client named for one task: only on
// this machine, or a host that the config names, and never with a stored key.
func (p *Providers) At(address string) (llm.Provider, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("lmStudioUrl: %q is no address such as %s", address, DefaultLMStudioURL)
	}
	if !loopbackHost(u.Hostname()) && !p.configured(u.Host) {
		return nil, fmt.Errorf("lmStudioUrl: %s is neither this machine nor a host of the config; add it to providers first", u.Host)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	name := "at " + u.Scheme + "://" + u.Host + u.Path
	if have := p.open[name]; have != nil {
		return have, nil
	}
	client, err := openai.New(openai.Config{URL: address, Memory: p.memory})
	if err != nil {
		return nil, err
	}
	p.open[name] = client
	return client, nil
}

func (p *Providers) configured(host string) bool {
	return slices.ContainsFunc(p.configs, func(c ProviderConfig) bool {
		u, err := url.Parse(c.Config.URL)
		return err == nil && u.Host == host
	})
}

func loopbackHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Close drops idle connections. It is idempotent.
func (p *Providers) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, e := range p.open {
		if c, ok := e.(interface{ Close() error }); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
