"""The loop asks back: what a verdict does not explain, what no query settled, and what a corrected version failed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.folder import unfinished_runs
from boxwright.agents.runs.journal import LOOP, ReplayEnded, read_recording
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.blackboxes import registry
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run as cli_run
from boxwright.harness.chat import BadReply
from boxwright.harness.chat.api import ProviderFailed, Request
from boxwright.sandbox import Launcher
from tests.agents.script import GOOD_CODE, WRONG_CODE, ScriptedModel, play_by_rule, played_by
from tests.conftest import CAESAR, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"
FRONT = "difficulty: easy\ndomain: {letters: any, spaces: true, max_length: 20}\n"
STACK = json.dumps({"claims": ["what was pushed last is popped first", "an empty stack gives nothing"]})
CAPITALS = GOOD_CODE.replace('ord("A") if c.isupper() else ord("a")', 'ord("a")')
"""Right for small letters; a capital becomes some small letter."""
CRASHING = GOOD_CODE.replace(
    "    out = []", '    out = []\n    if plaintext[::-1] == "cbA zyx":\n        raise KeyError("q")'
)


@pytest.fixture
def caesar(place: Workspace) -> Workspace:
    write_description(place, describe(ID, FRONT, CAESAR_RULE))
    return place


def run(place: Workspace, launcher: Launcher, model: Any, **given: Any) -> BuildResult:
    settings = given.pop("settings", BuildSettings())
    return build(place, ID, launcher, BuildOptions(models=played_by(model), settings=settings, **given))


def judged(*holds: str, **more: Any) -> str:
    """A verdict on two claims, each settled by the first line unless it is untested."""
    claims = [
        {"claim": n, "holds": held, "lines": [] if held == "untested" else [1]} for n, held in enumerate(holds, 1)
    ]
    return json.dumps({"consistent": True, "claims": claims, "inconsistencies": [], **more})


def broken(line: int, expected: str = "the next letter") -> dict[str, Any]:
    return {"consistent": False, "inconsistencies": [{"line": line, "expected": expected, "got": "x", "why": "y"}]}


def log_of(result: BuildResult, attempt: int = 1) -> list[str]:
    return (result.run / "attempts" / str(attempt) / "log.txt").read_text().splitlines()


def said(request: Request) -> str:
    return request.messages[-1].content


def outputs(request: Request) -> dict[int, str]:
    """By line number, what the box gives in the tests of a log."""
    lines = [line for line in said(request).splitlines() if " the box gives " in line]
    return {int(line[1 : line.index("]")]): line.split("the box gives ")[1].rpartition(": ")[0] for line in lines}


def abc(request: Request) -> str:
    """A tester that sends the same query whatever it reads, and answers the tests with it."""
    return "ANSWER: abc" if "Which ciphertext" in said(request) or "Test " in said(request) else "QUERY: abc"


def test_a_careless_tester_and_a_careless_refiner_together_accept_nothing(
    caesar: Workspace, launcher: Launcher
) -> None:
    model = ScriptedModel(claims=STACK, test=abc, judge=judged("yes", "yes"))
    with pytest.raises(BadReply, match="line 7: the box gave something else than was expected") as stopped:
        run(caesar, launcher, model)
    assert "line 8: " in str(stopped.value)
    assert caesar.accepted_folders() == {}
    assert [r.step for r in model.asked if r.role == "refiner"] == ["judge/1", "judge/1~1", "judge/1~2"]
    again = [said(r) for r in model.asked if r.role == "tester" and "have sent this query before" in said(r)]
    assert len(again) == 5, "each repetition is sent back once"
    (left,) = unfinished_runs(caesar, ID)
    assert left.stopped.exists(), "the build can be resumed with a refiner that explains"
    model = ScriptedModel(
        judge=lambda r: judged("untested", "untested", explained=explained(r)), probe='{"examples": []}'
    )
    result = build(caesar, ID, launcher, BuildOptions(models=played_by(model), resume=True))
    assert result.run == left.path
    left_open = registry.load(caesar, ID).manifest.left_open
    assert left_open is not None
    assert (left_open.untested, left_open.asked_again) == (tuple(json.loads(STACK)["claims"]), True)
    assert len(left_open.repeated) == 5
    assert [line.split(":")[0] for line in left_open.overruled] == ["[7] test 1", "[8] test 2"]


def explained(request: Request, **wrong: object) -> list[dict[str, object]]:
    """An explanation of each test where the tester was wrong."""
    right = {number: json.loads(output) for number, output in outputs(request).items()}
    return [{"line": n, "recomputed": out, "why": "each letter is the next one", **wrong} for n, out in right.items()]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"recomputed": "abc"}, "you recomputed abc, but the box gave"),
        ({"why": ""}, "explained.0.why"),
        ({"line": 9}, "no line 9"),
    ],
)
def test_an_explanation_must_arrive_at_what_the_box_gave(
    caesar: Workspace, launcher: Launcher, wrong: dict[str, object], complaint: str
) -> None:
    def judge(request: Request) -> str:
        if request.step == "judge/1":
            return judged("yes", "yes", explained=explained(request, **wrong))
        assert complaint in said(request)
        first = request.model_copy(update={"messages": request.messages[:1]})
        return judged("yes", "yes", explained=explained(first))

    model = ScriptedModel(test=abc, judge=judge)
    assert run(caesar, launcher, model).ending == "accepted"
    assert [r.step for r in model.asked if r.role == "refiner"] == ["judge/1", "judge/1~1"]


class TestOpenClaims:
    """Claims that no line settles are asked for once more, as worked examples that the box is asked directly."""

    PROBE = json.dumps({"examples": [{"claim": 2, "example": {"input": "aB", "output": "bC"}}]})

    def test_they_are_settled_by_the_calls_that_the_tester_asks_for(
        self, caesar: Workspace, launcher: Launcher
    ) -> None:
        model = ScriptedModel(judge=[judged("yes", "untested"), judged("yes", "yes")], probe=self.PROBE)
        result = run(caesar, launcher, model)
        assert [r.step for r in model.asked if not r.step.startswith("test/")] == [
            "write/1",
            "claims/1",
            "judge/1",
            "probe/1",
            "judge/1.2",
        ]
        (probe,) = [r for r in model.asked if r.step == "probe/1"]
        assert "2. case is kept" in said(probe)
        assert "1. z becomes a" not in said(probe)
        assert "These lines settled no claim: 2, 3, 4, 5, 6." in said(probe)
        line = '[9] claim 2: blackbox("aB") -> the tester expected "bC", the box gives "bC": the same'
        assert log_of(result)[-1] == line
        assert line in said(model.asked[-1])
        assert registry.load(caesar, ID).manifest.left_open is None

    def test_a_fault_that_they_show_is_repaired_and_asked_again(self, caesar: Workspace, launcher: Launcher) -> None:
        def judge(request: Request) -> str:
            """Explains whatever differs in the tests, so that only the claim's line refuses the code."""
            if request.step == "judge/1.2":
                return judged("yes", "no", **broken(9, "bC"))
            first = "untested" if request.step == "judge/1" else "yes"
            return judged("yes", first, explained=explained(request))

        model = ScriptedModel(write=CAPITALS, judge=judge, probe=self.PROBE)
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 2)
        assert '[9] claim 2: blackbox("aB") -> the tester expected "bC", the box gives "bw": different' in log_of(
            result
        )
        log = log_of(result, 2)
        assert log[0] == "What showed a fault of version 1, asked again"
        assert (
            log[1] == '[1] version 1, line 9: blackbox("aB") -> demanded: bC; it gave "bw", and gives "bC" now: changed'
        )
        assert "What the tester asked this version" in log

    def test_those_that_stay_open_are_named_to_the_author(
        self,
        caesar: Workspace,
        launcher: Launcher,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        result = run(caesar, launcher, ScriptedModel(judge=judged("yes", "untested"), probe=self.PROBE))
        assert result.ending == "accepted"
        monkeypatch.chdir(caesar.root)
        assert cli_run(["show", ID]) == 0
        out = capsys.readouterr().out
        assert "claims that the test agent's log does not settle (the tester was asked once more): 1" in out
        assert "   case is kept" in out

    @pytest.mark.parametrize(
        ("examples", "complaint"),
        [
            ([{"claim": 1, "example": {"input": "a", "output": "b"}}], "claim 1 is not among those that are open"),
            ([{"claim": 2, "example": {"input": "a"}}], "claim 2: "),
            ([{"claim": 2, "example": {"input": "1", "output": "1"}}], "outside the domain"),
        ],
    )
    def test_an_example_that_no_box_can_give_is_sent_back(
        self, caesar: Workspace, launcher: Launcher, examples: list[object], complaint: str
    ) -> None:
        model = ScriptedModel(
            judge=[judged("yes", "untested"), judged("yes", "yes")],
            probe=[json.dumps({"examples": examples}), self.PROBE],
        )
        assert run(caesar, launcher, model).ending == "accepted"
        (again,) = [r for r in model.asked if r.step == "probe/1~1"]
        assert complaint in said(again)

    def test_a_build_that_stops_there_goes_on_without_asking_twice(self, caesar: Workspace, launcher: Launcher) -> None:
        def fail(request: Request) -> str:
            if request.step == "judge/1.2":
                raise ProviderFailed("down")
            return judged("yes", "untested")

        with pytest.raises(ProviderFailed):
            run(caesar, launcher, ScriptedModel(judge=fail, probe=self.PROBE))
        model = ScriptedModel(judge=judged("yes", "yes"))
        result = run(caesar, launcher, model, resume=True)
        assert [r.step for r in model.asked] == ["judge/1.2"]
        assert [line.split("]")[0] for line in log_of(result) if line.startswith("[")][-1] == "[9"


class TestAfterARevision:
    """The loop itself asks the new version what showed the fault; the tester is told, and meets other samples."""

    def judge(self, request: Request) -> str:
        return judged("no", "yes", **broken(1)) if request.step == "judge/1" else judged("yes", "yes")

    def test_the_exposing_query_is_asked_again_and_the_samples_are_new(
        self, caesar: Workspace, launcher: Launcher
    ) -> None:
        model = ScriptedModel(write=WRONG_CODE, judge=self.judge)
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 2)
        again = (
            '[1] version 1, line 1: query "xyz Abc" -> demanded: the next letter; it gave "zab Cde", and gives "yza '
        )
        again += 'Bcd" now'
        assert log_of(result, 2)[1] == f"{again}: changed"
        asked = [log_of(result, n) for n in (1, 2)]
        tests = [{line.split("input ")[1].split(" ->")[0] for line in log if "] test " in line} for log in asked]
        assert not tests[0] & tests[1], "a version is not tested on what its predecessor was tested on"
        system = next(r.messages[0].content for r in model.asked if r.step == "test/2/1")
        assert "# What was corrected" in system
        assert 'log line 1: [1] turn 1: query "xyz Abc" -> output "zab Cde"; expected: the next letter' in system
        assert again in system
        assert "# What was corrected" not in next(r.messages[0].content for r in model.asked if r.step == "test/1/1")

    def test_a_version_that_still_gives_the_same_must_be_settled(self, caesar: Workspace, launcher: Launcher) -> None:
        other = WRONG_CODE.replace("out = []", "out = list()")
        model = ScriptedModel(write=WRONG_CODE, revise=other, judge=self.judge, test=lambda r: sent_by(WRONG_CODE, r))
        with pytest.raises(BadReply, match="line 1: the box gave something else than was expected"):
            run(caesar, launcher, model)
        assert caesar.accepted_folders() == {}

    def test_a_version_that_ends_in_an_error_is_played_the_same_episode_again(
        self, caesar: Workspace, launcher: Launcher
    ) -> None:
        model = ScriptedModel(write=CRASHING, revise=[CRASHING.replace('"q"', '"r"'), GOOD_CODE])
        result = run(caesar, launcher, model)
        assert (result.ending, result.attempts) == ("accepted", 3)
        noted = registry.load(caesar, ID).manifest.attempts
        assert [a.ended for a in noted] == ["simulate", "simulate", "accepted"]
        assert "the episode that the tester played with version 1, played again" in noted[1].findings[0]
        assert not [r for r in model.asked if r.step.startswith("test/2/")], "no model is asked for that"

    def test_it_replays(self, caesar: Workspace, launcher: Launcher) -> None:
        run(caesar, launcher, ScriptedModel(write=WRONG_CODE, judge=self.judge))
        recording = registry.load(caesar, ID).folder / "recording.jsonl"
        assert read_recording(recording)[0].loop == LOOP
        again = build(caesar, ID, launcher, BuildOptions(models={}, recording=recording, strict=True))
        assert (again.ending, again.attempts, again.differing) == ("accepted", 2, ())


def sent_by(code: str, request: Request) -> str:
    """What a tester says who works out the wrong rule of `code`: it shifts by two."""
    right = play_by_rule(request)
    if right.startswith("QUERY"):
        return right
    twice = request.model_copy(
        update={"messages": (request.messages[-1].model_copy(update={"content": f"Plaintext: {right[8:]}\n?"}),)}
    )
    return play_by_rule(twice)


class TestRecordingsOfTheFirstLoop:
    """They are replayed as they were asked; what their verdicts leave open is said, not asked."""

    def test_lines_that_the_recorded_verdict_has_not_judged_are_not_named(
        self, launcher: Launcher, place: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shipped = Workspace(SHIPPED, True, None)
        name = "code/quicksort_recursion"
        write_description(place, shipped.description(name))
        (exam,) = Path(SHIPPED / "descriptions" / "code").glob("quicksort_recursion.exam.jsonl")
        (place.root / "descriptions" / "code" / exam.name).write_bytes(exam.read_bytes())
        recording = shipped.accepted_folders()[name] / "recording.jsonl"
        result = build(place, name, launcher, BuildOptions(models={}, recording=recording))
        assert result.ending == "accepted"
        left = registry.load(place, name).manifest.left_open
        assert left is not None
        assert left.asked_again is False
        assert len(left.untested) == 3
        assert left.unexplained == ()  # today's tests are other ones, beside which the recorded answers are wrong
        monkeypatch.chdir(place.root)
        assert cli_run(["show", name]) == 0
        out = capsys.readouterr().out
        assert "the tester expected something else" not in out
        assert "the tester was not asked once more): 3" in out

    def test_a_recording_that_lacks_what_the_loop_asks_today_says_which_reply(
        self, caesar: Workspace, launcher: Launcher
    ) -> None:
        run(
            caesar,
            launcher,
            ScriptedModel(judge=[judged("yes", "untested"), judged("yes", "yes")], probe=TestOpenClaims.PROBE),
        )
        recording = registry.load(caesar, ID).folder / "recording.jsonl"
        lines = recording.read_text().splitlines()
        other = caesar.root / "other.jsonl"
        other.write_text("\n".join(line for line in lines if '"step":"probe/1"' not in line) + "\n")
        with pytest.raises(ReplayEnded, match="the recording has no reply for tester probe/1"):
            build(caesar, ID, launcher, BuildOptions(models={}, recording=other, replace=True))


def test_two_hidden_answers_are_kept_apart_and_shown_to_the_judge(place: Workspace, launcher: Launcher) -> None:
    shipped = Workspace(SHIPPED, True, None)
    name = "puzzle/number_guessing"
    write_description(place, shipped.description(name))
    code = (shipped.accepted_folders()[name] / "box.py").read_text()

    def play(request: Request) -> str:
        return (
            "ANSWER: 7" if "ANSWER: <answer>" in said(request).splitlines()[-1] else f"QUERY: {len(request.messages)}"
        )

    model = ScriptedModel(
        write=f"```python\n{code}```",
        test=play,
        judge=lambda r: judged("yes", "yes", explained=explained(r)),
    )
    settings = BuildSettings(test_turns=2, test_samples=2)
    result = build(place, name, launcher, BuildOptions(models=played_by(model), settings=settings))
    log = log_of(result)
    hidden = [json.loads(line.split("hidden ")[1]) for line in log if line.startswith("Conversation ")]
    assert len(hidden) == 2
    assert hidden[0] != hidden[1]
    shown = [line.split("] ")[1].split(":")[0] if line.startswith("[") else line[:14] for line in log]
    assert shown == [
        "Conversation 1", "turn 1", "turn 2", "test 1", "", "Conversation 2", "turn 1", "turn 2", "test 2",
    ]  # fmt: skip
    for number, line in zip(hidden, [line for line in log if "] test" in line], strict=True):
        assert f"the box gives {number['number']}: different" in line
    assert "\n".join(log) in said(next(r for r in model.asked if r.step == "judge/1"))


def test_the_good_code_stays_good(launcher: Launcher) -> None:
    """The planted faults above differ from it."""
    assert CAESAR in GOOD_CODE
    assert len({GOOD_CODE, WRONG_CODE, CAPITALS, CRASHING}) == 4
