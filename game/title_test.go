// SPDX-License-Identifier: MIT

package game

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

func TestDescribeAll(t *testing.T) {
	mine := func(n int, what string) Action { return Action{Kind: Mine, Target: what, Quantity: n} }
	five := []Action{mine(1, "dirt"), mine(2, "sand"), mine(1, "clay"), mine(1, "gravel"), mine(1, "tuff")}
	for want, list := range map[string][]Action{
		"Mine 1 dirt": {mine(1, "dirt")},
		"Mine 2 dirt, mine 2 sand, mine 1 clay, mine 1 gravel and mine 1 tuff": append(five[:5:5], mine(1, "dirt")),
		"Mine 1 dirt, mine 2 sand, mine 1 clay, mine 1 gravel and 2 more":      append(five[:5:5], mine(1, "stone"), mine(1, "tuff")),
	} {
		if got := DescribeAll(list); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestALongListIsDescribedInLittle: its title is made each time that a task is shown, and
// takes less memory than the list.
func TestALongListIsDescribedInLittle(t *testing.T) {
	list := make([]Action, 4000)
	for i := range list {
		list[i] = Action{Kind: Chat, Message: fmt.Sprintf("%04d %s", i, strings.Repeat("x", 20))}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	title := DescribeAll(list)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1200<<10 || !strings.HasSuffix(title, "and 3996 more") {
		t.Errorf("%q took %d bytes", title, took)
	}
}

func TestFaultsErrorTellsTheFirst(t *testing.T) {
	var e FaultsError
	for i := range 4000 {
		e.Faults = append(e.Faults, fmt.Sprintf("step %d: no", i+1))
	}
	if text := e.Error(); !strings.HasPrefix(text, "the plan cannot work: step 1: no; step 2: no;") || !strings.HasSuffix(text, "step 10: no; and 3990 more") {
		t.Error(text)
	}
	e.Faults = e.Faults[:2]
	if text := e.Error(); text != "the plan cannot work: step 1: no; step 2: no" {
		t.Error(text)
	}
}
