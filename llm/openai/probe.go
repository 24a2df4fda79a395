// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/llm"
)

// ServerKind is the software behind an address, as its own lists show it.
type ServerKind string

// The kinds a probe tells apart.
const (
	LMStudio    ServerKind = "LM Studio"
	Ollama      ServerKind = "Ollama"
	LlamaServer ServerKind = "llama-server"
	Compatible  ServerKind = "OpenAI-compatible server"
)

// Probe is what a server says about itself without running a model.
type Probe struct {
	Kind   ServerKind
	Models []llm.Model

	keys map[string]string // other names of models: LM Studio's key of a loaded instance
}

// pick finds a model by name; without one, the first loaded, else the first.
func (p Probe) pick(name string) (llm.Model, bool) {
	for _, m := range p.Models {
		if name != "" && (m.ID == name || p.keys[m.ID] == name || strings.TrimSuffix(m.ID, ":latest") == name) {
			return m, true
		}
	}
	if name != "" || len(p.Models) == 0 {
		return llm.Model{}, false
	}
	return p.Models[max(0, slices.IndexFunc(p.Models, func(m llm.Model) bool { return m.Loaded }))], true
}

// mark is what a list says of the server and a model that changes only with them; empty
// for a model that is not listed.
func (p Probe) mark(model string) string {
	m, ok := p.pick(model)
	if !ok || model == "" {
		return ""
	}
	return fmt.Sprintf("%s %s %d", p.Kind, m.Quantisation, m.MaxContext)
}

// lists are where servers keep lists of their models, richest first, and the member
// that holds one. LM Studio has the second from 0.3.6 on, the first from 0.4.0.
var lists = []struct {
	kind         ServerKind
	path, member string
}{
	{LMStudio, "/api/v1/models", "models"}, {LMStudio, "/api/v0/models", "data"},
	{Ollama, "/api/tags", "models"}, {Compatible, "/models", "data"},
}

// Probe asks the server's own lists, and what Ollama and llama-server say beside them
// of what is loaded. At a hosted address it asks only for the list that all have. It
// loads nothing and takes at most 5 seconds.
func (c *Client) Probe(ctx context.Context) (Probe, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, probeTimeout, llm.ErrUnreachable)
	defer cancel()
	hosted := strings.HasPrefix(c.addr.root, "https://")
	for _, l := range lists {
		from, common := c.addr.root, l.kind == Compatible
		if common {
			from = c.addr.base
		}
		if hosted && !common {
			continue
		}
		p := Probe{Kind: l.kind, keys: map[string]string{}}
		list, err := c.get(ctx, from+l.path, l.member)
		for _, m := range list.Array() {
			p.join(m)
		}
		switch {
		case err != nil:
		case l.kind == Ollama:
			err = c.running(ctx, &p)
		case common && !hosted:
			c.runs(ctx, &p)
		}
		if err != nil && !final(err) && !common {
			continue
		}
		if err == nil {
			c.kind.Store(p.Kind)
			c.cfg.Memory.meet(c.addr.base, p.mark)
		}
		return p, err
	}
	return Probe{}, nil // the last is of that kind
}

// join adds a model of a list, with the members that any of the servers writes, unless
// it does not chat.
func (p *Probe) join(m gjson.Result) {
	first := func(names ...string) gjson.Result { return firstOf(m, names) }
	id := words(first("key", "id", "name")) // LM Studio, Ollama alone the last
	caps := first("capabilities")           // an object, or a list of names
	can := func(name string) bool {
		return caps.IsArray() && slices.ContainsFunc(caps.Array(), func(v gjson.Result) bool { return v.Str == name })
	}
	if id == "" || strings.Contains(words(m.Get("type")), "embed") || silentKinds().MatchString(id) ||
		caps.Get("0").Exists() && !can("completion") {
		return
	}
	window := count(m.Get("max_model_len")) // vLLM
	out := llm.Model{ID: id, Loaded: m.Get("state").Str == "loaded", ContextLength: window,
		MaxContext:   max(window, count(m.Get("max_context_length")), count(m.Get("context_length")), count(m.Get("meta.n_ctx_train"))),
		Quantisation: words(first("quantization.name", "quantization", "details.quantization_level")),
		Tools:        caps.Get("trained_for_tool_use").Bool() || can("tools"),
		Reasoning:    can("thinking") || caps.IsObject() && !slices.Contains([]string{"", "null", "false"}, caps.Get("reasoning").Raw)}
	if out.Loaded {
		out.ContextLength = count(m.Get("loaded_context_length"))
	}
	if run := m.Get("loaded_instances.0"); run.Exists() {
		out.Loaded, out.ContextLength = true, count(run.Get("config.context_length"))
		if name := run.Get("id").String(); name != "" && name != id { // loaded under a name of its own
			out.ID, p.keys[name] = name, id
		}
	}
	p.Models = append(p.Models, out)
}

// firstOf is the first member that is there.
func firstOf(m gjson.Result, names []string) (v gjson.Result) {
	for _, name := range names {
		if v = m.Get(name); v.Type != gjson.Null {
			break
		}
	}
	return v
}

// running asks Ollama which models are loaded.
func (c *Client) running(ctx context.Context, p *Probe) error {
	list, err := c.get(ctx, c.addr.root+"/api/ps", "models")
	for _, m := range list.Array() {
		if i := slices.IndexFunc(p.Models, func(o llm.Model) bool { return o.ID == m.Get("name").Str }); i >= 0 {
			p.Models[i].Loaded, p.Models[i].ContextLength = true, count(m.Get("context_length"))
		}
	}
	return err
}

// runs tells a llama-server by what it says of itself: what it lists is what it runs.
func (c *Client) runs(ctx context.Context, p *Probe) {
	props, err := c.get(ctx, c.addr.root+"/props", "@this")
	window := props.Get("default_generation_settings")
	if err != nil || !window.Exists() {
		return
	}
	p.Kind = LlamaServer
	for i := range p.Models {
		m := &p.Models[i]
		m.Loaded, m.ContextLength, m.Tools = true, count(window.Get("n_ctx")), props.Get("chat_template_caps.supports_tools").Bool()
	}
}

// silentKinds are names of models that make embeddings, speech, text of speech or
// pictures, and of those that only judge. They are not asked to chat.
var silentKinds = pattern.Of(`(?i)embed|transcri|moderation|rerank|whisper|stable-diffusion|` +
	`(^|[/_-])(bge|gte|e5|minilm|mpnet|tts|kokoro|parakeet|clip|siglip|sdxl|flux|dall-e|gpt-image)([/_:.-]|\d|$)`)

// chats is the error for a model that does not chat, by its name.
func (c *Client) chats(model string) error {
	if !silentKinds().MatchString(model) {
		return nil
	}
	e := c.fault(llm.ErrNoModel, model+" makes embeddings, speech or pictures and does not chat")
	e.Fix = "Name a chat model in the config: model."
	return e
}

// final tells whether a failure holds for the server and not for one list.
func final(err error) bool {
	return slices.ContainsFunc([]llm.Kind{llm.ErrUnreachable, llm.ErrUnauthorized, llm.ErrStopped, llm.ErrTimeout, llm.ErrModelNotLoaded},
		func(k llm.Kind) bool { return errors.Is(err, k) })
}

// get reads a member of a JSON document, or all of one that is a list itself; an answer
// without it is another server's way of saying no such list (LM Studio says so with a 200).
func (c *Client) get(ctx context.Context, url, member string) (v gjson.Result, err error) {
	resp, err := c.do(ctx, http.MethodGet, url, "", nil)
	if err != nil {
		return v, c.callFault(ctx, "", err)
	}
	defer resp.Body.Close()
	body, err := budget.ModelAnswer.Read(resp.Body)
	if err != nil && !errors.Is(err, budget.ErrOver) {
		return v, c.callFault(ctx, "", err)
	}
	no := c.fault(llm.ErrBadReply, "it has no list of models there")
	switch body = bytes.TrimSpace(body); {
	case err != nil:
		no.Kind, no.Detail, no.Fix = llm.ErrTooLarge, "its list of models never ends", "Check the address and port."
	case bytes.HasPrefix(body, []byte("<")):
		no.Detail, no.Fix = "it sent a web page", "Check the address and port; behind Open WebUI the models are under /api."
	case budget.ModelAnswer.Check(body) == nil && gjson.ValidBytes(body):
		if v = gjson.ParseBytes(body); !v.IsArray() {
			v = v.Get(member)
		}
		if v.Exists() {
			return v, nil
		}
	}
	return v, no
}

// Models implements [llm.Provider].
func (c *Client) Models(ctx context.Context) ([]llm.Model, error) {
	p, err := c.Probe(ctx)
	return p.Models, err
}

// Health implements [llm.Provider]. A server that hides its list is healthy
// when a model is configured: only a request can tell more.
func (c *Client) Health(ctx context.Context) (llm.Health, error) {
	start := time.Now()
	if err := c.chats(c.cfg.Model); err != nil {
		return llm.Health{}, err
	}
	p, err := c.Probe(ctx)
	h := llm.Health{Server: string(p.Kind), MaxTokens: *c.cfg.MaxTokens, Latency: time.Since(start)}
	m, ok := p.pick(c.cfg.Model)
	if e, ours := errors.AsType[*llm.Error](err); c.cfg.Model != "" && ours && e.Status == http.StatusNotFound {
		p.Kind, m.ID, ok, err = Compatible, c.cfg.Model, true, nil
	}
	if err != nil {
		return h, err
	}
	if !ok {
		e := c.fault(llm.ErrNoModel, "")
		e.Model = c.cfg.Model
		return h, e
	}
	known := c.cfg.Memory.of(c.addr.base, cmp.Or(c.cfg.Model, m.ID))
	h.Server, h.Model, h.Loaded, h.Learned = string(p.Kind), m.ID, m.Loaded, known.sentences()
	h.ContextLength = cmp.Or(m.ContextLength, known.Context)
	h.Unloaded = !m.Loaded && p.Kind != Compatible // whose list says nothing of it
	return h, nil
}

// notLoaded tells whether the server says that a model is not in memory yet;
// false when it does not say.
func (c *Client) notLoaded(ctx context.Context, model string) bool {
	p, err := c.Probe(ctx)
	m, ok := p.pick(model)
	return errors.Is(err, llm.ErrModelNotLoaded) || err == nil && p.Kind != Compatible && ok && !m.Loaded
}

// Usual are the addresses at which model servers listen unless told otherwise:
// LM Studio, Ollama, llama-server.
var Usual = []string{DefaultURL, "http://localhost:11434", "http://localhost:8080"}

// Found is a model server that answers. Model is the one that would be asked, empty when
// there is none, and Loaded whether it is in memory.
type Found struct {
	URL    string
	Kind   ServerKind
	Model  string
	Loaded bool
}

// findLimit bounds the look at one address: it is on this computer.
const findLimit = 2 * time.Second

// Find looks for model servers at the addresses, all at once, and returns those
// that answer as one, in the order of the addresses. It loads nothing and asks
// no model. Whatever else listens there (a web page on port 8080) is left out.
func Find(ctx context.Context, addresses []string) []Found {
	ctx, cancel := context.WithTimeout(ctx, findLimit)
	defer cancel()
	found := make([]Found, len(addresses))
	var wg sync.WaitGroup
	for i, address := range addresses {
		wg.Go(func() {
			c, err := New(Config{Settings: Settings{URL: address}})
			if err != nil {
				return
			}
			defer func() { _ = c.Close() }() // which has no error
			if p, err := c.Probe(ctx); err == nil {
				m, _ := p.pick("")
				found[i] = Found{URL: c.addr.root, Kind: p.Kind, Model: m.ID, Loaded: m.Loaded}
			}
		})
	}
	wg.Wait()
	return slices.DeleteFunc(found, func(f Found) bool { return f.URL == "" })
}
