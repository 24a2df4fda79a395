// SPDX-License-Identifier: MIT

package coverage

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// render writes docs/COVERAGE.md, and marks the entries that were needed.
func render(outcomes []outcome, x *exceptions) string {
	var b strings.Builder
	b.WriteString("# Coverage\n\nWhat Minehand can come by, per version of Minecraft. Every item counted as reached was planned by the built-in planner, and the plan was run in the embedded world and ended with the item. This file is written by `go test ./cmd/internal/qa/coverage -update`; the same test fails when it is out of date, when an item is neither reached nor listed below, and when a listed item becomes reachable.\n\n")
	b.WriteString("| version | items |")
	for _, s := range starts {
		fmt.Fprintf(&b, " %s |", s.name)
	}
	b.WriteString(" excepted |\n|---|---|")
	b.WriteString(strings.Repeat("---|", len(starts)+1) + "\n")
	for _, o := range outcomes {
		fmt.Fprintf(&b, "| %s | %d |", o.version, o.items)
		for _, s := range starts {
			fmt.Fprintf(&b, " %d |", len(o.reached[s.name]))
		}
		fmt.Fprintf(&b, " %d |\n", len(o.left))
	}
	b.WriteString("\n")
	for _, s := range starts {
		fmt.Fprintf(&b, "- **%s**: reached %s.", s.name, s.words)
		if len(s.kit) > 0 {
			names := make([]string, 0, len(s.kit))
			for name, n := range s.kit {
				names = append(names, fmt.Sprintf("%s %d", name, n))
			}
			slices.Sort(names)
			fmt.Fprintf(&b, " The kit: %s; what a version does not have is left out.", strings.Join(names, ", "))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nStructures count as sources of the blocks they are made of (a village's hay and crops, a mineshaft's cobwebs); what lies in their chests does not.\n\n## Exceptions\n\n| class |")
	for _, o := range outcomes {
		fmt.Fprintf(&b, " %s |", o.version)
	}
	b.WriteString(" why |\n|---|" + strings.Repeat("---|", len(outcomes)+1) + "\n")
	lists := map[string][]string{}
	for _, c := range x.classes {
		fmt.Fprintf(&b, "| %s |", c.name)
		for _, o := range outcomes {
			n := 0
			for _, item := range o.left {
				if x.find(item, o.version) != c {
					continue
				}
				n++
				c.mark(item)
				if !slices.Contains(lists[c.name], item) {
					lists[c.name] = append(lists[c.name], item)
				}
			}
			fmt.Fprintf(&b, " %d |", n)
		}
		fmt.Fprintf(&b, " %s |\n", c.words)
	}
	for _, c := range x.classes {
		slices.Sort(lists[c.name])
		fmt.Fprintf(&b, "\n**%s** (all versions together): %s.\n", c.name, strings.Join(lists[c.name], ", "))
	}
	return b.String()
}

// mark notes which entries an item needed.
func (c *class) mark(item string) {
	for _, e := range c.entries {
		if ok, _ := path.Match(e.pattern, item); ok {
			e.used = true
		}
	}
}
