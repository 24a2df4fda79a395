// SPDX-License-Identifier: MIT

package openai

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

// speaks is a client of whoever writes down speech.
func speaks(t *testing.T, server http.Handler, tail string) *Client {
	t.Helper()
	s := httptest.NewServer(server)
	c, err := New(Config{Settings: Settings{URL: s.URL + tail}, APIKey: "sk-1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		s.Close()
	})
	return c
}

func TestSpeechIsWrittenDown(t *testing.T) {
	for _, tail := range []string{"", "/v1", "/v1/audio/transcriptions"} {
		fake := &fakelm.Speech{Says: "get three diamonds"}
		text, err := speaks(t, fake, tail).Transcribe(t.Context(), "whisper-1", "audio/webm;codecs=opus", []byte("sound"))
		heard := fake.Heard()
		if err != nil || text != "get three diamonds" || len(heard) != 1 {
			t.Fatalf("%q: %q, %v, %d recordings", tail, text, err, len(heard))
		}
		if r := heard[0]; r.Authorization != "Bearer sk-1" || r.Model != "whisper-1" || r.File != "speech.webm" || string(r.Audio) != "sound" {
			t.Errorf("%q: it heard %+v", tail, r)
		}
	}
}

// TestWhoCannotWriteDownSpeechSaysSo: in a sentence with the fix.
func TestWhoCannotWriteDownSpeechSaysSo(t *testing.T) {
	says := func(text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) })
	}
	for name, c := range map[string]struct {
		server http.Handler
		says   string
	}{
		"refused":    {&fakelm.Speech{}, "Invalid file format"},
		"no speech":  {http.NotFoundHandler(), "/v1/audio/transcriptions"},
		"a web page": {says("<html>"), "/v1/audio/transcriptions"},
		"no text":    {says(`{"task":"x"}`), "/v1/audio/transcriptions"},
	} {
		_, err := speaks(t, c.server, "").Transcribe(t.Context(), "whisper-1", "audio/webm", []byte("sound"))
		if !errors.Is(err, llm.ErrBadRequest) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		llmtest.Sentence(t, err)
	}
	_, err := speaks(t, &fakelm.Speech{Says: "x"}, "").Transcribe(t.Context(), "m", "text/html", []byte("sound"))
	if err == nil {
		t.Error("a web page was taken for sound")
	}
}
