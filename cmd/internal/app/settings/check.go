// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/natsurl"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/llm/terminal"
	"github.com/minehand/minehand/planner"
)

// Error says what is wrong with the value of one setting.
type Error struct {
	// Setting as the file has it: planner.mode, or "protect, entry 2".
	Setting string
	// Line in the file; 0 when the value came from elsewhere.
	Line int
	// Fault says what is wrong and what fits.
	Fault error
}

func (e *Error) Error() string {
	text := e.Setting + ": " + e.Fault.Error()
	if e.Line > 0 {
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Fault }

func fault(name string, err error) error { return &Error{Setting: name, Fault: err} }

// Validate checks every value by its row. The error is an *Error.
func (c Config) Validate() error {
	for _, r := range Table() {
		if r.entry() {
			continue // the list's row checks its entries
		}
		if err := r.check(c); err != nil {
			return err
		}
	}
	return nil
}

// each checks the entries of a list; the error names the first that does not fit.
func each[T any](key string, list []T, check func(T) error) error {
	for i, v := range list {
		if err := check(v); err != nil {
			return fault(document.Entry(key, i), err)
		}
	}
	return nil
}

func checkKind(k game.Kind) error {
	if _, ok := game.Lookup(k); !ok {
		return (&game.Action{Kind: k}).Validate()
	}
	return nil
}

func (c Config) checkAllow() error { return each("actions.allow", c.Actions.Allow, checkKind) }
func (c Config) checkDeny() error  { return each("actions.deny", c.Actions.Deny, checkKind) }

func (c Config) checkCommands() error {
	return each("chat.allow_commands", c.Chat.AllowCommands, func(command string) error {
		if len(command) < 2 || !strings.ContainsAny(command[:1], "/#.") || strings.ContainsAny(command, " \t\n") {
			return fmt.Errorf("%q is no command; write its first word with its sign, such as /home or #stop", command)
		}
		return nil
	})
}

func (c Config) checkOwners() error {
	return each("chat.owners", c.Chat.Owners, func(name string) error {
		if !game.IsPlayerName(name) {
			return fmt.Errorf("%q is no player's name; names have 3 to 16 letters, digits and underscores", name)
		}
		return nil
	})
}

func (c Config) checkVersion() error {
	_, err := data.Load(c.Minecraft.Version)
	return err
}

func (c Config) checkTerminal() error {
	return each("terminal.allow", c.Terminal.Allow, func(line string) error {
		_, err := terminal.New(terminal.Config{Allow: []string{line}})
		return err
	})
}

func (c Config) checkSpeech() error {
	if c.Speech.URL == "" {
		return nil
	}
	_, err := openai.ParseURL(c.Speech.URL)
	return err
}

func (c Config) checkUpdates() error {
	if c.Updates.URL == "" {
		return nil
	}
	u, err := url.Parse(c.Updates.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return fmt.Errorf("%q is no address with https", c.Updates.URL)
	}
	return nil
}

// loopback reports whether a host is this computer.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (c Config) checkCluster() error {
	if c.Cluster.URL == "" {
		return nil
	}
	return natsurl.Addresses(c.Cluster.URL, c.Cluster.Credentials, "cluster.credentials")
}

func (c Config) checkCredentials() error {
	return natsurl.Credentials(c.Cluster.Credentials, "cluster.credentials")
}

// longestNode is the longest name of a node, in characters.
const longestNode = 64

// checkNode takes a name that subjects, logs and lists can have.
func (c Config) checkNode() error {
	name := c.Cluster.Node
	apart := func(r rune) bool { return r == ' ' || unicode.Is(unicode.C, r) }
	if utf8.RuneCountInString(name) > longestNode || strings.ContainsFunc(name, apart) {
		return fmt.Errorf("%q is no name of a node: use 1 to 64 characters without blanks, such as attic", name)
	}
	return nil
}

func (c Config) checkAddress() error {
	if c.Cluster.Address == "" {
		return nil
	}
	u, err := url.Parse(c.Cluster.Address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return fmt.Errorf("%q is no address of a page: write it such as http://192.168.1.20:9876/", c.Cluster.Address)
	}
	return nil
}

func (c Config) checkPrograms() error {
	return each("programs", c.Programs, func(path string) error {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			return fmt.Errorf("there is no program %s; write full paths", path)
		}
		return nil
	})
}

func (c Config) checkProviders() error {
	_, err := c.Entries()
	return err
}

// checkPlanner refuses a planner.provider that is no provider, or one that is off.
func (c Config) checkPlanner() error {
	if c.Planner.Provider == "" {
		return nil
	}
	entries, err := c.Entries()
	if err != nil {
		return err
	}
	studio := true
	var names []string
	for _, e := range entries {
		if e.On() {
			names = append(names, e.Name)
		}
		studio = studio && e.Name != providers.LMStudio
	}
	if studio {
		names = append(names, providers.LMStudio)
	}
	return CheckPlanner(c.Planner.Provider, names)
}

// CheckPlanner says what is wrong with the name of the provider that is to plan, of
// those that are configured.
func CheckPlanner(name string, configured []string) error {
	names := append([]string{planner.AutoName, planner.BuiltinOnly}, configured...)
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("there is no provider %q; use %s, or add it under providers", name, strings.Join(names, ", "))
}

// Names reports whether the config has a provider of that name.
func (c Config) Names(name string) bool {
	all, err := c.Entries()
	return err == nil && slices.ContainsFunc(all, func(e providers.Entry) bool { return e.Name == name })
}

// Entries checks both lists of providers and joins them. The error is an *Error.
func (c Config) Entries() ([]providers.Entry, error) {
	var all []providers.Entry
	add := func(where string, e providers.Entry, err error) error {
		switch f := (*providers.Fault)(nil); {
		case e.Name == planner.AutoName || e.Name == planner.BuiltinOnly:
			return fault(where, fmt.Errorf("%q is a name of Minehand's own; choose another", e.Name))
		case errors.As(err, &f) && f.Setting != "":
			return fault(document.Join(where, f.Setting), f.Err)
		case err != nil:
			return fault(where, err)
		case slices.ContainsFunc(all, func(o providers.Entry) bool { return o.Name == e.Name }):
			return fault(where, fmt.Errorf("the name %q is there twice", e.Name))
		}
		all = append(all, e)
		return nil
	}
	for i, e := range c.Providers {
		if err := add(document.Entry("providers", i), e, e.Check()); err != nil {
			return nil, err
		}
	}
	for i, e := range c.CommandProviders {
		if err := add(document.Entry("command_providers", i), e.Entry(), e.Check()); err != nil {
			return nil, err
		}
	}
	return all, nil
}
