package goalread_test

import (
	"bufio"
	"errors"
	"os"
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

func TestReadings(t *testing.T) {
	f, err := os.Open("testdata/readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := reader(t, "1.21.5")
	lines := bufio.NewScanner(f)
	n := 0
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("no => in %q", line)
		}
		n++
		got, err := r.Read(text)
		if want == "!" {
			var unreadable *game.UnreadableError
			if !errors.As(err, &unreadable) {
				t.Errorf("%q was read as %s, want unreadable", text, got)
			} else if len(unreadable.Nearest) == 0 {
				t.Errorf("%q: no nearest goals", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v, want %s", text, err, want)
		} else if got.String() != want {
			t.Errorf("%q was read as %s, want %s", text, got, want)
		}
	}
	if n < 150 {
		t.Errorf("only %d sentences", n)
	}
}
