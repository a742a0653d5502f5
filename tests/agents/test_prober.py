"""The prober in families whose dialogue is not one function: games and puzzles are played, and the log is not empty."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.blackboxes import registry
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel
from tests.conftest import write_description

PUZZLE, GAME = "puzzle/number_guessing", "game/rps7_beat_last"
SAMPLES = 2


def probed(identifier: str, place: Workspace, launcher: Launcher) -> tuple[BuildResult, list[str], str]:
    shipped = Workspace(SHIPPED, True, None)
    write_description(place, shipped.description(identifier))
    code = (shipped.accepted_folders()[identifier] / "box.py").read_text()
    claims: list[object] = [{"claim": n, "holds": "untested", "lines": []} for n in (1, 2)]
    verdict = json.dumps({"consistent": True, "claims": claims, "inconsistencies": []})
    model = ScriptedModel(write=f"```python\n{code}```", judge=verdict)
    settings = BuildSettings(max_revisions=0, test_turns=3, test_samples=SAMPLES)
    result = build(
        place, identifier, launcher, BuildOptions(models={"coder": [model], "refiner": [model]}, settings=settings)
    )
    log = (result.run / "attempts" / "1" / "log.txt").read_text().splitlines()
    (judged,) = [r.messages[-1].content for r in model.asked if r.step == "judge/1"]
    return result, log, judged


@pytest.mark.parametrize(
    ("identifier", "asked", "known"),
    [(PUZZLE, '{"puzzle":1}', "hidden"), (GAME, '{"settings":{"turns":', "settings")],
)
def test_it_plays_games_and_puzzles_and_the_refiner_reads_what_was_hidden(
    identifier: str, asked: str, known: str, place: Workspace, launcher: Launcher
) -> None:
    result, log, judged = probed(identifier, place, launcher)
    assert result.ending == "accepted"
    lines = [line for line in log if line.startswith("[")]
    assert sum(": query " in line for line in lines) == 3 * SAMPLES
    assert [line.split("] ")[1].split(":")[0] for line in lines if "] test" in line] == ["test 1", "test 2"]
    headings = [line for line in log if line.startswith("Conversation ")]
    assert [heading.split(" ")[:3] for heading in headings] == [["Conversation", f"{n}:", known] for n in (1, 2)]
    assert lines[3].startswith(f"[4] test 1: input {asked}")
    assert " -> the box gives " in lines[-1]
    assert not any("the tester" in line for line in lines), "a draw by chance is nobody's expectation"
    assert "\n".join(log) in judged
    left = registry.load(place, identifier).manifest.left_open
    assert left is not None
    assert (len(left.untested), left.asked_again) == (2, False), "nobody can be asked once more"


def test_a_game_is_told_move_by_move(place: Workspace, launcher: Launcher) -> None:
    """The total alone could not be recomputed; the rule says the first reply, and each that follows an action."""
    _, log, _ = probed(GAME, place, launcher)
    games = [json.loads(line.partition("]: ")[2]) for line in log if line.startswith("  game ")]
    totals = [float(line.partition("-> output ")[2]) for line in log if "] turn " in line]
    assert len(games) == (3 + 1) * SAMPLES
    practised = [*games[:3], *games[4:7]]
    assert [sum(reward for *_, reward in game) for game in practised] == totals
    for game in games:
        assert [reply for _, _, reply, _ in game[:1]] == ["rock"]
        assert all(view.endswith(f"last move: {before[2]}.") for before, (view, *_) in pairwise(game))
