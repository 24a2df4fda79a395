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

// A correction changes what is built where it names another, never by the verb of a phrase that it does not say.
func TestACorrectionKeepsTheShape(t *testing.T) {
	r := reader(t, "1.21.5")
	was, err := r.Read("построй 9x9 поле из пшеницы")
	if err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]string{"забор": "построй 9x9 поле из пшеницы", "хижину": "построй 5x5 хижину из пшеницы"} {
		if now, _ := r.Edit(was, nil, by); now.Words() != want {
			t.Errorf("%q makes %q of it, not %q", by, now.Words(), want)
		}
	}
}
