// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// chosenBy is the environment variable that says which change of a trial is made.
const chosenBy = "MINEHAND_MUTANT"

// chooser is the file that a trial adds to the package.
const chooser = `package %s

import (
	"os"
	"strconv"
)

var mutantOnTrial, _ = strconv.Atoi(os.Getenv(%q))
`

// compiler compiles the tests of some packages with changes of one package.
type compiler struct {
	dir   string   // the package that is changed
	path  string   // and its import path
	tests []string // the packages whose tests are compiled
	temp  string
}

// trial is the tests compiled with many changes, each of which the environment
// chooses: a change costs no compilation of its own.
type trial struct {
	programs []string     // one for each of the packages
	broken   map[int]bool // the changes that do not compile
}

// namesMutant is what the compiler says of a change: each is in a file of its name.
var namesMutant = regexp.MustCompile(`\bmutant(\d+)\.go:\d+`)

// compile makes a trial of the places, which are all in functions, or of one that is
// in none. Changes that do not compile are left out, until it does.
func (c compiler) compile(ctx context.Context, name string, places []place) (trial, error) {
	t := trial{broken: map[int]bool{}}
	for {
		overlay, err := c.overlay(places, t.broken)
		if err != nil {
			return trial{}, err
		}
		t.programs, err = c.build(ctx, name, "-overlay", overlay, "-gcflags", c.path+"=-e -l")
		failed := new(buildError)
		if !errors.As(err, &failed) {
			return t, err
		}
		if len(places) == 1 && places[0].in == nil { // there is nothing else that could be wrong
			t.broken[places[0].id] = true
			return t, nil
		}
		known := len(t.broken)
		for _, found := range namesMutant.FindAllStringSubmatch(failed.said, -1) {
			id, err := strconv.Atoi(found[1])
			if err != nil {
				return trial{}, err
			}
			t.broken[id] = true
		}
		if len(t.broken) == known {
			return trial{}, failed
		}
	}
}

// buildError is a compilation that failed, with what the compiler said.
type buildError struct{ said string }

func (e *buildError) Error() string { return "the tests do not compile:\n" + e.said }

// build compiles the tests of each package into a program.
func (c compiler) build(ctx context.Context, name string, flags ...string) ([]string, error) {
	var programs []string
	for i, dir := range c.tests {
		program := filepath.Join(c.temp, fmt.Sprintf("%s%d.test", name, i))
		args := slices.Concat([]string{"test", "-c", "-vet=off", "-o", program}, flags, []string{dir})
		cmd := exec.CommandContext(ctx, "go", args...) // #nosec G204 -- the developer's own arguments
		said, err := cmd.CombinedOutput()
		switch {
		case errors.As(err, new(*exec.ExitError)) && ctx.Err() == nil:
			return nil, &buildError{string(said)}
		case err != nil:
			return nil, err
		}
		programs = append(programs, program)
	}
	return programs, nil
}

// overlay writes the changed files and the overlay that puts them in their places.
func (c compiler) overlay(places []place, without map[int]bool) (string, error) {
	files := map[string][]place{}
	for _, p := range places {
		if !without[p.id] {
			files[p.file] = append(files[p.file], p)
		}
	}
	replaced := map[string]string{}
	put := func(name string, text []byte) error {
		abs, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		replaced[abs] = filepath.Join(c.temp, filepath.Base(name))
		return os.WriteFile(replaced[abs], text, 0o600)
	}
	for name, list := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		text, err := rewrite(name, src, list)
		if err != nil {
			return "", err
		}
		if err := put(name, text); err != nil {
			return "", err
		}
	}
	name, err := packageName(c.dir)
	if err != nil {
		return "", err
	}
	if err := put(filepath.Join(c.dir, "mutant_on_trial.go"), fmt.Appendf(nil, chooser, name, chosenBy)); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(c.temp, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

func packageName(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err != nil {
			return "", err
		}
		return file.Name.Name, nil
	}
	return "", fmt.Errorf("%s: no Go files", dir)
}

// rewrite is the file with every change in it: a function starts with a switch that
// has a copy of its body for each. A place that is in no function is simply changed.
// What the compiler says of a change names it as a file, and lines stay those of the
// source.
func rewrite(name string, src []byte, places []place) ([]byte, error) {
	functions := map[*function][]place{}
	var order []*function
	for _, p := range places {
		if p.in == nil {
			if len(places) > 1 {
				return nil, fmt.Errorf("%s is in no function and cannot be chosen", p)
			}
			return slices.Concat(src[:p.from], []byte(p.with), src[p.to:]), nil
		}
		if functions[p.in] == nil {
			order = append(order, p.in)
		}
		functions[p.in] = append(functions[p.in], p)
	}
	slices.SortFunc(order, func(a, b *function) int { return a.body.from - b.body.from })
	var out bytes.Buffer
	done := 0
	for _, f := range order {
		brace := f.body.from + 1
		out.Write(src[done:brace])
		done = brace
		line := 1 + bytes.Count(src[:brace], []byte("\n"))
		column := brace - bytes.LastIndexByte(src[:brace], '\n')
		out.WriteString("switch mutantOnTrial {\n")
		for _, p := range functions[f] {
			fmt.Fprintf(&out, "case %d:\n/*line mutant%d.go:%d*/", p.id, p.id, line)
			if f.results != "" {
				out.WriteString("return ")
			}
			fmt.Fprintf(&out, "func() %s %s%s%s()\n", f.results, src[f.body.from:p.from], p.with, src[p.to:f.body.to])
			if f.results == "" {
				out.WriteString("return\n")
			}
		}
		fmt.Fprintf(&out, "}\n/*line %s:%d:%d*/", filepath.Base(name), line, column)
	}
	out.Write(src[done:])
	return out.Bytes(), nil
}
