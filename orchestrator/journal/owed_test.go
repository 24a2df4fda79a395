package journal

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/orchestrator"
)

func TestOwedStopsOutliveTheProcessAndAreForgottenWhenGiven(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	long := now.Add(-keepFor - time.Hour)
	for _, c := range []struct {
		batch []orchestrator.Debt
		want  []orchestrator.Debt
	}{
		{nil, nil},
		{[]orchestrator.Debt{{Body: "b2", At: now}, {Body: "b1", At: now}, {Body: "b3", At: long}},
			[]orchestrator.Debt{{Body: "b1", At: now}, {Body: "b2", At: now}}},
		{[]orchestrator.Debt{{Body: "b1", At: now.Add(time.Second)}, {Body: "b2"}, {Body: "nobody"}}, []orchestrator.Debt{{Body: "b1", At: now.Add(time.Second)}}},
		{[]orchestrator.Debt{{Body: "b1"}}, nil},
	} {
		j, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(t.Context(), &orchestrator.Batch{Owed: c.batch}); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if j, err = Open(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		got, err := j.Debts(t.Context())
		same := cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })
		if diff := cmp.Diff(c.want, got, same); diff != "" || err != nil {
			t.Errorf("%v, %s", err, diff)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Debts(t.Context()); err == nil {
			t.Error("a closed journal knows what is owed")
		}
	}
}
