// SPDX-License-Identifier: MIT

package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/ui/view"
)

// What nobody can read is refused when it is said, and not when its turn comes; what
// runs goes on. Where a model answers, it waits for that one.
func TestWhatNobodyCanReadDoesNotWaitItsTurn(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"m","object":"model"}]}`))
	}))
	defer model.Close()
	for url, answers := range map[string]bool{"http://127.0.0.1:9": false, model.URL: true} {
		p, err := NewPlanner(settings.Config{}, url, noEnv)
		if err != nil {
			t.Fatal(err)
		}
		s, err := StartServer(t.Context(), ServerConfig{Planner: p, Practice: true})
		if err != nil {
			t.Fatal(err)
		}
		c := s.Connect()
		if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: talkSlow}); err != nil {
			t.Fatal(err)
		}
		if !answers { // not even with nothing to do
			if out, err := c.Talk(t.Context(), view.Talk{Text: "frobnicate the quux"}); err == nil || out.TaskID != "" || out.Kind != "" && out.Kind != view.SpeechUnread {
				t.Errorf("with nothing to do: %+v, %v", out, err)
			}
		}
		// Words that tell no language are answered in the reader's own, a question in its own.
		if !answers {
			for text, want := range map[string]string{"frobnicate the quux": "nicht verstanden", "who was that?": "I cannot answer that"} {
				out, err := c.Talk(t.Context(), view.Talk{Text: text, Language: "de"})
				if said := fmt.Sprint(out.Say, err); !strings.Contains(said, want) {
					t.Errorf("%q to a German: %s", text, said)
				}
			}
			if _, err := c.Talk(t.Context(), view.Talk{Text: "obtiens 3 truc", Language: "de"}); err == nil || strings.Contains(err.Error(), "nicht") {
				t.Errorf("French to a German: %v", err)
			}
		}
		first, err := c.Talk(t.Context(), view.Talk{Text: "get 40 oak logs"})
		if err != nil {
			t.Fatal(err)
		}
		waiting := 0
		for _, text := range []string{"dig straight down", "dig straight down right now", "frobnicate the quux"} {
			out, err := c.Talk(t.Context(), view.Talk{Text: text})
			switch {
			case answers && err == nil && out.TaskID != "":
				waiting++
			case answers, err == nil, !strings.Contains(err.Error(), "could not be read"):
				t.Errorf("%s, with a model %v: %+v, %v", text, answers, out, err)
			}
		}
		// What only the world stands against may be possible by then.
		if out, err := c.Talk(t.Context(), view.Talk{Text: "wear armor"}); err != nil || out.TaskID == "" || strings.Contains(out.Say, "cannot read") {
			t.Errorf("%+v, %v", out, err)
		}
		waiting++
		now, err := c.GetStatus(t.Context(), view.OfBody{})
		if err != nil || !answers && (now.CurrentTask == nil || now.CurrentTask.ID != first.TaskID) {
			t.Errorf("%+v, %v", now, err)
		}
		if list, err := c.ListTasks(t.Context(), view.TaskQuery{}); err != nil || len(list.Tasks) != 1+waiting {
			t.Errorf("with a model %v there are %d tasks, %v", answers, len(list.Tasks), err)
		}
		_ = c.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		_ = p.Close()
	}
}
