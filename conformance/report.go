// SPDX-License-Identifier: MIT

package conformance

// The results of a case.
const (
	Pass = "pass"
	Fail = "fail"
	Skip = "skip"
)

// Verdict is what one case found out.
type Verdict struct {
	ID string `json:"id"`
	// About is what the case asks of a body.
	About string `json:"about"`
	// Result is Pass, Fail or Skip, Sentence why.
	Result   string  `json:"result"`
	Sentence string  `json:"sentence"`
	Seconds  float64 `json:"seconds"`
	// Frames is what went over the sockets meanwhile; of state_updates in a row
	// only the first and the last.
	Frames []Frame `json:"frames"`
}

// Report is what a run found out.
type Report struct {
	Body     Body      `json:"body"`
	Verdicts []Verdict `json:"-"`
	Seconds  float64   `json:"seconds"`
}

// Count is how many cases had a result.
func (r *Report) Count(result string) int {
	n := 0
	for i := range r.Verdicts {
		if r.Verdicts[i].Result == result {
			n++
		}
	}
	return n
}

// transcript leaves out the state_updates that say least: those between the
// first and the last of a row.
func transcript(entries []entry) []Frame {
	frames := make([]Frame, 0, min(len(entries), 64))
	for i := range entries {
		if i > 0 && i+1 < len(entries) && isState(&entries[i-1]) && isState(&entries[i]) && isState(&entries[i+1]) {
			continue
		}
		frames = append(frames, entries[i].Frame)
	}
	return frames
}
