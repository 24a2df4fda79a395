// SPDX-License-Identifier: MIT

package reply

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/kaptinlin/jsonrepair"
)

// value is one JSON value of a reply.
type value struct {
	v      any
	mended bool
	apart  bool
}

// decode reads a segment, mending it when it is not valid JSON. A value that
// never closes is mended only when nothing but brackets is missing at its end:
// otherwise the model did not come to the end of what it wanted to say. mendable
// is how many bytes of the reply may still be mended.
func decode(s segment, mendable *int) (value, *Fault) {
	if v, ok := parse(s.text); ok {
		return value{v: v, apart: s.apart}, nil
	}
	if !s.closed && !strings.HasSuffix(s.text, "}") && !strings.HasSuffix(s.text, "]") {
		return value{}, fault(Cut)
	}
	if *mendable -= len(s.text); *mendable < 0 {
		return value{}, fault(Broken)
	}
	if rawDepth(s.text) > maxDepth {
		return value{}, fault(TooDeep)
	}
	fixed, err := jsonrepair.Repair(straighten(s.text))
	if err != nil {
		return value{}, fault(Broken)
	}
	v, ok := parse(fixed)
	if !ok {
		return value{}, fault(Broken)
	}
	return value{v: v, mended: true, apart: s.apart}, nil
}

// parse reads exactly one JSON value, with canonical member names.
func parse(text string) (any, bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false
	}
	return canonical(v), true
}

// canonical brings member names into one form. When two become one, the
// member that was already in that form wins, else the one earlier in byte
// order; so the result does not depend on the map's order.
func canonical(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		from := make(map[string]string, len(v))
		for name, member := range v {
			key := canonicalName(name)
			if old, taken := from[key]; taken && (old == key || name != key && old < name) {
				continue
			}
			from[key] = name
			out[key] = canonical(member)
		}
		return out
	case []any:
		for i := range v {
			v[i] = canonical(v[i])
		}
	}
	return v
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

func canonicalName(name string) string {
	return separators.Replace(strings.ToLower(strings.TrimSpace(name)))
}

// rawDepth is the deepest nesting when strings are not told from structure:
// what a mender that loses count of the quotes could meet.
func rawDepth(text string) int {
	depth, most := 0, 0
	for _, c := range []byte(text) {
		switch c {
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth = max(depth-1, 0)
		}
	}
	return most
}

// straighten turns typographic quotes into plain ones and takes out control
// bytes that no JSON may hold.
func straighten(text string) string {
	text = quotes.Replace(text)
	if strings.IndexByte(text, 0) < 0 {
		return text
	}
	return string(bytes.ReplaceAll([]byte(text), []byte{0}, nil))
}

var quotes = strings.NewReplacer("\u201c", `"`, "\u201d", `"`, "\u201e", `"`, "\u2018", "'", "\u2019", "'", "\ufeff", "")
