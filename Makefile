# make audit                       audit the lab's archetypes (no internet needed) and print the verdicts
# make audit MUNICIPIO=santa-rita  audit a real municipality
# make test                        static checks and all tests
# make lab                         the lab's own tests, then an audit of all its portals with their scores
# make soak                        the long tests of trust: attacks and faults in full
# make check                       formatting, lint and types only
# make bench                       time, memory and traffic per portal of the lab
# make experiment                  compare the strategies on the lab (OPTIONS="--runs 3 --strategies bfs,best"), an HTML report
# make docs                        build the documentation site into build/site
# make clean                       remove caches and build products; .venv and audits/ stay

MUNICIPIO ?=
# Tests drive browsers, which wait more than they work: five files of tests at a time, whatever the cores.
WORKERS ?= 5
OPTIONS ?=
BIN := .venv/bin
# Chromium has no sandbox for root; who runs make as root, as in a container, accepts that (CHROMIUM_SANDBOX=on: refuse).
ifeq ($(shell id -u),0)
export CHROMIUM_SANDBOX ?= off
endif

# Tests start hundreds of processes of the program: each would compile it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup dev audit test lab soak style check bench experiment docs clean

setup:
	@./setup.sh lab

dev:
	@./setup.sh dev

audit: setup
	@$(if $(MUNICIPIO),$(BIN)/scrapy audit "$(MUNICIPIO)",$(BIN)/python -m lab audit)

# mypy, which takes one core for half a minute, does so beside the tests.
# In a fresh tree everything is loaded, and so compiled, once meanwhile: else each of the workers compiles all of it at the same moment.
# What fails is tried once more, since machines are noisy, and the summary names it (RERUN): such a test wants mending.
test: style
	@$(BIN)/mypy & types=$$!; \
	[ -d tests/__pycache__ ] || $(BIN)/python -m pytest --collect-only -qq >/dev/null; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --reruns 1; tests=$$?; \
	wait $$types && exit $$tests

lab: dev
	@$(BIN)/python -m pytest lab/tests -n $(WORKERS) --dist loadfile --reruns 1
	@$(BIN)/python -m lab audit --portals todos --saida audits/lab

soak: dev
	@$(BIN)/python -m pytest tests lab/tests -m soak

style: dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/oxlint --quiet --deny-warnings transparency
	@$(BIN)/oxfmt --check 'transparency/**/*.js' >/dev/null
	@$(BIN)/lint-imports --no-logo

check: style
	@$(BIN)/mypy

bench: dev
	@$(BIN)/python -m lab bench

experiment: dev
	@$(BIN)/scrapy experiment --portals lab $(OPTIONS)

# Its packages are needed by nobody else: they are installed when the site is first built.
docs: dev
	@$(BIN)/python -c 'import material, mkdocs_static_i18n' 2>/dev/null || \
		$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "build/site/index.html"

clean:
	@rm -rf build dist .eggs *.egg-info .pytest_cache .ruff_cache .mypy_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
