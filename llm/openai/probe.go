// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
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
	for _, m := range p.Models {
		if m.Loaded {
			return m, true
		}
	}
	return p.Models[0], true
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
}{{LMStudio, "/api/v1/models", "models"}, {LMStudio, "/api/v0/models", "data"}, {Ollama, "/api/tags", "models"}, {Compatible, "/models", "data"}}

// Probe asks the server's own lists, and what Ollama and llama-server say beside them
// of what is loaded. At a hosted address it asks only for the list that all have. It
// loads nothing and takes at most 5 seconds.
func (c *Client) Probe(ctx context.Context) (Probe, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, probeTimeout, errSilent)
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
		var doc struct{ Models, Data []listed }
		err := c.get(ctx, from+l.path, l.member, &doc)
		for _, m := range append(doc.Models, doc.Data...) {
			m.join(&p)
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
			c.mu.Lock()
			c.kind = p.Kind
			c.mu.Unlock()
			c.cfg.Memory.meet(c.addr.base, p.mark)
		}
		return p, err
	}
	return Probe{}, nil // the last is of that kind
}

// listed is a model in a list, with the members that any of the servers writes.
type listed struct {
	Key   lenientText `json:"key"`  // LM Studio
	ID    lenientText `json:"id"`   // all others
	Name  lenientText `json:"name"` // Ollama
	Type  lenientText `json:"type"`
	State lenientText `json:"state"`

	Instances []struct {
		ID     string `json:"id"`
		Config struct {
			Context lenientInt `json:"context_length"`
		} `json:"config"`
	} `json:"loaded_instances"`
	Loaded  lenientInt `json:"loaded_context_length"`
	Max     lenientInt `json:"max_context_length"`
	VLLM    lenientInt `json:"max_model_len"`
	Context lenientInt `json:"context_length"` // OpenRouter; of Ollama's what runs
	Meta    struct {
		Trained lenientInt `json:"n_ctx_train"`
	} `json:"meta"`

	Quantisation json.RawMessage `json:"quantization"` // text, or an object with a name
	Details      struct {
		Quantisation lenientText `json:"quantization_level"`
	} `json:"details"`
	Capabilities json.RawMessage `json:"capabilities"` // an object, or a list of names
}

// join adds the model to a probe, unless it does not chat.
func (m listed) join(p *Probe) {
	var can []string
	var caps struct {
		Tools     bool            `json:"trained_for_tool_use"`
		Reasoning json.RawMessage `json:"reasoning"`
	}
	if json.Unmarshal(m.Capabilities, &can) != nil {
		_ = json.Unmarshal(m.Capabilities, &caps) // absent for some models: no capability is known then
	}
	id := string(cmp.Or(m.Key, m.ID, m.Name))
	if id == "" || strings.Contains(string(m.Type), "embed") || silentKinds.MatchString(id) || len(can) > 0 && !slices.Contains(can, "completion") {
		return
	}
	weights := struct{ Name lenientText }{m.Details.Quantisation}
	if json.Unmarshal(m.Quantisation, &weights) != nil {
		_ = json.Unmarshal(m.Quantisation, &weights.Name) // null for some formats: not known then
	}
	out := llm.Model{ID: id, Loaded: m.State == "loaded", ContextLength: int(m.VLLM), MaxContext: int(max(m.Max, m.VLLM, m.Context, m.Meta.Trained)),
		Quantisation: string(weights.Name), Tools: caps.Tools || slices.Contains(can, "tools"),
		Reasoning: slices.Contains(can, "thinking") || !slices.Contains([]string{"", "null", "false"}, string(caps.Reasoning))}
	if out.Loaded {
		out.ContextLength = int(m.Loaded)
	}
	if len(m.Instances) > 0 {
		out.Loaded, out.ContextLength = true, int(m.Instances[0].Config.Context)
		if name := m.Instances[0].ID; name != "" && name != id { // loaded under a name of its own
			out.ID, p.keys[name] = name, id
		}
	}
	p.Models = append(p.Models, out)
}

// running asks Ollama which models are loaded.
func (c *Client) running(ctx context.Context, p *Probe) error {
	var doc struct{ Models []listed }
	err := c.get(ctx, c.addr.root+"/api/ps", "models", &doc)
	for _, m := range doc.Models {
		if i := slices.IndexFunc(p.Models, func(o llm.Model) bool { return o.ID == string(m.Name) }); i >= 0 {
			p.Models[i].Loaded, p.Models[i].ContextLength = true, int(m.Context)
		}
	}
	return err
}

// runs tells a llama-server by what it says of itself: what it lists is what it runs.
func (c *Client) runs(ctx context.Context, p *Probe) {
	var props struct {
		Settings struct {
			Context lenientInt `json:"n_ctx"`
		} `json:"default_generation_settings"`
		Template struct {
			Tools bool `json:"supports_tools"`
		} `json:"chat_template_caps"`
	}
	if c.get(ctx, c.addr.root+"/props", "default_generation_settings", &props) != nil {
		return
	}
	p.Kind = LlamaServer
	for i := range p.Models {
		p.Models[i].Loaded, p.Models[i].ContextLength, p.Models[i].Tools = true, int(props.Settings.Context), props.Template.Tools
	}
}

// silentKinds are names of models that make embeddings, speech, text of speech or
// pictures, and of those that only judge. They are not asked to chat.
var silentKinds = regexp.MustCompile(`(?i)embed|transcri|moderation|rerank|whisper|stable-diffusion|` +
	`(^|[/_-])(bge|gte|e5|minilm|mpnet|tts|kokoro|parakeet|clip|siglip|sdxl|flux|dall-e|gpt-image)([/_:.-]|\d|$)`)

// chats is the error for a model that does not chat, by its name.
func (c *Client) chats(model string) error {
	if !silentKinds.MatchString(model) {
		return nil
	}
	e := c.fault(llm.ErrNoModel, model+" makes embeddings, speech or pictures and does not chat")
	e.Fix = "Name a chat model in the config: model."
	return e
}

// final tells whether a failure holds for the server and not for one list.
func final(err error) bool {
	return errors.Is(err, llm.ErrUnreachable) || errors.Is(err, llm.ErrUnauthorized) || errors.Is(err, llm.ErrStopped) || errors.Is(err, llm.ErrTimeout) ||
		errors.Is(err, llm.ErrModelNotLoaded)
}

// get reads a JSON list that must have the field must; an answer without it is
// another server's way of saying no such list (LM Studio says so with a 200).
func (c *Client) get(ctx context.Context, url, must string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return c.callFault(ctx, "", err)
	}
	resp, err := c.do(req)
	if err != nil {
		return c.callFault(ctx, "", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, int64(budget.ModelAnswer.Bytes())+1))
	switch {
	case err != nil:
		return c.callFault(ctx, "", err)
	case resp.StatusCode != http.StatusOK:
		return c.statusFault(resp.StatusCode, resp.Header, body)
	case len(body) > budget.ModelAnswer.Bytes():
		e := c.fault(llm.ErrTooLarge, "its list of models never ends")
		e.Fix = "Check the address and port."
		return e
	}
	body = bytes.TrimSpace(body)
	switch {
	case bytes.HasPrefix(body, []byte("<")):
		e := c.fault(llm.ErrBadReply, "it sent a web page")
		e.Fix = "Check the address and port; behind Open WebUI the models are under /api."
		return e
	case bytes.HasPrefix(body, []byte("[")): // a bare list
		body = slices.Concat([]byte(`{"`+must+`":`), body, []byte("}"))
	}
	var fields map[string]json.RawMessage
	if budget.ModelAnswer.JSON(body, &fields) != nil || len(fields[must]) == 0 || json.Unmarshal(body, into) != nil {
		return c.fault(llm.ErrBadReply, "it has no list of models there")
	}
	return nil
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
	h := llm.Health{Server: string(p.Kind), MaxTokens: c.cfg.MaxTokens, Latency: time.Since(start)}
	if err != nil {
		var e *llm.Error
		if c.cfg.Model != "" && errors.As(err, &e) && e.Status == http.StatusNotFound {
			known := c.cfg.Memory.of(c.addr.base, c.cfg.Model)
			h.Server, h.Model, h.ContextLength, h.Learned = string(Compatible), c.cfg.Model, known.Context, known.sentences()
			return h, nil
		}
		return h, err
	}
	m, ok := p.pick(c.cfg.Model)
	if !ok {
		e := c.fault(llm.ErrNoModel, "")
		e.Model = c.cfg.Model
		return h, e
	}
	known := c.cfg.Memory.of(c.addr.base, cmp.Or(c.cfg.Model, m.ID))
	h.Model, h.Loaded, h.ContextLength, h.Learned = m.ID, m.Loaded, m.ContextLength, known.sentences()
	if h.ContextLength == 0 { // the list does not say it
		h.ContextLength = known.Context
	}
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
