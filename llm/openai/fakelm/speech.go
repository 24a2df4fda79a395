// SPDX-License-Identifier: MIT

package fakelm

import (
	"encoding/json"
	"io"
	"net/http"
	"path"
	"sync"
)

// Recording is a request to write down speech, as it arrived.
type Recording struct {
	Authorization, Model, File string
	Audio                      []byte
}

// Speech is a server that writes down speech: the same words each time. It is an
// http.Handler that is safe for concurrent use.
type Speech struct {
	Says string // the words; empty: it refuses the recording

	mu    sync.Mutex
	heard []Recording
}

// Heard are the recordings so far.
func (s *Speech) Heard() []Recording {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Recording(nil), s.heard...)
}

// ServeHTTP implements http.Handler.
func (s *Speech) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, head, err := r.FormFile("file")
	if r.URL.Path != "/v1/audio/transcriptions" || err != nil {
		http.NotFound(w, r)
		return
	}
	audio, err := io.ReadAll(file)
	if err != nil || s.Says == "" {
		const bad = `{"error":{"message":"Invalid file format.","type":"invalid_request_error","param":"file","code":""}}`
		http.Error(w, bad, http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.heard = append(s.heard, Recording{r.Header.Get("Authorization"), r.FormValue("model"), path.Base(head.Filename), audio})
	s.mu.Unlock()
	_ = json.NewEncoder(w).Encode(map[string]any{"text": " " + s.Says + "\n"})
}
