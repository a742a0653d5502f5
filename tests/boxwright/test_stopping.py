"""Signals: none is without effect, wherever it strikes; and what was done by then is kept, on every launcher."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import SandboxUnavailable, open_launcher
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe
from tests.sandbox.conftest import LAUNCHERS, without_engine

ROOT = Path(__file__).resolve().parents[2]
ID = "encryption/caesar"
DESCRIPTION = describe(ID, CAESAR_FRONT, CAESAR_RULE)
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}

STRUCK = """
import sys, time
import boxwright.cli

class Finalized:
    def __del__(self):
        print("now", flush=True)
        time.sleep(0.3)

class Named:
    def __set_name__(self, owner, name):
        print("now", flush=True)
        time.sleep(0.3)

def finalizer():
    held = Finalized()
    del held

def making_of_a_class():
    type("Owner", (), {"named": Named()})

def work(*about, **options):
    try:
        globals()[sys.argv[1]]()
        time.sleep(60)
    finally:
        time.sleep(1.2)  # a cleanup, which the signal must not break a second time
        print("cleaned up", flush=True)

boxwright.cli.cli.main = work
boxwright.cli.main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("where", ["finalizer", "making_of_a_class"])
def test_a_signal_that_python_swallows_or_wraps_still_ends_the_command(number: signal.Signals, where: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", STRUCK, where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert out == "cleaned up\n"
    assert "Exception ignored" not in err and "Traceback" not in err, err
    assert process.returncode == CODES[number]


NURSERY = '''
"""Imports everything once, then forks a command for each line it reads: commands begin at once."""
import datetime, json, os, random, sys, time
import boxwright.cli
import boxwright.commands.build, boxwright.commands.evaluate, boxwright.commands.shared
import boxwright.agents.box.build, boxwright.harness.evaluation.worker, boxwright.harness.analysis.metrics
import langgraph.checkpoint.sqlite, scipy.stats, docker
from boxwright.harness.chat.api import Reply, Usage
from tests.agents.script import ScriptedModel, play_by_rule

class Counted(ScriptedModel):
    """A scripted model that notes each request in a file, before it thinks about it."""

    def ask(self, request):
        with open("asked", "a") as file:
            file.write(f"{request.role} {request.step}\\n")
        time.sleep(0.01)
        if request.role != "player":
            return super().ask(request)
        return Reply(text=play_by_rule(request), usage=Usage(input=7, output=3, calls=1), model="script")

def jump():
    """Let every look at the calendar see one ten years before or after the truth."""
    rng, true = random.Random(1), time.time_ns
    time.time_ns = lambda: true() + rng.choice((-1, 1)) * 315_576_000 * 10**9
    time.time = lambda: time.time_ns() / 1e9

    class Jumping(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.fromtimestamp(time.time(), tz)

    ours = [module for name, module in sys.modules.items() if name.startswith("boxwright.") and module]
    seeing = [module for module in ours if getattr(module, "datetime", None) is datetime.datetime]
    assert seeing
    for module in seeing:
        module.datetime = Jumping

def command(arguments):
    if arguments["jumping"]:
        jump()
    os.chdir(arguments["cwd"])
    for stream, name in ((1, "out"), (2, "err")):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(file, stream)
    opened = lambda *about, **how: Counted()
    boxwright.commands.build.open_named = boxwright.commands.evaluate.open_named = opened
    boxwright.cli.main(arguments["argv"])

print("ready", flush=True)
for line in sys.stdin:
    child = os.fork()
    if not child:
        sys.stdin.close()
        command(json.loads(line))
    print(child, flush=True)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
'''


@dataclass
class Nursery:
    """Where commands are run, and stopped in their middle."""

    process: subprocess.Popen[str]

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def run(
        self, place: Path, *argv: str, stop: tuple[signal.Signals, float] | None = None, jumping: bool = False
    ) -> int:
        """Run a command, stopped by a signal after some seconds; return its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"argv": argv, "cwd": str(place), "jumping": jumping}) + "\n")
        self.process.stdin.flush()
        child = int(self._line())
        if stop is not None:
            time.sleep(stop[1])
            with suppress(ProcessLookupError):
                os.kill(child, stop[0])
        return int(self._line())


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    ) as process:
        found = Nursery(process)
        assert found._line() == "ready"
        yield found
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture(scope="module", params=LAUNCHERS)
def sandbox(request: pytest.FixtureRequest) -> str:
    try:
        open_launcher(request.param).close()
    except SandboxUnavailable as missing:
        without_engine(str(missing))
    return str(request.param)


def new_place(folder: Path) -> Path:
    """A workspace with a description and a model, nothing else."""
    (folder / "descriptions" / "encryption").mkdir(parents=True)
    (folder / "boxwright.yaml").write_text("collection: none\n")
    (folder / "models.yaml").write_text("models:\n  - {name: script, provider: relay}\n")
    (folder / "descriptions" / f"{ID}.md").write_text(DESCRIPTION.text)
    return folder


BUILD = ("build", ID, "--model", "script", "--resume")
EVAL = ("eval", "--models", "script", "--boxes", ID, "--turns", "3", "--samples", "3", "--runs", "12")
EVAL += ("--concurrency", "4", "--out", "results")


def built(place: Path) -> dict[str, Any]:
    """What a build leaves, without what says when and how long."""
    folder = Workspace(place, True, None).own_folder(ID)
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["run"], manifest["seal"]
    texts = {name: (folder / name).read_text() for name in ("box.py", "recording.jsonl")}
    return {"manifest": manifest, **texts, "files": sorted(p.name for p in folder.iterdir())}


def asked(place: Path) -> list[str]:
    return (place / "asked").read_text().splitlines()


@dataclass(frozen=True)
class Whole:
    """What comes of a command that nobody stops."""

    seconds: float
    result: object
    asked: int
    place: Path


@pytest.fixture(scope="module")
def whole_build(nursery: Nursery, sandbox: str, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    place = new_place(tmp_path_factory.mktemp("build"))
    began = time.monotonic()
    assert nursery.run(place, *BUILD, "--sandbox", sandbox) == 0, (place / "err").read_text()
    return Whole(time.monotonic() - began, built(place), len(asked(place)), place)


@pytest.fixture(scope="module")
def whole_evaluation(nursery: Nursery, sandbox: str, whole_build: Whole) -> Whole:
    place = whole_build.place
    (place / "asked").unlink()
    began = time.monotonic()
    assert nursery.run(place, *EVAL, "--sandbox", sandbox) == 0, (place / "err").read_text()
    return Whole(time.monotonic() - began, exported(nursery, place), len(asked(place)), place)


def exported(nursery: Nursery, place: Path) -> str:
    assert nursery.run(place, "export", "results") == 0
    return (place / "out").read_text()


def stopped_and_resumed(
    nursery: Nursery,
    place: Path,
    command: tuple[str, ...],
    again: tuple[str, ...],
    whole: Whole,
    seed: int,
    jumping: bool = False,
    moments: int = 5,
) -> int:
    """Stop a command at random moments, each time resumed; return how often it was really stopped."""
    rng, stops, codes = random.Random(seed), 0, []
    for _ in range(moments):
        number = rng.choice(SIGNALS)
        stop = (number, rng.uniform(0, whole.seconds))
        codes.append(nursery.run(place, *command, stop=stop, jumping=jumping))
        err = (place / "err").read_text()
        assert "Traceback" not in err, err
        if codes[-1] == 0:
            break
        assert codes[-1] in (CODES[number], -number), err
        stops, command = stops + 1, again
    else:
        code = nursery.run(place, *again, jumping=jumping)
        assert code == 0, (place / "err").read_text()
    return stops


@pytest.fixture(scope="module")
def locally(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> tuple[Whole, Whole]:
    """A build and an evaluation that nobody stops, in the sandbox that begins soonest."""
    place, found = new_place(tmp_path_factory.mktemp("locally")), []
    for command, result in ((BUILD, built), (EVAL, partial(episodes, nursery))):
        began = time.monotonic()
        assert nursery.run(place, *command, "--sandbox", "local") == 0, (place / "err").read_text()
        seconds = time.monotonic() - began
        found.append(Whole(seconds, result(place), len(asked(place)), place))
        (place / "asked").unlink(missing_ok=True)
    return found[0], found[1]


def episodes(nursery: Nursery, place: Path) -> list[str]:
    """What an evaluation exports but for its first line, which names the sandbox."""
    return exported(nursery, place).splitlines()[1:]


def test_a_few_moments_on_every_launcher_and_the_same_bytes_on_all(
    nursery: Nursery, sandbox: str, locally: tuple[Whole, Whole], tmp_path: Path
) -> None:
    """Two moments each in every run of the tests; `docker-strict`, which builds for a minute, only evaluates here.

    The calendar, which has nothing to do with the launcher, jumps meanwhile under one of them.
    """
    whole, evaluated = locally
    place, strict, jumping = new_place(tmp_path), sandbox == "docker-strict", sandbox == "bubblewrap"
    if strict:
        shutil.copytree(whole.place / "blackboxes", place / "blackboxes")
    else:
        command = (*BUILD, "--sandbox", sandbox)
        stops = stopped_and_resumed(nursery, place, command, command, whole, 2, jumping, moments=2)
        assert built(place) == whole.result
        assert len(asked(place)) <= whole.asked + stops
        (place / "asked").unlink()
    evaluate = (*EVAL, "--sandbox", sandbox)
    paced = replace(evaluated, seconds=evaluated.seconds * (5 if strict else 1))
    stops = stopped_and_resumed(nursery, place, evaluate, (*evaluate, "--resume"), paced, 3, jumping, moments=2)
    assert episodes(nursery, place) == evaluated.result
    assert len(asked(place)) <= evaluated.asked + 4 * stops


@pytest.mark.slow
@pytest.mark.timeout(1_500)
def test_sixty_signals_at_24_episodes_at_once_end_it_cleanly(
    nursery: Nursery, locally: tuple[Whole, Whole], record_property: Callable[[str, object], None]
) -> None:
    place, rng, stopped = locally[1].place, random.Random(24), 0
    command = (*EVAL, "--sandbox", "local", "--runs", "24", "--concurrency", "24", "--out")
    began = time.monotonic()
    assert nursery.run(place, *command, "whole") == 0
    seconds = time.monotonic() - began
    for trial in range(60):
        number = rng.choice((signal.SIGINT, signal.SIGTERM))
        code = nursery.run(place, *command, f"trial-{trial}", stop=(number, rng.uniform(0, seconds)))
        err = (place / "err").read_text()
        assert "Traceback" not in err, err
        assert code in (0, CODES[number], -number), err
        stopped += code != 0
    assert stopped > 30
    record_property("stops", stopped)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_build_that_is_stopped_at_random_moments_ends_in_the_same_bytes(
    nursery: Nursery,
    sandbox: str,
    whole_build: Whole,
    tmp_path: Path,
    seed: int,
    record_property: Callable[[str, object], None],
) -> None:
    place = new_place(tmp_path)
    command = (*BUILD, "--sandbox", sandbox)
    stops = stopped_and_resumed(nursery, place, command, command, whole_build, seed)
    assert built(place) == whole_build.result
    assert len(asked(place)) <= whole_build.asked + stops
    record_property("stops", stops)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_an_evaluation_that_is_stopped_at_random_moments_ends_in_the_same_bytes(
    nursery: Nursery,
    sandbox: str,
    whole_evaluation: Whole,
    tmp_path: Path,
    seed: int,
    record_property: Callable[[str, object], None],
) -> None:
    place = whole_evaluation.place
    (place / "asked").unlink(missing_ok=True)
    with moved(place / "results", tmp_path):
        command = (*EVAL, "--sandbox", sandbox)
        stops = stopped_and_resumed(nursery, place, command, (*command, "--resume"), whole_evaluation, seed)
        assert exported(nursery, place) == whole_evaluation.result
    assert len(asked(place)) <= whole_evaluation.asked + 4 * stops
    record_property("stops", stops)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_a_clock_that_jumps_by_ten_years_changes_nothing(
    nursery: Nursery, sandbox: str, whole_build: Whole, whole_evaluation: Whole, tmp_path: Path, seed: int
) -> None:
    """Nothing waits for the calendar, nothing is ordered by it; the clock jumps at each look, also after a stop."""
    place = new_place(tmp_path)
    build, evaluate = (*BUILD, "--sandbox", sandbox), (*EVAL, "--sandbox", sandbox)
    stops = stopped_and_resumed(nursery, place, build, build, whole_build, seed, jumping=True)
    assert built(place) == whole_build.result
    assert len(asked(place)) <= whole_build.asked + stops
    (place / "asked").unlink()
    again = (*evaluate, "--resume")
    stops = stopped_and_resumed(nursery, place, evaluate, again, whole_evaluation, seed, jumping=True)
    assert exported(nursery, place) == whole_evaluation.result
    assert len(asked(place)) <= whole_evaluation.asked + 4 * stops


@contextmanager
def moved(folder: Path, elsewhere: Path) -> Iterator[None]:
    """Let a folder not be there meanwhile; what takes its place is kept elsewhere."""
    folder.rename(elsewhere / "before")
    yield
    folder.rename(elsewhere / "after")
    (elsewhere / "before").rename(folder)
