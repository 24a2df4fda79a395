package goalread_test

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
)

// FuzzRead: reading never panics, is deterministic, and gives either goals in
// range or an error that names what could be read.
func FuzzRead(f *testing.F) {
	file, err := os.Open("testdata/readings.txt")
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if text, _, ok := strings.Cut(lines.Text(), " => "); ok {
			f.Add(text)
		}
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
			if !errors.As(err, &unreadable) || len(unreadable.Nearest) == 0 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if len(a.Goals) == 0 {
			t.Fatalf("%q: no goals and no error", text)
		}
		for _, g := range a.Goals {
			if g.Count < 0 || g.Count > 100_000 || len(g.Items) > 0 && g.Kind != goalread.Eat && g.Kind != goalread.Equip && g.Count < 1 {
				t.Fatalf("%q: %s has the count %d", text, g, g.Count)
			}
			if g.Kind == goalread.Say && utf8.ValidString(text) && (game.Action{Kind: game.Chat, Message: g.Text}).Validate() != nil {
				t.Fatalf("%q: %q cannot be said", text, g.Text)
			}
		}
	})
}

func TestUnreadableGoalsNameTheNearest(t *testing.T) {
	r := reader(t, "1.21.5")
	for text, want := range map[string]string{
		"please dance with 3 diamonds and a sword": "diamonds",
		"go somewhere":    "go to 100 64 -20",
		"deposit 10 dirt": "deposit 3 dirt at",
		"xyzzy":           "get 3 diamonds",
	} {
		_, err := r.Read(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to name %q", text, err, want)
		}
	}
}

// Every item, block and mob can be named by its id and by its display name.
func TestEveryNameIsRead(t *testing.T) {
	r := reader(t, "1.21.5")
	v := version(t, "1.21.5")
	for _, it := range v.Items() {
		got, err := r.Read("get 2 " + it.Name)
		if err != nil || len(got.Goals) != 1 || got.Goals[0].Name != it.Name || got.Goals[0].Count != 2 {
			t.Errorf("get 2 %s: %s %v", it.Name, got, err)
		}
		if _, err := r.Read("get 2 " + it.Display); err != nil {
			t.Errorf("get 2 %s: %v", it.Display, err)
		}
	}
	for _, m := range v.Mobs() {
		if got, err := r.Read("kill " + m.Name); err != nil || got.Goals[0].Name != m.Name {
			t.Errorf("kill %s: %s %v", m.Name, got, err)
		}
	}
	for _, b := range v.Blocks() {
		if got, err := r.Read("mine 2 " + b.Name); err != nil || got.Goals[0].Name != b.Name {
			t.Errorf("mine 2 %s: %s %v", b.Name, got, err)
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
