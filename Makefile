# make audit                       audit the lab's portals (no internet needed) and print the verdicts
# make audit MUNICIPIO=santa-rita  audit a real municipality
# make test                        static checks and all tests
# make check                       formatting, lint and types only
# make bench                       time, memory and traffic per portal of the lab
# make experiment                  compare the strategies on the lab (OPTIONS="--runs 3 --strategies bfs,best"), an HTML report
# make clean                       remove caches and build products; .venv and audits/ stay

MUNICIPIO ?=
# Tests drive browsers, which wait more than they work: two files of tests at a time, whatever the cores.
WORKERS ?= 2
OPTIONS ?=
BIN := .venv/bin

.PHONY: setup audit test check bench experiment clean

setup:
	@./setup.sh

audit: setup
	@$(if $(MUNICIPIO),$(BIN)/scrapy audit "$(MUNICIPIO)",$(BIN)/python -m lab audit)

test: check
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

check: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: setup
	@$(BIN)/python -m lab bench

experiment: setup
	@$(BIN)/scrapy experiment --portals lab $(OPTIONS)

clean:
	@rm -rf build dist .eggs *.egg-info .pytest_cache .ruff_cache .mypy_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
