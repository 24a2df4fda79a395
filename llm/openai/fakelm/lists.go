// SPDX-License-Identifier: MIT

package fakelm

import (
	"fmt"
	"strings"
)

// list is a row: a list of models that a kind of server has, empty for all kinds.
type list struct {
	kind  Kind
	path  string
	not   Quirk                         // with it the server has no such list
	wrap  string                        // what is around the models, which stand for the dots
	entry func(*exchange, Model) string // a model in it; empty: it is not in it
}

var modelLists = []list{
	{"", "/v1/models", "", `{"object":"list","data":…}`, (*exchange).common},
	{LMStudio, "/api/v1/models", NoNativeList, `{"models":…}`, (*exchange).native},
	{LMStudio, "/api/v0/models", NoRESTList, `{"object":"list","data":…}`, (*exchange).rest},
	{Ollama, "/api/version", "", `{"version":"0.13.0"}`, (*exchange).tag},
	{Ollama, "/api/tags", "", `{"models":…}`, (*exchange).tag},
	{Ollama, "/api/ps", "", `{"models":…}`, (*exchange).running},
	{LlamaServer, "/props", "", `…`, (*exchange).props},
}

// listed answers the model lists of the server's kind; false if the path is not one.
func (x *exchange) listed() bool {
	for _, l := range modelLists {
		if l.path != x.r.URL.Path || l.kind != "" && l.kind != x.cfg.Kind || l.not != "" && x.has(l.not) {
			continue
		}
		var entries []string
		for _, m := range x.snapshot() {
			if e := l.entry(x, m); e != "" {
				entries = append(entries, e)
			}
		}
		all := "[" + strings.Join(entries, ",") + "]"
		if l.wrap == "…" {
			all = entries[0]
		}
		common := l.kind == ""
		switch {
		case x.has(Loading503) && x.stillLoading():
			x.json(503, failure("Loading model", "unavailable_error", "503"))
		case x.has(PageForList):
			x.say(answer{Raw: "<!doctype html><html><title>Open WebUI</title></html>", Kind: "text/html"})
		case x.has(NullList) && common:
			x.say(answer{Raw: `{"object":"list","data":null}`})
		case x.has(BareList) && common:
			x.say(answer{Raw: all})
		case x.has(HangLists):
			x.hang()
		case x.has(HugeModels):
			x.say(answer{Raw: `{"models":[{"key":"…"}]}`, Again: "a"})
		default:
			x.say(answer{Raw: strings.Replace(l.wrap, "…", all, 1)})
		}
		return true
	}
	return false
}

// common is a model in the list that all have.
func (x *exchange) common(m Model) string {
	more := map[Kind]string{LlamaServer: fmt.Sprintf(`,"meta":{"n_ctx_train":%d}`, m.Max),
		Generic: fmt.Sprintf(`,"max_model_len":%d,"created":1760000000.5`, m.Context)}[x.cfg.Kind]
	return fmt.Sprintf(`{"id":%q,"object":"model","owned_by":"organization_owner"%s}`, m.ID, more)
}

// rest is one in LM Studio's list from 0.3.6 on.
func (x *exchange) rest(m Model) string {
	kind, state := "llm", `"not-loaded"`
	if m.Loaded {
		state = fmt.Sprintf(`"loaded","loaded_context_length":%d`, m.Context)
	}
	if m.Embedding {
		kind = "embeddings"
	}
	return fmt.Sprintf(`{"id":%q,"object":"model","type":%q,"publisher":"someone","arch":"llama","compatibility_type":"gguf",`+
		`"quantization":"Q4_K_M","max_context_length":%d,"state":%s}`, m.ID, kind, m.Max, state)
}

// native is one in that from 0.4.0 on.
func (x *exchange) native(m Model) string {
	run, about := "", `"type":"embedding"`
	if m.Loaded {
		run = fmt.Sprintf(`{"id":%q,"config":{"context_length":%d,"flash_attention":true}}`, m.ID, m.Context)
	}
	if !m.Embedding {
		thinks := ""
		if m.Reasoning {
			thinks = `,"reasoning":{"allowed_options":["off","on"],"default":"on"}`
		}
		about = fmt.Sprintf(`"type":"llm","capabilities":{"vision":false,"trained_for_tool_use":%v%s}`, m.Tools, thinks)
	}
	return fmt.Sprintf(`{"key":%q,"display_name":%q,"publisher":"someone","loaded_instances":[%s],"max_context_length":%d,"format":"gguf",%s}`,
		m.ID, m.ID, run, m.Max, about)
}

// tag is one in Ollama's list.
func (x *exchange) tag(m Model) string {
	return fmt.Sprintf(`{"name":%q,"model":%q,"size":4294967296,"details":{"format":"gguf","parameter_size":"8B"}}`, m.ID, m.ID)
}

// running is one in its list of those that are loaded.
func (x *exchange) running(m Model) string {
	if !m.Loaded {
		return ""
	}
	return strings.TrimSuffix(x.tag(m), "}") + fmt.Sprintf(`,"context_length":%d}`, m.Context)
}

// props is what a llama-server says of itself.
func (x *exchange) props(m Model) string {
	return fmt.Sprintf(`{"default_generation_settings":{"n_ctx":%d},"model_alias":%q,"model_path":"/models/%s.gguf","total_slots":1,`+
		`"chat_template_caps":{"supports_tools":%v}}`, m.Context, m.ID, m.ID, m.Tools)
}
