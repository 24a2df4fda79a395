module github.com/minehand/minehand

go 1.26.0

require (
	charm.land/bubbles/v2 v2.1.0 // the line editor of `minehand shell`
	charm.land/bubbletea/v2 v2.0.9 // the live view of `play` and `shell` in a terminal
	github.com/Tnze/go-mc v1.20.2 // the tags (NBT) of blueprints
	github.com/cenkalti/backoff/v5 v5.0.3 // growing pauses between tries of the helper bot
	github.com/charmbracelet/x/ansi v0.11.7 // widths and colours of terminal text
	github.com/clipperhouse/uax29/v2 v2.7.0 // word boundaries of every script: the words of a message
	github.com/creack/pty v1.1.24 // tests: a terminal for `minehand shell`
	github.com/gofrs/flock v0.13.1 // one Minehand at a time in a data folder, one installer in the bot cache
	github.com/google/go-cmp v0.7.0 // tests: differences of records that people can read
	github.com/gorilla/websocket v1.5.3 // the sockets of bodies and clients
	github.com/hinshun/vt10x v0.0.0-20220301184237-5011da428d02 // tests: what a terminal's screen shows
	github.com/invopop/jsonschema v0.14.0 // JSON Schemas from Go types: the API, missions, the config
	github.com/kaptinlin/jsonrepair v0.2.15 // mends the JSON of models' replies
	github.com/mattn/go-shellwords v1.0.16 // splits one line into a program and its arguments, without a shell
	github.com/modelcontextprotocol/go-sdk v1.8.0 // the Model Context Protocol
	github.com/nats-io/nats-server/v2 v2.15.2 // the NATS server of `minehand-fleet cluster up`, and of tests
	github.com/nats-io/nats.go v1.55.0 // NATS JetStream in `minehand-fleet`: the log and the queue of missions that several machines share
	github.com/nats-io/nuid v1.0.1 // ids of batches and results in that queue, as NATS makes its own
	github.com/nicksnyder/go-i18n/v2 v2.7.0 // message files: which language, which plural form
	github.com/oklog/ulid/v2 v2.1.2 // ids of tasks and actions that sort by time
	github.com/pb33f/ordered-map/v2 v2.3.1 // the properties of a JSON Schema in their order (jsonschema has them so)
	github.com/pressly/goose/v3 v3.29.0 // migrations of the journal's tables
	github.com/rogpeppe/go-internal v1.16.0 // tests: scripts of the command line (testscript), archives of cases (txtar)
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // checks frames and files against JSON Schemas
	github.com/sashabaranov/go-openai v1.43.0 // the types of OpenAI's chat protocol
	github.com/shirou/gopsutil/v3 v3.24.5 // the processes of this computer: running games and their sockets
	github.com/spf13/cobra v1.10.2 // the command line, its help and completions
	github.com/spf13/pflag v1.0.9 // flags of the command line; cobra's
	github.com/tidwall/gjson v1.20.0 // reads members of a frame, of a reply, of what a program writes, by their paths
	github.com/wailsapp/go-webview2 v1.0.22 // the window on Windows: whether WebView2 is installed
	github.com/wailsapp/wails/v2 v2.15.0 // the window
	go.uber.org/goleak v1.3.0 // tests: no goroutine is left
	go.yaml.in/yaml/v4 v4.0.0 // reads and writes YAML: the config, missions, phrases
	golang.org/x/sys v0.49.0 // calls of the operating system: locks, processes, file flags
	golang.org/x/term v0.47.0 // whether a person is at a terminal, and how wide it is
	golang.org/x/text v0.43.0 // letters, cases and numbers of other languages
	golang.org/x/time v0.16.0 // rate limits for bodies, clients and detection
	modernc.org/sqlite v1.60.1 // the journal's database, without cgo
	pgregory.net/rapid v1.3.0 // tests: random runs of state machines
)

require (
	charm.land/lipgloss/v2 v2.0.2 // indirect
	git.sr.ht/~jackmordaunt/go-toast/v2 v2.0.3 // indirect
	github.com/antithesishq/antithesis-sdk-go v0.8.0-default-no-op // indirect
	github.com/atotto/clipboard v0.1.4 // indirect
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/bep/debounce v1.2.1 // indirect
	github.com/buger/jsonparser v1.1.2 // indirect
	github.com/charmbracelet/colorprofile v0.4.3 // indirect
	github.com/charmbracelet/ultraviolet v0.0.0-20260703014108-f5a850f9c2b7 // indirect
	github.com/charmbracelet/x/term v0.2.2 // indirect
	github.com/charmbracelet/x/termios v0.1.1 // indirect
	github.com/charmbracelet/x/windows v0.2.2 // indirect
	github.com/clipperhouse/displaywidth v0.11.0 // indirect
	github.com/cpuguy83/go-md2man/v2 v2.0.6 // indirect
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20251027170946-4849db3c2f7e // indirect
	github.com/go-ole/go-ole v1.3.0 // indirect
	github.com/godbus/dbus/v5 v5.1.0 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/jchv/go-winloader v0.0.0-20210711035445-715c2860da7e // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/labstack/echo/v4 v4.13.3 // indirect
	github.com/labstack/gommon v0.4.2 // indirect
	github.com/leaanthony/go-ansi-parser v1.6.1 // indirect
	github.com/leaanthony/gosod v1.0.4 // indirect
	github.com/leaanthony/slicer v1.6.0 // indirect
	github.com/leaanthony/u v1.1.1 // indirect
	github.com/lucasb-eyer/go-colorful v1.4.0 // indirect
	github.com/lufia/plan9stats v0.0.0-20211012122336-39d0f177ccd0 // indirect
	github.com/mattn/go-colorable v0.1.13 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/mattn/go-runewidth v0.0.23 // indirect
	github.com/mfridman/interpolate v0.0.2 // indirect
	github.com/minio/highwayhash v1.0.4 // indirect
	github.com/muesli/cancelreader v0.2.2 // indirect
	github.com/nats-io/jwt/v2 v2.8.2 // indirect
	github.com/nats-io/nkeys v0.4.16 // indirect
	github.com/ncruces/go-strftime v1.1.0 // indirect
	github.com/pkg/browser v0.0.0-20240102092130-5ac0b6a4141c // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/power-devops/perfstat v0.0.0-20210106213030-5aafc221ea8c // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/samber/lo v1.49.1 // indirect
	github.com/segmentio/asm v1.2.1 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/sethvargo/go-retry v0.5.0 // indirect
	github.com/shoenig/go-m1cpu v0.1.6 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.0 // indirect
	github.com/tklauser/go-sysconf v0.3.12 // indirect
	github.com/tklauser/numcpus v0.6.1 // indirect
	github.com/tkrajina/go-reflector v0.5.8 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	github.com/valyala/fasttemplate v1.2.2 // indirect
	github.com/wailsapp/mimetype v1.4.1 // indirect
	github.com/xo/terminfo v0.0.0-20220910002029-abceb7e1c41e // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	github.com/yusufpapurcu/wmi v1.2.4 // indirect
	go.uber.org/multierr v1.11.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.51.0 // archives of text files (txtar): skeletons and cases of tests
	modernc.org/libc v1.78.0 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.12.1 // indirect
)

ignore node_modules
