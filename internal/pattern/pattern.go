// SPDX-License-Identifier: MIT

// Package pattern makes regular expressions that are compiled when they are first used, so
// that a start pays for none. What stands in a package's variables is of this kind (archtest).
//
//	var digits = pattern.Of(`[0-9]+`)
//	found := digits().FindString(text)
package pattern

import (
	"regexp"
	"sync"
)

// Of is a regular expression, which may be asked for from any goroutine. One that does not compile panics when it is first asked for.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
