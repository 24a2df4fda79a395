// SPDX-License-Identifier: MIT

package openai

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

// What was learned holds in the next process, and no longer than server and model are
// what they were.
func TestWhatIsLearnedIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data", "models.json")
	fake := fakelm.Config{Kind: fakelm.LlamaServer, Build: "b6100", Quirks: []fakelm.Quirk{"refuse-temperature"}}
	requests := func(t *testing.T, fake fakelm.Config, looks bool) int {
		t.Helper()
		memory := NewMemory()
		memory.KeepIn(file)
		c, s := overPipe(t, fake, Config{Settings: Settings{Model: fakelm.DefaultModel, Temperature: ptr(0.2)}, Memory: memory})
		if looks {
			if _, err := c.Health(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
			t.Fatal(err)
		}
		return len(s.Chats())
	}
	synctest.Test(t, func(t *testing.T) {
		for i, want := range []int{2, 1} {
			if n := requests(t, fake, true); n != want {
				t.Fatalf("process %d: %d requests, want %d", i+1, n, want)
			}
		}
		changed := fake
		changed.Models = []fakelm.Model{{ID: fakelm.DefaultModel, Loaded: true, Context: 8192, Max: 32768}}
		for i, want := range []int{2, 1} {
			if n := requests(t, changed, true); n != want {
				t.Errorf("another model of that name, process %d: %d requests, want %d", i+1, n, want)
			}
		}
		changed.Build = "b6200" // which the list does not say
		for i, want := range []int{1, 2, 1} {
			if n := requests(t, changed, false); n != want {
				t.Errorf("another build of the server, process %d: %d requests, want %d", i+1, n, want)
			}
		}
		time.Sleep(learnedFor + time.Hour)
		if n := requests(t, changed, false); n != 2 {
			t.Errorf("after a month: %d requests, want 2", n)
		}
	})
}

// The context of a server that does not tell it is learned from its refusal.
func TestTheContextIsLearned(t *testing.T) {
	fake := fakelm.Config{Kind: fakelm.Generic, Models: []fakelm.Model{{ID: "m", Loaded: true}}, Quirks: []fakelm.Quirk{"context-overflow"}}
	c, _ := overLoopback(t, fake, Config{})
	for i, want := range []int{0, 4096} {
		if h, err := c.Health(t.Context()); err != nil || h.ContextLength != want {
			t.Errorf("look %d: %d tokens, %v; want %d", i+1, h.ContextLength, err, want)
		}
		if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); !isKind(err, llm.ErrContextOverflow) {
			t.Errorf("got %v", err)
		}
	}
}

// A prompt that was cut shows the context as well, until a longer one is read.
func TestTheContextOfACutPrompt(t *testing.T) {
	cut := &llm.Error{Kind: llm.ErrContextOverflow}
	for _, one := range []struct {
		known, read int
		err         error
		want        int
	}{
		{0, 2048, cut, 2048}, {0, 256, cut, 0}, {4096, 3000, nil, 4096}, {4096, 5000, nil, 0}, {4096, 0, &llm.Error{Kind: llm.ErrTooLong}, 4096},
	} {
		if got := contextAfter(one.known, llm.Usage{Input: one.read}, one.err); got != one.want {
			t.Errorf("%+v: %d", one, got)
		}
	}
}
