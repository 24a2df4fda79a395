# Minehand. `make test` is all that continuous integration runs.
SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS   += --no-builtin-rules

TOOLS        := $(CURDIR)/build/.cache/bin
GOLANGCI     := v2.15.0
STATICCHECK  := v0.8.2
# The race detector needs cgo and a C compiler; without one the tests run without it.
RACE         := $(if $(shell command -v gcc 2>/dev/null),-race,)
CGO          := $(if $(RACE),1,0)
PKGS         := ./...

# The bot runs its TypeScript as it is, which needs Node 22; npm has it as a
# package, so that Node 20 is enough to begin with.
NODE22       := $(CURDIR)/build/.cache/node22/node_modules/node/bin
WITH_NODE22  := PATH="$(NODE22):$$PATH"

.PHONY: test check lint race whole build bench generate verify-generated fuzz clean help test-bot test-model

help: ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 20

test: check test-bot test-real ## everything that must hold before a change lands

check: lint race whole verify-generated ## lints, all tests, generated files are up to date

lint: $(TOOLS)/golangci-lint-$(GOLANGCI) $(TOOLS)/staticcheck-$(STATICCHECK) ## gofmt, vet, staticcheck, golangci-lint
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "run gofmt on:"; echo "$$out"; exit 1; fi
	go vet $(PKGS)
	go vet -tags real ./cmd/internal/real
	$(TOOLS)/staticcheck-$(STATICCHECK) $(PKGS)
	$(TOOLS)/golangci-lint-$(GOLANGCI) run $(PKGS)

race: ## all Go tests, with the race detector where a C compiler is
	CGO_ENABLED=$(CGO) go test $(RACE) -timeout 10m $(PKGS)

whole: ## what the race detector is too slow for, at its full size: every item in every version, 2,000 closed problems a version
	go test ./planner/techtree ./cmd/internal/coverage

test-bot: $(NODE22)/node bot/node_modules/.package-lock.json ## the bot's types and unit tests
	cd bot && $(WITH_NODE22) npm run --silent check && $(WITH_NODE22) npm test --silent

test-real: $(NODE22)/node bot/testserver/node_modules/.package-lock.json ## goals and conformance of the bot on a real Minecraft protocol server, two versions
	$(WITH_NODE22) go test -tags real -count=1 -parallel 4 -timeout 12m ./cmd/internal/real

test-model: $(NODE22)/node ## what a small real model does as a planner; writes docs/EVALUATION.md (an hour or more, not part of test)
	$(WITH_NODE22) go run ./cmd/internal/evaluate

GOALS   ?= 500
MOMENTS ?= 100
SEED    ?= 0
chaos: ## GOALS random goals under random faults and kill -9 at MOMENTS moments; SEED=N repeats a run
	go test ./cmd/internal/chaos -run Chaos -count=1 -timeout 60m -v -chaos.goals=$(GOALS) -chaos.seed=$(SEED)
	go test ./cmd/minehand -run Kill -count=1 -timeout 60m -v -kill.moments=$(MOMENTS) -kill.seed=$(SEED)

$(NODE22)/node:
	npm install --prefix build/.cache/node22 --no-audit --no-fund node@22

bot/node_modules/.package-lock.json bot/testserver/node_modules/.package-lock.json: %/node_modules/.package-lock.json: %/package-lock.json $(NODE22)/node
	cd $* && $(WITH_NODE22) npm ci --ignore-scripts --no-audit --no-fund && touch node_modules/.package-lock.json

build: ## bin/minehand
	CGO_ENABLED=0 go build -trimpath -o bin/minehand ./cmd/minehand

bench: ## every benchmark, with its bare baseline in the same run
	go test -run '^$$' -bench . -benchmem $(PKGS)

fuzz: ## every fuzz target for FUZZTIME (default 5s) each
	@for pkg in $$(go list $(PKGS)); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $${FUZZTIME:-5s} $$pkg; \
	  done; done

# The tables of the game. They come from an npm package, so `check` does not make
# them again.
MINECRAFT_DATA := 3.117.0
generate: ## game/data's tables, from minecraft-data and the reviewed rules
	npm install --prefix build/.cache --no-audit --no-fund minecraft-data@$(MINECRAFT_DATA)
	go run ./game/data/gen -source build/.cache/node_modules/minecraft-data

verify-generated: ## what is generated from the tree itself is up to date
	go generate $(PKGS)
	git diff --exit-code -- . ':!go.sum'

$(TOOLS)/golangci-lint-$(GOLANGCI):
	mkdir -p $(TOOLS) && GOBIN=$(TOOLS) CGO_ENABLED=0 go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI)
	mv $(TOOLS)/golangci-lint $@

$(TOOLS)/staticcheck-$(STATICCHECK):
	mkdir -p $(TOOLS) && GOBIN=$(TOOLS) CGO_ENABLED=0 go install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK)
	mv $(TOOLS)/staticcheck $@

clean: ## what was built
	rm -rf bin build/.cache
