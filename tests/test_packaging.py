"""What installs is `boxwright` alone: descriptions, prompts and accepted boxes inside, nothing of a machine.

The slow tests install the wheel into a fresh environment, and use it from an empty folder as a user who is not root.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = (("descriptions", "*/*"), ("prompts", "**/*.md"), ("blackboxes/accepted", "*/*/*"), ("blackboxes/words", "*"))
OPENAI_AGENTS = "openai-agents==0.24.0"
"""The other package that is imported as `agents`."""


def run(*command: str | Path, cwd: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program that knows nothing of this checkout, and insist that it succeeds."""
    options.setdefault("env", clean_environment())
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MYPY", "PYTEST"))}


def build(target: str, folder: Path, checkout: Path = ROOT) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, cwd=checkout)
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def wheel(wheel_file: Path) -> set[str]:
    return set(content(wheel_file))


def content(wheel_file: Path) -> dict[str, int]:
    """Return a wheel's files, each with its checksum."""
    with zipfile.ZipFile(wheel_file) as archive:
        return {entry.filename: entry.CRC for entry in archive.infolist()}


def test_the_wheel_puts_one_name_into_an_environment(wheel: set[str]) -> None:
    top = {name.split("/")[0] for name in wheel}
    assert {name for name in top if not name.endswith(".dist-info")} == {
        "boxwright",
        "boxwright_chat.py",
        "boxwright_turns.py",
    }


def test_the_wheel_holds_the_collection(wheel: set[str]) -> None:
    for folder, pattern in SHIPPED:
        files = [p for p in (ROOT / folder).glob(pattern) if p.is_file() and "__pycache__" not in p.parts]
        assert files
        assert {f"boxwright/{p.relative_to(ROOT).as_posix()}" for p in files} - wheel == set()
    assert not [n for n in wheel if n.startswith(("tests/", "runs/", "benchmarks/", ".")) or "__pycache__" in n]
    assert "boxwright/py.typed" in wheel


def test_the_source_distribution_holds_every_room(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for room in ("agents", "blackboxes", "descriptions", "harness", "prompts", "sandbox"):
        assert any(name.startswith(f"boxwright/{room}/") for name in names), room
    assert {"pyproject.toml", "README.md", "LICENSE", "tests/test_packaging.py"} <= names


def test_the_source_distribution_builds_the_same_wheel(wheel_file: Path, tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))  # since 3.11.4
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert content(build("wheel", tmp_path, unpacked)) == content(wheel_file)


@dataclass(frozen=True)
class Installed:
    """The wheel in an environment of its own, and who uses it."""

    environment: Path
    empty: Path
    """The folder to work in; it and `home` belong to the user."""
    home: Path
    user: dict[str, Any] = field(default_factory=dict)
    """Options of `subprocess.run` that make a program run as a user who is not root."""

    @property
    def package(self) -> Path:
        (found,) = self.environment.glob("lib/python*/site-packages/boxwright")
        return found

    def boxwright(self, *words: str, home: Path | None = None, **options: Any) -> str:
        """Run a command as the user, who may write beside the package but must not. Return what it printed."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(home or self.home)}
        before = state(self.package.parent)
        program = self.environment / "bin" / "boxwright"
        done = run(program, *words, cwd=self.empty, env=environment, **self.user, **options)
        assert state(self.package.parent) == before
        return done.stdout


def state(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(p): (p.stat().st_mtime_ns, p.stat().st_size) for p in folder.rglob("*") if p.is_file()}


def ordinary_user() -> tuple[Path, dict[str, Any]]:
    """Return a Python and how to run it as a user who is not root: ourselves, or `nobody` where we are root."""
    pythons = [Path(sys.base_prefix) / "bin" / f"python{sysconfig.get_python_version()}"]
    if os.geteuid() != 0:
        return pythons[0], {}
    nobody = pwd.getpwnam("nobody")
    user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    pythons += [Path(found) for minor in (11, 12, 13, 14) if (found := shutil.which(f"python3.{minor}"))]
    pythons += sorted(Path("/usr/bin").glob("python3.[0-9][0-9]"))
    for python in pythons:
        try:
            probe = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
            if subprocess.run([python, "-c", probe], cwd="/", capture_output=True, check=False, **user).returncode == 0:
                return python, user
        except PermissionError:
            continue
    pytest.skip("we are root, and `nobody` may start no Python 3.11 or later here (all are in private folders)")


@pytest.fixture(scope="module")
def installed(wheel_file: Path) -> Iterator[Installed]:
    python, user = ordinary_user()
    place = Path(tempfile.mkdtemp(prefix="boxwright-installed-"))  # pytest's own folders are closed to other users
    try:
        place.chmod(0o755)
        made = Installed(place / "venv", place / "empty", place / "home", user)
        run(python, "-m", "venv", made.environment, cwd=place)
        (place / "pins.txt").write_text(pins())
        pip(made, "install", str(wheel_file), "-c", str(place / "pins.txt"))
        for folder in (made.empty, made.home):
            folder.mkdir()
        if user:
            for path in (made.empty, made.home, made.package, *made.package.rglob("*")):
                os.chown(path, user["user"], user["group"])
        yield made
    finally:
        shutil.rmtree(place)


def pins() -> str:
    """Return the pinned versions without their hashes, which pip would also ask of the wheel."""
    return "".join(f"{pin}\n" for pin in re.findall(r"^\w\S*==[^\\\n]*", (ROOT / "constraints.txt").read_text(), re.M))


def pip(installed: Installed, *words: str) -> None:
    run(installed.environment / "bin" / "python", "-m", "pip", *words, "--quiet", cwd=installed.environment)


def slow(test: Any) -> Any:
    """Mark a test of what is installed: left out by `make test`, and pip may take its time."""
    return pytest.mark.slow(pytest.mark.timeout(900)(test))


@slow
def test_the_user_is_not_root(installed: Installed) -> None:
    code = "import os; print(os.geteuid())"
    done = run(installed.environment / "bin" / "python", "-c", code, cwd=installed.empty, **installed.user)
    assert int(done.stdout) != 0


@slow
def test_installed_help_and_list_know_the_whole_collection(installed: Installed) -> None:
    before = set(installed.empty.iterdir())
    assert "Usage: boxwright" in installed.boxwright("--help")
    listed = json.loads(installed.boxwright("list", "--json"))
    here = run(sys.executable, "-m", "boxwright", "list", "--json", cwd=installed.empty, env={"PYTHONPATH": str(ROOT)})
    assert listed == json.loads(here.stdout)
    families = {row["id"].partition("/")[0] for row in listed}
    games = {path.parent.name for path in (ROOT / "blackboxes" / "reasoning").glob("*/__init__.py")}
    assert families == {path.name for path in (ROOT / "descriptions").iterdir()} | games
    assert set(installed.empty.iterdir()) == before


@slow
def test_installed_demo_builds_and_measures(installed: Installed) -> None:
    assert "100.0 %" in installed.boxwright("demo", "--folder", "demo")
    assert (installed.empty / "demo" / "runs" / "eval" / "results.sqlite").is_file()


@slow
def test_installed_boxes_can_be_called(installed: Installed) -> None:
    said = installed.boxwright("call", "encryption/zigzag_cipher", input='{"input": "discover"}\n')
    assert json.loads(said) == {"output": "doicvrse"}


@slow
@pytest.mark.parametrize("identifier", ["encryption/zigzag_cipher", "kumo/birds"])
def test_installed_builtin_players_are_measured(identifier: str, installed: Installed) -> None:
    said = installed.boxwright(
        *("eval", "--models", "builtin/oracle,builtin/random", "--boxes", identifier, "--samples", "2"),
        *("--out", identifier.replace("/", "-"), "--json"),
        home=Path("/nonexistent"),  # numba has nowhere to keep compiled code
    )
    scores = {row["model"]: row["accuracy"] for row in json.loads(said)["scores"] if row["scope"] == "*"}
    assert scores["builtin/oracle"] == 1.0
    assert scores.keys() == {"builtin/oracle", "builtin/random"}


@slow
def test_openai_agents_lives_in_the_same_environment(installed: Installed) -> None:
    pip(installed, "install", OPENAI_AGENTS)
    pip(installed, "check")
    code = "import agents, boxwright.agents as ours; print(agents.Agent.__module__, agents.__file__, ours.__file__)"
    done = run(installed.environment / "bin" / "python", "-c", code, cwd=installed.empty, **installed.user)
    module, theirs, ours = done.stdout.split()
    assert module.startswith("agents.")
    assert Path(theirs).parent == installed.package.parent / "agents"
    assert Path(ours).parent == installed.package / "agents"
    assert "Usage: boxwright build" in installed.boxwright("build", "--help")


USE = """\
import boxwright

ids: list[str] = boxwright.list_environments()
reveal_type(boxwright.load)
boxwright.load(1)
"""


@slow
def test_an_editable_install_is_imported_type_checked_and_tested(tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    (packages,) = tmp_path.glob("venv/lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    run(python, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "-e", ROOT, cwd=tmp_path)

    found = run(python, "-c", "import boxwright.agents as a; print(a.__file__)", cwd=tmp_path)
    assert Path(found.stdout.strip()).resolve() == ROOT / "agents" / "__init__.py"

    (tmp_path / "use.py").write_text(USE)
    checked = subprocess.run(
        [python, "-m", "mypy", "--strict", "use.py"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "boxwright.blackboxes.environment.Opened" in checked.stdout  # revealed: not Any
    assert re.findall(r"error: .*\[(.*)\]", checked.stdout) == ["arg-type"], checked.stdout

    tests = run(python, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", ROOT / "tests", cwd=tmp_path)
    assert re.search(r"\d{4} tests collected", tests.stdout)
