// SPDX-License-Identifier: MIT

package archtest

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pages are the documents of the tree, by their path from the root with slashes.
func pages(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	all := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			// Those of ui/gen are parts that generated pages are made of.
			parts := filepath.Base(filepath.Dir(p)) == "ui" && d.Name() == "gen"
			if parts || slices.Contains([]string{"node_modules", ".git", ".cache", "dist", "bin", "tmp", "testdata"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".md") {
			return nil
		}
		text, err := os.ReadFile(p)
		name, _ := filepath.Rel(root, p)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	linkForm    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codeForm    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	headingForm = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchorDrop  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	namedFile   = regexp.MustCompile("`([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+\\.(?:go|ts|md|json|txt|svelte|yaml|sh))`")
	decided     = regexp.MustCompile(`^(Accepted|Superseded by [0-9]{4}), 20[0-9]{2}-[0-9]{2}-[0-9]{2}\.$`)
	aDate       = regexp.MustCompile(`20[0-9]{2}-[0-9]{2}-[0-9]{2}`)
	budgetRow   = regexp.MustCompile("(?m)^\\| `make ([a-z-]+)` \\| ([0-9]+) \\|")
)

// anchors are the names of a page's headings in links, as GitHub makes them.
func anchors(text string) []string {
	var list []string
	for _, m := range headingForm.FindAllStringSubmatch(text, -1) {
		name := strings.ToLower(strings.ReplaceAll(m[1], "`", ""))
		list = append(list, strings.ReplaceAll(anchorDrop.ReplaceAllString(name, ""), " ", "-"))
	}
	return list
}

// linkFaults are the links of a page that lead nowhere in the tree.
func linkFaults(name string, all map[string]string) []string {
	var faults []string
	for _, m := range linkForm.FindAllStringSubmatch(codeForm.ReplaceAllString(all[name], ""), -1) {
		if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
			continue
		}
		file, anchor, _ := strings.Cut(m[1], "#")
		to := name
		if file != "" {
			to = path.Join(path.Dir(name), file)
		}
		text, page := all[to]
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(to))); !page && err != nil {
			faults = append(faults, fmt.Sprintf("%s links to %s, which does not exist", name, m[1]))
		} else if anchor != "" && page && !slices.Contains(anchors(text), anchor) {
			faults = append(faults, fmt.Sprintf("%s links to %s, which has no such heading", name, m[1]))
		}
	}
	return faults
}

// indexFaults are the pages of docs that the index of their folder does not link to.
func indexFaults(all map[string]string) []string {
	var faults []string
	for name := range all {
		index := path.Join(path.Dir(name), "README.md")
		if dir := path.Dir(name); name == index || dir != "docs" && dir != "docs/decisions" {
			continue
		}
		if !strings.Contains(all[index], "]("+path.Base(name)+")") {
			faults = append(faults, name+" is not in "+index+": add a row that says which question it answers")
		}
	}
	slices.Sort(faults)
	return faults
}

// budgetFaults are the parts of `make test` without a budget in docs/TESTING.md, budgets
// of what is no part, and more than 35 minutes for all: each part in turn begins where
// one of two before it has ended, between what comes before and after them.
func budgetFaults(makefile, testing string) []string {
	m := regexp.MustCompile(`(?m)^PARTS := ([a-z -]+)$`).FindStringSubmatch(makefile)
	if m == nil {
		return []string{"the Makefile has no PARTS of make test"}
	}
	budgets := map[string]int{}
	for _, m := range budgetRow.FindAllStringSubmatch(testing, -1) {
		budgets[m[1]], _ = strconv.Atoi(m[2])
	}
	var faults []string
	take := func(part string) int {
		minutes, ok := budgets[part]
		if !ok {
			faults = append(faults, "make test runs "+part+", which has no budget in docs/TESTING.md")
		}
		delete(budgets, part)
		return minutes
	}
	alone := take("ready") + take("verify-generated")
	var busy [2]int
	for part := range strings.FieldsSeq(m[1]) {
		slices.Sort(busy[:])
		busy[0] += take(part)
	}
	for part := range budgets {
		faults = append(faults, "docs/TESTING.md has a budget for "+part+", which is no part of make test")
	}
	if sum := alone + max(busy[0], busy[1]); sum > 35 {
		faults = append(faults, fmt.Sprintf("by the budgets of its parts make test takes %d minutes, more than 35", sum))
	}
	slices.Sort(faults)
	return faults
}

// TestThePagesHoldTogether: links lead somewhere, every page is in an index, the
// front page is short, decisions have status and date, and the parts of make test
// a budget.
func TestThePagesHoldTogether(t *testing.T) {
	all := pages(t)
	for name, text := range all {
		for _, fault := range linkFaults(name, all) {
			t.Error(fault)
		}
		if path.Dir(name) == "docs/decisions" && path.Base(name) != "README.md" {
			if lines := strings.SplitN(text, "\n", 4); len(lines) < 4 || !decided.MatchString(lines[2]) {
				t.Errorf("%s has no status and date: its third line is to be like \"Accepted, 2026-11-25.\"", name)
			}
		}
	}
	for _, fault := range indexFaults(all) {
		t.Error(fault)
	}
	if n := strings.Count(all["README.md"], "\n"); n < 60 || n > 90 {
		t.Errorf("README.md has %d lines; 60 to 90 keep it a front page: what is for one reader has a page in docs", n)
	}
	if m := aDate.FindString(all["docs/TESTING.md"]); m != "" {
		t.Errorf("docs/TESTING.md tells of a run of %s: it says what is tested, not how runs went", m)
	}
	makefile, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range budgetFaults(string(makefile), all["docs/TESTING.md"]) {
		t.Error(fault)
	}
}

// TestTheWorkflowsRunTargetsThatExist: a target that is renamed is renamed there.
func TestTheWorkflowsRunTargetsThatExist(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", ".github", "workflows", "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no workflows (%v): the test looks in the wrong place", err)
	}
	ran := regexp.MustCompile(`(?m)^\s*- (?:run: )?(?:[A-Z]+=\S.* )?make ([a-z -]+)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ran.FindAllStringSubmatch(string(text), -1) {
			for target := range strings.FieldsSeq(m[1]) {
				if !regexp.MustCompile(`(?m)^` + target + `:`).Match(makefile) {
					t.Errorf("%s runs make %s, which does not exist", filepath.Base(file), target)
				}
			}
		}
	}
}

// TestTheRecipesNameFilesThatExist keeps CONTRIBUTING.md from leading to files that
// have moved.
func TestTheRecipesNameFilesThatExist(t *testing.T) {
	text := pages(t)["CONTRIBUTING.md"]
	for _, recipe := range [...]string{"Kind of action", "Verb of a goal", "Call of the API", "Type of provider", "Setting"} {
		if !strings.Contains(text, "\n### "+recipe+"\n") {
			t.Errorf("CONTRIBUTING.md has no recipe %q", recipe)
		}
	}
	named := namedFile.FindAllStringSubmatch(text, -1)
	if len(named) < 15 {
		t.Errorf("only %d files are named: the test looks for the wrong form", len(named))
	}
	for _, m := range named {
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("CONTRIBUTING.md names %s, which does not exist: correct the recipe", m[1])
		}
	}
}

// The rules about rules: what is wrong with a page is told.
func TestWhatIsWrongWithAPageIsTold(t *testing.T) {
	all := map[string]string{
		"docs/README.md": "[A](A.md)", "docs/A.md": "# One `thing`, more\n[x](#one-thing-more) `[no](link.md)` [w](https://example.org)",
		"docs/B.md": "[gone](C.md) [head](A.md#two)",
	}
	if got := linkFaults("docs/A.md", all); len(got) > 0 {
		t.Errorf("of a page that is right is told %q", got)
	}
	if got := linkFaults("docs/B.md", all); len(got) != 2 {
		t.Errorf("of two links that lead nowhere is told %q", got)
	}
	if got := indexFaults(all); len(got) != 1 || !strings.HasPrefix(got[0], "docs/B.md ") {
		t.Errorf("of a page without a row in the index is told %q", got)
	}
	got := budgetFaults("PARTS := a b test-c\n", "| `make ready` | 1 | |\n| `make verify-generated` | 1 | |\n| `make a` | 8 | |\n"+
		"| `make b` | 30 | |\n| `make gone` | 6 | |\n")
	if len(got) != 2 {
		t.Errorf("of a part without budget and a budget without part is told %q", got)
	}
	got = budgetFaults("PARTS := a b test-c\n", "| `make ready` | 1 | |\n| `make verify-generated` | 1 | |\n| `make a` | 8 | |\n"+
		"| `make b` | 30 | |\n| `make test-c` | 26 | |\n")
	if len(got) != 1 || !strings.Contains(got[0], "takes 36 minutes") {
		t.Errorf("of parts that take too long is told %q", got)
	}
}
