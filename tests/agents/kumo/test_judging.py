"""A judge rates a domain's rules, decoys among them; what it said stands in the manifest and in the list."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from boxwright.agents.kumo.build import build_domain
from boxwright.blackboxes.reasoning.kumo.domain.judged import FILE, GATE, JUDGED, rule_outs, with_decoys
from boxwright.blackboxes.reasoning.kumo.play.environment import domain_of
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from tests.agents.kumo.tiny import GOOD, ID, INSTRUCTIONS, Author, by, description, table
from tests.conftest import write_description


@pytest.fixture
def garden(place: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    write_description(place, description())
    build_domain(place, ID, by(Author(INSTRUCTIONS, GOOD)))
    monkeypatch.chdir(place.root)
    return place


def asked_of(monkeypatch: pytest.MonkeyPatch, *replies: str) -> Author:
    judge = Author(*replies)
    monkeypatch.setattr("boxwright.commands.kumo.judging.open_named", lambda *given: judge)
    return judge


def test_ratings_stay_with_the_domain(
    garden: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    domain = domain_of(load(garden, ID))
    listed, real = with_decoys(domain), set(rule_outs(domain))
    decoys = [n for n, rule in enumerate(listed, 1) if rule not in real]
    assert len(decoys) == round(0.1 * len(real))
    wrong = next(n for n, rule in enumerate(listed, 1) if rule in real)
    rest = [n for n in range(1, len(listed) + 1) if n not in (*decoys, wrong)]
    reply = {"common": rest, "plausible": decoys[:1], "arbitrary": [wrong, *decoys[1:]]}
    twice = json.dumps({"common": [f"1-{len(listed)}"], "arbitrary": [1]})
    judge = asked_of(monkeypatch, twice, json.dumps(reply))
    assert run(["kumo", "judge", ID, "--model", "someone", "--out", "rated.csv"]) == 0
    assert "the number 1 stands in it twice" in judge.asked[1].messages[-1].content
    assert f"({wrong}) {listed[wrong - 1][2]}" in judge.asked[0].messages[-1].content
    assert Path("rated.csv").read_text().splitlines()[1] == ",".join(["gardens", "arbitrary", *listed[wrong - 1]])
    gate = next(gate for gate in load(garden, ID).manifest.gates if gate["gate"] == GATE)
    assert gate["rules"] == {"common": len(real) - 1, "plausible": 0, "arbitrary": 1}
    assert gate["decoys"]["arbitrary"] == len(decoys) - 1
    capsys.readouterr()
    assert run(["list", "--json"]) == 0
    remark = next(row["remark"] for row in json.loads(capsys.readouterr().out) if row["id"] == ID)
    assert f"{100 / len(real):.1f} % arbitrary (decoys" in remark
    assert run(["show", ID]) == 0 and "by script" in capsys.readouterr().out

    kept = load(garden, ID).folder / "judged"
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    assert run(["build", ID, "--model", "replay", "--sandbox", "local"]) == 0, "a rebuild keeps it"
    assert run(["kumo", "judge", ID, "--model", "replay"]) == 0
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before
    assert next(g for g in load(garden, ID).manifest.gates if g["gate"] == GATE) == gate


def test_an_author_may_ask_for_plausible_rules_only(place: Workspace) -> None:
    write_description(place, description("parameters: {truths: 12, actions: 16, plausible: true}\n"))
    made = table()
    dry = made["actions"]["look at leaf 1"]["dry"]
    patch = {"actions": {"look at leaf 1": {**made["actions"]["look at leaf 1"], "dry": dry[1:]}}}
    everything = 160 + 16  # rule-outs and decoys
    first = json.dumps({"common": [f"2-{everything}"], "arbitrary": [1]})
    second = json.dumps({"plausible": [f"1-{everything - 1}"]})
    author = Author(INSTRUCTIONS, GOOD, first, json.dumps(patch), second)
    result = build_domain(place, ID, by(author))
    assert [request.step for request in author.asked] == [
        "prompt/1",
        "configure/1",
        "judge-1/1",
        "repair/2",
        "judge-2/1",
    ]
    assert "an expert finds no reason why it rules out" in author.asked[3].messages[-1].content
    assert result.ending == "accepted"
    gate = next(gate for gate in load(place, ID).manifest.gates if gate["gate"] == GATE)
    assert gate["rules"] == {"common": 0, "plausible": 159, "arbitrary": 0}


def test_what_is_no_domain_and_what_was_never_judged(
    garden: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kumo", "judge", ID, "--model", "replay"]) == 1
    assert "let a model judge the domain once" in capsys.readouterr().err
    assert run(["kumo", "judge", "kumo/nowhere", "--model", "replay"]) == 1


@pytest.mark.parametrize("name", ["kumo/archives", "kumo/fraud"])
def test_a_shipped_judgement_is_repeated_from_its_recording(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "boxwright.yaml").write_text("collection: shipped\n")
    monkeypatch.chdir(tmp_path)
    box = load(Workspace(tmp_path, True, SHIPPED), name)
    before = {path: path.read_bytes() for path in box.folder.rglob("*") if path.is_file()}
    assert run(["kumo", "judge", name, "--model", "replay", "--out", "rated.csv"]) == 0
    assert before == {path: path.read_bytes() for path in box.folder.rglob("*") if path.is_file()}
    stored = json.loads((box.folder / JUDGED / FILE).read_text())
    with Path("rated.csv").open(newline="") as file:
        rated = [tuple(row[1:]) for row in list(csv.reader(file))[1:]]
    assert rated == [(rating, *rule) for rating in ("arbitrary", "plausible") for rule in stored[rating]]
    gate = next(gate for gate in box.manifest.gates if gate["gate"] == GATE)
    assert gate["rules"] == stored["rules"] and gate["decoys"] == stored["decoys"]
