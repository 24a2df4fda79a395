// SPDX-License-Identifier: MIT

package wire

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/docs"
	"github.com/minehand/minehand/internal/spelling"
)

// mostMisnamed bounds how many misnamed members of a frame are told, mostLooked the
// frames that are looked at, in bytes.
const (
	mostMisnamed = 4
	mostLooked   = 64 << 10
)

// Misnamed are the members of a frame that its message does not have, and that are
// spelt almost as one that it has and the frame lacks: instance_id, gamemode, slott.
// It is for people to look at, not for every frame.
func Misnamed(frame []byte) []Fault {
	if len(frame) > mostLooked {
		return nil
	}
	whole, kind, _ := open(frame)
	known := gjson.Parse(`{"properties":{"type":{}}}`)
	if text, err := docs.ProtocolSchemas.ReadFile("protocol/schema/" + kind + ".json"); err == nil {
		known = gjson.ParseBytes(text)
	} else if kind != "" {
		return nil
	}
	var f faults
	f.misnamed(whole, known, "")
	return f
}

// Meant is the first of Misnamed as the rest of a sentence, "" for none.
func Meant(frame []byte) string {
	for _, f := range Misnamed(frame) {
		return fmt.Sprintf("; %q in it may be meant for %q", f.Value, f.right)
	}
	return ""
}

// misnamed looks at a value that a schema is for.
func (f *faults) misnamed(v, schema gjson.Result, at string) {
	switch items, known := schema.Get("items"), schema.Get("properties").Map(); {
	case len(*f) >= mostMisnamed:
	case v.IsArray() && items.Exists():
		for i, one := range v.Array() {
			f.misnamed(one, items, fmt.Sprintf("%s[%d]", at, i))
		}
	case v.IsObject() && len(known) > 0:
		there := v.Map()
		for _, name := range slices.Sorted(maps.Keys(there)) {
			path := strings.TrimPrefix(at+"."+name, ".")
			if of, ok := known[name]; ok {
				f.misnamed(there[name], of, path)
				continue
			}
			f.meantFor(there, known, name, path)
		}
	}
}

// meantFor names the members that a name which is none may be meant for.
func (f *faults) meantFor(there, known map[string]gjson.Result, name, path string) {
	for _, right := range slices.Sorted(maps.Keys(known)) {
		if _, has := there[right]; !has && alike(name, right) {
			f.add(BadMember, path, name, "there is no member %q; it may be meant for %q", valueOf(name), right)
			(*f)[len(*f)-1].right = right
		}
	}
}

// alike: two names are the same but for case and signs, or, when they are long
// enough for that to say something, but for a letter.
func alike(a, b string) bool {
	a, b = letters(a), letters(b)
	return a == b && a != "" || len(b) >= 4 && spelling.Distance(a, b, 1) == 1
}
