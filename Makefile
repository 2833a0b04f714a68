# Kompitie: make run starts it, make test checks it. Both set up all they need in .venv; nothing is done twice.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test lint types contracts catalogues unit fuzz bench locks vendored pictures clean system-tools

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The newest Python from 3.11 on that this machine has; PYTHON=… chooses another.
PYTHON ?= $(shell for one in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$one" && break; done)

help:
	@echo "make run      start Kompitie in the browser"
	@echo "make test     all checks (a few minutes)"
	@echo "make fuzz     long random searches"
	@echo "make bench    figures, one a line: name value unit"
	@echo "make locks    write the requirement files anew (needs uv)"
	@echo "make pictures take the pictures of the README anew"

run: $(VENV)/run.stamp
	@$(BIN)/kompitie $(ARGS)

test: lint types contracts catalogues vendored unit

lint: $(VENV)/dev.stamp
	@echo "== style"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "not formatted; do: $(BIN)/ruff format ."; exit 1; }

types: $(VENV)/dev.stamp
	@echo "== types"
	@$(BIN)/mypy

contracts: $(VENV)/dev.stamp
	@echo "== arrows between the parts"
	@$(BIN)/lint-imports --no-timings 2>/dev/null || $(BIN)/lint-imports

catalogues: $(VENV)/dev.stamp
	@echo "== texts in all languages"
	@$(BIN)/python build/catalogues.py --check

vendored: $(VENV)/dev.stamp
	@echo "== vendored files"
	@$(BIN)/python build/vendor.py --check
	@$(BIN)/python build/licences.py --check

unit: $(VENV)/dev.stamp system-tools
	@echo "== tests"
	@$(BIN)/pytest -n 2 $(ARGS)

fuzz: $(VENV)/dev.stamp system-tools
	@$(BIN)/pytest -n 2 -m fuzz $(ARGS)
	@$(BIN)/python -m tests.fuzz.kill --times 50

bench: $(VENV)/dev.stamp
	@for script in tests/bench/*.py; do $(BIN)/python "$$script"; done

# Chromium and pdftoppm are programs of the system: brought along where that is allowed, named where it is not.
system-tools:
	@build/system_tools.sh

pictures: $(VENV)/dev.stamp system-tools
	@$(BIN)/python build/screenshots.py

locks:
	build/lock.sh $(ARGS)

$(VENV)/bin/python:
	@[ -n "$(PYTHON)" ] || { echo "Kompitie needs Python 3.11 or newer: https://www.python.org or your system's packages"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python cannot make a virtual environment; on Debian or Ubuntu: apt-get install python3-venv"; exit 1; }

# What running needs; the longer list of the tests holds it too.
$(VENV)/run.stamp: requirements.txt pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $(VENV)/run.stamp $@

clean:
	rm -rf $(VENV) *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
