// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"flag"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

// longHistory is a data folder to open and list, for measuring.
var longHistory = flag.String("journal.folder", "", "a data folder with a long history that TestLongHistory opens")

// TestLongHistory says how long a history takes to open, to list and to verify.
func TestLongHistory(t *testing.T) {
	if *longHistory == "" {
		t.Skip("no folder is named with -journal.folder")
	}
	for range 2 {
		began := time.Now()
		j, err := Config{Log: slog.New(slog.NewTextHandler(io.Writer(os.Stderr), nil))}.Open(context.Background(), *longHistory)
		if err != nil {
			t.Fatal(err)
		}
		open, _, err := j.Unfinished(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("open after %v, %d unfinished", time.Since(began), len(open))
		for range 3 {
			began = time.Now()
			list, err := j.Tasks(t.Context(), orchestrator.Query{})
			t.Logf("%d tasks listed in %v, %v", len(list), time.Since(began), err)
			time.Sleep(time.Second)
		}
		h, err := j.Verified(t.Context())
		t.Logf("verified after %v: %+v, %v", time.Since(began), h, err)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
