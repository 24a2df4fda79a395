package api

import (
	"crypto/sha256"
	"sync"
)

// maxReplays is how many answers are kept.
const maxReplays = 1024

// replays keeps the answers of calls by their id: a client that lost the answer
// and asks again gets the stored one, and nothing is done twice.
type replays struct {
	mu    sync.Mutex
	byID  map[string]*replay
	order []string
}

type replay struct {
	payload [sha256.Size]byte
	once    sync.Once
	answer  []byte
}

func newReplays() *replays { return &replays{byID: map[string]*replay{}} }

// once returns the stored answer of id, or that of do, which runs once. The
// same id with another payload is a conflict.
func (r *replays) once(id string, payload []byte, do, conflict func() []byte) []byte {
	sum := sha256.Sum256(payload)
	r.mu.Lock()
	e, ok := r.byID[id]
	if !ok {
		e = &replay{payload: sum}
		r.byID[id] = e
		r.order = append(r.order, id)
		if len(r.order) > maxReplays {
			delete(r.byID, r.order[0])
			r.order = r.order[1:]
		}
	}
	r.mu.Unlock()
	if e.payload != sum {
		return conflict()
	}
	e.once.Do(func() { e.answer = do() })
	return e.answer
}
