"""`benchmarks/house.py` counts correctly on small checkouts, however their folders are imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.house import Checkout, main, measure

FILES = {
    "sandbox/api.py": "X = 1\n\n",
    "blackboxes/accepted/kumo/birds/box.py": "Y = 1\n" * 50,
    "blackboxes/box.py": "from typing import TYPE_CHECKING as T\nif T:\n    from {}blackboxes.kinds import Kind\n",
    "blackboxes/kinds.py": "from {}blackboxes import box\nclass Kind: pass\n",
    "blackboxes/families/kumo/__init__.py": "",
    "blackboxes/families/kumo/family.py": "class KumoFamily:\n    name = 'kumo'\n    here = name == 'kumo'\n",
    "blackboxes/families/code/family.py": "NAME = 'code'\n",
    "harness/kumo_table.py": "from {}harness import late\n",
    "harness/late.py": "def now():\n    from {}harness.kumo_table import late\n    return late\n",
    "harness/play.py": """\
'''It says kumo/ here.'''
from .solvers import code as player
from {}blackboxes.families.kumo.family import KumoFamily
def play(box, answers):
    if answers == 'code' or box.id.startswith('kumo/') or isinstance(box, KumoFamily):
        return 'circuit', 'code'
    return box.family in ('kumo', 'other')
""",
    "harness/solvers/code.py": "from ..late import now\n",
    "boxwright/cli.py": "import {}harness.play\ndef show(plan):\n    return plan.kumo, {{'code': 1}}\n",
    "tests/test_one.py": "A = 'kumo'\n",
}


@pytest.fixture(params=["", "boxwright."])
def checkout(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{}", request.param).replace("{{", "{").replace("}}", "}"))
    for family in ("kumo", "code", "circuit"):
        (tmp_path / "descriptions" / family).mkdir(parents=True)
    if request.param:
        (tmp_path / "boxwright" / "harness").symlink_to("../harness")
    return tmp_path


def test_lines_modules_and_circles(checkout: Path) -> None:
    house = measure(checkout)
    assert tuple(house.source) == (11, 25)
    assert tuple(house.tests) == (1, 1)
    assert tuple(house.benchmarks) == (0, 0)
    assert house.circles_at_import == [["blackboxes.box", "blackboxes.kinds"]]
    assert house.circles == [["blackboxes.box", "blackboxes.kinds"], ["harness.kumo_table", "harness.late"]]


def test_what_a_family_touches(checkout: Path) -> None:
    families = {family.family: family for family in measure(checkout).families}
    kumo, code, circuit = families["kumo"], families["code"], families["circuit"]
    assert kumo.own == ["blackboxes/families/kumo", "harness/kumo_table.py"]
    assert kumo.elsewhere == ["boxwright/cli.py", "harness/late.py", "harness/play.py"]
    assert kumo.branches == ["harness/play.py:5", "harness/play.py:5", "harness/play.py:7"]
    assert code.own == ["blackboxes/families/code", "harness/solvers/code.py"]
    assert code.elsewhere == ["harness/play.py"]
    assert code.branches == []  # another thing's `code`
    assert (circuit.own, circuit.elsewhere) == ([], ["harness/play.py"])


def test_the_table_and_the_json_tell_the_same(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(checkout)])
    table = capsys.readouterr().out
    main([str(checkout), "--json"])
    told = json.loads(capsys.readouterr().out)
    house: Checkout = measure(checkout)
    assert told["families"][2]["elsewhere"] == list(house.families[2].elsewhere)
    assert told["mean"]["elsewhere"] == pytest.approx(5 / 3)
    assert [line.split() for line in table.splitlines() if line.startswith(("source", "kumo", "mean"))] == [
        ["source", "11", "25"],
        ["kumo", "2", "3", "3"],
        ["mean", "1.3", "1.7", "(sum)", "3"],
    ]


def test_what_cannot_be_measured_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="holds none of the folders"):
        main([str(tmp_path)])
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "sandbox" / "broken.py").write_text("def (\n")
    with pytest.raises(SystemExit, match=r"sandbox/broken\.py: this interpreter cannot parse it"):
        main([str(tmp_path)])
