// SPDX-License-Identifier: MIT

// Package wine holds the tests of the Windows packages under wine, which run with
// the build tag wine alone: `make test-wine` (build/test-wine.sh) makes the packages
// and a fresh Windows to put them into. docs/TESTING.md says what wine cannot show.
//
// Usage:
//
//	make test-wine
package wine
