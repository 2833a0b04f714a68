# Kompitie: make run starts it, make test checks it. Both set up all they need in .venv; nothing is done twice.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test lint types contracts catalogues unit fuzz soak bench bench-others locks vendored pictures clean system-tools \
	bundle bundle-twice bundle-windows test-bundle

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What builds the double-click files holds what the program needs, PyInstaller, and nothing else: whatever is there may end up in them.
BUNDLE := .venv-bundle
# Another pairing program, which the bench measures beside Kompitie.
OTHERS := .venv-bench
# The newest Python from 3.11 on that this machine has; PYTHON=… chooses another.
PYTHON ?= $(shell for one in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$one" && break; done)

help:
	@echo "make run      start Kompitie in the browser"
	@echo "make test     all checks (a few minutes)"
	@echo "make fuzz     long random searches"
	@echo "make soak     half an hour of tournaments: does anything grow?"
	@echo "make bench    figures, one a line: name value unit"
	@echo "make bench-others    the figures of another pairing program; once it is installed make bench gives them too"
	@echo "make locks    write the requirement files anew (needs uv)"
	@echo "make pictures take the pictures of the README anew"
	@echo "make bundle   the double-click file and the folder for this system, in dist/, tried by the smoke test"
	@echo "make bundle-twice    the same built twice: the bytes must be equal"
	@echo "make bundle-windows  kompitie.exe, built and tried under Wine"
	@echo "make test-bundle     the smoke test of all that is in dist/, and engine, store and faults under the Python of Windows"

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
	@$(BIN)/python -m tests.fuzz.kill_program --times 300
	@$(BIN)/python -m tests.fuzz.damage --files 200

soak: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.fuzz.soak --minutes 30 $(ARGS)

bench: $(VENV)/dev.stamp
	@for script in $(filter-out tests/bench/others.py,$(wildcard tests/bench/[a-z]*.py)); do $(BIN)/python "$$script"; done
	@[ ! -f $(OTHERS)/bench.stamp ] || $(OTHERS)/bin/python tests/bench/others.py

bench-others: $(OTHERS)/bench.stamp
	@$(OTHERS)/bin/python tests/bench/others.py $(ARGS)

# Chromium and pdftoppm are programs of the system: brought along where that is allowed, named where it is not.
system-tools:
	@build/system_tools.sh

pictures: $(VENV)/dev.stamp system-tools
	@$(BIN)/python build/screenshots.py

bundle: $(BUNDLE)/bundle.stamp
	@$(BUNDLE)/bin/python build/bundle.py $(ARGS)
	@$(BUNDLE)/bin/python -m tests.bundle.smoke dist/kompitie
	@$(BUNDLE)/bin/python -m tests.bundle.smoke dist/kompitie-linux/kompitie --only the_day portable

bundle-twice: $(BUNDLE)/bundle.stamp
	@$(BUNDLE)/bin/python build/bundle.py --twice

bundle-windows: $(BUNDLE)/bundle.stamp
	@build/windows.sh build $(ARGS)
	@build/windows.sh smoke

test-bundle: $(BUNDLE)/bundle.stamp
	@for program in dist/kompitie dist/kompitie-linux/kompitie; do \
		[ ! -f "$$program" ] || $(BUNDLE)/bin/python -m tests.bundle.smoke "$$program"; done
	@[ ! -f dist/kompitie.exe ] || build/windows.sh smoke
	@echo "== engine, store and faults under the Python of Windows"
	@build/windows.sh unit $(ARGS)

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

# The Python that goes into a bundle must bring its shared library along (libpython3.….so), as those of distributions and installers do.
$(BUNDLE)/bundle.stamp: build/requirements-bundle.txt
	@$(PYTHON) -m venv $(BUNDLE)
	@$(BUNDLE)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps -r build/requirements-bundle.txt
	@touch $@

$(OTHERS)/bench.stamp: tests/bench/requirements.txt
	@[ -x $(OTHERS)/bin/python ] || $(PYTHON) -m venv $(OTHERS)
	@$(OTHERS)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@

clean:
	rm -rf $(VENV) $(BUNDLE) $(OTHERS) .venv-signatures .bundle-windows dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
