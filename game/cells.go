// SPDX-License-Identifier: MIT

package game

// Cell is the one cell that an action digs or fills, where it says which block; nil for every other action.
func (a *Action) Cell() *Pos {
	switch {
	case (a.Kind == Mine || a.Kind == Place) && a.Subject() != "":
		return a.At
	case a.Kind == Build && len(a.Edits) == 1 && IsAir(a.Edits[0].Block):
		return &Pos{X: a.Edits[0].X, Y: a.Edits[0].Y, Z: a.Edits[0].Z}
	}
	return nil
}

// SayCells is what is said of steps of one cell each: how many of which blocks, and where.
func SayCells(steps []Step) Message {
	low := *steps[0].Action.Cell()
	high, bare, counts := low, 0, map[Kind]map[string]int{Mine: {}, Place: {}}
	for i := range steps {
		a := &steps[i].Action
		at := a.Cell()
		low = Pos{X: min(low.X, at.X), Y: min(low.Y, at.Y), Z: min(low.Z, at.Z)}
		high = Pos{X: max(high.X, at.X), Y: max(high.Y, at.Y), Z: max(high.Z, at.Z)}
		if of := counts[a.Kind]; of != nil {
			of[a.Subject()]++
		} else {
			bare++
		}
	}
	var did Parts
	for _, kind := range []Kind{Mine, Place} {
		if len(counts[kind]) > 0 {
			did = append(did, Say("act.of", "verb", Say("verb."+string(kind)), "things", counts[kind]))
		}
	}
	if bare > 0 {
		did = append(did, Say("act.dig", "n", bare))
	}
	for i := range did[1:] {
		did[1+i] = Say("lower", "text", did[1+i])
	}
	return Say("act.cells", "did", did, "from", low.String(), "to", high.String())
}
