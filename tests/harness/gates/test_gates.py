"""For each gate a module that it is the first to refuse; an honest module passes all eight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.gates import GATES, GateResult, asked, run_gates
from boxwright.harness.gates.players import players
from boxwright.harness.gates.settings import GateFailed, GateSettings
from boxwright.sandbox import Launcher
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe

Make = Callable[..., Box]

XOR_FRONT = """\
difficulty: easy
domain: {inputs: 6, gates: 6}
examples:
  - {input: [0, 0, 0, 0, 0, 0], output: [0, 0, 0, 0, 0, 0]}
"""
XOR = """\
def describe():
    return {"inputs": 6, "gates": 6}

def blackbox(bits):
    return [a ^ b for a, b in zip(bits, bits[1:] + bits[:1])]
"""


def failed(results: list[GateResult]) -> GateResult:
    return next(r for r in results if not r.passed)


def test_an_honest_module_passes_all_eight(make_box: Make, caesar_text: Description) -> None:
    results = run_gates(make_box(caesar_text, CAESAR))
    assert [r.gate for r in results] == list(GATES)
    assert all(r.passed for r in results), [f for r in results for f in r.findings]


def test_an_honest_circuit_passes_all_eight(make_box: Make) -> None:
    results = run_gates(make_box(describe("circuit/ring", XOR_FRONT, "Neighbours in a ring are XORed."), XOR))
    assert len(results) == 8
    assert all(r.passed for r in results), [f for r in results for f in r.findings]


def test_the_oracle_quotes_an_output_that_holds_the_word_or(launcher: Launcher) -> None:
    """With this seed one of the ciphertexts is `Zch q OR bfdhe ...`, which unquoted would be two answers."""
    accepted = load(Workspace(root=SHIPPED, marked=True, shipped=None), "encryption/compositional_encryption")
    with open_box(accepted, launcher) as box:
        assert players(box, GateSettings(seed=838732595))["scores"]["oracle"] == 1.0


def test_a_lucky_random_player_is_measured_in_other_episodes_before_it_counts(launcher: Launcher) -> None:
    """With this seed random play gets 66 % in the four games of one episode, where chance is 24 %."""
    accepted = load(Workspace(root=SHIPPED, marked=True, shipped=None), "game/load_shoot_defend_defender")
    with open_box(accepted, launcher) as box:
        assert players(box, GateSettings(seed=584191871, near_misses=0))["scores"]["random"] < 0.5


def test_players_of_a_build_are_asked_what_a_finished_box_asks(launcher: Launcher) -> None:
    """Its test agent is asked in 35 % of its tests where no gate is on."""
    accepted = load(Workspace(root=SHIPPED, marked=True, shipped=None), "circuit/and_tree")
    with open_box(accepted, launcher) as box, Box(box.description, box.family, box.source, launcher) as built:
        assert built.telling is None
        notes = players(built, GateSettings(near_misses=0))
    assert notes["floor"] <= 0.15
    assert notes["scores"]["constant"] <= 0.25


def test_a_box_that_its_prompt_gives_away_is_refused(make_box: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    box = make_box(describe("encryption/caesar", CAESAR_FRONT, CAESAR_RULE), CAESAR)
    monkeypatch.setattr(asked, "glances", lambda box, settings, floor: {"first-glance": 0.9})
    with pytest.raises(GateFailed, match="first-glance player, who reads the prompt and asks nothing, scores 90%"):
        players(box, GateSettings(near_misses=1))
    assert players(box, GateSettings(near_misses=0))["scores"]["oracle"] == 1.0


HEAD = "def blackbox(plaintext):\n"
SHIFT = (
    "''.join(chr((ord(c) - (65 if c.isupper() else 97) + 1) % 26 + (65 if c.isupper() else 97))"
    " if c.isalpha() else c for c in plaintext)"
)

BROKEN = {
    "does not parse": ("loads", "raised", "def blackbox(plaintext:\n"),
    "lacks the function": ("loads", "missing", "def encrypt(plaintext):\n    return plaintext\n"),
    "imports what is not there": ("loads", "raised", f"import numpy\n{HEAD}    return {SHIFT}\n"),
    "hangs at import": ("loads", "timeout", f"while True:\n    pass\n{HEAD}    return plaintext\n"),
    "returns the wrong type": ("loads", "shape", f"{HEAD}    return list(plaintext)\n"),
    "draws a random number": (
        "deterministic",
        "differs",
        f"import random\nK = random.randrange(1 << 30)\n{HEAD}    return {SHIFT} + str(K)\n",
    ),
    "depends on the order of a set": (
        "deterministic",
        "differs",
        f"{HEAD}    return {SHIFT} + ''.join(set('abcdefghij'))\n",
    ),
    "reads the clock": (
        "deterministic",
        "differs",
        f"import datetime\n{HEAD}    return {SHIFT} + str(datetime.date.today().year)\n",
    ),
    "counts its calls": (
        "repeatable",
        "differs",
        f"N = [0]\n{HEAD}    N[0] += 1\n    return {SHIFT} + str(N[0])\n",
    ),
    "breaks an example": ("examples", "wrong", f"{HEAD}    return {SHIFT.replace('+ 1', '+ 2')}\n"),
    "fails at an edge": (
        "domain",
        "raised",
        f"{HEAD}    if len(plaintext) == 20:\n        raise IndexError('out')\n    return {SHIFT}\n",
    ),
    "answers too much": (
        "domain",
        "shape",
        f"{HEAD}    return {SHIFT} if plaintext in ('abc', 'Hello World', 'zZ', 'a') else 'x' * 5000\n",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_module_is_first_refused_by_its_gate(name: str, make_box: Make, caesar_text: Description) -> None:
    gate, kind, source = BROKEN[name]
    results = run_gates(make_box(caesar_text, source, load_seconds=1.0, call_seconds=0.5))
    refused = failed(results)
    assert (refused.gate, refused.findings[0].kind) == (gate, kind), refused.findings


def test_a_changed_argument_is_refused_by_repeatable(make_box: Make) -> None:
    source = XOR.replace(
        "def blackbox(bits):\n", "def blackbox(bits):\n    bits[:] = list(bits) if sum(bits) != 3 else bits[::-1]\n"
    )
    results = run_gates(make_box(describe("circuit/ring", XOR_FRONT, "Neighbours in a ring are XORed."), source))
    refused = failed(results)
    assert (refused.gate, refused.findings[0].kind) == ("repeatable", "arguments")


def test_a_wrong_shape_inside_the_domain_is_refused_by_bounded(make_box: Make, caesar_text: Description) -> None:
    source = f"{HEAD}    if len(plaintext) == 7 and plaintext[0].islower():\n        return None\n    return {SHIFT}\n"
    refused = failed(run_gates(make_box(caesar_text, source)))
    assert (refused.gate, refused.findings[0].kind) == ("bounded", "shape")


def test_a_value_that_cannot_cross_is_refused(make_box: Make, caesar_text: Description) -> None:
    source = f"{HEAD}    return object() if len(plaintext) == 9 else {SHIFT}\n"
    refused = failed(run_gates(make_box(caesar_text, source)))
    assert (refused.gate, refused.findings[0].kind) == ("bounded", "refused")


@pytest.mark.parametrize(
    ("rule", "body", "kind"),
    [
        ("Always the letter A.", "return 'A'", "uniform"),
        ("The text as it is.", "return plaintext", "uniform"),
    ],
)
def test_a_box_without_anything_to_find_is_refused_by_players(rule: str, body: str, kind: str, make_box: Make) -> None:
    description = describe("encryption/dull", "difficulty: easy\n", rule)
    refused = failed(run_gates(make_box(description, f"{HEAD}    {body}\n")))
    assert (refused.gate, refused.findings[0].kind) == ("players", kind)


@pytest.mark.parametrize(
    "told",
    ["/usr/lib/python3/box.py", "Traceback (most recent call last):", "alphabet"],
)
def test_what_gives_the_rule_away_is_refused_by_leaks(told: str, make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {letters: any, spaces: true, min_length: 3, max_length: 20}\n"
    front += f"examples:\n  - {{input: abc, output: {'bcd ' + told!r}}}\n"  # whose characters are then no surprise
    description = describe("encryption/chatty", front, CAESAR_RULE)
    source = f"{HEAD}    return {SHIFT} + {' ' + told!r}\n"
    refused = failed(run_gates(make_box(description, source)))
    assert (refused.gate, refused.findings[0].kind) == ("leaks", "leak")


def test_a_property_is_checked_in_the_sandbox(make_box: Make) -> None:
    front = CAESAR_FRONT + "properties:\n  - {says: as long as the plaintext, check: len(output) == len(input)}\n"
    description = describe("encryption/caesar", front, CAESAR_RULE)
    assert all(r.passed for r in run_gates(make_box(description, CAESAR)))
    longer = CAESAR.replace('"".join(out)', '"".join(out) + ("x" if len(out) == 13 else "")')
    refused = failed(run_gates(make_box(description, longer)))
    assert (refused.gate, refused.findings[0].kind) == ("examples", "property")


def test_a_small_domain_is_marked(make_box: Make) -> None:
    description = describe("circuit/tiny", "difficulty: easy\ndomain: {inputs: 3}\n", "The wires inverted.")
    source = (
        'def describe():\n    return {"inputs": 3, "gates": 3}\ndef blackbox(bits):\n    return [1 - b for b in bits]\n'
    )
    results = run_gates(make_box(description, source))
    assert all(r.passed for r in results), [f for r in results for f in r.findings]
    notes = next(r for r in results if r.gate == "bounded").notes
    assert notes["small"] == {"size": 8, "wanted": 28, "overlap": 20}


def test_a_family_that_answers_outside_its_domain_is_refused(
    make_box: Make, caesar_text: Description, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = make_box(caesar_text, CAESAR)
    monkeypatch.setattr(type(box.family), "outside", lambda self, rules: ["QUERY: abc"])
    refused = failed(run_gates(box))
    assert (refused.gate, refused.findings[0].kind) == ("domain", "accepted")


def test_findings_are_canonical(make_box: Make, caesar_text: Description) -> None:
    source = f"{HEAD}    if len(plaintext) > 15:\n        return {{}}['missing']\n    return {SHIFT}\n"
    finding = failed(run_gates(make_box(caesar_text, source))).findings[0]
    assert finding.line == 3
    assert finding.message == "raised KeyError in a call: 'missing'"
    assert "/" not in finding.sentence().replace("domain/raised", "")
