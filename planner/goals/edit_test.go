// SPDX-License-Identifier: MIT

package goals_test

import "testing"

// A correction that no goal of the verb can be made of leaves the reading as it was.
func TestACorrectionThatFitsNothingIsNone(t *testing.T) {
	r := reader(t, "1.21.5")
	for text, by := range map[string]string{
		"close the door at 1 64 1": "a stone pickaxe", "harvest my field and replant it": "5",
	} {
		was, err := r.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if now, ok := r.Edit(was, nil, by); ok {
			t.Errorf("%q, %q is read as %s", text, by, now.Line())
		}
	}
}
