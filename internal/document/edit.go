// SPDX-License-Identifier: MIT

package document

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
)

// Edit returns the document with other values, by their names of one or two parts
// ("protect", "limits.deaths"); nil takes a value out. What people wrote beside them
// stays, comments too: of a list that only grew the new entries are added, another
// value is replaced with the lines it has. A document in one line of braces is
// written anew.
func Edit(text []byte, set map[string]any, source budget.Source) ([]byte, error) {
	before, err := groups(text, source)
	if err != nil {
		return nil, err
	}
	want, err := with(before, set, source)
	if err != nil {
		return nil, err
	}
	if flow := bytes.TrimSpace(text); len(flow) > 0 && flow[0] == '{' {
		return written(want)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if len(lines) == 1 && lines[0] == "" {
		lines = nil
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		section, key, inner := strings.Cut(name, ".")
		if inner && replaceLine(&lines, section, key, set[name]) {
			continue
		}
		if lines, err = replaceSection(lines, section, before[section], want[section]); err != nil {
			return nil, err
		}
	}
	out := []byte(strings.Join(lines, "\n") + "\n")
	if after, err := groups(out, source); err != nil || !reflect.DeepEqual(normal(after), normal(want)) {
		return nil, errors.New("the file is written in a way that cannot be changed from here: change the setting in it by hand")
	}
	return out, nil
}

// groups are the values of a document of named groups.
func groups(text []byte, source budget.Source) (map[string]any, error) {
	v, err := Values(text, source)
	if m, ok := v.(map[string]any); ok || v == nil || err != nil {
		return m, err
	}
	return nil, errors.New("it holds no groups of settings: write each setting as name: value")
}

// written is a value as people write it.
func written(v any) ([]byte, error) {
	return yaml.Dump(v, yaml.WithV4Defaults(), yaml.WithCompactSeqIndent(false), yaml.WithLineWidth(-1))
}

// with is a document's values with others, read back so that both compare.
func with(before, set map[string]any, source budget.Source) (map[string]any, error) {
	want := map[string]any{}
	for k, v := range before {
		want[k] = v
	}
	for name, value := range set {
		section, key, inner := strings.Cut(name, ".")
		if !inner {
			if want[section] = value; value == nil {
				delete(want, section)
			}
			continue
		}
		group := map[string]any{}
		if old, ok := want[section].(map[string]any); ok {
			for k, v := range old {
				group[k] = v
			}
		} else if want[section] != nil {
			return nil, fmt.Errorf("%s is no group of settings in the file: mend it by hand", section)
		}
		if group[key] = value; value == nil {
			delete(group, key)
		}
		want[section] = group
	}
	text, err := written(want)
	if err != nil {
		return nil, err
	}
	return groups(text, source)
}

// normal leaves out groups that hold nothing, which stand for the defaults.
func normal(v map[string]any) map[string]any {
	out := map[string]any{}
	for k, inner := range v {
		if group, ok := inner.(map[string]any); inner == nil || ok && len(group) == 0 {
			continue
		}
		out[k] = inner
	}
	return out
}

// sectionOf is where a group of settings begins, at its name, and ends, behind its
// last line that says something.
func sectionOf(lines []string, name string) (from, to int, found bool) {
	from = slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, name+":") })
	if from < 0 {
		return 0, 0, false
	}
	to = from + 1
	for i := from + 1; i < len(lines); i++ {
		l := lines[i]
		if l != "" && l[0] != ' ' && l[0] != '#' && l[0] != '-' && l[0] != '\t' {
			break
		}
		if strings.TrimSpace(l) != "" && l[0] != '#' {
			to = i + 1
		}
	}
	return from, to, true
}

// oneLine is a setting in one line: what is before its value, the value, a comment.
var oneLine = pattern.Of(`^(\s+[A-Za-z_]+:)[ \t]*([^\s#{\[|>&*!][^#]*?|)([ \t]+#.*)?$`)

// replaceLine changes one setting of a group where both are plain lines, and reports
// whether it did.
func replaceLine(lines *[]string, section, key string, value any) bool {
	text, err := written(value)
	plain := strings.TrimSpace(string(text))
	from, to, found := sectionOf(*lines, section)
	if err != nil || strings.Contains(plain, "\n") || !found || strings.TrimSpace(strings.SplitN((*lines)[from], "#", 2)[0]) != section+":" {
		return false
	}
	indent := "  "
	for i := from + 1; i < to; i++ {
		l := (*lines)[i]
		trimmed := strings.TrimLeft(l, " ")
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		indent = l[:len(l)-len(trimmed)]
		if !strings.HasPrefix(trimmed, key+":") {
			continue
		}
		parts := oneLine().FindStringSubmatch(l)
		if parts == nil || i+1 < to && len((*lines)[i+1])-len(strings.TrimLeft((*lines)[i+1], " ")) > len(indent) {
			return false
		}
		if value == nil {
			*lines = slices.Delete(*lines, i, i+1)
		} else {
			(*lines)[i] = parts[1] + " " + plain + parts[3]
		}
		return true
	}
	if value != nil {
		*lines = slices.Insert(*lines, to, indent+key+": "+plain)
	}
	return true
}

// replaceSection writes a group, or a list, anew; of a list that only grew, the new
// entries.
func replaceSection(lines []string, name string, before, now any) ([]string, error) {
	from, to, found := sectionOf(lines, name)
	old, _ := before.([]any)
	list, isList := now.([]any)
	if found && isList && len(old) > 0 && len(list) > len(old) && reflect.DeepEqual(list[:len(old)], old) && to > from+1 {
		if first := strings.TrimLeft(lines[from+1], " "); strings.HasPrefix(first, "- ") {
			return appendEntries(lines, from, to, list[len(old):])
		}
	}
	var section []string
	if now != nil {
		var err error
		if section, err = lined(map[string]any{name: now}); err != nil {
			return nil, err
		}
	}
	if !found {
		return append(lines, section...), nil
	}
	return slices.Replace(lines, from, to, section...), nil
}

// lined is a value as lines of YAML.
func lined(v any) ([]string, error) {
	text, err := written(v)
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n"), err
}

// appendEntries puts entries at the end of a list, indented as its first one is.
func appendEntries(lines []string, from, to int, more []any) ([]string, error) {
	indent := lines[from+1][:strings.Index(lines[from+1], "-")]
	entries, err := lined(more)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		entries[i] = indent + entries[i]
	}
	return slices.Insert(lines, to, entries...), nil
}
