// SPDX-License-Identifier: MIT

package process

// markVariable is told to no program here: its job knows what it started.
const markVariable = ""

func newMark() string { return "" }

func note(string) (done func()) { return func() {} }

// EndLeftovers has nothing to do here: a job ends with the Minehand that made it.
func EndLeftovers() (killed int) { return 0 }
