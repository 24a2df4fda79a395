package goalread

import "strings"

// respelt is a goal with each word that means nothing replaced by the nearest
// word of a name, "" when none is. It is looser than reading is, for it is only
// offered: "get 3 dimands".
func (r *Reader) respelt(words []string) string {
	const most = 12 // a long text is no slip
	if len(words) > most {
		return ""
	}
	out, changed := make([]string, len(words)), false
	for i, w := range words {
		out[i] = w
		if len(w) < shortest || !r.unknown(w) {
			continue
		}
		if near := r.nearWord(w); near != "" {
			out[i], changed = near, true
		}
	}
	if !changed {
		return ""
	}
	return strings.ReplaceAll(strings.Join(out, " "), " ,", ",")
}

// nearWord is the word of a name that is nearest to another, the first of the
// alphabet of several.
func (r *Reader) nearWord(w string) string {
	most := 1
	if len(w) > short {
		most = 2
	}
	best := ""
	for word := range r.vocabulary {
		if word[0] != w[0] || isNumber(word) {
			continue
		}
		if d := distance(w, word, most); d < most || d == most && (best == "" || word < best) {
			best, most = word, d
		}
	}
	return best
}
