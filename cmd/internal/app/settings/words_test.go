// SPDX-License-Identifier: MIT

package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unitOf is a number with its unit, as frontend/src/said.ts tells it.
var unitOf = regexp.MustCompile(`^\d+ (.*?)s?$`)

// ofThePage are the codes that the page looks for in another language, each with the
// English that stands in its row.
func ofThePage() map[string]string {
	codes := map[string]string{}
	for _, r := range Table() {
		if r.Page == nil {
			continue
		}
		own := "setting." + r.Key
		if r.Page.Label != "" {
			codes[own], codes[own+".why"] = r.Page.Label, r.Sentence
		}
		for i, s := range r.Page.Switches {
			at := own + "." + strconv.Itoa(i)
			codes[at], codes[at+".why"] = s.Label, s.Sentence
		}
		for _, o := range r.Page.Options {
			text := r.Page.text(o)
			if m := unitOf.FindStringSubmatch(text); m != nil {
				codes["unit."+m[1]] = text
			} else if o.Text != "" {
				codes[own+".is."+fmt.Sprint(plain(o.Value))] = text
			}
		}
	}
	return codes
}

// English stands in the table alone; a language that says other settings says each.
func TestRowsOfThePageAreMessages(t *testing.T) {
	codes := ofThePage()
	files, err := filepath.Glob("../../../../game/messages/*.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		says := map[string]any{}
		if err := json.Unmarshal(text, &says); err != nil {
			t.Fatal(err)
		}
		file = strings.TrimPrefix(file, "../../../../")
		own := 0
		for code := range says {
			if !strings.HasPrefix(code, "setting.") && !strings.HasPrefix(code, "unit.") {
				continue
			}
			if own++; codes[code] == "" {
				t.Errorf("%s: no row of the page is called %q: take the text away", file, code)
			}
		}
		for code, english := range codes {
			if own > 0 && says[code] == nil {
				t.Errorf("%s lacks %q, in English %q", file, code, english)
			}
		}
	}
}
