// SPDX-License-Identifier: MIT

package program

import (
	"bytes"
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// form says where an answer stands in what a program writes. Its paths are gjson's;
// an empty one is not there.
type form struct {
	Text
	// who, why and sum are paths of the model, of why the answer ended, and of the
	// tokens of both sides where they are not counted apart.
	who, why, sum string
	// delta is the path of a piece, beside Content for all so far; done that of the
	// mark of the last line, without which the answer was cut.
	delta, done string
	// id is what the member id must repeat, need a member that is there unless an error is.
	id, need string
	// strict: every document is an object, and counts are numbers.
	strict bool
}

// reader takes an answer out of what a program writes, and hands it to the caller
// as it comes.
type reader struct {
	form
	program *Provider
	tell    llm.Teller
	began   time.Time
	text    strings.Builder // what came in pieces
	first   time.Duration   // from the start to the first piece; 0 before it
	held    []byte          // the beginning of a rune
	blank   string          // line ends that only count when more follows

	content, model       string
	finish               llm.FinishReason
	input, output, total int    // tokens; 0 when it did not count
	ended                bool   // the last line was read
	failure              string // told in the answer, with its code
	code                 int
}

func newReader(p *Provider, f form, onChunk func(llm.Chunk) error) *reader {
	return &reader{form: f, program: p, began: time.Now(), tell: llm.Teller{OnChunk: onChunk}}
}

// say takes the next piece of text.
func (r *reader) say(piece string) error {
	if r.text.WriteString(piece); r.first == 0 && piece != "" {
		r.first = max(time.Since(r.began), 1)
	}
	return r.tell.Say(piece, "")
}

// rest passes on what is left: all of an answer that came without pieces.
func (r *reader) rest(resp llm.Response) error {
	if r.text.Len() == 0 {
		if err := r.tell.Say(resp.Content, resp.Reasoning); err != nil {
			return err
		}
	}
	return r.tell.End()
}

// piece passes plain text on, whole runes at a time.
func (r *reader) piece(b []byte) error {
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
	if err := r.readable(r.held[:n]); err != nil {
		return err
	}
	text := r.blank + strings.TrimPrefix(string(r.held[:n]), bom)
	r.held = append(r.held[:0], r.held[n:]...)
	body := strings.TrimRight(text, "\r\n")
	r.blank = text[len(body):]
	return r.say(body)
}

// bom is a mark that some systems write before text.
const bom = "\ufeff"

// line reads a JSON line; others are noise unless the form is strict.
func (r *reader) line(line []byte) error {
	if line = bytes.TrimSpace(line); len(line) == 0 || r.ended {
		return nil
	}
	if err := r.readable(line); err != nil {
		return err
	}
	if budget.ProgramLine.Scan(line) == nil && gjson.ValidBytes(line) {
		return r.take(gjson.ParseBytes(line))
	}
	if r.strict {
		return r.program.Fault(llm.ErrBadReply, "a line of its stream is not a JSON chunk: "+process.OneLine(start(line)), "", nil)
	}
	return nil
}

// take reads what a document says.
func (r *reader) take(doc gjson.Result) error {
	if r.strict && !doc.IsObject() {
		return r.strange("answer")
	}
	if err := r.fails(doc); err != nil {
		return err
	}
	for _, count := range []struct {
		path string
		into *int
	}{{r.InputTokens, &r.input}, {r.OutputTokens, &r.output}, {r.sum, &r.total}} {
		n := at(doc, count.path)
		if r.strict && n.Type != gjson.Number && n.Type != gjson.Null {
			return r.strange(count.path)
		}
		if n.Exists() {
			*count.into = int(n.Int())
		}
	}
	for path, value := range r.Where {
		if doc.Get(path).String() != value {
			return nil
		}
	}
	return r.says(doc)
}

// at is what stands at a path of a document; nothing at an empty one.
func at(doc gjson.Result, path string) (v gjson.Result) {
	if path != "" {
		v = doc.Get(path)
	}
	return v
}

// fails reads the failure that a document tells of. The error is what is wrong with the
// document itself.
func (r *reader) fails(doc gjson.Result) error {
	e := at(doc, r.Error)
	failed := e.Type != gjson.Null && e.Type != gjson.False && e.String() != ""
	if id := doc.Get("id"); r.id != "" && id.String() != r.id && !(failed && id.Type == gjson.Null) {
		return r.program.Fault(llm.ErrIDMismatch, "its id is "+process.OneLine(id.Raw), "", nil)
	}
	switch {
	case failed && e.IsObject() && r.strict && r.id == "":
		return r.strange(r.Error)
	case failed && e.Type == gjson.True:
		r.failure = at(doc, r.Content).String()
	case failed:
		if r.failure = e.String(); e.IsObject() {
			r.failure, r.code = cmp.Or(e.Get("message").String(), r.failure), int(e.Get("code").Int())
		}
	case r.need != "" && at(doc, r.need).Type == gjson.Null:
		return r.program.Fault(llm.ErrBadReply, "it has neither "+r.need+" nor error",
			"Correct the program: it must answer in JSON-RPC 2.0.", nil)
	}
	return nil
}

// says reads who answers what, and passes a piece on.
func (r *reader) says(doc gjson.Result) error {
	r.model = cmp.Or(at(doc, r.who).String(), r.model)
	if r.finish = cmp.Or(llm.FinishReason(at(doc, r.why).String()), r.finish); r.finish == "tool_use" {
		r.finish = llm.FinishTools
	}
	r.ended = at(doc, r.done).Bool()
	text := at(doc, r.Content)
	if r.delta == "" {
		if text.Type == gjson.String {
			r.content = text.Str
		} else if text.Type != gjson.Null {
			r.content = text.Raw
		}
		return nil
	}
	if after, ok := strings.CutPrefix(text.String(), r.text.String()); ok && text.String() != "" {
		return r.say(after)
	}
	return r.say(at(doc, r.delta).String())
}

// end reads the whole output of a run that ended by itself, and says what is wrong with
// it. exit is nil for the exit code 0. What was said in the answer comes before it.
func (r *reader) end(output []byte, exit *llm.Error) (err error) {
	switch r.Output {
	case JSON:
		var doc gjson.Result
		if doc, err = r.document(output); err == nil {
			err = r.take(doc)
		}
	case JSONL:
	default:
		r.content = strings.TrimRight(strings.ToValidUTF8(strings.TrimPrefix(string(output), bom), ""), "\r\n")
		err = r.readable(r.held)
	}
	cut := r.done != "" && !r.ended && r.text.Len() > 0
	switch {
	case r.failure != "":
		return r.remote(exit)
	case r.ended:
	case cut:
		e := r.program.Fault(llm.ErrCutStream, "it ended without its last chunk", "", nil)
		if exit != nil {
			e.Detail = exit.Detail
		}
		e.Transient = true
		return e
	case exit != nil:
		return exit
	}
	return err
}

// remote is the failure that the program itself reported.
func (r *reader) remote(exit *llm.Error) error {
	if r.code == 0 && exit != nil {
		r.code = max(0, exit.Code)
	}
	e := r.program.Fault(llm.ErrRemote, process.OneLine(r.program.Hide(r.failure)), "", nil)
	e.Code = r.code
	return e
}

// document reads the one JSON document that the program wrote.
func (r *reader) document(output []byte) (doc gjson.Result, err error) {
	p := r.program
	output = bytes.TrimSpace(bytes.TrimPrefix(output, []byte(bom)))
	if len(output) == 0 {
		return doc, p.Fault(llm.ErrEmptyReply, "", "It wrote nothing: run it by hand to see what it lacks.", nil)
	}
	if err := r.readable(output); err != nil {
		return doc, err
	}
	if err := budget.ProgramOutput.Scan(output); err != nil { // max_output bounds its bytes
		return doc, p.Fault(llm.ErrTooLarge, err.Error(), "Correct the program.", err)
	}
	if !gjson.ValidBytes(output) {
		return doc, p.Fault(llm.ErrBadReply, "it is not one JSON document: "+process.OneLine(p.Hide(start(output))), "", nil)
	}
	return gjson.ParseBytes(output), nil
}

// start is the beginning of a text that goes into a sentence.
func start(text []byte) string {
	const most = 120
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}

// strange is the error of a member that is of another kind.
func (r *reader) strange(member string) error {
	return r.program.Fault(llm.ErrBadReply, "its "+member+" is not of the kind that the protocol has there", "Correct the program.", nil)
}

// readable checks that output is text.
func (r *reader) readable(output []byte) error {
	if utf8.Valid(output) {
		return nil
	}
	return r.program.Fault(llm.ErrBadReply, "it is not UTF-8 text",
		"Make the program write UTF-8; for Python, add PYTHONIOENCODING to env and set it to utf-8.", nil)
}
