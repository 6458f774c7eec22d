# Everything a developer does, from an empty clone: needs Python 3.11 or later, make and a package index.
#   make PYTHON=python3.12 test      choose the interpreter
#   make test ARGS="-k raid"         pass arguments on

# The first interpreter on the path that is new enough.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
ARGS ?=
GAMES ?= 200
PLAYERS ?= 4
SEED ?= 1

BIN := $(VENV)/bin
# The stamp carries the version, so that another PYTHON gets another environment.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)
READY := $(VENV)/.ready-$(VERSION)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
# For errors: what to do next belongs into the message.
NO_VENV := This Python cannot make environments. On Debian and Ubuntu: apt-get install python3-venv


unexport PYTHONPATH PYTHONHOME
.DEFAULT_GOAL := help
.PHONY: help setup run test test-slow test-all check format bench bench-peers wheel lock clean

help:  ## show this list
	@echo "make TARGET        (PYTHON=$(PYTHON), version $(VERSION))"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r t d; do printf '%-14s %s\n' "$$t" "$$d"; done

setup: $(READY)  ## make the environment in .venv (again if the lock or pyproject.toml changed)

$(READY): requirements-dev.lock pyproject.toml
	@test -n "$(VERSION)" || { echo "No Python 3.11 or later found. Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is Python $(VERSION); 3.11 or later is needed." >&2; exit 2; }
	@echo "Setting up $(VENV) with Python $(VERSION) …" >&2
	@$(PYTHON) -m venv --clear $(VENV) || { echo "$(NO_VENV)" >&2; exit 2; }
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

run: $(READY)  ## set up, then simulate Fire & Axe and show the report
	$(BIN)/lawspeaker simulate fire_and_axe --players $(PLAYERS) --games $(GAMES) --seed $(SEED) $(ARGS)

test: $(READY)  ## set up, then run the test suite (but for the tests marked slow)
	$(BIN)/pytest -n auto -m "not slow" $(ARGS)

test-slow: $(READY)  ## run the tests marked slow
	$(BIN)/pytest -n auto -m slow $(ARGS)

test-all: test test-slow  ## run every test

check: $(READY)  ## style, types, direction of imports, and all shipped rules
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/lawspeaker check

format: $(READY)  ## put imports in order and mend what ruff can mend
	$(BIN)/ruff check --fix .

bench: $(READY)  ## measure against other systems, in one run (all peers: make bench-peers first)
	$(BIN)/python -m benchmarks $(ARGS)

bench-peers: $(READY)  ## install the systems that make bench compares with
	$(PIP) install --editable ".[bench]"

wheel: $(READY)  ## build dist/*.whl
	$(BIN)/python -m build --no-isolation --outdir dist

# Needs uv; run it after changing dependencies in pyproject.toml.
lock:  ## pin the newest versions of all dependencies
	@{ sed -n '/^#/p;/^#/!q' requirements-dev.lock; \
	  uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --upgrade --generate-hashes --quiet \
	    --no-header --no-annotate --no-emit-index-url --no-emit-find-links; } > requirements-dev.lock.new
	@mv requirements-dev.lock.new requirements-dev.lock

clean:  ## remove the environment and everything that tools left
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
