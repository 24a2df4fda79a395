// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/process"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/llm/router"
	"github.com/minehand/minehand/planner"
)

// Providers are the models of a config behind one router. Its methods may be
// called from any goroutine.
type Providers struct {
	router *router.Router
	audit  *audit
	url    string
	speech settings.Speech
	env    providers.Env
	file   string // of the config; empty when there is none

	mu      sync.Mutex
	entries []providers.Entry // those that are enabled
	beside  map[string]llm.Provider
}

// NewProviders checks the providers of the config. lmStudioURL, when not empty,
// is where the built-in entry lmstudio finds its server.
func NewProviders(cfg settings.Config, lmStudioURL string, env func(string) string) (*Providers, error) {
	lmStudioURL = cmp.Or(lmStudioURL, openai.DefaultURL)
	p := &Providers{
		audit: &audit{log: slog.New(slog.DiscardHandler)}, url: lmStudioURL, speech: cfg.Speech, beside: map[string]llm.Provider{},
		env: providers.Env{Getenv: env, Programs: cfg.Programs, Memory: openai.NewMemory(), Log: slog.New(slog.DiscardHandler)},
	}
	if p.file = cfg.Path(); p.file != "" {
		p.env.Dir = filepath.Dir(p.file)
	}
	entries, err := cfg.Entries()
	if err != nil {
		return nil, err
	}
	p.router = router.New(nil, router.Config{
		Audit:     p.audit,
		Elsewhere: p.audit.elsewhere,
		Text:      cfg.Journal.Text != "off",
		Secrets:   p.secrets,
		Calls:     cfg.Budget.Calls,
		Tokens:    cfg.Budget.Tokens,
		Currency:  cmp.Or(cfg.Currency, settings.DefaultCurrency),
	})
	p.set(entries)
	return p, nil
}

// Reload takes the providers of a changed config in place of the present ones.
// Calls that are running go on; a fault changes nothing.
func (p *Providers) Reload(cfg settings.Config) error {
	entries, err := cfg.Entries()
	if err != nil {
		return err
	}
	p.set(entries)
	return nil
}

// watchEvery is how often the config file is looked at.
const watchEvery = 2 * time.Second

// Watch takes the providers of the config file anew whenever it changes, until
// ctx ends. A fault in it changes nothing and goes to log, with its fix. Without
// a file it returns at once. Take is handed what the file said before and says now, and
// whether it still says so; it reports whether it took that, and names the settings that
// hold only after a restart.
func (p *Providers) Watch(
	ctx context.Context, log *slog.Logger, take func(had, next settings.Config, still func() bool) (later []string, ok bool),
) {
	if p.file == "" {
		return
	}
	had, _, _ := settings.Load(p.file)
	seen, _ := os.Stat(p.file) // one that is gone is not taken for an empty one
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, err := os.Stat(p.file)
		same := func(as os.FileInfo) bool {
			return as != nil && now.ModTime().Equal(as.ModTime()) && now.Size() == as.Size()
		}
		if err != nil || same(seen) {
			continue
		}
		seen = now
		cfg, warnings, err := settings.Load(p.file)
		if err == nil {
			err = p.Reload(cfg)
		}
		if err != nil {
			log.Warn("the changed config file is not used", "error", err)
			continue
		}
		for _, w := range warnings {
			log.Warn(w)
		}
		later, ok := take(had, cfg, func() bool { file, _ := os.Stat(p.file); return same(file) })
		if !ok { // it was changed meanwhile, and is looked at again
			continue
		}
		log.Info("the changed config file is used", "providers", strings.Join(p.Names(), ", "))
		if had = cfg; len(later) > 0 {
			log.Warn("some changed settings hold after a restart", "settings", strings.Join(later, ", "))
		}
	}
}

// set hands the entries to the router, with the built-in one.
func (p *Providers) set(entries []providers.Entry) {
	on := slices.DeleteFunc(slices.Clone(entries), func(e providers.Entry) bool { return !e.On() })
	routes := make([]router.Entry, 0, len(on)+1)
	for _, e := range on {
		routes = append(routes, e.Route(p.env))
	}
	if !slices.ContainsFunc(entries, func(e providers.Entry) bool { return e.Name == providers.LMStudio }) {
		e := p.lmStudio(providers.LMStudio, p.url)
		r := e.Route(p.env)
		r.ByName = len(on) > 0 // the owner chose others
		on, routes = append(on, e), append(routes, r)
	}
	p.mu.Lock()
	p.entries = on
	p.mu.Unlock()
	p.router.Replace(routes)
}

// lmStudio is an LM Studio that no entry names. Whoever gave its address has
// agreed to it.
func (p *Providers) lmStudio(name, address string) providers.Entry {
	return providers.Entry{Name: name, Type: "openai", Consent: true, Config: &providers.OpenAI{Settings: openai.Settings{URL: address}}}
}

// secrets are the keys that the entries take from the environment.
func (p *Providers) secrets() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for _, e := range p.entries {
		if s, ok := e.Config.(*providers.OpenAI); ok && s.APIKeyEnv != "" {
			out = append(out, p.env.Getenv(s.APIKeyEnv))
		}
		if s, ok := e.Config.(interface{ Variables() []string }); ok {
			out = append(out, process.Secrets(s.Variables(), p.env.Getenv)...)
		}
	}
	return out
}

// Names lists the providers that can be chosen, in the order in which they are
// asked.
func (p *Providers) Names() []string { return p.router.Names() }

// Default names the provider that is asked first when none is named.
func (p *Providers) Default() string { return p.Names()[0] }

// Plans says what is wrong with the name of one that is to plan.
func (p *Providers) Plans(name string) error {
	return settings.CheckPlanner(name, p.Names())
}

// Provider is the one of that name; with an empty name, or auto, all of them, each
// asked when those before it failed.
func (p *Providers) Provider(name string) (llm.Provider, error) {
	if name == planner.AutoName {
		name = ""
	}
	got, err := p.router.Provider(name)
	switch names := strings.Join(append([]string{planner.AutoName}, p.Names()...), ", "); {
	case err == nil:
		return got, nil
	case name == planner.BuiltinOnly:
		return nil, fmt.Errorf("%s is Minehand's own planner, which has no model to ask; use %s", name, names)
	default:
		return nil, fmt.Errorf("there is no provider %q; use %s", name, names)
	}
}

// List says how each provider stands, without asking it.
func (p *Providers) List() []router.Status { return p.router.List() }

// Entry is the config's entry of that name.
func (p *Providers) Entry(name string) (providers.Entry, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.entries, func(e providers.Entry) bool { return e.Name == name })
	if i < 0 {
		return providers.Entry{}, false
	}
	return p.entries[i], true
}

// Calls are the last calls, oldest first.
func (p *Providers) Calls() []llm.Call { return p.audit.last.Calls() }

// At opens the server at an address that a client named for one task: only on
// this machine, or a host that the config names, and never with a stored key.
func (p *Providers) At(address string) (llm.Provider, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("lmStudioUrl: %q is no address such as %s", address, openai.DefaultURL)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !providers.Loopback(u.Hostname()) && !slices.ContainsFunc(p.entries, func(e providers.Entry) bool { return e.Host() == u.Host }) {
		return nil, fmt.Errorf("lmStudioUrl: %s is neither this machine nor a host of the config; add it to providers first", u.Host)
	}
	name := "at " + u.Scheme + "://" + u.Host + u.Path
	if have := p.beside[name]; have != nil {
		return have, nil
	}
	e := p.lmStudio(name, address)
	if err := e.Check(); err != nil {
		return nil, err
	}
	p.beside[name] = p.router.Beside(e.Route(p.env))
	return p.beside[name], nil
}

// Close drops idle connections. It is idempotent.
func (p *Providers) Close() error { return p.router.Close() }
