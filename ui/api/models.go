// SPDX-License-Identifier: MIT

package api

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/ui/view"
)

// The paths of the calls about models. POST modelPath/ID asks a provider to do a
// task, in the base document's form; the others are its siblings.
const modelPath = "/api/v1/ai/command"

func isModelPath(path string) bool {
	return path == modelPath || strings.HasPrefix(path, modelPath+"/")
}

// reads are the calls that a GET makes of what needs no parameters, by their path.
var reads = map[string]string{
	"/api/v1/status": "get-status", "/api/v1/instances": "detect-instances", "/api/v1/tasks": "list-tasks",
	"/api/v1/providers": "list-providers", "/api/v1/commands": "get_all_commands", "/api/v1/config": "get-config",
}

// modelCall is the call that a request stands for; "" when there is none.
func modelCall(r *http.Request) (call, provider string, known bool) {
	if call := reads[r.URL.Path]; call != "" {
		return call, "", r.Method == http.MethodGet
	}
	rest := strings.Trim(strings.TrimPrefix(r.URL.EscapedPath(), modelPath), "/")
	name, action, _ := strings.Cut(rest, "/")
	provider, err := url.PathUnescape(name)
	if err != nil {
		return "", "", false
	}
	calls := map[string]string{
		"GET ": "list-providers", "POST /": "ask-provider",
		"GET /health": "check-provider", "GET /models": "list-models", "POST /test": "test-provider",
	}
	key := r.Method + " "
	if provider != "" {
		key += "/" + action
	}
	call, known = calls[key]
	return call, provider, known
}

// statusOf is the HTTP status of a refusal.
var statusOf = map[view.Code]int{
	view.CodeNoProvider: http.StatusNotFound, view.CodeNotServed: http.StatusBadRequest, view.CodeTimeout: http.StatusGatewayTimeout,
	view.CodeUnavailable: http.StatusTooManyRequests, view.CodeProvider: http.StatusBadGateway,
}

// failureBody is the answer of a call that failed.
type failureBody struct {
	Error struct {
		Code    view.Code `json:"code"`
		Message string    `json:"message"`
	} `json:"error"`
}

// serveModels carries one call of the table. A page has no way to it: only the
// token in the header counts.
func (s *Server) serveModels(w http.ResponseWriter, r *http.Request) {
	if token, given := bearer(r); !given || !same(token, s.cfg.Token) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="minehand"`)
		refuse(w, http.StatusUnauthorized, view.CodeUnauthorized,
			"Minehand needs its control token: send \"Authorization: Bearer TOKEN\" with the content of the file control-token in its data folder.")
		return
	}
	call, provider, known := modelCall(r)
	if !known {
		refuse(w, http.StatusNotFound, view.CodeNoCall,
			"There is no such call: GET /api/v1/status, instances, tasks, providers, commands and config read; GET "+modelPath+
				" lists the providers; POST "+modelPath+"/ID asks one; GET .../health and .../models, POST .../test are about one.")
		return
	}
	message := map[string]any{}
	if call == "ask-provider" {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(budget.Call.Bytes())))
		if err != nil {
			refuse(w, http.StatusRequestEntityTooLarge, view.CodeTooLarge, "The task is larger than 256 KiB: ask for less at once.")
			return
		}
		if err := budget.Call.JSON(body, &message); err != nil || message == nil {
			refuse(w, http.StatusBadRequest, view.CodeBadRequest,
				`The body must be JSON: {"task": "chat", "context": {"message": "...", "prompt": "..."}}.`)
			return
		}
	}
	message["type"] = call
	delete(message, "id")
	if provider != "" {
		message["provider"] = provider
	}
	data, err := json.Marshal(message)
	if err != nil {
		refuse(w, http.StatusBadRequest, view.CodeBadRequest, "The task cannot be read.")
		return
	}
	line := s.svc.Open()
	defer line.Close()
	line.Answer(r.Context(), line.Take(data), func(answer view.Response) {
		if !answer.Success {
			answer.Code = cmp.Or(answer.Code, view.CodeBadRequest) // it could not be decoded
			status := cmp.Or(statusOf[answer.Code], http.StatusBadRequest)
			refuse(w, status, answer.Code, answer.Error)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer.Data) // the client is gone if it fails
	})
}

func refuse(w http.ResponseWriter, status int, code view.Code, message string) {
	var body failureBody
	body.Error.Code, body.Error.Message = code, message
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone if it fails
}
