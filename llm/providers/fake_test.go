// SPDX-License-Identifier: MIT

package providers_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// fakeVariable is the environment variable that makes a test binary a fake
// program: see [beProgram].
const fakeVariable = "MINEHAND_FAKE_PROGRAM"

// Protocol is what a fake program speaks.
type Protocol string

// The protocols.
const (
	JSONRPC     Protocol = "json-rpc"
	Subcommands Protocol = "subcommands"
	PlainText   Protocol = "text"
	// JSONDocument is a text in a member of one document, as claude writes it;
	// JSONLines one in a member of one of several lines, as codex does.
	JSONDocument Protocol = "json"
	JSONLines    Protocol = "jsonl"
)

// Behaviour is what a fake program does instead of answering well.
type Behaviour string

// The behaviours.
const (
	Well            Behaviour = ""
	Hang            Behaviour = "hang"              // never ends
	HangGrandchild  Behaviour = "hang-grandchild"   // never ends, nor does a child of its own that holds stdout
	LeaveGrandchild Behaviour = "leave-grandchild"  // answers and ends; a child of its own holds stdout
	FailRemote      Behaviour = "fail-remote"       // an error in the protocol's form on stdout, exit 1
	FailRPC         Behaviour = "fail-rpc"          // an error of JSON-RPC on stdout, whatever the protocol; exit 1
	FailExit        Behaviour = "fail-exit"         // words on stderr, exit 3
	NumericID       Behaviour = "numeric-id"        // the id as a number
	WrongID         Behaviour = "wrong-id"          // another id
	TwoDocuments    Behaviour = "two-documents"     // the answer twice
	Noise           Behaviour = "noise"             // a lot of log lines on stderr
	NoiseOnStdout   Behaviour = "noise-on-stdout"   // a log line before the answer
	LongLine        Behaviour = "long-line"         // an answer of one line, longer than 1 MiB; streamed as such lines
	Flood           Behaviour = "flood"             // 50 MB
	NotUTF8         Behaviour = "not-utf8"          // Latin-1
	CutStream       Behaviour = "cut-stream"        // ends half way
	Alone           Behaviour = "alone"             // fails when another one runs at the same time
	DoesNotRead     Behaviour = "does-not-read"     // never reads its input
	EchoesSecret    Behaviour = "echoes-a-secret"   // its key on stderr, exit 1
	ShowEnvironment Behaviour = "shows-environment" // answers with its environment's names
)

// Fake is what a fake program is told, as JSON in [fakeVariable].
type Fake struct {
	Protocol  Protocol
	Behaviour Behaviour
	Text      string
	Finish    string
	// Session: the grandchild leads a session of its own; Bare: it has nothing of its
	// parent's environment either.
	Session, Bare bool
	// File is where HangGrandchild writes the child's process id, and what Alone
	// holds while it runs.
	File string
}

// longLine is longer than 1 MiB, so that each line that holds it is.
var longLine = strings.Repeat("0123456789", (1<<20)/10+1)

// String is the value of [fakeVariable].
func (f Fake) String() string {
	raw, err := json.Marshal(f)
	if err != nil { // strings only
		panic("the fake program: " + err.Error())
	}
	return string(raw)
}

// beProgram turns the test binary into the fake that [fakeVariable] describes,
// if it is set, and does not return then. TestMain calls it first.
func beProgram() {
	raw := os.Getenv(fakeVariable)
	if raw == "" {
		return
	}
	var f Fake
	if err := json.Unmarshal([]byte(raw), &f); err != nil {
		panic("the fake program: " + err.Error())
	}
	os.Exit(f.run())
}

// hang never returns. It sleeps: where nothing else could ever run, the runtime
// of a build without cgo ends a program that blocks for good.
func hang() {
	for {
		time.Sleep(time.Hour)
	}
}

func (f Fake) run() int {
	if len(os.Args) > 1 && os.Args[1] == "health" && f.Protocol == Subcommands {
		if f.Behaviour == FailExit {
			fmt.Println("Error: no model here")
			return 1
		}
		fmt.Println("OK")
		return 0
	}
	var input []byte
	if f.Behaviour != DoesNotRead {
		if f.Protocol == JSONRPC {
			input, _ = bufio.NewReader(os.Stdin).ReadBytes('\n')
		} else {
			input, _ = io.ReadAll(os.Stdin)
		}
	}
	switch f.Behaviour {
	case Hang:
		hang()
	case HangGrandchild, LeaveGrandchild:
		f.grandchild()
	case FailRPC:
		if f.Protocol != JSONRPC {
			fmt.Println(`{"jsonrpc":"2.0","id":"1","error":{"code":-32000,"message":"no such model"}}`)
			return 1
		}
		f.Behaviour = FailRemote
	case FailExit:
		fmt.Fprintln(os.Stderr, "Traceback: the model file is missing")
		return 3
	case EchoesSecret:
		fmt.Fprintln(os.Stderr, "Bearer abcdefgh12345678 was refused")
		return 1
	case Noise:
		for i := range 5000 {
			fmt.Fprintf(os.Stderr, "log line %d: warning, something is slow here\n", i)
		}
	case NoiseOnStdout:
		fmt.Println("Loading model...")
	case Flood:
		block := bytes.Repeat([]byte("a"), 1<<20)
		for range 50 {
			if _, err := os.Stdout.Write(block); err != nil {
				return 1
			}
		}
		return 0
	case Alone:
		lock, err := os.OpenFile(f.File, os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			fmt.Fprintln(os.Stderr, "two at once")
			return 4
		}
		_ = lock.Close()
		time.Sleep(30 * time.Millisecond)
		defer func() { _ = os.Remove(f.File) }()
	case LongLine:
		f.Text = longLine
	case ShowEnvironment:
		var names []string
		for _, pair := range os.Environ() {
			name, _, _ := strings.Cut(pair, "=")
			names = append(names, name)
		}
		f.Text = strings.Join(names, " ")
	default: // it shows in the answer
	}
	return f.answer(input)
}

func (f Fake) grandchild() {
	fake := Fake{Protocol: PlainText, Behaviour: Hang}
	cmd := exec.CommandContext(context.Background(), os.Args[0])
	cmd.Env = append(os.Environ(), fakeVariable+"="+fake.String())
	if f.Bare {
		cmd.Env = []string{fakeVariable + "=" + fake.String()}
	}
	if f.Session {
		cmd.SysProcAttr = ownSession()
	}
	cmd.Stdout = os.Stdout
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		err = in.Close()
	}
	if err == nil {
		err = os.WriteFile(f.File, fmt.Append(nil, cmd.Process.Pid), 0o600)
	}
	if err != nil {
		panic(err)
	}
	if f.Behaviour == HangGrandchild {
		hang()
	}
}

// answer writes the answer in the protocol's form and returns the exit code.
func (f Fake) answer(input []byte) int {
	switch f.Protocol {
	case JSONRPC:
		return f.rpc(input)
	case Subcommands:
		return f.subcommand()
	case JSONDocument:
		return f.document()
	case JSONLines:
		return f.lines()
	case PlainText:
	}
	switch f.Behaviour {
	case NotUTF8:
		_, _ = os.Stdout.Write([]byte("H\xf6hle"))
	case CutStream:
		fmt.Print(f.Text[:len(f.Text)/2])
		return 1
	case FailRemote:
		fmt.Fprintln(os.Stderr, "no such model")
		return 1
	case TwoDocuments:
		fmt.Println(f.Text)
		fmt.Println(f.Text)
	default:
		fmt.Println(f.Text)
	}
	return 0
}

// fields writes a JSON document that has members of any kind, as Latin-1 when that
// is its behaviour.
func (f Fake) fields(doc map[string]any) []byte {
	if f.Behaviour == NotUTF8 {
		doc["note"] = "Höhle"
	}
	raw, _ := json.Marshal(doc)
	if f.Behaviour == NotUTF8 {
		raw = bytes.ReplaceAll(raw, []byte("ö"), []byte("\xf6"))
	}
	return append(raw, '\n')
}

// document answers with {"result", "is_error"}.
func (f Fake) document() int {
	if f.Behaviour == FailRemote {
		_, _ = os.Stdout.Write(f.fields(map[string]any{"result": "no such model", "is_error": true}))
		return 1
	}
	doc := f.fields(map[string]any{"result": f.Text, "is_error": false})
	if f.Behaviour == CutStream {
		doc = doc[:len(doc)/2]
	}
	_, _ = os.Stdout.Write(doc)
	if f.Behaviour == TwoDocuments {
		_, _ = os.Stdout.Write(doc)
	}
	return 0
}

// lines answers with lines of which the one of the type answer has "text"; a
// failure is {"type":"error","message"}.
func (f Fake) lines() int {
	_, _ = os.Stdout.Write(f.fields(map[string]any{"type": "begun"}))
	if f.Behaviour == FailRemote {
		_, _ = os.Stdout.Write(f.fields(map[string]any{"type": "error", "message": "no such model"}))
		return 1
	}
	doc := f.fields(map[string]any{"type": "answer", "text": f.Text})
	if f.Behaviour == CutStream {
		_, _ = os.Stdout.Write(doc[:len(doc)/2])
		return 1
	}
	_, _ = os.Stdout.Write(doc)
	if f.Behaviour == TwoDocuments {
		_, _ = os.Stdout.Write(doc)
	}
	return 0
}

func (f Fake) rpc(input []byte) int {
	var req struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(input, &req); err != nil {
		fmt.Fprintln(os.Stderr, "not a request:", err)
		return 2
	}
	id := string(req.ID)
	switch f.Behaviour {
	case NumericID:
		id = strings.Trim(id, `"`)
	case WrongID:
		id = `"another"`
	case FailRemote:
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"no such model"}}`+"\n", id)
		return 1
	default:
	}
	if f.Behaviour == NotUTF8 {
		_, _ = fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"output\":\"H\xf6hle\"}}\n", id)
		return 0
	}
	output, _ := json.Marshal(f.Text)
	doc := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"output":%s,"metadata":{"model":"fake","tokens":7,"finish_reason":%q}}}`+"\n", id, output, f.Finish)
	if f.Behaviour == CutStream {
		doc = doc[:len(doc)/2]
	}
	fmt.Print(doc)
	if f.Behaviour == TwoDocuments {
		fmt.Print(doc)
	}
	return 0
}

func (f Fake) subcommand() int {
	type document struct {
		Content string `json:"content"`
		Delta   string `json:"delta,omitempty"`
		Done    bool   `json:"done,omitempty"`
		Tokens  int    `json:"tokens_used"`
		Model   string `json:"model,omitempty"`
		Finish  string `json:"finish_reason,omitempty"`
		Error   string `json:"error,omitempty"`
	}
	write := func(d document) {
		raw, _ := json.Marshal(d)
		if f.Behaviour == NotUTF8 {
			raw = bytes.ReplaceAll(raw, []byte("ö"), []byte("\xf6"))
		}
		_, _ = os.Stdout.Write(append(raw, '\n'))
	}
	command := ""
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	finish := f.Finish
	if finish == "" {
		finish = "stop"
	}
	if f.Behaviour == NotUTF8 {
		f.Text = "Höhle"
	}
	switch {
	case f.Behaviour == FailRemote:
		write(document{Error: "no such model", Finish: "error"})
		return 1
	case command == "generate":
		if f.Behaviour == CutStream {
			fmt.Print(`{"content":"half of`)
			return 0
		}
		write(document{Content: f.Text, Tokens: 7, Model: "fake", Finish: finish})
		if f.Behaviour == TwoDocuments {
			write(document{Content: f.Text, Tokens: 7})
		}
	case command == "stream" && f.Behaviour == LongLine:
		write(document{Content: f.Text, Delta: f.Text})
		write(document{Content: f.Text + f.Text, Delta: f.Text})
		write(document{Content: f.Text + f.Text, Done: true, Tokens: 7, Finish: finish})
	case command == "stream":
		said := ""
		words := strings.SplitAfter(f.Text, " ")
		for i, word := range words {
			if f.Behaviour == CutStream && i > len(words)/2 {
				return 1
			}
			said += word
			write(document{Content: said, Delta: word})
		}
		write(document{Content: said, Done: true, Tokens: 7, Model: "fake", Finish: finish})
	default:
		fmt.Fprintln(os.Stderr, "usage: generate | stream | health")
		return 2
	}
	return 0
}
