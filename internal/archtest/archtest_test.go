// SPDX-License-Identifier: MIT

package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/minehand/minehand/"

// allowed names, for each room, the rooms of ours that it may import. A room
// covers its subfolders unless they have a row of their own; every room may
// import itself.
var allowed = map[string][]string{
	"game":                     {},
	"game/data":                {"game"},
	"game/ledger":              {"game"},
	"game/messages":            {"game"},
	"llm":                      {},
	"planner":                  {"game", "game/messages", "game/data", "llm", "planner/book", "planner/goals", "planner/check", "planner/techtree", "planner/model", "planner/agent"},
	"planner/agent":            {"game", "game/messages", "game/data", "llm", "planner/book", "planner/goals", "planner/check", "planner/techtree", "planner/model"},
	"planner/rules":            {"game", "game/data"},
	"planner/book":             {"game", "game/data", "planner/rules", "planner/skills", "planner/techtree"},
	"planner/language":         {"game", "game/data"},
	"planner/blueprint":        {"game"},
	"planner/goals":            {"game", "game/messages", "game/data", "planner/blueprint", "planner/book", "planner/language", "planner/rules", "planner/skills", "planner/techtree"},
	"planner/check":            {"game", "game/messages", "game/data", "planner/book", "planner/rules", "planner/techtree"},
	"planner/talk":             {"game", "game/data", "planner/book", "planner/goals", "planner/check", "planner/language", "planner/skills"},
	"planner/skills":           {"game", "planner/language"},
	"planner/techtree":         {"game", "game/messages", "game/data", "planner/rules", "planner/techtree/closed", "planner/techtree/room", "planner/techtree/simplex"},
	"planner/techtree/closed":  {"game", "planner/rules", "planner/techtree/simplex"},
	"planner/techtree/room":    {},
	"planner/techtree/simplex": {},
	"planner/model":            {"game", "game/messages", "game/data", "llm", "planner/book", "planner/goals", "planner/check", "planner/rules", "planner/techtree"},
	"modbridge":                {"game", "modbridge/wire"},
	"modbridge/wire":           {"game", "docs"},
	"modbridge/detect":         {},
	"conformance":              {"game", "modbridge/wire"},
	"sim":                      {"game", "game/data", "modbridge/wire"},
	"scriptbody":               {"game", "game/data", "sim"},
	"orchestrator":             {"game", "game/messages", "orchestrator/task", "orchestrator/worldmap"},
	"orchestrator/task":        {"game", "game/messages", "orchestrator/worldmap"},
	"orchestrator/worldmap":    {"game"},
	"orchestrator/standing":    {"game", "orchestrator"},
	"orchestrator/crew":        {"game", "orchestrator"},
	"planner/share":            {"game", "game/messages"},
	"orchestrator/fleet":       {"game"},
	"ui":                       {"game", "orchestrator", "orchestrator/crew", "orchestrator/standing", "ui/command", "game/messages", "ui/view"},
	"ui/command":               {"game", "game/messages", "ui/view"},
	"ui/gamechat":              {"game", "ui", "ui/client", "game/messages", "ui/view"},
	"ui/mcp":                   {"game", "docs", "ui", "ui/client", "ui/command", "ui/view"},
	"ui/view":                  {"game"},
	"ui/client":                {"game", "ui/view"},
	"missions":                 {"game", "docs", "ui/client", "ui/view"},
	"missions/workers":         {"missions"},
	"frontend":                 {},
	"bot":                      {"game/data"},
	"docs":                     {},
	"build":                    {"game", "game/data"},
	"internal":                 {},
}

// joined lists, for programs of cmd, the rooms that only cmd/internal/app may join
// for them: a command is a client of the control side. modbridge/detect, a room of
// its own that looks at processes, is none of them.
var joined = map[string][]string{
	"cmd/minehand": {"orchestrator", "modbridge"},
}

// own maps a subfolder to the room it counts as when others import it.
var own = []string{
	"game/data", "game/messages", "missions/workers", "modbridge/wire", "modbridge/detect", "orchestrator/task", "orchestrator/worldmap", "orchestrator/standing", "orchestrator/fleet", "orchestrator/crew", "planner/share", "ui/client", "ui/command", "ui/gamechat", "ui/mcp", "ui/view", "planner/book", "planner/rules", "planner/language", "planner/goals", "planner/check", "planner/skills", "planner/talk", "planner/techtree", "planner/techtree/closed", "planner/techtree/room", "planner/techtree/simplex", "planner/model", "planner/agent", "planner/blueprint",
}

// libraries names the only places that may import a library.
var libraries = map[string][]string{
	"github.com/wailsapp/wails":           {"cmd/minehand-desktop"},
	"github.com/gorilla/websocket":        {"modbridge", "sim", "ui", "cmd", "conformance"},
	"github.com/sashabaranov/go-openai":   {"llm/openai"},
	"github.com/modelcontextprotocol":     {"ui/mcp", "cmd"},
	"github.com/shirou/gopsutil":          {"modbridge/detect", "cmd"},
	"modernc.org/sqlite":                  {"orchestrator/journal"},
	"github.com/pressly/goose":            {"orchestrator/journal"},
	"github.com/spf13/cobra":              {"cmd", "missions"},
	"charm.land/bubbletea":                {"cmd"},
	"charm.land/bubbles":                  {"cmd"},
	"github.com/prometheus/client_golang": {"ui", "cmd"},
	"github.com/Tnze/go-mc":               {"planner/blueprint"},
	"github.com/nats-io":                  {"missions/workers", "orchestrator/fleet", "cmd/minehand", "internal/natstest"},
}

func TestLayers(t *testing.T) {
	files := 0
	forEachFile(t, func(file string, imports []string) {
		files++
		dir := path.Dir(file)
		for _, imp := range imports {
			if rest, ok := strings.CutPrefix(imp, module); ok {
				if fault := layerFault(dir, rest); fault != "" {
					t.Errorf("%s: %s", file, fault)
				}
				continue
			}
			for lib, places := range libraries {
				if strings.HasPrefix(imp, lib) && !slices.ContainsFunc(places, func(p string) bool { return within(dir, p) }) {
					t.Errorf("%s imports %s; only %s may", file, imp, strings.Join(places, ", "))
				}
			}
		}
	})
	if files < 20 {
		t.Fatalf("only %d files were read: the test looks in the wrong place", files)
	}
}

// TestOneMachineLinksNoNATS: what only several machines need is in minehand-fleet alone.
func TestOneMachineLinksNoNATS(t *testing.T) {
	for tags, linked := range map[string]bool{"": false, "fleet": true} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags="+tags, "./cmd/minehand")
		cmd.Dir = filepath.Join("..", "..")
		list, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(list), module+"cmd/internal/app\n") || strings.Contains(string(list), "github.com/nats-io/") != linked {
			t.Errorf("with the tags %q ./cmd/minehand links NATS: %v; want %v", tags, !linked, linked)
		}
	}
}

// layerFault says why a file of dir may not import our package target, or "".
func layerFault(dir, target string) string {
	for program, rooms := range joined {
		for _, room := range rooms {
			if within(dir, program) && within(target, room) && !within(target, "modbridge/detect") {
				return fmt.Sprintf("imports %s, which is joined to a program in cmd/internal/app alone", target)
			}
		}
	}
	if within(dir, "cmd") {
		return ""
	}
	room := roomOf(dir)
	may, known := allowed[room]
	if !known {
		return fmt.Sprintf("the room %q is not in the table of archtest", room)
	}
	as := topOf(target)
	for _, o := range own {
		if within(target, o) {
			as = o
		}
	}
	if as == room || as == "internal" || slices.Contains(may, as) {
		return ""
	}
	return fmt.Sprintf("imports %s; %s may import only %v", target, room, may)
}

// roomOf is the longest row of the table that covers dir.
func roomOf(dir string) string {
	best := topOf(dir)
	for room := range allowed {
		if within(dir, room) && len(room) > len(best) {
			best = room
		}
	}
	return best
}

func topOf(dir string) string {
	top, _, _ := strings.Cut(dir, "/")
	return top
}

func within(dir, parent string) bool {
	return dir == parent || strings.HasPrefix(dir, parent+"/")
}

// forEachFile calls f with every Go file that is no test, with its path from
// the root of the module.
func forEachFile(t *testing.T, f func(file string, imports []string)) {
	t.Helper()
	eachGoFile(t, func(rel, p string) error {
		if strings.HasSuffix(p, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, i := range parsed.Imports {
			imp, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, imp)
		}
		f(rel, imports)
		return nil
	})
}

// eachGoFile calls f with every Go file of the module: its path from the root,
// with slashes, and the path to open it by. The first error fails the test.
func eachGoFile(t *testing.T, f func(rel, path string) error) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "node_modules" || name == "testdata" || (strings.HasPrefix(name, ".") && p != root) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(rel), p)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The rule about rules: the table must catch what it forbids.
func TestTheTableBites(t *testing.T) {
	for _, c := range []struct {
		dir, target string
		ok          bool
	}{
		{"orchestrator", "game", true},
		{"orchestrator/journal", "orchestrator", true},
		{"orchestrator", "planner", false},
		{"orchestrator", "game/data", false},
		{"game", "llm", false},
		{"game", "game/data", false},
		{"modbridge", "modbridge/wire", true},
		{"modbridge/wire", "modbridge", false},
		{"modbridge", "modbridge/detect", false},
		{"ui", "modbridge/detect", false},
		{"sim/body", "modbridge/wire", true},
		{"sim/body", "modbridge", false},
		{"planner/techtree", "sim", false},
		{"planner/rules", "sim", false},
		{"planner/rules", "planner/techtree", false},
		{"planner/techtree", "planner/rules", true},
		{"planner/techtree", "planner/techtree/closed", true},
		{"planner/techtree/closed", "planner/techtree", false},
		{"planner/check", "planner/techtree/closed", false},
		{"planner/check", "planner/goals", false},
		{"planner/goals", "planner/check", false},
		{"planner/model/reply", "planner/goals", true},
		{"planner/book", "planner", false},
		{"planner", "planner/model", true},
		{"llm/openai", "llm", true},
		{"llm", "game", false},
		{"ui/client", "orchestrator", false},
		{"ui/client", "ui/view", true},
		{"ui/client", "ui", false},
		{"ui/view", "ui", false},
		{"ui/view", "orchestrator", false},
		{"missions", "ui/client", true},
		{"missions", "ui", false},
		{"cmd/minehand", "sim", true},
		{"cmd/minehand", "orchestrator", false},
		{"cmd/minehand", "orchestrator/journal", false},
		{"cmd/minehand", "modbridge/wire", false},
		{"cmd/internal/app", "orchestrator", true},
	} {
		if fault := layerFault(c.dir, c.target); (fault == "") != c.ok {
			t.Errorf("%s -> %s: %q, want allowed %v", c.dir, c.target, fault, c.ok)
		}
	}
}
