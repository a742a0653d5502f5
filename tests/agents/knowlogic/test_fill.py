"""Knowledge by models: proposed, validated, repaired, read a second time; what only one of them says is never used.

The replies are scripted, but those of the recording in `tests/data/knowlogic`: two sessions of a Claude model gave them
through the relay.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.knowlogic.filling import FillResult, fill, recorded_order, recording_of
from boxwright.agents.knowlogic.roles import Order
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import things
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain, read_domain
from boxwright.blackboxes.reasoning.knowlogic.language.describe import descriptions
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import drawn_at_any_level
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.harness.chat.api import ModelError
from tests.agents.kumo.test_build_domain import Dying
from tests.agents.kumo.tiny import Author

DATA = Path(__file__).resolve().parents[2] / "data" / "knowlogic"
ORDER = Order(about="machines of a workshop", parent="tool", count=8)
OWN = {
    "band saw": {"electric": "always", "cuts": "always"},
    "hacksaw": {"electric": "never", "cuts": "always"},
    "drill press": {"electric": "always", "cuts": "never"},
    "carpenter's pencil": {"electric": "never", "writes": "always"},
    "folding rule": {"electric": "never", "measures": "always"},
    "laser meter": {"electric": "always", "measures": "always"},
    "work apron": {"electric": "never", "worn": "always"},
    "hard cap": {"electric": "never", "worn": "always", "head": "always"},
}
CHINESE = ("带锯", "钢锯", "台式钻床", "木工铅笔", "折叠尺", "激光测距仪", "工作围裙", "安全帽子")


def proposal(**changed: dict[str, str]) -> str:
    """The writer's reply; `changed` are other values of a thing."""
    own = OWN | {name.replace("_", " "): values for name, values in changed.items()}
    things = [{"en": en, "zh": zh, "values": own[en]} for en, zh in zip(OWN, CHINESE, strict=True)]
    told = {"title_en": "A workshop", "title_zh": "车间", "kind_en": "a thing of a workshop", "kind_zh": "车间用品"}
    return f"Here:\n```json\n{json.dumps({**told, 'values': {}, 'things': things}, ensure_ascii=False)}\n```"


def reading(**changed: dict[str, str]) -> str:
    """The reader's reply."""
    always = {"made": "always"}
    said = {name: {**always, **values} for name, values in OWN.items()}
    said |= {name.replace("_", " "): {**always, **values} for name, values in changed.items()}
    return json.dumps({"things": said})


class Second(Author):
    """Another one."""

    name = "second"


def filled(place: Workspace, writer: Author, reader: Author, **more: Any) -> FillResult:
    options = BuildOptions(models={"writer": [writer], "reader": [reader]}, **more)
    return fill(place, "workshop", ORDER, options)


def steps(author: Author) -> list[str]:
    return [f"{request.role} {request.step}" for request in author.asked]


def domain_of(result: FillResult) -> Domain:
    assert result.file is not None
    return read_domain(result.file)


def test_things_are_proposed_read_and_played(place: Workspace) -> None:
    writer, reader = Author(proposal()), Second(reading())
    result = filled(place, writer, reader)
    assert (result.ending, result.versions) == ("accepted", 1)
    assert (steps(writer), steps(reader)) == (["writer propose/1"], ["reader read/1"])
    domain = domain_of(result)
    assert domain.file.asserted_by == "model"
    assert all(fact.confirmed for fact in domain.facts)
    assert drawn_at_any_level(domain, 1)[0].answer
    assert "vernier calliper" in writer.asked[0].messages[-1].content  # of another kind, and taken all the same
    asked = reader.asked[0].messages[-1].content
    assert "- hacksaw" in asked
    assert "always, " not in asked  # the names and the properties, and no value of any of them
    assert "electric=" not in asked


def test_what_only_one_of_them_says_is_marked_and_never_used(place: Workspace) -> None:
    differs = reading(hacksaw={"electric": "always", "cuts": "always"}, folding_rule={"measures": "varies"})
    result = filled(place, Author(proposal()), Second(differs))
    domain = domain_of(result)
    doubted = {(fact.thing, fact.name, fact.read) for fact in domain.facts if not fact.confirmed}
    assert doubted == {("hacksaw", "electric", "always"), ("folding_rule", "measures", "varies")}
    used = {thing.key: thing.attributes for thing in domain.scenarios["photos"].things}
    assert "electric" not in used["hacksaw"]
    assert used["band_saw"]["electric"] == 1
    for puzzle in drawn_at_any_level(domain, 20):
        there = {slot.key for slot in puzzle.scene.slots}
        asked = {saying.atom.relation for saying in (*puzzle.clues, *puzzle.question.options)}
        assert "hacksaw" not in there or "electric" not in asked
        assert not descriptions(puzzle.scene)
    text = result.file.read_text(encoding="utf-8") if result.file else ""
    person = place.root / "person.yaml"
    person.write_text(text.replace("asserted_by: model", "asserted_by: person"), encoding="utf-8")
    assert {t.key: t for t in read_domain(person).scenarios["photos"].things}["hacksaw"].attributes["electric"] == 0
    unread = place.root / "unread.yaml"
    unread.write_text(text[: text.index("  second_reading:")] + text[text.index("scenarios:") :], encoding="utf-8")
    alone = read_domain(unread)
    assert not any(fact.confirmed for fact in alone.facts)
    assert not any(fact.name in thing.attributes for thing in alone.scenarios["photos"].things for fact in alone.facts)


def test_faults_go_back_to_the_writer(place: Workspace) -> None:
    wrong = proposal(band_saw={"noisy": "always"}, hard_cap={"head": "always", "worn": "never"})
    writer, reader = Author(wrong, proposal()), Second(reading())
    assert filled(place, writer, reader).versions == 2
    told = writer.asked[1].messages[-1].content
    assert "there is no property 'noisy'" in told
    assert "head is always, so worn cannot be never" in told
    assert steps(reader) == ["reader read/2"]


def test_what_stays_wrong_is_given_up(place: Workspace) -> None:
    bad = proposal(band_saw={"noisy": "always"})
    options = BuildOptions(models={"writer": [Author(*[bad] * 3)], "reader": [Second()]})
    result = fill(place, "workshop", ORDER.model_copy(update={"max_repairs": 2}), options)
    assert (result.ending, result.file) == ("given up", None)
    assert "noisy" in result.findings[0]
    assert not (place.root / "knowlogic" / "workshop.yaml").exists()


def test_things_that_cannot_be_told_apart_are_sent_back(place: Workspace) -> None:
    known = things().file
    varies = dict.fromkeys([*known.properties, *known.numbers], "varies")
    none_agreed = json.dumps({"things": dict.fromkeys(OWN, varies)})
    writer, reader = Author(proposal(), proposal()), Second(none_agreed, reading())
    assert filled(place, writer, reader).versions == 2
    assert "0 are left. Take things that differ" in writer.asked[1].messages[-1].content


def test_a_model_does_not_confirm_itself(place: Workspace) -> None:
    with pytest.raises(BoxwrightError, match="cannot confirm itself"):
        filled(place, Author(proposal()), Author(reading()))


def test_a_stopped_run_is_resumed_and_a_recording_replayed(place: Workspace) -> None:
    dying = Dying()
    dying.name = "second"
    with pytest.raises(ModelError):
        filled(place, Author(proposal()), dying)
    writer, reader = Author(), Second(reading())
    file = filled(place, writer, reader, resume=True).file
    assert (steps(writer), steps(reader)) == ([], ["reader read/1"])
    assert file is not None
    before = file.read_bytes()
    with pytest.raises(BoxwrightError, match="is there already"):
        filled(place, Author(), Second())
    file.write_text("lost")
    again = BuildOptions(models={}, recording=recording_of(place, "workshop"), strict=True)
    assert fill(place, "workshop", ORDER, again).ending == "accepted"
    assert file.read_bytes() == before


def test_what_two_models_filled_replays_to_its_file(place: Workspace) -> None:
    file, kept = recording_of(place, "workshop"), DATA / "recordings" / "workshop.jsonl"
    file.parent.mkdir(parents=True)
    shutil.copyfile(kept, file)
    options = BuildOptions(models={}, recording=file)
    result = fill(place, "workshop", recorded_order(file), options)
    assert (result.ending, result.versions) == ("accepted", 2)
    assert result.file is not None
    assert result.file.read_bytes() == (DATA / "workshop.yaml").read_bytes()
    domain = domain_of(result)
    assert (sum(fact.confirmed for fact in domain.facts), len(domain.facts)) == (375, 379)
    assert drawn_at_any_level(domain, 1)


def answered(folder: Path, reply: Callable[[str], str], stop: threading.Event) -> None:
    """Answer what a relay asks, until told to stop."""
    while not stop.wait(0.05):
        for request in folder.glob("*/*.request.md"):
            file = request.with_name(request.name.replace(".request.", ".reply."))
            if not file.exists():
                file.write_text(reply(request.name), encoding="utf-8")


def test_the_command_fills_through_a_relay(
    place: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place.root)
    stop = threading.Event()
    replies = (place.runs / "relay", lambda name: proposal() if "writer" in name else reading(), stop)
    answering = threading.Thread(target=answered, args=replies)
    answering.start()
    command = ["knowlogic", "fill", "workshop", "--about", ORDER.about, "--kind", "tool", "--count", "8"]
    try:
        assert run([*command, "--writer", "relay/one", "--reader", "relay/two"]) == 0
    finally:
        stop.set()
        answering.join()
    assert "accepted" in capsys.readouterr().out
    assert run(["knowlogic", "validate", "knowlogic/workshop.yaml"]) == 0
    assert "facts about its own things are confirmed by a second reading" in capsys.readouterr().out
    assert run(["knowlogic", "fill", "workshop", "--writer", "replay"]) == 0
    for words, said in (
        (["--writer", "replay", "--about", "x"], "give only NAME"),
        (["--writer", "relay/one"], "--about, --kind, --reader: needed"),
        (["--about", "xyz", "--kind", "tol", "--writer", "relay/a", "--reader", "relay/b"], "no kind 'tol'"),
        (["--about", "xyz", "--kind", "tool", "--writer", "relay/a", "--reader", "relay/a"], "is there already"),
    ):
        capsys.readouterr()
        assert run(["knowlogic", "fill", "workshop", *words]) == 1
        assert said in capsys.readouterr().err
    assert run([*command[:2], "space", *command[3:], "--writer", "relay/a", "--reader", "relay/b"]) == 1
    assert "not as a shipped one" in capsys.readouterr().err
