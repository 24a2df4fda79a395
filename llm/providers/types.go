// SPDX-License-Identifier: MIT

// Package providers is the factory map: every type of provider is a row of
// [Types] with its typed settings, its constructor, what it can do and how its
// failures are told. It also knows the two forms that a config may list
// providers in.
//
// Invariants:
//   - Opening a provider runs nothing and connects to nothing.
//   - A fault in an entry is a [*Fault] that names the setting as the file has
//     it.
//   - Adding a type is one row; the package's tests name whatever it lacks:
//     its page in docs/PROVIDERS.md, its harness in the shared suite, its
//     phrases.
//
// Usage:
//
//	entry := providers.Entry{Name: "claude", Type: "text", Config: &providers.Text{...}}
//	if err := entry.Check(); err != nil { ... }
//	p, err := entry.Open(providers.Env{Getenv: os.Getenv})
package providers

import (
	"cmp"
	"fmt"
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/process"
	"github.com/minehand/minehand/llm/program"
	"github.com/minehand/minehand/llm/scripted"
)

// Type is a row of the factory map: its name in the config, in a few words what it asks,
// what it is able to do, and what makes its empty settings.
type Type struct {
	Name, About string
	Can         Can
	settings    func() settings
}

// settings are what a type's entries have below config: a pointer to a struct with
// yaml tags.
type settings interface {
	check() error
	open(e Entry, env Env) (llm.Provider, error)
	// model is the one that is asked when nothing else is wished.
	model() string
}

// Can says what a type is able to do.
type Can struct {
	Process bool // it starts a program for each call
	Tools   bool // it carries tool calls
}

// Env is what opening a provider may use.
type Env struct {
	Getenv func(string) string // reads an environment variable
	// Dir is what relative paths of the config are relative to, and where
	// programs run that name no folder; the current one if empty.
	Dir string
	// Programs lists the programs that may run; empty allows any that others
	// cannot change.
	Programs []string
	// Memory of model servers, shared by all of them.
	Memory *openai.Memory
	Log    *slog.Logger
}

// Types is the factory map.
func Types() []Type {
	return []Type{
		{"openai", "a model server that speaks OpenAI's chat protocol: LM Studio, Ollama, llama-server, vLLM, hosted services",
			Can{Tools: true}, func() settings { return new(OpenAI) }},
		{"command", "a program that speaks JSON-RPC 2.0 on stdin and stdout, a process a call",
			Can{Process: true}, func() settings { return new(Command) }},
		{"cli", "a program with the subcommands generate, stream and health",
			Can{Process: true}, func() settings { return new(CLI) }},
		{"text", "any command-line model: prompt on stdin or as an argument; text, JSON or JSON lines out",
			Can{Process: true}, func() settings { return new(Text) }},
		{"scripted", "replies from a file, for missions and tests",
			Can{Tools: true}, func() settings { return new(Scripted) }},
	}
}

// Lookup finds a row of the table by its name.
func Lookup(types []Type, name string) (t Type, known bool) {
	if i := slices.IndexFunc(types, func(t Type) bool { return t.Name == name }); i >= 0 {
		return types[i], true
	}
	return t, false
}

// names are those of the types.
func names() (list []string) {
	for _, t := range Types() {
		list = append(list, t.Name)
	}
	return list
}

// Fault says what is wrong with one setting of an entry.
type Fault struct {
	// Setting as the entry has it: "config.url"; empty for the entry itself.
	Setting string
	Err     error
}

func (f *Fault) Error() string { return strings.TrimPrefix(f.Setting+": "+f.Err.Error(), ": ") }

func (f *Fault) Unwrap() error { return f.Err }

func fault(setting, format string, args ...any) error {
	return &Fault{setting, fmt.Errorf(format, args...)}
}

// OpenAI are the settings of a model server.
type OpenAI struct {
	openai.Settings `yaml:",inline"`
}

// LMStudio is the provider that is there without any config, at openai.DefaultURL.
const LMStudio = "lmstudio"

func (s *OpenAI) check() error {
	if s.URL == "" {
		return fault("", "config.url is missing; write the server's address, such as %s", openai.DefaultURL)
	}
	if _, err := openai.ParseURL(s.URL); err != nil {
		return &Fault{"config.url", err}
	}
	return cmp.Or(sampling(s.Temperature, s.MaxTokens), above("config.timeout", s.Timeout, "10m"),
		above("config.first_token", s.FirstToken, "2m"), above("config.between_tokens", s.BetweenTokens, "30s"))
}

// sampling checks the settings that several types share. The first fault is
// enough: a file is mended line by line.
func sampling(temperature *float64, tokens *int) error {
	return cmp.Or(bound("config.temperature", temperature, 0, 2, "0 to 2, or leave it out"),
		bound("config.max_tokens", tokens, 1, 1_000_000, "1 to 1000000, or leave it out"))
}

// bound is what is wrong with a number that is given; use says what may be written.
func bound[T cmp.Ordered](setting string, v *T, least, most T, use string) error {
	if v == nil || *v >= least && *v <= most {
		return nil
	}
	return fault(setting, "%v cannot be meant; use %s", *v, use)
}

func above(setting string, d *time.Duration, standard string) error {
	if d != nil && *d <= 0 {
		return fault(setting, "%s is over before it begins; use a time above 0, or leave it out for %s", *d, standard)
	}
	return nil
}

func (s *OpenAI) model() string { return s.Model }

// Loopback tells whether a host is this computer.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (s *OpenAI) open(e Entry, env Env) (llm.Provider, error) {
	key := ""
	if s.APIKeyEnv != "" {
		if key = process.Variable(env.Getenv, s.APIKeyEnv); key == "" {
			return nil, &llm.Error{Kind: llm.ErrUnauthorized, Provider: e.Name,
				Fix: fmt.Sprintf("Set the environment variable %s, which holds its key, and start Minehand again.", s.APIKeyEnv)}
		}
	}
	cfg := openai.Config{Settings: s.Settings, APIKey: key, Memory: env.Memory, Log: env.Log}
	cfg.Temperature = temperature(s.Temperature)
	return openai.New(cfg)
}

// Program are the settings that all types share that run a program.
type Program struct {
	// Path: the program: absolute, relative to the working folder, or a name on the PATH.
	Path string `yaml:"path"`
	// Args: a list, or one line of words; quotes work, a shell's signs do not.
	Args program.Words `yaml:"args"`
	// Dir: the working folder; default the config file's, or, if that is called `config` and a file
	// among the arguments is only in the folder over it, that one.
	Dir string `yaml:"dir"`
	// Env: names of environment variables that it gets beside the usual ones (PATH, HOME, locale);
	// keys, mostly.
	Env []string `yaml:"env"`
	// Timeout: of a call, above 0; default 120s.
	Timeout *time.Duration `yaml:"timeout"`
	// MaxOutput: of a call in bytes, 1024 or more; default 8 MiB.
	MaxOutput *int `yaml:"max_output"`
	// Model: the one that is asked for when nothing else is wished.
	Model string `yaml:"model"`
}

func (p Program) model() string { return p.Model }

// Variables are the names of Env: what the program knows by them is no text for
// logs and records.
func (p Program) Variables() []string { return p.Env }

func (p Program) check() error {
	if p.Path == "" {
		return fault("", "config.path is missing; write the program to run, such as ollama-provider or /usr/bin/python3")
	}
	for _, name := range p.Env {
		if name == "" || strings.ContainsAny(name, "= \t\x00") {
			return fault("config.env", "%q is no name of an environment variable; write names only, their values stay out of the config", name)
		}
	}
	return cmp.Or(bound("config.max_output", p.MaxOutput, 1024, math.MaxInt, "1024 bytes or more, or leave it out for 8 MiB"),
		above("config.timeout", p.Timeout, "120s"))
}

// provider runs the program by its protocol.
func (p Program) provider(e Entry, env Env, protocol program.Protocol) (llm.Provider, error) {
	dir := cmp.Or(p.Dir, p.folder(env.Dir))
	if !filepath.IsAbs(dir) && p.Dir != "" {
		dir = filepath.Join(env.Dir, dir)
	}
	return program.New(program.Config{
		Program: process.Program{Name: e.Title(), Argv: append([]string{p.Path}, p.Args...), Dir: dir, Env: p.Env, Getenv: env.Getenv,
			Allow: env.Programs, Timeout: value(p.Timeout), MaxOutput: value(p.MaxOutput), Log: env.Log},
		Protocol: protocol, Model: p.Model, Tasks: e.Capabilities.Tasks, Scope: string(e.Capabilities.Scope), RetryRuns: e.retryRuns,
	}), nil
}

// folder is what relative paths are relative to: the config file's folder, or,
// where that is called config, the one over it if only that holds a file among
// the arguments, as the base document has it: config/ai_providers.yaml beside
// scripts/ai_agent_cmd.py.
func (p Program) folder(dir string) string {
	holds := func(dir string) bool {
		return slices.ContainsFunc(append([]string{p.Path}, p.Args...), func(name string) bool {
			info, err := os.Stat(filepath.Join(dir, name))
			return err == nil && !info.IsDir() && !filepath.IsAbs(name)
		})
	}
	if over := filepath.Dir(dir); filepath.Base(dir) == "config" && !holds(dir) && holds(over) {
		return over
	}
	return dir
}

// Command are the settings of a JSON-RPC program.
type Command struct {
	Program `yaml:",inline"`
	// Command: program and arguments in one, in place of `path` and `args`.
	Command program.Words `yaml:"command"`
}

func (s *Command) check() error {
	p := s.Program
	switch {
	case len(s.Command) > 0 && (p.Path != "" || len(p.Args) > 0):
		return fault("config.command", "there are path and args beside it; keep one of the two forms")
	case len(s.Command) > 0:
		p.Path = s.Command[0]
	case p.Path == "":
		return fault("", "config.command is missing; write the program with its arguments, such as [python3, agent.py]")
	}
	return p.check()
}

func (s *Command) open(e Entry, env Env) (llm.Provider, error) {
	p := s.Program
	if len(s.Command) > 0 {
		p.Path, p.Args = s.Command[0], s.Command[1:]
	}
	return p.provider(e, env, program.RPC{})
}

// CLI are the settings of a program with subcommands.
type CLI struct {
	Program             `yaml:",inline"`
	program.Subcommands `yaml:",inline"`
}

func (s *CLI) check() error {
	if s.Subcommand != "" && s.Subcommand != "first" && s.Subcommand != "last" {
		return fault("config.subcommand", "%q is neither first nor last", s.Subcommand)
	}
	return cmp.Or(sampling(s.Temperature, s.MaxTokens), s.Program.check())
}

func (s *CLI) open(e Entry, env Env) (llm.Provider, error) {
	protocol := s.Subcommands
	protocol.Temperature = temperature(s.Temperature)
	return s.provider(e, env, &protocol)
}

// temperature is the configured one, or the low one that plans need.
func temperature(t *float64) *float64 { return cmp.Or(t, new(llm.DefaultTemperature)) }

// Text are the settings of a command-line model.
type Text struct {
	Program      `yaml:",inline"`
	program.Text `yaml:",inline"`
}

func (s *Text) check() error {
	switch s.Output {
	case "", program.Plain:
		if s.Content != "" {
			return fault("config.content", "it needs output: json or jsonl beside it")
		}
	case program.JSON, program.JSONL:
		if s.Content == "" {
			return fault("config.output", "%s needs config.content, the path of the answer, such as result", s.Output)
		}
	default:
		return fault("config.output", "%q is none of text, json, jsonl", s.Output)
	}
	return s.Program.check()
}

func (s *Text) open(e Entry, env Env) (llm.Provider, error) { return s.provider(e, env, s.Text) }

// Scripted are the settings of replies from a file.
type Scripted struct {
	// Path: the file with the replies.
	Path string `yaml:"path"`
}

func (s *Scripted) model() string { return "" }

func (s *Scripted) check() error {
	if s.Path == "" {
		return fault("", "config.path is missing; write the file with the replies")
	}
	return nil
}

func (s *Scripted) open(e Entry, env Env) (llm.Provider, error) {
	path := s.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(env.Dir, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the replies of provider %s cannot be read: %w", e.Name, err)
	}
	defer func() { _ = f.Close() }()
	script, err := scripted.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("the replies of provider %s: %w", e.Name, err)
	}
	return scripted.New(script), nil
}

// value is what a pointer points at, or zero.
func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
