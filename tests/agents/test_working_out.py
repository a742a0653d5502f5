"""Without a second writing: what the tester works out by hand, what it draws, and reading the code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box import deciding, roles
from boxwright.agents.box.build import build
from boxwright.agents.box.compare import compare
from boxwright.agents.box.cost import most
from boxwright.agents.box.deciding import chosen
from boxwright.agents.box.drawing import compared
from boxwright.agents.box.testers import PROBER
from boxwright.agents.runs.journal import read_recording
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.description import Description, parse_description
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.types import Call
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.chat.api import Request
from boxwright.harness.exams import open_reference
from boxwright.progress import STEPS
from boxwright.sandbox import Launcher
from tests.agents.script import GOOD_CODE, ScriptedModel, believes, played_by, verdict
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe, write_description
from tests.reference import REFERENCES

ID = "encryption/caesar"
RULE = "            c = chr((ord(c) - base + 1) % 26 + base)\n"
SLIP = '            c = chr((ord(c) - base + 1 + (c == "Q" and out[-1:] == ["u"])) % 26 + base)\n'
"""A capital Q after what has become a small u is shifted by two."""
CORNER = GOOD_CODE.replace(RULE, SLIP)
MOST = 6


@pytest.fixture
def caesar(place: Workspace) -> Workspace:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    return place


def run(
    place: Workspace, launcher: Launcher, model: ScriptedModel, *, work_out: int = MOST, replace: bool = False
) -> BuildResult:
    settings = BuildSettings(work_out=work_out)
    return build(place, ID, launcher, BuildOptions(models=played_by(model), settings=settings, replace=replace))


def blanks(request: Request) -> list[dict[str, Any]]:
    lines = request.messages[-1].content.splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and '"?"' in line]


def by_rule(text: str) -> str:
    """The next letter for each letter."""
    move = {c: chr((ord(c) - ord(a) + 1) % 26 + ord(a)) for a in "aA" for c in map(chr, range(ord(a), ord(a) + 26))}
    return "".join(move.get(c, c) for c in text)


def works_out(request: Request, rule: Callable[[str], str] = by_rule) -> str:
    return json.dumps({"examples": [{**blank, "output": rule(blank["input"])} for blank in blanks(request)]})


def judge(request: Request) -> str:
    """Recompute each line that differs: the box is right where it follows the rule."""
    found, explained = [], []
    for line in request.messages[-1].content.splitlines():
        if line.startswith("[") and line.endswith(": different"):
            number, asked = int(line[1 : line.index("]")]), json.loads(line[line.index("(") + 1 : line.index(") ->")])
            got = json.loads(line.split("the box gives ")[1].removesuffix(": different"))
            if got == by_rule(asked):
                explained.append({"line": number, "recomputed": got, "why": "letter by letter"})
            else:
                found.append({"line": number, "expected": by_rule(asked), "got": got, "why": "not the next letter"})
    said = json.loads(verdict(True))
    return json.dumps(said | {"consistent": not found, "inconsistencies": found, "explained": explained})


def steps(model: ScriptedModel) -> list[str]:
    return [request.step for request in model.asked if not request.step.startswith("test/")]


def test_a_slip_in_a_corner_is_refused_with_it_and_accepted_without(caesar: Workspace, launcher: Launcher) -> None:
    model = ScriptedModel(write=CORNER, judge=judge)
    result = run(caesar, launcher, model, work_out=0)
    assert (result.ending, result.attempts) == ("accepted", 1), "nothing knows the rule of that corner"
    assert SLIP in registry.load(caesar, ID).source

    model = ScriptedModel(write=CORNER, judge=judge, work_out=works_out)
    result = run(caesar, launcher, model, replace=True)
    assert (result.ending, result.attempts) == ("accepted", 2)
    assert steps(model) == [
        *("write/1", "claims/1", "work_out/1", "read/1", "judge/1", "locate/1", "revise/2"),
        *("work_out/2", "read/2", "judge/2"),
    ]
    assert registry.load(caesar, ID).source == CAESAR
    asked = next(request for request in model.asked if request.step == "work_out/1")
    assert len(blanks(asked)) == MOST
    assert CAESAR_RULE in asked.messages[0].content
    assert not any("def blackbox" in message.content for message in asked.messages), "it does not see the code"
    log = (result.run / "attempts" / "1" / "log.txt").read_text()
    assert "Single calls whose results the tester worked out by hand" in log
    again = (result.run / "attempts" / "2" / "log.txt").read_text().splitlines()
    assert again[0] == "What showed a fault of version 1, asked again"
    assert again[1].endswith(" now: changed")


def test_a_result_worked_out_wrongly_is_overruled_by_the_judge(caesar: Workspace, launcher: Launcher) -> None:
    def careless(text: str) -> str:
        return by_rule(text).replace("R", "S")

    model = ScriptedModel(
        write=GOOD_CODE,
        judge=judge,
        work_out=lambda request: json.dumps(
            {"examples": [{"input": "Q", "output": careless("Q")}, *json.loads(works_out(request))["examples"]]}
        ),
    )
    result = run(caesar, launcher, model)
    assert (result.ending, result.attempts) == ("accepted", 1)
    left = registry.load(caesar, ID).manifest.left_open
    assert left is not None
    (line,) = left.overruled
    assert line.endswith('worked 1: blackbox("Q") -> the tester expected "S", the box gives "R": different')
    recording = registry.load(caesar, ID).folder / "recording.jsonl"
    assert read_recording(recording)[0].settings["work_out"] == MOST
    again = build(caesar, ID, launcher, BuildOptions(models={}, recording=recording, strict=True))
    assert (again.ending, again.differing) == ("accepted", ())


def test_what_does_not_read_as_an_example_is_sent_back(caesar: Workspace, launcher: Launcher) -> None:
    replies = ['{"examples": [{"input": "1", "output": "2"}]}', '{"examples": []}']
    model = ScriptedModel(judge=judge, work_out=replies)
    assert run(caesar, launcher, model).ending == "accepted"
    (again,) = [request for request in model.asked if request.step == "work_out/1~1"]
    assert "example 1: " in again.messages[-1].content


def test_an_exam_is_no_second_writing_and_is_told_to_nobody(caesar: Workspace, launcher: Launcher) -> None:
    exam = '{"source": "by hand"}\n{"input": "helloexam", "output": "ifmmpfybn"}\n'
    (caesar.root / "descriptions" / f"{ID}.exam.jsonl").write_text(exam)
    model = ScriptedModel(write=CORNER, judge=judge, work_out=works_out)
    result = run(caesar, launcher, model)
    assert (result.ending, result.attempts) == ("accepted", 2)
    assert registry.load(caesar, ID).source == CAESAR
    assert {"work_out/1", "read/1"} <= {*steps(model)}
    assert not any("helloexam" in message.content for request in model.asked for message in request.messages)


@pytest.mark.parametrize("why", ["a second writing", "no model"])
def test_it_is_not_asked_where_another_writing_knows_the_rule_or_nobody_does(
    caesar: Workspace, launcher: Launcher, why: str
) -> None:
    model = ScriptedModel(judge=judge)
    models = played_by(model)
    if why == "no model":
        del models["tester"]
    settings = BuildSettings(work_out=MOST, consensus=2 if why == "a second writing" else 1)
    result = build(caesar, ID, launcher, BuildOptions(models=models, settings=settings))
    assert result.ending == "accepted"
    header, entries = read_recording(registry.load(caesar, ID).folder / "recording.jsonl")
    assert header.settings["work_out"] == 0
    assert not [entry for entry in entries if entry.step.startswith(("work_out", "read"))]
    assert (header.models["tester"] == PROBER) == (why == "no model")


def test_its_cost_is_said() -> None:
    plain, worked = most(BuildSettings()), most(BuildSettings(work_out=10))
    assert worked.calls - plain.calls == 5 * (3 + 3) + 3, "five versions, worked out and read, and the draw once"
    assert most(BuildSettings(work_out=10, consensus=2)) == most(BuildSettings(consensus=2))
    assert most(BuildSettings(work_out=10), prober=True) == most(BuildSettings(), prober=True)


QUOTE = " ".join(CAESAR_RULE.split()[:4])
WORDS = {"sentence": QUOTE, "lines": [6], "why": "a capital Q after a u moves by two"}


class TestReading:
    """The refiner reads the code beside the description."""

    def read(self, *, examples: list[object] | None = None, faults: list[object] | None = None) -> str:
        return json.dumps({"examples": examples or [], "faults": faults or []})

    def test_what_it_finds_is_asked_of_the_box_and_judged_without_the_code(
        self, caesar: Workspace, launcher: Launcher
    ) -> None:
        seen = self.read(examples=[{"input": "tQ", "output": "uR"}])
        model = ScriptedModel(write=CORNER, judge=judge, work_out='{"examples": []}', read=[seen, self.read()])
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 2)
        assert registry.load(caesar, ID).source == CAESAR
        asked = next(request for request in model.asked if request.step == "read/1")
        assert CAESAR_RULE in asked.messages[0].content
        assert f"6  {SLIP.rstrip()}" in asked.messages[0].content, "it sees the code, with numbered lines"
        log = (result.run / "attempts" / "1" / "log.txt").read_text()
        assert 'read 1: blackbox("tQ") -> the reader expected "uR", the box gives "uS": different' in log
        again = (result.run / "attempts" / "2" / "log.txt").read_text().splitlines()
        assert again[0] == "What showed a fault of version 1, asked again"
        recording = registry.load(caesar, ID).folder / "recording.jsonl"
        events: list[Event] = []
        replayed = build(caesar, ID, launcher, BuildOptions(models={}, recording=recording, strict=True), events.append)
        began = {event.text for event in events if event.kind == "step"}
        assert {"work_out", "read"} < began <= {*STEPS}, "a person is told of each step in words"
        assert (replayed.ending, replayed.differing) == ("accepted", ())

    def test_a_misreading_is_overruled_by_the_judge(self, caesar: Workspace, launcher: Launcher) -> None:
        wrong = self.read(examples=[{"input": "z", "output": "z"}])
        model = ScriptedModel(judge=judge, work_out='{"examples": []}', read=wrong)
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 1)
        left = registry.load(caesar, ID).manifest.left_open
        assert left is not None
        assert 'the reader expected "z", the box gives "a": different' in left.overruled[0]

    def test_what_no_example_shows_goes_to_the_coder_in_words(self, caesar: Workspace, launcher: Launcher) -> None:
        model = ScriptedModel(
            write=CORNER, judge=judge, work_out='{"examples": []}', read=[self.read(faults=[WORDS]), self.read()]
        )
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 2)
        assert steps(model)[3:7] == ["read/1", "judge/1", "locate/1", "revise/2"]
        revised = next(request for request in model.asked if request.step == "revise/2").messages[-1].content
        assert f'breaks "{QUOTE}", in line 6: a capital Q after a u moves by two' in revised
        assert [attempt.ended for attempt in registry.load(caesar, ID).manifest.attempts] == ["read", "accepted"]
        told = [r.messages[0].content for r in model.asked if r.role == "tester" and "/2" in r.step]
        assert told
        assert all(QUOTE in text and "moves by two" not in text for text in told), (
            "the tester hears nothing of the code"
        )

    def test_words_do_not_bury_what_the_log_shows(self, caesar: Workspace, launcher: Launcher) -> None:
        shown = '{"examples": [{"input": "tQ", "output": "uR"}]}'
        model = ScriptedModel(
            write=CORNER,
            judge=judge,
            work_out=[shown, '{"examples": []}'],
            read=[self.read(faults=[WORDS]), self.read()],
        )
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 2)
        revised = next(request for request in model.asked if request.step == "revise/2").messages[-1].content
        assert "tQ" in revised
        assert QUOTE in revised
        again = (result.run / "attempts" / "2" / "log.txt").read_text()
        assert again.startswith("What showed a fault of version 1, asked again")

    @pytest.mark.parametrize(("revisions", "attempts"), [(4, 2), (0, 1)])
    def test_words_alone_send_a_version_back_once_and_give_nothing_up(
        self, caesar: Workspace, launcher: Launcher, revisions: int, attempts: int
    ) -> None:
        model = ScriptedModel(judge=judge, work_out='{"examples": []}', read=self.read(faults=[WORDS]))
        settings = BuildSettings(work_out=MOST, max_revisions=revisions)
        result = build(caesar, ID, launcher, BuildOptions(models=played_by(model), settings=settings))
        assert (result.ending, result.attempts) == ("accepted", attempts)
        left = registry.load(caesar, ID).manifest.left_open
        assert left is not None
        assert "a capital Q after a u moves by two" in left.seen[0]
        assert any("a reader says against the code" in line for line in left.sentences())

    def test_a_recording_from_before_is_replayed_without_it(
        self, caesar: Workspace, launcher: Launcher, tmp_path: Path
    ) -> None:
        run(caesar, launcher, ScriptedModel(judge=judge, work_out='{"examples": []}'))
        recording = registry.load(caesar, ID).folder / "recording.jsonl"
        header, *entries = recording.read_text().splitlines()
        old = tmp_path / "recording.jsonl"
        kept = [line for line in entries if '"step":"read/' not in line]
        assert len(kept) < len(entries)
        old.write_text("\n".join([header.replace('"loop":3', '"loop":2'), *kept, ""]))
        assert build(caesar, ID, launcher, BuildOptions(models={}, recording=old)).ending == "accepted"

    def test_what_the_judge_overruled_stays_named_where_only_the_reading_is_worded_otherwise(
        self, caesar: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        wrong = self.read(examples=[{"input": "z", "output": "z"}])
        run(caesar, launcher, ScriptedModel(judge=judge, work_out='{"examples": []}', read=wrong))
        before = registry.load(caesar, ID)
        monkeypatch.setattr(roles, "numbered_code", lambda code: f"{code}\n")
        result = build(caesar, ID, launcher, BuildOptions(models={}, recording=before.folder / "recording.jsonl"))
        assert result.differing == ("refiner read/1",)
        after = registry.load(caesar, ID).manifest.left_open
        assert before.manifest.left_open is not None
        assert before.manifest.left_open.overruled
        assert after == before.manifest.left_open

    @pytest.mark.parametrize(
        ("fault", "told"),
        [
            (WORDS | {"sentence": "nothing that the description says"}, "exactly as they stand there"),
            (WORDS | {"sentence": "..."}, "exactly as they stand there"),
            (WORDS | {"sentence": QUOTE.split()[0]}, "3 words of the description or more"),
            (WORDS | {"why": " "}, "why"),
            (WORDS | {"why": "x" * 3_000}, "why"),
            (WORDS | {"lines": [1] * 50}, "lines"),
            (WORDS | {"lines": [0]}, "the module has the lines 1 to"),
            (WORDS | {"lines": [999]}, "the module has the lines 1 to"),
        ],
    )
    def test_a_fault_that_quotes_nothing_is_sent_back(
        self, caesar: Workspace, launcher: Launcher, fault: object, told: str
    ) -> None:
        model = ScriptedModel(judge=judge, work_out='{"examples": []}', read=[self.read(faults=[fault]), self.read()])
        assert run(caesar, launcher, model).attempts == 1
        (again,) = [request for request in model.asked if request.step == "read/1~1"]
        assert told in again.messages[-1].content


@pytest.mark.parametrize(
    ("identifier", "original", "shown"),
    [
        ("encryption/shift_by_place", "encryption/fib_cipher", "read 1: blackbox("),
        ("freeform/letter_machine", "freeform/six_letter_machine", "drawn 1: open("),
    ],
)
def test_builds_that_were_recorded_correct_a_planted_fault(
    place: Workspace, launcher: Launcher, identifier: str, original: str, shown: str
) -> None:
    """Sessions of a model sat in all seats; only the first module was put there, with a fault (docs/acceptance.md)."""
    data = Path(__file__).parents[1] / "data" / "read"
    name = identifier.split("/")[1]
    write_description(place, parse_description((data / f"{name}.md").read_text(), identifier))
    recording = data / f"{name}.recording.jsonl"
    result = build(place, identifier, launcher, BuildOptions(models={}, recording=recording, strict=True))
    assert (result.ending, result.attempts, result.differing) == ("accepted", 2, ())
    assert [attempt.ended for attempt in registry.load(place, identifier).manifest.attempts] == ["diagnose", "accepted"]
    assert shown in (result.run / "attempts" / "1" / "log.txt").read_text()
    revised = [e for e in read_recording(recording)[1] if e.step in ("locate/1", "revise/2")]
    assert len(revised) == 2
    with (
        open_box(registry.load(place, identifier), launcher) as box,
        open_reference(
            load(Workspace(SHIPPED, True, None), original).description, REFERENCES[original], launcher
        ) as right,
    ):
        assert compare(box, right.box, samples=500, swept=0).identical


GUESSING = "puzzle/number_guessing"
DRAW = "random.Random(seed).randint(0, 100)"
SHORT = "random.Random(seed).randint(0, 99)"
"""100 is never hidden."""


def module(draw: str) -> str:
    return f'```python\nimport random\n\n\ndef new_hidden(seed):\n    return {{"number": {draw}}}\n```'


def judge_of_draws(request: Request) -> str:
    """Believe the tester's draw where the box differs."""
    lines = request.messages[-1].content.splitlines()
    wrong = [int(line[1 : line.index("]")]) for line in lines if "new_hidden(" in line and line.endswith(": different")]
    found = [{"line": n, "expected": "as the tester", "got": "another", "why": "the draw"} for n in wrong]
    said = json.loads(believes(request))
    kept = [one for one in said["explained"] if one["line"] not in wrong]
    return json.dumps(said | {"consistent": not found, "inconsistencies": found, "explained": kept})


class TestDraws:
    """What seeds draw, beside the tester's own writing of the draw."""

    @pytest.fixture
    def guessing(self, place: Workspace) -> Workspace:
        description = place.root / "descriptions" / f"{GUESSING}.md"
        description.parent.mkdir(parents=True, exist_ok=True)
        description.write_text((SHIPPED / "descriptions" / f"{GUESSING}.md").read_text())
        return place

    def built(self, place: Workspace, launcher: Launcher, model: ScriptedModel) -> BuildResult:
        options = BuildOptions(models=played_by(model), settings=BuildSettings(work_out=2))
        return build(place, GUESSING, launcher, options)

    def script(self, draw: str | list[str]) -> ScriptedModel:
        source = (SHIPPED / "blackboxes" / "accepted" / GUESSING / "box.py").read_text()
        assert DRAW in source
        return ScriptedModel(
            write=f"```python\n{source.replace(DRAW, SHORT)}```",
            revise=f"```python\n{source}```",
            test=lambda request: "QUERY: 50" if "QUERY" in request.messages[-1].content else "ANSWER: 50",
            judge=judge_of_draws,
            work_out='{"examples": []}',
            draw=draw,
        )

    def test_a_value_that_never_comes_is_refused(self, guessing: Workspace, launcher: Launcher) -> None:
        model = self.script(module(DRAW))
        result = self.built(guessing, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 2)
        assert DRAW in registry.load(guessing, GUESSING).source
        (asked,) = [request for request in model.asked if request.step.startswith("draw")]
        assert "`new_hidden`" in asked.messages[-1].content
        assert not any(SHORT in message.content for message in asked.messages), "it does not see the code"
        log = (result.run / "attempts" / "1" / "log.txt").read_text()
        assert " of 4,000 differ" in log and 'the tester expected {"number":100}' in log
        log = (result.run / "attempts" / "2" / "log.txt").read_text()
        assert ": 0 of 4,000 differ" in log and "again" in log.splitlines()[0]
        recording = registry.load(guessing, GUESSING).folder / "recording.jsonl"
        again = build(guessing, GUESSING, launcher, BuildOptions(models={}, recording=recording, strict=True))
        assert (again.ending, again.differing) == ("accepted", ())

    def test_a_writing_that_cannot_be_run_tells_nothing(self, guessing: Workspace, launcher: Launcher) -> None:
        model = self.script(["No module.", "```python\nimport os, nothing_like_it\n```"])
        result = self.built(guessing, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 1)
        assert [request.step for request in model.asked if request.step.startswith("draw")] == ["draw/1", "draw/1~1"]
        assert "Draws from seeds" not in (result.run / "attempts" / "1" / "log.txt").read_text()

    @pytest.mark.parametrize("identifier", ["freeform/sticky_gauge", "freeform/hidden_order", "puzzle/wordle_hard"])
    def test_a_box_draws_what_its_reference_draws(self, identifier: str, launcher: Launcher) -> None:
        accepted = load(Workspace(SHIPPED, True, None), identifier)
        with (
            open_box(accepted, launcher) as box,
            open_reference(accepted.description, REFERENCES[identifier], launcher) as reference,
        ):
            found = compared(box, reference.box, 1)
            assert (found.compared, found.differing, len(found.shown)) == (4_000, 0, 1)


class TestChoice:
    """Which inputs are chosen."""

    def test_they_decide_and_what_was_asked_before_is_not_asked_again(
        self, make_box: Callable[..., Box[Any]], caesar_text: Description
    ) -> None:
        box = make_box(caesar_text, CAESAR.replace(RULE, SLIP))
        found = [blank.question["input"] for blank in chosen(box, [], 1, 10)]
        assert found == [blank.question["input"] for blank in chosen(box, [], 1, 10)], "the same each time"
        corner = [text for text in found if "tQ" in text]
        assert corner
        assert len(set(found)) == 10
        others = [blank.question["input"] for blank in chosen(box, [Call("blackbox", (corner[0],))], 1, 10)]
        assert corner[0] not in others

    @pytest.mark.parametrize(
        ("identifier", "fields"),
        [
            ("circuit/compare", {"input", "output"}),
            ("code/kmp", {"inputs", "checkpoint", "variables"}),
            ("freeform/unknown_graph", {"state", "input", "output", "next"}),
            ("game/rps7_beat_last", {"settings", "moves", "replies", "gets", "reads", "actions", "opponent"}),
            ("physics/three_balls_collision", {"input", "output"}),
            ("puzzle/wordle", {"hidden", "query", "turn", "feedback"}),
        ],
    )
    def test_every_family_asks_in_the_form_of_its_worked_examples(
        self, identifier: str, fields: set[str], launcher: Launcher, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(deciding, "CANDIDATES", 1_000)
        with open_box(load(Workspace(SHIPPED, True, None), identifier), launcher) as box:
            found = chosen(box, [], 1, 3)
            assert 3 <= len(found) <= 6
            assert all({*blank.question, *blank.wanted} <= fields for blank in found)
            assert all(reply.error is None for reply in box.replies([blank.call for blank in found]))
