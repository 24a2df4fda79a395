// SPDX-License-Identifier: MIT

//go:build race

package techtree_test

// closedCasesUsually is smaller under the race detector, which is slow.
const closedCasesUsually = 150
