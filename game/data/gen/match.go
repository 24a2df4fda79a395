// SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"strings"
)

var variable = regexp.MustCompile(`\{(\w+)\}`)

// variables lists the group names in the texts, each once, in order.
func variables(texts ...string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range texts {
		for _, m := range variable.FindAllStringSubmatch(t, -1) {
			if !seen[m[1]] {
				seen[m[1]] = true
				out = append(out, m[1])
			}
		}
	}
	return out
}

// binding gives each variable one member of its group.
type binding []string

func (b binding) apply(text string) string {
	if len(b) == 0 || !strings.Contains(text, "{") {
		return text
	}
	return strings.NewReplacer(b...).Replace(text)
}

func (b binding) applyAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = b.apply(t)
	}
	return out
}

// bindings lists every way to fill the variables of the texts.
func (r *ruleBook) bindings(texts ...string) []binding {
	out := []binding{nil}
	for _, name := range variables(texts...) {
		var next []binding
		for _, b := range out {
			for _, member := range r.groups[name] {
				next = append(next, append(append(binding{}, b...), "{"+name+"}", member))
			}
		}
		out = next
	}
	return out
}

// expand fills the variables of each text by itself.
func (r *ruleBook) expand(texts []string) []string {
	var out []string
	for _, t := range texts {
		for _, b := range r.bindings(t) {
			out = append(out, b.apply(t))
		}
	}
	return out
}

// match reports whether name fits a pattern with at most one "*", and what the
// "*" stands for.
func match(pattern, name string) (star string, ok bool) {
	head, tail, wild := strings.Cut(pattern, "*")
	if !wild {
		return "", pattern == name
	}
	if len(name) < len(head)+len(tail) || !strings.HasPrefix(name, head) || !strings.HasSuffix(name, tail) {
		return "", false
	}
	return name[len(head) : len(name)-len(tail)], true
}
