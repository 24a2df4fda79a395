// SPDX-License-Identifier: MIT

package game

import "encoding/json"

// Translation is what a model took a goal's words for. A task keeps it: its clauses
// do not change from round to round, nor over a restart.
type Translation struct {
	// Goal is the words, and By who put them into clauses.
	Goal string `json:"goal"`
	By   string `json:"by"`
	// Clauses are the model's, as the planner reads them.
	Clauses json.RawMessage `json:"clauses"`
}
