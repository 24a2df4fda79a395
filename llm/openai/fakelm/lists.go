// SPDX-License-Identifier: MIT

package fakelm

import (
	"io"
	"net/http"
)

// lists answers the model lists of the server's kind; false if the path is not one.
func (x *exchange) lists() bool {
	path := x.r.URL.Path
	kind := x.cfg.Kind
	var body any
	switch {
	case path == "/v1/models":
		body = map[string]any{"object": "list", "data": x.openAIList()}
	case path == "/api/v1/models" && kind == LMStudio && !x.has(NoNativeList):
		body = map[string]any{"models": x.lmStudioList()}
	case path == "/api/v0/models" && kind == LMStudio && !x.has(NoRESTList):
		body = map[string]any{"object": "list", "data": x.restList()}
	case path == "/api/version" && kind == Ollama:
		body = map[string]any{"version": "0.13.0"}
	case path == "/api/tags" && kind == Ollama:
		body = map[string]any{"models": x.ollamaList(false)}
	case path == "/api/ps" && kind == Ollama:
		body = map[string]any{"models": x.ollamaList(true)}
	case path == "/props" && kind == LlamaServer:
		m := x.snapshot()[0]
		body = map[string]any{
			"default_generation_settings": map[string]any{"n_ctx": m.Context},
			"model_alias":                 m.ID, "model_path": "/models/" + m.ID + ".gguf", "total_slots": 1,
			"chat_template_caps": map[string]any{"supports_tools": m.Tools},
		}
	default:
		return false
	}
	switch {
	case x.has(Loading503) && x.stillLoading():
		writeJSON(x.w, http.StatusServiceUnavailable, failure("Loading model", "unavailable_error", "", "503"))
	case x.has(PageForList):
		x.w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(x.w, "<!doctype html><html><title>Open WebUI</title></html>")
	case x.has(NullList) && path == "/v1/models":
		writeJSON(x.w, http.StatusOK, map[string]any{"object": "list", "data": nil})
	case x.has(BareList) && path == "/v1/models":
		writeJSON(x.w, http.StatusOK, x.openAIList())
	case x.has(HangLists):
		x.hang()
	case x.has(HugeModels):
		x.w.Header().Set("Content-Type", "application/json")
		x.flood(`{"models":[{"key":"`, "a", `"}]}`)
	default:
		writeJSON(x.w, http.StatusOK, body)
	}
	return true
}

func (x *exchange) openAIList() []any {
	out := []any{}
	for _, m := range x.snapshot() {
		entry := map[string]any{"id": m.ID, "object": "model", "owned_by": "organization_owner"}
		switch x.cfg.Kind {
		case LlamaServer:
			entry["meta"] = map[string]any{"n_ctx_train": m.Max}
		case Generic:
			entry["max_model_len"] = m.Context
			entry["created"] = 1760000000.5
		case LMStudio, Ollama:
		}
		out = append(out, entry)
	}
	return out
}

// restList is LM Studio's list from 0.3.6 on.
func (x *exchange) restList() []any {
	out := []any{}
	for _, m := range x.snapshot() {
		entry := map[string]any{"id": m.ID, "object": "model", "type": "llm", "publisher": "someone", "arch": "llama",
			"compatibility_type": "gguf", "quantization": "Q4_K_M", "state": "not-loaded", "max_context_length": m.Max}
		if m.Loaded {
			entry["state"], entry["loaded_context_length"] = "loaded", m.Context
		}
		if m.Embedding {
			entry["type"] = "embeddings"
		}
		out = append(out, entry)
	}
	return out
}

func (x *exchange) lmStudioList() []any {
	out := []any{}
	for _, m := range x.snapshot() {
		instances := []any{}
		if m.Loaded {
			instances = append(instances, map[string]any{"id": m.ID, "config": map[string]any{"context_length": m.Context, "flash_attention": true}})
		}
		entry := map[string]any{"type": "llm", "publisher": "someone", "key": m.ID, "display_name": m.ID,
			"loaded_instances": instances, "max_context_length": m.Max, "format": "gguf"}
		if m.Embedding {
			entry["type"] = "embedding"
		} else {
			caps := map[string]any{"vision": false, "trained_for_tool_use": m.Tools}
			if m.Reasoning {
				caps["reasoning"] = map[string]any{"allowed_options": []string{"off", "on"}, "default": "on"}
			}
			entry["capabilities"] = caps
		}
		out = append(out, entry)
	}
	return out
}

func (x *exchange) ollamaList(running bool) []any {
	out := []any{}
	for _, m := range x.snapshot() {
		if running && !m.Loaded {
			continue
		}
		entry := map[string]any{"name": m.ID, "model": m.ID, "size": 1 << 32, "details": map[string]any{"format": "gguf", "parameter_size": "8B"}}
		if running {
			entry["context_length"] = m.Context
		}
		out = append(out, entry)
	}
	return out
}
