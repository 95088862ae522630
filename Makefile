# Every command of the project. `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= dark-dealings
# Commands that want speed run the compiled copy where it could be built, and the source elsewhere.
FAST = PYTHONPATH=build/compiled $(BIN)/python

.PHONY: help install play test check fix types lint compile simulate bench bench-peers playthroughs balance lock clean

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

play: compile ## play in the terminal against bots (GAME=dark-dealings)
	@$(FAST) -m duskhall play $(GAME)

simulate: compile ## a thousand games of greedy bots (GAME=dark-dealings)
	@$(FAST) -m duskhall simulate $(GAME) --games 1000

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy

check: lint types ## the fast part: format, lint, types, and all tests but the slow ones
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

test: lint types compile ## everything, interpreted and compiled
	$(BIN)/python -m pytest -q -n 2
	@if [ -e build/compiled/fingerprint ]; then \
	  echo "the same games, compiled"; \
	  PYTHONPATH=build/compiled $(BIN)/python -m pytest -q -n 2 tests/engine tests/games tests/bots; \
	fi

fix: install ## format, and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

playthroughs: install ## write the golden playthroughs anew; review them as a diff
	$(BIN)/python tests/games/playthroughs/write.py

balance: compile ## measure the designed cards and write docs/balance
	$(FAST) -m duskhall.lab.balance $(GAME)

bench: compile ## moves, clones and search per second, interpreted and compiled
	$(BIN)/python bench/run.py

bench-peers: compile ## the same beside Catanatron, python-chess and OpenSpiel, in one run
	$(BIN)/python bench/peers.py

lock: install ## resolve requirements.lock anew from pyproject.toml (hashes, no addresses)
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --extra dev pyproject.toml -o requirements.lock

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .coverage
