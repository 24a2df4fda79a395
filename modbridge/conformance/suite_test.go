package conformance_test

import (
	"testing"

	"github.com/minehand/minehand/modbridge/conformance"
	"github.com/minehand/minehand/sim/body"
)

func TestTheVersion2BodyPassesAll(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, err := run(t, body.V2, conformance.Config{AnyWorld: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d passed, %d failed, %d skipped in %.0f s\n%s", r.Count(conformance.Pass), r.Count(conformance.Fail), r.Count(conformance.Skip), r.Seconds, lines(r, conformance.Skip))
		if failed := lines(r, conformance.Fail); failed != "" {
			t.Errorf("failed:\n%s", failed)
		}
	})
}
