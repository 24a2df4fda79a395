// SPDX-License-Identifier: MIT

package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// oneModel is a provider "agent" that repeats its task and fails as it is told.
type oneModel struct{}

func (oneModel) known(name string) error {
	if name == "agent" || name == "" || name == "a b" {
		return nil
	}
	return &view.RefusedError{Code: view.CodeNoProvider, Sentence: fmt.Sprintf("there is no provider %q", name)}
}

func (m oneModel) Health(_ context.Context, name string) (view.ProviderHealth, error) {
	return view.ProviderHealth{Server: "a command", Model: "m"}, m.known(name)
}

func (m oneModel) Diagnose(_ context.Context, name string) ([]view.Finding, error) {
	return []view.Finding{{Mark: view.FindingOK, Text: "agent answers."}}, m.known(name)
}

func (m oneModel) Models(_ context.Context, name string) ([]view.Model, error) {
	return nil, m.known(name)
}

func (m oneModel) Test(_ context.Context, name string) (view.ProviderTest, error) {
	return view.ProviderTest{Model: "m", Said: "ready"}, m.known(name)
}

func (oneModel) Hear(context.Context, view.Speech) (view.Heard, error) {
	return view.Heard{Text: "get 3 diamonds"}, nil
}

func (m oneModel) Ask(_ context.Context, p view.AskProvider) (view.ProviderAnswer, error) {
	if err := m.known(p.Provider); err != nil {
		return view.ProviderAnswer{}, err
	}
	codes := map[string]view.Code{"dance": view.CodeNotServed, "slow": view.CodeTimeout, "spent": view.CodeUnavailable, "broken": view.CodeProvider}
	if code := codes[p.Task]; code != "" {
		return view.ProviderAnswer{}, &view.RefusedError{Code: code, Sentence: "It cannot " + p.Task + "."}
	}
	return view.ProviderAnswer{Output: fmt.Sprint(p.Task, " for ", p.UserID, ": ", p.Context["prompt"]), Metadata: view.AnswerMetadata{Provider: p.Provider, Model: "m", Tokens: 7}}, nil
}

func TestModelsOverHTTP(t *testing.T) {
	base := fmt.Sprintf("http://127.0.0.1:%d/api/v1/ai/command", start(t))
	const task = `{"task":"chat","context":{"message":"nicer","prompt":"get wood"},"user_id":"ada"}`
	for _, c := range []struct {
		method, path, body, token string
		status                    int
		says                      string
	}{
		{"POST", "/agent", task, token, 200, `{"output":"chat for ada: get wood","metadata":{"provider":"agent","model":"m","tokens":7}}`},
		{"POST", "/a%20b", task, token, 200, `"provider":"a b"`},
		{"POST", "/nobody", task, token, 404, `{"error":{"code":"no_provider","message":"there is no provider \"nobody\""}}`},
		{"POST", "/agent", `{"task":"dance"}`, token, 400, `"code":"not_served","message":"It cannot dance."`},
		{"POST", "/agent", `{"task":"slow"}`, token, 504, `"code":"timeout"`},
		{"POST", "/agent", `{"task":"spent"}`, token, 429, `"code":"unavailable"`},
		{"POST", "/agent", `{"task":"broken"}`, token, 502, `"code":"provider_failed"`},
		{"POST", "/agent", `{}`, token, 400, `"code":"not_served","message":"ask-provider needs a task`},
		{"POST", "/agent", `task`, token, 400, `"code":"bad_request","message":"The body must be JSON`},
		{"POST", "/agent", `null`, token, 400, `"code":"bad_request"`},
		{"POST", "/agent", `["chat"]`, token, 400, `"code":"bad_request"`},
		{"POST", "/agent", `{"task":"chat"} {}`, token, 400, `"code":"bad_request"`},
		{"POST", "/agent", `{"task":7}`, token, 400, `"code":"bad_request","message":"`},
		{"POST", "/agent", `{"type":"stop-task","provider":"nobody","task":"chat"}`, token, 200, `"provider":"agent"`},
		{"POST", "/agent", `{"task":"` + strings.Repeat("a", 300<<10) + `"}`, token, 413, `"code":"too_large","message":"The task is larger than 256 KiB`},
		{"POST", "/agent", task, "", 401, `"code":"unauthorized","message":"Minehand needs its control token`},
		{"POST", "/agent", task, "wrong", 401, `"code":"unauthorized"`},
		{"GET", "", "", token, 200, `"name":"builtin"`},
		{"GET", "/", "", token, 200, `"name":"builtin"`},
		{"GET", "/agent/health", "", token, 200, `"server":"a command"`},
		{"GET", "/nobody/health", "", token, 404, "no_provider"},
		{"GET", "/agent/models", "", token, 200, `{"models":[]}`},
		{"POST", "/agent/test", "", token, 200, `"said":"ready"`},
		{"GET", "/agent", "", token, 404, `"code":"no_call","message":"There is no such call`},
		{"POST", "/agent/dance", "", token, 404, `"code":"no_call","message":"There is no such call`},
		{"DELETE", "/agent", "", token, 404, `"code":"no_call","message":"There is no such call`},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, base+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if c.token != "" {
			req.Header.Set("Authorization", "Bearer "+c.token)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != c.status || !strings.Contains(string(body), c.says) || resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %.60s: %d %s, %v", c.method, c.path, c.body, resp.StatusCode, body, err)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestModelsAreAskedByClients: the same calls of the table.
func TestModelsAreAskedByClients(t *testing.T) {
	c := dial(t, start(t))
	if a, err := c.AskProvider(t.Context(), view.AskProvider{Task: "chat", Context: map[string]any{"prompt": "get wood"}}); err != nil || a.Output != "chat for : get wood" {
		t.Errorf("%+v, %v", a, err)
	}
	if d, err := c.DiagnoseProvider(t.Context(), view.OfProvider{Provider: "agent"}); err != nil || len(d.Findings) != 1 || d.Findings[0].Mark != view.FindingOK {
		t.Errorf("the diagnosis is %+v, %v", d, err)
	}
	if _, err := c.CheckProvider(t.Context(), view.OfProvider{Provider: "nobody"}); err == nil || !strings.Contains(err.Error(), "no provider") {
		t.Errorf("got %v", err)
	}
}

// What needs no parameters is read with a GET and the token.
func TestReadsOverHTTP(t *testing.T) {
	base := fmt.Sprintf("http://127.0.0.1:%d", start(t))
	for _, path := range []string{"status", "instances", "tasks", "providers", "commands", "config"} {
		for shown, want := range map[string]int{token: 200, "wrong": 401, "": 401} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/api/v1/"+path, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			if shown != "" {
				req.Header.Set("Authorization", "Bearer "+shown)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			var data any
			err = json.NewDecoder(resp.Body).Decode(&data)
			_ = resp.Body.Close()
			if resp.StatusCode != want || err != nil || data == nil {
				t.Errorf("%s with %q: %d, %v, %v", path, shown, resp.StatusCode, data, err)
			}
		}
	}
}
