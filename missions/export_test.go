// SPDX-License-Identifier: MIT

package missions

// Choices are the settings that are one of some words.
func Choices() map[string][]string { return choices }
