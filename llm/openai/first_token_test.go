// SPDX-License-Identifier: MIT

package openai

import (
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/llm"
)

// TestASlowReaderGetsTimeForALongPrompt: twice what reading the prompt takes at the measured
// speed, no less than usual and no more than the whole call.
func TestASlowReaderGetsTimeForALongPrompt(t *testing.T) {
	usual, whole := time.Second, time.Hour
	c := &call{Client: &Client{cfg: Config{Settings: Settings{FirstToken: &usual, Timeout: &whole}}}, req: llm.Request{Prompt: strings.Repeat("word ", 1000)}}
	tokens := float64(c.req.Tokens())
	for _, row := range []struct {
		known profile
		want  time.Duration
	}{
		{profile{}, usual},
		{profile{Prefill: tokens / 30}, time.Minute},
		{profile{Prefill: tokens * 100}, usual},
		{profile{Prefill: tokens / 7200}, whole},
		{profile{Whole: true}, whole},
	} {
		if got := c.firstToken(row.known); (got - row.want).Abs() > time.Millisecond {
			t.Errorf("with %+v the first word may take %s, want %s", row.known, got, row.want)
		}
	}
}
