"""A puzzle whose rules `builtin/solver` cannot read: that is said, and no drawn replies are scored in its name."""

from __future__ import annotations

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions, BuildSettings
from boxwright.blackboxes.description import parse_description
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel
from tests.conftest import write_description

KNOWN, OTHER = "puzzle/number_guessing", "puzzle/warm_or_cold"


@pytest.fixture
def other(place: Workspace, launcher: Launcher) -> Workspace:
    """A workspace with a puzzle like a shipped one, told in words that no reading fits."""
    shipped = Workspace(SHIPPED, True, None)
    description = shipped.description(KNOWN)
    head, _, _ = description.text.partition("# Public")
    told = f"{head}# Public\nI think of a number from 0 to 100, and say how near you are.\n"
    write_description(place, parse_description(told, OTHER))
    code = (shipped.accepted_folders()[KNOWN] / "box.py").read_text()
    claims = '[{"claim": 1, "holds": "untested", "lines": []}, {"claim": 2, "holds": "untested", "lines": []}]'
    model = ScriptedModel(write=f"```python\n{code}```", judge=f'{{"consistent": true, "claims": {claims}}}')
    options = BuildOptions(models={"coder": [model], "refiner": [model]}, settings=BuildSettings(test_turns=1))
    assert build(place, OTHER, launcher, options).ending == "accepted"
    return place


def test_it_says_not_tried(
    other: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(other.root)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    assert run(["eval", "--models", "builtin/solver", "--boxes", OTHER, "--out", "results/one"]) == 1
    err = " ".join(capsys.readouterr().err.split())
    assert f"builtin/solver does not try {OTHER}: it cannot read the rules in its public part" in err
    assert run(["collection", OTHER]) == 0
    table = capsys.readouterr().out
    row, *_ = [line for line in table.splitlines() if line.startswith(f"| {OTHER} |")]
    assert row.count("| not tried ") == 2
