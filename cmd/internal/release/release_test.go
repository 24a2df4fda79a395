// SPDX-License-Identifier: MIT

package release

import (
	"runtime/debug"
	"testing"
)

// A release says its number; every build says its commit and date where they are
// known, and that the tree had changes.
func TestTheVersionHasCommitAndDate(t *testing.T) {
	vcs := func(modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261125101112-4e12d6b1f0aa"}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "4e12d6b1f0aa11223344556677889900aabbccdd"},
			{Key: "vcs.time", Value: "2026-11-25T10:11:12Z"},
			{Key: "vcs.modified", Value: modified},
		}}
	}
	for _, c := range []struct {
		version, commit, date string
		info                  *debug.BuildInfo
		want                  string
	}{
		{"", "", "", vcs("false"), "devel (4e12d6b1f0aa, 2026-11-25)"},
		{"", "", "", vcs("true"), "devel (4e12d6b1f0aa with changes, 2026-11-25)"},
		{"0.1.0", "", "", vcs("false"), "0.1.0 (4e12d6b1f0aa, 2026-11-25)"},
		{"0.1.0", "0123456789abcdef", "2026-12-01", vcs("true"), "0.1.0 (0123456789ab, 2026-12-01)"},
		{"", "", "", &debug.BuildInfo{Main: debug.Module{Version: "v0.3.1"}}, "0.3.1"},
		{"", "", "", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "devel (of a commit that this build does not name)"},
		{"", "", "", nil, "devel (of a commit that this build does not name)"},
	} {
		if got := of(c.version, c.commit, c.date, c.info).text(); got != c.want {
			t.Errorf("version %q, commit %q, date %q: %q, want %q", c.version, c.commit, c.date, got, c.want)
		}
	}
}
