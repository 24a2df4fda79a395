// SPDX-License-Identifier: MIT

//go:build !race

package judge

// usual is how many goals there are when nothing else is said.
const usual = 200
