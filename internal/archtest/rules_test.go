// SPDX-License-Identifier: MIT

package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// lastRule is the last numbered rule of the protocol.
const lastRule = "17"

// ruleName is how a test of a rule is called: TestRule07..., TestRule07V1...,
// TestRule03And13....
var ruleName = regexp.MustCompile(`^TestRule((?:\d\d)(?:And\d\d)*)`)

// versions of the protocol that a test can show a rule for.
type versions struct{ v1, v2 bool }

// TestEveryRuleHasATestForBothVersions: by names. A test is for a version when
// its name says V1 or V2, and for both when it runs in one of the helpers that
// run a test once a version.
func TestEveryRuleHasATestForBothVersions(t *testing.T) {
	have := map[string]versions{}
	eachGoFile(t, func(_, p string) error {
		if !strings.HasSuffix(p, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		collectRules(file, have)
		return nil
	})
	for _, fault := range ruleFaults(have) {
		t.Error(fault)
	}
}

// collectRules adds the rules that the tests of the file are named by.
func collectRules(file *ast.File, have map[string]versions) {
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Body == nil {
			continue
		}
		match := ruleName.FindStringSubmatch(f.Name.Name)
		if match == nil {
			continue
		}
		rest := f.Name.Name[len(match[0]):]
		both := runsBoth(f.Body)
		for rule := range strings.SplitSeq(match[1], "And") {
			v := have[rule]
			v.v1 = v.v1 || both || strings.Contains(rest, "V1")
			v.v2 = v.v2 || both || strings.Contains(rest, "V2")
			have[rule] = v
		}
	}
}

// runsBoth reports whether the test calls inBoth(...), joined(...) or
// bubble(t, both, ...).
func runsBoth(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := identOf(call.Fun); {
		case name == "inBoth", name == "joined":
			found = true
		case name == "bubble" && len(call.Args) > 1 && identOf(call.Args[1]) == "both":
			found = true
		}
		return true
	})
	return found
}

func identOf(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// ruleFaults names the rules without a test, in order.
func ruleFaults(have map[string]versions) []string {
	var faults []string
	for i := 1; ; i++ {
		rule := string([]byte{byte('0' + i/10), byte('0' + i%10)})
		v := have[rule]
		switch {
		case !v.v1:
			faults = append(faults, "rule "+rule+" has no test named by it for version 1: write a TestRule"+rule+"V1..., or one for both")
		case !v.v2:
			faults = append(faults, "rule "+rule+" has no test named by it for version 2: write a TestRule"+rule+"V2..., or one for both")
		}
		if rule == lastRule {
			return faults
		}
	}
}

// The rule about rules: what is missing must be found.
func TestMissingRulesAreFound(t *testing.T) {
	const source = `package p
func TestRule01A(t *testing.T) { bubble(t, both, nil) }
func TestRule02And03B(t *testing.T) { for range 2 { t.Run("", func(t *testing.T) { inBoth(t, nil, nil) }) } }
func TestRule04V1(t *testing.T) {}
func TestRule05DeadlineV1(t *testing.T) {}
func TestRule05DeadlineV2(t *testing.T) {}
func TestRule06C(t *testing.T) { both := 1; use(both) }
func TestRule09D(t *testing.T) { joined(t, nil) }
func TestRule7V1V2(t *testing.T) { inBoth(t, nil, nil) }
func rule08() { inBoth(nil, nil, nil) }
`
	file, err := parser.ParseFile(token.NewFileSet(), "p_test.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]versions{}
	collectRules(file, have)
	for rule, want := range map[string]versions{
		"01": {true, true}, "02": {true, true}, "03": {true, true}, "04": {true, false},
		"05": {true, true}, "06": {}, "07": {}, "08": {}, "09": {true, true},
	} {
		if have[rule] != want {
			t.Errorf("rule %s: %+v, want %+v", rule, have[rule], want)
		}
	}
	if got := ruleFaults(have); len(got) != 17-5 || !strings.Contains(got[0], "rule 04") || !strings.Contains(got[0], "version 2") {
		t.Errorf("%d faults: %q", len(got), got)
	}
}
