"""The proposal graph: a domain is written, repaired, regenerated, resumed and replayed; data, never code."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.agents.kumo.build import build_domain
from boxwright.agents.kumo.ideas import propose_domains
from boxwright.agents.runs.asking import join, json_is_cut
from boxwright.agents.runs.journal import StaleRecording, read_recording
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.register import WouldReplace
from boxwright.agents.stale import why_stale
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.domain.brief import read_brief
from boxwright.blackboxes.reasoning.kumo.domain.requirements import domain_faults
from boxwright.blackboxes.registry import load, reject
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ModelError, Reply, Request
from tests.agents.kumo.tiny import GOOD, ID, INSTRUCTIONS, TRUTHS, Author, by, description, table
from tests.conftest import write_description


@pytest.fixture
def garden(place: Workspace) -> Workspace:
    write_description(place, description())
    return place


def steps(author: Author) -> list[str]:
    return [request.step for request in author.asked]


def faulty() -> dict[str, Any]:
    """The table with one faulty action: a truth that nobody listed."""
    made = table()
    made["actions"]["look at leaf 1"]["dry"].append("Tulip")
    return made


def test_a_domain_is_written_checked_and_registered(garden: Workspace) -> None:
    author = Author(INSTRUCTIONS, GOOD)
    result = build_domain(garden, ID, by(author))
    assert (result.ending, result.attempts) == ("accepted", 1)
    assert INSTRUCTIONS in author.asked[1].messages[-1].content
    box = load(garden, ID)
    domain = json.loads(box.source)
    assert (domain["domain"], domain["truths"]) == ("gardens", TRUTHS)
    assert domain["outcomes"]["look at leaf 2"]["type"] == "float"
    assert domain_faults(box.source, box.description) == []
    assert why_stale(load(garden, ID)) == ""


def test_the_model_is_told_every_fault_and_repairs_only_what_is_faulty(garden: Workspace) -> None:
    patch = {"actions": {"look at leaf 1": table()["actions"]["look at leaf 1"]}}
    author = Author(INSTRUCTIONS, json.dumps(faulty()), json.dumps(patch))
    result = build_domain(garden, ID, by(author))
    assert steps(author) == ["prompt/1", "configure/1", "repair/2"]
    assert "rules out 'Tulip', which is not in `truths`" in author.asked[2].messages[-1].content
    assert result.ending == "accepted"
    attempts = load(garden, ID).manifest.attempts
    assert [a.ended for a in attempts] == ["check", "accepted"]
    assert json.loads(load(garden, ID).source)["outcomes"]["look at leaf 1"]["states"][0]["value"] == "dry"


@pytest.mark.parametrize("cuts", [1, 2, 3])
def test_a_reply_that_was_cut_is_continued_from_where_it_stopped(garden: Workspace, cuts: int) -> None:
    size = len(GOOD) // (cuts + 1) + 1
    parts = [GOOD[i : i + size] for i in range(0, len(GOOD), size)]
    author = Author(INSTRUCTIONS, *[(part, "length") for part in parts[:-1]], parts[-1])
    assert build_domain(garden, ID, by(author)).ending == "accepted"
    assert steps(author)[1:] == ["configure/1", *(f"configure/1~+{n}" for n in range(1, cuts + 1))]
    assert author.asked[2].messages[-2].content == parts[0]


def test_a_reply_is_continued_three_times_at_most(garden: Workspace) -> None:
    parts = [(GOOD[i : i + 5], "length") for i in range(0, 100, 5)]
    author = Author(INSTRUCTIONS, *parts)
    with pytest.raises(IndexError):  # the script is at its end; a model would go on
        build_domain(garden, ID, by(author))
    assert steps(author)[1:7] == [
        "configure/1",
        *(f"configure/1~+{n}" for n in (1, 2, 3)),
        "configure/1~1",
        "configure/1~1~+1",
    ]


def test_a_table_that_is_not_repaired_is_written_anew_and_then_given_up(garden: Workspace) -> None:
    no_help = json.dumps({"add_truths": ["Rose Z"]})
    author = Author(INSTRUCTIONS, json.dumps(faulty()), *[no_help] * 4, json.dumps(faulty()), *[no_help] * 4)
    result = build_domain(garden, ID, by(author))
    assert result.ending == "given up"
    assert any("Tulip" in finding for finding in result.findings)
    assert steps(author)[6] == "configure/6"
    assert "Tulip" in author.asked[6].messages[-1].content
    assert ID not in garden.accepted_folders()


def test_unreadable_replies_are_asked_again(garden: Workspace) -> None:
    twice = GOOD.replace('"dry":', '"moist":', 1)
    author = Author(INSTRUCTIONS, "import os; os.system('true')", twice, GOOD)
    assert build_domain(garden, ID, by(author)).ending == "accepted"
    assert "twice" in author.asked[3].messages[-1].content


def test_a_reply_with_half_a_character_is_asked_again(garden: Workspace) -> None:
    half = GOOD.replace("Rose A", "Rose \\ud800")
    assert "\\ud800" in half
    author = Author(INSTRUCTIONS, half, GOOD)
    assert build_domain(garden, ID, by(author)).ending == "accepted"
    assert steps(author) == ["prompt/1", "configure/1", "configure/1~1"]
    assert "half a character" in author.asked[-1].messages[-1].content


def test_a_replay_gives_the_same_bytes(garden: Workspace, tmp_path: Path) -> None:
    author = Author(
        INSTRUCTIONS,
        json.dumps(faulty()),
        json.dumps({"actions": {"look at leaf 1": table()["actions"]["look at leaf 1"]}}),
    )
    folder = build_domain(garden, ID, by(author)).folder
    assert folder is not None
    before = {name: (folder / name).read_bytes() for name in ("domain.json", "recording.jsonl", "manifest.json")}
    again = build_domain(garden, ID, BuildOptions(models={}, recording=folder / "recording.jsonl", strict=True))
    assert (again.ending, again.differing) == ("accepted", ())
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_a_changed_description_needs_a_model(garden: Workspace) -> None:
    folder = build_domain(garden, ID, by(Author(INSTRUCTIONS, GOOD))).folder
    assert folder is not None
    write_description(garden, description("tags: [roses]\nparameters: {truths: 12, actions: 16}\n"))
    assert "description" in why_stale(load(garden, ID))
    with pytest.raises(StaleRecording):
        build_domain(garden, ID, BuildOptions(models={}, recording=folder / "recording.jsonl"))


def test_another_domain_replaces_nothing_unasked(garden: Workspace) -> None:
    build_domain(garden, ID, by(Author(INSTRUCTIONS, GOOD)))
    other = table()
    other["actions"]["look at a thorn"] = other["actions"].pop("look at leaf 1")
    with pytest.raises(WouldReplace):
        build_domain(garden, ID, by(Author(INSTRUCTIONS, json.dumps(other))))
    assert "look at leaf 1" in load(garden, ID).source
    build_domain(garden, ID, by(Author(), resume=True, replace=True))
    assert "look at a thorn" in load(garden, ID).source


class Dying(Author):
    """Answers twice, then is gone."""

    def ask(self, request: Request) -> Reply:
        if not self.replies:
            raise ModelError("gone")
        return super().ask(request)


def test_a_build_that_stopped_goes_on_and_asks_nothing_twice(garden: Workspace) -> None:
    with pytest.raises(ModelError):
        build_domain(garden, ID, by(Dying(INSTRUCTIONS, json.dumps(faulty()))))
    author = Author(json.dumps({"actions": {"look at leaf 1": table()["actions"]["look at leaf 1"]}}))
    assert build_domain(garden, ID, by(author, resume=True)).ending == "accepted"
    assert steps(author) == ["repair/2"]
    _, entries = read_recording(load(garden, ID).folder / "recording.jsonl")
    assert [entry.step for entry in entries] == ["prompt/1", "configure/1", "repair/2"]


@pytest.mark.parametrize(
    ("front", "said"),
    [
        ("difficulty: easy\n", "remove the field"),
        ("examples: [{input: a, output: b}]\n", "says nothing about a KUMO domain"),
        ("parameters: {truths: 3}\n", "parameters: {truths: 50, actions: 30}"),
    ],
)
def test_a_faulty_description_is_answered_with_the_line(place: Workspace, front: str, said: str) -> None:
    with pytest.raises(BoxwrightError) as caught:
        write_description(place, description(front))
        build_domain(place, ID, by(Author()))
    assert said in str(caught.value)


@given(st.integers(1, len(GOOD) - 1), st.integers(0, 40), st.booleans())
def test_a_cut_is_seen_wherever_it_falls_and_mended(at: int, said_again: int, fenced: bool) -> None:
    head, tail = GOOD[:at], GOOD[max(0, at - said_again) :]
    assert json_is_cut(head)
    assert not json_is_cut(GOOD)
    if said_again == 0 or said_again >= 8:
        joined = join(head, f"```json\n{tail}\n```" if fenced else tail, json_is_cut)
        assert json.loads(joined.removesuffix("\n```")) == table()


@pytest.mark.parametrize("fence", ["```", "```json", "  ```json", "~~~json", "````"])
def test_whatever_opens_a_block_again_is_dropped_from_a_continuation(fence: str) -> None:
    assert join('```json\n{"a": 1, ', f'{fence}\n"b": 2}}', json_is_cut) == '```json\n{"a": 1, "b": 2}'
    whole = f'{fence}\n{{"the first": 1, "the second": 2}}'
    assert join('```json\n{"the first": 1, "the s', whole, json_is_cut) == '{"the first": 1, "the second": 2}'
    assert join('{"a": "', "``` in a text``` }", json_is_cut) == '{"a": "``` in a text``` }'


def test_a_broken_object_is_not_taken_for_a_cut_one() -> None:
    assert not json_is_cut(GOOD.replace(":", "=", 3))
    assert not json_is_cut("I cannot do that.")


@pytest.mark.parametrize("change", ["size", "kinds", "seldom", "name"])
def test_what_a_domain_of_ours_needs_is_named(change: str) -> None:
    made = copy.deepcopy(table())
    if change == "size":
        made["actions"] = dict(list(made["actions"].items())[:8])
    elif change == "kinds":
        made["actions"] = {
            a: {f"state {n}": out for n, out in enumerate(t.values())} for a, t in made["actions"].items()
        }
    elif change == "seldom":
        made["truths"].append("Rose Z")
    else:
        made["actions"]['the "leaf"'] = made["actions"].pop("look at leaf 1")
    from boxwright.blackboxes.reasoning.kumo.domain.authoring import parse_written, to_domain
    from boxwright.blackboxes.reasoning.kumo.domain.brief import Parameters
    from boxwright.blackboxes.reasoning.kumo.domain.requirements import find_unmet

    found = {
        f.kind for f in find_unmet(to_domain("x", parse_written(json.dumps(made))), Parameters(truths=12, actions=16))
    }
    wanted = {"size": "too_few", "kinds": "one_sided", "seldom": "seldom_ruled_out", "name": "name_form"}[change]
    assert wanted in found


def test_proposed_domains_become_descriptions(garden: Workspace) -> None:
    idea = {
        "goal": "Find which bread it is.",
        "truths": "Breads of the world.",
        "actions": "Looking, tasting, weighing.",
    }
    author = Author(json.dumps({"domains": [{"name": "breads", **idea}, {"name": "gardens", **idea}]}))
    [path] = propose_domains(garden, 2, by(author))
    assert "gardens" in author.asked[0].messages[-1].content
    assert path.name == "breads.md"
    brief = read_brief(garden.description("kumo/breads"))
    assert (brief.goal, brief.size.truths) == (idea["goal"], 50)


def test_a_rejected_domain_is_written_anew_with_the_reason(garden: Workspace) -> None:
    build_domain(garden, ID, by(Author(INSTRUCTIONS, GOOD)))
    reject(garden, ID, "roses have no names like that")
    author = Author(INSTRUCTIONS, GOOD)
    assert build_domain(garden, ID, by(author)).ending == "accepted"
    assert "roses have no names like that" in author.asked[1].messages[-1].content
