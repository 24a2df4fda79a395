// SPDX-License-Identifier: MIT

package coverage

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/sim"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var update = flag.Bool("update", false, "write docs/COVERAGE.md")

const document = "../../../../docs/COVERAGE.md"

// sample is how many items of a version a short run looks at: one in so many.
const sample = 25

// outcome is what became of one version's items: by start, and those that no
// start reaches.
type outcome struct {
	version string
	items   int
	reached map[string][]string
	left    []string
}

// Every item of every version is reached, or excepted with a reason; no excepted
// item is reached.
func TestEveryItemIsReachedOrExcepted(t *testing.T) {
	short := raced.On || testing.Short()
	except, err := readExceptions("../../../../planner/techtree/exceptions.txt")
	if err != nil {
		t.Fatal(err)
	}
	versions := raced.Every(4, data.Tables())
	outcomes := make([]outcome, len(versions))
	t.Run("versions", func(t *testing.T) {
		for i, version := range versions {
			t.Run(version, func(t *testing.T) {
				t.Parallel()
				outcomes[i] = cover(t, version, short)
				for item, fault := range except.faults(&outcomes[i]) {
					t.Errorf("%s: %s", item, fault)
				}
			})
		}
	})
	if short || t.Failed() {
		return
	}
	text := render(outcomes, except)
	for _, pattern := range except.unused() {
		t.Errorf("exceptions.txt lists %q, which excepts nothing", pattern)
	}
	if *update {
		if err := os.WriteFile(document, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(document)
	if err != nil || string(old) != text {
		t.Errorf("docs/COVERAGE.md is not up to date (%v); run: go test ./cmd/internal/qa/coverage -update", err)
	}
}

// cover tries every item of a version from every start, in order.
func cover(t *testing.T, version string, short bool) outcome {
	v, err := data.Load(version)
	if err != nil {
		t.Fatal(err)
	}
	library := book.NewLibrary(book.Config{})
	body := game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: version, Actions: sim.Kinds()}
	has := func(item string) bool { _, ok := v.Item(item); return ok }
	out := outcome{version: version, items: len(v.Items()), reached: map[string][]string{}}
	for k, it := range v.Items() {
		if short && k%sample != 0 {
			continue
		}
		where, err := reach(library, body, has, it.Name)
		switch {
		case err != nil:
			t.Errorf("%s: %v", it.Name, err)
		case where == "":
			out.left = append(out.left, it.Name)
		default:
			out.reached[where] = append(out.reached[where], it.Name)
		}
	}
	if !short {
		checkKits(t, has, &out)
	}
	return out
}

// checkKits sees that every kit holds only what an earlier start reaches.
func checkKits(t *testing.T, has func(string) bool, o *outcome) {
	var before []string
	for _, s := range starts {
		for item := range s.kit {
			if has(item) && !slices.Contains(before, item) {
				t.Errorf("the kit of %s holds %s, which no earlier start reaches", s.name, item)
			}
		}
		before = append(before, o.reached[s.name]...)
	}
}

// reach is the first start from which an item is reached, empty for none.
func reach(library *book.Library, body game.BodyInfo, has func(string) bool, item string) (string, error) {
	for i := range starts {
		err := starts[i].try(library, body, has, item)
		var impossible *game.ImpossibleError
		switch {
		case err == nil:
			return starts[i].name, nil
		case !errors.As(err, &impossible):
			return "", fmt.Errorf("%s: %w", starts[i].words, err)
		}
	}
	return "", nil
}
