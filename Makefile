# `make demo` and `make test` are all that most people need; each sets up .venv first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-slow test-all check pins clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' constraints.txt > $(VENV)/uv.txt
	$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.txt
	.ci/install $(BIN)/python --require-hashes -r constraints.txt
	.ci/install $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY)
	$(BIN)/boxwright demo

# Two cores and a third worker: many tests wait for a sandbox or a server.
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal

test: $(READY) # without the tests marked slow: minutes on two cores
	$(PYTEST) -m "not slow" $(PYTEST_ARGS)

test-slow: $(READY)
	$(PYTEST) -m slow $(PYTEST_ARGS)

test-all: $(READY)
	$(PYTEST) $(PYTEST_ARGS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Resolve the dependencies again. No index address is written.
COMPILE = $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --no-emit-package boxwright
SAYS = echo '\# Every package that set-up installs, pinned with hashes; `make pins` writes this file.'

pins: $(READY)
	{ $(SAYS); $(COMPILE) --extra dev; } > constraints.txt.new
	mv constraints.txt.new constraints.txt
	for name in inspect openenv verifiers ray; do \
	  { $(SAYS); $(COMPILE) --extra test --extra parquet --extra study --extra $$name; } > .ci/pins/$$name.txt.new && \
	  mv .ci/pins/$$name.txt.new .ci/pins/$$name.txt || exit 1; done

clean:
	rm -rf $(VENV) .demo
