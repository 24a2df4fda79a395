// SPDX-License-Identifier: MIT

package budget

import (
	"fmt"
	"strings"
	"time"
)

// The sources. What each may have stands in rows.
const (
	// Files that a person names or writes.
	Config Source = iota
	Mission
	Script
	ActionList
	GoalLine
	Inventory
	Question
	ResultFile
	ResultLine
	Phrases
	Proof
	// What other programs of this computer and of the network say of games.
	LauncherFile
	ServerStatus
	HelperLine
	Releases
	Package
	// Bodies and clients.
	FirstFrame
	Frame
	Call
	ToolCall
	// Models.
	ModelAnswer
	ModelEvent
	ModelFault
	ModelReply
	ProgramOutput
	ProgramLine
	ProviderRequest
)

// kilo and mega are bytes.
const (
	kilo = 1 << 10
	mega = 1 << 20
)

// What a body's frame may have, for those who count it while it comes.
const (
	FrameBytes = mega
	// FrameChanges is how many changes of the world one may tell.
	FrameChanges    = 256
	FirstFrameBytes = 4 * mega
)

// rows is the table: one place where a bound of what comes from outside stands.
var rows = [...]Row{
	Config:     {"the config file", "YAML", mega, 50_000, 0, "", "keep the settings alone in it"},
	Mission:    {"the mission file", "YAML", 4 * mega, 100_000, 0, "", "make a file of each mission"},
	Script:     {"the script of replies", "YAML or JSON lines", 4 * mega, 100_000, 0, "", "split it"},
	ActionList: {"the list of actions", "JSON", mega, 50_000, 0, "", "play it in parts"},
	GoalLine:   {"a line of plan --batch", "JSON", mega, 50_000, 0, "", "ask for less in one line"},
	Inventory:  {"the inventory", "JSON", mega, 50_000, 0, "", "name only what is held"},
	Question:   {"standard input", "JSON", mega, 50_000, 0, "", "ask for less at once"},
	ResultFile: {"the file of results", "JSON, or one a line", 256 * mega, 2_000_000, 0, "", "name a folder that mission run --out wrote"},

	ResultLine: {"a line of results", "JSON", 4 * mega, 100_000, 0, "", "name a folder that mission run --out wrote"},

	Phrases: {"the phrases file", "YAML", mega, 50_000, 0, "", "keep phrases alone in it"},

	Proof: {"the proof", "JSON", 64 * mega, 2_000_000, 0, "", "look at the goal on the page"},

	LauncherFile: {"a launcher's file", "JSON", mega, 50_000, 0, "", "it is not looked at"},
	ServerStatus: {"a world's answer", "JSON", 256 * kilo, 20_000, 500 * time.Millisecond, "", "it is no world of Minecraft"},
	Releases:     {"the answer of the releases address", "JSON", 256 * kilo, 20_000, 15 * time.Second, "", "it is not taken"},
	HelperLine:   {"a line of a helper's log", "JSON", 64 * kilo, 5_000, 0, "as it comes", "it is not taken"},
	Package:      {"a file of the helper's packages", "JSON", 16 * mega, 500_000, 0, "", "install the helper anew"},

	FirstFrame: {"a body's first frame", "JSON", FirstFrameBytes, 200_000, 10 * time.Second, "", "send less before the register is answered"},
	Frame:      {"a body's frame", "JSON", FrameBytes, 20_000, 10 * time.Second, "", "send less at once"},
	Call:       {"a call of the API", "JSON", 256 * kilo, 20_000, 0, "pings of its line; 30 s over HTTP", "ask for less at once"},
	ToolCall:   {"the arguments of a tool", "JSON", 256 * kilo, 20_000, 0, "as the chat program sends them", "ask for less at once"},

	ModelAnswer: {"a model server's answer", "JSON", 4 * mega, 100_000, 0, "`timeout` of the provider", "ask for less"},
	ModelEvent:  {"an event of a model server", "JSON", mega, 20_000, 0, "`between_tokens` of the provider", "ask for less"},
	ModelFault: {
		"a model server's error",
		"JSON or text",
		64 * kilo,
		5_000,
		0,
		"`timeout` of the provider",
		"look into the server's log",
	},
	ModelReply: {"a model's reply", "JSON in text", mega, 50_000, 0, "`timeout` of the provider", "ask for less"},
	ProgramOutput: {
		"a provider program's output",
		"JSON or text",
		8 * mega,
		200_000,
		0,
		"`timeout` of the provider (bytes: `max_output`)",
		"ask for less",
	},
	ProviderRequest: {"a question to minehand-ollama-provider", "JSON", 16 * mega, 100_000, 0, "as Minehand writes it", "ask for less"},
	ProgramLine:     {"a line of a provider program", "JSON", 4 * mega, 100_000, 0, "`timeout` of the provider", "ask for less"},
}

// Table is the table as the documents have it.
func Table() string {
	var b strings.Builder
	b.WriteString("| from outside | form | bytes | depth | values | time |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		when := "is there"
		switch {
		case r.When != "":
			when = r.When
		case r.Time > 0:
			when = r.Time.String()
		}
		_, _ = fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %s |\n", r.Name, r.Form, size(r.Bytes), Depth, r.Values, when)
	}
	return b.String()
}
