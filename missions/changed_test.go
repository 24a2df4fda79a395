// SPDX-License-Identifier: MIT

package missions

import (
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// TestAReportHasTheLedgers of all tasks of a run, or nothing where one is not known.
func TestAReportHasTheLedgers(t *testing.T) {
	of := func(told, incomplete bool, dug, placed int) view.TaskRecord {
		return view.TaskRecord{Changes: &view.Changes{
			Told: told, Incomplete: incomplete, Dug: map[string]int{"stone": dug, "dirt": 1}, Placed: map[string]int{"torch": placed},
		}}
	}
	dug, placed := changed([]view.TaskRecord{of(true, false, 3, 0), of(true, false, 0, 2)})
	if dug == nil || placed == nil || *dug != 5 || *placed != 2 {
		t.Errorf("dug %v, placed %v", dug, placed)
	}
	for name, records := range map[string][]view.TaskRecord{
		"no task": nil, "not told": {of(true, false, 1, 1), of(false, false, 0, 0)}, "incomplete": {of(true, true, 1, 1)}, "an older Minehand": {{}},
	} {
		if dug, placed := changed(records); dug != nil || placed != nil {
			t.Errorf("%s: dug %v, placed %v", name, dug, placed)
		}
	}
}
