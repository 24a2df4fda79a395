// SPDX-License-Identifier: MIT

package botrun

import (
	"strings"
	"testing"
)

func TestGrade(t *testing.T) {
	for version, want := range map[string]string{
		"1.21.4": "tested", "Paper 1.16.5": "tested", "1.14.4": "untested", "1.12.2": "unsupported", "Spigot 1.8.8": "unsupported",
		"26.1": "untested", "99w01a": "untested", "": "untested", "Velocity 1.7.2-1.21.4": "tested",
	} {
		if got := Grade(version); got != want {
			t.Errorf("%q is %s, not %s", version, got, want)
		}
	}
}

func TestVersionsThatTheBotPlays(t *testing.T) {
	for _, v := range []string{"", "1.14", "1.21.4", "26.1"} {
		if err := CheckVersion(v); err != nil {
			t.Error(err)
		}
	}
	for _, v := range []string{"1.12", "1.8.9"} {
		if err := CheckVersion(v); err == nil || !strings.Contains(err.Error(), "the bot plays Minecraft 1.14 and later (tested: 1.21.4 and 1.16.5)") {
			t.Errorf("%s: %v", v, err)
		}
	}
}
