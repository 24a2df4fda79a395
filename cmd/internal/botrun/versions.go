// SPDX-License-Identifier: MIT

package botrun

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/internal/pattern"
)

// Tested are the versions of the game that the bot's tests play on
// (cmd/internal/qa/real), newest first.
var Tested = []string{"1.21.4", "1.16.5"}

// unsupported is the grade of what comes before Minecraft 1.14, the oldest release with
// rules (game/data).
const (
	unsupported = "unsupported"
	oldestMinor = 14
)

var versionWord = pattern.Of(`\d+\.\d+(\.\d+)?`)

// CheckVersion refuses a version that the bot cannot play. What is newer than
// the bot knows, it refuses itself. Empty is the server's.
func CheckVersion(version string) error {
	if Grade(version) == unsupported {
		return fmt.Errorf("%s is not supported: the bot plays Minecraft 1.%d and later (tested: %s); leave it out to take the server's",
			version, oldestMinor, strings.Join(Tested, " and "))
	}
	return nil
}

// Grade says how well the bot knows the version that a server names ("Paper
// 1.21.4"): tested, untested or unsupported. The bot itself asks the server
// again before it joins.
func Grade(version string) string {
	words := versionWord().FindAllString(version, -1)
	if len(words) == 0 {
		return "untested"
	}
	last := words[len(words)-1]
	if slices.Contains(Tested, last) {
		return "tested"
	}
	parts := strings.Split(last, ".")
	major, _ := strconv.Atoi(parts[0])
	minor, _ := strconv.Atoi(parts[1])
	if major == 1 && minor < oldestMinor {
		return unsupported
	}
	return "untested"
}
