// Package archtest holds the table of docs/ARCHITECTURE.md as a test: which
// room may import which. A change of layers is a change of this test in the
// same commit.
package archtest
