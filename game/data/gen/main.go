// SPDX-License-Identifier: MIT

// Command gen writes the rule tables of game/data from the npm package
// minecraft-data and the reviewed files in rules/: one compressed file for each
// release that differs from the one before, and an index of all releases. The
// same input gives the same bytes.
//
// Usage, from the root of the module:
//
//	npm install --prefix build/.cache minecraft-data@3.117.0
//	go run ./game/data/gen -source build/.cache/node_modules/minecraft-data
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/minehand/minehand/game/data/internal/table"
)

// maxTable is the most that a table of one release may take, in bytes, packed.
const maxTable = 50_000

// wantPackage is the release of minecraft-data that the rules were reviewed
// against.
const wantPackage = "3.117.0"

func main() {
	source := flag.String("source", "", "folder of the npm package minecraft-data")
	out := flag.String("out", filepath.Join("game", "data", "tables"), "folder for the tables")
	flag.Parse()
	if err := run(*source, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(source, out string) error {
	if source == "" {
		return errors.New("say with -source where minecraft-data is: npm install --prefix build/.cache minecraft-data@" + wantPackage)
	}
	pkg, err := openPackage(source)
	if err != nil {
		return err
	}
	rules, err := loadRules()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	write := func(name string, v any) (int, error) {
		var buf bytes.Buffer
		if err := table.Encode(&buf, v); err != nil {
			return 0, err
		}
		return buf.Len(), os.WriteFile(filepath.Join(out, name+".json.gz"), buf.Bytes(), 0o644)
	}
	var index table.Index
	for _, version := range pkg.releases {
		f, err := build(pkg, rules, version)
		if err != nil {
			return fmt.Errorf("version %s: %w", version, err)
		}
		if index.Add(version, f) {
			fmt.Printf("%s: as %s\n", version, index.Releases[len(index.Releases)-1].Table)
			continue
		}
		size, err := write(version, f)
		if err != nil {
			return err
		}
		if size > maxTable {
			return fmt.Errorf("the table of %s takes %d bytes, more than the %d that it may", version, size, maxTable)
		}
		fmt.Printf("%s: %d items, %d blocks, %d recipes, %d smeltings, %d cuts, %d mobs, %d bytes\n", version,
			len(f.Items), len(f.Blocks), len(f.Recipes), len(f.Smeltings), len(f.Cuts), len(f.Mobs), size)
	}
	if _, err := write("index", &index); err != nil {
		return err
	}
	return rules.unused()
}

// build joins what the package and the rules say about a version.
func build(pkg *npmPackage, rules *ruleBook, version string) (*table.File, error) {
	src, err := pkg.version(version)
	if err != nil {
		return nil, err
	}
	b := newBuilder(pkg, rules, src)
	b.buildTags()
	if err := b.buildItems(); err != nil {
		return nil, err
	}
	if err := b.buildBlocks(); err != nil {
		return nil, err
	}
	if err := b.buildRecipes(); err != nil {
		return nil, err
	}
	if err := b.buildStations(); err != nil {
		return nil, err
	}
	if err := b.buildMobs(); err != nil {
		return nil, err
	}
	return b.file, b.buildInteractions()
}
