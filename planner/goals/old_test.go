// SPDX-License-Identifier: MIT

package goals_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/goals"
)

// keptFile has the reading of every kept sentence as it was before the grammar of
// planner/language: a line is the text, a tab and its reading, as in readings.txt.
const keptFile = "testdata/kept.txt.gz"

var updateKept = flag.Bool("update-kept", false, "write "+keptFile+" anew, after each difference was judged")

// keptTexts are all sentences that tests of goals and of the talk keep, each once.
func keptTexts(t testing.TB) []string {
	t.Helper()
	var out []string
	seen := map[string]bool{}
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && !strings.ContainsAny(text, "\t\n") && !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	for _, pattern := range []string{"testdata/readings.txt", "testdata/refused.txt", "testdata/fresh/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, file := range files {
			for _, s := range sentences(t, file) {
				add(s.text)
			}
		}
	}
	files, err := filepath.Glob("../talk/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no talks (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			if _, said, ok := strings.Cut(line, "> "); ok {
				line = said
			}
			line, _, _ = strings.Cut(line, " = ")
			add(line)
		}
	}
	return out
}

// readingLine is how a text is read: "? " before a guess, "!" when it is not read,
// "!!" when it is impossible.
func readingLine(r *goals.Reader, text string) string {
	got, err := r.Read(text)
	var impossible *game.ImpossibleError
	switch {
	case errors.As(err, &impossible):
		return "!!"
	case err != nil:
		return "!"
	case len(got.Respelt) > 0:
		return "? " + got.Line()
	}
	return got.Line()
}

// readKept is the file's sentences in their order.
func readKept(t testing.TB) []sentence {
	t.Helper()
	packed, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var out []sentence
	lines := bufio.NewScanner(plain)
	for lines.Scan() {
		text, want, _ := strings.Cut(lines.Text(), "\t")
		out = append(out, sentence{text, want})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// No kept sentence changes its reading unless differences.txt says why.
func TestKeptSentencesAreReadAsBefore(t *testing.T) {
	r := reader(t, "1.21.5")
	if *updateKept {
		var b bytes.Buffer
		packed, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		for _, text := range keptTexts(t) {
			packed.Write([]byte(text + "\t" + readingLine(r, text) + "\n"))
		}
		if err := packed.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(keptFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	judged := map[string]string{}
	for _, d := range sentences(t, "testdata/differences.txt") {
		now, _, ok := strings.Cut(d.want, " # ")
		if !ok {
			t.Errorf("differences.txt gives no reason for %q", d.text)
		}
		judged[d.text] = now
	}
	kept := readKept(t)
	if len(kept) < 6000 {
		t.Fatalf("only %d sentences are kept", len(kept))
	}
	for i, s := range kept {
		want := s.want
		now, differs := judged[s.text]
		if differs {
			want = now
			delete(judged, s.text)
		}
		if i%raced.Of(1, 8) != 0 {
			continue
		}
		if got := readingLine(r, s.text); got != want {
			t.Errorf("%q is read as %s, was %s: mend it, or judge it in testdata/differences.txt", s.text, got, want)
		}
	}
	for text := range judged {
		t.Errorf("differences.txt judges %q, which is no kept sentence", text)
	}
}
