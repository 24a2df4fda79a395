// SPDX-License-Identifier: MIT

package language_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// BenchmarkRead reports the p50 and p99 over messages of all kinds, unreadable and
// misspelt ones among them.
func BenchmarkRead(b *testing.B) {
	l, _ := library(b)
	r := l.Reader(names(b))
	texts := []string{
		"get 3 diamonds", "could you please fetch me a couple of oak logs and a torch?", "come here", "give Steve 3 diamonds and follow him",
		"build me a house by the lake", "mine 5 iron ore with a stone pickaxe, then smelt 5 raw iron in a furnace", "what are you doing",
		"craft an iorn pickaxe", "gib mir 3 Diamanten", "给我3个钻石", "how long does it take until you have all the wood for the big barn over there?",
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		begun := time.Now()
		_, _ = r.Read(texts[i%len(texts)])
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-us")
}

// BenchmarkHardest reads the texts of 2,000 bytes that take longest.
func BenchmarkHardest(b *testing.B) {
	l, _ := library(b)
	r := l.Reader(names(b))
	for name, text := range map[string]string{
		"goals": strings.Repeat("get 3 logs and ", 130) + "get 3 logs", "openers": strings.Repeat("please ", 280) + "get wood",
		"misspelt": strings.Repeat("diamonx ", 249), "list": "get " + strings.Repeat("3 oak logs, ", 160) + "dirt", "characters": strings.Repeat("木", 660),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = r.Read(text)
			}
		})
	}
}

// BenchmarkFirst makes all grammars and reads a message, as the first one of a process
// is.
func BenchmarkFirst(b *testing.B) {
	lexicon := names(b)
	frames := goals.Spoken()
	for b.Loop() {
		_, _ = language.NewLibrary(frames, nil).Reader(lexicon).Read("get 3 logs")
	}
}
