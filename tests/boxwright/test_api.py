"""The public API is what `__all__` promises, typed; `docs/evaluate.md` shows it, and `tests/test_docs.py` runs that."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import boxwright
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.sandbox import Launcher

ROOT = Path(__file__).resolve().parent.parent.parent
PROMISED = ["Episode", "Observation", "Plan", "Player", "evaluate", "list_environments", "load"]
TYPED = """\
import boxwright
from boxwright import Episode, Observation, Plan, Player, evaluate, list_environments, load


class Mine:
    def reply(self, observation: Observation) -> str:
        return observation.text


def make() -> Player:
    return Mine()


ids: list[str] = list_environments()
with load(ids[0]) as environment:
    episode = Episode(environment, Plan(turns=0, shots=1, samples=1, seed=1))
    while not episode.done:
        text: str = episode.step(Mine().reply(episode.observation))
for score in evaluate({"mine": make}, ids, turns=1):
    accuracy: float | None = score.accuracy
"""
WRONG = """\
from boxwright import Observation, evaluate


class Mine:
    def reply(self, observation: Observation) -> int:
        return observation.refusals


evaluate({"mine": Mine}, ["encryption/*"])
reveal_type(evaluate)
"""


def checked(source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Check a user's module with mypy, strictly."""
    (folder / "mine.py").write_text(source)
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n")
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "mine.py"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_else_is_promised() -> None:
    assert boxwright.__all__ == PROMISED
    for name in PROMISED:
        assert inspect.getdoc(getattr(boxwright, name)), name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        boxwright.nothing  # noqa: B018


def test_importing_it_imports_nothing_heavy() -> None:
    code = "import sys, boxwright; print(sorted({'pydantic', 'numpy', 'sqlite3', 'click'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_it_is_typed(tmp_path: Path) -> None:
    right = checked(TYPED, tmp_path)
    assert right.returncode == 0, right.stdout
    wrong = checked(WRONG, tmp_path)
    assert "Mine" in wrong.stdout
    assert 'Revealed type is "def (' in wrong.stdout
    assert "error: " in wrong.stdout


def test_every_environment_is_listed_and_can_be_loaded(launcher: Launcher) -> None:
    ids = boxwright.list_environments(ROOT)
    assert ids == sorted(set(ids))
    firsts = {identifier.split("/")[0]: identifier for identifier in reversed(ids)}
    assert {"encryption", "kumo", "physics"} <= firsts.keys()
    for identifier in firsts.values():
        with boxwright.load(identifier, ROOT, launcher=launcher) as environment:
            assert boxwright.Episode(environment, boxwright.Plan(turns=1, shots=1, samples=1, seed=3)).message


class Answers:
    """Knows one plaintext only."""

    def reply(self, observation: boxwright.Observation) -> str:
        return "QUERY: abc" if observation.kind == "query" else "ANSWER: 1 2 3"


@pytest.mark.parametrize("players", [{"mine": Answers}, ["builtin/constant"]])
def test_evaluate_measures_own_and_named_players(
    players: dict[str, Callable[[], boxwright.Player]] | list[str], launcher: Launcher
) -> None:
    scores = boxwright.evaluate(
        players, ["encryption/char_to_num"], folder=ROOT, launcher=launcher, turns=1, samples=2, seed=4
    )
    assert {score.scope for score in scores} == {"encryption/char_to_num", "encryption/*", "*"}
    assert [score.accuracy for score in scores] == [0.0] * 3
    assert scores[0].outcomes["wrong"] == 2


def test_faults_are_exceptions_of_one_kind(tmp_path: Path, launcher: Launcher) -> None:
    with pytest.raises(BoxwrightError, match="no accepted box"):
        boxwright.load("encryption/nothing", ROOT, launcher=launcher)
    with pytest.raises(BoxwrightError, match="no environment matches 'nothing'"):
        boxwright.evaluate(["builtin/oracle"], ["nothing"], folder=ROOT, launcher=launcher)

    class Broken:
        def reply(self, observation: boxwright.Observation) -> str:
            raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="1 of 1 episodes failed, first: broken on encryption/char_to_num"):
        boxwright.evaluate({"broken": Broken}, ["encryption/char_to_num"], folder=ROOT, launcher=launcher, turns=1)
