// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
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

// Probe asks the server's own lists, richest first: LM Studio's
// /api/v1/models and the older /api/v0/models, Ollama's /api/ps and /api/tags, llama-server's /props, and
// /v1/models, which all have. It loads nothing and takes at most 5 seconds.
func (c *Client) Probe(ctx context.Context) (Probe, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, probeTimeout, errSilent)
	defer cancel()
	for _, ask := range append(c.probes(), c.probeCompatible) {
		p, err := ask(ctx)
		if err != nil && !final(err) && p.Kind != Compatible {
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

// probes are the native lists to try: all of them on one's own or unknown
// ports; none at hosted addresses, where they only cost time.
func (c *Client) probes() []func(context.Context) (Probe, error) {
	if strings.HasPrefix(c.addr.root, "https://") {
		return nil
	}
	return []func(context.Context) (Probe, error){c.probeLMStudio, c.probeLMStudioREST, c.probeOllama, c.probeLlamaServer}
}

func (c *Client) probeLMStudio(ctx context.Context) (Probe, error) {
	var doc struct {
		Models []struct {
			Type      string `json:"type"`
			Key       string `json:"key"`
			Instances []struct {
				ID     string `json:"id"`
				Config struct {
					Context lenientInt `json:"context_length"`
				} `json:"config"`
			} `json:"loaded_instances"`
			Max          lenientInt      `json:"max_context_length"`
			Capabilities json.RawMessage `json:"capabilities"`
			Quantisation json.RawMessage `json:"quantization"`
		} `json:"models"`
	}
	if err := c.get(ctx, c.addr.root+"/api/v1/models", "models", &doc); err != nil {
		return Probe{}, err
	}
	p := Probe{Kind: LMStudio, keys: map[string]string{}}
	for _, m := range doc.Models {
		if m.Type == "embedding" || m.Key == "" || silentKinds.MatchString(m.Key) {
			continue
		}
		var caps struct {
			Tools     bool            `json:"trained_for_tool_use"`
			Reasoning json.RawMessage `json:"reasoning"`
		}
		_ = json.Unmarshal(m.Capabilities, &caps) // absent for some models: no capability is known then
		reasons := len(caps.Reasoning) > 0 && string(caps.Reasoning) != "null" && string(caps.Reasoning) != "false"
		var weights struct{ Name string }
		_ = json.Unmarshal(m.Quantisation, &weights) // null for some formats: not known then
		out := llm.Model{ID: m.Key, MaxContext: int(m.Max), Reasoning: reasons, Tools: caps.Tools, Quantisation: weights.Name}
		if len(m.Instances) > 0 {
			out.Loaded, out.ContextLength = true, int(m.Instances[0].Config.Context)
			if id := m.Instances[0].ID; id != "" && id != m.Key { // loaded under a name of its own
				out.ID = id
				p.keys[id] = m.Key
			}
		}
		p.Models = append(p.Models, out)
	}
	return p, nil
}

// probeLMStudioREST reads the list of LM Studio 0.3.6 to 0.3.x.
func (c *Client) probeLMStudioREST(ctx context.Context) (Probe, error) {
	var doc struct {
		Data []struct {
			ID      string      `json:"id"`
			Type    string      `json:"type"`
			State   string      `json:"state"`
			Max     lenientInt  `json:"max_context_length"`
			Context lenientInt  `json:"loaded_context_length"`
			Quant   lenientText `json:"quantization"`
		} `json:"data"`
	}
	if err := c.get(ctx, c.addr.root+"/api/v0/models", "data", &doc); err != nil {
		return Probe{}, err
	}
	p := Probe{Kind: LMStudio}
	for _, m := range doc.Data {
		if m.ID == "" || m.Type == "embeddings" || silentKinds.MatchString(m.ID) {
			continue
		}
		out := llm.Model{ID: m.ID, Loaded: m.State == "loaded", MaxContext: int(m.Max), Quantisation: string(m.Quant)}
		if out.Loaded {
			out.ContextLength = int(m.Context)
		}
		p.Models = append(p.Models, out)
	}
	return p, nil
}

func (c *Client) probeOllama(ctx context.Context) (Probe, error) {
	type list struct {
		Models []struct {
			Name         string     `json:"name"`
			Context      lenientInt `json:"context_length"`
			Capabilities []string   `json:"capabilities"`
			Details      struct {
				Quantisation lenientText `json:"quantization_level"`
			} `json:"details"`
		} `json:"models"`
	}
	var all, running list
	if err := c.get(ctx, c.addr.root+"/api/tags", "models", &all); err != nil {
		return Probe{}, err
	}
	if err := c.get(ctx, c.addr.root+"/api/ps", "models", &running); err != nil {
		return Probe{}, err
	}
	loaded := map[string]int{}
	for _, m := range running.Models {
		loaded[m.Name] = int(m.Context)
	}
	p := Probe{Kind: Ollama}
	for _, m := range all.Models {
		if silentKinds.MatchString(m.Name) || len(m.Capabilities) > 0 && !slices.Contains(m.Capabilities, "completion") {
			continue
		}
		n, ok := loaded[m.Name]
		out := llm.Model{ID: m.Name, Loaded: ok, ContextLength: n, Quantisation: string(m.Details.Quantisation)}
		out.Tools, out.Reasoning = slices.Contains(m.Capabilities, "tools"), slices.Contains(m.Capabilities, "thinking")
		p.Models = append(p.Models, out)
	}
	return p, nil
}

func (c *Client) probeLlamaServer(ctx context.Context) (Probe, error) {
	var props struct {
		Settings struct {
			Context lenientInt `json:"n_ctx"`
		} `json:"default_generation_settings"`
		Template struct {
			Tools bool `json:"supports_tools"`
		} `json:"chat_template_caps"`
	}
	if err := c.get(ctx, c.addr.root+"/props", "default_generation_settings", &props); err != nil {
		return Probe{}, err
	}
	p, err := c.probeCompatible(ctx)
	if err != nil {
		return Probe{}, err
	}
	p.Kind = LlamaServer
	for i := range p.Models { // what it lists is what it runs
		p.Models[i].Loaded, p.Models[i].ContextLength, p.Models[i].Tools = true, int(props.Settings.Context), props.Template.Tools
	}
	return p, nil
}

// probeCompatible reads /v1/models. Listed is not loaded, and the context's
// length is told by few: vLLM as max_model_len, OpenRouter as context_length.
func (c *Client) probeCompatible(ctx context.Context) (Probe, error) {
	var doc struct {
		Data []struct {
			ID      lenientText `json:"id"`
			Type    string      `json:"type"`
			VLLM    lenientInt  `json:"max_model_len"`
			Context lenientInt  `json:"context_length"`
			Meta    struct {
				Trained lenientInt `json:"n_ctx_train"`
			} `json:"meta"`
		} `json:"data"`
	}
	p := Probe{Kind: Compatible}
	if err := c.get(ctx, c.addr.base+"/models", "data", &doc); err != nil {
		return p, err
	}
	for _, m := range doc.Data {
		if m.ID == "" || strings.Contains(m.Type, "embed") || silentKinds.MatchString(string(m.ID)) {
			continue
		}
		p.Models = append(p.Models, llm.Model{ID: string(m.ID), ContextLength: int(m.VLLM), MaxContext: int(max(m.VLLM, m.Context, m.Meta.Trained))})
	}
	return p, nil
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
	known := c.cfg.Memory.of(c.addr.base, orElse(c.cfg.Model, m.ID))
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
