# Every command of the project. `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= dark-dealings
# Commands that want speed run the compiled copy where it could be built, and the source elsewhere.
FAST = PYTHONPATH=build/compiled $(BIN)/python

PAGE := src/duskhall/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/index.html web/vite.config.ts web/package.json -type f 2>/dev/null)

.PHONY: help install page play terminal test check fix types lint web-check compile simulate bench bench-peers playthroughs rules screenshots balance fuzz lock clean chromium

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(VENV)/installed: requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Duskhall needs Python 3.11 or newer"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

install: $(VENV)/installed ## set up Python packages in .venv

compile: install ## compile engine, games and bots with mypyc into build/compiled
	@$(BIN)/python tools/compile.py || test $$? -eq 3

web/node_modules/installed: web/package-lock.json
	@command -v npm >/dev/null || { echo "the page needs Node 20 and npm to be built"; exit 1; }
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PAGE): web/node_modules/installed $(PAGE_SOURCES)
	cd web && npm run --silent build
	@touch $@

page: $(PAGE) ## build the page into the package

play: page compile ## open the table in the browser (PORT=8000)
	@$(FAST) -m duskhall serve $(if $(PORT),--port $(PORT))

terminal: compile ## play in the terminal against bots (GAME=dark-dealings)
	@$(FAST) -m duskhall play $(GAME)

simulate: compile ## a thousand games of greedy bots (GAME=dark-dealings)
	@$(FAST) -m duskhall simulate $(GAME) --games 1000

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy

web-check: web/node_modules/installed
	cd web && npm run --silent check && npm run --silent test

chromium: # a browser for the tests, from the system's packages
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; }

check: lint types ## the fast part: format, lint, types, and all tests but the slow ones
	$(BIN)/python -m pytest -q -n 2 -m "not slow" --ignore tests/browser

test: lint types web-check page compile chromium ## everything, interpreted and compiled, and in a browser
	$(BIN)/python -m pytest -q -n 2 --ignore tests/browser
	@echo "in a browser"
	$(BIN)/python -m pytest -q -n 2 tests/browser
	@if [ -e build/compiled/fingerprint ]; then \
	  echo "the same games, compiled"; \
	  PYTHONPATH=build/compiled $(BIN)/python -m pytest -q -n 2 tests/engine tests/games tests/bots; \
	fi

fix: install ## format, and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

playthroughs: install ## write the golden playthroughs anew; review them as a diff
	$(BIN)/python tests/games/playthroughs/write.py

rules: install ## write docs/rules from the catalogues
	$(BIN)/python tools/rules_page.py

screenshots: page compile chromium ## take docs/screenshots anew
	$(FAST) tools/screenshots.py

fuzz: compile ## ten thousand random games over all tables, and their records verified
	rm -rf build/fuzz
	$(FAST) tools/fuzz.py --games 10000 --seed 1 --save build/fuzz
	PYTHONPATH=src $(BIN)/python -m duskhall verify build/fuzz

balance: compile ## measure the designed cards and write docs/balance
	$(FAST) -m duskhall.lab.balance $(GAME)

bench: page compile chromium ## speed of engine and server, interpreted and compiled; start and size of the page
	$(BIN)/python bench/run.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/page.py

bench-peers: compile ## the same beside Catanatron, python-chess, OpenSpiel and boardgame.io, in one run
	$(BIN)/python bench/peers.py
	$(BIN)/python bench/peers_server.py

lock: install ## resolve requirements.lock anew from pyproject.toml (hashes, no addresses)
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --extra dev pyproject.toml -o requirements.lock

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .coverage
