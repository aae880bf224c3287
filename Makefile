# Two commands need nothing before them: `make serve` and `make test`. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
PYTEST_ARGS ?=
MUTANTS ?=
TORTURE ?=

.DEFAULT_GOAL := help
.PHONY: help setup test test-deps serve lint types docs pictures bench conformance conduct-soak mutants coverage torture said pin lock format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.ready ## make .venv with the locked dependencies and the `punto` command

$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; ok = (3, 11) <= sys.version_info < (3, 14); \
	  sys.exit(None if ok else "punto needs Python 3.11 to 3.13; this is " + sys.version.split()[0] + ". Say which to use: make PYTHON=python3.12 ...")'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python lacks its venv module; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --only-binary :all: -r requirements.lock
	@touch $@

$(VENV)/.ready: $(VENV)/.locked pyproject.toml
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index --editable .
	@touch $@

test: setup ## run every test (PYTEST_ARGS=... is passed on)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

coverage: ## run every test and demand every branch of core
	@$(MAKE) --no-print-directory test PYTEST_ARGS="--cov --cov-report=term $(PYTEST_ARGS)"

test-deps: ## install the system packages that some tests need (chromium, its fonts, postgresql)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk postgresql; \
	else \
	  echo "Some tests need Chromium and a PostgreSQL server. Install them with your package manager,"; \
	  echo "on Debian or Ubuntu: sudo apt-get install chromium fonts-noto-cjk postgresql"; \
	  echo "Without them those tests are reported as skipped, with the reason."; \
	fi

serve: setup ## run the table server on this machine; the data goes to ./var
	$(BIN)/punto serve

lint: setup ## style, layers, spelling, dependencies, dead code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell src tests docs *.md
	$(BIN)/deptry src
	$(BIN)/vulture

types: setup ## both type checkers
	$(BIN)/mypy
	$(BIN)/pyright

docs: setup ## build the documentation, warnings are errors
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

pictures: setup ## make the pictures of the documentation anew (needs Chromium)
	$(BIN)/python -m tests.browser.pictures

conformance: setup ## which clause is implemented where, and which tests show it
	$(BIN)/punto conformance

conduct-soak: setup ## 200,000 random rounds through the conduct and the reference model
	$(BIN)/python tests/conduct/soak.py --rounds 200000

mutants: setup ## mutation testing of core, long; MUTANTS='punto.core.money*' takes a part
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results
	@$(BIN)/mutmut export-cicd-stats >/dev/null && cat mutants/mutmut-cicd-stats.json

bench: setup ## measure against what a user would pick instead
	@missed=""; for each in benchmarks/bench_*.py; do \
	  echo "== $$each"; $(BIN)/python "$$each" || missed="$$missed $$each"; done; \
	  [ -z "$$missed" ] || { echo "missed by a lot:$$missed" >&2; exit 1; }

torture: setup ## play simulated pits, longer than the everyday suite does; TORTURE='--pits 1000'
	$(BIN)/python -m punto.testing.torture $(TORTURE)

said: setup ## write down anew what a table refuses and what happens there (docs/reference)
	$(BIN)/python -m tests.conduct.said

pin: setup ## accept the rulebooks as they are now: renew their digests
	$(BIN)/python -m punto.rules.pin

lock: setup ## renew requirements.lock from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade \
	  --generate-hashes --no-header --no-annotate --no-emit-index-url --quiet -o requirements.lock

format: setup ## format the code and repair what can be repaired
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove everything that can be made again
	rm -rf $(VENV) build dist docs/_build docs/*/generated mutants htmlcov .coverage .coverage.* \
	  .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
