package goals_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/goals"
)

func version(t testing.TB, name string) *data.Version {
	t.Helper()
	v, err := data.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func reader(t testing.TB, name string) *goals.Reader {
	t.Helper()
	return goals.New(version(t, name))
}

// The files of sentences: readings.txt is for 1.21.5, the others name their
// version.
func TestReadings(t *testing.T) {
	files, err := filepath.Glob("testdata/readings*.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		name := strings.TrimPrefix(strings.TrimSuffix(filepath.Base(file), ".txt"), "readings")
		if name = strings.TrimPrefix(name, "-"); name == "" {
			name = "1.21.5"
		}
		n += readings(t, file, reader(t, name))
	}
	fresh, err := filepath.Glob("testdata/fresh/*.txt")
	if err != nil || len(fresh) == 0 {
		t.Fatalf("no fresh sentences: %v", err)
	}
	for _, file := range fresh {
		readings(t, file, reader(t, "1.21.5"))
	}
	if n < 600 {
		t.Errorf("only %d sentences", n)
	}
}

// sentence is a line of a file: a text and its reading (behind "? " when it is a
// guess), "!", or "!!" and why it is impossible.
type sentence struct{ text, want string }

func sentences(t testing.TB, file string) []sentence {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []sentence
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%s: no => in %q", file, line)
		}
		out = append(out, sentence{text, want})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// readings reads the sentences of a file and returns how many they are.
func readings(t *testing.T, file string, r *goals.Reader) int {
	list := sentences(t, file)
	for _, s := range list {
		got, err := r.Read(s.text)
		if s.want == "!" {
			var unreadable *game.UnreadableError
			if !errors.As(err, &unreadable) {
				t.Errorf("%q was read as %s, want unreadable", s.text, got)
			} else if msg := unreadable.Error(); len(unreadable.Nearest) == 0 && !strings.Contains(msg, `"help" says`) {
				t.Errorf("%q: neither a goal that is near nor where to look: %s", s.text, msg)
			}
			continue
		}
		if reason, ok := strings.CutPrefix(s.want, "!! "); ok {
			var impossible *game.ImpossibleError
			if !errors.As(err, &impossible) || impossible.Reason != reason {
				t.Errorf("%q: %v, want %s", s.text, err, reason)
			}
			continue
		}
		want, guess := strings.CutPrefix(s.want, "? ")
		if err != nil {
			t.Errorf("%q: %v, want %s", s.text, err, s.want)
		} else if guess != (len(got.Respelt) > 0) {
			t.Errorf("%q: respelt %v, want %s", s.text, got.Respelt, s.want)
		} else if got.String() != want {
			t.Errorf("%q was read as %s, want %s", s.text, got, s.want)
		}
	}
	return len(list)
}

// What the reader offers when it cannot read a goal can itself be read.
func TestNearestGoalsAreReadable(t *testing.T) {
	r := reader(t, "1.21.5")
	for _, s := range sentences(t, "testdata/readings.txt") {
		var unreadable *game.UnreadableError
		if _, err := r.Read(s.text); errors.As(err, &unreadable) {
			for _, near := range unreadable.Nearest {
				if _, err := r.Read(near); err != nil {
					t.Errorf("%q: the nearest goal %q: %v", s.text, near, err)
				}
			}
		}
	}
}

// A reading in words is itself a goal with the same reading: it is what a
// refusal offers and a list of tasks shows.
func TestWordsAreReadable(t *testing.T) {
	r := reader(t, "1.21.5")
	for _, s := range sentences(t, "testdata/readings.txt") {
		got, err := r.Read(s.text)
		if err != nil {
			continue
		}
		again, err := r.Read(got.Words())
		if err != nil {
			t.Errorf("%q is %q in words: %v", s.text, got.Words(), err)
		} else if again.String() != got.String() || !slices.EqualFunc(again.Goals, got.Goals, sameSmelting) {
			t.Errorf("%q is %q in words, which is read as %s, want %s", s.text, got.Words(), again, got)
		}
	}
}

// sameSmelting: what goes in is not what comes out, though both may be stone.
func sameSmelting(a, b goals.Goal) bool { return a.Product == b.Product }

// Sentences that are refused, with a part of what is said then.
func TestRefused(t *testing.T) {
	list := sentences(t, "testdata/refused.txt")
	if len(list) < 100 {
		t.Errorf("only %d sentences", len(list))
	}
	r := reader(t, "1.21.5")
	for _, s := range list {
		if got, err := r.Read(s.text); err == nil {
			t.Errorf("%q was read as %s", s.text, got)
		} else if !strings.Contains(err.Error(), s.want) {
			t.Errorf("%q: %v, want it to say %s", s.text, err, s.want)
		}
	}
}

// Clauses written out in the words of their frames read back the same, alone and
// several in a sentence.
func TestWrittenClausesReadBack(t *testing.T) {
	r := reader(t, "1.21.5")
	things := []string{"dirt", "oak_log", "iron_ingot", "bread", "torch", "cobblestone", "diamond", "stick"}
	places := []string{"100 64 -20", "0 70 0", "-5 12 7"}
	write := func(g *rapid.T) (said, want string) {
		thing, n := rapid.SampledFrom(things).Draw(g, "thing"), rapid.IntRange(2, 64).Draw(g, "count")
		pick := func(kind goals.Kind, not ...string) string {
			f, _ := goals.FrameOf(kind)
			words := slices.DeleteFunc(slices.Clone(f.Words), func(w string) bool {
				return slices.Contains(not, w) || strings.Contains(w, "until") || strings.Contains(w, "fill")
			})
			return rapid.SampledFrom(words).Draw(g, "verb")
		}
		counted := rapid.SampledFrom([]string{
			game.Counted(n, thing), fmt.Sprintf("%d %s", n, thing), fmt.Sprintf("%dx %s", n, game.Display(thing)), fmt.Sprintf("%s x%d", game.Display(thing), n),
		}).Draw(g, "form")
		switch rapid.IntRange(0, 6).Draw(g, "kind") {
		case 0:
			return pick(goals.Get, "pick", "loot") + " " + counted, fmt.Sprintf("get %d %s", n, thing)
		case 1:
			at := rapid.SampledFrom(places).Draw(g, "place")
			return pick(goals.Goto, "come", "come to", "get over", "get back", "return", "go", "walk", "travel", "run", "move") + " " + at, "goto " + at
		case 2:
			return pick(goals.Kill, "hunt for") + fmt.Sprintf(" %d zombies", n), fmt.Sprintf("kill %d zombie", n)
		case 3:
			at := rapid.SampledFrom(places).Draw(g, "place")
			return pick(goals.Deposit) + " " + counted + " in the chest at " + at, fmt.Sprintf("deposit %d %s at %s", n, thing, at)
		case 4:
			return pick(goals.Craft, "build", "construct", "erect", "raise", "put up", "bake", "brew") + fmt.Sprintf(" %d sticks", n), fmt.Sprintf("craft %d stick", n)
		case 5:
			return pick(goals.Follow) + fmt.Sprintf(" me for %d seconds", n), fmt.Sprintf("follow me for %d s", n)
		}
		return "give " + counted + " to Alex", fmt.Sprintf("give %d %s to Alex", n, thing)
	}
	rapid.Check(t, func(g *rapid.T) {
		var said, want []string
		for range rapid.IntRange(1, 4).Draw(g, "clauses") {
			s, w := write(g)
			said, want = append(said, s), append(want, w)
		}
		text := strings.Join(said, rapid.SampledFrom([]string{" and then ", ", then ", "; ", ". "}).Draw(g, "between"))
		got, err := r.Read(text)
		if err != nil || got.String() != strings.Join(want, ", ") || len(got.Respelt) > 0 {
			g.Fatalf("%q was read as %s (%v), want %s", text, got, err, strings.Join(want, ", "))
		}
	})
}
