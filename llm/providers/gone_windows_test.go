// SPDX-License-Identifier: MIT

package providers_test

// gone is not known here: what a process leaves behind on Windows is not run in
// these tests.
var gone func(pid int) bool
