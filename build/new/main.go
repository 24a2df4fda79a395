// SPDX-License-Identifier: MIT

// Command new writes the skeleton of a new setting, call, kind of action, verb of a
// goal or type of provider: its row and its files, from a template for each. Each cell
// that a person has to fill in is marked with EMPTY and what belongs there; a test of
// this folder names the cells that are still marked, with their files.
//
//	go run ./build/new setting limits.naps time
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/tools/txtar"
)

// templates has an archive for each kind of thing. A file of it is written anew; one
// with "before" or "after" and a regular expression in its name is put into the file
// there, at the first place that fits.
//
//go:embed templates/*.txtar
var templates embed.FS

// names are what a template may name.
type names struct {
	// Name as people write it: limits.naps, list-naps, wave.
	Name string
	// Group and Key are the parts of a setting's name; Group is empty for one that
	// belongs to none.
	Group, Key string
	// Pascal and Camel are the last part as Go has it: ListNaps, listNaps.
	Pascal, Camel string
	// File is the name of its files: list_naps.
	File string
	// Struct that a setting is a field of, and whether it is new.
	Struct    string
	NewStruct bool
	// Type of a setting's field.
	Type string
}

// fieldTypes are the types of settings.
var fieldTypes = map[string]string{
	"": "*int", "int": "*int", "number": "*float64", "time": "*time.Duration", "text": "string", "switch": "bool", "list": "[]string",
}

// forms are the names that each kind of thing may have.
var forms = map[string]*regexp.Regexp{
	"setting":  regexp.MustCompile(`^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)?$`),
	"call":     regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`),
	"kind":     regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`),
	"verb":     regexp.MustCompile(`^[a-z]+$`),
	"provider": regexp.MustCompile(`^[a-z]+$`),
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "new: "+err.Error())
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 || forms[args[0]] == nil || args[1] == "" {
		return errors.New("write what to make and its name: setting limits.naps [int|number|time|text|switch|list], call list-naps, " +
			"kind wave, verb tame, or provider parrot")
	}
	what, name, typ := args[0], args[1], ""
	if len(args) > 2 {
		typ = args[2]
	}
	files, err := skeleton(os.DirFS("."), what, name, typ)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			return err
		}
		fmt.Println(f.Name)
	}
	if what == "call" {
		gen := exec.CommandContext(context.Background(), "go", "generate", "./ui")
		gen.Stdout, gen.Stderr = os.Stdout, os.Stderr
		if err := gen.Run(); err != nil {
			return fmt.Errorf("the clients of the calls cannot be made: %w", err)
		}
	}
	fmt.Println("Now fill in what `go test ./build/new` names; CONTRIBUTING.md says what comes then.")
	return nil
}

// skeleton is every file of the tree that a new thing changes, as it is then.
func skeleton(tree fs.FS, what, name, typ string) ([]txtar.File, error) {
	if !forms[what].MatchString(name) {
		return nil, fmt.Errorf("%q is no name for a %s: it has the form %s", name, what, forms[what])
	}
	field, known := fieldTypes[typ]
	if !known {
		return nil, fmt.Errorf("there is no type %q of a setting; use int, number, time, text, switch or list", typ)
	}
	n := naming(name)
	n.Type = field
	if what == "setting" {
		table, err := fs.ReadFile(tree, "cmd/internal/app/settings/table.go")
		if err != nil {
			return nil, err
		}
		if strings.Contains(string(table), fmt.Sprintf("Key: %q", name)) {
			return nil, fmt.Errorf("there is a setting %s already: choose another name", name)
		}
		n.NewStruct = n.Group != "" && !strings.Contains(string(table), "type "+n.Struct+" struct")
	}
	raw, err := templates.ReadFile("templates/" + what + ".txtar")
	if err != nil {
		return nil, err
	}
	parsed, err := template.New(what).Parse(string(raw))
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := parsed.Execute(&text, n); err != nil {
		return nil, err
	}
	var out []txtar.File
	for _, part := range txtar.Parse([]byte(text.String())).Files {
		if out, err = put(tree, out, part); err != nil {
			return nil, err
		}
	}
	for i, f := range out {
		if strings.HasSuffix(f.Name, ".go") {
			if out[i].Data, err = format.Source(f.Data); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
	}
	return out, nil
}

// put adds a part of a template to the files that change.
func put(tree fs.FS, files []txtar.File, part txtar.File) ([]txtar.File, error) {
	file, place, inside := strings.Cut(part.Name, " ")
	i := slices.IndexFunc(files, func(f txtar.File) bool { return f.Name == file })
	if !inside {
		if _, err := fs.Stat(tree, file); err == nil || i >= 0 {
			return nil, fmt.Errorf("there is a file %s already: choose another name", file)
		}
		return append(files, part), nil
	}
	if i < 0 {
		had, err := fs.ReadFile(tree, file)
		if err != nil {
			return nil, err
		}
		i, files = len(files), append(files, txtar.File{Name: file, Data: had})
	}
	where, expression, _ := strings.Cut(place, " ")
	anchor, err := regexp.Compile(expression)
	if err != nil {
		return nil, fmt.Errorf("the template's place in %s: %w", file, err)
	}
	at := anchor.FindIndex(files[i].Data)
	if at == nil {
		return nil, fmt.Errorf("%s has no place %s: mend the template in build/new/templates", file, expression)
	}
	data, to := part.Data, at[0]
	if where == "after" {
		to = at[1]
	}
	if to > 0 && files[i].Data[to-1] != '\n' { // within a line
		data = bytes.TrimSuffix(data, []byte("\n"))
	}
	files[i].Data = slices.Concat(files[i].Data[:to], data, files[i].Data[to:])
	return files, nil
}

// naming are the forms of a name.
func naming(name string) names {
	n := names{Name: name, Key: name, Struct: "Config", File: strings.ReplaceAll(filepath.Base(name), "-", "_")}
	if group, key, grouped := strings.Cut(name, "."); grouped {
		n.Group, n.Key, n.Struct = group, key, pascal(group)
	}
	n.Pascal = pascal(n.Key)
	n.Camel = strings.ToLower(n.Pascal[:1]) + n.Pascal[1:]
	return n
}

func pascal(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
