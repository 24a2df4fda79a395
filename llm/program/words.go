// SPDX-License-Identifier: MIT

package program

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"
)

// Words are a program's arguments: a list, or one line that is split as a shell
// would, without any of its other meanings.
type Words []string

// SetText reads one line.
func (w *Words) SetText(line string) error {
	p := shellwords.NewParser()
	words, err := p.Parse(line)
	switch {
	case err != nil:
		return fmt.Errorf("the quotes in %.60q do not match; write a list, such as [python3, agent.py]", line)
	case p.Position >= 0 && p.Position < len(line):
		return fmt.Errorf("%.60q has a %q, which only a shell would read, and none is used; put it in quotes, or write a list",
			line, line[p.Position])
	case len(words) == 0 && strings.TrimSpace(line) != "":
		return fmt.Errorf("%.60q holds no words; write a list, such as [python3, agent.py]", line)
	}
	*w = slices.Clone(words)
	return nil
}
