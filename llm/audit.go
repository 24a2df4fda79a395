// SPDX-License-Identifier: MIT

package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"time"
)

// Call is the record of one request to one provider.
type Call struct {
	Who string // asked: a client or a user, as far as the request said
	// TaskID is the task of Minehand's that it was for, Task what was asked.
	TaskID          string
	Task            Task
	Provider, Model string // the configured name, Model the one that answered, or was asked
	// Attempt counts the requests to this provider for one question, from 1.
	Attempt         int
	Began, Ended    time.Time
	Usage           Usage
	Outcome, Detail string // "ok", or the kind of the failure; Detail is its sentence
	// Prompt and Reply are without secrets, and empty when texts are not kept;
	// the hashes are of the texts themselves.
	Prompt, Reply         string
	PromptHash, ReplyHash string
}

// Audit keeps the records of calls. It must not block for long, and may be
// called from any goroutine.
type Audit interface{ Record(Call) }

// Hash is how a text is named where it is not kept: the first 16 hex digits of
// its SHA-256; empty for no text.
func Hash(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// mostCalls is how many calls a Ring keeps.
const mostCalls = 256

// Ring is an Audit that keeps the last calls in memory. Safe for concurrent use.
type Ring struct {
	mu    sync.Mutex
	calls []Call
}

// Record implements [Audit].
func (r *Ring) Record(c Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, c)
	r.calls = slices.Delete(r.calls, 0, max(0, len(r.calls)-mostCalls))
}

// Calls are the records so far, oldest first.
func (r *Ring) Calls() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.calls)
}
