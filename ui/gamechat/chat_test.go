// SPDX-License-Identifier: MIT

package gamechat

import "testing"

// Whom a line is said to.
func TestAddressed(t *testing.T) {
	for _, c := range []struct{ line, text string }{
		{"Minehand, get 3 logs", "get 3 logs"},
		{"minehand: stop", "stop"},
		{"@Helper come here", "come here"},
		{"hey Helper, come here", "come here"},
		{"HELPER stop", "stop"},
		{"Helper", ""},
		{"stop, Helper", "stop"},
		{"come here helper", "come here"},
		{"Helper's house is nice", "-"},
		{"Helperbot stop", "-"},
		{"get 3 logs", "-"},
		{"I like Helper very much", "-"},
		{"", "-"},
	} {
		text, ok := addressed(c.line, "Helper")
		if !ok {
			text = "-"
		}
		if text != c.text {
			t.Errorf("%q says %q to Helper, not %q", c.line, text, c.text)
		}
	}
}

// What goes out is one line that no server takes for a command.
func TestOneLine(t *testing.T) {
	if got := oneLine("Two\nlines \x1b[31m§cred"); got != "Two - lines [31mcred" && got != "Two - lines [31m§cred" {
		t.Errorf("%q", got)
	}
	long := make([]rune, 1000)
	for i := range long {
		long[i] = 'ä'
	}
	if got := []rune(oneLine(string(long))); len(got) != maxLine {
		t.Errorf("a line has %d characters", len(got))
	}
}
