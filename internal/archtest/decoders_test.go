// SPDX-License-Identifier: MIT

package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// decoders are the functions that make values of a text, by their package.
var decoders = map[string][]string{
	"encoding/json":                            {"Unmarshal", "NewDecoder"},
	"encoding/xml":                             {"Unmarshal", "NewDecoder"},
	"encoding/gob":                             {"NewDecoder"},
	"encoding/csv":                             {"NewReader"},
	"github.com/tidwall/gjson":                 {"Parse", "ParseBytes", "Get", "GetBytes", "GetMany", "Valid", "ValidBytes", "ForEachLine"},
	"github.com/kaptinlin/jsonrepair":          {"Repair", "JSONRepair"},
	"go.yaml.in/yaml/v4":                       {"Unmarshal", "Load", "NewLoader", "NewDecoder"},
	"github.com/santhosh-tekuri/jsonschema/v6": {"UnmarshalJSON"},
}

// inside is what decodes without a budget: a folder, a file, or a function of one
// (FILE:NAME), with the reason. What is part of a document that was checked is said so.
var inside = map[string]string{
	// What Minehand wrote itself, or carries.
	"orchestrator/journal":                     "its own records",
	"internal/natstest/processes.go:Main":      "its own options, in tests",
	"orchestrator/fleet":                       "what the cluster's own nodes wrote, in messages of at most 1 MiB",
	"internal/wholefile":                       "its own files, in the data folder",
	"cmd/internal/app/calls_file.go":           "its own file, a line at a time, of at most longestEntry",
	"cmd/internal/app/settings/shown.go:Shown": "the config that was read, written again",
	"cmd/internal/stages/desk.go:Timeline":     "its own record of a run",
	"cmd/internal/qa/evaluate":                 "an embedded list, in a program for measuring",
	"game/data":                                "embedded tables",
	"planner/goals/unread.go":                  "an embedded list",
	"planner/goals/task.go:Kept":               "what a task kept, in its own journal",
	"game/messages/messages.go":                "embedded lists",
	"planner/model/prompt/translate.go":        "its own examples",
	"modbridge/wire/verdict.go:schemaOfType":   "an embedded schema",
	"modbridge/wire/misnamed.go:Misnamed":      "an embedded schema",
	"ui/mcp/tools.go":                          "an embedded schema",
	"ui/settings.go:membersOf":                 "settings that were just written",
	"ui/client.go:message":                     "a call of its own, which was just written",
	"ui/client/client.go:Call":                 "a call of its own, which was just written",
	"llm/terminal/terminal.go:withCommands":    "a schema of its own",
	"cmd/internal/stages/processes.go:listen":  "lines of a Minehand that it started",
	"cmd/minehand/body_drive.go:run":           "orders of the Minehand that started it; the scanner bounds a line",
	"ui/client/client.go:read":                 "answers of the Minehand whose token it has, of at most maxAnswer",
	"ui/client/stay.go":                        "an answer of that Minehand",
	"cmd/minehand/shell.go:slash":              "an answer of that Minehand",
	"ui/mcp/question.go":                       "an answer of that Minehand",
	"ui/mcp/words.go":                          "an answer of that Minehand",
	"ui/view/calls.go":                         "an answer of that Minehand",
	"ui/command/words.go":                      "an answer of that Minehand",
	"game/message.go":                          "part of an answer of that Minehand",
	"cmd/internal/qa/load":                     "frames of its own, in a program for measuring",
	"scriptbody/fakegame":                      "calls of the script, in tests",
	"llm/openai/fakelm":                        "requests of its own, in tests",
	"planner/model/translate.go:carried":       "clauses that were read within a reply, from the journal",
	"internal/budget/budget.go:JSON":           "checked there, by the row",
	// Parts of what was checked as a whole.
	"game/action_json.go":                   "a part of a frame, a reply or a list of actions",
	"cmd/internal/app/bodies.go":            "a part of a register",
	"cmd/internal/app/frames.go":            "the head of a frame, which is skimmed",
	"modbridge/wire/decode.go":              "behind valid",
	"modbridge/wire/decode_tobody.go":       "behind valid",
	"modbridge/wire/faults.go:StateFaults":  "behind valid",
	"modbridge/wire/world.go:ChangesFaults": "behind valid",
	"modbridge/wire/verdict.go:Verdict":     "behind open, which calls valid",
	"planner/model/reply/decode.go":         "readText bounds the bytes and segments the depth, before anything is mended",
	"ui/calls.go:row":                       "a call that Line.Take has checked",
	"ui/talk.go:stopsByWord":                "a call that Line.Take has checked",
	"ui/slash.go":                           "a call that Line.Take has checked",
	"ui/command/route.go":                   "arguments in a call that was checked",
}

// budgeted are the packages whose mention in a function gives what it decodes a budget.
var budgeted = []string{module + "internal/budget", module + "internal/document"}

// TestEveryDecoderHasABudget: a function that decodes what may come from outside
// names the budget of its source (internal/budget), or stands in inside with why not.
func TestEveryDecoderHasABudget(t *testing.T) {
	used := map[string]bool{}
	eachGoFile(t, func(rel, p string) error {
		if strings.HasSuffix(p, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, name := range unbudgeted(file) {
			row := insideRow(rel, name)
			if used[row] = true; row == "" {
				t.Errorf("%s: %s decodes without a budget: check the text by a row of internal/budget, or say in inside of "+
					"internal/archtest/decoders_test.go why it comes from inside", rel, name)
			}
		}
		return nil
	})
	for row, reason := range inside {
		if !used[row] {
			t.Errorf("the row %q of inside names nothing that decodes without a budget: take it out", row)
		}
		if reason == "" {
			t.Errorf("the row %q of inside has no reason", row)
		}
	}
}

// insideRow is the row of inside that covers a function of a file; "" for none.
func insideRow(file, name string) string {
	for _, row := range [...]string{file + ":" + name, file} {
		if _, ok := inside[row]; ok {
			return row
		}
	}
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, ok := inside[dir]; ok {
			return dir
		}
	}
	return ""
}

// unbudgeted are the functions of a file that decode and name no budget. A method that
// a decoder calls has a part of what that decodes.
func unbudgeted(file *ast.File) []string {
	imports := map[string]string{}
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if strings.HasPrefix(name, "v") && len(name) == 2 {
			name = path.Base(path.Dir(p))
		}
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = p
	}
	var out []string
	for _, decl := range file.Decls {
		name := "a variable"
		if f, ok := decl.(*ast.FuncDecl); ok {
			if name = f.Name.Name; name == "UnmarshalJSON" || name == "UnmarshalYAML" {
				continue
			}
		}
		decodes, has := false, false
		ast.Inspect(decl, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			p := imports[identOf(s.X)]
			decodes = decodes || slices.Contains(decoders[p], s.Sel.Name) || p == "" && s.Sel.Name == "ReadJSON"
			has = has || slices.Contains(budgeted, p)
			return true
		})
		if decodes && !has {
			out = append(out, name)
		}
	}
	return out
}

// The rule about rules: who decodes is found, however the package is called.
func TestDecodersAreFound(t *testing.T) {
	const source = `package p
import (
	"encoding/json"
	j "encoding/json"
	"go.yaml.in/yaml/v4"
	"github.com/minehand/minehand/internal/budget"
)
var x = json.Unmarshal(nil, nil)
func A() { json.Unmarshal(nil, nil) }
func B() { f(j.NewDecoder(r)) }
func C() { yaml.Load(nil, nil) }
func D() { budget.Frame.Check(nil); json.Unmarshal(nil, nil) }
func E() { json.Marshal(nil) }
func F() { conn.ReadJSON(v) }
func (x *X) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, x) }
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := unbudgeted(file); !slices.Equal(got, []string{"a variable", "A", "B", "C", "F"}) {
		t.Errorf("found %q", got)
	}
}
