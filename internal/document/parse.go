// SPDX-License-Identifier: MIT

package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/minehand/minehand/internal/budget"
)

// errDeep is how the parser is told to stop.
var errDeep = errors.New("too deep")

// shallow makes the parser stop where values lie too deep in one another. Lists within
// groups may be indented or not, so that it counts one level as two at most.
var shallow = loaderlimits.New(loaderlimits.DepthFunc(func(depth int, _ *loaderlimits.DepthContext) error {
	if depth > 2*budget.Depth {
		return errDeep
	}
	return nil
}))

// parse reads one document of a source; nil for one that is empty. What stands behind
// aliases counts wherever it is used. The error begins with the line, or is a
// sentence about the document.
func parse(text []byte, source budget.Source) (*yaml.Node, error) {
	if err := source.Marks(text); err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	loader, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithV4Defaults(), yaml.WithPlugin(shallow))
	if err != nil {
		return nil, err
	}
	var root *yaml.Node
	for {
		var doc yaml.Node
		err := loader.Load(&doc)
		switch {
		case errors.Is(err, io.EOF):
			return root, measured(root, source)
		case err != nil:
			return nil, parseFault(err, text, source)
		case len(doc.Content) == 0 || doc.Content[0].ShortTag() == nullTag && doc.Content[0].Value == "":
		case root != nil:
			return nil, fmt.Errorf("line %d: a second document begins; put all settings into one", doc.Content[0].Line)
		default:
			root = doc.Content[0]
		}
	}
}

// extent is how deep a value goes, and how many it is with all that it holds.
type extent struct{ depth, values int }

// measured checks a document's depth and values.
func measured(root *yaml.Node, source budget.Source) error {
	if root == nil {
		return nil
	}
	m := measure{source: source, done: map[*yaml.Node]extent{}, open: map[*yaml.Node]bool{}}
	_, err := m.of(root, 0)
	return err
}

// measure counts each value once, and takes its count for every alias of it.
type measure struct {
	source budget.Source
	done   map[*yaml.Node]extent
	open   map[*yaml.Node]bool
}

// of measures a value that lies in above others.
func (m *measure) of(n *yaml.Node, above int) (extent, error) {
	if n.Kind == yaml.AliasNode {
		return m.alias(n, above)
	}
	if e, ok := m.done[n]; ok {
		return e, nil
	}
	if n.Anchor != "" {
		m.open[n] = true
		defer delete(m.open, n)
	}
	e := extent{values: 1}
	if n.Kind != yaml.ScalarNode {
		if e.depth = 1; above+1 > budget.Depth {
			return e, m.source.TooDeep(n.Line)
		}
	}
	for _, inner := range n.Content {
		of, err := m.of(inner, above+1)
		if err != nil {
			return e, err
		}
		e.depth = max(e.depth, of.depth+1)
		e.values = min(e.values+of.values, math.MaxInt32)
		if e.values > 2*m.source.Row().Values { // a name and its value are two
			return e, m.source.TooMany(inner.Line)
		}
	}
	if n.Anchor != "" {
		m.done[n] = e
	}
	return e, nil
}

// alias measures what an alias stands for.
func (m *measure) alias(n *yaml.Node, above int) (extent, error) {
	if m.open[n.Alias] {
		return extent{}, unmarked(n.Line, n.Value)
	}
	if e, ok := m.done[n.Alias]; ok && above+e.depth > budget.Depth {
		return e, m.source.TooDeep(n.Line)
	}
	return m.of(n.Alias, above)
}

func unmarked(line int, name string) error {
	return fmt.Errorf("line %d: nothing before it is marked with &%s", line, name)
}

// parseFault says why a text could not be parsed.
func parseFault(err error, text []byte, source budget.Source) error {
	var fault *yaml.LoadError
	switch {
	case !errors.As(err, &fault):
	case strings.Contains(fault.Message, errDeep.Error()):
		return source.TooDeep(max(fault.Mark.Line, 1))
	case strings.HasPrefix(fault.Message, "unknown anchor"):
		_, name, _ := strings.Cut(fault.Message, "'")
		name, _, _ = strings.Cut(name, "'")
		return unmarked(fault.Mark.Line, name)
	}
	return syntaxFault(err, string(text))
}

// syntaxFault says where the text is no YAML, and how to mend it.
func syntaxFault(err error, text string) error {
	var fault *yaml.LoadError
	if !errors.As(err, &fault) || fault.Mark.Line < 1 {
		return errors.New("it is no YAML: write each setting as name: value, and indent with blanks")
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	context, mark := fault.ContextMsg, fault.Mark
	if strings.Contains(context, "flow") || strings.Contains(context, "simple key") || strings.Contains(fault.Message, "end of stream") {
		mark = fault.ContextMark // where it begins is what to look at
	}
	line, message := min(max(mark.Line, 1), len(lines)), fault.Message
	if strings.HasPrefix(strings.TrimLeft(lines[line-1], " "), "\t") {
		message = "a tab stands where blanks indent"
	}
	return fmt.Errorf("line %d is no YAML: %s; %s", line, message, mending(context+" "+message, lines, line))
}

// mending is what to do about a line that is no YAML.
func mending(message string, lines []string, line int) string {
	has := func(word string) bool { return strings.Contains(message, word) }
	switch {
	case has("tab "):
		return "indent with blanks, not with tabs"
	case has("flow"):
		return "close every [ with a ] and every { with a }"
	case has("escape"):
		return `write the text in single quotes, or each \ twice`
	case has("quoted"):
		return "close the quotes"
	case has("start any token"):
		return "put the value in quotes"
	case !has("block") && !has("mapping"):
		return general
	}
	return misaligned(lines, line)
}

// misaligned says which line near another begins in another column than it.
func misaligned(lines []string, line int) string {
	own := lines[line-1]
	for _, step := range [...]int{-1, 1} {
		other := line + step
		for other >= 1 && other <= len(lines) && column(lines[other-1]) == 0 {
			other += step
		}
		if other < 1 || other > len(lines) || column(own) == 0 || column(own) == column(lines[other-1]) {
			continue
		}
		where := map[int]string{-1: "before", 1: "after"}[step]
		return fmt.Sprintf(
			"it begins in column %d and line %d %s it in column %d: let all settings of one group begin in the same column", column(own),
			other, where, column(lines[other-1]),
		)
	}
	return general
}

// general is how to mend a line of which no more is known.
const general = "write each setting as name: value, and let all of one group begin in the same column"

// column is where the setting of a line begins, behind the dash of an entry; 0 for a
// line without one.
func column(line string) int {
	rest := strings.TrimLeft(line, " ")
	if rest = strings.TrimRight(rest, "\r"); rest == "" || rest[0] == '#' {
		return 0
	}
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[1:], " ")
	}
	return len(strings.TrimRight(line, "\r")) - len(rest) + 1
}
