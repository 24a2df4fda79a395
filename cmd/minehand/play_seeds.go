// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// runSeeds plays every seed one after the other. The last line counts those that
// were played, also when one could not be.
func (p *player) runSeeds(ctx context.Context) error {
	last := seedsLine{Type: "seeds", Failed: []int64{}}
	var fault error
	for _, seed := range p.seeds {
		var s summary
		if s, fault = p.run(ctx, seed); fault != nil {
			break
		}
		if s.err() == nil {
			last.Passed++
		} else {
			last.Failed = append(last.Failed, seed)
		}
		if ctx.Err() != nil || p.ended() {
			break
		}
	}
	if p.json {
		_ = json.NewEncoder(newPrintable(p.out, true)).Encode(last) // the output remembers its fault
	} else {
		_, _ = fmt.Fprintln(p.out, last.sentence(len(p.seeds)))
	}
	if fault == nil && last.Passed < len(p.seeds) {
		fault = &exitError{code: exitIncomplete}
	}
	return fault
}

// seedsLine is the last word about a range of seeds.
type seedsLine struct {
	Type   string  `json:"type"`
	Passed int     `json:"passed"`
	Failed []int64 `json:"failed"`
}

func (l seedsLine) sentence(asked int) string {
	text := fmt.Sprintf("%d of %d seeds complete", l.Passed, asked)
	if len(l.Failed) > 0 {
		text += fmt.Sprintf("; not complete: %v", l.Failed)
	}
	if left := asked - l.Passed - len(l.Failed); left > 0 {
		text += fmt.Sprintf("; %d not played", left)
	}
	return text + "."
}

// ended reports whether no further seed is to be played.
func (p *player) ended() bool {
	select {
	case <-p.wish:
		return true
	case <-p.out.broken:
		return true
	default:
		return false
	}
}
