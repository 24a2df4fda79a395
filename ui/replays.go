// SPDX-License-Identifier: MIT

package ui

import (
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/ui/view"
)

// Answers are kept for clients that lost their connection, which ask again
// within seconds.
const (
	maxReplays  = 1024
	replaysLive = 10 * time.Minute
)

// replays keeps the answers of a client's successful calls by their id: a client
// that lost the answer and asks again gets the stored one, and nothing is done
// twice.
type replays struct {
	mu    sync.Mutex
	byID  map[view.CallID]*replay
	order []*replay // oldest first
}

type replay struct {
	id      view.CallID
	payload [sha256.Size]byte
	at      time.Time
	once    sync.Once
	answer  view.Response
}

func newReplays() *replays { return &replays{byID: map[view.CallID]*replay{}} }

// once returns the stored answer of id, or that of do, which runs once; what it
// refuses may be asked again. ok is false when the id was used with another
// payload.
func (r *replays) once(id view.CallID, payload []byte, do func() view.Response) (answer view.Response, ok bool) {
	e := r.entry(id, sha256.Sum256(payload))
	if e == nil {
		return view.Response{}, false
	}
	first := false
	e.once.Do(func() {
		first = true
		e.answer = do()
		if !e.answer.Success {
			r.mu.Lock()
			r.forget(e)
			if i := slices.Index(r.order, e); i >= 0 {
				r.order = slices.Delete(r.order, i, i+1)
			}
			r.mu.Unlock()
		}
	})
	answer = e.answer
	answer.Replayed = !first
	return answer, true
}

// entry finds or makes the entry of an id; nil when it holds another payload.
func (r *replays) entry(id view.CallID, payload [sha256.Size]byte) *replay {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for len(r.order) > 0 && (len(r.order) >= maxReplays || now.Sub(r.order[0].at) > replaysLive) {
		r.forget(r.order[0])
		r.order = r.order[1:]
	}
	e, ok := r.byID[id]
	switch {
	case !ok:
		e = &replay{id: id, payload: payload, at: now}
		r.byID[id] = e
		r.order = append(r.order, e)
	case e.payload != payload:
		return nil
	}
	return e
}

// forget drops an entry unless its id has a newer one; r.mu is held.
func (r *replays) forget(e *replay) {
	if r.byID[e.id] == e {
		delete(r.byID, e.id)
	}
}
