// SPDX-License-Identifier: MIT

package journal

import (
	"slices"
	"testing"
	"time"
)

func TestPendingStopsOutliveTheProcessAndAreForgottenWhenGiven(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		keep, forget, want []string
	}{
		{nil, nil, nil},
		{[]string{"b2", "b1"}, []string{"nobody"}, []string{"b1", "b2"}},
		{[]string{"b1"}, []string{"b2"}, []string{"b1"}},
		{nil, []string{"b1"}, nil},
	} {
		j, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range c.keep {
			if err := j.KeepStop(id); err != nil {
				t.Error(err)
			}
		}
		for _, id := range c.forget {
			if err := j.ForgetStop(id); err != nil {
				t.Error(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if j, err = Open(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		if got, err := j.Stops(); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v, %v; want %v", got, err, c.want)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Stops(); err == nil || j.KeepStop("b1") == nil || j.ForgetStop("b1") == nil {
			t.Error("a closed journal keeps stops")
		}
	}
}

func TestPendingStopsOfBodiesThatNeverCameBackAreForgotten(t *testing.T) {
	j := opened(t, t.TempDir())
	for _, id := range []string{"long ago", "now"} {
		if err := j.KeepStop(id); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.db.ExecContext(t.Context(), `UPDATE owed SET at = ? WHERE body = 'long ago'`, time.Now().Add(-keepFor-time.Hour).UnixNano()); err != nil {
		t.Fatal(err)
	}
	if err := j.prune(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	if got, err := j.Stops(); err != nil || !slices.Equal(got, []string{"now"}) {
		t.Errorf("%v, %v", got, err)
	}
}
