// SPDX-License-Identifier: MIT

package orchestrator

import (
	"strings"
	"testing"
)

// A goal has 4,000 characters at most, whatever they take in bytes.
func TestTheLongestGoal(t *testing.T) {
	for n, fits := range map[int]bool{1: true, 4000: true, 4001: false} {
		for _, letter := range []string{"x", "ä", "木"} {
			s := Submission{Goal: strings.Repeat(letter, n)}
			if err := s.Validate(); (err == nil) != fits {
				t.Errorf("%d of %q: %v", n, letter, err)
			}
		}
	}
}
