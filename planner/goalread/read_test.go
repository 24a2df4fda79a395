package goalread_test

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/goalread"
)

func version(t testing.TB, name string) *data.Version {
	t.Helper()
	v, err := data.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func reader(t testing.TB, name string) *goalread.Reader {
	t.Helper()
	return goalread.New(version(t, name))
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
	if n < 600 {
		t.Errorf("only %d sentences", n)
	}
}

// sentence is a line of a file: a text and its reading, "!", or "!!" and why it
// is impossible.
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
func readings(t *testing.T, file string, r *goalread.Reader) int {
	list := sentences(t, file)
	for _, s := range list {
		got, err := r.Read(s.text)
		if s.want == "!" {
			var unreadable *game.UnreadableError
			if !errors.As(err, &unreadable) {
				t.Errorf("%q was read as %s, want unreadable", s.text, got)
			} else if len(unreadable.Nearest) == 0 {
				t.Errorf("%q: no nearest goals", s.text)
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
		if err != nil {
			t.Errorf("%q: %v, want %s", s.text, err, s.want)
		} else if got.String() != s.want {
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
func sameSmelting(a, b goalread.Goal) bool { return a.Product == b.Product }
