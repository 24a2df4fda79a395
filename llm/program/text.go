// SPDX-License-Identifier: MIT

package program

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
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
	// ModelArgs are added when there is a model: [-m, "{model}"]; SystemArgs when
	// there is a system prompt: [-s, "{system}"].
	ModelArgs  Words `yaml:"model_args"`
	SystemArgs Words `yaml:"system_args"`
	// Output: text (default), json or jsonl.
	Output Output `yaml:"output"`
	// Content is the path of the answer. Of JSON lines the last that has it and
	// fits Where counts.
	Content string `yaml:"content"`
	// Where are paths with values that a JSON line must have to count.
	Where map[string]string `yaml:"where"`
	// Error is the path of what tells a failure: is_error, error.message.
	Error string `yaml:"error"`
	// InputTokens and OutputTokens are the paths of counts.
	InputTokens  string `yaml:"input_tokens"`
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

func (t Text) ask(p *Provider, q question, out *pieces) (process.Call, reader, error) {
	call, err := t.call(p, q)
	r := &textReader{Text: t, provider: p, out: out}
	switch t.Output {
	case JSON:
	case JSONL:
		call.OnLine = r.line
	default:
		call.OnOutput = r.piece
	}
	return call, r.end, err
}

// call is the request as arguments and input.
func (t Text) call(p *Provider, q question) (process.Call, error) {
	req := q.SchemaAsWords()
	args := slices.Clone(p.Argv[1:])
	if q.model != "" {
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
			return call, p.Fault(llm.ErrContextOverflow, fmt.Sprintf("%d bytes", len(words)), "", nil)
		}
	} else {
		call.Input = []byte(words + "\n")
	}
	fill := strings.NewReplacer(promptMark, plain(words), systemMark, plain(system), modelMark, plain(q.model))
	for i := range args {
		args[i] = fill.Replace(args[i])
	}
	return call, nil
}

// plain keeps a value from being read as a flag, and from ending early.
func plain(value string) string {
	value = strings.ReplaceAll(value, "\x00", "")
	if strings.HasPrefix(value, "-") {
		return " " + value
	}
	return value
}

// textReader takes the answer out of what the program writes.
type textReader struct {
	Text
	provider *Provider
	out      *pieces

	answer  said   // of JSON
	failure string // told in the answer
	held    []byte // the beginning of a rune
	blank   string // line ends that only count when more follows
}

// piece passes plain text on, whole runes at a time.
func (r *textReader) piece(b []byte) error {
	r.held = append(r.held, b...)
	n := len(r.held)
	for i := 1; i <= min(utf8.UTFMax, n); i++ {
		if utf8.RuneStart(r.held[n-i]) {
			if !utf8.FullRune(r.held[n-i:]) {
				n -= i
			}
			break
		}
	}
	text, err := r.provider.utf8(r.held[:n])
	if err != nil {
		return err
	}
	r.held = append(r.held[:0], r.held[n:]...)
	text = r.blank + text
	body := strings.TrimRight(text, "\r\n")
	r.blank = text[len(body):]
	return r.out.say(body)
}

// line reads a JSON line; other lines are noise.
func (r *textReader) line(line []byte) error {
	if !utf8.Valid(line) {
		_, err := r.provider.utf8(line)
		return err
	}
	if budget.ProgramLine.Scan(line) == nil && gjson.ValidBytes(line) {
		r.fields(gjson.ParseBytes(line))
	}
	return nil
}

// fields takes what a document says.
func (r *textReader) fields(doc gjson.Result) {
	if r.Error != "" {
		if e := doc.Get(r.Error); e.Type != gjson.Null && e.Type != gjson.False && e.String() != "" {
			if r.failure = e.String(); e.Type == gjson.True {
				r.failure = doc.Get(r.Content).String()
			}
		}
	}
	count := func(path string, into *int) {
		if n := doc.Get(path); path != "" && n.Exists() {
			*into = int(n.Int())
		}
	}
	count(r.InputTokens, &r.answer.input)
	count(r.OutputTokens, &r.answer.output)
	for path, value := range r.Where {
		if doc.Get(path).String() != value {
			return
		}
	}
	if text := doc.Get(r.Content); text.Type != gjson.Null {
		r.answer.content = text.String()
	}
}

// end reads the whole output.
func (r *textReader) end(output []byte, exit *llm.Error) (said, error) {
	switch r.Output {
	case JSON:
		var raw any
		if err := r.provider.decode(output, exit, &raw); err != nil {
			return r.answer, err
		}
		r.fields(gjson.ParseBytes(output))
	case JSONL:
	default:
		r.answer.content = strings.TrimRight(strings.ToValidUTF8(string(output), ""), "\r\n")
		if _, err := r.provider.utf8(r.held); err != nil {
			return r.answer, err
		}
	}
	switch {
	case r.failure != "": // said in the answer, whatever the exit code
		return r.answer, r.provider.remote(codeOf(exit), r.failure)
	case exit != nil:
		return r.answer, exit
	}
	return r.answer, nil
}
