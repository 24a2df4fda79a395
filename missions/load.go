// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/ui/view"
)

// Kept are the missions that come with the program: suite and bench.
//
//go:embed suite bench
var Kept embed.FS

// Rules are what a mission is checked against that this room does not know.
type Rules interface {
	// Version says in a sentence why there is no world of a version. An empty one, here
	// and below, is the default.
	Version(version string) error
	// Item says in a sentence why there is no such item, or block, of a version.
	Item(version, name string) error
	Block(version, name string) error
	// Replies says what is wrong with replies, as JSON, of a scripted provider.
	Replies(replies []byte) error
	// Fault says what is wrong with a fault of an action.
	Fault(f Fault) error
	// Chance says what is wrong with faults by chance.
	Chance(text string) error
}

// Mistake is something wrong in a mission's file.
type Mistake struct {
	File string
	// Line from 1.
	Line int
	// Text says what is wrong and what fits.
	Text string
}

func (m Mistake) Error() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Text) }

// Mistakes are all that is wrong.
type Mistakes []Mistake

func (m Mistakes) Error() string {
	lines := lists.Of(m, func(one *Mistake) string { return one.Error() })
	return strings.Join(lines, "\n")
}

// file is what a file holds: one mission, or a list.
type file struct {
	Mission `yaml:",inline"`
	// Common is there for others to take in with <<: *name.
	Common   *Mission  `yaml:"common"`
	Missions []Mission `yaml:"missions"`
}

// Load reads the missions of files and folders (their *.yaml, also in folders
// within), in the order of their paths, and checks them. The error is Mistakes, or
// about a path.
func Load(rules Rules, paths ...string) ([]Mission, error) {
	var all []Mission
	var wrong Mistakes
	for _, path := range paths {
		names, err := filesOf(path)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := budget.Mission.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("the mission cannot be read: %w", err)
			}
			list, err := Parse(rules, name, text)
			var here Mistakes
			if errors.As(err, &here) {
				wrong = append(wrong, here...)
			}
			all = append(all, list...)
		}
	}
	first := map[string]*Mission{}
	for i := range all {
		m := &all[i]
		if other := first[m.Name]; other != nil {
			wrong = append(wrong,
				Mistake{m.File, m.Line, fmt.Sprintf("the name %q is that of %s:%d already; give it another", m.Name, other.File, other.Line)})
		}
		first[m.Name] = m
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no mission in %s: missions are files that end in .yaml", strings.Join(paths, ", "))
	}
	return all, nil
}

// filesOf are the files of a path.
func filesOf(path string) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file or folder %s: check the path", path)
	case err != nil:
		return nil, fmt.Errorf("the missions cannot be read: %w", err)
	case !info.IsDir():
		return []string{path}, nil
	}
	var names []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ".yaml" {
			names = append(names, p)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

// Parse reads the missions of one file. The error is Mistakes: all that is wrong, in
// the order of lines.
func Parse(rules Rules, name string, text []byte) ([]Mission, error) {
	var f file
	lines, err := document.Decode(text, &f, budget.Mission)
	var unread document.Faults
	if errors.As(err, &unread) && lines == nil {
		return nil, Mistakes{mistakeOf(name, unread[0])}
	}
	wrong := misread(name, unread)
	list, of := f.Missions, func(i int) string { return document.Entry("missions", i) }
	if len(list) == 0 {
		list, of = []Mission{f.Mission}, func(int) string { return "" }
	}
	if len(f.Missions) > 0 && f.Name != "" {
		wrong = append(wrong,
			Mistake{name, lines.Of("name"), "a file holds one mission or a list of them under missions; put this one into the list"})
	}
	for i := range list {
		m := &list[i]
		whole := func(where string) string {
			if where == "format" && len(f.Missions) > 0 {
				return where // one for all
			}
			return document.Join(of(i), where)
		}
		m.Format = cmp.Or(m.Format, f.Format)
		m.File, m.Line = name, max(lines.Of(of(i)), 1)
		c := checker{
			rules:  rules,
			m:      m,
			stands: func(where string) bool { return lines[whole(where)] > 0 },
			say: func(where, format string, args ...any) {
				setting := whole(where)
				if slices.ContainsFunc(unread, func(f document.Fault) bool { return beneath(setting, f.Setting) || beneath(f.Setting, setting) }) {
					return // it was said why nothing stands there
				}
				at := cmp.Or(lines.Of(setting), m.Line)
				wrong = append(wrong, Mistake{name, at, where + ": " + fmt.Sprintf(format, args...)})
			},
		}
		c.check()
		m.Hash = hash(asJSON(m))
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b Mistake) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text)) })
		return nil, slices.Compact(wrong) // what several took in with << is said once
	}
	return list, nil
}

// beneath reports whether a setting is a part of another, or that.
func beneath(setting, of string) bool {
	rest, ok := strings.CutPrefix(setting, of)
	return ok && (of == "" || rest == "" || rest[0] == '.' || rest[0] == ',')
}

// misread are the mistakes of what could not be read. What several missions take in
// with << is read for each of them, and is one.
func misread(name string, faults document.Faults) (wrong Mistakes) {
	type place struct {
		line int
		key  string
	}
	said := map[place]bool{}
	for _, f := range faults {
		m := mistakeOf(name, f)
		if at := (place{m.Line, f.Setting[strings.LastIndexAny(f.Setting, "., ")+1:]}); !said[at] {
			said[at] = true
			wrong = append(wrong, m)
		}
	}
	return wrong
}

// lineText is how document says where a fault is.
var lineText = pattern.Of(`^line (\d+)(?::| is) ?`)

func mistakeOf(name string, f document.Fault) Mistake {
	m := Mistake{File: name, Line: 1, Text: f.Text}
	if found := lineText().FindStringSubmatch(m.Text); found != nil {
		_, _ = fmt.Sscan(found[1], &m.Line)
		m.Text = strings.TrimPrefix(m.Text, found[0])
		if strings.HasSuffix(found[0], "is ") {
			m.Text = "this is " + m.Text
		}
	}
	return m
}

// asJSON writes what was read, which can be written.
func asJSON(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("missions: what was read cannot be written: %v", err))
	}
	return raw
}

// hash names a text.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// checker says what is wrong with one mission.
type checker struct {
	rules Rules
	m     *Mission
	say   func(where, format string, args ...any)
	// stands tells whether a setting is in the file.
	stands func(where string) bool
}

var nameText = pattern.Of(`^[a-z0-9][a-z0-9-]{0,79}$`)

// choices are the settings that are one of some words, with these; what a list
// holds is named as if there were no list. The schema has them too.
var choices = map[string][]string{
	"world.body":       {"v2", "v1", "v1-worst"},
	"planner.mode":     game.Mode("").Values(),
	"planner.policy":   view.Policy("").Values(),
	"planner.reader":   {"on", "off"},
	"planner.fallback": {"on", "off"},
	"planner.guess":    {"run"},
	"planner.approve":  {"yes", "no"},
	"planner.assist":   game.Assist("").Values(),
	"do.verdict":       allVerdicts,
	"expect.verdict":   allVerdicts,
	"expect.was":       view.TaskState("").Values(),
	"server.allow":     kinds(),
	"server.deny":      kinds(),
	"expect.never":     kinds(),
}

// kinds are those of actions.
func kinds() []string {
	return lists.Of(game.Catalogue(), func(k *game.KindInfo) string { return string(k.Kind) })
}

// choice checks a word; empty stands for the default. where is the setting as it
// stands in the file, of the setting without its places in lists.
func (c *checker) choice(of, where, word string) {
	if words := choices[of]; word != "" && !slices.Contains(words, word) {
		c.say(where, "%q is none of %s", word, strings.Join(words, ", "))
	}
}

// fits says what is wrong with a setting by its rule.
func (c *checker) fits(where string, err error) {
	if err != nil {
		c.say(where, "%s", err)
	}
}

func (c *checker) check() {
	m := c.m
	if m.Format != Format {
		c.say("format", "%d is not known; write format: %d", m.Format, Format)
	}
	if !nameText().MatchString(m.Name) {
		c.say("name", "%q is no name of a mission; use small letters, digits and dashes, at most 80", m.Name)
	}
	if len(m.Do) == 0 {
		c.say("do", "there is nothing to do; write for example do: [{goal: get 3 diamonds}]")
	}
	c.world()
	c.planner()
	c.server()
	c.steps()
	c.faults()
	c.expect()
}

// maxSeed bounds seeds.
const maxSeed = 1 << 31

func (c *checker) world() {
	w := &c.m.World
	if w.Seed < 0 || w.Seed >= maxSeed || w.Seed == 0 && c.stands("world.seed") {
		c.say("world.seed", "%d is no seed; use 1 or more", w.Seed)
	}
	c.choice("world.body", "world.body", w.Body)
	if w.Speed < 0 || w.Speed > 10_000 {
		c.say("world.speed", "%v does not work; use up to 10000 game seconds a second, or leave it out to wait for nothing", w.Speed)
	}
	if err := c.rules.Chance(w.Chance); err != nil {
		c.say("world.chance", "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if err := c.rules.Version(w.Version); err != nil {
		c.say("world.version", "%s", err)
		return
	}
	c.inventory(w.Version)
	for _, item := range c.m.Milestones {
		c.fits("milestones", c.rules.Item(w.Version, item))
	}
	if s := c.m.Scaled(); !(s >= 0.001 && s <= 1) {
		c.say("timings.scale", "%v cannot be meant; use 0.001 to 1", s)
	}
	c.limits()
}

// inventory checks what the body holds at the start.
func (c *checker) inventory(version string) {
	for item, n := range c.m.Start.Inventory {
		where := document.Join("start.inventory", item)
		c.fits(where, c.rules.Item(version, item))
		if n < 1 || n > 36*64 {
			c.say(where, "%d of it cannot be held; use 1 to 2304", n)
		}
	}
	if slots := len(c.m.Start.Inventory); slots > 36 {
		c.say("start.inventory", "%d kinds of items do not fit into 36 slots", slots)
	}
}

// limits checks that none is negative.
func (c *checker) limits() {
	for where, n := range map[string]int64{
		"limits.wall": int64(c.m.Limits.Wall), "limits.model_calls": int64(c.m.Limits.ModelCalls), "limits.tokens": int64(c.m.Limits.Tokens),
		"planner.agent_calls": int64(c.m.Planner.AgentCalls), "planner.agent_tokens": int64(c.m.Planner.AgentTokens),
	} {
		if n < 0 {
			c.say(where, "a limit cannot be negative; leave it out for none")
		}
	}
}

func (c *checker) planner() {
	p := &c.m.Planner
	for where, word := range map[string]string{
		"planner.mode": p.Mode, "planner.policy": p.Policy, "planner.reader": p.Reader, "planner.fallback": p.Fallback,
		"planner.approve": p.Approve, "planner.assist": p.Assist, "planner.guess": p.Guess,
	} {
		c.choice(where, where, word)
	}
	c.provider()
	c.replies()
	if p.AgentCalls+p.AgentTokens > 0 && game.Mode(p.Mode) != game.AgentMode {
		c.say("planner.mode", "agent_calls and agent_tokens are the budget of mode: agent; name it, or leave them out")
	}
	c.fits("planner.temperature", game.Settings{Temperature: p.Temperature}.Validate())
}

// provider checks that the settings of a provider fit it.
func (c *checker) provider() {
	p := &c.m.Planner
	builtin := isBuiltin(p.Provider)
	switch {
	case builtin && p.Reader == "off":
		c.say("planner.reader", "the built-in planner plans what the reader reads; name a provider, or leave reader out")
	case builtin && (p.Model != "" || p.Assist != ""):
		c.say("planner.provider", "the built-in planner is no model: name a provider for model and assist, or leave them out")
	case p.Provider == "scripted" && len(p.Replies) == 0:
		c.say("planner.replies", "a scripted provider needs its replies, such as replies: [{reply: {commands: [...]}}]")
	case p.Provider != "scripted" && p.Provider != "auto" && len(p.Replies) > 0:
		c.say("planner.replies", "replies belong to provider: scripted, or to auto, which asks them for what the reader cannot read")
	}
}

// replies checks those of a scripted provider.
func (c *checker) replies() {
	p := &c.m.Planner
	if len(p.Replies) == 0 {
		return
	}
	if err := c.rules.Replies(asJSON(p.Replies)); err != nil {
		where, n := "planner.replies", 0
		if _, scan := fmt.Sscanf(err.Error(), "entry %d", &n); scan == nil {
			where = document.Entry(where, n-1)
		}
		c.say(where, "%s", err)
	}
}

func (c *checker) server() {
	for _, l := range []struct {
		name  string
		kinds []string
	}{{"server.allow", c.m.Server.Allow}, {"server.deny", c.m.Server.Deny}, {"expect.never", c.m.Expect.Never}} {
		for i, k := range l.kinds {
			c.choice(l.name, document.Entry(l.name, i), k)
		}
	}
}

func (c *checker) steps() {
	for i := range c.m.Do {
		s, where := &c.m.Do[i], document.Entry("do", i)
		switch {
		case (s.Goal == "") == (s.Command == ""):
			c.say(where, "write either goal: get 3 diamonds, or command: /stop")
		case s.Command != "" && !strings.HasPrefix(s.Command, "/"):
			c.say(where, "%q is no slash command; write it with its slash, such as /stop", s.Command)
		case s.AtAction < 0:
			c.say(where, "at_action counts from 1")
		case s.AtAction > 0 && i == 0:
			c.say(where, "at_action waits for an action of the goal before it; there is none before the first")
		}
		c.choice("do.verdict", document.Join(where, "verdict"), s.Verdict)
	}
}

func (c *checker) faults() {
	for i := range c.m.Faults {
		f := &c.m.Faults[i]
		if err := c.rules.Fault(*f); err != nil {
			c.say(document.Entry("faults", i), "%s", err)
		} else if f.Code != "" && !knownCode(game.Code(f.Code)) {
			c.say(document.Entry("faults", i), "there is no code %q; docs/protocol lists them, such as not_found", f.Code)
		}
	}
}

func (c *checker) expect() {
	e := &c.m.Expect
	c.choice("expect.verdict", "expect.verdict", e.Verdict)
	for item := range e.Inventory {
		c.fits(document.Join("expect.inventory", item), c.rules.Item(c.m.World.Version, item))
	}
	for block := range e.Standing {
		c.fits(document.Join("expect.standing", block), c.rules.Block(c.m.World.Version, block))
	}
	for i, s := range e.Was {
		c.choice("expect.was", document.Entry("expect.was", i), s)
	}
	if string(asJSON(e)) == "{}" && !slices.ContainsFunc(c.m.Do, func(s Step) bool { return s.Verdict != "" }) {
		c.say("expect", "nothing is expected; write at least expect: {verdict: complete}")
	}
}

// knownCode reports whether an action can fail with the code.
func knownCode(code game.Code) bool {
	return slices.Contains(game.GeneralCodes(), code) ||
		slices.ContainsFunc(game.Catalogue(), func(i game.KindInfo) bool { return slices.Contains(i.Codes, code) })
}
