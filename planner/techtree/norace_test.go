// SPDX-License-Identifier: MIT

//go:build !race

package techtree_test

// closedCasesUsually is how many closed problems a version are held against the
// search.
const closedCasesUsually = 2000
