// SPDX-License-Identifier: MIT

package data

import (
	"fmt"
	"strings"
)

// Span is the releases in which a fact holds, both ends included; empty ends are
// open.
type Span struct{ Since, Until string }

// ParseSpan reads "since 1.17 until 1.20.4" with either part or none.
func ParseSpan(text string) (Span, error) {
	var s Span
	words := strings.Fields(text)
	for i := 0; i < len(words); i += 2 {
		end := map[string]*string{"since": &s.Since, "until": &s.Until}[words[i]]
		if end == nil || *end != "" || i+1 == len(words) {
			return s, fmt.Errorf("%q is no span of releases; write it like \"since 1.17 until 1.20.4\"", text)
		}
		if _, err := parseVersion(words[i+1]); err != nil {
			return s, err
		}
		*end = words[i+1]
	}
	return s, nil
}

// Holds reports whether a release lies in the span; text that is no version does
// not.
func (s Span) Holds(release string) bool {
	at, err := parseVersion(release)
	if err != nil {
		return false
	}
	since, _ := parseVersion(s.Since)
	until, err := parseVersion(s.Until)
	return compareVersions(at, since) >= 0 && (err != nil || compareVersions(at, until) <= 0)
}
