"""The prober in families whose dialogue is not one function: games and puzzles are played, and the log is not empty."""

from __future__ import annotations

import json

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
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


@pytest.mark.parametrize(("identifier", "asked"), [(PUZZLE, '{"puzzle":1}'), (GAME, '{"settings":{"turns":')])
def test_it_plays_games_and_puzzles_and_the_refiner_reads_what_was_hidden(
    identifier: str, asked: str, place: Workspace, launcher: Launcher
) -> None:
    result, log, judged = probed(identifier, place, launcher)
    assert result.ending == "accepted"
    assert sum(": query " in line for line in log) == 3 * SAMPLES
    assert log[-SAMPLES].startswith(f"[{3 * SAMPLES + 1}] test 1: input {asked}")
    assert " -> the box gives " in log[-1]
    assert not any("the tester" in line for line in log), "a draw by chance is nobody's expectation"
    assert "\n".join(log) in judged
