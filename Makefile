# Every command of the project. `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= dark-dealings
PIP = $(BIN)/python -m pip -qq --disable-pip-version-check
# Commands that want speed run the compiled copy where it could be built, and the source elsewhere.
FAST = PYTHONPATH=build/compiled $(BIN)/python

EXTRAS = --extra lab --extra rl --extra train --extra ray --extra readers
LOCK = $(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header pyproject.toml

# Of server and laboratory, what plays whole games: some of it compiled alone.
WHOLE_GAMES = $(addprefix tests/,server/test_told.py server/test_following.py server/test_raid_and_trade_twins.py lab/test_ladder.py)

PAGE := src/duskhall/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/index.html web/vite.config.ts web/package.json -type f 2>/dev/null)

.PHONY: help install runtime page play terminal test check fix types lint web-check compile simulate bench bench-peers bench-play playthroughs witnesses rules screenshots balance lab fuzz attack lock fonts wheel clean chromium

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Duskhall needs Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# What it runs on, and nothing more. A lock is whole: with --no-deps pip asks for nothing beyond it (it
# else takes the newest release where one package asks for an extra of another, and refuses its hash).
$(VENV)/runtime: requirements.lock | $(BIN)/pip
	@echo "installing Python packages"
	@$(PIP) install --no-compile --require-hashes --no-deps -r requirements.lock
	@touch $@

$(VENV)/installed: requirements-dev.lock pyproject.toml | $(BIN)/pip
	@echo "installing Python packages, with those for checks and tests"
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@ $(VENV)/runtime

# What the peers' own suites need, which `make test` runs; Ray and the readers are left to `make lab`.
$(VENV)/peers: requirements-lab.lock tools/locked.py | $(VENV)/installed
	@echo "installing PettingZoo, Gymnasium, OpenSpiel, PyArrow and CMA-ES"
	@mkdir -p build
	@$(BIN)/python -m tools.locked requirements-lab.lock pyarrow gymnasium open-spiel pettingzoo cma >build/peers.lock
	@$(PIP) install --require-hashes --no-deps -r build/peers.lock
	@touch $@

$(VENV)/lab: requirements-lab.lock | $(VENV)/installed
	@echo "installing what the laboratory can use"
	@$(PIP) install --require-hashes --no-deps -r requirements-lab.lock
	@touch $@ $(VENV)/peers

lab: $(VENV)/lab compile ## install what the laboratory can use, and try it: rows, Ray, environments
	$(FAST) -m pytest -q tests/lab tests/adapters
	$(FAST) bench/environments.py --seconds 2

runtime: $(VENV)/runtime

install: $(VENV)/installed ## set up Python packages in .venv, with those for checks and tests

compile: install ## compile engine, games and bots with mypyc into build/compiled
	@$(BIN)/python tools/compile.py || test $$? -eq 3

web/node_modules/installed: web/package-lock.json
	@command -v npm >/dev/null || { echo "the page needs Node 20 and npm to be built"; exit 1; }
	@echo "installing what the page is built with"
	@cd web && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error >/dev/null
	@touch $@

$(PAGE): web/node_modules/installed $(PAGE_SOURCES)
	@echo "building the page"
	@cd web && npm run --silent build -- --logLevel error
	@touch $@

page: $(PAGE) ## build the page into the package, and into its compiled copy if there is one
	@if [ -d build/compiled/duskhall/server ]; then cp -Rp src/duskhall/server/page build/compiled/duskhall/server/; fi

# Both open at once: from the compiled copy where it is up to date, and else from the source, while
# it is compiled in the background for the next time.
play: ## open the table in the browser (PORT=8000)
	@$(MAKE) -s --no-print-directory -j2 runtime page
	@PYTHONPATH=$$($(BIN)/python tools/compile.py --later) \
	  $(BIN)/python -m duskhall serve --workshop $(if $(PORT),--port $(PORT))

terminal: runtime ## play in the terminal against bots (GAME=dark-dealings)
	@PYTHONPATH=$$($(BIN)/python tools/compile.py --later) $(BIN)/python -m duskhall play $(GAME)

simulate: compile ## a thousand games of greedy bots (GAME=dark-dealings)
	@$(FAST) -m duskhall simulate $(GAME) --games 1000

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy

web-check: web/node_modules/installed
	cd web && npm run --silent check && npm run --silent test

# The shell is the same browser without tabs and menus, which cost the tests as much again as the page.
chromium: # a browser for the tests, from the system's packages
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { apt-get update -qq \
	  && { apt-get install -y -qq --no-install-recommends chromium-headless-shell || apt-get install -y -qq --no-install-recommends chromium; } >/dev/null; }

# Tests start hundreds of processes, which take three times as long where no bytecode is kept.
check test: export PYTHONDONTWRITEBYTECODE =

# Without fuzz, servers, laboratory and browser, which take as long as all else of `make test`.
check: lint types ## the fast part: format, lint, types, and the tests of engine, rules, bots and commands
	$(BIN)/python -m pytest -q -n 2 -m "not slow and not once" tests/engine tests/games/*/ tests/games/test_imports.py tests/bots tests/cli tests/*.py

# In the browser the server is the compiled one, which people run, but for a scene whose game is a toy.
test: ## everything, interpreted and compiled, and in a browser
	@$(MAKE) --no-print-directory -j2 $(VENV)/peers page
	@$(MAKE) --no-print-directory -j2 --output-sync=target compile lint types web-check chromium
	@if [ -e build/compiled/fingerprint ]; then \
	  $(BIN)/python -m pytest -q -n 3 -m "not once" --ignore tests/browser; \
	else $(BIN)/python -m pytest -q -n 3 --ignore tests/browser; fi
	@echo "in a browser"
	@if [ -e build/compiled/fingerprint ]; then $(BIN)/python -m pytest -q tests/browser/test_offers.py; fi
	$(FAST) -m pytest -q -n 3 --dist worksteal tests/browser
	@if [ -e build/compiled/fingerprint ]; then \
	  echo "the same games, compiled"; \
	  PYTHONPATH=build/compiled $(BIN)/python -m pytest -q -n 2 -m "not source" tests/engine tests/games tests/bots tests/adapters $(WHOLE_GAMES); \
	fi

fix: install ## format, and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

playthroughs: install ## write the golden playthroughs anew; review them as a diff
	$(BIN)/python tests/games/playthroughs/write.py

witnesses: install ## write records that hold a new version of a game to what it does
	$(BIN)/python tests/games/witnesses/write.py
	$(BIN)/python -m tests.adapters.write_ids

rules: install ## write docs/rules from the catalogues
	$(BIN)/python tools/rules_page.py

screenshots: page compile chromium ## take docs/screenshots anew
	$(FAST) tools/screenshots.py

fuzz: compile ## ten thousand random games over all tables, and their records verified
	rm -rf build/fuzz
	$(FAST) tools/fuzz.py --games 10000 --seed 1 --save build/fuzz
	PYTHONPATH=src $(BIN)/python -m duskhall verify build/fuzz

attack: compile ## attack servers of our own on loopback: load, floods, bad input, kills (QUICK=1)
	$(FAST) tools/attack.py $(if $(QUICK),--quick)

balance: compile ## measure the designed cards and write docs/balance
	$(FAST) -m duskhall.lab.balance $(GAME)

bench: page compile chromium ## speed of engine and server, interpreted and compiled; start and size of the page
	$(BIN)/python bench/run.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/page.py

bench-peers: compile ## the same beside Catanatron, python-chess, OpenSpiel and boardgame.io, in one run
	$(BIN)/python bench/peers.py
	$(BIN)/python bench/peers_server.py

bench-play: compile ## random play of every game; AGAINST=folder sets an older compiled build beside it
	$(BIN)/python bench/random_play.py $(if $(AGAINST),--against $(AGAINST))

lock: $(BIN)/pip ## resolve the locks anew from pyproject.toml (hashes, no addresses)
	$(PIP) install uv
	$(LOCK) --extra dev -o requirements-dev.lock
	$(LOCK) --constraint requirements-dev.lock -o requirements.lock
	$(LOCK) --constraint requirements-dev.lock $(EXTRAS) -o requirements-lab.lock

fonts: install ## cut the Japanese fonts anew, when the catalogues use letters they lack
	$(PIP) install uv
	$(BIN)/uv run -q --no-project --with fonttools --with brotli python tools/fonts.py

wheel: install page ## build dist: a wheel of Python alone and, with a C compiler, a compiled one; both with the page
	@rm -rf dist
	@$(BIN)/hatchling build -t wheel
	@$(BIN)/python tools/compile.py && DUSKHALL_COMPILED=1 $(BIN)/hatchling build -t wheel || test $$? -eq 3

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .coverage
