# One door to everything: `make help` lists it.
#
# The first run makes a virtual environment, installs the locked packages and compiles the kernels; files named
# .ready-* in the environment remember what was done, so that a step runs again only when what it reads changed.

PYTHON ?=
# Another interpreter gets an environment of its own: `make test PYTHON=python3.13`.
VENV ?= .venv$(if $(PYTHON),-$(notdir $(PYTHON)))
WORKERS ?= 2
# Many tests wait for a process they have started: one worker more than cores keeps the cores busy.
TESTERS ?= 3
ARGS ?=

PY := $(VENV)/bin/python
READY := $(VENV)/.ready-play $(VENV)/.ready-test
# The locks name everything, so that pip has nothing to resolve: left to itself it looks at newer releases for the
# extras of a package. A locked source package would need build tools that nobody locked: wheels only.
LOCKED := --require-hashes --no-deps --only-binary :all:
INSTALL := $(PY) -m pip --disable-pip-version-check install $(LOCKED)
KERNELS := $(wildcard src/stolik/kernels/*.pyx src/stolik/kernels/*.pxd)
CATALOGUES := $(wildcard src/stolik/texts/*/LC_MESSAGES/*.po)
CLIENT := tools/client.py $(shell find frontend -name node_modules -prune -o -type f -print)
SAY := @printf '\n==> %s\n'
# What pip and the compiler say matters when they fail: it is in this log, and shown then.
QUIETLY = tools/quietly.sh $(VENV)/set-up.log

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play serve test steady checked matrix lint types contracts bench screenshots lexicons wheel soak rules-coverage texts protocol playthrough \
    cluster locks audit clean

help: ## list what make can do
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do \
	    printf '  make %-15s %s\n' "$$name" "$$text"; done

play: $(VENV)/.ready-play $(VENV)/.ready-client ## open the browser on a game against a gentle bot (`stolik play`: in the terminal)
	@$(VENV)/bin/stolik serve --open $(ARGS)

serve: $(VENV)/.ready-play $(VENV)/.ready-client ## run the server (ARGS="--host 0.0.0.0" lets others on your network come)
	@$(VENV)/bin/stolik serve $(ARGS)

test: $(READY) $(VENV)/.ready-client ## run the tests (ARGS="-k name": only some)
	$(SAY) "Tests"
	@$(PY) -m tools.run_tests -n $(TESTERS) --dist worksteal --durations 10 --durations-min 5 $(ARGS)

steady: $(READY) $(VENV)/.ready-client ## run tests five times beside busy loops (ARGS=tests/browser/test_app.py)
	@$(PY) -m tools.run_tests --steady $(ARGS)

checked: $(READY) $(VENV)/.ready-checked ## run the kernels' tests on kernels compiled with every check on
	@$(PY) -m pytest -n $(TESTERS) --dist worksteal --checked-kernels tests/kernels tests/reference $(ARGS)

matrix: ## run a short selection of the tests on every Python from 3.11 on that is found (ARGS=--newest: only on that)
	@tools/matrix.sh $(ARGS)

lint: $(READY) ## check style and formatting
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

types: $(READY) $(VENV)/.ready-client ## check types
	@$(PY) -m mypy
	@$(PY) tools/client.py --check

contracts: $(READY) ## check which layer imports which
	@$(VENV)/bin/lint-imports

bench: $(READY) ## measure speed and sizes
	@for benchmark in bench/*.py; do printf '\n==> %s\n' "$$benchmark"; $(PY) "$$benchmark" || exit 1; done

screenshots: $(READY) $(VENV)/.ready-client ## take a picture of every page and game (ARGS="board home": only some)
	@$(PY) -m tools.screenshots $(ARGS)

lexicons: $(VENV)/.ready-play $(VENV)/.ready-lexicons ## make the word lists again from their public sources and show the difference
	@$(PY) -m tools.lexicons $(ARGS)

wheel: $(VENV)/.ready-play $(VENV)/.ready-client ## build dist/stolik-*.whl
	@rm -rf dist
	@$(PY) -m pip --disable-pip-version-check wheel --no-build-isolation --no-deps --wheel-dir dist .

soak: $(READY) $(VENV)/.ready-client $(VENV)/.ready-checked ## run what takes longer than `make test`; stop and go on at will
	@$(PY) -m tools.soak $(ARGS)

rules-coverage: $(READY) ## list every rule, our clause for it and its tests; fail on a gap
	@$(PY) -m tools.rules_coverage $(ARGS)

texts: $(VENV)/.ready-play ## bring the catalogues of other languages in step with the texts of the code
	@$(PY) -m tools.texts $(ARGS)

protocol: $(READY) ## write the TypeScript types of the protocol and of every game again
	@$(PY) -m tools.protocol_types

playthrough: $(READY) ## write the readable games of tests/playthroughs again
	@$(PY) -m tools.playthrough

cluster: $(READY) ## run three nodes with PostgreSQL, Redis and a load balancer (ARGS="--folder DIR")
	@$(PY) -m tools.cluster $(ARGS)

locks: ## make requirements/*.txt again from pyproject.toml (ARGS=--upgrade for newer versions)
	@$(MAKE) --no-print-directory VENV=.venv-locks .venv-locks/.ready-locks
	@.venv-locks/bin/python -m tools.locks $(ARGS)

audit: ## ask PyPI whether a locked package has a known weakness (needs a network; says so where there is none)
	@$(MAKE) --no-print-directory VENV=.venv-audit .venv-audit/.ready-audit
	@.venv-audit/bin/python -m tools.audit $(ARGS)

clean: ## remove what was built; the environment and the word lists' caches stay
	rm -rf build dist src/stolik.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	rm -f src/stolik/kernels/*.so src/stolik/kernels/*.c src/stolik/texts/*/LC_MESSAGES/*.mo
	rm -rf src/stolik/web/built frontend/node_modules
	rm -f $(VENV)/.ready-play $(VENV)/.ready-client $(VENV)/.ready-test $(VENV)/.ready-checked

# --- the environment ---------------------------------------------------------------------------------------------

$(VENV)/.ready-python:
	@python=$$(tools/check_machine.sh "$(PYTHON)") || exit 1; \
	if ! $(PY) -m pip --version >/dev/null 2>&1; then \
	    printf '\n==> Making %s with %s\n' "$(VENV)" "$$python"; \
	    "$$python" -m venv --clear "$(VENV)" || exit 1; \
	fi
	@touch $@

# The build tools are installed by hash beside the program and the package is built without isolation: pip would
# otherwise fetch unlocked ones into a throw-away directory at every build.
$(VENV)/.ready-packages: $(VENV)/.ready-python requirements/run.txt requirements/build.txt
	$(SAY) "Installing the packages that the program needs"
	@$(QUIETLY) $(INSTALL) -r requirements/run.txt -r requirements/build.txt
	@touch $@

# Editable: the source tree is what runs. Without the kernels, which the next step compiles where they changed.
$(VENV)/.ready-package: $(VENV)/.ready-packages pyproject.toml setup.py
	$(SAY) "Installing Stolik itself"
	@STOLIK_KERNELS=0 STOLIK_CLIENT=0 $(QUIETLY) $(PY) -m pip --disable-pip-version-check install \
	    --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.ready-play: $(VENV)/.ready-package setup.py $(KERNELS) $(CATALOGUES)
	@tools/check_machine.sh "$(PY)" >/dev/null
	$(SAY) "Compiling the kernels (about a minute the first time)"
	@$(QUIETLY) $(PY) setup.py build_catalogues build_ext --inplace --parallel $(WORKERS)
	@touch $@

# Node of the system if it is new enough, else the one that comes as a wheel.
$(VENV)/.ready-client: $(VENV)/.ready-python requirements/client.txt $(CLIENT)
	$(SAY) "Building the web client"
	@$(PY) tools/client.py --has-node || $(QUIETLY) $(INSTALL) -r requirements/client.txt
	@$(QUIETLY) $(PY) tools/client.py
	@touch $@

# The wheels of the run-time packages are kept, so that the test of our own wheel needs no network.
$(VENV)/.ready-test: $(VENV)/.ready-packages requirements/test.txt
	$(SAY) "Installing the packages that the tests need"
	@$(QUIETLY) $(INSTALL) -r requirements/test.txt
	@$(QUIETLY) $(PY) -m pip --disable-pip-version-check download $(LOCKED) \
	    --dest build/wheelhouse -r requirements/run.txt
	@touch $@

$(VENV)/.ready-checked: $(VENV)/.ready-packages setup.py $(KERNELS)
	$(SAY) "Compiling the kernels with every check on, for the tests"
	@STOLIK_CHECKED=1 $(QUIETLY) $(PY) setup.py build_ext --parallel $(WORKERS) \
	    --build-lib build/checked --build-temp build/checked-temp
	@touch $@

$(VENV)/.ready-lexicons: $(VENV)/.ready-packages requirements/lexicons.txt
	$(SAY) "Installing the packages that the word lists are made from"
	@$(QUIETLY) $(INSTALL) -r requirements/lexicons.txt
	@touch $@

$(VENV)/.ready-audit: $(VENV)/.ready-python requirements/audit.txt
	$(SAY) "Installing the auditor"
	@$(QUIETLY) $(INSTALL) -r requirements/audit.txt || { echo "audit: NOT AUDITED: pip-audit could not be installed"; exit 2; }
	@touch $@

$(VENV)/.ready-locks: $(VENV)/.ready-python requirements/locks.txt
	$(SAY) "Installing the resolver"
	@$(QUIETLY) $(INSTALL) -r requirements/locks.txt
	@touch $@
