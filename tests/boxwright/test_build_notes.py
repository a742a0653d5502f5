"""What the author of a box must know is printed when its build ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.commands.build import reworded
from boxwright.harness.chat.api import Request
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import describe, write_description

SMALL = "circuit/pairs"
CODE = """```python
def describe():
    return {"inputs": 4, "gates": 2}


def blackbox(bits):
    return [bits[0] & bits[1], 1 - bits[2]]
```"""


def asked(request: Request) -> str:
    """A tester that works out the rule."""
    text = request.messages[-1].content
    if "QUERY" in text:
        return "QUERY: " + " ".join(f"{len(request.messages):04b}")
    bits = [int(bit) for bit in text.rpartition("Input: ")[2].splitlines()[0].split()]
    return f"ANSWER: {bits[0] & bits[1]} {1 - bits[2]}"


def last(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.partition("accepted after")[2].split())


@pytest.fixture
def recorded(place: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.chdir(place.root)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    return place


def test_what_can_be_identified_of_a_puzzle(recorded: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(__file__).resolve().parents[2]
    folder = recorded.root / "descriptions" / "puzzle"
    folder.mkdir()
    for name in ("number_guessing.md", "number_guessing.exam.jsonl"):
        (folder / name).write_bytes((shipped / "descriptions" / "puzzle" / name).read_bytes())
    recordings = shipped / "blackboxes" / "accepted"
    command = ["build", "puzzle/number_guessing", "--model", "replay", "--recordings", str(recordings)]
    assert run(command) == 0
    assert "identifiable within" in last(capsys)


def test_a_near_miss_that_no_test_tells(place: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = load(Workspace(SHIPPED, True, None), "circuit/and_tree")
    untold = {"notes": {"near_misses": {"tried": 24, "untold": ["line 9: 1 → 2"]}}, "gate": "players", "passed": True}
    notes = shipped.environment.notes(shipped.manifest.model_copy(update={"gates": (untold,)}))
    assert "its tests do not tell 1 of 24 near misses from the rule within three episodes: line 9: 1 → 2" in notes


def test_a_small_domain_few_examples_and_a_rule_in_the_public_part(
    recorded: Workspace, launcher: Launcher, capsys: pytest.CaptureFixture[str]
) -> None:
    front = "difficulty: easy\ndomain: {inputs: 4, gates: 2}\n"
    rule = "The first gate is the conjunction of the first two bits, the second the opposite of the third bit."
    write_description(recorded, describe(SMALL, front, rule, "Note: the conjunction of the first two bits matters."))
    build(recorded, SMALL, launcher, BuildOptions(models=played_by(ScriptedModel(write=CODE, test=asked))))
    assert run(["build", SMALL, "--model", "replay"]) == 0
    said = last(capsys)
    path = recorded.root / "descriptions" / f"{SMALL}.md"
    assert "small domain: 16 inputs, fewer than the 28 that" in said
    assert f"advice: {path}:2: only 0 worked examples" in said
    assert f"advice: {path}:10: `# Public` repeats the rule ('the conjunction of the first two bits')" in said
    assert run(["show", SMALL]) == 0
    assert "small domain: 16 inputs" in capsys.readouterr().out
    assert run(["lint"]) == 0
    assert "repeats the rule" in capsys.readouterr().out


def test_replays_side_by_side_are_told_in_order(recorded: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(__file__).resolve().parents[2]
    boxes = ["circuit/swap", "encryption/vowel_ring"]
    for name in boxes:
        for suffix in (".md", ".exam.jsonl"):
            target = recorded.root / "descriptions" / f"{name}{suffix}"
            target.parent.mkdir(exist_ok=True)
            target.write_bytes((shipped / "descriptions" / f"{name}{suffix}").read_bytes())
    recordings = str(shipped / "blackboxes" / "accepted")
    assert run(["build", *boxes, "--model", "replay", "--recordings", recordings, "--jobs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line in boxes] == boxes
    at = lines.index(boxes[1])
    for part in ("\n".join(lines[:at]), "\n".join(lines[at:])):
        assert part.count("accepted after") == 1
        assert "the gates run" in part


def test_prompts_that_differ_are_counted_and_two_are_named() -> None:
    assert reworded(["coder write/1"]) == "1 prompt differs from the recorded ones: coder write/1"
    steps = ["coder write/1", "coder write/1.2", *(f"tester test/1/{n}" for n in range(1, 9))]
    assert reworded(steps) == "10 prompts differ from the recorded ones: coder write/1, coder write/1.2 and 8 more"
