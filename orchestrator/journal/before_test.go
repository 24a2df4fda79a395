// SPDX-License-Identifier: MIT

package journal

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/orchestrator"
)

// TestAJournalOfTheLastVersionOpens: a folder of the program before rows had sums,
// with a task that had ended and one under way when it was killed. It is copied
// first, and goes on.
func TestAJournalOfTheLastVersionOpens(t *testing.T) {
	dir := t.TempDir()
	names, err := filepath.Glob(filepath.Join("testdata", "before_8", "*.gz"))
	if err != nil || len(names) != 3 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(packed)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".gz")), data, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	j := opened(t, dir)
	open, _, err := j.Unfinished(t.Context())
	if err != nil || len(open) != 1 || open[0].Task.Goal != "get 1 iron ingot" || len(open[0].Actions) == 0 || open[0].Doubt != "" {
		t.Fatalf("under way: %+v, %v", open, err)
	}
	rest, err := j.Tasks(t.Context(), orchestrator.Query{Before: open[0].Task.ID})
	if err != nil || len(rest) != 1 || rest[0].Goal != "get 3 oak logs" || rest[0].State != orchestrator.StateComplete {
		t.Fatalf("before it: %+v, %v", rest, err)
	}
	h, err := j.Verified(t.Context())
	if err != nil || h.Tasks != 2 || h.Verified.IsZero() || len(h.Told) > 0 || h.Fault != "" || !j.summed.Load() {
		t.Errorf("its health is %+v, %v", h, err)
	}
	if rest, err = j.Tasks(t.Context(), orchestrator.Query{Before: open[0].Task.ID}); err != nil || len(rest) != 1 || len(rest[0].Proven) != 1 || !rest[0].Proven[0].Met() {
		t.Errorf("its row does not tell what was proven: %+v, %v", rest, err)
	}
	for _, table := range taskTables {
		var n int
		if err := j.db.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table.name+` WHERE sum IS NULL`).Scan(&n); err != nil || n > 0 {
			t.Errorf("%d rows of %s have no sum, %v", n, table.name, err)
		}
	}
	if found, err := filepath.Glob(filepath.Join(dir, beforePrefix+"7"+copySuffix)); err != nil || len(found) != 1 {
		t.Errorf("it was not copied: %v", err)
	}
}
