// SPDX-License-Identifier: MIT

// Package process runs the program of one model call: its input is written and
// closed, its output read under a cap, and whatever it started ends with it.
//
// Invariants:
//   - No shell. A program is an argument vector, found on the PATH or relative
//     to its working folder, and gets the environment variables that are listed
//     and no others.
//   - Run returns within the limit and 2 seconds, even if a grandchild keeps
//     the output open; whatever the program started is killed then, on Linux
//     outside of its process group too.
//   - No program outlives a Minehand that is killed (not on macOS), and what it
//     started no further start of one ([EndLeftovers]).
//   - Memory is bounded: output up to its cap, one line up to its own, and the
//     tail of stderr.
//   - Every failure is an [*llm.Error] that names the fix; what the program
//     wrote to stderr goes to the log, and its tail to the error of an exit
//     code.
//
// Usage:
//
//	p := process.Program{Name: "my agent", Argv: []string{"python", "agent.py"}}
//	out, err := p.Run(ctx, process.Call{Input: request})
package process

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// Program is what is run for each call. Name and Argv are required. It may be
// used from any number of goroutines.
type Program struct {
	Name string   // what people call the provider
	Argv []string // the program with its arguments
	// Data: files among the arguments are only read, so that it is nobody's danger
	// who else may write them.
	Data bool
	// Dir is the working folder, and what a relative path of the program is
	// relative to; the current one if empty.
	Dir string
	// Env names the variables that the program gets beside the usual ones
	// (PATH, HOME, locale, temporary folder); one that is not set is left out.
	Env    []string
	Getenv func(string) string // reads a variable; os.Getenv if nil
	// Allow lists the programs that may run, by their full paths after links
	// are followed. Empty allows any that others cannot change.
	Allow     []string
	Timeout   time.Duration // of a call; 120 s if zero
	MaxOutput int           // the most that a call may write, in bytes; 8 MiB if zero
	Log       *slog.Logger  // gets one debug line for each call, and what was written to stderr
}

// Call is one run.
type Call struct {
	// Argv, when not nil, replaces the program's arguments.
	Argv    []string
	Input   []byte        // written to the program, which then sees the end of its input
	Timeout time.Duration // replaces the program's own when not zero
	// OnLine gets each line of the output, without its end, as it is written.
	// The slice is the callee's for the time of the call. An error from it ends
	// the run and is returned as it is.
	OnLine   func(line []byte) error
	OnOutput func(piece []byte) error // gets the output as it is written, likewise
}

// Result is what a run gave, also when it failed.
type Result struct {
	Output []byte
	Exit   int    // the exit code, -1 when the program was killed or never ran
	Stderr string // the tail of what it wrote there, as one line
}

const (
	defaultTimeout = 120 * time.Second
	defaultOutput  = 8 << 20
	// maxStderr is how much of stderr is kept, in bytes; the tail.
	maxStderr = 8 << 10
	// maxTail bounds what an error repeats of it, in runes.
	maxTail = 300
	// drain is how long the output may stay open once the program has ended or
	// was killed. A grandchild that keeps it open is not waited for.
	drain = time.Second
)

// usual are the variables that every program gets.
var usual = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
	"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES",
}

// causes that a run is ended with.
var (
	errLimit = errors.New("no end within the limit")
	errCap   = errors.New("more output than the cap")
)

// Find is the program's full path, if it may run. The error is that of Run.
func (p *Program) Find() (string, error) {
	if p.Dir != "" {
		if info, err := os.Stat(p.Dir); err != nil || !info.IsDir() {
			return "", p.Fault(llm.ErrNotFound, fmt.Sprintf("there is no folder %s", p.Dir), "Correct dir in the config.", err)
		}
	}
	name := p.Argv[0]
	if filepath.Base(name) != name && !filepath.IsAbs(name) {
		name = filepath.Join(p.Dir, name)
	}
	path, err := exec.LookPath(name)
	switch {
	case errors.Is(err, exec.ErrDot), errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		// The first of them: it is in the current folder, which nobody named.
		return "", p.Fault(llm.ErrNotFound, p.Argv[0], "", exec.ErrNotFound)
	case err != nil:
		return "", p.Fault(llm.ErrNotExecutable, name, "", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", p.Fault(llm.ErrNotFound, p.Argv[0], "", err)
	}
	return path, p.allowed(path)
}

// allowed checks the program against the allow list and against other users.
func (p *Program) allowed(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return p.Fault(llm.ErrNotFound, path, "", err)
	}
	if len(p.Allow) > 0 && !slices.Contains(p.Allow, path) && !slices.Contains(p.Allow, real) {
		return p.Fault(llm.ErrNotAllowed, path, "Add that path to programs in the config, if you trust it.", nil)
	}
	files := p.files(real)
	for _, file := range files {
		if open := writable(file); open != "" {
			return p.Fault(llm.ErrNotAllowed, fmt.Sprintf("every user can change %s", open), "Run chmod o-w on it.", nil)
		}
	}
	return nil
}

// files are the program and the files among its arguments.
func (p *Program) files(real string) []string {
	files := []string{real}
	for _, arg := range p.Argv[1:] { // what an interpreter runs or reads
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(p.Dir, arg)
		}
		file, err := filepath.EvalSymlinks(arg)
		if err != nil || p.Data {
			continue
		}
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			files = append(files, file)
		}
	}
	return files
}

// writable is the file, or the folder over it, that every user of the computer can
// change; empty when there is none. In a folder with the sticky bit, such as /tmp,
// nobody can change what is another's.
func writable(file string) string {
	if runtime.GOOS == "windows" {
		return ""
	}
	for at, folder := file, false; ; at, folder = filepath.Dir(at), true {
		info, err := os.Stat(at)
		if err == nil && info.Mode().Perm()&0o002 != 0 && !(folder && info.Mode()&fs.ModeSticky != 0) {
			return at
		}
		if err != nil || at == filepath.Dir(at) {
			return ""
		}
	}
}

// Run runs the program once. ctx ends it early; the error is then ErrStopped,
// or ErrTooLong when its deadline was over. An exit code other than 0 is
// ErrExit. With an error the Result holds what had come.
func (p *Program) Run(ctx context.Context, call Call) (Result, error) {
	res := Result{Exit: -1}
	if ctx.Err() != nil {
		return res, p.ended(ctx, 0)
	}
	path, err := p.Find()
	if err != nil {
		return res, err
	}
	limit := cmp.Or(max(call.Timeout, 0), max(p.Timeout, 0), defaultTimeout)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)

	args := p.Argv[1:]
	if call.Argv != nil {
		args = call.Argv
	}
	if slices.ContainsFunc(args, func(arg string) bool { return strings.ContainsRune(arg, 0) }) {
		return res, p.Fault(llm.ErrBadRequest, "the question holds a NUL byte, which no argument can", "Leave it out of the question.", nil)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.Dir, p.environment(), drain
	cmd.Stdin = bytes.NewReader(call.Input)
	out := &output{most: cmp.Or(max(p.MaxOutput, 0), defaultOutput), call: call, abort: abort}
	var stderr tail
	cmd.Stdout, cmd.Stderr = out, &stderr
	mark := newMark()
	if markVariable != "" {
		cmd.Env = append(cmd.Env, markVariable+"="+mark)
	}
	g, err := newGroup(cmd, mark)
	if err != nil {
		return res, p.Fault(llm.ErrNotExecutable, path, "", err)
	}
	defer g.close()
	defer note(mark)()
	cmd.Cancel = g.kill
	began := time.Now()
	switch err := cmd.Start(); {
	case err != nil && ctx.Err() != nil: // it was taken back by then
		return res, p.ended(ctx, limit)
	case err != nil:
		return res, p.unstartable(path, err)
	}
	if err := g.started(); err != nil {
		abort(err)
		return res, p.unowned(cmd, path, err)
	}
	err = cmd.Wait()
	held := errors.Is(err, exec.ErrWaitDelay)
	if held || ctx.Err() != nil {
		_ = g.killLeft() // mostly there is nobody
	}
	res.Output = out.finish()
	res.Exit, res.Stderr = cmd.ProcessState.ExitCode(), OneLine(p.Hide(string(stderr)))
	if p.Log != nil {
		p.Log.Debug("model program ended", "provider", p.Name, "ms", time.Since(began).Milliseconds(), "exit", res.Exit,
			"bytes_out", len(res.Output), "stderr", llm.Redact(res.Stderr), "cause", context.Cause(ctx))
	}
	return res, p.judge(ctx, res, out, err, limit)
}

// unowned ends a process that could not be put into its group.
func (p *Program) unowned(cmd *exec.Cmd, path string, err error) error {
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // its end is the start's failure
	return p.Fault(llm.ErrNotExecutable, path, "", err)
}

// judge names what went wrong; nil for a run that ended well.
func (p *Program) judge(ctx context.Context, res Result, out *output, err error, limit time.Duration) error {
	exit, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case errors.Is(out.err, errCap):
		return p.Fault(llm.ErrTooLarge, "", "", nil)
	case out.err != nil:
		return out.err
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return p.ended(ctx, limit)
	case failed: // some say on stdout what is wrong
		e := p.Fault(llm.ErrExit, cmp.Or(res.Stderr, OneLine(p.Hide(string(tailOf(res.Output))))), "", exit)
		e.Code = res.Exit
		return e
	case !errors.Is(err, exec.ErrWaitDelay):
		return p.Fault(llm.ErrExit, res.Stderr, "", err)
	}
	return nil
}

// ended names why the context is over.
func (p *Program) ended(ctx context.Context, limit time.Duration) error {
	e := llm.Stopped(ctx, p.Name, "allow more, or choose a faster model.")
	if e.Advice = llm.OfPrograms; errors.Is(e.Err, errLimit) {
		e.Fix, e.Limit = "", limit
	}
	return e
}

// unstartable names why a program that is there did not start.
func (p *Program) unstartable(path string, err error) error {
	fix := ""
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		fix = "It is no program for this computer; a script needs a first line such as #!/usr/bin/env python3, " +
			"or its interpreter before it in the config."
	case errors.Is(err, fs.ErrNotExist):
		fix = "The interpreter that its first line names is not there: install it, or name another."
	case errors.Is(err, syscall.E2BIG):
		return p.Fault(llm.ErrContextOverflow, "", "Set prompt: stdin in the config: the question is too long for an argument.", err)
	}
	return p.Fault(llm.ErrNotExecutable, path, fix, err)
}

// Fault is a failure of this program; detail is its own words, fix replaces the
// kind's usual advice, err is the cause. Each may be empty.
func (p *Program) Fault(kind llm.Kind, detail, fix string, err error) *llm.Error {
	return &llm.Error{Kind: kind, Provider: p.Name, Detail: p.Hide(detail), Fix: fix, Err: err, Advice: llm.OfPrograms}
}

// Hide takes the values of the program's own variables out of what it wrote:
// they are keys, mostly, and no form of theirs tells.
func (p *Program) Hide(text string) string {
	return llm.Redact(text, Secrets(p.Env, p.Getenv)...)
}

// Variable reads one with get; with os.Getenv if that is nil.
func Variable(get func(string) string, name string) string {
	if get == nil {
		get = os.Getenv
	}
	return get(name)
}

// Secrets are the values of variables, but for addresses and paths, which a
// person wants to read in a sentence. get is os.Getenv if nil.
func Secrets(names []string, get func(string) string) (list []string) {
	for _, name := range names {
		value := Variable(get, name)
		u, err := url.Parse(value)
		address := err == nil && u.Host != "" && u.User == nil && u.RawQuery == ""
		if value != "" && !address && !filepath.IsAbs(value) {
			list = append(list, value)
		}
	}
	return list
}

// environment holds the variables that the program gets.
func (p *Program) environment() []string {
	env := []string{} // never nil, which would mean all
	for _, name := range slices.Concat(usual, p.Env) {
		if value := Variable(p.Getenv, name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// output takes what the program writes: from one goroutine, whose end Wait awaits.
type output struct {
	most  int
	call  Call
	abort context.CancelCauseFunc
	all   []byte
	line  int // where the line begins that is not complete yet
	err   error
}

// Write implements io.Writer.
func (o *output) Write(piece []byte) (int, error) {
	if o.err != nil {
		return 0, errCap
	}
	if len(o.all)+len(piece) > o.most {
		return 0, o.fail(errCap)
	}
	o.all = append(o.all, piece...)
	if o.call.OnOutput != nil {
		if err := o.call.OnOutput(piece); err != nil {
			return 0, o.fail(err)
		}
	}
	for o.call.OnLine != nil {
		end := bytes.IndexByte(o.all[o.line:], '\n')
		if end < 0 {
			if len(o.all)-o.line > budget.ProgramLine.Bytes() {
				return 0, o.fail(errCap)
			}
			break
		}
		line := o.all[o.line : o.line+end]
		o.line += end + 1
		if err := o.call.OnLine(bytes.TrimSuffix(line, []byte("\r"))); err != nil {
			return 0, o.fail(err)
		}
	}
	return len(piece), nil
}

// fail ends the run.
func (o *output) fail(err error) error {
	o.err = err
	o.abort(err)
	return err
}

// finish hands over the last line.
func (o *output) finish() []byte {
	if o.err == nil && o.call.OnLine != nil && o.line < len(o.all) {
		o.err = o.call.OnLine(o.all[o.line:])
	}
	return o.all
}

// tailOf is the end of an output, as much as is kept of stderr.
func tailOf(output []byte) []byte { return output[max(0, len(output)-maxStderr):] }

// tail is the end of what was written to it.
type tail []byte

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	*t = tailOf(append(*t, p...))
	return len(p), nil
}

// OneLine makes a program's words fit for a sentence: valid text, one line,
// bounded, without secrets; of a longer text the end is kept, where a program
// says what went wrong.
func OneLine(text string) string {
	text = llm.Redact(llm.OneLine(text))
	if n := utf8.RuneCountInString(text); n > maxTail {
		text = "..." + string([]rune(text)[n-maxTail:])
	}
	return text
}
