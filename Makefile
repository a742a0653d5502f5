# The two commands: `make demo` and `make test` do all set-up in .venv and then their work.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test check pins clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY)
	$(BIN)/boxwright demo

test: $(READY)
	$(BIN)/python -m pytest -n 2 $(PYTEST_ARGS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Resolve the dependencies anew (needs uv on PATH). Neither hosts nor addresses are written.
pins:
	{ echo '# Every package that set-up installs, pinned with hashes; `make pins` writes this file.'; \
	  uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-header --no-annotate; } > constraints.txt.new
	mv constraints.txt.new constraints.txt

clean:
	rm -rf $(VENV) .demo
