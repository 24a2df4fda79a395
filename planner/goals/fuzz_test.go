// SPDX-License-Identifier: MIT

package goals_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/skills"
)

// FuzzRead: reading never panics, is deterministic, and gives either goals in
// range or an error that names what could be read.
func FuzzRead(f *testing.F) {
	for _, s := range raced.Every(8, sentences(f, "testdata/readings.txt")) {
		f.Add(s.text)
	}
	r := reader(f, "1.21.5")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := r.Read(text)
		b, err2 := r.Read(text)
		if a.String() != b.String() || (err == nil) != (err2 == nil) {
			t.Fatalf("two readings: %s and %s", a, b)
		}
		var unreadable *game.UnreadableError
		if err != nil {
			if impossible := (*game.ImpossibleError)(nil); errors.As(err, &impossible) {
				return
			}
			if !errors.As(err, &unreadable) || len(unreadable.Nearest) == 0 && unreadable.Partly == nil && unreadable.Number == "" && !strings.Contains(err.Error(), `"what can you do?" says`) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if len(a.Goals) == 0 {
			t.Fatalf("%q: no goals and no error", text)
		}
		for _, g := range a.Goals {
			if g.Count < 0 || g.Count > 100_000 || len(g.Items) > 0 && g.Kind != goals.Eat && g.Kind != goals.Equip && g.Count < 1 {
				t.Fatalf("%q: %s has the count %d", text, g, g.Count)
			}
			s := skills.StructureOf(string(g.Shape))
			if g.Shape != "" && (s == nil || max(len(s.Cells(g.Size, g.Fitted...)), 1) != g.Count || s.Builds() != (len(g.Items) > 0)) {
				t.Fatalf("%q: %s of %d blocks", text, g, g.Count)
			}
			if (g.Kind == goals.Deposit || g.Kind == goals.Withdraw) && g.At == nil && g.Into == "" {
				t.Fatalf("%q: %s names no place", text, g)
			}
			if g.Kind == goals.Say && utf8.ValidString(text) && (&game.Action{Kind: game.Chat, Message: g.Text}).Validate() != nil {
				t.Fatalf("%q: %q cannot be said", text, g.Text)
			}
		}
	})
}

func TestUnreadableGoalsNameTheNearest(t *testing.T) {
	r := reader(t, "1.21.5")
	for text, want := range map[string]string{
		"please dance with 3 diamonds and a sword": `"what can you do?" says`,
		"go somewhere":                      "go ___: where?",
		"deposit 10 dirt":                   "deposit 10 dirt ___: where?",
		"xyzzy":                             `"what can you do?" says what can be asked`,
		"tame a cow":                        "I cannot tame animals yet; the nearest that can be: breed 2 sheep",
		"get 3 dirt and dance":              `I cannot "dance" yet`,
		"get 3 blorgs":                      `"3 blorgs" was not understood`,
		"help":                              "get 3 diamonds; mine 10 stone; make a furnace",
		"what can you do?":                  "you can ask for example",
		"build a pyramid":                   "build 5x5x8 tower of cobblestone",
		"build a wall around my house":      "build 10x3 wall",
		"wait for godot":                    "wait for 30 seconds",
		"get diamonds but not kill animals": `"what can you do?" says`, // what is not wanted is not offered
		"build a nether portal":             "get 10 obsidian, get 1 flint and steel",
		"breed the village":                 "breed the sheep",
		"take 3 bread from the chest":       "take 3 bread from the chest ___: where?",
		"kill Steve":                        "kill zombies",
		"give Steve":                        "give Steve ___: what?",
		"say":                               "say hello",
	} {
		_, err := r.Read(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to name %q", text, err, want)
		}
	}
}

// What is impossible by the rules is not offered.
func TestNearestGoalsArePossible(t *testing.T) {
	r := reader(t, "1.21.5")
	for text, want := range map[string]string{
		"craft a potion of flying":     "",
		"craft a log cabin":            "build 5x5 hut of planks",
		"turn on the light switch now": "light up 8 blocks around",
		"get bedrock somehow or other": "",
		"get a lamp":                   "get a redstone lamp; get a cobble; get a coal or charcoal",
	} {
		_, err := r.Read(text)
		var unreadable *game.UnreadableError
		if !errors.As(err, &unreadable) {
			t.Errorf("%q: %v, want unreadable", text, err)
		} else if got := strings.Join(unreadable.Nearest, "; "); got != want {
			t.Errorf("%q: nearest are %q, want %q", text, got, want)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	r := reader(b, "1.21.5")
	for b.Loop() {
		if _, err := r.Read("get 3 diamonds and then go to 100 64 -20"); err != nil {
			b.Fatal(err)
		}
	}
}

// Texts that are long or made to be hard are answered like others.
func TestLongTexts(t *testing.T) {
	r := reader(t, "1.21.5")
	for _, text := range longTexts() {
		var unreadable *game.UnreadableError
		if _, err := r.Read(text); err != nil && (!errors.As(err, &unreadable) || len(err.Error()) > 4000) {
			t.Errorf("%.30q...: %.80s", text, err)
		}
	}
}

func longTexts() map[string]string {
	return map[string]string{
		"100 kB":     strings.Repeat("get 3 diamonds and ", 5500),
		"goals":      strings.Repeat("get 3 dimonds, ", 130),
		"misspelt":   strings.Repeat("get 3 enchantd goldn aples and ", 60),
		"one word":   "get " + strings.Repeat("a", 1990),
		"words":      "get " + strings.Repeat("abcdefgh ", 220),
		"says":       strings.Repeat("say hi then ", 160),
		"numbers":    "get " + strings.Repeat("64 ", 600),
		"quotes":     "say " + strings.Repeat("\"a\" ' ", 280),
		"shapes":     "build " + strings.Repeat("5x5 wall of ", 160),
		"connectors": strings.Repeat("and then ", 220),
	}
}

func BenchmarkReadLong(b *testing.B) {
	r := reader(b, "1.21.5")
	for name, text := range longTexts() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = r.Read(text)
			}
		})
	}
}

// BenchmarkReadTable reads every sentence of the tables and tells the time of the
// middle one and of the slowest of a hundred, and of the middle one where the text is
// only split into words: the bare baseline.
func BenchmarkReadTable(b *testing.B) {
	r := reader(b, "1.21.5")
	files, err := filepath.Glob("testdata/*/*.txt")
	if err != nil {
		b.Fatal(err)
	}
	var texts []string
	for _, file := range append(files, "testdata/readings.txt", "testdata/refused.txt") {
		for _, s := range sentences(b, file) {
			texts = append(texts, s.text)
		}
	}
	times := make([]time.Duration, len(texts))
	bare := make([]time.Duration, len(texts))
	for i := range times {
		times[i], bare[i] = time.Hour, time.Hour
	}
	const rounds = 3 // one read alone may be interrupted
	for b.Loop() {
		for k := range rounds * len(texts) {
			i := k % len(texts)
			text := texts[i]
			start := time.Now()
			_, _ = r.Read(text)
			times[i] = min(times[i], time.Since(start)) // what else ran in between is not the reader's
			start = time.Now()
			_ = strings.Fields(strings.ToLower(text))
			bare[i] = min(bare[i], time.Since(start))
		}
	}
	slices.Sort(times)
	slices.Sort(bare)
	b.ReportMetric(float64(bare[len(bare)/2].Nanoseconds())/1e3, "bare-p50-us")
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
	b.ReportMetric(0, "ns/op")
}

// What is offered for a sentence has its verb.
func TestSuggestionsShareTheVerb(t *testing.T) {
	r := reader(t, "1.21.5")
	for _, text := range []string{"say \"chop logs\" three times", "go 20 blocks sideways", "follow the diamond around quickly or else", "kill the diamond"} {
		var unreadable *game.UnreadableError
		if _, err := r.Read(text); !errors.As(err, &unreadable) {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, near := range unreadable.Nearest {
			if strings.HasPrefix(near, "get ") {
				t.Errorf("%q: offered %q", text, near)
			}
		}
	}
}
