// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tables of docs/EXIT_CODES.md name every member of the JSON that play, do and
// plan print, and no other.
func TestTheDocumentNamesEveryMember(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "EXIT_CODES.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), "## play --json")
	play, plan, ok := strings.Cut(rest, "## plan --json")
	if !ok {
		t.Fatal("the document has no part about plan --json")
	}
	row := regexp.MustCompile("(?m)^\\| ((?:`\\w+`(?:, )?)+) \\|")
	name := regexp.MustCompile("`(\\w+)`")
	for what, c := range map[string]struct {
		text string
		of   any
	}{"the summary": {play, summary{}}, "the plan": {plan, planAnswer{}}} {
		var told, has []string
		for _, m := range row.FindAllStringSubmatch(c.text, -1) {
			for _, n := range name.FindAllStringSubmatch(m[1], -1) {
				told = append(told, n[1])
			}
		}
		for f := range reflect.TypeOf(c.of).Fields() {
			n, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			has = append(has, n)
		}
		slices.Sort(told)
		slices.Sort(has)
		if !slices.Equal(told, has) {
			t.Errorf("%s has the members %v, the document %v", what, has, told)
		}
	}
}
