// SPDX-License-Identifier: MIT

package wire_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// entry is a change as a body tells it.
func entry(n any) string {
	return fmt.Sprintf(`{"n":%v,"x":1,"y":2,"z":3,"from":"minecraft:stone","to":"air","why":"goal","action":"A"}`, n)
}

// read are the changes of a frame of each type that tells them, which have to be the same.
func read(t *testing.T, changes string) []game.Change {
	t.Helper()
	var first []game.Change
	for i, frame := range []string{
		`{"type":"state_update","instanceId":"b","data":{"inventory":[]},"changes":%s}`, `{"type":"action_progress","instanceId":"b","actionId":"A","changes":%s}`,
		`{"type":"action_complete","instanceId":"b","actionId":"A","changes":%s}`, `{"type":"action_failed","instanceId":"b","actionId":"A","changes":%s}`,
	} {
		m, err := wire.DecodeFromBody([]byte(fmt.Sprintf(frame, changes)))
		if err != nil {
			t.Fatalf("%s: %v", changes, err)
		}
		if list := wire.ChangesOf(m); i == 0 {
			first = list
		} else if fmt.Sprint(list) != fmt.Sprint(first) {
			t.Errorf("%T reads %v of %s, and a state %v", m, list, changes, first)
		}
	}
	return first
}

// TestRule19WhatIsNotUnderstoodIsLostAlone: an entry that cannot be used holds up none of
// the others, counts as lost where it has a number, and is told with its place.
func TestRule19WhatIsNotUnderstoodIsLostAlone(t *testing.T) {
	long := strings.Repeat("a", 70_000)
	for bad, want := range map[string]struct{ numbers, path, says string }{
		`{"n":2,"x":"1","y":2,"z":3,"from":"stone","to":"air","why":"goal"}`:   {"1, 2 lost, 3", "changes[1]", "whole numbers"},
		`{"n":2,"x":1e300,"y":2,"z":3,"from":"stone","to":"air","why":"goal"}`: {"1, 2 lost, 3", "changes[1]", "whole numbers"},
		`{"n":2,"x":1.5,"y":2,"z":3,"from":"stone","to":"air","why":"goal"}`:   {"1, 2 lost, 3", "changes[1]", "whole numbers"},
		`{"n":2,"x":1,"y":2,"z":3,"from":7,"to":"air","why":"goal"}`:           {"1, 2 lost, 3", "changes[1]", "block states"},
		`{"n":2,"x":1,"y":2,"z":3,"to":"air","why":"goal"}`:                    {"1, 2 lost, 3", "changes[1]", "block states"},
		`{"n":2}`:                       {"1, 2 lost, 3", "changes[1]", "whole numbers"},
		`{"n":-2,"x":1,"y":2,"z":3}`:    {"1, 3", "changes[1]", "from 1"},
		`{"n":"two"}`:                   {"1, 3", "changes[1]", "from 1"},
		`{"n":99999999999999999999999}`: {"1, 3", "changes[1]", "from 1"},
		`{}`:                            {"1, 3", "changes[1]", "from 1"},
		`7`:                             {"1, 3", "changes[1]", "an object"},
		`null`:                          {"1, 3", "changes[1]", "an object"},
		`[[[[1]]]]`:                     {"1, 3", "changes[1]", "an object"},
		`"` + long + `"`:                {"1, 3", "changes[1]", "an object"},
	} {
		list := "[" + entry(1) + "," + bad + "," + entry("3.0") + "]"
		if got := numbersOf(read(t, list)); got != want.numbers {
			t.Errorf("%.80s: read %s, want %s", bad, got, want.numbers)
		}
		faults := wire.ChangesFaults([]byte(`{"changes":` + list + `}`))
		if len(faults) != 1 || faults[0].Code != wire.BadChanges || faults[0].Path != want.path || !strings.Contains(faults[0].Message, want.says) || len(faults[0].Value) > 128 {
			t.Errorf("%.80s: told %+v", bad, faults)
		}
	}
	for _, none := range []string{`7`, `"all"`, `{"n":1}`, `true`} {
		if got := read(t, none); got != nil {
			t.Errorf("%s: read %v", none, got)
		}
		if faults := wire.ChangesFaults([]byte(`{"changes":` + none + `}`)); len(faults) != 1 || !strings.Contains(faults[0].Message, "has to be a list") {
			t.Errorf("%s: told %+v", none, faults)
		}
	}
	many := "[" + strings.TrimSuffix(strings.Repeat(`{"n":0},`, 1000), ",") + "]"
	if faults := wire.ChangesFaults([]byte(`{"changes":` + many + `}`)); len(faults) != 8 {
		t.Errorf("%d faults are told of 1,000", len(faults))
	}
	if faults := wire.ChangesFaults([]byte(`{"changes":[` + entry(1) + `,{"n":2,"lost":true}]}`)); len(faults) > 0 {
		t.Errorf("what is in order is told: %v", faults)
	}
}

// TestRule19ChangesAreSorted: the order of a frame's entries means nothing, and of more than
// fit the oldest are read.
func TestRule19ChangesAreSorted(t *testing.T) {
	if got := numbersOf(read(t, "["+entry(3)+","+entry(1)+","+entry(2)+","+entry(1)+"]")); got != "1, 1, 2, 3" {
		t.Errorf("read %s", got)
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(3 * wire.MaxChanges)
	entries := make([]string, len(order))
	for i, n := range order {
		entries[i] = entry(n + 1)
	}
	list := read(t, "["+strings.Join(entries, ",")+"]")
	if len(list) != wire.MaxChanges || list[0].N != 1 || list[len(list)-1].N != wire.MaxChanges {
		t.Errorf("read %d, from %d to %d", len(list), list[0].N, list[len(list)-1].N)
	}
}

func numbersOf(list []game.Change) string {
	words := make([]string, len(list))
	for i, c := range list {
		if words[i] = fmt.Sprint(c.N); c.Lost {
			words[i] += " lost"
		}
	}
	return strings.Join(words, ", ")
}
