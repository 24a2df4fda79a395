// SPDX-License-Identifier: MIT

package program

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Text is any command-line model: the prompt on stdin or as an argument; its
// answer as text, as a field of a JSON document, or as fields of JSON lines.
//
// In the arguments {prompt}, {system} and {model} stand for the request's;
// without {prompt} the prompt goes to stdin, without {system} the system prompt
// comes before it. Paths into JSON are those of gjson: "result", "item.text",
// "choices.0.text".
type Text struct {
	// ModelArgs: added when there is a model: `[-m, "{model}"]`.
	ModelArgs Words `yaml:"model_args"`
	// SystemArgs: added when there is a system prompt: `[-s, "{system}"]`.
	SystemArgs Words `yaml:"system_args"`
	// Output: `text` (default), `json` (one document) or `jsonl` (one a line).
	Output Output `yaml:"output"`
	// Content: the path of the answer in JSON, such as `result` or `item.text`; of JSON lines the last
	// counts that has it and fits `where`.
	Content string `yaml:"content"`
	// Where: paths with values that a JSON line must have to count.
	Where map[string]string `yaml:"where"`
	// Error: the path of what tells a failure, such as `is_error`.
	Error string `yaml:"error"`
	// InputTokens: the path of a count.
	InputTokens string `yaml:"input_tokens"`
	// OutputTokens: the path of a count.
	OutputTokens string `yaml:"output_tokens"`
}

func (Text) name() string { return "a command-line model" }

// Output is the form of what the program writes.
type Output string

// The forms. Plain, the default, is all of stdout; JSON is one document; JSONL
// is one document a line.
const (
	Plain Output = "text"
	JSON  Output = "json"
	JSONL Output = "jsonl"
)

// Placeholders in the arguments.
const (
	promptMark = "{prompt}"
	systemMark = "{system}"
	modelMark  = "{model}"
)

// maxArgument bounds a prompt given as an argument, in bytes: Linux takes 128
// KiB for one, Windows 32 Ki characters for all.
const maxArgument = 30_000

func (t Text) ask(p *Provider, q llm.Request) (process.Call, form, error) {
	req := q.SchemaAsWords()
	args := slices.Clone(p.Argv[1:])
	if q.Model != "" {
		args = append(args, t.ModelArgs...)
	}
	if req.System != "" {
		args = append(args, t.SystemArgs...)
	}
	has := func(mark string) bool {
		return slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, mark) })
	}
	system := req.System
	if has(systemMark) {
		req.System = ""
	}
	words := req.AsText()
	call := process.Call{Argv: args}
	if has(promptMark) {
		if len(words) > maxArgument {
			return call, form{}, p.Fault(llm.ErrContextOverflow, fmt.Sprintf("%d bytes", len(words)), "", nil)
		}
	} else {
		call.Input = []byte(words + "\n")
	}
	fill := strings.NewReplacer(promptMark, plain(words), systemMark, plain(system), modelMark, plain(q.Model))
	for i := range args {
		args[i] = fill.Replace(args[i])
	}
	return call, form{Text: t}, nil
}

// plain keeps a value from being read as a flag, and from ending early.
func plain(value string) string {
	value = strings.ReplaceAll(value, "\x00", "")
	if strings.HasPrefix(value, "-") {
		return " " + value
	}
	return value
}

// Words are a program's arguments: a list, or one line that is split as a shell
// would, without any of its other meanings.
type Words []string

// SetText reads one line.
func (w *Words) SetText(line string) error {
	p := shellwords.NewParser()
	words, err := p.Parse(line)
	switch {
	case err != nil:
		return fmt.Errorf("the quotes in %.60q do not match; write a list, such as [python3, agent.py]", line)
	case p.Position >= 0 && p.Position < len(line):
		return fmt.Errorf("%.60q has a %q, which only a shell would read, and none is used; put it in quotes, or write a list",
			line, line[p.Position])
	case len(words) == 0 && strings.TrimSpace(line) != "":
		return fmt.Errorf("%.60q holds no words; write a list, such as [python3, agent.py]", line)
	}
	*w = slices.Clone(words)
	return nil
}
