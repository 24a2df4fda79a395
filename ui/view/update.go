// SPDX-License-Identifier: MIT

package view

// Update is what the releases address says.
type Update struct {
	// Version runs now; Newest is the newest that there is.
	Version string `json:"version"`
	Newest  string `json:"newest"`
	Newer   bool   `json:"newer"`
	// Page is where the newest is told of; left out where the answer names none.
	Page string `json:"page,omitempty"`
	// Host was asked.
	Host string `json:"host"`
}
