// SPDX-License-Identifier: MIT

package view

// Film is how a plan went in an embedded world that was made of what a player sees of the
// place. Nothing was done in the player's own world.
type Film struct {
	// Frames are in the order of time, at most 600; the first shows how it begins.
	Frames []FilmFrame `json:"frames"`
	// Kinds are the blocks that frames name by their place here.
	Kinds []string `json:"kinds"`
	// Land is the place from above before anything is done.
	Land Terrain `json:"land"`
	// Seconds of the game that it took; Steps of the plan's Of were done.
	Seconds float64 `json:"seconds"`
	Steps   int     `json:"steps"`
	Of      int     `json:"of"`
	// Dug and Placed are the blocks that are gone, and stand, at its end, by name.
	Dug    map[string]int `json:"dug"`
	Placed map[string]int `json:"placed"`
	// Fault says why it ends before the plan does; left out where it does not.
	Fault *Note `json:"fault,omitempty"`
	// Notes say what of the place is not known, or differs in the film.
	Notes []Note `json:"notes"`
}

// FilmFrame is a moment of a film.
type FilmFrame struct {
	// At is the time in game seconds since it began; X, Y and Z are where the player stands,
	// Step the number of the plan's step, from 1.
	At   float64 `json:"at"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Z    float64 `json:"z"`
	Step int     `json:"step"`
	// Changed are the cells that differ from the frame before: x, y, z, and the place in
	// Kinds of what stands there now.
	Changed [][4]int `json:"changed,omitempty"`
}
