// SPDX-License-Identifier: MIT

package settings

import (
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/planner/agent"
)

// DefaultPort is the port that bodies of the base protocol have built in.
const DefaultPort = 9876

// DefaultSpeech is the model that writes down speech when the config names none.
const DefaultSpeech = "whisper-1"

// DefaultCurrency is what prices are in when the config does not say.
const DefaultCurrency = "USD"

// Config is what a config file holds. The zero value means the defaults of [Table].
type Config struct {
	Port             *int                     `yaml:"port"`
	DataDir          string                   `yaml:"data_dir"`
	Planner          Planner                  `yaml:"planner"`
	Actions          Actions                  `yaml:"actions"`
	Chat             Chat                     `yaml:"chat"`
	Limits           Limits                   `yaml:"limits"`
	Minecraft        Minecraft                `yaml:"minecraft"`
	Protect          []Zone                   `yaml:"protect"`
	Providers        []providers.Entry        `yaml:"providers"`
	CommandProviders []providers.CommandEntry `yaml:"command_providers"`
	Programs         []string                 `yaml:"programs"`
	Budget           providers.Budget         `yaml:"budget"`
	Currency         string                   `yaml:"currency"`
	Journal          Journal                  `yaml:"journal"`
	Terminal         Terminal                 `yaml:"terminal"`
	Speech           Speech                   `yaml:"speech"`
	Updates          Updates                  `yaml:"updates"`
	Timings          Timings                  `yaml:"timings"`
	Cluster          Cluster                  `yaml:"cluster"`

	// file that it was read from, as a full path, which relative paths in it
	// are relative to; empty when there is none.
	file string
}

// Planner says who plans and how.
type Planner struct {
	Provider string `yaml:"provider"`
	Mode     string `yaml:"mode"`
	Fallback string `yaml:"fallback"`
	// AgentCalls and AgentTokens bound what a model may take for one goal in the mode
	// agent.
	AgentCalls  *int   `yaml:"agent_calls"`
	AgentTokens *int   `yaml:"agent_tokens"`
	Policy      string `yaml:"policy"`
	Approve     bool   `yaml:"approve"`
}

// Actions limits what may be done.
type Actions struct {
	Allow []game.Kind `yaml:"allow"`
	Deny  []game.Kind `yaml:"deny"`
}

// Chat limits what may be said in the game's chat, and who is heard there.
type Chat struct {
	FromModels    bool     `yaml:"from_models"`
	AllowCommands []string `yaml:"allow_commands"`
	Owners        []string `yaml:"owners"`
	TrustNames    bool     `yaml:"trust_names"`
	Silent        bool     `yaml:"silent"`
}

// Limits ends tasks that run unattended.
type Limits struct {
	Deaths   *int           `yaml:"deaths"`
	WallTime *time.Duration `yaml:"wall_time"`
	Health   *float64       `yaml:"health"`
	NewTool  *time.Duration `yaml:"new_tool"`
}

// Minecraft corrects what a body says of its game.
type Minecraft struct {
	Version string `yaml:"version"`
}

// Zone is a protected place. Name, X, Y and Z are required.
type Zone struct {
	Name      string `yaml:"name"`
	X         *int   `yaml:"x"`
	Y         *int   `yaml:"y"`
	Z         *int   `yaml:"z"`
	Dimension string `yaml:"dimension"`
	Radius    *int   `yaml:"radius"`
}

// Journal says what is kept.
type Journal struct {
	Text string `yaml:"text"`
}

// Terminal says which commands a model may ask for.
type Terminal struct {
	Allow []string `yaml:"allow"`
	Dir   string   `yaml:"dir"`
}

// Updates says where newer versions are listed.
type Updates struct {
	URL string `yaml:"url"`
}

// Speech says who writes down what is said into the page.
type Speech struct {
	URL       string `yaml:"url"`
	Model     string `yaml:"model"`
	APIKeyEnv string `yaml:"api_key_env"`
}

// Timings makes the times of the protocol pass faster, for missions.
type Timings struct {
	Scale *float64 `yaml:"scale"`
}

// Cluster says which other Minehands this one shares its bodies with.
type Cluster struct {
	URL         string `yaml:"url"`
	Credentials string `yaml:"credentials"`
	Node        string `yaml:"node"`
	Address     string `yaml:"address"`
}

// Table has a row for each setting, in the order of the documents and the page. An
// entry of a list has rows of its own, under the list's key with [].
func Table() []Row {
	return []Row{
		{
			Key: "port", Default: DefaultPort, Takes: "1 to 65535, or 0 for any free one", Bounds: between(0, 65535),
			Wrong: "does not exist", Sentence: "The port for bodies and clients, on this computer only",
		},
		{Key: "data_dir", Unset: "the system's place for a user's data", Takes: "a folder", Any: true, Sentence: "Where the history is kept"},
		{
			Key: "actions.allow", Unset: "every kind", Takes: "a list of [kinds of action](protocol/actions.md)",
			Check: Config.checkAllow, Changes: FromFile, Sentence: "The only kinds of action that are ever sent",
		},
		{
			Key:      "actions.deny",
			Unset:    "none",
			Takes:    "a list of [kinds of action](protocol/actions.md)",
			Check:    Config.checkDeny,
			Changes:  FromPage,
			Sentence: "Kinds of action that are never sent",
			Page: &Control{Group: "safety", Switches: []Switch{
				{
					Label: "Open chests", Sentence: "Puts things into the chests that a goal names, and takes things out",
					Off: []string{string(game.Deposit), string(game.Withdraw)},
				},
				{
					Label: "Fight", Sentence: "Attacks the animals and monsters that a goal names, and players only by their own names",
					Off: []string{string(game.Attack)},
				},
			}},
		},
		{
			Key: "limits.wall_time", Default: 2 * time.Hour, Takes: "a time above 0", Bounds: above(0),
			Wrong: "ends every task at once", Changes: FromPage,
			Sentence: "A goal that takes longer is stopped, and says what is missing",
			Page: &Control{Group: "safety", Label: "Stop by itself after", Options: options(
				10*time.Minute, 30*time.Minute, time.Hour, 2*time.Hour, 4*time.Hour, 8*time.Hour,
			)},
		},
		{
			Key: "limits.deaths", Default: 3, Takes: "1 or more", Bounds: atLeast(1), Wrong: "deaths cannot end a task", Changes: FromPage,
			Sentence: "A goal ends when the player has died this often for it",
			Page:     &Control{Group: "safety", Label: "End after deaths", Unit: "death", Options: options(1, 2, 3, 5, 10)},
		},
		{
			Key: "limits.health", Default: 6.0, Takes: "0 (never) to 19", Bounds: between(0, maxHealth), Changes: FromPage,
			Sentence: "A goal ends at this health of 20, or below, when there is nothing to eat",
			Page: &Control{Group: "safety", Label: "End at low health", Options: append([]Option{{0.0, "Never"}},
				options(2.0, 4.0, 6.0, 8.0, 10.0)...)},
		},
		{
			Key: "limits.new_tool", Default: 10 * time.Minute, Takes: "a time above 0", Bounds: above(0),
			Wrong: "ends every task at once", Changes: FromPage,
			Sentence: "A goal ends when a broken or lost tool takes longer than this to replace",
			Page: &Control{Group: "safety", Label: "Replace a tool within", Options: options(
				2*time.Minute, 5*time.Minute, 10*time.Minute, 30*time.Minute, time.Hour,
			)},
		},
		{
			Key: "planner.provider", Default: "auto", Takes: "auto, builtin, or a provider's name", Check: Config.checkPlanner,
			Sentence: "Who plans: auto asks a model only for what the built-in planner cannot read",
		},
		{
			Key: "planner.mode", Default: string(game.Hybrid),
			Values: game.Mode("").Values(),
			Sentence: "What a model writes: outcomes (high-level), every step (low-level), goals with steps " +
				"that Minehand completes (hybrid), or one thing after another, looking in between (agent)",
		},
		{
			Key: "planner.agent_calls", Default: agent.DefaultCalls, Takes: "1 or more", Bounds: atLeast(1), Wrong: "leaves nothing to do",
			Sentence: "How many calls a model may make for one goal in the mode agent",
		},
		{
			Key: "planner.agent_tokens", Default: agent.DefaultTokens, Takes: "1 or more", Bounds: atLeast(1), Wrong: "leaves nothing to say",
			Sentence: "How many tokens, read and written, those calls may take together",
		},
		{
			Key: "planner.fallback", Default: "builtin", Values: []string{"builtin", "fail"},
			Sentence: "What happens when a model fails: the built-in planner plans, or the goal ends",
		},
		{
			Key: "planner.policy", Default: Policies[0], Values: Policies, Changes: FromPage,
			Sentence: "Make a new plan, go on with the next step, or end the goal",
			Page: &Control{Group: "safety", Label: "After a failed step", Options: []Option{
				{"replan", "New plan"}, {"continue", "Go on"}, {"stop", "End"},
			}},
		},
		{Key: "planner.approve", Default: false, Changes: FromPage, Sentence: "Every plan waits for a yes, whoever gave the goal"},
		{
			Key: "protect", Unset: "none", Takes: "a list of at most 64 places", Check: Config.checkZones, Changes: FromPage,
			Sentence: "Nothing is dug or placed there, except for a goal that says the place's name",
			Page:     &Control{Group: "safety", Label: "Protected places"},
		},
		{Key: "protect[].name", Unset: required, Takes: "3 to 64 characters", Sentence: "A name that no other goal contains by chance"},
		{Key: "protect[].x", Unset: required, Takes: "whole blocks", Sentence: "The middle, from west to east"},
		{Key: "protect[].y", Unset: required, Takes: "whole blocks", Sentence: "The middle's height"},
		{Key: "protect[].z", Unset: required, Takes: "whole blocks", Sentence: "The middle, from north to south"},
		{
			Key: "protect[].dimension", Default: "overworld", Takes: "overworld, the_nether, the_end, or a mod's, such as aether:the_aether",
			Sentence: "The dimension that the place is in",
		},
		{
			Key: "protect[].radius", Default: game.DefaultZoneRadius, Takes: "1 to 1000 blocks", Bounds: between(1, game.MaxZoneRadius),
			Sentence: "How far around the middle nothing changes",
		},
		{Key: "chat.from_models", Default: false, Sentence: "A model may say things in the game's chat that you did not"},
		{
			Key: "chat.allow_commands", Unset: "none", Takes: "a list of commands with their sign, such as /home or #stop",
			Check: Config.checkCommands, Sentence: "Commands that a line of chat may begin with",
		},
		{
			Key: "chat.owners", Unset: "none", Takes: "a list of players' names", Check: Config.checkOwners,
			Sentence: "Players who may give goals in the game's chat, beside each body's own owner",
		},
		{
			Key: "chat.trust_names", Default: false,
			Sentence: "On servers too a name proves who speaks; without it, only \"NAME stop\" is heard there",
		},
		{Key: "chat.silent", Default: false, Sentence: "Nothing is answered in the game's chat"},
		{
			Key: "providers", Unset: "LM Studio on this computer", Takes: "a list ([PROVIDERS.md](PROVIDERS.md))",
			Check: Config.checkProviders, Changes: FromFile, Sentence: "The models that may be asked, by priority",
		},
		{
			Key: "command_providers", Unset: "none", Takes: "a list ([PROVIDERS.md](PROVIDERS.md))",
			Check: Config.checkProviders, Changes: FromFile, Sentence: "Further ones, in another form: JSON-RPC programs",
		},
		{
			Key: "programs", Unset: "those that the providers name", Takes: "a list of full paths", Check: Config.checkPrograms,
			Sentence: "The only programs that providers may run",
		},
		{
			Key: "budget.calls", Unset: "no limit", Takes: "0 or more", Bounds: atLeast(0),
			Sentence: "Calls of a day to models on other computers, all together",
		},
		{
			Key: "budget.tokens", Unset: "no limit", Takes: "0 or more", Bounds: atLeast(0),
			Sentence: "Tokens of a day of models on other computers, all together",
		},
		{
			Key: "currency", Default: DefaultCurrency, Takes: "what you call your money", Any: true,
			Sentence: "What the prices of providers are in ([PROVIDERS.md](PROVIDERS.md))",
		},
		{
			Key: "terminal.allow", Unset: "none", Takes: "a list of beginnings of commands, such as git status", Check: Config.checkTerminal,
			Sentence: "Commands of this computer that a model may ask you to run ([PROVIDERS.md](PROVIDERS.md))",
		},
		{Key: "terminal.dir", Unset: "the config file's folder", Takes: "a folder", Any: true, Sentence: "Where those commands run"},
		{
			Key: "speech.url", Unset: "off", Takes: "the address of a server", Check: Config.checkSpeech,
			Sentence: "Who writes down what is said into the page: any server with /v1/audio/transcriptions. " +
				"The sound is sent there ([WINDOW.md](WINDOW.md))",
		},
		{Key: "speech.model", Default: DefaultSpeech, Takes: "a model's name", Any: true, Sentence: "The model that it is asked for"},
		{
			Key: "speech.api_key_env", Unset: "none", Takes: "an environment variable's name", Any: true,
			Sentence: "The environment variable that holds its key",
		},
		{
			Key: "updates.url", Unset: "off", Takes: "the address of a list of releases", Check: Config.checkUpdates,
			Sentence: "Where *Look for a newer version* asks, and only when you press it: JSON with `version`, or `tag_name` and " +
				"`html_url`. Nothing of this computer is sent ([WINDOW.md](WINDOW.md))",
		},
		{
			Key: "journal.text", Default: "on", Values: []string{"on", "off"},
			Sentence: "Keep what models read and wrote for 7 days, without keys; off keeps hashes in its place",
		},
		{
			Key: "minecraft.version", Unset: "what the body says", Takes: "a version, such as 1.20.4", Check: Config.checkVersion,
			Sentence: "The version of the game, when a body's own word cannot be trusted",
		},
		{
			Key: "timings.scale", Default: 1.0, Takes: "0.001 to 1", Bounds: between(0.001, 1),
			Sentence: "How long a second of grace, deadlines, heartbeats and repeats lasts, for missions ([MISSIONS.md](MISSIONS.md))",
		},
		{
			Key: "cluster.url", Unset: "this computer alone", Takes: "addresses of NATS servers with JetStream, with commas between",
			Check:    Config.checkCluster,
			Sentence: "The cluster whose Minehands share their bodies, in minehand-fleet alone ([FLEET.md](FLEET.md))",
		},
		{
			Key: "cluster.credentials", Unset: "none", Takes: "a file of NATS credentials", Check: Config.checkCredentials,
			Sentence: "Who this Minehand is to those servers",
		},
		{
			Key: "cluster.node", Unset: "the computer's name", Takes: "a name without blanks, one for each Minehand",
			Check: Config.checkNode, Sentence: "What this Minehand is called in the cluster",
		},
		{
			Key: "cluster.address", Unset: "its port on this computer", Takes: "the address of its page, with http:// or https://",
			Check: Config.checkAddress, Sentence: "Where people who ask another Minehand for a body of this one are sent",
		},
	}
}

// required stands for the default of a setting that an entry must have.
const required = "required"

// Policies are what may happen after a failed action, by name; the first is the
// default.
var Policies = []string{"replan", "continue", "stop"}

// maxHealth is the most that limits.health can be: at the full 20 every task
// without food would end.
const maxHealth = 19
