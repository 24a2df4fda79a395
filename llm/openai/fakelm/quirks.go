// SPDX-License-Identifier: MIT

package fakelm

import (
	_ "embed" // the rows
	"strings"
)

// Quirk is one way of misbehaving, a row of quirks.tsv. Numbers there are issues of
// LM Studio's public bug tracker.
type Quirk string

//go:embed quirks.tsv
var quirkRows string

// Quirks are all of them.
func Quirks() (all []Quirk) {
	for row := range strings.Lines(quirkRows) {
		if name, _, ok := strings.Cut(row, "\t"); ok {
			all = append(all, Quirk(name))
		}
	}
	return all
}

// hugeSize is the length of the bodies that are too large, in bytes.
const hugeSize = 300 << 20
