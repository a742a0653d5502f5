"""One table of the forms in which models state an answer, held against every environment."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from boxwright.blackboxes.environments import own_names
from boxwright.blackboxes.reasoning.kumo.play.moves import read_move
from boxwright.blackboxes.replies import MAX_REPLY, InvalidReply, last_marked, read_reply
from boxwright.blackboxes.wrappings import forms
from tests.blackboxes.hostile import hostile_replies
from tests.golden.answers import ANSWERS, Answers

WRAPPINGS = (
    "X",
    "X.",
    "X .",
    "X ✓",
    "X ✅",
    "X. ✔️",
    "X<br>",
    "X<br/>",
    "X |",
    "**X**",
    "*X*",
    "__X__",
    "`X`",
    "``X``",
    "**`X`**",
    "**X**.",
    '"X"',
    '"X".',
    "“X”",
    "‘X’",
    "«X»",
    "„X“",
    "<X>",
    "<b>X</b>",
    "<code>X</code>",
    "$X$",
    "$$X$$",
    r"\(X\)",
    r"\[X\]",
    r"\boxed{X}",
    r"$\boxed{X}$",
    r"\boxed{\text{X}}",
    r"$\boxed{\texttt{X}}$.",
    r"\fbox{X}",
    "X (this follows from the rule)",
    "X — by the rule that was found",
    "X  <-- found by the rule",
    "X # by the rule",
    "\u200bX\u200b",
    "\u00a0X ",
)
"""What stands around an answer X behind its marker."""
MARKED = (
    "MARK: X",
    "Let me think. It is clear.\n\nMARK: X",
    "mark: X",
    "Mark : X",
    "MARK：X",
    "MARK = X",
    "MARK is: X",
    "MARK → X",
    "Final MARK: X",
    "My final mark: X",
    "The mark: X",
    "So the final mark is: X",
    "**MARK:** X",
    "**MARK: X**",
    "**Final mark:** **X**",
    "### MARK: X",
    "> MARK: X",
    "- MARK: X",
    "1. MARK: X",
    "2) **MARK:** X",
    "<b>MARK:</b> X",
    "<p>MARK: X</p>",
    "| MARK: X |",
    "MARK:\nX",
    "**MARK:**\n\nX",
    "## Final mark\n\nX",
    "MARK:\n```\nX\n```",
    "```\nMARK: X\n```",
    "MARK: X\nThat is all.",
    "MARK: nothing yet ...\nNo, rather:\nMARK: X",
    "<think>\nMARK: no\n</think>\nMARK: X",
    "MARK: X\r\n",
)
"""How a marked line is written."""
UNMARKED = (
    r"\boxed{X}",
    r"After all that it must be $\boxed{X}$.",
    "<mark>X</mark>",
    "The mark is X.",
    "Therefore, the final mark is **X**",
    '{"mark": "X"}',
    '```json\n{"mark": "X"}\n```',
    '```json\n{\n  "mark": "X"\n}\n```',
    r"I conclude: \boxed{X}" + "\n\n" + r"The mark is $\boxed{X}$.",
)
"""Forms without a marked line that nothing else has. `X` is one plain text in those with JSON."""


def said(template: str, marker: str, text: str) -> str:
    """Write an answer in a form; the marker in the case of the template."""
    for case in (str.upper, str.lower, str.capitalize):
        template = template.replace(case("mark"), case(marker))
    return wrapped(template, text)


def wrapped(template: str, text: str) -> str:
    return template.replace("X", text)


@pytest.fixture(params=ANSWERS, ids=lambda answers: answers.name)
def answers(request: pytest.FixtureRequest) -> Answers:
    found: Answers = request.param
    return found


def test_every_environment_is_in_the_table() -> None:
    assert {answers.environment for answers in ANSWERS} == {*own_names("families"), *own_names("reasoning")}


@pytest.mark.parametrize("template", MARKED)
def test_marked_forms(answers: Answers, template: str) -> None:
    for text, truth in answers.truths.items():
        assert answers.right(truth, said(template, answers.marker, text)), said(template, answers.marker, text)


@pytest.mark.parametrize("template", WRAPPINGS)
def test_wrapped_answers(answers: Answers, template: str) -> None:
    for text, truth in answers.truths.items():
        if any(sign in text for sign in set(template) - {"X"} if sign in "\"'`*$<>|_#"):
            continue  # an answer that holds the sign itself is no wrapped one
        assert answers.right(truth, f"{answers.marker}: {wrapped(template, text)}"), (template, text)


@pytest.mark.parametrize("template", UNMARKED)
def test_unmistakable_forms_without_a_marked_line(answers: Answers, template: str) -> None:
    if not answers.unmarked:
        pytest.skip("two markers are possible, and nothing says which is meant")
    for text, truth in answers.truths.items():
        if ('"' in text and "json" in template) or ('"' in text and template.startswith("{")):
            continue
        assert answers.right(truth, said(template, answers.marker, text)), said(template, answers.marker, text)


def test_the_special_forms_of_each_environment(answers: Answers) -> None:
    for text, truth in answers.also.items():
        assert answers.right(truth, f"{answers.marker}: {text}"), text


def test_what_cannot_be_an_answer_is_refused_with_the_reason(answers: Answers) -> None:
    for text in (*answers.refused, ""):
        with pytest.raises(InvalidReply) as refusal:
            answers.read(f"{answers.marker}: {text}")
        assert str(refusal.value).strip(), text
    for reply in ("", "I cannot tell.", f"I give no {answers.marker.lower()}", "\\boxed{}"):
        with pytest.raises(InvalidReply):
            answers.read(reply)


def test_two_different_answers_are_refused(answers: Answers) -> None:
    if len(answers.truths) < 2 or not answers.unmarked:
        pytest.skip("there are no two answers")
    one, other = list(answers.truths)[:2]
    for reply in (rf"\boxed{{{one}}} \boxed{{{other}}}", f"The {answers.marker.lower()} is {one}.\n\\boxed{{{other}}}"):
        with pytest.raises(InvalidReply):
            answers.read(reply)
    for between in (" or ", " (or ", " or else "):
        with pytest.raises(InvalidReply):
            answers.read(f"{answers.marker}: {one}{between}{other}{')' if '(' in between else ''}")


def slightly_wrong(text: str, rng: random.Random) -> Iterator[str]:
    """Yield texts that differ from an answer by one small slip."""
    for _ in range(60):
        at = rng.randrange(len(text))
        letter = rng.choice([c for c in string.ascii_letters + string.digits if c.casefold() != text[at].casefold()])
        yield text[:at] + letter + text[at + 1 :]
        yield text[:at] + letter + text[at:]
        if text[at].isalnum():
            yield text[:at] + text[at + 1 :]
            yield text[:at] + text[at] + text[at:]
        if at and text[at - 1].isalnum() and text[at].isalnum() and text[at - 1].casefold() != text[at].casefold():
            yield text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]
        if text[at].isdigit():
            yield text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]


TEMPLATES = [f"MARK: {template}" for template in WRAPPINGS] + list(MARKED) + list(UNMARKED)


def test_slightly_wrong_answers_stay_wrong_in_every_form() -> None:
    """More than 6,720 slips, each in another form, are read as wrong answers or refused: never as the right one."""
    rng, tried = random.Random(13), 0
    for answers in ANSWERS:
        for text, truth in answers.truths.items():
            for slip in slightly_wrong(text, rng):
                if answers.same(slip, truth):
                    continue
                for template in rng.sample(TEMPLATES, 2):
                    reply = said(template, answers.marker, slip)
                    assert not answers.right(truth, reply), (answers.name, text, reply)
                    tried += 1
    assert tried >= 6_720


def test_no_hostile_reply_crashes_or_hangs_a_reader() -> None:
    for number, answers in enumerate(ANSWERS):
        valid = [f"{answers.marker}: {text}" for text in answers.truths]
        for reply in hostile_replies(valid, seed=number):
            try:
                answers.read(reply[:MAX_REPLY])
            except InvalidReply as refusal:
                assert len(str(refusal)) < 6_000


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "ANSWER: " + " " * n + "x",
        lambda n: "ANSWER: " + "(" * n,
        lambda n: "x " + " " * n + "x",
        lambda n: "<eos>" * (n // 5) + "x" + "<eos> " * (n // 12),
        lambda n: "ANSWER: " + "\\boxed{" * (n // 7),
        lambda n: "\\boxed{" * (n // 7),
        lambda n: "<answer>" * (n // 8),
        lambda n: "<think>" * (n // 7),
        lambda n: "</think>" * (n // 8),
        lambda n: "*_`" * (n // 3) + "ANSWER: x",
        lambda n: "answer is " * (n // 10),
        lambda n: "ANSWER: " + '{"answer": ' * (n // 11),
        lambda n: "ANSWER: " + "a — " * (n // 4),
        lambda n: "1. " * (n // 3) + "ANSWER",
        lambda n: "ANSWER:\n" + "1. a\n" * (n // 5),
    ],
)
def test_reading_time_grows_with_the_length_alone(make: Callable[[int], str]) -> None:
    """Ten times the length takes nowhere near a hundred times as long: no pattern backtracks."""

    def seconds(reply: str) -> float:
        best = 1e9
        for _ in range(3):
            before = time.process_time()
            with suppress(InvalidReply):
                read_reply(reply, "ANSWER", _refuse, "missing")
            with suppress(InvalidReply):
                read_move(reply, {"ANSWER": _refuse}, "missing")
            best = min(best, time.process_time() - before)
        return best

    assert seconds(make(MAX_REPLY)) < 40 * seconds(make(MAX_REPLY // 10)) + 0.2


def _refuse(text: str) -> Any:
    raise InvalidReply(text[:10])


def test_a_statement_is_the_line_and_what_follows_it() -> None:
    found = last_marked("MOVE: a\nANSWER: b\nc\n\nd", ("MOVE", "ANSWER"))
    assert found is not None
    assert (found.marker, found.texts) == ("ANSWER", ("b", "b\nc"))
    assert last_marked("ANSWER: b\nANSWER:", ("ANSWER",)) is None


def test_forms_go_from_the_outside_to_the_core() -> None:
    assert list(forms(' **"a b"**. ')) == ['**"a b"**.', '**"a b"**', '"a b"', "a b"]
    assert list(forms("ciphertext: `x`")) == ["`x`", "x"]
    assert list(forms("x (or y)")) == ["x (or y)"]
    assert len(list(forms("(" * 500 + ")" * 500))) <= 12
