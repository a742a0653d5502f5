"""Gates in great numbers (docs/acceptance.md): sweeps, drawn orders, play's own manner, and what a gate may spend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby, islice
from typing import cast

import pytest

from boxwright.blackboxes import sweep
from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.forms import RecordForm
from boxwright.blackboxes.families.freeform import sweep as freeform_sweep
from boxwright.blackboxes.registry import Accepted, load
from boxwright.blackboxes.sweep import Budget, constants, steps_of, swept
from boxwright.blackboxes.types import Call
from boxwright.blackboxes.witness import Contradiction
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.check import faults_of
from boxwright.harness.episode import EpisodeFailed
from boxwright.harness.gates import GateResult, GateSettings, run_gate, run_gates, run_thoroughly
from boxwright.harness.gates import asked as what_is_asked
from boxwright.harness.gates import settings as gate_settings
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher, Limits
from tests.blackboxes.starters import STARTERS, starter
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe

Make = Callable[..., Box]
PLACE = Workspace(SHIPPED, True, None)
EVERY = sorted(name for name in PLACE.accepted_folders() if not name.startswith("kumo/"))
SOME = {name for _, family in groupby(EVERY, key=lambda name: name.partition("/")[0]) for name in islice(family, 3)}
"""Three of each family; the others are slow: rebuilds and checks sweep them, too."""
END = '    return "".join(out)\n'


def accepted(identifier: str) -> Accepted:
    found = load(PLACE, identifier)
    assert isinstance(found, Accepted)
    return found


def first_refusal(results: list[GateResult]) -> tuple[str, str]:
    return next((r.gate, r.findings[0].kind) for r in results if not r.passed)


def in_domain(box: Box, call: Call) -> bool:
    """Whether a player could make a call, as far as a call by itself tells."""
    rules = box.rules
    if call.function == "blackbox":
        return bool(box.family.in_domain(rules, call.args[0]))
    if call.function == "boxwright_trace":
        assert isinstance(rules.inputs, RecordForm)
        return rules.inputs.holds(call.args[0])
    if call.function == "feedback":
        return bool(rules.query.holds(call.args[1])) and call.args[2] >= 1
    if call.function == "boxwright_game":
        return call.args[0] in rules.settings
    if call.function == "explore":
        return bool(rules.valid(call.args[1]))
    return call.function in box.family.functions


@pytest.mark.parametrize(
    "identifier", [pytest.param(name, marks=[] if name in SOME else [pytest.mark.slow]) for name in EVERY]
)
def test_a_sweep_stays_in_the_domain_and_every_accepted_box_answers_it(identifier: str, launcher: Launcher) -> None:
    with open_box(accepted(identifier), launcher) as box:
        batches = list(swept(box, 7, Budget(600, 60.0)))
        asked = [call for calls, _ in batches for call in calls]
        assert len(asked) == 600
        assert [call for call in asked if not in_domain(box, call)] == []
        assert [reply.error for _, replies in batches for reply in replies if reply.error] == []


RUN = """\
    LAST[:] = [*LAST, plaintext] if LAST[-1:] == [plaintext] else [plaintext]
    if len(plaintext) > 18 and len(LAST) >= {times}:
        out.append("q")
"""


@pytest.mark.parametrize(("times", "how"), [(2, "asked among many others"), (60, "asked many times in a row")])
def test_what_shows_when_long_texts_are_asked_again_at_once_is_refused(
    make_box: Make, caesar_text: Description, monkeypatch: pytest.MonkeyPatch, times: int, how: str
) -> None:
    monkeypatch.setattr(gate_settings, "THOROUGH", {"sweep": 3_000, "sweep_seconds": 60.0, "pauses": (), "repeats": 1})
    box = make_box(caesar_text, "LAST = []\n" + CAESAR.replace(END, RUN.format(times=times) + END))
    refused = next(result for result in run_thoroughly(box) if not result.passed)
    assert refused.gate == "repeatable"
    assert refused.findings[0].message.startswith(how)
    assert len(refused.findings[0].call) > 18


def test_the_same_sweep_of_a_box_is_asked_once(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(300, 20.0)
    with open_box(accepted("circuit/compare"), launcher) as box:
        asked = list(swept(box, 7, budget))
        assert asked
        monkeypatch.setattr(sweep, "KEPT_BYTES", 10)
        heavy = list(swept(box, 8, budget))
        monkeypatch.setattr(Box, "replies", lambda box, calls: pytest.fail("asked again"))
        assert list(swept(box, 7, budget)) == asked
        with pytest.raises(pytest.fail.Exception, match="asked again"):
            list(swept(box, 8, budget))
        assert heavy


def test_a_small_domain_is_asked_as_a_whole_and_again_in_another_order(launcher: Launcher) -> None:
    with open_box(accepted("circuit/count"), launcher) as box:
        steps = steps_of(box, 3)
        first, second = next(steps), steps.send([None] * 128)
        inputs = [tuple(call.args[0]) for call in first]
        assert len(set(inputs)) == len(inputs) == 128
        assert {tuple(call.args[0]) for call in second} <= set(inputs)
        assert [tuple(call.args[0]) for call in second][:128] != inputs


def test_a_small_domain_of_other_things_than_numbers_is_asked_as_a_whole(launcher: Launcher) -> None:
    with open_box(accepted("code/leaning_digits"), launcher) as box:
        first = next(steps_of(box, 3))
        assert len({repr(call.args) for call in first}) == len(first) == box.domain_size() == 1_989


def test_a_small_domain_is_asked_as_a_whole_whatever_the_budget_of_other_domains(launcher: Launcher) -> None:
    with open_box(accepted("circuit/count"), launcher) as box:
        short, whole = (
            {repr(call.args) for calls, _ in swept(box, 3, Budget(20, 10.0, seconds)) for call in calls}
            for seconds in (0.0, 60.0)
        )
    assert len(short) == 20
    assert len(whole) == 128


def test_a_small_domain_of_texts_is_asked_as_a_whole(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {letters: lower, spaces: false, max_length: 3}\nexamples:\n"
    front += "".join(f"  - {{input: {x}, output: {y}}}\n" for x, y in (("abc", "bcd"), ("z", "a"), ("zy", "az")))
    box = make_box(describe("encryption/short", front, CAESAR_RULE), CAESAR)
    asked = {call.args[0] for calls, _ in swept(box, 3, Budget(200, 10.0, 60.0)) for call in calls}
    assert len(asked) == box.domain_size() > 26**3


@pytest.mark.parametrize(("identifier", "pairs"), [("number_guessing", 101 * 101), ("night_thief", 1_560 * 40)])
def test_every_query_is_asked_about_everything_that_a_small_puzzle_hides(
    identifier: str, pairs: int, launcher: Launcher
) -> None:
    with open_box(accepted(f"puzzle/{identifier}"), launcher) as box:
        asked = [call for calls, _ in swept(box, 3, Budget(200, 10.0, 120.0)) for call in calls]
        few = [call.function for calls, _ in swept(box, 3, Budget(600, 10.0)) for call in calls]
    assert len({repr(call.args[:2]) for call in asked if call.function == "feedback"}) == pairs
    assert len({repr(call.args) for call in asked if call.function == "solution"}) == pairs // len(
        {repr(call.args[1]) for call in asked if call.function == "feedback"}
    )
    assert few.count("feedback") == 200


def test_replies_too_heavy_for_one_session_do_not_end_a_sweep(launcher: Launcher) -> None:
    limits = Limits(host_mb=128)  # 2,000 traces take about 70
    with open_box(accepted("code/manacher"), launcher, limits) as box:
        batches = list(swept(box, 3, Budget(6_000, 60.0)))
    assert sum(len(calls) for calls, _ in batches) == 6_000
    assert [reply.error for _, replies in batches for reply in replies if reply.error] == []


def test_the_same_seed_sweeps_the_same_and_another_one_otherwise(launcher: Launcher) -> None:
    with open_box(accepted("encryption/hill_cipher"), launcher) as box:
        first, again, other = (list(islice(next(steps_of(box, seed)), 500)) for seed in (4, 4, 5))
    assert first == again != other


def test_texts_and_numbers_that_the_code_names_are_asked(make_box: Make, caesar_text: Description) -> None:
    source = CAESAR.replace(END, f'    if plaintext == "xyzzy plugh":\n        return "?"\n{END}')
    assert "xyzzy plugh" in constants(source)
    box = make_box(caesar_text, source)
    calls = [call for batch, _ in swept(box, 9, Budget(2_000, 20.0)) for call in batch]
    assert Call("blackbox", ("xyzzy plugh",)) in calls


@pytest.mark.parametrize("source", ["def f(:", "x = " + "(" * 5_000, "\0"])
def test_a_module_that_cannot_be_read_names_nothing(source: str) -> None:
    assert constants(source) == []


def test_what_shows_only_after_3500_calls_is_refused_at_the_end_of_a_build(
    make_box: Make, caesar_text: Description, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_settings, "THOROUGH", {"sweep": 10_000, "sweep_seconds": 60.0, "pauses": ()})
    late = f"    KEPT.append(1)\n    if len(KEPT) >= 3500:\n        out.append('q')\n{END}"
    box = make_box(caesar_text, "KEPT = []\n" + CAESAR.replace(END, late))
    assert first_refusal(run_thoroughly(box)) == ("repeatable", "differs")
    monkeypatch.setattr(gate_settings, "THOROUGH", {"sweep": 10_000, "sweep_seconds": 60.0, "pauses": ()})
    assert all(result.passed for result in run_thoroughly(make_box(caesar_text, CAESAR)))


def test_three_inputs_in_a_row_that_change_the_next_answer_are_found(make_box: Make, caesar_text: Description) -> None:
    row = "    LAST[:] = [*LAST[-2:], len(plaintext)]\n    if LAST == sorted(LAST)[::-1] and LAST[0] - LAST[-1] > 9:\n"
    source = "LAST = [0, 0, 0]\n" + CAESAR.replace(END, f"{row}        out.append('q')\n{END}")
    assert first_refusal(run_gates(make_box(caesar_text, source)))[0] in ("deterministic", "repeatable")


def test_a_property_that_breaks_on_a_rare_shape_is_refused(make_box: Make) -> None:
    front = f"{CAESAR_FRONT}properties:\n  - {{says: as long as the input, check: len(output) == len(input)}}\n"
    description = describe("encryption/caesar", front, CAESAR_RULE)
    tripled = f"    if len(plaintext) > 7 and len(set(plaintext)) == 1:\n        out.append('q')\n{END}"
    results = run_gates(make_box(description, CAESAR.replace(END, tripled)))
    assert first_refusal(results) == ("examples", "property")


def test_a_query_that_tells_the_rule_is_a_leak(make_box: Make, caesar_text: Description) -> None:
    telling = '    if plaintext == "tell me":\n        return "every letter is replaced by the next letter"\n'
    source = CAESAR.replace(END, telling + END)
    assert first_refusal(run_gates(make_box(caesar_text, source))) == ("leaks", "leak")


def test_what_is_honest_only_after_many_inputs_fails_an_example_asked_as_play_asks(
    make_box: Make, caesar_text: Description
) -> None:
    early = f"    SEEN.add(plaintext)\n    if len(SEEN) < 5:\n        out.append('q')\n{END}"
    box = make_box(caesar_text, "SEEN = set()\n" + CAESAR.replace(END, early))
    found = run_gate("examples", box)
    assert not found.passed


def test_another_code_is_asked_in_another_order_and_the_seed_is_noted(make_box: Make, caesar_text: Description) -> None:
    one, other = make_box(caesar_text, CAESAR), make_box(caesar_text, CAESAR + "\n# the same in other words\n")
    seeds = [run_gate("loads", box).notes["seed"] for box in (one, other, one)]
    assert seeds[0] == seeds[2] != seeds[1]
    refused = run_gate("repeatable", make_box(caesar_text, "N = []\n" + CAESAR.replace(END, f"    N.append(1)\n{END}")))
    assert refused.passed  # a counter that changes nothing is no fault


def test_a_check_names_the_seed_that_repeats_its_finding(launcher: Launcher) -> None:
    entry = accepted("circuit/and_tree")
    source = entry.source.replace("g6 = g4 & g5", "g6 = g4 & (g5 | (g3 & x7))")
    faults = faults_of(replace(entry, source=source), launcher)
    assert faults[-1].startswith("to repeat this: boxwright check circuit/and_tree --seed ")
    seed = int(faults[-1].rpartition(" ")[2])
    assert faults_of(replace(entry, source=source), launcher, seed) == faults
    assert faults_of(entry, launcher, seed) == []


def test_two_checks_draw_other_seeds(launcher: Launcher) -> None:
    entry = accepted("circuit/and_tree")
    wrong = replace(entry, source=entry.source.replace("g7 = g3 & g6", "g7 = g3 | g6"))
    assert len({faults_of(wrong, launcher)[-1] for _ in range(3)}) == 3


def test_a_gate_ends_when_its_time_is_spent(make_box: Make, caesar_text: Description) -> None:
    slow = CAESAR.replace("    out = []\n", "    out = []\n    for _ in range(400_000):\n        pass\n")
    settings = GateSettings(gate_seconds=1.0)
    results = run_gates(make_box(caesar_text, slow), settings)
    assert first_refusal(results) == ("deterministic", "spent")
    assert [r.gate for r in results] == ["loads", "deterministic"]  # nothing more is tried


def test_a_gate_ends_when_its_replies_take_too_much_memory(make_box: Make) -> None:
    heavy = STARTERS["puzzle"].replace('"number": random', '"ballast": [[] for _ in range(2_000)], "number": random')
    results = run_gates(make_box(starter("puzzle"), heavy), GateSettings(gate_mb=4))
    refused = next(r for r in results if not r.passed)
    assert refused.findings[0].kind == "spent"
    assert "MB together" in refused.findings[0].message


def test_some_long_sessions_keep_to_one_text(monkeypatch: pytest.MonkeyPatch, launcher: Launcher) -> None:
    """So what only adds up, coin upon coin, is reached."""

    def most_credit() -> int:
        with open_box(accepted("freeform/vending_machine"), launcher) as box:
            batches = list(swept(box, 5, Budget(4_000, 60.0)))
        states = [call.args[0] for calls, _ in batches for call in calls if call.function == "explore"]
        return max(state["credit"] for state in states)

    by_chance = most_credit()
    monkeypatch.setattr(freeform_sweep, "VARIED", 0)
    assert most_credit() > 2 * by_chance


@pytest.mark.parametrize("ours", [False, True])
def test_an_episode_that_the_box_spoils_is_a_finding_of_its_gate(
    ours: bool, monkeypatch: pytest.MonkeyPatch, launcher: Launcher
) -> None:
    """Glances and near misses play, too; what our own engine spoils is no finding."""
    cause: Exception = RuntimeError("a fault of ours") if ours else Contradiction("it contradicts itself")

    def spoiled(box: Box, settings: GateSettings) -> None:
        raise EpisodeFailed(cast(EpisodeRecord, None), cause)

    monkeypatch.setattr(what_is_asked, "report", spoiled)
    with open_box(accepted("circuit/and_tree"), launcher) as box:
        if ours:
            with pytest.raises(EpisodeFailed):
                run_gate("players", box)
            return
        result = run_gate("players", box)
    assert not result.passed
    assert [finding.message for finding in result.findings] == ["it contradicts itself"]
