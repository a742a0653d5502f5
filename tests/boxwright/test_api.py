"""The public API is what `__all__` promises, typed; `docs/evaluate.md` shows it, and `tests/test_docs.py` runs that."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boxwright
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.sandbox import Launcher

ROOT = Path(__file__).resolve().parent.parent.parent
PROMISED = [
    *("Episode", "Observation", "Plan", "Player", "TextEnv", "TextEnvs"),
    *("evaluate", "list_environments", "load", "make_pool"),
]
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
            turns = environment.environment.turns(identifier, 1)
            assert boxwright.Episode(environment, boxwright.Plan(turns=turns, shots=1, samples=1, seed=3)).message


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


BOX = "circuit/and_tree"


@pytest.mark.parametrize(
    ("players", "environments", "settings", "says"),
    [
        ({"mine": Answers()}, BOX, {}, "the player 'mine' is a player; give the class or function that creates one"),
        ({"mine": 7}, BOX, {}, "the player 'mine' is not a class or function that creates a player"),
        ({"mine": object}, BOX, {}, r"the player 'mine' has no method reply\(observation\)"),
        ({"builtin/oracle": Answers}, BOX, {}, "a player of your own cannot be named 'builtin/oracle'"),
        ({"player/mine": Answers}, BOX, {}, "a player of your own cannot be named 'player/mine'"),
        ([Answers], BOX, {}, "players must be names, or a mapping"),
        ([], BOX, {}, "no players are named"),
        ("builtin/oracle", [], {}, "no environments are named"),
        ("builtin/oracle", BOX, {"concurrency": 0}, "concurrency must be a whole number of at least 1, not 0"),
        ("builtin/oracle", BOX, {"concurrency": "4"}, "concurrency must be a whole number of at least 1, not '4'"),
        ("builtin/oracle", BOX, {"turnz": 1}, r"evaluate\(turnz=...\): no such setting; there are: turns, shots"),
        ("builtin/oracle", BOX, {"models": ()}, r"evaluate\(models=...\): no such setting"),
        ("builtin/oracle", BOX, {"turns": -1}, r"evaluate\(turns=-1\): input should be greater than or equal to 0"),
        ("builtin/oracle", BOX, {"options": {"kumoo": {}}}, "'kumoo' does not exist .did you mean kumo"),
        (
            "builtin/oracle",
            BOX,
            {"options": {"circuit": {"a": "1"}}},
            "--option circuit.a: no such option; there are: none",
        ),
    ],
)
def test_what_cannot_be_evaluated_is_refused_before_anything_is_written(
    players: Any, environments: Any, settings: dict[str, Any], says: str, launcher: Launcher, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(BoxwrightError, match=says):
        boxwright.evaluate(players, environments, folder=ROOT, out=out, launcher=launcher, **settings)
    assert not out.exists()


def test_one_name_may_stand_alone(launcher: Launcher) -> None:
    scores = boxwright.evaluate("builtin/oracle", BOX, folder=ROOT, launcher=launcher, turns=1, samples=1)
    assert [score.accuracy for score in scores] == [1.0] * 3


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (lambda: object(), r"mine: what makes the player gave a value of type object, which has no method reply"),
        (lambda: Says(None), r"the player mine must return a text \(str\), not None"),
        (lambda: Says(3), r"the player mine must return a text \(str\), not a value of type int"),
    ],
)
def test_a_player_must_reply_with_text(player: Callable[[], Any], says: str, launcher: Launcher) -> None:
    with pytest.raises(RuntimeError, match=says):
        boxwright.evaluate({"mine": player}, BOX, folder=ROOT, launcher=launcher, turns=1, samples=1)


class Says:
    """Always replies the same, whatever it is."""

    def __init__(self, said: Any) -> None:
        self.said = said

    def reply(self, observation: boxwright.Observation) -> Any:
        return self.said


@pytest.mark.parametrize("reply", [None, 5, b""])
def test_a_step_takes_text_and_nothing_else(reply: Any, launcher: Launcher) -> None:
    with boxwright.load(BOX, ROOT, launcher=launcher) as environment:
        episode = boxwright.Episode(environment, boxwright.Plan(turns=1, shots=1, samples=1, seed=3))
        before = episode.record
        with pytest.raises(BoxwrightError, match=r"the player must return a text \(str\)"):
            episode.step(reply)
        assert episode.record == before
        assert not episode.done


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("turns", -1, "turns must be a whole number of at least 0, not -1"),
        ("turns", "3", "turns must be a whole number of at least 0, not '3'"),
        ("turns", True, "turns must be a whole number"),
        ("shots", 0, "shots must be a whole number of at least 1, not 0"),
        ("samples", -1, "samples must be a whole number of at least 0, not -1"),
        ("seed", "x", "seed must be a whole number, not 'x'"),
        ("reveal", "late", "reveal must be one of adaptive, non-adaptive, not 'late'"),
        ("answers", "poem", "answers must be one of direct, code, not 'poem'"),
        ("options", {}, "options must be what an environment's read_options returns"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(field: str, value: Any, says: str) -> None:
    with pytest.raises(BoxwrightError, match=says):
        boxwright.Plan(**{"turns": 0, "shots": 1, "samples": 0, "seed": -7} | {field: value})


def test_a_stale_box_is_not_opened(tmp_path: Path, launcher: Launcher) -> None:
    shutil.copytree(ROOT / "blackboxes" / "accepted" / BOX, tmp_path / "blackboxes" / "accepted" / BOX)
    (tmp_path / "boxwright.yaml").write_text("collection: none\n")
    path = tmp_path / "descriptions" / f"{BOX}.md"
    path.parent.mkdir(parents=True)
    path.write_text((ROOT / "descriptions" / f"{BOX}.md").read_text() + "\nOne more sentence.\n")
    says = f"{BOX}: its description has changed since it was accepted; build it again"
    with pytest.raises(BoxwrightError, match=says):
        boxwright.load(BOX, tmp_path, launcher=launcher)
    with pytest.raises(BoxwrightError, match=says):
        boxwright.evaluate("builtin/oracle", BOX, folder=tmp_path, launcher=launcher)
